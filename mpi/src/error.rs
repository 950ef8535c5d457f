//! [`DistError`]: what can be wrong with a distribution, with a plan, or with the ranks that carry it out.

use std::fmt;

use extents::ShapeError;
use extents_shapes::StructureError;

/// An error of a distributed tensor. All ranks have the same one, but where a method says that one rank has it alone, and but for
/// [`RankEnded`](Self::RankEnded) and [`Parcel`](Self::Parcel), which name the rank that has them.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum DistError {
    /// Of extents and labels.
    Shape(ShapeError),
    /// Of tilings and owners.
    Structure(StructureError),
    /// An axis of a mesh without processes.
    EmptyAxis {
        /// The axis, counted from 0.
        axis: usize,
    },
    /// A mode is shared out along an axis that the mesh does not have.
    NoAxis {
        /// The mode, where it is known: a share by itself is of no mode yet.
        mode: Option<usize>,
        /// The axis, counted from 0.
        axis: usize,
        /// The number of axes of the mesh.
        axes: usize,
    },
    /// Two modes, or one mode twice, are shared out along one axis.
    AxisUsedTwice {
        /// The second mode.
        mode: usize,
        /// The axis, counted from 0.
        axis: usize,
    },
    /// A mode has owners for another number of tiles than it has.
    Tiles {
        /// The mode, where it is known: a share by itself is of no mode yet.
        mode: Option<usize>,
        /// The number of tiles.
        tiles: usize,
        /// The number of tiles that there are owners for.
        owned: usize,
    },
    /// A mode has owners for another number of processes than there are along its axes.
    Owners {
        /// The mode.
        mode: usize,
        /// The number of processes along the axes.
        processes: usize,
        /// The number of owners.
        owners: usize,
    },
    /// A mesh of more processes than there are ranks.
    MeshTooLarge {
        /// The number of processes of the mesh.
        processes: usize,
        /// The number of ranks.
        ranks: usize,
    },
    /// A rank cannot read or write a file.
    File {
        /// The first rank that cannot.
        rank: usize,
        /// The file, and why.
        problem: String,
    },
    /// A number that is not that of a rank.
    NoRank {
        /// The number.
        rank: usize,
        /// The number of ranks.
        ranks: usize,
    },
    /// A tensor of which each rank has a part of each sum, where whole sums are needed.
    Unreduced {
        /// The first axis along which there are parts of sums.
        axis: usize,
    },
    /// An operand that is distributed otherwise than the plan says, or than the other operand.
    OtherDistribution {
        /// The operand, counted from 0.
        operand: usize,
    },
    /// Elements whose sums depend on the order of the terms, of which each process would have a part.
    OrderedSums {
        /// The first axis along which there would be parts of sums.
        axis: usize,
    },
    /// A tensor that is distributed otherwise than the types say.
    OtherPlacement,
    /// Elements whose sums depend on the order of the terms, by a plan whose panels cut a label that is summed.
    OrderedPanels {
        /// The label.
        label: String,
    },
    /// No mesh of labels, and no panels, keep what a rank holds within a limit.
    Memory {
        /// The largest number of elements that a rank may hold beyond its operands and its result.
        limit: usize,
        /// The least number of elements that some rank would hold.
        least: usize,
    },
    /// Another number of extents than of labels.
    LabelExtents {
        /// The number of labels.
        expected: usize,
        /// The number of extents.
        found: usize,
    },
    /// A rank has no memory for what it would hold.
    NoMemory {
        /// The first such rank.
        rank: usize,
        /// The number of elements.
        elements: usize,
    },
    /// What else went wrong on a rank.
    OnRank {
        /// The first such rank.
        rank: usize,
        /// What went wrong.
        problem: String,
    },
    /// A rank ended, by a panic or before the others, while others waited for it.
    RankEnded {
        /// The rank that waited.
        rank: usize,
        /// The rank that ended.
        ended: usize,
    },
    /// Another number of lists than of ranks that they go to, or come from.
    Lists {
        /// The number of ranks.
        ranks: usize,
        /// The number of lists.
        lists: usize,
    },
    /// The ranks do not make the same call.
    OtherCall {
        /// Rank 0, and the first rank whose call is another one. Where calls are not compared: a rank, and one that sent it something else.
        ranks: [usize; 2],
        /// The first thing in which their calls differ, as it is on each.
        calls: [String; 2],
    },
    /// A rank was sent another number of elements than its plan says: the ranks do not do the same.
    Parcel {
        /// The rank that sent.
        from: usize,
        /// The rank that received.
        to: usize,
        /// The number of elements by the plan.
        expected: usize,
        /// The number that came.
        found: usize,
    },
}

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for DistError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes which mode an error is of.
fn write_mode(f: &mut fmt::Formatter<'_>, mode: Option<usize>) -> fmt::Result {
    match mode {
        Some(mode) => write!(f, "mode {mode}"),
        None => f.write_str("a mode"),
    }
}

