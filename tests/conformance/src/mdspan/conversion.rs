//! Which extents, and which mappings, convert into which.

use std::marker::PhantomData;

use extents::layout::{ColMajor, LayoutTryInto, Padded, RowMajor, Strided};
use extents::{Const, DynExtents, DynStride, Extents};
use serde_json::{Value, json};

use crate::answer::{Check, same};
use crate::json::{StaticExtent, get};
use crate::layers::with_const;

/// Both sides of a conversion of extents, as their types know them.
struct Pair {
    source: Vec<StaticExtent>,
    target: Vec<StaticExtent>,
    is_no_narrower: bool,
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

    fn each_mode(&self, rule: fn(Option<usize>, Option<usize>) -> bool) -> bool {
        self.source.len() == self.target.len()
            && self.source.iter().zip(&self.target).all(|(from, to)| rule(from.0, to.0))
    }

    /// `strengthen`: what the type of either mode leaves open can hold.
    fn strengthens(&self) -> bool {
        self.each_mode(|source, target| match (source, target) {
            (Some(source), Some(target)) => source == target,
            _ => true,
        })
    }

    /// `weaken`: no mode needs a check. Our index type is always `usize`; that an index type must not get
    /// narrower is mdspan's rule.
    fn weakens(&self) -> bool {
        self.is_no_narrower && self.each_mode(|from, to| to.is_none() || from == to)
    }
}

/// Which extents convert is decided by the compiler, which cannot be asked here: this is its rule
/// spelled out. The typed tests compare the compiler's own verdict with the same cases.
pub(super) fn of_extents(case: &Value) -> Check {
    let pair = Pair::read(case)?;
    same("constructible", &get(case, "constructible")?, &json!(pair.strengthens()))?;
    same("implicit", &get(case, "implicit")?, &json!(pair.weakens()))
}

/// Which layouts convert is asked of the compiler, for extents of this rank. What mdspan calls implicit
/// is no question to our types, since it may have a precondition there: this is the draft's rule. The typed
/// tests convert mappings of the types of a case.
pub(super) fn of_mappings(case: &Value) -> Check {
    let pair = Pair::read(case)?;
    let (from, to): (Value, Value) = (get(case, "from")?, get(case, "to")?);
    let (source, target) = (Family::read(&from)?, Family::read(&to)?);
    let rank = pair.target.len();
    let constructible = pair.strengthens() && source.may_become(target, rank)?;
    let unlike = from.get("padding") != to.get("padding")
        || from.get("static_extents") != to.get("static_extents")
        || from.get("index_type") != to.get("index_type");
    let needs_a_word = match (source, target) {
        (_, Family::Stride) => false,
        (Family::Stride, _) => rank > 0,
        _ if source.is_padded() && target.is_padded() => {
            unlike && rank >= 2 && (target.is_known() || !source.is_known())
        }
        _ => false,
    };
    let implicit = constructible && pair.weakens() && !needs_a_word;
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

/// Whether mappings in layout `L` may become mappings in layout `M`, as the compiler sees it.
///
/// An associated const of the type itself, where its bound holds, hides the one of a trait.
struct Becomes<L, M, F>(PhantomData<(L, M, F)>);

impl<L: LayoutTryInto<M, F>, M, F: Extents> Becomes<L, M, F> {
    const HOLDS: bool = true;
}

trait Otherwise {
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

    fn may_become(self, target: Self, rank: usize) -> Result<bool, String> {
        with_const!(rank, N => {
            with_layout!(self, N, L => with_layout!(target, N, M => {
                Ok(<Becomes<L, M, DynExtents<N>>>::HOLDS)
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
