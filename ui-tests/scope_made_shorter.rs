// The lifetime of a scope is that of its modes, neither longer nor shorter: two modes do not meet in between.
use extents::names::In;
use extents::prelude::*;

dims! { Batch }

fn equal<'b>(one: Sym<In<'b, Batch>>, other: Sym<In<'b, Batch>>) -> bool {
    one == other
}

fn main() {
    Sym::<Batch>::new(64).scope(|one| {
        Sym::<Batch>::new(16).scope(|other| equal(one, other));
    });
}
