//! [`FixedShapeTensor`]: the type of a column of tensors of one shape.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use arrow_schema::extension::ExtensionType;
use arrow_schema::{ArrowError, DataType, Field};

use super::parameters::text;
use super::{ColumnError, Parameters, data_type_of, dtype_of, field_of, parameters_of};
use crate::{DynRankExtents, Extents, HasDType, ModeArray, ShapeError};

/// The extension type `arrow.fixed_shape_tensor`: the shape of each tensor of a column, the names of its modes, and a
/// permutation.
///
/// A tensor is stored in row-major order of [`shape`](Self::shape), its extents in memory. Mode `i` of it is mode
/// `permutation[i]` in memory.
///
/// It implements `arrow_schema::extension::ExtensionType`, so that fields take it and give it.
///
/// ```
/// use arrow_schema::DataType;
/// use extents::storage::arrow::FixedShapeTensor;
/// let images = FixedShapeTensor::new(&[3, 480, 640])?.permuted(&[1, 2, 0])?.with_names(["y", "x", "rgb"])?;
/// assert_eq!(images.extents()?.to_string(), "[480, 640, 3]");
/// assert_eq!(images.dim_names(), Some(&["rgb", "y", "x"].map(String::from)[..]));
/// let field = images.field::<f32>("image")?;
/// assert_eq!(field.try_extension_type::<FixedShapeTensor>()?, images);
/// let text = r#"{"dim_names":["rgb","y","x"],"permutation":[1,2,0],"shape":[3,480,640]}"#;
/// assert_eq!(field.extension_type_metadata(), Some(text));
/// assert!(matches!(field.data_type(), DataType::FixedSizeList(_, 921_600)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedShapeTensor {
    // INVARIANT: their product is at most `i32::MAX`.
    shape: Vec<usize>,
    // INVARIANT: they pass `Parameters::check` for as many modes; the shape is not repeated in them.
    parameters: Parameters,
}

/// How the metadata calls the shape.
const SHAPE: &str = "shape";

impl FixedShapeTensor {
    /// Creates the type of tensors of these extents in memory.
    ///
    /// # Errors
    /// [`ColumnError::TooLarge`], [`ShapeError::SizeOverflow`](crate::ShapeError::SizeOverflow).
    ///
    /// ```
    /// use extents::storage::arrow::FixedShapeTensor;
    /// assert_eq!(FixedShapeTensor::new(&[2, 3])?.shape(), [2, 3]);
    /// let error = FixedShapeTensor::new(&[65_536, 65_536]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the number of elements of a tensor is 4294967296, but Arrow has at most 2147483647"
    /// );
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn new(shape: &[usize]) -> Result<Self, ColumnError> {
        Self::checked(Parameters {
            shape: Some(shape.iter().copied().map(Some).collect()),
            ..Parameters::default()
        })
    }

    fn checked(mut parameters: Parameters) -> Result<Self, ColumnError> {
        let wrong = |text: &str| ColumnError::Metadata(text.into());
        let extents = parameters.shape.take();
        let extents = extents.ok_or_else(|| wrong("there is no entry `shape`"))?;
        let shape: Option<Vec<usize>> = extents.into_iter().collect();
        let shape = shape.ok_or_else(|| wrong("an entry of `shape` is null"))?;
        parameters.check(SHAPE, shape.len())?;
        let size = DynRankExtents::new(&shape)?.size();
        if i32::try_from(size).is_err() {
            let what = "the number of elements of a tensor";
            return Err(ColumnError::TooLarge { what, found: size });
        }
        Ok(FixedShapeTensor { shape, parameters })
    }

