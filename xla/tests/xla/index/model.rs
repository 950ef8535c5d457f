//! A buffer of XLA by definition: the array is padded, transposed, reshaped and cut as one would do it with NumPy, and
//! the elements are looked up in what comes out.

use extents_xla::TileDimension;

/// An array in row-major order, whose elements say which element of the first array they are; `None` is padding.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) shape: Vec<usize>,
    pub(crate) elements: Vec<Option<usize>>,
}

/// All indices of a shape in row-major order.
pub(crate) fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &size in shape {
        all = all
            .iter()
            .flat_map(|index| (0..size).map(|at| [index.as_slice(), &[at]].concat()))
            .collect();
    }
    all
}

impl Array {
    pub(crate) fn new(shape: &[usize]) -> Self {
        let elements = (0..shape.iter().product()).map(Some).collect();
        Array { shape: shape.to_vec(), elements }
    }

    fn at(&self, index: &[usize]) -> Option<usize> {
        let mut place = 0;
        for (&at, &size) in index.iter().zip(&self.shape) {
            if at >= size {
                return None;
            }
            place = place * size + at;
        }
        self.elements[place]
    }

    fn padded(&self, shape: Vec<usize>) -> Self {
        let elements = indices(&shape).iter().map(|index| self.at(index)).collect();
        Array { shape, elements }
    }

    /// `axes[k]` is the old axis that becomes the axis `k`, as in NumPy.
    fn transposed(&self, axes: &[usize]) -> Self {
        let shape: Vec<usize> = axes.iter().map(|&axis| self.shape[axis]).collect();
        let old = |new: &Vec<usize>| {
            let mut index = vec![0; axes.len()];
            for (&axis, &at) in axes.iter().zip(new) {
                index[axis] = at;
            }
            self.at(&index)
        };
        let elements = indices(&shape).iter().map(old).collect();
        Array { shape, elements }
    }

    fn reshaped(&self, shape: Vec<usize>) -> Self {
        assert_eq!(shape.iter().product::<usize>(), self.elements.len());
        Array { shape, elements: self.elements.clone() }
    }

    fn cut(&self, tile: &[TileDimension]) -> Self {
        let mut array = self.clone();
        while array.shape.len() < tile.len() {
            array.shape.insert(0, 1);
        }
        let kept = array.shape.len() - tile.len();
        let mut shape = array.shape[..kept].to_vec();
        let (mut tiles, mut merged) = (Vec::new(), 1);
        for (size, dimension) in array.shape[kept..].iter().zip(tile) {
            merged *= size;
            if let TileDimension::Size(tile) = dimension {
                shape.push(merged);
                tiles.push(*tile);
                merged = 1;
            }
        }
        let array = array.reshaped(shape.clone());
        for (size, tile) in shape[kept..].iter_mut().zip(&tiles) {
            *size = size.div_ceil(*tile) * tile;
        }
        let array = array.padded(shape.clone());
        // Each becomes two axes: number of tiles, and size of a tile.
        let mut split = shape[..kept].to_vec();
        for (size, tile) in shape[kept..].iter().zip(&tiles) {
            split.extend([size / tile, *tile]);
        }
        let array = array.reshaped(split);
        let outer = (0..tiles.len()).map(|k| kept + 2 * k);
        let inner = (0..tiles.len()).map(|k| kept + 2 * k + 1);
        array.transposed(&(0..kept).chain(outer).chain(inner).collect::<Vec<_>>())
    }
}

/// What lies at each place of the buffer.
pub(crate) fn buffer(
    sizes: &[usize],
    widths: Option<&[usize]>,
    minor_to_major: &[usize],
    tiles: &[Vec<TileDimension>],
    alignment: usize,
) -> Vec<Option<usize>> {
    let padded = Array::new(sizes).padded(widths.unwrap_or(sizes).to_vec());
    let major_to_minor: Vec<usize> = minor_to_major.iter().rev().copied().collect();
    let mut array = padded.transposed(&major_to_minor);
    for tile in tiles {
        array = array.cut(tile);
    }
    let mut all = array.elements;
    while !all.len().is_multiple_of(alignment) {
        all.push(None);
    }
    all
}
