//! How tensors and views print: rows of numbers, abbreviated where they are many.

#![allow(
    clippy::indexing_slicing,
    reason = "modes are below the rank, which is the length of each list of extents and coordinates"
)]

use core::fmt::{self, Debug, Display, Formatter, LowerExp, Write};
use core::marker::PhantomData;

use crate::Extents;
use crate::elements::{Storage, Tensor, View, ViewMut};
use crate::layout::Layout;
use crate::text::Width;

/// Up to this number of elements, all are written.
const MOST_WHOLE: usize = 1000;

/// The number of entries at either end of a mode that are written where not all are.
const EDGE: usize = 3;

/// The entries of a mode that are written: all of them, or some at either end.
#[derive(Clone, Copy)]
struct Shown {
    extent: usize,
    first: usize,
    last: usize,
}

impl Shown {
    fn whole(extent: usize) -> Self {
        Shown { extent, first: extent, last: 0 }
    }

    /// `first` entries at the front and `last` at the back, or all if these are not fewer.
    fn ends(extent: usize, first: usize, last: usize) -> Self {
        if first.saturating_add(last) < extent {
            Shown { extent, first, last }
        } else {
            Shown::whole(extent)
        }
    }

    fn count(self) -> usize {
        self.first.saturating_add(self.last)
    }

    /// The entry after this one, and whether others are left out between the two.
    fn next(self, entry: usize) -> Option<(usize, bool)> {
        let next = entry.saturating_add(1);
        let behind = self.extent.saturating_sub(self.last);
        match next {
            _ if next < self.first => Some((next, false)),
            _ if next == self.first && behind > next && self.last > 0 => Some((behind, true)),
            _ if next >= behind && next < self.extent => Some((next, false)),
            _ => None,
        }
    }

    /// Whether entries are left out after the last one that is written.
    fn is_cut(self) -> bool {
        self.last == 0 && self.first < self.extent
    }
}

/// Which entries of a mode are written: all where the elements are few, else the ends of the innermost modes. Of modes
/// further out the first entry alone, as soon as the others have enough elements: so the text is short at any rank.
fn shown(extents: &[usize], mode: usize) -> Shown {
    let extent = extents[mode];
    if extents.iter().fold(1_usize, |size, n| size.saturating_mul(*n)) <= MOST_WHOLE {
        return Shown::whole(extent);
    }
    let inner = extents[mode..]
        .iter()
        .fold(1_usize, |size, n| size.saturating_mul(Shown::ends(*n, EDGE, EDGE).count()));
    if inner <= MOST_WHOLE { Shown::ends(extent, EDGE, EDGE) } else { Shown::ends(extent, 1, 0) }
}

/// Takes a text, and does nothing with it.
struct Nowhere;

impl Write for Nowhere {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}

/// Where the parts of a text are put.
#[derive(Clone, Copy)]
enum Lines {
    /// All on one line.
    One,
    /// Each row on a line of its own, and blank lines between matrices.
    Rows,
}

impl Lines {
    /// Writes what separates neighbors along a mode: `inner` modes are further in, and `outer` are not.
    fn separate(
        self,
        to: &mut impl Write,
        (outer, inner): (usize, usize),
        is_gap: bool,
    ) -> fmt::Result {
        let line = |to: &mut dyn Write| match self {
            Lines::Rows if inner > 0 => {
                to.write_char(',')?;
                (0..inner).try_for_each(|_| to.write_char('\n'))?;
                write!(to, "{:outer$}", "")
            }
            _ => to.write_str(", "),
        };
        line(to)?;
        if is_gap {
            to.write_str("...")?;
            line(to)?;
        }
        Ok(())
    }
}

