// A constant cannot have a cell of its own, which would be another one wherever it is used.
use extents::label::LabelName;
use extents::{Dim, Dyn};
use extents_static::__private::{DimCell, Once};

struct Evil;

impl Dim for Evil {
    const NAME: LabelName = LabelName::new("evil");
    type Kind = Once<Dyn>;
    const CELL: &'static DimCell = &DimCell::new();
}

fn main() {}
