//! Which extents, and which mappings, convert into which.

use std::marker::PhantomData;

use extents::generic::{UnitesWith, WeakenedFrom};
use extents::layout::{ColMajor, DynStride, LayoutInto, Padded, RowMajor, Strided};
use extents::{Const, DynExtents, DynRankExtents, Extents, ShapeError, StaticExtents};
use serde_json::{Value, json};

use crate::answer::{Check, Outcome, same};
use crate::json::{StaticExtent, get};
use crate::layers::{modes_take, with_const};

/// Both sides of a conversion of extents, as their types know them.
struct Pair {
    source: Vec<StaticExtent>,
    target: Vec<StaticExtent>,
    is_no_narrower: bool,
}

/// Whether extents of one type become those of another: without a check ([`WeakenedFrom`]), or at all
/// ([`UnitesWith`]).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Verdict {
    weakens: bool,
    strengthens: bool,
}

/// The compiler's verdict on two types of extents.
///
/// An associated const of the type itself, where its bound holds, hides the one of a trait.
struct Fits<A, B>(PhantomData<(A, B)>);

impl<A: Extents, B: WeakenedFrom<A>> Fits<A, B> {
    const WEAKENS: bool = true;
}
impl<A: UnitesWith<B>, B: Extents> Fits<A, B> {
    const STRENGTHENS: bool = true;
}
trait DoesNotFit {
    const WEAKENS: bool = false;
    const STRENGTHENS: bool = false;
}
impl<A, B> DoesNotFit for Fits<A, B> {}

macro_rules! verdict {
    ($from:ty, $to:ty) => {
        Ok(Verdict {
            weakens: <Fits<$from, $to>>::WEAKENS,
            strengthens: <Fits<$from, $to>>::STRENGTHENS,
        })
    };
}

impl Pair {
    fn read(case: &Value) -> Result<Self, String> {
        let (from, to): (Value, Value) = (get(case, "from")?, get(case, "to")?);
        Ok(Pair {
            source: get(&from, "static_extents")?,
            target: get(&to, "static_extents")?,
            is_no_narrower: largest_index(&to)? >= largest_index(&from)?,
        })
    }

    /// The types of a case cannot be named at run time. The library decides by the ranks and mode by mode, and each
    /// of these questions has types that can be named. The typed tests ask for whole types.
    fn verdict(&self) -> Result<Verdict, String> {
        let mut all: Verdict = with_const!(self.source.len(), M => {
            with_const!(self.target.len(), N => verdict!(DynExtents<M>, DynExtents<N>))
        })?;
        for (source, target) in self.source.iter().zip(&self.target) {
            let one: Verdict = match (source.0, target.0) {
                (None, None) => verdict!(StaticExtents![dyn], StaticExtents![dyn]),
                (None, Some(to)) => {
                    with_const!(to, N => verdict!(StaticExtents![dyn], StaticExtents![N]))
                }
                (Some(from), None) => {
                    with_const!(from, M => verdict!(StaticExtents![M], StaticExtents![dyn]))
                }
                (Some(from), Some(to)) => with_const!(from, M => {
                    with_const!(to, N => verdict!(StaticExtents![M], StaticExtents![N]))
                }),
            }?;
            all.weakens &= one.weakens;
            all.strengthens &= one.strengthens;
        }
        if all.weakens && !all.strengthens {
            return Err("what converts without a check does not convert with one".into());
        }
        if all.strengthens != self.takes_values()? {
            return Err("the compiler and a conversion of values disagree".into());
        }
        Ok(all)
    }

    /// Whether there are values of the source's type that the target's type takes: where neither knows an extent, any
    /// does.
    fn takes_values(&self) -> Result<bool, String> {
        let modes = self.source.iter().zip(&self.target);
        let values = modes.map(|(source, target)| source.0.or(target.0).unwrap_or(7));
        let values: Vec<usize> = values.collect();
        let of_rank: Outcome = with_const!(self.target.len(), N => {
            let shape = DynRankExtents::new(&vec![2; self.source.len()]);
            let shape = shape.and_then(|shape| shape.strengthen::<DynExtents<N>>());
            Ok(shape.map(|shape| json!(shape.rank())))
        });
        Ok(of_rank?.is_ok() && modes_take(&self.target, &values)?.is_ok())
    }

    /// mdspan's rule on index types comes on top of what the library says: ours is always `usize`, and mdspan's must not get
    /// narrower where nothing is checked.
    fn weakens(&self) -> Result<bool, String> {
        Ok(self.verdict()?.weakens && self.is_no_narrower)
    }
}

pub(super) fn of_extents(case: &Value) -> Check {
    let pair = Pair::read(case)?;
    let found = pair.verdict()?.strengthens;
    same("constructible", &get(case, "constructible")?, &json!(found))?;
    same("implicit", &get(case, "implicit")?, &json!(pair.weakens()?))
}

