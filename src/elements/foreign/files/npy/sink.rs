//! [`Sink`]: what an archive is written to until an error, or the end.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering};
use std::io::{Error, ErrorKind, Result, Seek, SeekFrom, Write};

/// Whether nothing counts any more that is written to a [`Sink`].
#[derive(Clone, Default)]
pub(super) struct IsOver(Arc<AtomicBool>);

impl IsOver {
    pub(super) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(super) fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Passes what is written on, until it is over. From the first error on it is.
///
/// What writes an archive finishes it when it is dropped, also one that is not to be finished, prints what errors it meets, and where
/// the stream does not stand where it should, panics. So what is over takes everything, and stands at the end.
pub(super) struct Sink<W> {
    to: W,
    is_over: IsOver,
    place: u64,
    end: u64,
}

impl<W> Sink<W> {
    pub(super) fn new(to: W, is_over: IsOver) -> Self {
        Sink { to, is_over, place: 0, end: 0 }
    }

    pub(super) fn into_inner(self) -> W {
        self.to
    }

    fn stand(&mut self, place: u64) -> u64 {
        self.place = place;
        self.end = self.end.max(place);
        place
    }

    /// Does something with what is written to, unless it is over.
    fn to<T>(&mut self, otherwise: T, act: impl FnOnce(&mut W) -> Result<T>) -> Result<T> {
        if self.is_over.get() {
            return Ok(otherwise);
        }
        let done = act(&mut self.to);
        if done.is_err() {
            self.is_over.set();
        }
        done
    }
}

impl<W: Write> Write for Sink<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let written = self.to(bytes.len(), |to| {
            loop {
                match to.write(bytes) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Ok(0) if !bytes.is_empty() => return Err(Error::from(ErrorKind::WriteZero)),
                    written => return written,
                }
            }
        })?;
        self.stand(self.place.saturating_add(written as u64));
        Ok(written)
    }

    fn flush(&mut self) -> Result<()> {
        self.to((), W::flush)
    }
}

impl<W: Seek> Seek for Sink<W> {
    fn seek(&mut self, from: SeekFrom) -> Result<u64> {
        let place = self.to(self.end, |to| to.seek(from))?;
        Ok(self.stand(place))
    }
}
