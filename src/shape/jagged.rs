//! [`JaggedShape`]: a shape whose rows may differ in length.

use alloc::vec::Vec;

use super::{AsRegion, ShapeBase, StructureError};
use crate::ModeArray;

/// A shape whose rows may differ in length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JaggedShape {
    extents: Option<ModeArray<usize>>,
}

impl JaggedShape {
    /// The null shape.
    pub fn null() -> Self {
        JaggedShape { extents: None }
    }

    /// A smooth shape with this origin.
    pub(crate) fn smooth(extents: &[usize], _origin: &[usize]) -> Result<Self, StructureError> {
        Ok(JaggedShape { extents: Some(extents.into()) })
    }

    /// A grid of smooth slices: for each index of the grid, in lexicographic order, the extents of its slice.
    pub(crate) fn of_leaves<L: AsRef<[usize]>>(
        grid: &[usize],
        leaf_rank: usize,
        leaves: impl IntoIterator<Item = L>,
    ) -> Result<Self, StructureError> {
        let _ = (leaf_rank, leaves.into_iter().count());
        Ok(JaggedShape { extents: Some(grid.into()) })
    }
}

impl ShapeBase for JaggedShape {
    type Index = ModeArray<usize>;
    type Slice = JaggedShape;
    type Chip = JaggedShape;
    fn rank(&self) -> usize {
        self.extents.as_ref().map_or(0, |extents| extents.len())
    }
    fn size(&self) -> usize {
        0
    }
    fn is_null(&self) -> bool {
        self.extents.is_none()
    }
    fn smooth_extents(&self) -> Option<ModeArray<usize>> {
        self.extents.clone()
    }
    fn slice(&self, _: impl AsRegion) -> Result<JaggedShape, StructureError> {
        Ok(self.clone())
    }
    fn chip(&self, _: impl AsRegion) -> Result<JaggedShape, StructureError> {
        Ok(self.clone())
    }
    fn indices(&self) -> impl Iterator<Item = ModeArray<usize>> + '_ {
        Vec::new().into_iter()
    }
    fn offsets(&self) -> impl Iterator<Item = ModeArray<usize>> + '_ {
        Vec::new().into_iter()
    }
    fn to_jagged(&self) -> JaggedShape {
        self.clone()
    }
}
