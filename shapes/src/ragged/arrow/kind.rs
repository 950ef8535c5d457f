//! [`VariableShapeTensor`]: the type of a column of tensors of one rank.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use arrow_schema::extension::ExtensionType;
use arrow_schema::{ArrowError, DataType, Field};

use extents::HasDType;
use extents::error::ColumnError;
use extents::storage::arrow::{
    Parameters, data_type_of, dtype_of, field_of, parameters_of, text, type_of_tensors,
};

/// The extension type `arrow.variable_shape_tensor`: the rank of all tensors of a column, extents that they share, names of
/// modes, and a permutation.
///
/// A tensor is stored in row-major order of its extents in memory; mode `i` of it is mode `permutation[i]` in memory. It
/// implements `arrow_schema::extension::ExtensionType`, so that fields take it and give it.
///
/// ```
/// use extents_shapes::arrow::VariableShapeTensor;
/// let images = VariableShapeTensor::new(3)?.with_uniform_shape([None, None, Some(3)])?;
/// let field = images.clone().with_names(["y", "x", "rgb"])?.field::<u8>("image")?;
/// let text = r#"{"dim_names":["y","x","rgb"],"uniform_shape":[null,null,3]}"#;
/// assert_eq!(field.extension_type_metadata(), Some(text));
/// assert_eq!(VariableShapeTensor::of_field(&field)?.names(), Some(vec!["y", "x", "rgb"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableShapeTensor {
    // INVARIANT: at most `i32::MAX`.
    rank: usize,
    // INVARIANT: they pass `Parameters::check` for the rank.
    parameters: Parameters,
}

/// How the metadata calls the extents that all tensors share.
const SHAPE: &str = "uniform_shape";

impl VariableShapeTensor {
    /// Creates the type of tensors of this rank.
    ///
    /// # Errors
    /// [`ColumnError::TooLarge`].
    ///
    /// ```
    /// use extents_shapes::arrow::VariableShapeTensor;
    /// assert_eq!(VariableShapeTensor::new(2)?.rank(), 2);
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn new(rank: usize) -> Result<Self, ColumnError> {
        Self::checked(rank, Parameters::default())
    }

    fn checked(rank: usize, parameters: Parameters) -> Result<Self, ColumnError> {
        if i32::try_from(rank).is_err() {
            return Err(ColumnError::TooLarge { what: "the rank", found: rank });
        }
        parameters.check(SHAPE, rank)?;
        Ok(VariableShapeTensor { rank, parameters })
    }

    /// Reads the type of a field.
    ///
    /// # Errors
    /// [`ColumnError`] for another type and for metadata that is not of this one.
    ///
    /// ```
    /// use extents_shapes::arrow::VariableShapeTensor;
    /// use arrow_schema::{DataType, Field};
    /// let error = VariableShapeTensor::of_field(&Field::new("a", DataType::Int8, false)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the field should be of the type `arrow.variable_shape_tensor`, but is of no extension type"
    /// );
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn of_field(field: &Field) -> Result<Self, ColumnError> {
        let parameters = parameters_of(field, Self::NAME, SHAPE)?;
        Self::checked(rank_of(field.data_type())?, parameters)
    }

    /// States extents in memory that are those of all tensors; `None` where tensors differ.
    ///
    /// # Errors
    /// [`ColumnError::Count`].
    ///
    /// ```
    /// use extents_shapes::arrow::VariableShapeTensor;
    /// let error = VariableShapeTensor::new(2)?.with_uniform_shape([Some(3)]).unwrap_err();
    /// assert_eq!(error.to_string(), "the list `uniform_shape` should have 2 entries, one a mode, but has 1");
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn with_uniform_shape(
        mut self,
        extents: impl IntoIterator<Item = Option<usize>>,
    ) -> Result<Self, ColumnError> {
        self.parameters.shape = Some(extents.into_iter().collect());
        Self::checked(self.rank, self.parameters)
    }

    /// Sets the permutation: mode `i` of a tensor is mode `permutation[i]` in memory. Names stay with their modes.
    ///
    /// # Errors
    /// [`ColumnError::Count`], [`ColumnError::NotAMode`], [`ColumnError::ModeTwice`].
    ///
    /// ```
    /// use extents_shapes::arrow::VariableShapeTensor;
    /// let error = VariableShapeTensor::new(2)?.permuted(&[0, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "entry 1 of the permutation should be one of the 2 modes, but is 2");
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn permuted(mut self, permutation: &[usize]) -> Result<Self, ColumnError> {
        self.parameters.permutation = Some(permutation.into());
        Self::checked(self.rank, self.parameters)
    }

