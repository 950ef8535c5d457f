#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod bound;
mod call;
mod distribution;
mod error;
mod exchange;
#[cfg(feature = "npy")]
mod files;
#[cfg(any(doc, doctest))]
pub mod guide;
mod mesh;
mod message;
#[cfg(feature = "mpi")]
pub mod mpi;
mod owners;
mod plan;
mod rooms;
mod share;
pub mod simulated;
#[cfg(feature = "mpi")]
mod spans;
mod tensor;
mod tiles;
mod transport;
mod typed;

pub use bound::least_words;
pub use distribution::Distribution;
pub use error::DistError;
pub use exchange::Exchange;
pub use mesh::Mesh;
pub use message::{Message, Piece};
#[cfg(feature = "mpi")]
pub use mpi::run;
pub use owners::{GridOwnership, Ownership};
pub use plan::{Costs, DistPlan};
pub use rooms::Rooms;
pub use share::Share;
pub use tensor::DistTensor;
pub use transport::{Move, Transport, World};
pub use typed::{Dist, NamedMesh, Partial, Replicated, Shard};

/// What code that is generic over placements states, and what [`contract!`](extents::contract!) asks of tensors of ranks.
pub mod placement {
    pub use crate::typed::{
        DistMut, DistOperand, Lettered, MeshAxes, Ordered, Place, Placed, PlacedAs, PlacementsFor,
        Reduced, Slices, Unreduced, WholeAlong, Without,
    };
}
