// Only this library makes modes of a dim.
use std::marker::PhantomData;

use extents::{Sym, dims};

dims! { once Vocab }

fn main() {
    let _ = Sym::<Vocab> { held: 9, dim: PhantomData };
}
