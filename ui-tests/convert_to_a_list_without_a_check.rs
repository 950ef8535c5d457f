// A list of modes in the type is checked at run time.
use extents::layout::{Canonical, MinorToMajor, RowMajor};
use extents::{Const, StaticExtents, extents};

fn main() {
    let rows = RowMajor.of(extents![2, 3]);
    let _list = rows.convert::<StaticExtents![2, 3], MinorToMajor<(Const<1>, Const<0>)>>();
}
