// Plans trust what is said about labelled extents, so that saying it takes unsafe code.
use extents::label::{Label, i, j, k};
use extents::composition::{LabelExtent, LabelTable};
use extents::{Compose, Dyn, ShapeError, StaticExtents};
use extents_static::__private::{
    Cons, DynEntries, LabelList, LabelTuple, LabelledBy, Nil, Open, Tag, ToTuple, Tuple, Wiring,
};

/// Labels that lie about the extents.
struct Liars;

impl Tuple for Liars {
    type List = Cons<i, Cons<j, Nil>>;
    fn into_list(self) -> Self::List {
        unreachable!()
    }
}
impl LabelledBy<Liars> for StaticExtents![2, 1000] {
    type Entries = DynEntries<(i, j)>;
}
impl LabelTuple<Dyn, 3> for Liars {
    type Entries = DynEntries<(i, j)>;
}

/// A list of labels that says it has another number of them.
struct Short;

impl LabelList for Short {
    const LEN: usize = 3;
    const TAGS: [Tag; 12] = [Tag::NONE; 12];
    type DynEntries = Nil;
    type Has<L: Label> = <Nil as LabelList>::Has<L>;
}
impl ToTuple for Short {
    type Tuple = (Dyn, Dyn);
    fn into_tuple(self) -> (Dyn, Dyn) {
        (Dyn::new(2), Dyn::new(1000))
    }
}

/// Extents that compose to others.
struct Others;

impl Compose<Others, (i, k)> for (StaticExtents![2], StaticExtents![4]) {
    type Output = StaticExtents![1000];
    type Error = ShapeError;
    type Certainty = Open;
    const WIRING: &'static Wiring =
        <(StaticExtents![2], StaticExtents![4]) as Compose<((i,), (k,)), (i, k)>>::WIRING;
    fn resolve(self, _: &mut [LabelExtent]) -> Result<StaticExtents![1000], ShapeError> {
        Ok(StaticExtents::new())
    }
    fn label_table(self) -> Result<LabelTable, ShapeError> {
        unreachable!()
    }
}

fn main() {}
