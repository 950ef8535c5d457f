//! The 48 contractions of the benchmark TCCG (Springer and Bientinesi, "Design of a high-performance GEMM-like tensor-tensor
//! multiplication", 2016), as functions of C that `run.py` calls. The first index is the fastest, as there.

use extents::label::{a, b, c, d, e, i, j, k, l, m, n, p, q, r, s};
use extents::layout::{Canonical, ColMajor};
use extents::{Composition, ContractBy, DynExtents, Extents, ShapeError, View, ViewMut, contract};

/// Memory of operands and of the result, and how long each mode is, by its letter.
struct Arrays<'x, T> {
    extents: &'x [usize; 26],
    left: &'x [T],
    right: &'x [T],
    result: &'x mut [T],
}

type Run<T> = fn(Arrays<'_, T>, by_text: bool) -> Result<(), ShapeError>;

struct Row<T> {
    family: &'static str,
    name: &'static str,
    run: Run<T>,
}

/// A table of rows: family, name, and the labels of the result and of the operands, which the name has too.
macro_rules! rows {
    ($($family:literal $name:literal: [$($c:ident)*] = [$($a:ident)*] * [$($b:ident)*];)*) => {
        /// All rows, for elements of two types.
        macro_rules! table {
            ($T:ty) => {
                &[$(Row { family: $family, name: $name, run: |arrays, by_text| {
                    let Arrays { extents, left, right, result } = arrays;
                    let left = view::<_, { [$(stringify!($a)),*].len() }>([$(stringify!($a)),*], extents, left)?;
                    let right = view::<_, { [$(stringify!($b)),*].len() }>([$(stringify!($b)),*], extents, right)?;
                    let shape = shape([$(stringify!($c)),*], extents)?;
                    let mut result = ViewMut::from_slice(ColMajor.of(shape), result)?;
                    if by_text {
                        let labels = Composition::einsum(concat!(
                            $(stringify!($a),)* ",", $(stringify!($b),)* "->", $(stringify!($c)),*
                        ))?;
                        return ContractBy::new(&labels).assign_to(&[&left, &right], result.view_mut());
                    }
                    contract!(result[$($c),*] = left[$($a),*] * right[$($b),*])
                } }),*]
            };
        }
    };
}

rows! {
    "intensli" "abj-bka-kj": [a b j] = [b k a] * [k j];
    "intensli" "ajb-kba-jk": [a j b] = [k b a] * [j k];
    "intensli" "abjc-cbka-kj": [a b j c] = [c b k a] * [k j];
    "intensli" "ajbc-ckba-jk": [a j b c] = [c k b a] * [j k];
    "intensli" "abjc-kbac-jk": [a b j c] = [k b a c] * [j k];
    "intensli" "abjcd-dkbac-jk": [a b j c d] = [d k b a c] * [j k];
    "intensli" "adbjc-cbdka-kj": [a d b j c] = [c b d k a] * [k j];
    "intensli" "ajbdc-ckbad-jk": [a j b d c] = [c k b a d] * [j k];
    "ao2mo" "aqrs-pa-pqrs": [a q r s] = [p a] * [p q r s];
    "ao2mo" "abrs-qb-aqrs": [a b r s] = [q b] * [a q r s];
    "ao2mo" "abcs-rc-abrs": [a b c s] = [r c] * [a b r s];
    "ccsd" "ij-ik-kj": [i j] = [i k] * [k j];
    "ccsd" "ij-ikl-ljk": [i j] = [i k l] * [l j k];
    "ccsd" "ij-kil-lkj": [i j] = [k i l] * [l k j];
    "ccsd" "ijk-ikl-lj": [i j k] = [i k l] * [l j];
    "ccsd" "ijk-il-jlk": [i j k] = [i l] * [j l k];
    "ccsd" "ijk-ilk-jl": [i j k] = [i l k] * [j l];
    "ccsd" "ijk-ilk-lj": [i j k] = [i l k] * [l j];
    "ccsd" "ijk-ilmk-mjl": [i j k] = [i l m k] * [m j l];
    "ccsd" "ijkl-imjn-lnkm": [i j k l] = [i m j n] * [l n k m];
    "ccsd" "ijkl-imjn-nlmk": [i j k l] = [i m j n] * [n l m k];
    "ccsd" "ijkl-imkn-jnlm": [i j k l] = [i m k n] * [j n l m];
    "ccsd" "ijkl-imkn-njml": [i j k l] = [i m k n] * [n j m l];
    "ccsd" "ijkl-imln-jnkm": [i j k l] = [i m l n] * [j n k m];
    "ccsd" "ijkl-imln-njmk": [i j k l] = [i m l n] * [n j m k];
    "ccsd" "ijkl-imnj-nlkm": [i j k l] = [i m n j] * [n l k m];
    "ccsd" "ijkl-imnk-njml": [i j k l] = [i m n k] * [n j m l];
    "ccsd" "ijkl-minj-nlmk": [i j k l] = [m i n j] * [n l m k];
    "ccsd" "ijkl-mink-jnlm": [i j k l] = [m i n k] * [j n l m];
    "ccsd" "ijkl-minl-njmk": [i j k l] = [m i n l] * [n j m k];
    "ccsd_t" "abcijk-ijma-mkbc": [a b c i j k] = [i j m a] * [m k b c];
    "ccsd_t" "abcijk-ijmb-mkac": [a b c i j k] = [i j m b] * [m k a c];
    "ccsd_t" "abcijk-ijmc-mkab": [a b c i j k] = [i j m c] * [m k a b];
    "ccsd_t" "abcijk-ikma-mjbc": [a b c i j k] = [i k m a] * [m j b c];
    "ccsd_t" "abcijk-ikmb-mjac": [a b c i j k] = [i k m b] * [m j a c];
    "ccsd_t" "abcijk-ikmc-mjab": [a b c i j k] = [i k m c] * [m j a b];
    "ccsd_t" "abcijk-jkma-mibc": [a b c i j k] = [j k m a] * [m i b c];
    "ccsd_t" "abcijk-jkmb-miac": [a b c i j k] = [j k m b] * [m i a c];
    "ccsd_t" "abcijk-jkmc-miab": [a b c i j k] = [j k m c] * [m i a b];
    "ccsd_t" "abcijk-eiab-jkec": [a b c i j k] = [e i a b] * [j k e c];
    "ccsd_t" "abcijk-eiac-jkeb": [a b c i j k] = [e i a c] * [j k e b];
    "ccsd_t" "abcijk-eibc-jkea": [a b c i j k] = [e i b c] * [j k e a];
    "ccsd_t" "abcijk-ejab-ikec": [a b c i j k] = [e j a b] * [i k e c];
    "ccsd_t" "abcijk-ejac-ikeb": [a b c i j k] = [e j a c] * [i k e b];
    "ccsd_t" "abcijk-ejbc-ikea": [a b c i j k] = [e j b c] * [i k e a];
    "ccsd_t" "abcijk-ekab-ijec": [a b c i j k] = [e k a b] * [i j e c];
    "ccsd_t" "abcijk-ekac-ijeb": [a b c i j k] = [e k a c] * [i j e b];
    "ccsd_t" "abcijk-ekbc-ijea": [a b c i j k] = [e k b c] * [i j e a];
}

static OF_F32: &[Row<f32>] = table!(f32);
static OF_F64: &[Row<f64>] = table!(f64);

fn shape<const N: usize>(
    labels: [&str; N],
    extents: &[usize; 26],
) -> Result<DynExtents<N>, ShapeError> {
    DynExtents::from_extents(&labels.map(|label| extents[usize::from(label.as_bytes()[0] - b'a')]))
}

fn view<'x, T, const N: usize>(
    labels: [&str; N],
    extents: &[usize; 26],
    elements: &'x [T],
) -> Result<View<'x, T, DynExtents<N>, ColMajor>, ShapeError> {
    View::from_slice(ColMajor.of(shape(labels, extents)?), elements)
}