impl fmt::Display for DistError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DistError::Shape(error) => error.fmt(f),
            DistError::Structure(error) => error.fmt(f),
            DistError::EmptyAxis { axis } => write!(f, "axis {axis} of the mesh has no process"),
            DistError::NoAxis { mode, axis, axes } => {
                write_mode(f, *mode)?;
                write!(
                    f,
                    " is shared out along axis {axis}, but the number of axes of the mesh is {axes}"
                )
            }
            DistError::AxisUsedTwice { mode, axis } => {
                write!(f, "mode {mode} is shared out along axis {axis}, which is used already")
            }
            DistError::Tiles { mode, tiles, owned } => {
                write_mode(f, *mode)?;
                write!(f, " has {tiles} tiles, but there are owners of {owned}")
            }
            DistError::Owners { mode, processes, owners } => write!(
                f,
                "the number of owners of mode {mode} is {owners}, but that of processes along its axes is {processes}"
            ),
            DistError::MeshTooLarge { processes, ranks } => {
                write!(f, "the mesh has {processes} processes, but the number of ranks is {ranks}")
            }
            DistError::NoRank { rank, ranks } => {
                write!(
                    f,
                    "there is no rank {rank}: ranks are counted from 0, and their number is {ranks}"
                )
            }
            DistError::Unreduced { axis } => write!(
                f,
                "each process along axis {axis} of the mesh has a part of each sum: reduce the tensor first"
            ),
            DistError::OtherDistribution { operand } => {
                write!(
                    f,
                    "operand {operand} is distributed otherwise than the plan or the other operand"
                )
            }
            DistError::OrderedSums { axis } => write!(
                f,
                "sums of these elements depend on the order of the terms, but each process along axis {axis} of the mesh would have a part of each"
            ),
            DistError::OtherPlacement => {
                f.write_str("the tensor is distributed otherwise than its type would say")
            }
            DistError::OrderedPanels { label } => write!(
                f,
                "sums of these elements depend on the order of the terms, but the panels of the plan cut the label `{label}`, which is summed"
            ),
            DistError::Memory { limit, least } => write!(
                f,
                "some rank would hold at least {least} elements beyond its operands and its result, but the limit is {limit}"
            ),
            DistError::LabelExtents { expected, found } => write!(
                f,
                "there should be an extent for each of {expected} labels, but the number of extents is {found}"
            ),
            DistError::NoMemory { rank, elements } => {
                write!(f, "rank {rank} has no memory for {elements} elements")
            }
            DistError::File { rank, problem } | DistError::OnRank { rank, problem } => {
                write!(f, "rank {rank}: {problem}")
            }
            DistError::RankEnded { rank, ended } => {
                write!(f, "rank {ended} ended while rank {rank} waited for it")
            }
            DistError::Lists { ranks, lists } => write!(
                f,
                "there should be a list for each of {ranks} ranks, but the number of lists is {lists}"
            ),
            DistError::OtherCall { ranks: [one, other], calls: [this, that] } => {
                write!(
                    f,
                    "the ranks do not make the same call: {this} on rank {one}, but {that} on rank {other}"
                )
            }
            DistError::Parcel { from, to, expected, found } => write!(
                f,
                "the number of elements that rank {from} sent to rank {to} is {found}, but should be {expected}"
            ),
        }
    }
}

impl std::error::Error for DistError {}

impl From<ShapeError> for DistError {
    fn from(error: ShapeError) -> Self {
        DistError::Shape(error)
    }
}

impl From<StructureError> for DistError {
    fn from(error: StructureError) -> Self {
        match error {
            StructureError::Shape(error) => DistError::Shape(error),
            error => DistError::Structure(error),
        }
    }
}
