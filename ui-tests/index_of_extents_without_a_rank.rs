// Nothing says that these extents have two modes.
use extents::{Extents, View};

fn first<E: Extents>(a: &View<'_, f64, E>) -> f64 {
    a[[0, 0]]
}

fn main() {
    let a = extents::Tensor::full(extents::extents![2, 3], 1.0).unwrap();
    println!("{}", first(&a.view()));
}
