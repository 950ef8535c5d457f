//! Numbers as structs of DLPack: what is accepted is compared with the addresses by their definition, and read where they
//! are in memory that the struct has.

use std::sync::atomic::Ordering;

use bytemuck::NoUninit;
use bytemuck::checked::CheckedBitPattern;
use extents::dlpack::Managed;
use extents::error::DlpackError;
use extents::{DynExtents, DynRankExtents, HasDType};

use super::bytes::Bytes;
use super::given::{Data, Given};
use super::oracle;

/// The bytes that a struct has.
const MEMORY: usize = 96;
/// The most elements that are listed.
const LISTED: usize = 4096;

pub(crate) fn dlpack(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let given = given(&mut bytes);
    let is_versioned = !bytes.byte().is_multiple_of(4);
    match bytes.byte() % 4 {
        0 => import::<f32>(given, is_versioned, (2, 32, 1)),
        1 => import::<i16>(given, is_versioned, (0, 16, 1)),
        2 => import::<u8>(given, is_versioned, (1, 8, 1)),
        _ => import::<bool>(given, is_versioned, (6, 8, 1)),
    }
}

fn given(bytes: &mut Bytes<'_>) -> Given {
    let rank = bytes.below(6);
    let mut number = |rare: fn(i64) -> i64| match bytes.byte() {
        byte @ 0..=239 => i64::from(byte % 5),
        byte => rare(i64::from(byte - 240)),
    };
    let extents = (0..rank).map(|_| number(|n| [-1, i64::MAX, 1 << 32, i64::MIN][n as usize % 4]));
    let extents: Vec<i64> = extents.collect();
    let strides: Vec<i64> = (0..rank)
        .map(|_| number(|n| [i64::MAX, i64::MIN, -1, -2, -3, 1 << 62, -(1 << 40)][n as usize % 7]))
        .collect();
    let [kind, missing, version, offset] = [(); 4].map(|()| bytes.byte());
    Given {
        version: [(1, 1), (1, 0), (1, 2), (1, 9), (2, 0), (0, 8), (1, 1), (1, 3)]
            [usize::from(version % 8)],
        flags: u64::from(bytes.byte() % 4),
        device: if kind > 250 { (2, 0) } else { (1, 0) },
        element: [
            (2, 32, 1),
            (0, 16, 1),
            (1, 8, 1),
            (6, 8, 1),
            (2, 32, 1),
            (0, 16, 1),
            (2, 64, 1),
            (2, 32, 2),
        ][usize::from(kind % 8)],
        rank: if missing > 250 { -1 - i32::from(kind) } else { rank as i32 },
        shape: Some(extents).filter(|_| missing % 16 != 1),
        strides: Some(strides).filter(|_| missing % 16 > 2),
        data: match missing % 32 {
            3 => Data::At(0),
            4 => Data::At(usize::MAX - 100),
            _ => Data::Bytes((0..MEMORY).map(|_| bytes.byte() % 3).collect()),
        },
        byte_offset: match offset {
            0..=239 => u64::from(offset % 80),
            _ => u64::MAX / 2 + u64::from(offset) * 4,
        },
    }
}

/// What the addresses of a struct are, by the definition.
struct Reach {
    extents: Vec<usize>,
    strides: Vec<isize>,
    /// The elements from the lowest to the highest, and how far the element at the index of zeros is behind the lowest.
    span: i128,
    before: i128,
}

/// None where there are no extents or no elements that could be counted.
fn reach(given: &Given) -> Option<Reach> {
    let rank = usize::try_from(given.rank).ok()?;
    let extents = match (&given.shape, rank) {
        (_, 0) => vec![],
        (shape, _) => {
            shape.clone()?.iter().map(|&e| usize::try_from(e).ok()).collect::<Option<_>>()?
        }
    };
    let counted = |extents: &[usize]| {
        let size = extents.iter().filter(|&&e| e > 0).copied().try_fold(1, usize::checked_mul)?;
        isize::try_from(size).ok()
    };
    counted(&extents)?;
    let dense = || -> Vec<i64> {
        let behind =
            |mode: usize| extents[mode + 1..].iter().map(|&extent| extent as i64).product();
        (0..rank).map(behind).collect()
    };
    let is_empty = extents.contains(&0);
    let moves =
        |(&stride, &extent): (&i64, &usize)| if is_empty || extent == 1 { 0 } else { stride };
    let strides =
        given.strides.clone().unwrap_or_else(|| if is_empty { vec![0; rank] } else { dense() });
    let strides: Vec<isize> = strides.iter().zip(&extents).map(moves).map(|s| s as isize).collect();
    // Whatever is beyond all addresses is as far.
    let far = |steps: i128| steps.clamp(-(1 << 100), 1 << 100);
    let ends = strides.iter().zip(&extents).map(|(&s, &e)| far(s as i128 * (e as i128 - 1)));
    let (low, high) = ends.fold((0, 0), |(low, high), end| (low + end.min(0), high + end.max(0)));
    let (span, before) = if is_empty { (0, 0) } else { (high - low + 1, -low) };
    Some(Reach { extents, strides, span, before })
}

