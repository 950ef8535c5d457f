//! [`contract!`](crate::contract!) of arrays: checked as contractions of tensors are, and run by the device.

use extents_static::__private::Tag;

use super::evaluate::put_number;
use super::operands::ArrayTuple;
use super::temporaries::Temporaries;
use super::{Array, ArrayView, ArrayViewMut, AsArrayView, ContractTask, Device, PlanRef};
use crate::contract::{Contract, ContractInto};
use crate::elements::{
    How, Known, KnownModes, OperandTuple, assert_of_arrays, modes_of, output, path_of_known,
    plan_of_known,
};
use crate::layout::{Layout, RowMajor, StridedLayout, TrustedLayout};
use crate::plan::{ModeTable, PathPlan, PathStep, Plan, too_many_loops};
use crate::{Compose, Extents};

/// What the types know of a contraction to a result of extents `F` in a layout `M`.
#[allow(clippy::type_complexity, reason = "a list of all types")]
struct Typed<V, D, Ins, Out, S, F, M, H>(core::marker::PhantomData<(V, D, Ins, Out, S, F, M, H)>);

impl<V, D, Ins, Out, S, F, M, H> Typed<V, D, Ins, Out, S, F, M, H>
where
    D: Device,
    V: ArrayTuple<D>,
    S: Compose<Ins, Out>,
    F: Extents,
    M: Layout<F>,
    H: How,
{
    const OPERANDS: [KnownModes; 12] = KnownModes::of_all(S::WIRING, &V::KNOWN);
    const RESULT: KnownModes = KnownModes::of(S::WIRING.labels_of_result(), &Known::of::<F, M>());
    /// The plan of one operand or two.
    const PLAN: Option<Plan> = match plan_of_known(&Self::OPERANDS, V::COUNT, &Self::RESULT) {
        Some(plan) => Some(plan.fused()),
        None => None,
    };
    /// The steps of more.
    const PATH: Option<PathPlan> = match V::COUNT > 2 {
        true => path_of_known(&Self::OPERANDS, V::COUNT, &Self::RESULT, true, H::STEPS),
        false => None,
    };
    /// How to run it. A constant and no branch, so that only one of both is compiled.
    const RUN: Run<V, D> = match V::COUNT > 2 {
        true => run_steps::<V, D, Ins, Out, S, F, M, H>,
        false => run_pair::<V, D, Ins, Out, S, F, M, H>,
    };

    /// A step whose plan is a constant.
    fn static_step(number: usize) -> Option<&'static PathStep> {
        macro_rules! step {
            ($($number:literal)*) => {
                match number {
                    $($number => const { StepOf::<Self, $number>::STEP },)*
                    _ => None,
                }
            };
        }
        // Few have more than eleven, and the others do not compile these.
        if const { steps_of(&Self::PATH) > 11 } {
            step!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22)
        } else {
            step!(0 1 2 3 4 5 6 7 8 9 10)
        }
    }
}

/// What runs a contraction: operands, their modes, the device, the type of the elements of temporaries, and the target.
type Run<V, D> = for<'t> fn(
    &V,
    &[ModeTable; 12],
    &D,
    <D as Device>::Element,
    Target<'t, D>,
) -> Result<(), <D as Device>::Error>;

/// A step of a path that types know.
struct StepOf<T, const NUMBER: usize>(core::marker::PhantomData<T>);

impl<V, D, Ins, Out, S, F, M, H, const NUMBER: usize>
    StepOf<Typed<V, D, Ins, Out, S, F, M, H>, NUMBER>
where
    D: Device,
    V: ArrayTuple<D>,
    S: Compose<Ins, Out>,
    F: Extents,
    M: Layout<F>,
    H: How,
{
    const MADE: Option<PathStep> = match &Typed::<V, D, Ins, Out, S, F, M, H>::PATH {
        Some(path) => path.step(NUMBER),
        None => None,
    };
    const STEP: Option<&'static PathStep> = match &Self::MADE {
        Some(step) => Some(step),
        None => None,
    };
}

/// Where a result goes: a buffer, the offset of the index of zeros, and the modes.
struct Target<'t, D: Device> {
    buffer: &'t mut D::Buffer,
    offset: usize,
    modes: ModeTable,
    adds: bool,
}

