// A slice is a tuple of entries of this crate: what else is kept of modes, no other crate can say.
use extents_static::__private::{Cons, Nil, Tuple};
use extents_static::slice::{Full, Kept, KnownEntry, SliceTuple};

#[derive(Clone, Copy, Debug)]
struct Far;

impl Tuple for Far {
    type List = Cons<Full, Nil>;
    fn into_list(self) -> Self::List {
        Cons(Full, Nil)
    }
}
impl SliceTuple for Far {
    const KNOWN: &'static [KnownEntry] = &[KnownEntry::Full];
    fn kept(self, _: &[usize]) -> Result<[Kept; 12], extents::ShapeError> {
        Ok([Kept { begin: 1000, count: 1, step: 1, is_index: false }; 12])
    }
}

fn main() {}
