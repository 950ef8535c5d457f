// The sizes of a tile are in its type, and these are values.
use extents::layout::Tiled;

fn main() {
    let _ = Tiled::new((8_usize, 128_usize));
}
