//! [`contract!`](crate::contract!) of arrays: checked as contractions of tensors are, and run by the device.

use extents_static::__private::Tag;

use super::evaluate::put_number;
use super::operands::ArrayTuple;
use super::{Array, ArrayView, ArrayViewMut, AsArrayView, ContractTask, Device, Place, PlanRef};
use crate::contract::{ContractElsewhere, ContractInto, ContractTarget, Plain};
use crate::elements::{Known, KnownModes, OperandTuple, modes_of, path_of_known, plan_of_known};
use crate::error::Limit;
use crate::layout::{Layout, RowMajor, StridedLayout, TrustedLayout};
use crate::plan::{ModeTable, PathPlan, Plan, Source};
use crate::{Compose, Extents, ShapeError};

/// What the types know of a contraction to a result of extents `F` in a layout `M`.
struct Typed<V, D, Ins, Out, S, F, M>(core::marker::PhantomData<(V, D, Ins, Out, S, F, M)>);

impl<V, D, Ins, Out, S, F, M> Typed<V, D, Ins, Out, S, F, M>
where
    D: Device,
    V: ArrayTuple<D>,
    S: Compose<Ins, Out>,
    F: Extents,
    M: Layout<F>,
{
    const OPERANDS: [KnownModes; 12] = KnownModes::of_all(S::WIRING, &V::KNOWN);
    const RESULT: KnownModes = KnownModes::of(S::WIRING.labels_of_result(), &Known::of::<F, M>());
    /// The plan of one operand or two.
    const PLAN: Option<Plan> = match plan_of_known(&Self::OPERANDS, V::COUNT, &Self::RESULT) {
        Some(plan) => Some(plan.fused()),
        None => None,
    };
    /// The steps of more.
    const PATH: Option<PathPlan> = path_of_known(&Self::OPERANDS, V::COUNT, &Self::RESULT, true);
}

/// Where a result goes: a buffer, the offset of the index of zeros, and the modes.
struct Target<'t, D: Device> {
    buffer: &'t mut D::Buffer,
    offset: usize,
    modes: ModeTable,
    adds: bool,
}

