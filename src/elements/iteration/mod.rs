//! Iteration over the elements of views and tensors.

mod iter;
mod methods;
mod places;

pub use iter::{IndexedIter, IndexedIterMut, Iter, IterMut};
