//! Extents of all layers, and the vocabulary that they share.

mod conversions;
mod dtype;
mod label_sets;
mod layers;
mod vocabulary;
