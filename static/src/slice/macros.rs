//! The macro that writes slices: [`slice!`](crate::slice!).

/// Creates a slice with one entry for each mode: `slice![.., 2, 1..4, ..; 2]`.
///
/// | entry | keeps |
/// |---|---|
/// | `..` | the whole mode |
/// | `2` | one entry: `slice` leaves a mode of extent 1, `chip` drops the mode |
/// | `-1`, `-n`, `-(n + 1)` | one entry, counted from the end: of 1 the last |
/// | `1..4`, `1..=3`, `..4` | a range |
/// | `n..+4`, `..+4` | 4 entries from `n` on |
/// | `2..` | the rest, a run-time extent |
/// | `1..7; 2`, `n..+4; 2`, `..; 2` | every second entry; 4 of them; all that fit |
/// | `n..+4; 1` | the same as `n..+4` |
/// | `(2..)` | the rest, an extent that has a name: `Time-2` of a mode `Time`, and 6 of 8 |
/// | `(..-1)` | all but the last entry: `Time-1` |
/// | `(1..-1)` | all but the first and the last: `Time-2`, and 6 of 8 |
/// | `(..; 2)`, `(1..; 2)` | every second entry: `Time/2`, rounded up, and `(Time-1)/2` |
///
/// `slice![Time = 1..4, Key = 0]` has entries for the modes of these names, in any order, and keeps all of the others.
///
/// Literals and const expressions in braces are static, anything else is a run-time value; the extent that
/// is left is in the type where begin and end, or the count after `+`, are static. In generic code, where
/// the compiler cannot subtract const parameters, state the count: `{ B }..+{ N }`.
///
/// ```
/// use extents_static::slice::{At, Full, Range};
/// use extents_static::{Const, Dyn, slice};
/// let n = 3;
/// assert_eq!(slice![.., 2], (Full, At(Const::<2>)));
/// assert_eq!(slice![1..4], (Range { begin: Const::<1>, count: Const::<3> },));
/// assert_eq!(slice![n..+4], (Range { begin: Dyn::new(3), count: Const::<4> },));
/// ```
#[macro_export]
macro_rules! slice {
    ($first:ident $(:: $name:ident)* = $($entries:tt)+) => {
        $crate::__slice!(@next [[= []] []] $first $(:: $name)* = $($entries)+)
    };
    ($($entries:tt)*) => { $crate::__slice!(@next [[] []] $($entries)*) };
}

