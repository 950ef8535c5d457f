//! [`dims!`](crate::dims!).

/// Defines dims: names for extents, each a type without values. They are labels too.
///
/// A visibility may stand before each name. What stands around the name says where the extent is:
///
/// | | the extent is | two modes that meet |
/// |---|---|---|
/// | `Batch` | a word in each mode | are compared |
/// | `Batch ..= 4096` | as above, and never more than 4096 | are compared |
/// | `once Vocab` | bound once a process, by [`Sym::bind`](crate::Sym::bind), and a word in each mode | are equal |
/// | `once Hidden ..= 65536` | as above, and never more than 65536 | are equal |
/// | `Heads = 8` | the number 8, which takes no word | are equal |
///
/// A largest extent is what the compiler needs to know that a shape is not too large.
///
/// ```
/// use extents_static::{Dim, Extents, StaticExtents, Sym, dims, extents, label::Label};
/// dims! { pub Batch ..= 4096, Time, once Hidden, Heads = 8 }
/// assert_eq!((<Batch as Dim>::NAME.as_str(), <Time as Label>::NAME), ("Batch", "Time"));
///
/// let shape: StaticExtents![dyn Batch, (Heads), 64] = extents![dyn Batch = 3, (Heads), 64]?;
/// assert_eq!(format!("{shape:?}"), "[Batch = 3, Heads = 8, 64]");
/// let error = extents![dyn Batch = 5000, 64].unwrap_err();
/// assert_eq!(error.to_string(), "dim `Batch` has at most 4096 entries, but should get 5000");
///
/// let hidden = Sym::<Hidden>::bind(512)?;
/// assert_eq!(extents![dyn Hidden = 512]?.modes(), (hidden,));
/// assert!(extents![dyn Hidden = 513].is_err());
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
#[macro_export]
macro_rules! dims {
    ($($dims:tt)+) => { $crate::__dims! { [] $($dims)+ } };
}

/// Implements `Dim` for one name after the other, and defines all as labels.
#[doc(hidden)]
#[macro_export]
macro_rules! __dims {
    ([$([$($label:tt)*])*]) => { $crate::labels! { @dims true; $($($label)*),* } };
    ([$($labels:tt)*] $(#[$meta:meta])* $vis:vis once $name:ident ..= $most:tt $(, $($rest:tt)*)?) => {
        $crate::__dims! { @once $name $crate::Const<$most> }
        $crate::__dims! { [$($labels)* [$(#[$meta])* $vis $name]] $($($rest)*)? }
    };
    ([$($labels:tt)*] $(#[$meta:meta])* $vis:vis once $name:ident $(, $($rest:tt)*)?) => {
        $crate::__dims! { @once $name $crate::Dyn }
        $crate::__dims! { [$($labels)* [$(#[$meta])* $vis $name]] $($($rest)*)? }
    };
    ([$($labels:tt)*] $(#[$meta:meta])* $vis:vis $name:ident ..= $most:tt $(, $($rest:tt)*)?) => {
        $crate::__dims! { @dim $name $crate::__private::Stored<$crate::Const<$most>, $crate::__private::Named> }
        $crate::__dims! { [$($labels)* [$(#[$meta])* $vis $name]] $($($rest)*)? }
    };
    ([$($labels:tt)*] $(#[$meta:meta])* $vis:vis $name:ident = $extent:tt $(, $($rest:tt)*)?) => {
        $crate::__dims! { @dim $name $crate::__private::Fixed<$extent, $crate::__private::Named> }
        $crate::__dims! { [$($labels)* [$(#[$meta])* $vis $name]] $($($rest)*)? }
    };
    ([$($labels:tt)*] $(#[$meta:meta])* $vis:vis $name:ident $(, $($rest:tt)*)?) => {
        $crate::__dims! { @dim $name $crate::__private::Stored<$crate::Dyn, $crate::__private::Named> }
        $crate::__dims! { [$($labels)* [$(#[$meta])* $vis $name]] $($($rest)*)? }
    };
    (@dim $name:ident $kind:ty) => {
        impl $crate::Dim for $name {
            const NAME: $crate::LabelName = $crate::LabelName::new(stringify!($name));
            type Kind = $kind;
            const ID: u64 = $crate::label::label_id::<$name>();
        }
    };
    (@once $name:ident $most:ty) => {
        impl $crate::Dim for $name {
            const NAME: $crate::LabelName = $crate::LabelName::new(stringify!($name));
            type Kind = $crate::__private::Once<$most, $crate::__private::Named>;
            const ID: u64 = $crate::label::label_id::<$name>();
            const CELL: &'static $crate::__private::DimCell = {
                static CELL: $crate::__private::DimCell = $crate::__private::DimCell::new();
                &CELL
            };
        }
    };
    ($($other:tt)*) => {
        compile_error!("a dim is a name, alone or as in `once Name`, `Name ..= 64` or `Name = 8`: `dims! { pub Batch, Heads = 8 }`");
    };
}
