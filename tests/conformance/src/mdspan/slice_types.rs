//! What the types of a slice decide: which layout it has, and which of its extents are static.
//!
//! The type of a case cannot be named at run time. But the library computes the layout entry by entry
//! and the extents mode by mode, and each of these steps has types that can be named: so it is asked
//! step by step. The typed tests ask for whole slices.

use std::any::type_name;
use std::marker::PhantomData;

use extents::layout::{
    DynStride, Padded, RowMajor, Strided, TypedLayout,
    sliced::{Drop, Move, State},
};
use extents::slice::{KnownEntry, SliceEntry};
use extents::{Const, Dyn, Mode, StaticExtents, slice};
use serde_json::Value;

use crate::json::{FromJson, StaticExtent, get};
use crate::layers::with_large_const;

/// What is kept of one mode, as the vectors have it. What a `bool` marks is in the type.
pub(super) enum Entry {
    Full,
    Index(usize, bool),
    Pair(usize, usize, bool),
    Strided { offset: usize, extent: usize, stride: usize, count: usize, is_known: bool },
}

impl FromJson for Entry {
    fn from_json(value: &Value) -> Option<Self> {
        let field = |name| get::<usize>(value, name).ok();
        let kind: String = get(value, "k").ok()?;
        Some(match kind.as_str() {
            "full" => Entry::Full,
            "index" | "index_c" => Entry::Index(field("v")?, kind.ends_with("_c")),
            "pair" | "pair_c" => Entry::Pair(field("b")?, field("e")?, kind.ends_with("_c")),
            "strided" | "strided_c" | "strided_m" => Entry::Strided {
                offset: field("offset")?,
                extent: field("extent")?,
                stride: field("stride")?,
                count: field("count")?,
                is_known: kind != "strided",
            },
            _ => return None,
        })
    }
}

/// What to ask of the type of an entry.
trait Question {
    type Answer;
    fn ask<F: SliceEntry + Move<Drop>>(self, slice: (F,)) -> Self::Answer;
}

impl Entry {
    /// Asks the type that `slice!` gives this entry. Where it begins and how many it keeps is not looked at,
    /// and a step other than 1 is 2: no other number has a rule of its own.
    fn ask<Q: Question>(&self, question: Q) -> Q::Answer {
        let n = 2;
        match *self {
            Entry::Full => question.ask(slice![..]),
            Entry::Index(_, true) => question.ask(slice![0]),
            Entry::Index(_, false) => question.ask(slice![n]),
            Entry::Pair(_, _, true) => question.ask(slice![0..3]),
            Entry::Pair(_, _, false) => question.ask(slice![n..n]),
            Entry::Strided { stride: 1, is_known: true, .. } => question.ask(slice![0..+3; 1]),
            Entry::Strided { is_known: true, .. } => question.ask(slice![0..+3; 2]),
            Entry::Strided { is_known: false, .. } => question.ask(slice![n..+n; n]),
        }
    }
}

// --- Extents ---

/// What the types know of the mode that an entry leaves, if it leaves one.
pub(super) fn mode_left(entry: &Entry, mode: StaticExtent) -> Result<Option<StaticExtent>, String> {
    let ask = ModeLeft(mode);
    match *entry {
        Entry::Pair(begin, end, true) => {
            let count = end.checked_sub(begin).ok_or("a range ends before it begins")?;
            with_large_const!(count, N => Ok(ask.ask(slice![0..+{ N }])))
        }
        Entry::Strided { count, stride: 1, is_known: true, .. } => {
            with_large_const!(count, N => Ok(ask.ask(slice![0..+{ N }; 1])))
        }
        Entry::Strided { count, is_known: true, .. } => {
            with_large_const!(count, N => Ok(ask.ask(slice![0..+{ N }; 2])))
        }
        _ => Ok(entry.ask(ask)),
    }
}

struct ModeLeft(StaticExtent);

impl Question for ModeLeft {
    type Answer = Option<StaticExtent>;

    /// A mode of an extent that nothing else has shows whether the entry leaves the mode as it is.
    fn ask<F: SliceEntry + Move<Drop>>(self, _: (F,)) -> Self::Answer {
        const PROBE: usize = 1 << 30;
        if matches!(F::KNOWN, KnownEntry::Single(_)) {
            return None;
        }
        let of_known = <F::Extent<Const<PROBE>> as Mode>::EXTENT;
        let of_open = <F::Extent<Dyn> as Mode>::EXTENT;
        Some(match (of_known, of_open) {
            (Some(PROBE), None) => self.0,
            _ => StaticExtent(if self.0.0.is_some() { of_known } else { of_open }),
        })
    }
}

// --- Layouts ---

/// Whether a layout is padded, or strides are all there is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Dense,
    Padded,
    Strided,
}

/// The class of the layout that a slice of a layout has: entries from the fastest to the slowest.
pub(super) fn class_of_slice(source: Class, entries: &[&Entry]) -> Result<Class, String> {
    type Start<L> = <L as TypedLayout<StaticExtents![]>>::Start;
    match source {
        Class::Dense => walk::<Start<RowMajor>>(entries),
        Class::Padded => walk::<Start<Padded<RowMajor, DynStride>>>(entries),
        Class::Strided => walk::<Start<Strided<()>>>(entries),
    }
}

/// The states of the library, one entry after the other. All modes are `Dyn`, so that there are only so many
/// types.
fn walk<S: State>(entries: &[&Entry]) -> Result<Class, String> {
    match entries.split_first() {
        Some((entry, rest)) => entry.ask(Walk(rest, PhantomData::<S>)),
        None => {
            let end = type_name::<S::Layout<RowMajor, ()>>();
            let is = |class| end == class;
            match () {
                () if is(type_name::<RowMajor>()) => Ok(Class::Dense),
                () if is(type_name::<Padded<RowMajor, DynStride>>()) => Ok(Class::Padded),
                () if is(type_name::<Strided<()>>()) => Ok(Class::Strided),
                () => Err("the runner does not know the layout of this slice".into()),
            }
        }
    }
}

struct Walk<'e, S>(&'e [&'e Entry], PhantomData<S>);

impl<S: State> Question for Walk<'_, S> {
    type Answer = Result<Class, String>;

    fn ask<F: SliceEntry + Move<Drop>>(self, _: (F,)) -> Self::Answer {
        walk::<F::Next<S, Dyn>>(self.0)
    }
}

/// The padding of a padded slice where the types know it: the room of the fastest mode, times the modes
/// dropped right behind it. `padding` is that of a padded source.
pub(super) fn padding_of_slice(
    padding: Option<StaticExtent>,
    entries: &[&Entry],
    modes: &[StaticExtent],
) -> StaticExtent {
    let Some((fastest, others)) = modes.split_first() else {
        return padding.unwrap_or(StaticExtent(None));
    };
    let room = match (padding, fastest.0) {
        (None, extent) => extent,
        (Some(StaticExtent(Some(padding))), Some(extent)) => {
            if padding == 0 {
                Some(extent)
            } else {
                extent.checked_next_multiple_of(padding)
            }
        }
        _ => None,
    };
    let dropped = entries.iter().skip(1).zip(others);
    let dropped = dropped.take_while(|(entry, _)| matches!(entry, Entry::Index(..)));
    StaticExtent(dropped.fold(room, |stride, (_, mode)| stride?.checked_mul(mode.0?)))
}
