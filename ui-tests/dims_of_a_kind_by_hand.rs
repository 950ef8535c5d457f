// Only this library has kinds of dims, and only it makes modes of them.
use extents::label::LabelName;
use extents::{Dim, StaticExtents, Sym, dims};

dims! { once Vocab }

struct Mine;
impl Dim for Mine {
    const NAME: LabelName = LabelName::new("mine");
    type Kind = Mine;
}

fn main() {
    let _: Sym<Vocab> = Default::default();
    let _: StaticExtents![dyn Vocab] = Default::default();
    let _ = <StaticExtents![dyn Vocab]>::new();
}
