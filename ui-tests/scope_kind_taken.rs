// The kind of a dim of a scope is that of no other dim, of which two modes could have two extents.
use extents::names::In;
use extents::prelude::*;
use extents::label::LabelName;

dims! { Batch }

enum Forged {}

impl Dim for Forged {
    const NAME: LabelName = LabelName::new("Forged");
    type Kind = <In<'static, Batch> as Dim>::Kind;
}

fn main() {
    let _ = Sym::<Forged>::try_new(3);
}
