//! The operands of a typed contraction: what their types know of them, and what is read of them.

use core::borrow::Borrow;

use extents_static::__private::{Numbers, Tag, Wiring};

use super::Input;
use super::known_modes::Known;
use crate::elements::AsView;
use crate::elements::whole::Seal;
use crate::layout::known::static_order;
use crate::layout::{StridedLayout, TrustedLayout};
use crate::plan::ModeTable;
use crate::{Extents, ShapeError};

/// An operand with elements of type `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold elements of type `{T}`",
    label = "all operands of a contraction, and its output, have elements of one type",
    note = "`map` makes a tensor of other elements: `a.map(|&x| f64::from(x))`"
)]
pub(crate) trait OperandOf<T>: AsView<Elem = T> {}
#[diagnostic::do_not_recommend]
impl<T, O: AsView<Elem = T>> OperandOf<T> for O {}

/// Where a kernel finds its operands: the tuple of them, or what was read of it.
pub(crate) trait Sources<T> {
    /// What [`input`](Self::input) gives.
    type Input<'a>: Borrow<Input<T>>
    where
        Self: 'a,
        T: 'a;
    /// The element of an operand at the index of zeros.
    fn start(&self, operand: usize) -> *const T;
    /// An operand, and the labels of its modes.
    fn input(&self, operand: usize, wiring: &'static Wiring)
    -> Result<Self::Input<'_>, ShapeError>;
}

impl<T, const R: usize> Sources<T> for [Input<T>; R] {
    type Input<'a>
        = &'a Input<T>
    where
        T: 'a;
    #[inline]
    fn start(&self, operand: usize) -> *const T {
        self.get(operand).map_or(core::ptr::null(), |input| input.start)
    }
    #[inline]
    fn input(&self, operand: usize, _: &'static Wiring) -> Result<&Input<T>, ShapeError> {
        Ok(self.get(operand).unwrap_or(const { &Input::NONE }))
    }
}

/// A tuple of references to operands with elements `T`.
pub(crate) trait TensorTuple<T>: Sources<T> {
    /// The number of operands.
    const COUNT: usize;
    /// What the types know of all operands; behind the last one nothing.
    const KNOWN: [Known; 12];
    /// As many as there are operands.
    type Inputs: Sources<T>;
    /// Room for what is read.
    fn unread() -> Self::Inputs;
    /// Reads each operand once, to room for it, compares the extents under each label, and returns those of the result.
    fn read(
        &self,
        wiring: &'static Wiring,
        inputs: &mut Self::Inputs,
    ) -> Result<[usize; 12], ShapeError>;
}

macro_rules! tensor_tuple {
    (0;) => {};
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<T, $($A),*> Sources<T> for ($(&$A,)*)
        where
            $($A: OperandOf<T>, $A::Layout: TrustedLayout<$A::Extents> + StridedLayout<$A::Extents>,)*
        {
            type Input<'a>
                = Input<T>
            where
                Self: 'a,
                T: 'a;
            #[inline]
            fn start(&self, operand: usize) -> *const T {
                match operand {
                    $($k => self.$k.kernel_start(Seal),)*
                    _ => core::ptr::null(),
                }
            }
            #[inline]
            fn input(
                &self,
                operand: usize,
                wiring: &'static Wiring,
            ) -> Result<Input<T>, ShapeError> {
                let mut input = Input::NONE;
                match operand {
                    $($k => self.$k.kernel_input(($k, wiring), &mut input, Seal)?,)*
                    _ => {}
                }
                Ok(input)
            }
        }

        #[allow(non_snake_case)]
        impl<T, $($A),*> TensorTuple<T> for ($(&$A,)*)
        where
            $($A: OperandOf<T>, $A::Layout: TrustedLayout<$A::Extents> + StridedLayout<$A::Extents>,)*
        {
            const COUNT: usize = $rank;
            const KNOWN: [Known; 12] = {
                let mut all = [Known::NOTHING; 12];
                $(all[$k] = Known::of::<$A::Extents, $A::Layout>();)*
                all
            };
            type Inputs = [Input<T>; $rank];
            // Each by itself, as all at once would be copied by a call.
            #[inline]
            fn unread() -> [Input<T>; $rank] {
                $(let $A = Input::NONE;)*
                [$($A),*]
            }
            #[inline]
            fn read(
                &self,
                wiring: &'static Wiring,
                [$($A),*]: &mut [Input<T>; $rank],
            ) -> Result<[usize; 12], ShapeError> {
                let before = &Numbers::none(wiring);
                $(
                    self.$k.kernel_input(($k, wiring), $A, Seal)?;
                    let $B = before.with($A.modes.extents())?;
                    let before = &$B;
                )*
                Ok(before.of_result())
            }
        }
    };
}
extents_static::for_each_arity!(tensor_tuple);

impl<T> Input<T> {
    /// No operand.
    pub(super) const NONE: Self = Input { start: core::ptr::null(), modes: ModeTable::NONE };

    /// Reads an operand whose elements lie from `start` on.
    ///
    /// # Errors
    /// Returns [`ShapeError::Null`], [`ShapeError::CountMismatch`] unless there are as many modes as labels.
    #[inline]
    pub(in crate::elements) fn read<E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
        &mut self,
        start: *const T,
        (extents, layout): (&E, &L),
        (operand, wiring): (usize, &'static Wiring),
    ) -> Result<(), ShapeError> {
        // Of a static rank that is checked by the compiler.
        if const { E::STATIC_RANK.is_none() } {
            if extents.is_null() {
                return Err(ShapeError::Null);
            }
            wiring.check_rank(operand, extents.rank())?;
        }
        let labels = wiring.labels(operand);
        // Not by `read_modes` and `origin`: this is compiled for each type of extents.
        if const { static_order::<E, L>().is_some() } {
            self.start = start;
            let order = const { static_order::<E, L>() };
            self.modes.fill_dense(labels, extents.slice_in(&mut None), order);
        } else {
            self.start = origin(start, (extents, layout));
            read_modes(&mut self.modes, labels, extents, layout);
        }
        Ok(())
    }
}

/// The element at the index of zeros, of elements that lie from `start` on.
#[inline]
pub(in crate::elements) fn origin<T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    start: *const T,
    (extents, layout): (&E, &L),
) -> *const T {
    start.wrapping_add(layout.base_offset(extents))
}

/// The modes of extents, as [`read_modes`] reads them.
#[cfg(feature = "device")]
#[inline]
pub(crate) fn modes_of<E: Extents, L: StridedLayout<E>>(
    labels: &'static [Tag; 12],
    extents: &E,
    layout: &L,
) -> ModeTable {
    let mut modes = ModeTable::NONE;
    read_modes(&mut modes, labels, extents, layout);
    modes
}

/// Reads the modes of extents whose rank was found to be the number of labels.
#[inline]
pub(super) fn read_modes<E: Extents, L: StridedLayout<E>>(
    modes: &mut ModeTable,
    labels: &'static [Tag; 12],
    extents: &E,
    layout: &L,
) {
    if const { static_order::<E, L>().is_some() } {
        let order = const { static_order::<E, L>() };
        modes.fill_dense(labels, extents.slice_in(&mut None), order);
    } else {
        let strides = layout.strides(extents);
        modes.fill(labels, extents.slice_in(&mut None), strides.as_ref());
    }
}
