//! Packed files of ours, read number by number.

use crate::leb128;

/// The bytes that are still to be read. Nothing is read where fewer are left than it takes.
pub(crate) struct Rest<'a>(pub(crate) &'a [u8]);

impl<'a> Rest<'a> {
    /// Reads the next `length` bytes.
    pub(crate) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// Reads one byte.
    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.chunk().map(|[byte]| byte)
    }

    fn chunk<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.first_chunk().copied()
    }

    /// Reads two bytes, the lowest first.
    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.chunk().map(u16::from_le_bytes)
    }

    /// Reads four bytes, the lowest first.
    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.chunk().map(u32::from_le_bytes)
    }

    /// Reads a floating-point number of four bytes, the lowest first.
    pub(crate) fn f32(&mut self) -> Option<f32> {
        self.chunk().map(f32::from_le_bytes)
    }

    /// Reads a number as [`leb128`] writes it, of at most 32 bits.
    pub(crate) fn number(&mut self) -> Option<usize> {
        leb128::read_u32(&mut self.0).map(|number| number as usize)
    }

    /// Reads a number as [`leb128`] writes it, of at most 64 bits.
    pub(crate) fn long(&mut self) -> Option<u64> {
        leb128::read(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written_and_none_beyond_the_end() {
        let mut rest = Rest(&[1, 2, 3, 4, 5, 6, 0x80, 1, 7]);
        assert_eq!((rest.u16(), rest.u32(), rest.number()), (Some(0x201), Some(0x0605_0403), Some(128)));
        assert_eq!((rest.u16(), rest.take(2)), (None, None));
        assert_eq!((rest.take(1), rest.number()), (Some(&[7][..]), None));
        let mut rest = Rest(&[0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 9]);
        assert_eq!((rest.long(), rest.byte(), rest.byte()), (Some(0x1_FFFF_FFFF), Some(9), None));
        assert_eq!(Rest(&1.5_f32.to_le_bytes()).f32(), Some(1.5));
        assert_eq!(Rest(&[0xFF; 9]).number(), None, "of more than 32 bits");
    }
}
