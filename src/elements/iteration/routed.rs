//! [`Routed`]: one of three iterators over the same elements.

/// One of three iterators over the same.
#[derive(Clone)]
pub(super) enum Routed<A, B, C> {
    Flat(A),
    Strided(B),
    ByIndex(C),
}

impl<A: Iterator, B: Iterator<Item = A::Item>, C: Iterator<Item = A::Item>> Iterator
    for Routed<A, B, C>
{
    type Item = A::Item;
    #[inline]
    fn next(&mut self) -> Option<A::Item> {
        match self {
            Routed::Flat(flat) => flat.next(),
            Routed::Strided(strided) => strided.next(),
            Routed::ByIndex(by_index) => by_index.next(),
        }
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Routed::Flat(flat) => flat.size_hint(),
            Routed::Strided(strided) => strided.size_hint(),
            Routed::ByIndex(by_index) => by_index.size_hint(),
        }
    }
    #[inline]
    fn nth(&mut self, n: usize) -> Option<A::Item> {
        match self {
            Routed::Flat(flat) => flat.nth(n),
            Routed::Strided(strided) => strided.nth(n),
            Routed::ByIndex(by_index) => by_index.nth(n),
        }
    }
    #[inline]
    fn fold<Z, F: FnMut(Z, A::Item) -> Z>(self, init: Z, f: F) -> Z {
        match self {
            Routed::Flat(flat) => flat.fold(init, f),
            Routed::Strided(strided) => strided.fold(init, f),
            Routed::ByIndex(by_index) => by_index.fold(init, f),
        }
    }
}

impl<A, B, C> DoubleEndedIterator for Routed<A, B, C>
where
    A: DoubleEndedIterator,
    B: DoubleEndedIterator<Item = A::Item>,
    C: DoubleEndedIterator<Item = A::Item>,
{
    #[inline]
    fn next_back(&mut self) -> Option<A::Item> {
        match self {
            Routed::Flat(flat) => flat.next_back(),
            Routed::Strided(strided) => strided.next_back(),
            Routed::ByIndex(by_index) => by_index.next_back(),
        }
    }
    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<A::Item> {
        match self {
            Routed::Flat(flat) => flat.nth_back(n),
            Routed::Strided(strided) => strided.nth_back(n),
            Routed::ByIndex(by_index) => by_index.nth_back(n),
        }
    }
}
