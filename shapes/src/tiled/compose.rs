//! [`ContractedTilings`]: how the result of a contraction of tiled shapes is tiled.

use crate::error::Compared;
use alloc::vec;
use alloc::vec::Vec;
use extents::error::Place;

use super::{ModeTiling, ModeTilings, TiledShape};
use crate::StructureError;
use extents::label::LabelName;
use extents::{Composition, DynRankExtents, ModeArray};

/// The tilings of a labelled composition of tiled shapes, one for each label.
///
/// ```
/// use extents::Composition;
/// use extents_shapes::{ContractedTilings, ModeTilings};
/// let a = ModeTilings::from_sizes([vec![5, 15, 10], vec![8, 8]])?;
/// let b = ModeTilings::from_sizes([vec![4, 12], vec![6]])?;
/// let product = Composition::einsum("ij,jk->ik")?;
/// let tilings = ContractedTilings::refined(&product, &[a, b])?;
/// assert_eq!(tilings.result(), &ModeTilings::from_sizes([vec![5, 15, 10], vec![6]])?);
/// // `j` is cut at 4 and at 8.
/// assert!(tilings.labels()[1].sizes().eq([4, 4, 8]));
/// assert_eq!(tilings.blow_up(), [1.5, 1.5]);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ContractedTilings {
    labels: Vec<ModeTiling>,
    result: ModeTilings,
    blow_up: Vec<f64>,
}

