//! What an iterator over indices does: what one over a list of them does.

/// Takes from both ends, by steps, and folds what is left: all as a `Vec` does.
pub(crate) fn behaves_as<I>(all: I, expected: &[Vec<usize>], front: usize, back: usize, skip: usize)
where
    I: DoubleEndedIterator<Item: AsRef<[usize]>> + ExactSizeIterator + Clone,
{
    let vec = |index: I::Item| index.as_ref().to_vec();
    assert_eq!(all.len(), expected.len());
    assert_eq!(all.clone().map(vec).collect::<Vec<_>>(), expected);
    assert_eq!(all.clone().count(), expected.len());
    assert_eq!(all.clone().last().map(vec), expected.last().cloned());
    let fold = |all: I| {
        all.fold(Vec::new(), |mut found, index| {
            found.push(vec(index));
            found
        })
    };
    assert_eq!(fold(all.clone()), expected);
    assert!(all.clone().rev().map(vec).eq(expected.iter().rev().cloned()));

    let (mut all, mut list) = (all, expected.iter().cloned());
    for _ in 0..front {
        assert_eq!(all.next().map(vec), list.next());
    }
    for _ in 0..back {
        assert_eq!(all.next_back().map(vec), list.next_back());
    }
    assert_eq!(all.len(), list.len());
    assert_eq!(fold(all.clone()), list.clone().collect::<Vec<_>>());
    assert_eq!(all.nth(skip).map(vec), list.nth(skip));
    assert_eq!(all.nth_back(skip).map(vec), list.nth_back(skip));
    assert_eq!(all.len(), list.len());
    for index in all.by_ref() {
        assert_eq!(Some(vec(index)), list.next());
    }
    assert_eq!(list.next(), None);
    assert!(all.next().is_none() && all.next_back().is_none() && all.nth(1).is_none());
}