/// Which layouts convert, and which do without a check, is asked of the compiler, for extents of this rank. The typed
/// tests convert mappings of the types of a case.
pub(super) fn of_mappings(case: &Value) -> Check {
    let pair = Pair::read(case)?;
    let (from, to): (Value, Value) = (get(case, "from")?, get(case, "to")?);
    let (source, target) = (Family::read(&from)?, Family::read(&to)?);
    let rank = pair.target.len();
    let (may_become, never_fails) = source.becomes(target, rank)?;
    if never_fails && !may_become {
        return Err("what converts without a check does not convert with one".into());
    }
    let constructible = pair.verdict()?.strengthens && may_become;
    let is_unlike = ["padding", "static_extents", "index_type"]
        .iter()
        .any(|name| from.get(name) != to.get(name));
    // mdspan marks what needs a check as explicit, as the library does, but:
    let implicit = match (source.is_padded(), target.is_padded()) {
        // between a dense layout and its padded one, that the strides agree is a precondition;
        (false, true) | (true, false) if source.is_in_order() && target.is_in_order() => may_become,
        // paddings do not matter below two modes, where the library compares their types all the same;
        (true, true) if rank < 2 => may_become,
        // and paddings of unlike mappings that only values know are explicit, where the library keeps the value.
        (true, true) if is_unlike => never_fails && source.is_known() && !target.is_known(),
        _ => never_fails,
    };
    let implicit = constructible && pair.weakens()? && implicit;
    same("constructible", &get(case, "constructible")?, &json!(constructible))?;
    same("implicit", &get(case, "implicit")?, &json!(implicit))
}

/// What matters of a layout: which paddings and strides there are does not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Left,
    Right,
    LeftPadded,
    RightPadded,
    LeftPaddedDyn,
    RightPaddedDyn,
    Stride,
}

/// Whether mappings in layout `L` may become mappings in layout `M`, and whether they all do, as the compiler sees it.
struct Becomes<L, M, F>(PhantomData<(L, M, F)>);

impl<L: LayoutInto<M, F, ShapeError>, M, F: Extents> Becomes<L, M, F> {
    const MAY_HOLD: bool = true;
}
impl<L: LayoutInto<M, F>, M, F: Extents> Becomes<L, M, F> {
    const HOLDS: bool = true;
}

trait Otherwise {
    const MAY_HOLD: bool = false;
    const HOLDS: bool = false;
}
impl<L, M, F> Otherwise for Becomes<L, M, F> {}

/// Evaluates an expression with the type `$L` of a family, for extents of rank `$N`.
macro_rules! with_layout {
    ($family:expr, $N:ident, $L:ident => $outcome:expr) => {
        match $family {
            Family::Left => {
                type $L = ColMajor;
                $outcome
            }
            Family::Right => {
                type $L = RowMajor;
                $outcome
            }
            Family::LeftPadded => {
                type $L = Padded<ColMajor, Const<4>>;
                $outcome
            }
            Family::RightPadded => {
                type $L = Padded<RowMajor, Const<4>>;
                $outcome
            }
            Family::LeftPaddedDyn => {
                type $L = Padded<ColMajor, DynStride>;
                $outcome
            }
            Family::RightPaddedDyn => {
                type $L = Padded<RowMajor, DynStride>;
                $outcome
            }
            Family::Stride => {
                type $L = Strided<[isize; $N]>;
                $outcome
            }
        }
    };
}

impl Family {
    fn read(mapping: &Value) -> Result<Self, String> {
        let (layout, padding): (String, StaticExtent) =
            (get(mapping, "layout")?, get(mapping, "padding")?);
        match (layout.as_str(), padding.0) {
            ("left", None) => Ok(Family::Left),
            ("right", None) => Ok(Family::Right),
            ("left_padded", Some(_)) => Ok(Family::LeftPadded),
            ("right_padded", Some(_)) => Ok(Family::RightPadded),
            ("left_padded", None) => Ok(Family::LeftPaddedDyn),
            ("right_padded", None) => Ok(Family::RightPaddedDyn),
            ("stride", None) => Ok(Family::Stride),
            _ => Err(format!("no such layout yet: `{layout}`")),
        }
    }

    fn is_padded(self) -> bool {
        !matches!(self, Family::Left | Family::Right | Family::Stride)
    }

    /// Whether the padding is in the type.
    fn is_known(self) -> bool {
        matches!(self, Family::LeftPadded | Family::RightPadded)
    }

    /// Whether its strides follow from the extents, with or without padding.
    fn is_in_order(self) -> bool {
        self != Family::Stride
    }

    /// Whether mappings may convert, and whether they always do.
    fn becomes(self, target: Self, rank: usize) -> Result<(bool, bool), String> {
        with_const!(rank, N => {
            with_layout!(self, N, L => with_layout!(target, N, M => {
                type Verdict = Becomes<L, M, DynExtents<N>>;
                Ok((Verdict::MAY_HOLD, Verdict::HOLDS))
            }))
        })
    }
}

fn largest_index(extents: &Value) -> Result<u64, String> {
    let index_type: String = get(extents, "index_type")?;
    let bits = index_type.get(1..).and_then(|bits| bits.parse::<u32>().ok());
    match (index_type.get(..1), bits) {
        (Some("u"), Some(bits @ (8 | 16 | 32 | 64))) => Ok(u64::MAX >> 64_u32.saturating_sub(bits)),
        (Some("i"), Some(bits @ (8 | 16 | 32 | 64))) => Ok(u64::MAX >> 65_u32.saturating_sub(bits)),
        _ => Err(format!("no such index type yet: `{index_type}`")),
    }
}