    /// Sets the names of the modes, in the order of the modes of a tensor.
    ///
    /// # Errors
    /// [`ColumnError::Count`].
    ///
    /// ```
    /// use extents_shapes::arrow::VariableShapeTensor;
    /// let kind = VariableShapeTensor::new(2)?.with_names(["y", "x"])?;
    /// assert_eq!(kind.names(), Some(vec!["y", "x"]));
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn with_names<N: Into<String>>(
        mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<Self, ColumnError> {
        let names = names.into_iter().map(N::into).collect();
        self.parameters.set_names(names);
        Self::checked(self.rank, self.parameters)
    }

    /// Returns the rank of the tensors, one less than that of the ragged tensor.
    ///
    /// ```
    /// use extents_shapes::arrow::VariableShapeTensor;
    /// assert_eq!(VariableShapeTensor::new(2)?.rank(), 2);
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Returns the extents in memory that all tensors share, if the type states some.
    ///
    /// ```
    /// use extents_shapes::arrow::VariableShapeTensor;
    /// let kind = VariableShapeTensor::new(2)?.with_uniform_shape([None, Some(3)])?;
    /// assert_eq!(kind.uniform_shape(), Some(&[None, Some(3)][..]));
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn uniform_shape(&self) -> Option<&[Option<usize>]> {
        self.parameters.shape.as_deref()
    }

    /// Returns the permutation, if there is one.
    ///
    /// ```
    /// use extents_shapes::arrow::VariableShapeTensor;
    /// assert_eq!(VariableShapeTensor::new(2)?.permuted(&[1, 0])?.permutation(), Some(&[1, 0][..]));
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn permutation(&self) -> Option<&[usize]> {
        self.parameters.permutation.as_deref()
    }

    /// Returns the names of the modes of a tensor, if there are names: labels as text.
    ///
    /// ```
    /// use extents_shapes::arrow::VariableShapeTensor;
    /// let kind = VariableShapeTensor::new(2)?.with_names(["y", "x"])?.permuted(&[1, 0])?;
    /// assert_eq!(kind.names(), Some(vec!["x", "y"]));
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn names(&self) -> Option<Vec<&str>> {
        let names = self.parameters.dim_names.as_deref()?;
        Some(self.parameters.permuted(names).map(String::as_str).collect())
    }

    /// Returns the field of a column of such tensors with elements `T`.
    ///
    /// # Errors
    /// [`ColumnError::NoType`].
    ///
    /// ```
    /// use extents_shapes::arrow::VariableShapeTensor;
    /// let field = VariableShapeTensor::new(2)?.field::<f32>("matrix")?;
    /// assert_eq!(field.extension_type_name(), Some("arrow.variable_shape_tensor"));
    /// # Ok::<(), extents::error::ColumnError>(())
    /// ```
    pub fn field<T: HasDType>(&self, name: impl Into<String>) -> Result<Field, ColumnError> {
        let storage = type_of_tensors(data_type_of(T::DTYPE)?, self.count());
        Ok(field_of(name, storage, Self::NAME, self.parameters.to_json(SHAPE)))
    }

    /// The rank, as the type of the array has it.
    pub(super) fn count(&self) -> i32 {
        i32::try_from(self.rank).unwrap_or(i32::MAX)
    }

    pub(super) fn parameters(&self) -> &Parameters {
        &self.parameters
    }
}

/// The rank of the tensors of an array of this type.
fn rank_of(storage: &DataType) -> Result<usize, ColumnError> {
    let rank = match storage {
        DataType::Struct(fields) if fields.len() == 2 => {
            match (fields.find("data"), fields.find("shape")) {
                (Some((_, data)), Some((_, shape))) => {
                    match (data.data_type(), shape.data_type()) {
                        (DataType::List(_), DataType::FixedSizeList(extent, rank))
                            if *extent.data_type() == DataType::Int32 =>
                        {
                            usize::try_from(*rank).ok()
                        }
                        _ => None,
                    }
                }
                _ => None,
            }
        }
        _ => None,
    };
    rank.ok_or_else(|| ColumnError::Storage {
        expected: "Struct of `data`, a List, and `shape`, a FixedSizeList of Int32".into(),
        found: text(storage),
    })
}

fn refused(error: &ColumnError) -> ArrowError {
    ArrowError::InvalidArgumentError(error.to_string())
}

impl ExtensionType for VariableShapeTensor {
    const NAME: &'static str = "arrow.variable_shape_tensor";
    type Metadata = Parameters;

    fn metadata(&self) -> &Parameters {
        &self.parameters
    }

    fn serialize_metadata(&self) -> Option<String> {
        Some(self.parameters.to_json(SHAPE))
    }

    fn deserialize_metadata(metadata: Option<&str>) -> Result<Parameters, ArrowError> {
        // All entries may be left out.
        let text = metadata.filter(|text| !text.is_empty()).unwrap_or("{}");
        Parameters::parse(SHAPE, text).map_err(|error| refused(&error))
    }

    fn supports_data_type(&self, data_type: &DataType) -> Result<(), ArrowError> {
        Self::try_new(data_type, self.parameters.clone()).and_then(|other| match other == *self {
            true => Ok(()),
            false => Err(refused(&ColumnError::Count {
                list: "shape",
                expected: self.rank,
                found: other.rank,
            })),
        })
    }

    fn try_new(data_type: &DataType, metadata: Parameters) -> Result<Self, ArrowError> {
        let kind = rank_of(data_type).and_then(|rank| Self::checked(rank, metadata));
        let elements = match data_type {
            DataType::Struct(fields) => match fields.find("data").map(|(_, data)| data.data_type())
            {
                Some(DataType::List(elements)) => dtype_of(elements.data_type()),
                _ => None,
            },
            _ => None,
        };
        let numbers =
            || ColumnError::Storage { expected: "List of numbers".into(), found: text(data_type) };
        let kind = kind.and_then(|kind| elements.map(|_| kind).ok_or_else(numbers));
        kind.map_err(|error| refused(&error))
    }
}
