//! Chapters for those who know other systems.
//!
//! 1. [`chemistry`]: what programs for TiledArray and CTF are here.
//! 2. [`sharding`]: what programs for PyTorch's DTensor and JAX's sharding are here.

#[doc = include_str!("chemistry.md")]
pub mod chemistry {}

#[doc = include_str!("sharding.md")]
pub mod sharding {}