/// Contracts one operand or two.
fn run_pair<V, D, Ins, Out, S, F, M, H>(
    operands: &V,
    tables: &[ModeTable; 12],
    device: &D,
    _: D::Element,
    target: Target<'_, D>,
) -> Result<(), D::Error>
where
    D: Device,
    V: ArrayTuple<D>,
    S: Compose<Ins, Out>,
    F: Extents,
    M: Layout<F>,
    H: How,
{
    let made;
    let plan = match const { &Typed::<V, D, Ins, Out, S, F, M, H>::PLAN } {
        Some(plan) => PlanRef::Static(plan),
        None => {
            let right = (V::COUNT == 2).then_some(tables[1].modes());
            made = Plan::of_modes(tables[0].modes(), right, target.modes.modes())
                .ok_or_else(|| too_many_loops(&ModeTable::modes_of_all(tables)))?
                .fused();
            PlanRef::Made(&made)
        }
    };
    let (left, right) = (operands.place(0), (V::COUNT == 2).then(|| operands.place(1)));
    let Target { buffer, offset, adds, .. } = target;
    device.contract(ContractTask { plan, left, right, target: buffer, offset, adds })
}

/// Contracts more operands, two at a time.
fn run_steps<V, D, Ins, Out, S, F, M, H>(
    operands: &V,
    tables: &[ModeTable; 12],
    device: &D,
    element: D::Element,
    target: Target<'_, D>,
) -> Result<(), D::Error>
where
    D: Device,
    V: ArrayTuple<D>,
    S: Compose<Ins, Out>,
    F: Extents,
    M: Layout<F>,
    H: How,
{
    let mut temporaries = Temporaries::new(device, element);
    let Target { buffer, offset, adds, .. } = target;
    let count = const { steps_of(&Typed::<V, D, Ins, Out, S, F, M, H>::PATH) };
    for number in 0..count {
        let Some(step) = Typed::<V, D, Ins, Out, S, F, M, H>::static_step(number) else { break };
        let last = (number.wrapping_add(1) == count).then_some((&mut *buffer, offset, adds));
        temporaries.step(operands, (number, step), PlanRef::Static(step.plan()), last)?;
    }
    if count > 0 {
        return Ok(());
    }
    let path = PathPlan::new(*tables, V::COUNT, target.modes, true, H::STEPS);
    for (number, step) in path.steps().enumerate() {
        let last = (number.wrapping_add(1) == path.len()).then_some((&mut *buffer, offset, adds));
        temporaries.step(operands, (number, &step), PlanRef::Made(step.plan()), last)?;
    }
    if path.is_empty() {
        return Err(too_many_loops(&ModeTable::modes_of_all(tables)).into());
    }
    Ok(())
}

/// The number of steps that types know.
const fn steps_of(path: &Option<PathPlan>) -> usize {
    match path {
        Some(path) => path.len(),
        None => 0,
    }
}

/// Contracts into a new array.
fn create<V, D, Ins, Out, S, H>(operands: &V, device: &D) -> Result<Array<D, S::Output>, D::Error>
where
    D: Device,
    V: ArrayTuple<D> + OperandTuple<Extents = S>,
    S: Compose<Ins, Out>,
    H: How,
{
    let (tables, extents) = operands.read(S::WIRING)?;
    let labels = S::WIRING.labels_of_result();
    let output = output::<V, Ins, Out, S>(operands, extents.split_at(Tag::count(labels)).0)?;
    let element = operands.result_element()?;
    let modes = modes_of(labels, &output, &RowMajor);
    if V::COUNT > 2 && is_nothing(&tables) {
        return Array::zeros(device, element, output);
    }
    let mut result = Array::allocate(device, element, output)?;
    let mut view = result.view_mut();
    let (_, buffer, offset, _) = view.target();
    let target = Target { buffer, offset, modes, adds: false };
    let run = const { Typed::<V, D, Ins, Out, S, S::Output, RowMajor, H>::RUN };
    run(operands, &tables, device, element, target)?;
    Ok(result)
}

/// Whether nothing is summed up, or there are no sums: along a path, zeros that a step makes of nothing could meet an infinity.
fn is_nothing(tables: &[ModeTable; 12]) -> bool {
    tables.iter().any(|table| table.extents().contains(&0))
}