    /// Reads the type of a field.
    ///
    /// # Errors
    /// [`ColumnError`] for another type and for metadata that is not of this one.
    ///
    /// ```
    /// use arrow_schema::{DataType, Field};
    /// use extents::storage::arrow::FixedShapeTensor;
    /// let error = FixedShapeTensor::of_field(&Field::new("a", DataType::Int8, false)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the field should be of the type `arrow.fixed_shape_tensor`, but is of no extension type"
    /// );
    /// ```
    pub fn of_field(field: &Field) -> Result<Self, ColumnError> {
        let found = Self::checked(parameters_of(field, Self::NAME, SHAPE)?)?;
        found.check_list(field.data_type()).map(|_| found)
    }

    /// Sets the permutation: mode `i` of a tensor is mode `permutation[i]` in memory. Names stay with their modes.
    ///
    /// # Errors
    /// [`ColumnError::Count`], [`ColumnError::NotAMode`], [`ColumnError::ModeTwice`].
    ///
    /// ```
    /// use extents::storage::arrow::FixedShapeTensor;
    /// let error = FixedShapeTensor::new(&[2, 3])?.permuted(&[1, 1]).unwrap_err();
    /// assert_eq!(error.to_string(), "entries 0 and 1 of the permutation are both mode 1");
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn permuted(mut self, permutation: &[usize]) -> Result<Self, ColumnError> {
        self.parameters.permutation = Some(permutation.into());
        self.parameters.check(SHAPE, self.shape.len())?;
        Ok(self)
    }

