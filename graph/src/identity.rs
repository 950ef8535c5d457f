//! When two descriptions are the same, and how one prints.

use alloc::sync::Arc;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::access::Access;
use super::tensor::TensorDescription;

impl<A: Access> Clone for TensorDescription<A> {
    fn clone(&self) -> Self {
        self.retyped()
    }
}

/// Views of the same tensor are equal if their axes have the same names and lengths, their layouts are the same, those
/// of their base too, and so are the steps of their index functions. Views of different tensors never are.
impl<A> PartialEq for TensorDescription<A> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.base, &other.base)
            && (self.dtype, &self.axes, &self.sizes) == (other.dtype, &other.axes, &other.sizes)
            && (&self.layout, &self.base_layout, &self.map)
                == (&other.layout, &other.base_layout, &other.map)
    }
}

impl<A> Eq for TensorDescription<A> {}

impl<A> Hash for TensorDescription<A> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (Arc::as_ptr(&self.base).addr(), self.dtype, &self.axes).hash(state);
        (&self.sizes, &self.layout, &self.map).hash(state);
    }
}

/// Writes `f32[H: 2, W: 3]`, and strides and offset where they are known: ` strides [3, 1] offset 0`.
impl<A> fmt::Debug for TensorDescription<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.dtype, self.axes)?;
        let Some(layout) = &self.layout else { return Ok(()) };
        write!(f, " strides {:?} offset {}", layout.strides(), layout.offset())
    }
}

/// Writes what `Debug` writes.
impl<A> fmt::Display for TensorDescription<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
