// `n` is known only at run time: `dyn n` says so.
use extents::extents;

fn main() {
    let n = std::env::args().count();
    let _ = extents![n, 3];
}