fn import<T>(given: Given, is_versioned: bool, element: (u8, u8, u16))
where
    T: HasDType + CheckedBitPattern + NoUninit + Send + Sync + PartialEq + Default + 'static,
{
    let (mut given, width) = (given, size_of::<T>() as i128);
    if !is_versioned {
        given.version = (1, 0);
    }
    let reach = reach(&given);
    let offset = i128::from(given.byte_offset);
    let inside = match (&reach, &given.data) {
        (Some(reach), Data::Bytes(bytes)) => {
            let begin = offset - reach.before * width;
            begin >= 0 && begin + reach.span * width <= bytes.len() as i128
        }
        _ => false,
    };
    let is_empty = reach.as_ref().is_some_and(|reach| reach.span == 0);
    // Whether elements are values is asked of their bytes, so that these must be there.
    if element.0 == 6 && !inside && !is_empty {
        given.device = (2, 0);
    }
    let strides_miss = given.strides.is_none() && given.rank > 0 && given.version.1 >= 2;
    let is_known = !is_versioned || given.version.0 == 1;
    let says = given.clone();
    let (managed, deleted) = if is_versioned { given.versioned() } else { given.unversioned() };
    let managed = match managed {
        Ok(managed) => managed,
        Err(error) => {
            assert!(!is_known && matches!(error, DlpackError::Version { .. }), "{error}");
            assert_eq!(deleted.load(Ordering::SeqCst), 1);
            return;
        }
    };
    assert!(is_known);
    assert_eq!(managed.version(), is_versioned.then_some(says.version));
    assert_eq!(managed.is_read_only(), !is_versioned || says.flags & 1 == 1);
    assert_eq!(managed.is_copied(), is_versioned && says.flags & 2 == 2);
    match (managed.extents(), &reach) {
        (Ok(found), Some(reach)) => assert_eq!(found.as_slice(), reach.extents),
        (Err(error), _) => assert!(reach.is_none() || strides_miss, "{error}"),
        (Ok(found), None) => panic!("{found:?} are no extents"),
    }

    // The address is asked for where it counts, since it is not the same each time.
    let rejected = match managed.typed::<T, DynRankExtents>() {
        Ok(tensor) => {
            let reach = reach.expect("extents");
            assert!(says.device == (1, 0) && says.element == element && !strides_miss);
            assert_eq!(tensor.extents().as_slice(), reach.extents);
            let size = reach.extents.iter().fold(1, |size: usize, &next| size.saturating_mul(next));
            if size > LISTED {
                // Few bytes, that strides of 0 repeat.
                drop(tensor);
            } else if is_empty || inside {
                let managed = elements(tensor, &says, &reach);
                let plane = managed.typed::<T, DynExtents<2>>();
                assert_eq!(plane.is_ok(), reach.extents.len() == 2);
                drop(plane);
            } else {
                // No element is read: no memory is there. The lowest and the highest byte have an address.
                assert!(
                    reach.span * width <= isize::MAX as i128 && !matches!(says.data, Data::At(0))
                );
                assert!(reach.before * width <= usize::MAX as i128);
                drop(tensor);
            }
            assert_eq!(deleted.load(Ordering::SeqCst), 1);
            return;
        }
        Err(rejected) => rejected,
    };
    assert!(!rejected.to_string().is_empty());
    let is_typed = says.device == (1, 0) && says.element == element && !strides_miss;
    if is_typed && (is_empty || inside) {
        match rejected.error {
            DlpackError::Bytes(_) => assert!(!is_empty),
            ref error => panic!("{error} of {:?} {:?}", says.shape, says.strides),
        }
        let Data::Bytes(bytes) = &says.data else { panic!("{}", rejected.error) };
        // Words are aligned to eight bytes.
        let is_aligned = offset % align_of::<T>() as i128 == 0;
        assert!(!is_aligned || (element.0 == 6 && bytes.contains(&2)), "{}", rejected.error);
    }
    drop(rejected);
    assert_eq!(deleted.load(Ordering::SeqCst), 1);
}

/// Reads and writes the elements, which are in the memory that the struct has, and passes it on and back.
fn elements<T>(
    tensor: extents::dlpack::ManagedTensor<T, DynRankExtents>,
    says: &Given,
    reach: &Reach,
) -> Managed
where
    T: HasDType + CheckedBitPattern + NoUninit + PartialEq + Default + 'static,
{
    let mut tensor = tensor;
    let bytes = match &says.data {
        Data::Bytes(bytes) => &bytes[..],
        Data::At(_) => &[],
    };
    let all = if reach.span == 0 { vec![] } else { oracle::indices(&reach.extents) };
    let at = |index: &Vec<usize>| {
        let steps = index.iter().zip(&reach.strides).map(|(&i, &stride)| i as isize * stride);
        (says.byte_offset as isize + steps.sum::<isize>() * size_of::<T>() as isize) as usize
    };
    let places: Vec<usize> = all.iter().map(at).collect();
    let view = tensor.view();
    assert!(view.iter().count() == places.len());
    for (element, &place) in view.iter().zip(&places) {
        assert_eq!(bytemuck::bytes_of(element), &bytes[place..place + size_of::<T>()]);
    }
    let mut sorted = places.clone();
    sorted.sort_unstable();
    sorted.dedup();
    let is_read_only = tensor.view_mut().is_err_and(|error| error == DlpackError::ReadOnly);
    match tensor.view_mut() {
        Ok(mut view) => {
            assert_eq!(sorted.len(), places.len());
            view.fill(T::default());
            assert!(tensor.view().iter().all(|element| *element == T::default()));
        }
        Err(_) => assert!(is_read_only || sorted.len() < places.len()),
    }
    let managed = tensor.into_managed();
    let pointer = managed.into_versioned();
    // SAFETY: the pointer was given away a line above, and is used once.
    unsafe { Managed::from_versioned(pointer.as_ptr()) }.expect("as it was given away")
}
