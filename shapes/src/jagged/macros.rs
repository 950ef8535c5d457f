//! [`jagged!`](crate::jagged): jagged shapes in braces.

/// Creates a [`JaggedShape`](crate::JaggedShape) from its slices along mode 0. A smooth slice is written as its
/// extents, and a jagged one as a list in braces.
///
/// An entry is a list of extents such as `[10, 20]`, extents of any layer, or a shape.
/// Without an entry it is a vector without elements.
///
/// # Errors
/// Returns [`SliceRank`](crate::StructureError::SliceRank) where slices have unlike ranks, and what an entry that is no
/// shape says.
///
/// ```
/// use extents_shapes::{ShapeBase, jagged};
/// // Matrix 0 has one row of 10 elements, matrix 1 rows of 20 and 30, matrix 2 of 30, 10 and 20.
/// let shape = jagged![{ [10] }, { [20], [30] }, { [30], [10], [20] }]?;
/// assert_eq!((shape.rank(), shape.size()), (3, 120));
/// assert_eq!(shape.chip([1])?, jagged![[20], [30]]?);
/// let e1 = jagged![[20], [30]]?;
/// assert_eq!(jagged![{ [10] }, e1, { [30], [10], [20] }]?, shape);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[macro_export]
macro_rules! jagged {
    (@slices [$($slice:expr,)*]) => {
        $crate::JaggedShape::from_results([$($slice),*])
    };
    (@slices [$($slice:expr,)*] { $($inner:tt)* } $(, $($rest:tt)*)?) => {
        $crate::jagged!(@slices [$($slice,)* $crate::jagged!($($inner)*),] $($($rest)*)?)
    };
    (@slices [$($slice:expr,)*] $next:expr $(, $($rest:tt)*)?) => {
        $crate::jagged!(
            @slices [$($slice,)* $crate::IntoJagged::into_jagged($next),] $($($rest)*)?
        )
    };
    ($($slices:tt)*) => {
        $crate::jagged!(@slices [] $($slices)*)
    };
}
