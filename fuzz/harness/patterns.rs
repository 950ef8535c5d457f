//! Texts as patterns of einops, applied to small tensors: what they give is compared with a loop over all indices of labels.

use std::collections::BTreeMap;

use extents::einops::Pattern;
use extents::{DynRankExtents, Tensor};

use super::bytes::Bytes;
use super::oracle::{self, indices};

/// What stands in a mode: labels, numbers as labels of their own, and `...` as labels of all its modes.
type Mode = Vec<String>;

/// The most elements that are listed.
const LISTED: usize = 2048;
/// The most elements that a pattern is asked to make, by the product of all its numbers.
const MADE: usize = 1 << 22;

pub(crate) fn patterns(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let seed = bytes.byte();
    let mut extents = bytes.extents();
    let sizes: Vec<(u8, usize)> =
        (0..bytes.below(3)).map(|_| (bytes.byte() % 4, bytes.below(5))).collect();
    if bytes.byte() > 250 {
        extents = vec![0, usize::MAX / 4, 2];
    }
    let text = bytes.text();
    let Ok(mut pattern) = Pattern::new(&text) else {
        assert!(!is_plain(&text), "{text:?} is refused");
        return;
    };
    let mut given = BTreeMap::new();
    for (name, size) in sizes {
        let name = char::from(b'a' + name).to_string();
        pattern = pattern.with(&name, size);
        given.insert(name, size);
    }
    let of = DynRankExtents::new(&extents).expect("few elements");
    let x = Tensor::from_vec(
        of,
        (0..extents.iter().product::<usize>()).map(|at| at as i64 * 3 + i64::from(seed)).collect(),
    )
    .expect("as many elements");
    // What numbers repeat beyond this is asked of an allocator alone.
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    let numbers = digits.map(|word| word.parse().unwrap_or(usize::MAX));
    if numbers.fold(x.as_slice().len(), usize::saturating_mul) <= MADE {
        ask(&text, &pattern, &given, &x);
    }
}

/// Whether it is single labels, the same on both sides.
fn is_plain(text: &str) -> bool {
    let words = |side: &str| -> Option<Vec<String>> {
        let words: Vec<String> =
            side.split(' ').filter(|w| !w.is_empty()).map(str::to_owned).collect();
        let mut sorted = words.clone();
        sorted.sort();
        sorted.dedup();
        let is_label = |word: &String| word.chars().all(|c| c.is_ascii_lowercase());
        (sorted.len() == words.len() && words.iter().all(is_label)).then_some(words)
    };
    let Some((left, right)) = text.split_once("->") else { return false };
    words(left).is_some() && words(right).is_some()
}

/// The modes of a side. `...` stands for `open` modes; each number is a label of its own.
fn modes(side: &str, open: usize, numbers: &mut BTreeMap<String, usize>) -> Vec<Mode> {
    let mut modes: Vec<Mode> = Vec::new();
    let mut group: Option<Mode> = None;
    let mut rest = side.trim_start();
    while let Some(first) = rest.chars().next() {
        let mut length = first.len_utf8();
        if first == '(' {
            group = Some(Mode::new());
        } else if first == ')' {
            modes.extend(group.take());
        } else if rest.starts_with("...") {
            length = 3;
            let all = (0..open).map(|at| format!("...{at}"));
            match &mut group {
                Some(group) => group.extend(all),
                None => modes.extend(all.map(|one| vec![one])),
            }
        } else {
            let is_inside = |c: char| c.is_alphanumeric() || c == '_';
            length = rest.find(|c| !is_inside(c)).unwrap_or(rest.len());
            let word = &rest[..length];
            let part: Mode = match word.parse::<usize>() {
                Ok(1) => vec![],
                Ok(number) if first.is_ascii_digit() => {
                    let name = format!("#{}", numbers.len());
                    numbers.insert(name.clone(), number);
                    vec![name]
                }
                _ => vec![word.to_owned()],
            };
            match &mut group {
                Some(group) => group.extend(part),
                None => modes.push(part),
            }
        }
        rest = rest[length..].trim_start();
    }
    modes
}