impl ContractedTilings {
    /// Gives each label the coarsest common refinement of its tilings.
    ///
    /// # Errors
    /// Returns the errors of [`Composition::resolve`] on the extents, such as
    /// [`ExtentMismatch`](extents::ShapeError::ExtentMismatch); [`Allocation`](extents::ShapeError::Allocation).
    ///
    /// ```
    /// use extents_shapes::{ContractedTilings, ModeTilings};
    /// use extents::Composition;
    /// let sum = Composition::einsum("i,i->i")?;
    /// let operands = [ModeTilings::from_sizes([[1, 2]])?, ModeTilings::from_sizes([[2, 1]])?];
    /// let tilings = ContractedTilings::refined(&sum, &operands)?;
    /// assert!(tilings.result()[0].sizes().eq([1, 1, 1]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn refined<O: AsRef<[ModeTiling]>>(
        composition: &Composition,
        operands: &[O],
    ) -> Result<Self, StructureError> {
        Self::unify(composition, operands, |_, known, tiling| {
            *known = known.refine(tiling)?.into_tiling();
            Ok(())
        })
    }

    /// Requires that all tilings of a label are equal.
    ///
    /// # Errors
    /// Returns [`StructureError::Mismatch`] with the label and the first tile that differs, or the numbers of tiles
    /// where only empty tiles do; otherwise as [`refined`](Self::refined).
    ///
    /// ```
    /// use extents_shapes::{ContractedTilings, ModeTilings};
    /// use extents::Composition;
    /// let dot = Composition::einsum("j,j->")?;
    /// let operands = [ModeTilings::from_sizes([[1, 2]])?, ModeTilings::from_sizes([[2, 1]])?];
    /// let error = ContractedTilings::strict(&dot, &operands).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "label `j` names modes of different tiles: tile 0 ends at 1 and at 2",
    /// );
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn strict<O: AsRef<[ModeTiling]>>(
        composition: &Composition,
        operands: &[O],
    ) -> Result<Self, StructureError> {
        Self::unify(composition, operands, |label, known, tiling| {
            known.same_as(tiling).map_err(|error| match error {
                StructureError::Mismatch {
                    place: Place::Mode(_),
                    of: Compared::TileEnd { tile },
                    left,
                    right,
                } => StructureError::Mismatch {
                    place: Place::Label(label),
                    of: Compared::TileEnd { tile },
                    left,
                    right,
                },
                StructureError::Mismatch {
                    place: Place::Mode(_),
                    of: Compared::Tiles,
                    left,
                    right,
                } => StructureError::Mismatch {
                    place: Place::Label(label),
                    of: Compared::Tiles,
                    left,
                    right,
                },
                error => error,
            })
        })
    }

    fn unify<O: AsRef<[ModeTiling]>>(
        composition: &Composition,
        operands: &[O],
        meet: impl Fn(LabelName, &mut ModeTiling, &ModeTiling) -> Result<(), StructureError>,
    ) -> Result<Self, StructureError> {
        let extents = operands.iter().map(|operand| {
            let modes: ModeArray<usize> = operand.as_ref().iter().map(ModeTiling::extent).collect();
            DynRankExtents::new(&modes)
        });
        // From here on each operand has a label for each mode, and a label has one extent.
        let extents = extents.collect::<Result<Vec<_>, _>>()?;
        let expanded = composition.expanded(&extents)?;
        let composition = &*expanded;
        composition.resolve(&extents)?;
        let mut known: Vec<Option<ModeTiling>> = vec![None; composition.names().len()];
        for (labels, operand) in composition.operands().iter().zip(operands) {
            for (&label, tiling) in labels.iter().zip(operand.as_ref()) {
                match known.get_mut(label) {
                    Some(Some(met)) => {
                        let name = composition.names().get(label).map_or("", |name| name);
                        meet(LabelName::new(name), met, tiling)?;
                    }
                    Some(unmet) => *unmet = Some(tiling.clone()),
                    None => {}
                }
            }
        }
        let labels: Vec<ModeTiling> = known.into_iter().flatten().collect();
        let result = composition.result().iter().filter_map(|&label| labels.get(label).cloned());
        let blow_up = composition.operands().iter().zip(operands).map(|(names, operand)| {
            let modes = names.iter().zip(operand.as_ref());
            modes.map(|(&label, given)| blow_up(given, labels.get(label))).product()
        });
        Ok(ContractedTilings { result: result.collect(), blow_up: blow_up.collect(), labels })
    }

    /// Returns the tilings of the result, in the order of its labels.
    ///
    /// ```
    /// use extents_shapes::{ContractedTilings, ModeTilings};
    /// use extents::Composition;
    /// let operand = ModeTilings::from_sizes([vec![1, 2], vec![5]])?;
    /// let tilings = ContractedTilings::refined(&Composition::einsum("ij->ji")?, &[operand])?;
    /// assert_eq!(tilings.result(), &ModeTilings::from_sizes([vec![5], vec![1, 2]])?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn result(&self) -> &ModeTilings {
        &self.result
    }

    /// Returns the result as a tiled shape.
    ///
    /// # Errors
    /// Returns the errors of [`TiledShape::from_tilings`].
    ///
    /// ```
    /// use extents_shapes::{ContractedTilings, ModeTilings};
    /// use extents::Composition;
    /// let operand = ModeTilings::from_sizes([vec![1, 2], vec![5]])?;
    /// let tilings = ContractedTilings::refined(&Composition::einsum("ij->ji")?, &[operand])?;
    /// assert_eq!(tilings.result_shape()?.to_string(), "[[5], [1, 2]]");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn result_shape(&self) -> Result<TiledShape, StructureError> {
        TiledShape::from_tilings(self.result.iter().cloned())
    }

    /// Returns the tiling of each label, in the order of [`Composition::names`].
    ///
    /// ```
    /// use extents_shapes::{ContractedTilings, ModeTilings};
    /// use extents::Composition;
    /// let operand = ModeTilings::from_sizes([vec![1, 2], vec![5]])?;
    /// let tilings = ContractedTilings::refined(&Composition::einsum("ij->")?, &[operand])?;
    /// assert_eq!(tilings.labels()[0].tiles(), 2);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn labels(&self) -> &[ModeTiling] {
        &self.labels
    }

    /// Returns the number of tiles for each tile of an operand's own tiling, one ratio for each operand; 1 if nothing is divided.
    ///
    /// ```
    /// use extents_shapes::{ContractedTilings, ModeTilings};
    /// use extents::Composition;
    /// let operands = [ModeTilings::from_sizes([[6]])?, ModeTilings::from_sizes([[2, 2, 2]])?];
    /// let tilings = ContractedTilings::refined(&Composition::einsum("i,i->")?, &operands)?;
    /// assert_eq!(tilings.blow_up(), [3.0, 1.0]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn blow_up(&self) -> &[f64] {
        &self.blow_up
    }
}

fn blow_up(given: &ModeTiling, refined: Option<&ModeTiling>) -> f64 {
    match (given.tiles(), refined) {
        (0, _) | (_, None) => 1.0,
        (tiles, Some(refined)) => refined.tiles() as f64 / tiles as f64,
    }
}
