// A name that is a number is given to another number.
use extents::prelude::*;

dims! { Heads = 8 }

fn main() {
    let _ = extents![9, 64].strengthen::<StaticExtents![(Heads), 64]>();
}