/// Writes the elements of a view, each by `write`, in brackets that nest as the modes do.
fn write_nested<T, E: Extents, L: Layout<E>, W: Write>(
    view: &View<'_, T, E, L>,
    to: &mut W,
    lines: Lines,
    mut write: impl FnMut(&mut W, &T) -> fmt::Result,
) -> fmt::Result {
    let extents = view.extents();
    if extents.is_null() {
        return to.write_str("null");
    }
    let extents = extents.extents();
    let (mut index, mut at) = (extents.clone(), extents.clone());
    write_indices(extents.as_ref(), index.as_mut(), to, lines, &mut |to, index| {
        at.as_mut().copy_from_slice(index);
        // SAFETY: each coordinate is an entry of its mode.
        match unsafe { view.at(&at) } {
            Ok(element) => write(to, element),
            // A checked layout leads out of the buffer.
            Err(_) => to.write_char('?'),
        }
    })
}

/// As [`write_nested`], of indices, for which there is room: compiled once, and not for each kind of tensors.
fn write_indices<W: Write>(
    extents: &[usize],
    index: &mut [usize],
    to: &mut W,
    lines: Lines,
    write: &mut dyn FnMut(&mut W, &[usize]) -> fmt::Result,
) -> fmt::Result {
    // Brackets without elements stand for a mode of extent 0, and for those further in.
    let empty = extents.iter().position(|extent| *extent == 0);
    let rank = empty.unwrap_or(extents.len());
    let extents = &extents[..rank];
    index.fill(0);
    (0..rank).try_for_each(|_| to.write_char('['))?;
    loop {
        if empty.is_some() {
            to.write_str("[]")?;
        } else {
            write(to, index)?;
        }
        let mut outer = rank;
        let is_gap = loop {
            if outer == 0 {
                return Ok(());
            }
            let mode = outer.saturating_sub(1);
            let entries = shown(extents, mode);
            if let Some((next, is_gap)) = entries.next(index[mode]) {
                index[mode] = next;
                break is_gap;
            }
            if entries.is_cut() {
                lines.separate(to, (outer, rank.saturating_sub(outer)), false)?;
                to.write_str("...")?;
            }
            to.write_char(']')?;
            index[mode] = 0;
            outer = mode;
        };
        let inner = rank.saturating_sub(outer);
        lines.separate(to, (outer, inner), is_gap)?;
        (0..inner).try_for_each(|_| to.write_char('['))?;
    }
}

/// How an element is written.
trait Notation<T> {
    fn fmt(element: &T, f: &mut Formatter<'_>) -> fmt::Result;
}

/// As by `{}`.
struct Plain;

impl<T: Display> Notation<T> for Plain {
    fn fmt(element: &T, f: &mut Formatter<'_>) -> fmt::Result {
        element.fmt(f)
    }
}

/// As by `{:e}`.
struct Exponent;

impl<T: LowerExp> Notation<T> for Exponent {
    fn fmt(element: &T, f: &mut Formatter<'_>) -> fmt::Result {
        element.fmt(f)
    }
}

/// An element in a notation.
struct Written<'e, T, N>(&'e T, PhantomData<N>);

impl<T, N: Notation<T>> Display for Written<'_, T, N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        N::fmt(self.0, f)
    }
}

/// The number of characters of an element, with the precision, the sign and the width that are asked for.
fn width_of(f: &Formatter<'_>, element: &impl Display) -> Result<usize, fmt::Error> {
    let mut width = Width(0);
    match (f.precision(), f.sign_plus()) {
        (None, false) => write!(width, "{element}"),
        (None, true) => write!(width, "{element:+}"),
        (Some(digits), false) => write!(width, "{element:.digits$}"),
        (Some(digits), true) => write!(width, "{element:+.digits$}"),
    }?;
    Ok(width.0.max(f.width().unwrap_or(0)))
}

