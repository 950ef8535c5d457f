//! The one notation of shapes: `[2, 3]`, and `[2, dyn 3, Batch = 4]` where matters what is static and what has a name.

use core::fmt;

use crate::Extents;

/// `[2, 3]`, or `null`.
pub fn display<E: Extents>(extents: &E, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write(extents, f, |_, _| Ok(()))
}

/// `[2, dyn 3, Batch = 4]`: what the type does not know is marked, or has its name.
pub fn debug<E: Extents>(extents: &E, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write(extents, f, |mode, f| match (E::NAMES.get(mode), E::STATIC_EXTENTS.get(mode)) {
        (Some(Some(name)), _) if !name.is_number() => write!(f, "{name} = "),
        (_, Some(Some(_))) => Ok(()),
        _ => f.write_str("dyn "),
    })
}

fn write<E: Extents>(
    extents: &E,
    f: &mut fmt::Formatter<'_>,
    before: impl Fn(usize, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    if extents.is_null() {
        return f.write_str("null");
    }
    f.write_str("[")?;
    for (mode, extent) in extents.iter().enumerate() {
        if mode > 0 {
            f.write_str(", ")?;
        }
        before(mode, f)?;
        write!(f, "{extent}")?;
    }
    f.write_str("]")
}
