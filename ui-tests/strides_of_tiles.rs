// A tiled layout has no strides, neither in consts.
use extents::layout::Tiled;
use extents::{Const, Mapping, StaticExtents};

type Tiles = Mapping<StaticExtents![32, 256], Tiled<(Const<8>, Const<128>)>>;
const ROW: isize = Tiles::STRIDES[0];

fn main() {
    let _ = ROW;
}
