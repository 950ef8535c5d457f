//! The steps that an index function is made of.

use alloc::vec::Vec;

use super::assigned::Assigned;
use super::error::{DescriptionError, short};
use extents::{DynRankExtents, Mapping, ShapeError};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// One coordinate for each mode of the source.
    Pick { from: Vec<usize>, to: Vec<usize>, coordinates: Vec<Coordinate> },
    /// The index of the same place in row-major order.
    Reshape { from: Vec<usize>, to: Vec<usize> },
}

/// A coordinate of the source: `begin`, and so many steps further as a coordinate of the view says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Coordinate {
    pub(super) begin: usize,
    pub(super) of: Option<(usize, isize)>,
}

impl Step {
    /// The index is in bounds, and so is what comes out.
    pub(super) fn apply(&self, index: &[usize]) -> Result<Vec<usize>, ShapeError> {
        match self {
            Step::Pick { coordinates, .. } => Ok(coordinates
                .iter()
                .map(|coordinate| {
                    let far = coordinate.of.map_or(0, |(mode, step)| {
                        let steps = index.get(mode).copied().unwrap_or(0);
                        step.wrapping_mul(steps.cast_signed())
                    });
                    coordinate.begin.wrapping_add_signed(far)
                })
                .collect()),
            Step::Reshape { from, to } => {
                let place = Mapping::new(DynRankExtents::new(from)?).offset(index)?;
                Ok(Mapping::new(DynRankExtents::new(to)?).index(place)?.to_vec())
            }
        }
    }

    /// Both as one step, where that is possible.
    pub(super) fn fused(&self, next: &Step) -> Option<Step> {
        match (self, next) {
            (Step::Pick { from, coordinates: first, .. }, Step::Pick { to, coordinates, .. }) => {
                let fuse = |outer: &Coordinate| -> Option<Coordinate> {
                    let Some((mode, step)) = outer.of else { return Some(*outer) };
                    let inner = first.get(mode)?;
                    let far = step.checked_mul(isize::try_from(inner.begin).ok()?)?;
                    let begin = outer.begin.checked_add_signed(far)?;
                    let of = match inner.of {
                        Some((mode, inner)) => Some((mode, step.checked_mul(inner)?)),
                        None => None,
                    };
                    Some(Coordinate { begin, of })
                };
                let coordinates = coordinates.iter().map(fuse).collect::<Option<Vec<_>>>()?;
                Some(Step::Pick { from: from.clone(), to: to.clone(), coordinates })
            }
            (Step::Reshape { from, .. }, Step::Reshape { to, .. }) => {
                Some(Step::Reshape { from: from.clone(), to: to.clone() })
            }
            _ => None,
        }
    }

    /// The step, unless it does nothing.
    pub(super) fn kept(self) -> Option<Step> {
        let itself = |(mode, coordinate): (usize, &Coordinate)| {
            *coordinate == Coordinate { begin: 0, of: Some((mode, 1)) }
        };
        let does_nothing = match &self {
            Step::Reshape { from, to } => from == to,
            Step::Pick { from, to, coordinates } => {
                from == to && coordinates.iter().enumerate().all(itself)
            }
        };
        (!does_nothing).then_some(self)
    }

    /// The layout of the view on one of the source.
    pub(super) fn layout(&self, source: &Assigned) -> Result<Assigned, DescriptionError> {
        match self {
            Step::Pick { from, coordinates, .. } => {
                let mut strides: Vec<isize> = from.iter().map(|_| 0).collect();
                for (coordinate, stride) in coordinates.iter().zip(source.strides()) {
                    if let Some((mode, step)) = coordinate.of
                        && let Some(to) = strides.get_mut(mode)
                    {
                        let too_large = DescriptionError::TooLarge { what: "a stride" };
                        *to = stride.checked_mul(step).ok_or(too_large)?;
                    }
                }
                let begin: Vec<usize> = coordinates.iter().map(|each| each.begin).collect();
                let offset = match source.is_empty() {
                    // Without elements there is nothing that the offset could be of.
                    true => source.offset(),
                    false => source.offset_of(&begin)?,
                };
                Assigned::new(from, &strides, offset)
            }
            Step::Reshape { from, .. } => source.reshaped(from).map_err(|error| match error {
                ShapeError::NotMergeable { mode, stride, expected } => {
                    DescriptionError::NotMergeable { axis: short(&mode), stride, expected }
                }
                other => other.into(),
            }),
        }
    }
}
