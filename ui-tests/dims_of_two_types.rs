// A dim belongs to one type, of which no other is a part: else it could be bound twice.
#![allow(coherence_leak_check)]
use extents::label::LabelName;
use extents::{Dim, Dyn, Sym};
use extents_static::__private::{DimCell, Once};

struct Evil<F>(F);
type Any = for<'a> fn(&'a u8);
type Long = fn(&'static u8);

impl Dim for Evil<Any> {
    const NAME: LabelName = LabelName::new("any");
    type Kind = Once<Dyn>;
    const CELL: &'static DimCell = {
        static CELL: DimCell = DimCell::new();
        &CELL
    };
}
impl Dim for Evil<Long> {
    const NAME: LabelName = LabelName::new("long");
    type Kind = Once<Dyn>;
    const CELL: &'static DimCell = {
        static CELL: DimCell = DimCell::new();
        &CELL
    };
}

fn main() {
    let any = Sym::<Evil<Any>>::bind(3).unwrap();
    let _ = Sym::<Evil<Long>>::bind(300).unwrap();
    let _: Sym<Evil<Long>> = any;
}
