//! The operands of a typed contraction: a list of views, and what its type knows of their modes.

use extents_static::__private::{Cons, LabelList, Nil, Tag, ToTuple, Tuple};

use super::Input;
use super::direct::LoopCount;
use super::known_modes::KnownModes;
use crate::Extents;
use crate::elements::View;
use crate::layout::{StridedLayout, TrustedLayout};
use crate::plan::ModeTable;

/// A list of views of elements `T`, and the tuple `Ins` of their label tuples.
pub(crate) trait Views<T, Ins> {
    /// The tuple of their extents.
    type Shapes;
    /// The number of operands.
    const COUNT: usize;
    /// Whether the types know all extents, so that nothing is left to fail.
    const IS_STATIC: bool;
    /// The labels of the first two operands.
    const TAGS: [[Tag; 12]; 2];
    /// What the types know of the modes of all operands; behind the last one any.
    const KNOWN: [KnownModes; 12];
    /// The loops of all operands in one nest.
    const LOOPS: LoopCount;
    fn shapes(&self) -> Self::Shapes;
    fn source(&self, operand: usize) -> Input<T>;
}

impl<T, Ins, V> Views<T, Ins> for V
where
    Ins: Tuple,
    V: LabelledViews<T, Ins::List, Extents: ToTuple>,
{
    type Shapes = <V::Extents as ToTuple>::Tuple;
    const COUNT: usize = V::COUNT;
    const IS_STATIC: bool = V::IS_STATIC;
    const TAGS: [[Tag; 12]; 2] = V::TAGS;
    const KNOWN: [KnownModes; 12] = V::KNOWN;
    const LOOPS: LoopCount = V::LOOPS;
    #[inline]
    fn shapes(&self) -> Self::Shapes {
        self.extents().into_tuple()
    }
    #[inline]
    fn source(&self, operand: usize) -> Input<T> {
        LabelledViews::source(self, operand)
    }
}

/// A list of views, and the list `Ins` of their label tuples.
pub(crate) trait LabelledViews<T, Ins> {
    type Extents;
    const COUNT: usize;
    const IS_STATIC: bool;
    const TAGS: [[Tag; 12]; 2];
    const KNOWN: [KnownModes; 12];
    const LOOPS: LoopCount;
    fn extents(&self) -> Self::Extents;
    fn source(&self, operand: usize) -> Input<T>;
}

impl<T> LabelledViews<T, Nil> for Nil {
    type Extents = Nil;
    const COUNT: usize = 0;
    const IS_STATIC: bool = true;
    const TAGS: [[Tag; 12]; 2] = [[Tag::NONE; 12]; 2];
    const KNOWN: [KnownModes; 12] = [KnownModes::NONE; 12];
    const LOOPS: LoopCount = LoopCount::NONE;
    #[inline]
    fn extents(&self) -> Nil {
        Nil
    }
    #[inline]
    fn source(&self, _: usize) -> Input<T> {
        Input { start: core::ptr::null(), modes: ModeTable::NONE }
    }
}

impl<T, E, L, Rest, In, Ins> LabelledViews<T, Cons<In, Ins>> for Cons<View<'_, T, E, L>, Rest>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    In: Tuple<List: LabelList>,
    Rest: LabelledViews<T, Ins>,
{
    type Extents = Cons<E, Rest::Extents>;
    const COUNT: usize = 1 + Rest::COUNT;
    const IS_STATIC: bool = E::STATIC_SIZE.is_some() && Rest::IS_STATIC;
    const TAGS: [[Tag; 12]; 2] = {
        let [first, _] = Rest::TAGS;
        [In::List::TAGS, first]
    };
    const KNOWN: [KnownModes; 12] = pushed_front(KnownModes::of::<In::List, E, L>(), &Rest::KNOWN);
    const LOOPS: LoopCount = Rest::LOOPS.with(&In::List::TAGS, E::STATIC_EXTENTS);
    #[inline]
    fn extents(&self) -> Self::Extents {
        Cons(self.0.parts().1.clone(), self.1.extents())
    }
    #[inline]
    fn source(&self, operand: usize) -> Input<T> {
        match operand.checked_sub(1) {
            Some(operand) => self.1.source(operand),
            None => {
                let (start, extents, layout) = self.0.parts();
                let modes = modes_of::<In::List, E>(extents, layout.strides(extents).as_ref());
                Input { start: start.wrapping_add(layout.base_offset(extents)), modes }
            }
        }
    }
}

/// The list with one more element in front; a 13th falls off, but tuples have at most 12 elements.
const fn pushed_front(first: KnownModes, rest: &[KnownModes; 12]) -> [KnownModes; 12] {
    let mut all = [first; 12];
    all.split_at_mut(1).1.copy_from_slice(rest.split_at(11).0);
    all
}

/// The modes of extents whose rank was found to be the number of labels.
#[inline]
pub(super) fn modes_of<Labels: LabelList, E: Extents>(extents: &E, strides: &[isize]) -> ModeTable {
    extents.with_slice(ModeTable::of_extents(const { &Labels::TAGS }, strides))
}