/// How many rows there are.
#[unsafe(no_mangle)]
pub extern "C" fn rows() -> usize {
    OF_F64.len()
}

/// The family and the name of a row, as text with a space between that ends with a zero, in `text` of 64 bytes.
///
/// # Safety
/// `text` has room for 64 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn name(row: usize, text: *mut [u8; 64]) {
    let Row { family, name, .. } = OF_F64[row];
    let all = format!("{family} {name}\0");
    // SAFETY: as the caller says.
    unsafe { (&mut *text)[..all.len()].copy_from_slice(all.as_bytes()) }
}

/// Contracts arrays of `f32` (4 bytes) or `f64` (8), under typed labels or labels as text. Returns whether it did.
///
/// # Safety
/// The arrays have as many elements as `lengths` says, and nobody else uses the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn run(
    row: usize,
    bytes: usize,
    by_text: bool,
    extents: &[usize; 26],
    lengths: &[usize; 3],
    left: *const u8,
    right: *const u8,
    result: *mut u8,
) -> bool {
    let [of_left, of_right, of_result] = *lengths;
    macro_rules! run {
        ($rows:ident, $T:ty) => {
            // SAFETY: as the caller says.
            ($rows[row].run)(
                unsafe {
                    Arrays {
                        extents,
                        left: std::slice::from_raw_parts(left.cast::<$T>(), of_left),
                        right: std::slice::from_raw_parts(right.cast::<$T>(), of_right),
                        result: std::slice::from_raw_parts_mut(result.cast::<$T>(), of_result),
                    }
                },
                by_text,
            )
        };
    }
    match bytes {
        4 => run!(OF_F32, f32),
        _ => run!(OF_F64, f64),
    }
    .inspect_err(|error| eprintln!("{error}"))
    .is_ok()
}