    /// Sets the names of the modes, in the order of the modes of a tensor.
    ///
    /// # Errors
    /// [`ColumnError::Count`].
    ///
    /// ```
    /// use extents::storage::arrow::FixedShapeTensor;
    /// let kind = FixedShapeTensor::new(&[2, 3])?.with_names(["y", "x"])?;
    /// assert_eq!(kind.names(), Some(vec!["y", "x"]));
    /// let error = kind.with_names(["y"]).unwrap_err();
    /// assert_eq!(error.to_string(), "the list `dim_names` should have 2 entries, one a mode, but has 1");
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn with_names<N: Into<String>>(
        mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<Self, ColumnError> {
        self.parameters.set_names(names.into_iter().map(N::into).collect());
        self.parameters.check(SHAPE, self.shape.len())?;
        Ok(self)
    }

    /// Returns the extents in memory.
    ///
    /// ```
    /// use extents::storage::arrow::FixedShapeTensor;
    /// assert_eq!(FixedShapeTensor::new(&[2, 3])?.permuted(&[1, 0])?.shape(), [2, 3]);
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the permutation, if there is one.
    ///
    /// ```
    /// use extents::storage::arrow::FixedShapeTensor;
    /// assert_eq!(FixedShapeTensor::new(&[2, 3])?.permutation(), None);
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn permutation(&self) -> Option<&[usize]> {
        self.parameters.permutation.as_deref()
    }

    /// Returns the names in the order of memory, as the metadata has them, if there are names.
    ///
    /// ```
    /// use extents::storage::arrow::FixedShapeTensor;
    /// let kind = FixedShapeTensor::new(&[2, 3])?.permuted(&[1, 0])?.with_names(["y", "x"])?;
    /// assert_eq!(kind.dim_names(), Some(&["x".to_string(), "y".to_string()][..]));
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn dim_names(&self) -> Option<&[String]> {
        self.parameters.dim_names.as_deref()
    }

    /// Returns the names of the modes of a tensor, if there are names: labels as text.
    ///
    /// ```
    /// use extents::storage::arrow::FixedShapeTensor;
    /// let kind = FixedShapeTensor::new(&[2, 3])?.with_names(["y", "x"])?;
    /// let labels = kind.names().map(|names| format!("n,{}", names.join(",")));
    /// assert_eq!(labels.as_deref(), Some("n,y,x"));
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn names(&self) -> Option<Vec<&str>> {
        let names = self.parameters.dim_names.as_deref()?;
        Some(self.parameters.permuted(names).map(String::as_str).collect())
    }

    /// Returns the extents of a tensor: those in memory, permuted.
    ///
    /// # Errors
    /// None that can happen: the shape was checked.
    ///
    /// ```
    /// use extents::storage::arrow::FixedShapeTensor;
    /// let kind = FixedShapeTensor::new(&[100, 200, 500])?.permuted(&[2, 0, 1])?;
    /// assert_eq!(kind.extents()?.to_string(), "[500, 100, 200]");
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn extents(&self) -> Result<DynRankExtents, ShapeError> {
        let extents: ModeArray<usize> = self.parameters.permuted(&self.shape).copied().collect();
        DynRankExtents::new(&extents)
    }

    /// Returns the field of a column of such tensors with elements `T`.
    ///
    /// # Errors
    /// [`ColumnError::NoType`].
    ///
    /// ```
    /// use extents::storage::arrow::FixedShapeTensor;
    /// let error = FixedShapeTensor::new(&[2])?.field::<bool>("mask").unwrap_err();
    /// assert_eq!(error.to_string(), "Arrow has no array of elements of pred");
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn field<T: HasDType>(&self, name: impl Into<String>) -> Result<Field, ColumnError> {
        let list = self.list_of(data_type_of(T::DTYPE)?);
        Ok(field_of(name, list, Self::NAME, self.to_json()))
    }

    /// The type of the array: its elements may be null, as those of other libraries.
    pub(super) fn list_of(&self, elements: DataType) -> DataType {
        let size = i32::try_from(self.list_size()).unwrap_or(i32::MAX);
        DataType::FixedSizeList(Arc::new(Field::new_list_field(elements, true)), size)
    }

    fn to_json(&self) -> String {
        let shape = Some(self.shape.iter().copied().map(Some).collect());
        Parameters { shape, ..self.parameters.clone() }.to_json(SHAPE)
    }

    /// The number of elements of a tensor.
    pub(super) fn list_size(&self) -> usize {
        // At most `i32::MAX`, unless an extent is 0.
        self.shape.iter().fold(1, |size: usize, &extent| size.wrapping_mul(extent))
    }

    pub(super) fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Compares the type of an array with the shape, and returns the type of its elements.
    pub(super) fn check_list<'a>(&self, found: &'a DataType) -> Result<&'a DataType, ColumnError> {
        let DataType::FixedSizeList(elements, size) = found else {
            let expected = "FixedSizeList".into();
            return Err(ColumnError::Storage { expected, found: text(found) });
        };
        let (expected, found) = (self.list_size(), *size);
        // A negative size is that of no shape.
        if usize::try_from(found) != Ok(expected) {
            return Err(ColumnError::ListSize { expected, found });
        }
        Ok(elements.data_type())
    }
}

fn refused(error: &ColumnError) -> ArrowError {
    ArrowError::InvalidArgumentError(error.to_string())
}

impl ExtensionType for FixedShapeTensor {
    const NAME: &'static str = "arrow.fixed_shape_tensor";
    type Metadata = Self;

    fn metadata(&self) -> &Self {
        self
    }

    fn serialize_metadata(&self) -> Option<String> {
        Some(self.to_json())
    }

    fn deserialize_metadata(metadata: Option<&str>) -> Result<Self, ArrowError> {
        let parameters = Parameters::parse(SHAPE, metadata.unwrap_or_default());
        parameters.and_then(Self::checked).map_err(|error| refused(&error))
    }

    fn supports_data_type(&self, data_type: &DataType) -> Result<(), ArrowError> {
        let elements = self.check_list(data_type).map_err(|error| refused(&error))?;
        match dtype_of(elements) {
            Some(_) => Ok(()),
            None => Err(refused(&ColumnError::Storage {
                expected: "FixedSizeList of numbers".into(),
                found: text(data_type),
            })),
        }
    }

    fn try_new(data_type: &DataType, metadata: Self) -> Result<Self, ArrowError> {
        metadata.supports_data_type(data_type).map(|()| metadata)
    }
}
