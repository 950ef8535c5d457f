//! How many bytes an array takes, and byte strides.

use super::error::Computed;
use super::tiles::TilePlan;
use super::{ArrayShape, XlaError};
use extents::ModeArray;

impl ArrayShape {
    /// Returns the number of bits that an element takes in the buffer: the number that the layout states, or that of
    /// the bytes of its type. So elements of less than a byte are packed only if the layout says so, as `E(4)` does.
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// assert_eq!("s4[7]{0:E(4)}".parse::<ArrayShape>()?.element_bits(), 4);
    /// assert_eq!("s4[7]{0}".parse::<ArrayShape>()?.element_bits(), 8);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn element_bits(&self) -> usize {
        match self.layout().map_or(0, |layout| layout.element_size_in_bits()) {
            0 => self.dtype().bytes().saturating_mul(8),
            bits => bits,
        }
    }

    /// Returns the number of bytes of the elements without padding. The last byte may be used in part.
    ///
    /// # Errors
    /// Returns the errors of [`elements_in`](Self::elements_in); [`XlaError::TooLarge`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// assert_eq!("s4[7]{0:E(4)}".parse::<ArrayShape>()?.unpadded_bytes()?, 4);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn unpadded_bytes(&self) -> Result<usize, XlaError> {
        self.bytes_of(self.elements_in()?)
    }

    /// Returns the number of bytes of the elements with the padding of dimensions, tiles and tail. An array without a
    /// layout counts as dense.
    ///
    /// # Errors
    /// Returns the errors of [`to_layout`](Self::to_layout), but for a missing layout; [`XlaError::TooLarge`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[3,5]{1,0:T(2,2)}".parse()?;
    /// assert_eq!((shape.padded_bytes()?, shape.unpadded_bytes()?), (96, 60));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn padded_bytes(&self) -> Result<usize, XlaError> {
        match self.layout() {
            Some(_) => self.bytes_of(TilePlan::new(self)?.allocated),
            None => self.unpadded_bytes(),
        }
    }

    /// Returns the number of bytes of the whole buffer: the prefix that holds the sizes of dynamic dimensions, and
    /// [`padded_bytes`](Self::padded_bytes).
    ///
    /// # Errors
    /// Returns the errors of [`padded_bytes`](Self::padded_bytes).
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::{ArrayShape, Layout};
    /// let layout = Layout::descending(1).with_metadata_prefix_bytes(16);
    /// assert_eq!(ArrayShape::new(DType::F32, [10]).with_layout(layout)?.buffer_bytes()?, 56);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn buffer_bytes(&self) -> Result<usize, XlaError> {
        let prefix = self.layout().map_or(0, |layout| layout.metadata_prefix_bytes());
        let bytes = self.padded_bytes()?;
        let too_large = XlaError::TooLarge { of: Computed::Prefix, elements: bytes, size: prefix };
        bytes.checked_add(prefix).ok_or(too_large)
    }

    /// Returns the ratio of the bytes of the array to those of its elements without padding: 1 without padding. `None`
    /// for an array without elements.
    ///
    /// # Errors
    /// Returns the errors of [`padded_bytes`](Self::padded_bytes).
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// assert_eq!("f32[3,5]{1,0:T(2,2)}".parse::<ArrayShape>()?.expansion_factor()?, Some(1.6));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn expansion_factor(&self) -> Result<Option<f64>, XlaError> {
        let (padded, unpadded) = (self.padded_bytes()?, self.unpadded_bytes()?);
        Ok((unpadded > 0).then(|| padded as f64 / unpadded as f64))
    }

    /// Returns the distance between neighbors along each dimension in bytes, with each element taking the bytes of its
    /// type, or `None` if there are tiles.
    ///
    /// # Errors
    /// Returns the errors of [`strides`](Self::strides); [`XlaError::TooLarge`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[3,5,7]{2,1,0}".parse()?;
    /// assert_eq!(shape.unpacked_byte_strides()?.as_deref(), Some(&[140, 28, 4][..]));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn unpacked_byte_strides(&self) -> Result<Option<ModeArray<isize>>, XlaError> {
        let (size, bits) = (self.dtype().bytes(), self.dtype().bytes().saturating_mul(8));
        let strides = self.strides()?.map(|strides| {
            let bytes = strides.iter().enumerate().map(|(dimension, &stride)| {
                let (of, elements) = (Computed::Stride { dimension }, stride.unsigned_abs());
                let too_large = XlaError::TooLarge { of, elements, size: bits };
                isize::try_from(size)
                    .ok()
                    .and_then(|size| stride.checked_mul(size))
                    .ok_or(too_large)
            });
            bytes.collect()
        });
        strides.transpose()
    }

    /// Returns the distance between neighbors along each dimension in bytes, with elements packed if the layout says
    /// so, or `None` if there are tiles.
    ///
    /// # Errors
    /// Returns the errors of [`strides`](Self::strides); [`XlaError::FractionalByteStride`] where packed elements share
    /// a byte, whatever the size of the dimension; [`XlaError::TooLarge`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let packed: ArrayShape = "s4[10,20]{1,0:E(4)}".parse()?;
    /// assert_eq!(packed.unpacked_byte_strides()?.as_deref(), Some(&[20, 1][..]));
    /// let error = packed.byte_strides().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "dimension 1: a stride of 1 elements of 4 bits is not a whole number of bytes",
    /// );
    /// let wide: ArrayShape = "s4[10,20]{1,0:E(16)}".parse()?;
    /// assert_eq!(wide.byte_strides()?.as_deref(), Some(&[40, 2][..]));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn byte_strides(&self) -> Result<Option<ModeArray<isize>>, XlaError> {
        let bits = self.element_bits();
        let strides = self.strides()?.map(|strides| {
            let in_bytes = strides.iter().enumerate().map(|(dimension, &stride)| {
                let elements = stride.unsigned_abs();
                // The product of two numbers of 64 bits.
                let all = (elements as u128).saturating_mul(bits as u128);
                if !all.is_multiple_of(8) {
                    return Err(XlaError::FractionalByteStride { dimension, elements, bits });
                }
                let of = Computed::Stride { dimension };
                let too_large = XlaError::TooLarge { of, elements, size: bits };
                isize::try_from(all / 8).map_err(|_| too_large)
            });
            in_bytes.collect()
        });
        strides.transpose()
    }

    /// Returns whether byte strides are those of the dense default layout: that of the last dimension is the size of an
    /// element, and each other one that of all dimensions after it. `false` if there is not one stride for each
    /// dimension.
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::ArrayShape;
    /// let shape = ArrayShape::new(DType::F32, [8, 9, 10, 11]);
    /// assert!(shape.byte_strides_is_major_to_minor(&[3960, 440, 44, 4]));
    /// assert!(!shape.byte_strides_is_major_to_minor(&[1880, 440, 44, 4]));
    /// ```
    pub fn byte_strides_is_major_to_minor(&self, byte_strides: &[i64]) -> bool {
        let mut expected = Some(self.dtype().bytes());
        let mut pairs = byte_strides.iter().zip(self.dimensions()).rev();
        byte_strides.len() == self.rank()
            && pairs.all(|(&stride, size)| {
                let is_same = usize::try_from(stride).is_ok_and(|stride| Some(stride) == expected);
                expected = expected.zip(size.bound()).and_then(|(all, size)| all.checked_mul(size));
                is_same
            })
    }

    /// The bytes of so many elements, rounded up.
    fn bytes_of(&self, elements: usize) -> Result<usize, XlaError> {
        let size = self.element_bits();
        // The bits may be more than a `usize` can say where the bytes are not. 128 bits hold the product of two numbers of 64.
        let bits = (elements as u128).saturating_mul(size as u128);
        let too_large = XlaError::TooLarge { of: Computed::Bits, elements, size };
        usize::try_from(bits.div_ceil(8)).map_err(|_| too_large)
    }
}
