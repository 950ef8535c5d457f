// Only a dim that is `once` is bound.
use extents::{Sym, dims};

dims! { Batch }

fn main() {
    let _ = Sym::<Batch>::bind(3);
}
