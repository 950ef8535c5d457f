//! Managed tensors as another library gives them: structs that were generated from DLPack's header, with a deleter that counts.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dlpack_ffi::{
    DLDataType, DLDevice, DLDeviceType, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion,
    DLTensor,
};
use extents::dlpack::Managed;
use extents::error::DlpackError;

/// Where the elements are.
#[derive(Clone)]
pub(super) enum Data {
    /// In memory that is aligned to 8 bytes.
    Bytes(Vec<u8>),
    /// At an address where nothing is read.
    At(usize),
}

/// What a managed tensor says of itself.
#[derive(Clone)]
pub(super) struct Given {
    pub(super) version: (u32, u32),
    pub(super) flags: u64,
    pub(super) device: (u32, i32),
    pub(super) element: (u8, u8, u16),
    pub(super) rank: i32,
    pub(super) shape: Option<Vec<i64>>,
    pub(super) strides: Option<Vec<i64>>,
    pub(super) data: Data,
    pub(super) byte_offset: u64,
}

impl Given {
    /// Two rows of three floats, 0 to 5.
    pub(super) fn floats() -> Self {
        let bytes = (0..6).flat_map(|value| (value as f32).to_ne_bytes()).collect();
        Given {
            version: (1, 1),
            flags: 0,
            device: (1, 0),
            element: (2, 32, 1),
            rank: 2,
            shape: Some(vec![2, 3]),
            strides: Some(vec![3, 1]),
            data: Data::Bytes(bytes),
            byte_offset: 0,
        }
    }

    /// Elements of this type in memory, row-major in a version that needs no strides.
    pub(super) fn of(element: (u8, u8, u16), shape: &[i64], bytes: &[u8]) -> Self {
        Given {
            version: (1, 0),
            element,
            rank: shape.len() as i32,
            shape: Some(shape.to_vec()),
            strides: None,
            data: Data::Bytes(bytes.to_vec()),
            ..Given::floats()
        }
    }

    /// As a versioned struct, and how often its deleter was called.
    pub(super) fn versioned(self) -> (Result<Managed, DlpackError>, Arc<AtomicUsize>) {
        let (major, minor) = self.version;
        let flags = self.flags;
        let (tensor, context, deleted) = self.tensor();
        let managed = Box::into_raw(Box::new(DLManagedTensorVersioned {
            version: DLPackVersion { major, minor },
            manager_ctx: context,
            deleter: Some(delete_versioned),
            flags,
            dl_tensor: tensor,
        }));
        // SAFETY: such a struct, whose numbers and elements are in the context, and used once. Elements at an address that
        // is not theirs are not read: each test of them is refused.
        (unsafe { Managed::from_versioned(managed.cast()) }, deleted)
    }

    /// As an unversioned struct, and how often its deleter was called.
    pub(super) fn unversioned(self) -> (Result<Managed, DlpackError>, Arc<AtomicUsize>) {
        let (tensor, context, deleted) = self.tensor();
        let managed = Box::into_raw(Box::new(DLManagedTensor {
            dl_tensor: tensor,
            manager_ctx: context,
            deleter: Some(delete_unversioned),
        }));
        // SAFETY: as above.
        (unsafe { Managed::from_unversioned(managed.cast()) }, deleted)
    }

    fn tensor(self) -> (DLTensor, *mut c_void, Arc<AtomicUsize>) {
        let deleted = Arc::new(AtomicUsize::new(0));
        let (words, address) = match self.data {
            Data::Bytes(bytes) => {
                let mut words = vec![0_u64; bytes.len().div_ceil(8)];
                for (word, bytes) in words.iter_mut().zip(bytes.chunks(8)) {
                    let mut whole = [0; 8];
                    whole[..bytes.len()].copy_from_slice(bytes);
                    *word = u64::from_ne_bytes(whole);
                }
                (words, None)
            }
            Data::At(address) => (Vec::new(), Some(address)),
        };
        let context = Context {
            words,
            shape: self.shape,
            strides: self.strides,
            deleted: Arc::clone(&deleted),
        };
        let context = Box::into_raw(Box::new(context));
        // SAFETY: the box is this function's alone.
        let (data, shape, strides) = unsafe {
            let context = &mut *context;
            let pointer = |numbers: &mut Option<Vec<i64>>| {
                numbers.as_mut().map_or(std::ptr::null_mut(), |numbers| numbers.as_mut_ptr())
            };
            let data = match address {
                Some(address) => std::ptr::without_provenance_mut(address),
                None => context.words.as_mut_ptr().cast(),
            };
            (data, pointer(&mut context.shape), pointer(&mut context.strides))
        };
        let (code, bits, lanes) = self.element;
        let (kind, number) = self.device;
        let tensor = DLTensor {
            data,
            device: DLDevice { device_type: DLDeviceType(kind), device_id: number },
            ndim: self.rank,
            dtype: DLDataType { code, bits, lanes },
            shape,
            strides,
            byte_offset: self.byte_offset,
        };
        (tensor, context.cast(), deleted)
    }
}

/// What the deleter frees.
struct Context {
    words: Vec<u64>,
    shape: Option<Vec<i64>>,
    strides: Option<Vec<i64>>,
    deleted: Arc<AtomicUsize>,
}

unsafe extern "C" fn delete_versioned(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: `Given::versioned` made it, and the deleter is called once.
    let managed = unsafe { Box::from_raw(managed) };
    free(managed.manager_ctx);
}

unsafe extern "C" fn delete_unversioned(managed: *mut DLManagedTensor) {
    // SAFETY: as above.
    let managed = unsafe { Box::from_raw(managed) };
    free(managed.manager_ctx);
}

fn free(context: *mut c_void) {
    // SAFETY: `Given::tensor` made it, and it is freed once.
    let context = unsafe { Box::from_raw(context.cast::<Context>()) };
    context.deleted.fetch_add(1, Ordering::SeqCst);
}
