// What lanes and chunks are made of spans as much as the whole only where the whole has such entries: views make them,
// and no other crate can.
use extents::rearrange::{Along, Chunk, Lane};
use extents::{Const, Mapping, extents, strides};
use extents::layout::Strided;

fn main() {
    let none = Mapping::with_layout(extents![0, 5], Strided::new(strides![dyn 1, dyn 1 << 62]));
    let lane = Lane(Const::<1>).parts(&none.unwrap());
    let chunk = Chunk(Const::<0>, Const::<9>).parts(&Mapping::new(extents![2, 2]));
}
