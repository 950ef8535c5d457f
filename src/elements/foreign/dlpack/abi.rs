//! What `dlpack.h` says of memory: the structs of version 1, which no later version 1.x changes, and the older one without a
//! version.
//!
//! They are few lines that cannot change, so that no crate is asked for them. `tests/doors/dlpack` builds what it passes in with
//! structs that were generated from the header.

use core::ffi::c_void;

/// The version whose codes are known here.
pub(super) const MAJOR: u32 = 1;
pub(super) const MINOR: u32 = 1;
/// From this version on, a tensor that has modes has strides.
pub(super) const MINOR_WITH_STRIDES: u32 = 2;

pub(super) const READ_ONLY: u64 = 1;
pub(super) const IS_COPIED: u64 = 2;
/// Elements of less than a byte take a byte each; without it they are packed.
pub(super) const IS_PADDED: u64 = 4;

/// `DLTensor`: elements at a device.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct RawTensor {
    pub(super) data: *mut c_void,
    pub(super) device: RawDevice,
    pub(super) rank: i32,
    pub(super) element: RawElement,
    pub(super) shape: *mut i64,
    pub(super) strides: *mut i64,
    pub(super) byte_offset: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct RawDevice {
    pub(super) kind: i32,
    pub(super) number: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct RawElement {
    pub(super) code: u8,
    pub(super) bits: u8,
    pub(super) lanes: u16,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct RawVersion {
    pub(super) major: u32,
    pub(super) minor: u32,
}

/// `DLManagedTensorVersioned`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Versioned {
    pub(super) version: RawVersion,
    pub(super) context: *mut c_void,
    pub(super) deleter: Option<unsafe extern "C" fn(*mut Versioned)>,
    pub(super) flags: u64,
    pub(super) tensor: RawTensor,
}

/// `DLManagedTensor`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Unversioned {
    pub(super) tensor: RawTensor,
    pub(super) context: *mut c_void,
    pub(super) deleter: Option<unsafe extern "C" fn(*mut Unversioned)>,
}
