//! [`NamedMesh`]: a mesh whose axes are labels.

use std::fmt;
use std::marker::PhantomData;

use extents_static::__private::{LabelList, Tuple};
use extents_static::for_each_arity;

use super::axes::DistinctAxes;
use crate::{DistError, Mesh};

/// A tuple of labels as the axes of a mesh.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are no axes of a mesh",
    label = "the axes of a mesh are a tuple of labels, each another one",
    note = "`labels! {{ node, core }}` makes labels; of a single one the tuple is `(node,)`"
)]
pub trait MeshAxes: Tuple<List: LabelList + DistinctAxes> {
    /// The number of processes along each axis: an array.
    type Lengths: Into<Vec<usize>>;
}

macro_rules! mesh_axes {
    ($rank:literal; $(($A:ident $B:ident $n:tt))*) => {
        impl<$($A),*> MeshAxes for ($($A,)*)
        where
            ($($A,)*): Tuple<List: LabelList + DistinctAxes>,
        {
            type Lengths = [usize; $rank];
        }
    };
}
for_each_arity!(mesh_axes);

/// A mesh whose axes are the labels `Axes`, in the scope `'b`.
///
/// Tensors of one scope are on one mesh: there is no other that has its type, though it may have the same axes and lengths.
///
/// ```
/// use extents::labels;
/// use extents_mpi::{DistError, NamedMesh};
/// labels! { node, core }
/// let processes = NamedMesh::<(node, core)>::scope([2, 3], |mesh| mesh.mesh().processes())?;
/// assert_eq!(processes, 6);
/// # Ok::<(), DistError>(())
/// ```
pub struct NamedMesh<'b, Axes> {
    mesh: Mesh,
    // Neither wider nor narrower: a scope has a lifetime of its own.
    scope: PhantomData<fn(&'b ()) -> &'b ()>,
    axes: PhantomData<fn(Axes) -> Axes>,
}

impl<Axes> NamedMesh<'_, Axes> {
    /// Calls a function with a mesh that has this number of processes along each axis. All ranks call it with the same numbers.
    ///
    /// # Errors
    /// Returns [`DistError::EmptyAxis`]; [`ShapeError::SizeOverflow`](extents::ShapeError::SizeOverflow).
    ///
    /// ```
    /// use extents::labels;
    /// use extents_mpi::{DistError, NamedMesh};
    /// labels! { node, core }
    /// let none = NamedMesh::<(node, core)>::scope([2, 0], |_| ());
    /// assert_eq!(none, Err(DistError::EmptyAxis { axis: 1 }));
    /// ```
    pub fn scope<R>(
        lengths: <Axes as MeshAxes>::Lengths,
        body: impl for<'b> FnOnce(&NamedMesh<'b, Axes>) -> R,
    ) -> Result<R, DistError>
    where
        Axes: MeshAxes,
    {
        let mesh = Mesh::new(lengths)?;
        Ok(body(&NamedMesh { mesh, scope: PhantomData, axes: PhantomData }))
    }

    /// Returns the mesh, whose axes are numbers.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }
}

impl<Axes: MeshAxes> fmt::Debug for NamedMesh<'_, Axes> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = <Axes::List as LabelList>::TAGS;
        let axes = names.iter().map(|tag| tag.name).zip(self.mesh.lengths());
        f.debug_map().entries(axes).finish()
    }
}