/// Arrays and views of arrays, as the first operand of a contraction.
macro_rules! contracts {
    ($([$($generics:tt)*] $array:ty;)*) => {$(
        impl<$($generics)* D, E, L, Operands, Ins, Out, H> Contract<$array, Ins, Out, H>
            for Operands
        where
            H: How,
            D: Device,
            E: Extents,
            L: TrustedLayout<E> + StridedLayout<E>,
            Operands: ArrayTuple<D> + OperandTuple<First = $array, Extents: Compose<Ins, Out>>,
        {
            type Result = Result<Array<D, <Operands::Extents as Compose<Ins, Out>>::Output>, D::Error>;
            const CHECK: () = {
                assert_of_arrays::<H>();
                let _ = <Operands::Extents as Compose<Ins, Out>>::WIRING;
            };
            const CONTRACT: fn(Operands) -> Self::Result = |operands| {
                let device = operands.first_device();
                create::<Operands, D, Ins, Out, Operands::Extents, H>(&operands, &device)
            };
        }
    )*};
}
contracts! {
    [] Array<D, E, L>;
    ['a,] ArrayView<'a, D, E, L>;
    ['a,] ArrayViewMut<'a, D, E, L>;
}

/// References to them, such as the arguments of functions.
impl<'r, A, Operands, Ins, Out, H> Contract<&'r A, Ins, Out, H> for Operands
where
    H: How,
    A: AsArrayView,
    Operands: ArrayTuple<A::Device> + OperandTuple<First = &'r A, Extents: Compose<Ins, Out>>,
{
    type Result = Result<
        Array<A::Device, <Operands::Extents as Compose<Ins, Out>>::Output>,
        <A::Device as Device>::Error,
    >;
    const CHECK: () = {
        assert_of_arrays::<H>();
        let _ = <Operands::Extents as Compose<Ins, Out>>::WIRING;
    };
    const CONTRACT: fn(Operands) -> Self::Result = |operands| {
        let device = operands.first_device();
        create::<Operands, A::Device, Ins, Out, Operands::Extents, H>(&operands, &device)
    };
}

impl<'t, Operands, Ins, Out, D, F, M, H> ContractInto<ArrayViewMut<'t, D, F, M>, Ins, Out, H>
    for Operands
where
    H: How,
    D: Device,
    F: Extents,
    M: TrustedLayout<F> + StridedLayout<F>,
    Operands: ArrayTuple<D> + OperandTuple<Extents: Compose<Ins, Out>>,
    (<Operands::Extents as Compose<Ins, Out>>::Output, F): Compose<(Out, Out), Out>,
{
    type Error = D::Error;
    const CHECK: () = {
        assert_of_arrays::<H>();
        let _ = <Operands::Extents as Compose<Ins, Out>>::WIRING;
        let _ = <(<Operands::Extents as Compose<Ins, Out>>::Output, F) as Compose<
            (Out, Out),
            Out,
        >>::WIRING;
    };

    fn contract_into<const ADDS: bool>(
        self,
        mut target: ArrayViewMut<'t, D, F, M>,
    ) -> Result<(), D::Error> {
        let wiring = <Operands::Extents as Compose<Ins, Out>>::WIRING;
        let (tables, extents) = self.read(wiring)?;
        let both = <(<Operands::Extents as Compose<Ins, Out>>::Output, F) as Compose<
            (Out, Out),
            Out,
        >>::WIRING;
        crate::elements::check_target(both, &extents, target.extents())?;
        if !target.device().is_same(&self.first_device()) {
            return Err(super::Unsupported::OtherDevice.into());
        }
        // Temporaries are of the type of a new result, whatever the target's is.
        let element = self.result_element()?;
        if Operands::COUNT > 2 && is_nothing(&tables) {
            return match ADDS {
                true => Ok(()),
                false => put_number(&mut target, 0.0, None),
            };
        }
        let (device, buffer, offset, mapping) = target.target();
        let modes = modes_of(wiring.labels_of_result(), mapping.extents(), mapping.layout());
        let target = Target { buffer, offset, modes, adds: ADDS };
        let run = const { Typed::<Operands, D, Ins, Out, Operands::Extents, F, M, H>::RUN };
        run(&self, &tables, device, element, target)
    }
}