/// Contracts operands that were read.
fn run<V, D, Ins, Out, S, F, M>(
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
{
    if V::COUNT > 2 {
        let path = const { &Typed::<V, D, Ins, Out, S, F, M>::PATH };
        return match path {
            Some(path) => run_path(operands, path, device, element, target),
            None => {
                let path = PathPlan::new(*tables, V::COUNT, target.modes, true);
                run_path(operands, &path, device, element, target)
            }
        };
    }
    let made;
    let plan = match const { &Typed::<V, D, Ins, Out, S, F, M>::PLAN } {
        Some(plan) => PlanRef::Static(plan),
        None => {
            let right = (V::COUNT == 2).then_some(tables[1].modes());
            made = Plan::of_modes(tables[0].modes(), right, target.modes.modes())
                .ok_or(too_many_loops())?
                .fused();
            PlanRef::Made(&made)
        }
    };
    let (left, right) = (operands.place(0), (V::COUNT == 2).then(|| operands.place(1)));
    let Target { buffer, offset, adds, .. } = target;
    device.contract(ContractTask { plan, left, right, target: buffer, offset, adds })
}

/// Contracts more than two operands, two at a time.
fn run_path<V: ArrayTuple<D>, D: Device>(
    operands: &V,
    path: &PathPlan,
    device: &D,
    element: D::Element,
    target: Target<'_, D>,
) -> Result<(), D::Error> {
    let Target { buffer, offset, modes, adds } = target;
    if path.is_empty() {
        return Err(too_many_loops().into());
    }
    let _ = modes;
    let mut made: [Option<D::Buffer>; 12] = [const { None }; 12];
    for number in 0..path.len() {
        let Some(step) = path.step(number) else { break };
        let is_last = number.saturating_add(1) == path.len();
        let mut new = None;
        if !is_last {
            let elements = usize::try_from(step.cost().temporary);
            let elements = elements.map_err(|_| ShapeError::Allocation { elements: usize::MAX })?;
            new = Some(device.allocate(element, elements)?);
        }
        let [left, right] = step.sources();
        {
            let find = |source| match source {
                Source::Operand(operand) => operands.place(operand),
                Source::Temporary(number) => match made.get(number) {
                    Some(Some(buffer)) => Place::new(buffer, 0),
                    _ => operands.place(0),
                },
            };
            let (left, right) = (find(left), Some(find(right)));
            let plan = PlanRef::Made(step.plan());
            let (target, offset, adds) = match &mut new {
                Some(new) => (new, 0, false),
                None => (&mut *buffer, offset, adds),
            };
            device.contract(ContractTask { plan, left, right, target, offset, adds })?;
        }
        for source in [left, right] {
            if let Source::Temporary(number) = source
                && let Some(buffer) = made.get_mut(number).and_then(Option::take)
            {
                device.release(buffer);
            }
        }
        if let Some(slot) = made.get_mut(number) {
            *slot = new;
        }
    }
    Ok(())
}

fn too_many_loops() -> ShapeError {
    ShapeError::LimitExceeded {
        of: Limit::Loops,
        found: Plan::MOST_LOOPS.saturating_add(1),
        most: Plan::MOST_LOOPS,
    }
}

/// Contracts into a new array.
fn create<V, D, Ins, Out, S>(operands: &V, device: &D) -> Result<Array<D, S::Output>, D::Error>
where
    D: Device,
    V: ArrayTuple<D>,
    S: Compose<Ins, Out>,
{
    let (tables, extents) = operands.read(S::WIRING)?;
    let labels = S::WIRING.labels_of_result();
    let output = S::Output::from_extents(extents.split_at(Tag::count(labels)).0)?;
    let element = operands.result_element()?;
    let modes = modes_of(labels, &output, &RowMajor);
    if V::COUNT > 2 && is_nothing(&tables) {
        return Array::zeros(device, element, output);
    }
    let mut result = Array::allocate(device, element, output)?;
    let mut view = result.view_mut();
    let (_, buffer, offset, _) = view.target();
    let target = Target { buffer, offset, modes, adds: false };
    run::<V, D, Ins, Out, S, S::Output, RowMajor>(operands, &tables, device, element, target)?;
    Ok(result)
}

/// Whether nothing is summed up, or there are no sums: along a path, zeros that a step makes of nothing could meet an infinity.
fn is_nothing(tables: &[ModeTable; 12]) -> bool {
    tables.iter().any(|table| table.extents().contains(&0))
}

/// Arrays and views of arrays, as the first operand of a contraction.
macro_rules! contracts {
    ($([$($generics:tt)*] $array:ty;)*) => {$(
        impl<$($generics)* D, E, L, Operands, Ins, Out> ContractElsewhere<Operands, Ins, Out> for $array
        where
            D: Device,
            E: Extents,
            L: TrustedLayout<E> + StridedLayout<E>,
            Operands: ArrayTuple<D> + OperandTuple<First = Self, Extents: Compose<Ins, Out>>,
        {
            type Result = Result<Array<D, <Operands::Extents as Compose<Ins, Out>>::Output>, D::Error>;
            const CHECK: () = {
                let _ = <Operands::Extents as Compose<Ins, Out>>::WIRING;
            };
            fn contract_elsewhere(operands: Operands) -> Self::Result {
                let device = operands.first_device();
                create::<Operands, D, Ins, Out, Operands::Extents>(&operands, &device)
            }
        }
    )*};
}
contracts! {
    [] Array<D, E, L>;
    ['a,] ArrayView<'a, D, E, L>;
    ['a,] ArrayViewMut<'a, D, E, L>;
}

/// References to them, such as the arguments of functions.
impl<'r, A, Operands, Ins, Out> ContractElsewhere<Operands, Ins, Out> for &'r A
where
    A: AsArrayView,
    Operands: ArrayTuple<A::Device> + OperandTuple<First = &'r A, Extents: Compose<Ins, Out>>,
{
    type Result = Result<
        Array<A::Device, <Operands::Extents as Compose<Ins, Out>>::Output>,
        <A::Device as Device>::Error,
    >;
    const CHECK: () = {
        let _ = <Operands::Extents as Compose<Ins, Out>>::WIRING;
    };
    fn contract_elsewhere(operands: Operands) -> Self::Result {
        let device = operands.first_device();
        create::<Operands, A::Device, Ins, Out, Operands::Extents>(&operands, &device)
    }
}

impl<D: Device, E: Extents, L: Layout<E>> ContractTarget for ArrayViewMut<'_, D, E, L> {}

impl<'t, Operands, Ins, Out, D, F, M> ContractInto<Ins, Out, ArrayViewMut<'t, D, F, M>, Plain>
    for Operands
where
    D: Device,
    F: Extents,
    M: TrustedLayout<F> + StridedLayout<F>,
    Operands: ArrayTuple<D> + OperandTuple<Extents: Compose<Ins, Out>>,
    (<Operands::Extents as Compose<Ins, Out>>::Output, F): Compose<(Out, Out), Out>,
{
    type Error = D::Error;
    const CHECK: () = {
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
        self.result_element()?;
        let element = target.element();
        if Operands::COUNT > 2 && is_nothing(&tables) {
            return match ADDS {
                true => Ok(()),
                false => put_number(&mut target, 0.0, None),
            };
        }
        let (device, buffer, offset, mapping) = target.target();
        if !device.is_same(&self.first_device()) {
            return Err(super::Unsupported::OtherDevice.into());
        }
        let modes = modes_of(wiring.labels_of_result(), mapping.extents(), mapping.layout());
        let target = Target { buffer, offset, modes, adds: ADDS };
        run::<Operands, D, Ins, Out, Operands::Extents, F, M>(
            &self, &tables, device, element, target,
        )
    }
}
