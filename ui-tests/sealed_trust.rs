// Whose offsets are not checked, the crate says by a trait that no other crate can name.
use extents::layout::{Layout, Trust, Trusted};
use extents::{ShapeError, StaticExtents};

/// A layout that nobody trusts.
#[derive(Clone, Debug)]
struct Far;

impl Layout<StaticExtents![2]> for Far {
    type Trust = Trusted;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = false;
    fn offset(&self, _: &StaticExtents![2], _: &[usize; 1]) -> usize {
        1000
    }
    fn required_span_size(&self, _: &StaticExtents![2]) -> usize {
        2
    }
}
impl Trust<StaticExtents![2], Far> for Trusted {
    type Length = ();
    const IS_PROVEN: bool = true;
    fn length(_: usize) {}
    fn check(_: (), _: usize) -> Result<(), ShapeError> {
        Ok(())
    }
}

fn main() {}
