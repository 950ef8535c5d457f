// A value that is the same everywhere has no extents of its own: `uniform_of` gives it some.
use extents::expression::uniform;

fn main() {
    let _ = (uniform(1.0) + 2.0).sum();
}
