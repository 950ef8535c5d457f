//! From extents that are read at run time to the types of each layer.

use extents::generic::ModeTuple;
use extents::{Const, Dyn, Extents, Mode, ShapeError, StaticExtents};

use crate::answer::{Answer, Outcome};
use crate::json::StaticExtent;

/// Evaluates an [`Outcome`] with the const `$n` equal to a run-time number from 0 to 12.
macro_rules! with_const {
    ($number:expr, $n:ident => $outcome:expr) => {
        $crate::layers::with_const!(@ $number, $n, $outcome; 0 1 2 3 4 5 6 7 8 9 10 11 12)
    };
    (@ $number:expr, $n:ident, $outcome:expr; $($k:literal)*) => {
        match $number {
            $($k => {
                const $n: usize = $k;
                $outcome
            })*
            number => Err(format!("the runner has no types for {number}")),
        }
    };
}
pub(crate) use with_const;

/// The same with a number from 0 to 64, for what is small enough to be compiled so often.
macro_rules! with_large_const {
    ($number:expr, $n:ident => $outcome:expr) => {
        $crate::layers::with_const!(@ $number, $n, $outcome;
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
            33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62
            63 64)
    };
}
pub(crate) use with_large_const;

/// The [`Outcome`] of an answer under extents of a rank: given as `DynRankExtents` and as
/// `DynExtents<N>`, which must agree.
macro_rules! each_layer {
    ($rank:expr, $E:ident => $answer:expr) => {{
        let open = {
            type $E = extents::DynRankExtents;
            $answer
        };
        $crate::layers::with_const!($rank, N => {
            type $E = extents::DynExtents<N>;
            $crate::layers::agree(open, $answer)
        })
    }};
}
pub(crate) use each_layer;

/// The answer that two layers share.
pub(crate) fn agree(left: Answer, right: Answer) -> Outcome {
    if left == right {
        Ok(left)
    } else {
        Err(format!("the layers disagree: {left:?} and {right:?}"))
    }
}

/// What the types of these modes know of their extents.
pub(crate) fn known_by_modes(modes: &[StaticExtent]) -> Result<Vec<Option<usize>>, String> {
    let known = |mode: &StaticExtent| match mode.0 {
        Some(extent) => with_const!(extent, N => Ok(Const::<N>::EXTENT)),
        None => Ok(Dyn::EXTENT),
    };
    modes.iter().map(known).collect()
}

/// Whether each mode takes its extent.
///
/// The type of a mixed shape cannot be named at run time; the types of its modes can, one by one.
/// How many there are is for the caller to check.
pub(crate) fn modes_take(
    modes: &[StaticExtent],
    extents: &[usize],
) -> Result<Result<(), ShapeError>, String> {
    for (mode, extent) in modes.iter().zip(extents) {
        let taken = match mode.0 {
            Some(n) => with_const!(n, N => Ok(takes::<(Const<N>,)>(*extent))),
            None => Ok(takes::<(Dyn,)>(*extent)),
        }?;
        if let Err(error) = taken {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}

fn takes<T: ModeTuple>(extent: usize) -> Result<(), ShapeError> {
    StaticExtents::<T>::from_extents(&[extent]).map(|_| ())
}
