// How often the mode repeats is a literal, since it makes a tuple.
use extents::StaticExtents;

const RANK: usize = 4;

fn main() {
    let _: Option<StaticExtents![dyn; RANK]> = None;
}