/// Writes the elements in nested brackets, in columns of equal width.
fn write_rows<T, E: Extents, L: Layout<E>, N: Notation<T>>(
    view: &View<'_, T, E, L>,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let mut widest = 0;
    write_nested(view, &mut Nowhere, Lines::One, |_, element| {
        widest = width_of(f, &Written::<_, N>(element, PhantomData))?.max(widest);
        Ok(())
    })?;
    write_nested(view, f, Lines::Rows, |f, element| {
        let pad = widest.saturating_sub(width_of(f, &Written::<_, N>(element, PhantomData))?);
        write!(f, "{:pad$}", "")?;
        N::fmt(element, f)
    })
}

/// Writes the elements in nested brackets, rows on lines of their own, with columns of equal width.
///
/// Of more than 1000 elements, three at either end of each mode are written, and `...` for those between; of the outermost
/// modes of high ranks, the first entry alone. Precision, sign and width apply to each element.
///
/// ```
/// use extents::{Tensor, extents};
/// let a = Tensor::from_vec(extents![2, 3], vec![1.0, 2.5, -3.0, 40.0, 5.0, 6.0])?;
/// assert_eq!(a.view().to_string(), "[[  1, 2.5,  -3],\n [ 40,   5,   6]]");
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<T: Display, E: Extents, L: Layout<E>> Display for View<'_, T, E, L> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_rows::<_, _, _, Plain>(self, f)
    }
}

/// Writes the elements as `Display` does, each as a number below 10 and a power of 10.
///
/// ```
/// use extents::{Tensor, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 2.5e-7, -3e12, 40.0])?;
/// assert_eq!(format!("{a:.1e}"), "[[  1.0e0,  2.5e-7],\n [-3.0e12,   4.0e1]]");
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<T: LowerExp, E: Extents, L: Layout<E>> LowerExp for View<'_, T, E, L> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_rows::<_, _, _, Exponent>(self, f)
    }
}

/// Writes the mapping, then the elements in nested brackets on one line, abbreviated as by `Display`; with `{:#?}`, rows are
/// on lines of their own.
///
/// ```
/// use extents::{View, extents};
/// let a = View::from_slice(extents![2, 2], &[1, 2, 3, 4])?;
/// assert_eq!(format!("{a:?}"), "[2, 2] RowMajor [[1, 2], [3, 4]]");
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<T: Debug, E: Extents, L: Layout<E>> Debug for View<'_, T, E, L> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (lines, separator) =
            if f.alternate() { (Lines::Rows, '\n') } else { (Lines::One, ' ') };
        write!(f, "{:?}{separator}", self.mapping())?;
        write_nested(self, f, lines, |f, element| element.fmt(f))
    }
}

/// Writes the elements as [`View`] does.
///
/// ```
/// use extents::{Tensor, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 2.0, 30.0, 4.0])?;
/// assert_eq!(format!("{a:.1}"), "[[ 1.0,  2.0],\n [30.0,  4.0]]");
/// let row = Tensor::from_fn(extents![2000], |[i]| i)?;
/// assert_eq!(row.to_string(), "[   0,    1,    2, ..., 1997, 1998, 1999]");
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<T: Display, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Display for Tensor<T, E, L, S> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.view(), f)
    }
}

/// Writes the elements as [`View`] does.
impl<T: LowerExp, E: Extents, L: Layout<E>, S: Storage<Elem = T>> LowerExp for Tensor<T, E, L, S> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        LowerExp::fmt(&self.view(), f)
    }
}

impl<T: Debug, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Debug for Tensor<T, E, L, S> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.view(), f)
    }
}

/// Writes the elements as [`View`] does.
impl<T: Display, E: Extents, L: Layout<E>> Display for ViewMut<'_, T, E, L> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.view(), f)
    }
}

/// Writes the elements as [`View`] does.
impl<T: LowerExp, E: Extents, L: Layout<E>> LowerExp for ViewMut<'_, T, E, L> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        LowerExp::fmt(&self.view(), f)
    }
}

impl<T: Debug, E: Extents, L: Layout<E>> Debug for ViewMut<'_, T, E, L> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.view(), f)
    }
}
