//! Numbers out of the bytes of an input.

/// Takes numbers from bytes, 0 where there are none left.
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Bytes(data)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A number below `end`, or 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end.max(1)
    }

    /// Small ones mostly, and sometimes the largest there are.
    pub(crate) fn size(&mut self) -> usize {
        match self.byte() {
            byte @ 0..=239 => usize::from(byte % 20),
            240..=245 => usize::MAX,
            246..=250 => usize::MAX / 4 + 1,
            _ => usize::MAX / 8 + usize::from(self.byte()),
        }
    }

    /// The same with a sign.
    pub(crate) fn stride(&mut self) -> isize {
        let size = self.size().cast_signed();
        if self.byte().is_multiple_of(3) { size.wrapping_neg() } else { size }
    }

    /// Extents below 5, of rank 0 to 4.
    pub(crate) fn extents(&mut self) -> Vec<usize> {
        (0..self.below(5)).map(|_| self.below(5)).collect()
    }

    /// Numbers below the rank, which are no permutation now and then.
    pub(crate) fn order(&mut self, rank: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..rank).collect();
        for at in 0..rank {
            order.swap(at, self.below(rank));
        }
        if self.byte() > 200 {
            order.push(self.below(6));
        }
        order
    }

    /// What is left, as text without the characters that are none.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(self.0).into_owned()
    }
}