/// Reads the entries of [`slice!`](crate::slice!) one token at a time: `done [begin] [end] rest`, where `done`
/// holds the entries so far, and a `()` for each.
#[doc(hidden)]
#[macro_export]
macro_rules! __slice {
    // Entries with names: behind `=` stand the names so far.
    (@next [[= [$($names:tt)*] $($done:tt)*] $modes:tt]) => {
        $crate::slice::NamedEntries($crate::names::Names::<($($names)*)>::new(), ($($done)*))
    };
    (@next [[= [$($names:tt)*] $($done:tt)*] $modes:tt] $first:ident $(:: $name:ident)* = $($rest:tt)+) => {
        $crate::__slice!(@begin [[= [$($names)* $first $(:: $name)*,] $($done)*] $modes] [] $($rest)+)
    };
    (@next [[= $($done:tt)*] $modes:tt] $($rest:tt)+) => {
        compile_error!("where one entry of a slice has a name, each has: `slice![Time = 1..4, Key = 0]`")
    };
    (@next [[$($done:tt)*] $modes:tt]) => { ($($done)*) };
    (@next $done:tt $($rest:tt)+) => { $crate::__slice!(@begin $done [] $($rest)+) };

    // A range or a step as Python writes them.
    (@begin $done:tt [] :: $step:literal $($rest:tt)*) => { $crate::__slice!(@colons) };
    (@begin $done:tt [$begin:tt] :: $step:literal $($rest:tt)*) => { $crate::__slice!(@colons) };
    (@begin $done:tt $begin:tt : $($rest:tt)*) => { $crate::__slice!(@colons) };
    (@colons) => {
        compile_error!("a slice has no colons: a range is `1..4`, and a step follows a `;`, as in `..; 2`")
    };

    // In brackets: entries up to the end, whose number has a name.
    (@begin $done:tt [] (..; 1) $($rest:tt)*) => { $crate::__slice!(@begin $done [] .. $($rest)*) };
    (@begin $done:tt [] ($begin:tt ..; 1) $($rest:tt)*) => {
        $crate::__slice!(@begin $done [] ($begin ..) $($rest)*)
    };
    (@begin $done:tt [] ($begin:tt ..) $(, $($rest:tt)*)?) => {
        $crate::__slice!(@done $done [$crate::slice::Range {
            begin: $crate::__slice!(@mode $begin),
            count: $crate::slice::NamedRest,
        }] $($($rest)*)?)
    };
    (@begin $done:tt [] (..- $but:tt) $(, $($rest:tt)*)?) => {
        $crate::__slice!(@done $done [$crate::slice::Range {
            begin: $crate::Const::<0>,
            count: $crate::slice::AllBut($crate::__slice!(@mode $but)),
        }] $($($rest)*)?)
    };
    (@begin $done:tt [] (0 ..- $but:tt) $($rest:tt)*) => {
        $crate::__slice!(@begin $done [] (..- $but) $($rest)*)
    };
    // Before a literal, which a `-` could begin.
    (@begin $done:tt [] (- $($inside:tt)+) $($rest:tt)*) => {
        $crate::__slice!(@inside $done [(- $($inside)+) $($rest)*] - $($inside)+)
    };
    (@begin $done:tt [] ($begin:literal ..- $but:literal) $(, $($rest:tt)*)?) => {
        $crate::__slice!(@done $done [$crate::slice::Range {
            begin: $crate::Const::<$begin>,
            count: $crate::slice::InnerOf::<$but, { $begin + $but }>,
        }] $($($rest)*)?)
    };
    (@begin $done:tt [] ($begin:tt ..- $but:tt) $(, $($rest:tt)*)?) => {
        $crate::__slice!(@done $done [$crate::slice::Range {
            begin: $crate::__slice!(@mode $begin),
            count: $crate::slice::Inner($crate::__slice!(@mode $but)),
        }] $($($rest)*)?)
    };
    (@begin $done:tt [] (..; $step:tt) $(, $($rest:tt)*)?) => {
        $crate::__slice!(@done $done [$crate::slice::Stepped {
            begin: $crate::Const::<0>,
            count: $crate::slice::NamedAll,
            step: $crate::__slice!(@mode $step),
        }] $($($rest)*)?)
    };
    (@begin $done:tt [] ($begin:tt ..; $step:tt) $(, $($rest:tt)*)?) => {
        $crate::__slice!(@done $done [$crate::slice::Stepped {
            begin: $crate::__slice!(@mode $begin),
            count: $crate::slice::NamedRest,
            step: $crate::__slice!(@mode $step),
        }] $($($rest)*)?)
    };

    // Other brackets: a range that has no name, or an index, which may be any expression.
    (@begin $done:tt [] ($($inside:tt)+) $(, $($rest:tt)*)?) => {
        $crate::__slice!(@inside $done [($($inside)+) $(, $($rest)*)?] $($inside)+)
    };
    (@inside $done:tt [$index:tt $($rest:tt)*]) => { $crate::__slice!(@begin $done [$index] $($rest)*) };
    (@inside $done:tt $entry:tt .. $($rest:tt)*) => { $crate::__slice!(@brackets) };
    (@inside $done:tt $entry:tt ..= $($rest:tt)*) => { $crate::__slice!(@brackets) };
    (@inside $done:tt $entry:tt $token:tt $($rest:tt)*) => { $crate::__slice!(@inside $done $entry $($rest)*) };
    (@brackets) => {
        compile_error!("a slice has brackets around entries up to the end, whose number has a name: `(2..)`, `(..-1)`, `(1..-1)`, `(1..; 2)`; any other range stands without: `1..3`")
    };

    // An index from the end.
    (@begin $done:tt [] - $back:tt $(, $($rest:tt)*)?) => {
        $crate::__slice!(@done $done [$crate::slice::FromEnd($crate::__slice!(@mode $back))] $($($rest)*)?)
    };

    // Up to `..`, `,` or the end: a begin, or an index.
    (@begin $done:tt $begin:tt .. + $($rest:tt)+) => {
        $crate::__slice!(@until count $done $begin [] $($rest)+)
    };
    (@begin $done:tt $begin:tt ..= $($rest:tt)+) => {
        $crate::__slice!(@until last $done $begin [] $($rest)+)
    };
    (@begin $done:tt $begin:tt .. $($rest:tt)*) => {
        $crate::__slice!(@until end $done $begin [] $($rest)*)
    };
    (@begin $done:tt [- $($index:tt)+] $(, $($rest:tt)*)?) => {
        compile_error!("an entry from the end is one number behind a minus, `-1`, `-n` or `-(a.len())`, without a step")
    };
    (@begin $done:tt [$($index:tt)+] $(, $($rest:tt)*)?) => {
        $crate::__slice!(@done $done [$crate::slice::At($crate::__slice!(@mode $($index)+))] $($($rest)*)?)
    };
    (@begin $done:tt [$($begin:tt)*] $token:tt $($rest:tt)*) => {
        $crate::__slice!(@begin $done [$($begin)* $token] $($rest)*)
    };

    // Up to `;`, `,` or the end: an end, a last entry, or a count.
    (@until $kind:ident $done:tt $begin:tt $end:tt; $($rest:tt)+) => {
        $crate::__slice!(@step $kind $done $begin $end [] $($rest)+)
    };
    (@until $kind:ident $done:tt $begin:tt $end:tt $(, $($rest:tt)*)?) => {
        $crate::__slice!(@done $done [$crate::__slice!(@range $done $kind $begin $end)] $($($rest)*)?)
    };
    (@until $kind:ident $done:tt $begin:tt [$($end:tt)*] $token:tt $($rest:tt)*) => {
        $crate::__slice!(@until $kind $done $begin [$($end)* $token] $($rest)*)
    };

    // Up to `,` or the end: a step. Neighbours stay neighbours, in the type as well.
    (@step $kind:ident $done:tt $begin:tt $end:tt [1] $(, $($rest:tt)*)?) => {
        $crate::__slice!(@done $done [$crate::__slice!(@range $done $kind $begin $end)] $($($rest)*)?)
    };
    (@step $kind:ident $done:tt $begin:tt $end:tt [$($step:tt)+] $(, $($rest:tt)*)?) => {
        $crate::__slice!(@done $done [$crate::__slice!(@stepped $done $kind $begin $end [$($step)+])] $($($rest)*)?)
    };
    (@step $kind:ident $done:tt $begin:tt $end:tt [$($step:tt)*] $token:tt $($rest:tt)*) => {
        $crate::__slice!(@step $kind $done $begin $end [$($step)* $token] $($rest)*)
    };

    (@done [[$($done:tt)*] [$($mode:tt)*]] [$($entry:tt)+] $($rest:tt)*) => {
        $crate::__slice!(@next [[$($done)* $($entry)+,] [$($mode)* ()]] $($rest)*)
    };

    // The entry of a range.
    (@range $done:tt end [] []) => { $crate::slice::Full };
    (@range [$done:tt $modes:tt] $kind:ident [$($begin:tt)*] $end:tt) => {
        $crate::slice::Range {
            begin: $crate::__slice!(@mode $($begin)*),
            count: $crate::__slice!(@entries $modes $kind [$($begin)*] $end [neighbours]),
        }
    };
    (@stepped [$done:tt $modes:tt] $kind:ident [$($begin:tt)*] $end:tt $step:tt) => {
        $crate::slice::Stepped {
            begin: $crate::__slice!(@mode $($begin)*),
            count: $crate::__slice!(@entries $modes $kind [$($begin)*] $end $step),
            step: $crate::__slice!(@stride $modes $kind [$($begin)*] $end $step),
        }
    };

    // A number: static where it is a literal or in braces; without tokens 0.
    (@mode) => { $crate::Const::<0> };
    (@mode - $($n:tt)*) => { $crate::__slice!(@value - $($n)*) };
    (@mode $n:literal) => { $crate::Const::<$n> };
    (@mode { $($n:tt)+ }) => { $crate::Const::<{ $($n)+ }> };
    (@mode $($n:tt)+) => { $crate::Dyn::new($crate::__slice!(@value $($n)+)) };

    // A run-time number.
    (@value - $($n:tt)*) => {
        compile_error!("a range of a slice counts entries from 0 at the front of a mode, and leaves out the last ones in brackets: `(..-1)` is all but the last, `(1..-1)` leaves out the first too; `-1` alone is the last entry, and `n - 2..` the last two of `n`")
    };
    (@value $n:expr) => { $n };
    (@value $($other:tt)+) => {
        compile_error!("each entry of a slice is `..`, an index such as `2`, a range such as `1..4` or `n..+4`, or a range and a step such as `1..7; 2`")
    };

    // How many entries.
    (@entries $modes:tt $kind:ident $begin:tt [- $($end:tt)*] $step:tt) => { $crate::__slice!(@value - $($end)*) };
    (@entries $modes:tt count $begin:tt [$($count:tt)+] $step:tt) => { $crate::__slice!(@mode $($count)+) };
    (@entries $modes:tt end $begin:tt [] $step:tt) => { $crate::slice::Rest };
    (@entries $modes:tt $kind:ident [] $end:tt $step:tt) => {
        $crate::__slice!(@entries $modes $kind [{ 0 }] $end $step)
    };
    (@entries $modes:tt $kind:ident [$begin:literal] $end:tt $step:tt) => {
        $crate::__slice!(@entries $modes $kind [{ $begin }] $end $step)
    };
    (@entries $modes:tt $kind:ident $begin:tt [$end:literal] $step:tt) => {
        $crate::__slice!(@entries $modes $kind $begin [{ $end }] $step)
    };
    (@entries $modes:tt $kind:ident $begin:tt $end:tt [$step:literal]) => {
        $crate::__slice!(@entries $modes $kind $begin $end [{ $step }])
    };
    (@entries $modes:tt $kind:ident [{ $($begin:tt)+ }] [{ $($end:tt)+ }] [neighbours]) => {
        $crate::Const::<{ $crate::__slice!(@count $modes $kind { $($begin)+ } { $($end)+ } 1) }>
    };
    (@entries $modes:tt $kind:ident [{ $($begin:tt)+ }] [{ $($end:tt)+ }] [{ $($step:tt)+ }]) => {
        $crate::slice::Of::<
            { $crate::__slice!(@count $modes $kind { $($begin)+ } { $($end)+ } { $($step)+ }) },
            { $crate::__slice!(@end $kind { $($end)+ }) },
        >
    };
    (@entries $modes:tt end $begin:tt [$($end:tt)+] $step:tt) => {
        $crate::slice::Until($crate::__slice!(@value $($end)+))
    };
    (@entries $modes:tt last $begin:tt [$($end:tt)+] $step:tt) => {
        $crate::slice::Until(usize::saturating_add($crate::__slice!(@value $($end)+), 1))
    };

    // The step, 1 where it is known that there are fewer than two entries.
    (@stride $modes:tt end $begin:tt [] [$($step:tt)+]) => { $crate::__slice!(@mode $($step)+) };
    (@stride $modes:tt count $begin:tt [$count:literal] [$step:literal]) => {
        $crate::Const::<{ $crate::slice::slice_step($count, $step) }>
    };
    // In generic code the compiler cannot compute with a count in braces.
    (@stride $modes:tt count $begin:tt $count:tt [$($step:tt)+]) => { $crate::__slice!(@mode $($step)+) };
    (@stride $modes:tt $kind:ident [] $end:tt $step:tt) => {
        $crate::__slice!(@stride $modes $kind [{ 0 }] $end $step)
    };
    (@stride $modes:tt $kind:ident [$begin:literal] $end:tt $step:tt) => {
        $crate::__slice!(@stride $modes $kind [{ $begin }] $end $step)
    };
    (@stride $modes:tt $kind:ident $begin:tt [$end:literal] $step:tt) => {
        $crate::__slice!(@stride $modes $kind $begin [{ $end }] $step)
    };
    (@stride $modes:tt $kind:ident $begin:tt $end:tt [$step:literal]) => {
        $crate::__slice!(@stride $modes $kind $begin $end [{ $step }])
    };
    (@stride $modes:tt $kind:ident [{ $($begin:tt)+ }] [{ $($end:tt)+ }] [{ $($step:tt)+ }]) => {
        $crate::Const::<{
            $crate::slice::slice_step(
                $crate::__slice!(@count $modes $kind { $($begin)+ } { $($end)+ } { $($step)+ }),
                { $($step)+ },
            )
        }>
    };
    (@stride $modes:tt $kind:ident $begin:tt $end:tt [$($step:tt)+]) => { $crate::__slice!(@mode $($step)+) };

    // Numbers of a range whose numbers are all static.
    (@count [$($mode:tt)*] $kind:ident $begin:block $end:tt $step:expr) => {
        $crate::slice::slice_count(&[$($mode),*], $begin, $crate::__slice!(@end $kind $end), $step)
    };
    (@end end $end:block) => { $end };
    (@end last $end:block) => { $end + 1 };
}
