// A mode of a scope is not kept as `dyn Any`, which would forget of which scope it is.
use std::any::Any;

use extents::prelude::*;

dims! { Batch }

fn keep(value: impl Any) -> Box<dyn Any> {
    Box::new(value)
}

fn main() {
    Sym::<Batch>::new(64).scope(|batch| {
        let _ = keep(batch);
    });
}
