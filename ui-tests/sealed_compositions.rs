// Plans trust what is said about labelled extents, so that saying it takes unsafe code.
use extents::label::{i, j, k};
use extents::{Compose, Dyn, ShapeError, StaticExtents};
use extents_static::__private::{
    Cons, DynEntries, LabelCount, LabelList, LabelledBy, Nil, Open, Tag, ToTuple, Tuple, dyn_entries,
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
    fn entries(&self, _: usize) -> Result<Self::Entries, ShapeError> {
        Ok(dyn_entries::<(i, j)>(&[2, 2]))
    }
}
impl LabelCount<3> for Liars {}

/// A list of labels that says it has another number of them.
struct Short;

impl LabelList for Short {
    const LEN: usize = 3;
    const TAGS: [Tag; 12] = [Tag::NONE; 12];
    type DynEntries = Nil;
    fn name_dyn(_: &[usize]) -> Nil {
        Nil
    }
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
    type Environment = Nil;
    fn resolve(self) -> Result<(Nil, StaticExtents![1000]), ShapeError> {
        Ok((Nil, StaticExtents::new()))
    }
}

fn main() {}
