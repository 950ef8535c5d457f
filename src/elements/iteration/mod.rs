//! Iteration over the elements of views and tensors.

mod iter;
mod methods;
mod places;
mod routed;

pub use iter::{IndexedIter, IndexedIterMut, Iter, IterMut};