fn ask(
    text: &str,
    pattern: &Pattern,
    given: &BTreeMap<String, usize>,
    x: &Tensor<i64, DynRankExtents>,
) {
    let (rearranged, repeated) = (pattern.rearrange(x), pattern.repeat(x));
    let (sum, largest) =
        (pattern.reduce(x, |over| over.sum()), pattern.reduce(x, |over| over.max()));
    if x.extents().as_slice().iter().any(|&extent| extent > LISTED) {
        return;
    }
    let meaning = Meaning::of(text, given, x.extents().as_slice());
    let Some(meaning) = meaning else {
        let all = [rearranged.is_ok(), repeated.is_ok(), sum.is_ok()];
        assert_eq!(all, [false; 3], "{text:?} has no meaning");
        return;
    };
    let (folds, repeats) = (meaning.folds, !meaning.alone_right.is_empty());
    if meaning.size() > LISTED {
        return;
    }
    let what = || format!("{text:?} {given:?} of {:?}", x.extents());
    assert_eq!(rearranged.is_ok(), !folds && !repeats, "{}: {:?}", what(), rearranged.err());
    assert_eq!(repeated.is_ok(), !folds, "{}: {:?}", what(), repeated.err());
    assert_eq!(sum.is_ok(), !repeats, "{}: {:?}", what(), sum.err());
    // The largest of no elements does not exist.
    let (extents, folded) = meaning.folded(x.as_slice());
    let has_largest = folded.iter().all(|all| !all.is_empty());
    assert_eq!(largest.is_ok(), !repeats && has_largest, "{}: {:?}", what(), largest.err());
    if let Ok(found) = repeated {
        let found = found.into_tensor().expect("few elements");
        assert_eq!(found.extents().as_slice(), extents, "{}", what());
        let expected: Vec<i64> = folded.iter().map(|all| all[0]).collect();
        assert_eq!(found.as_slice(), expected, "{}", what());
        if let Ok(same) = pattern.rearrange(x) {
            assert!(same.view().iter().eq(&expected), "{}", what());
        }
        if let Ok(view) = x.rearrange(pattern) {
            assert!(view.iter().eq(&expected), "{}", what());
        }
    }
    if let Ok(found) = sum {
        assert_eq!(found.extents().as_slice(), extents, "{}", what());
        let expected: Vec<i64> = folded.iter().map(|all| all.iter().sum()).collect();
        assert_eq!(found.as_slice(), expected, "{}", what());
    }
    if let Ok(found) = largest {
        let expected: Vec<i64> =
            folded.iter().filter_map(|all| all.iter().max().copied()).collect();
        assert_eq!(found.as_slice(), expected, "{}", what());
    }
}

/// What a pattern says of extents.
struct Meaning {
    left: Vec<Mode>,
    right: Vec<Mode>,
    sizes: BTreeMap<String, usize>,
    folds: bool,
    alone_left: Vec<String>,
    alone_right: Vec<String>,
    extents: Vec<usize>,
}

impl Meaning {
    /// None where labels lack a size, or have one that is not that of the modes.
    fn of(text: &str, given: &BTreeMap<String, usize>, extents: &[usize]) -> Option<Self> {
        let (left, right) = text.split_once("->")?;
        let (mut sizes, mut open) = (given.clone(), 0);
        // `...` stands for the same modes on both sides, even for none; those of the left may be folded.
        let (is_open, stays_open) = (left.contains("..."), right.contains("..."));
        if stays_open && !is_open {
            return None;
        }
        let closed = modes(left, 0, &mut BTreeMap::new()).len();
        if is_open {
            open = extents.len().checked_sub(closed)?;
        }
        let left = modes(left, open, &mut sizes);
        let right = modes(right, open, &mut sizes);
        let places = |modes: &[Mode]| modes.concat();
        let (on_left, on_right) = (places(&left), places(&right));
        let is_used = |name: &&String| on_left.contains(name) || on_right.contains(name);
        if left.len() != extents.len() || !given.keys().all(|name| is_used(&name)) {
            return None;
        }
        for (mode, &extent) in left.iter().zip(extents) {
            let mut known = mode.iter().filter_map(|name| sizes.get(name)).copied();
            let known = known.try_fold(1, usize::checked_mul)?;
            let unknown: Vec<&String> =
                mode.iter().filter(|name| !sizes.contains_key(*name)).collect();
            match unknown[..] {
                [] if known == extent => {}
                [one] if known > 0 && extent % known == 0 => {
                    sizes.insert(one.clone(), extent / known);
                }
                _ => return None,
            }
        }
        if !on_right.iter().all(|name| sizes.contains_key(name)) {
            return None;
        }
        let alone = |of: &[String], other: &[String]| -> Vec<String> {
            of.iter().filter(|name| !other.contains(name)).cloned().collect()
        };
        let (alone_left, alone_right) = (alone(&on_left, &on_right), alone(&on_right, &on_left));
        let extents = extents.to_vec();
        let folds = is_open && !stays_open || !alone_left.is_empty();
        Some(Meaning { left, right, sizes, folds, alone_left, alone_right, extents })
    }

    /// How many indices all labels have, at least 1 each.
    fn size(&self) -> usize {
        self.sizes.values().fold(1, |size: usize, &next| size.saturating_mul(next.max(1)))
    }

    /// The extents of the result, and the elements of the source for each of its places.
    fn folded(&self, elements: &[i64]) -> (Vec<usize>, Vec<Vec<i64>>) {
        let size = |name: &String| self.sizes[name];
        let extent = |mode: &Mode| mode.iter().map(size).product();
        let extents: Vec<usize> = self.right.iter().map(extent).collect();
        let outer = self.right.concat();
        let outer_sizes: Vec<usize> = outer.iter().map(size).collect();
        let inner_sizes: Vec<usize> = self.alone_left.iter().map(size).collect();
        let strides = oracle::strides(&self.extents, oracle::Order::RowMajor);
        let folded = indices(&outer_sizes).into_iter().map(|at| {
            let each = indices(&inner_sizes).into_iter().map(|inner| {
                let value = |name: &String| {
                    let outer = outer.iter().zip(&at).find(|pair| pair.0 == name);
                    let mut all = outer.into_iter().chain(self.alone_left.iter().zip(&inner));
                    *all.find(|pair| pair.0 == name).expect("a label of either side").1
                };
                let digits =
                    |mode: &Mode| mode.iter().fold(0, |of, name| of * size(name) + value(name));
                let index: Vec<usize> = self.left.iter().map(digits).collect();
                elements[oracle::offset(&index, &strides)]
            });
            each.collect()
        });
        (extents, folded.collect())
    }
}
