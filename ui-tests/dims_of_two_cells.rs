// The cell of a dim is a constant, which cannot read what changes.
use std::sync::atomic::{AtomicBool, Ordering};

use extents::label::LabelName;
use extents::{Dim, Dyn};
use extents_static::__private::{DimCell, Once};

struct Evil;
static ONE: DimCell = DimCell::new();
static OTHER: DimCell = DimCell::new();
static TURN: AtomicBool = AtomicBool::new(false);

impl Dim for Evil {
    const NAME: LabelName = LabelName::new("evil");
    type Kind = Once<Dyn>;
    const CELL: &'static DimCell = if TURN.load(Ordering::Relaxed) { &ONE } else { &OTHER };
}

fn main() {}
