//! [`ReadOnly`] and [`Assignable`]: whether a tensor can stand on the left of an assignment.

/// The access of a tensor: [`ReadOnly`] or [`Assignable`].
#[allow(private_bounds, reason = "a seal")]
pub trait Access: Sealed + Clone + Copy + core::fmt::Debug + 'static {
    /// `true` if the tensor can only be read.
    const READ_ONLY: bool;
}

/// The access of an r-tensor, which has values and need not store them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadOnly {}

/// The access of an l-tensor, which has storage; each index has an element of its own that can be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assignable {}

// Of its own: what is in `__private` of `extents` can be named by other crates.
trait Sealed {}
impl Sealed for ReadOnly {}
impl Sealed for Assignable {}

impl Access for ReadOnly {
    const READ_ONLY: bool = true;
}

impl Access for Assignable {
    const READ_ONLY: bool = false;
}

/// The access of tensors that can be assigned to: [`Assignable`].
#[diagnostic::on_unimplemented(
    message = "a read-only tensor cannot be assigned to",
    label = "this description only gives values",
    note = "`materialise()` describes a tensor with storage of its own, which can be assigned to"
)]
pub(crate) trait CanAssign: Access {}

impl CanAssign for Assignable {}
