//! The one notation of shapes: `[2, 3]`, and `[2, dyn 3]` where static matters.

use core::fmt;

use crate::Extents;

/// `[2, 3]`, or `null`.
pub fn display<E: Extents>(extents: &E, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write(extents, f, |_| false)
}

/// `[2, dyn 3]`: what the type does not know is marked.
pub fn debug<E: Extents>(extents: &E, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write(extents, f, |mode| !matches!(E::STATIC_EXTENTS.get(mode), Some(Some(_))))
}

fn write<E: Extents>(
    extents: &E,
    f: &mut fmt::Formatter<'_>,
    is_open: impl Fn(usize) -> bool,
) -> fmt::Result {
    if extents.is_null() {
        return f.write_str("null");
    }
    f.write_str("[")?;
    for (mode, extent) in extents.iter().enumerate() {
        if mode > 0 {
            f.write_str(", ")?;
        }
        if is_open(mode) {
            f.write_str("dyn ")?;
        }
        write!(f, "{extent}")?;
    }
    f.write_str("]")
}
