//! Numbers in as few bytes as they need: seven bits a byte, the lowest first, all but the last with the eighth bit set (LEB128).

/// Bytes of the longest number.
const MAX_BYTES: usize = 10;

/// Writes `number` at the end of `out`.
pub(crate) fn write(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number from the start of `bytes`; `None`, and nothing is taken, where there is none.
pub(crate) fn read(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for at in 0..MAX_BYTES {
        let byte = *bytes.get(at)?;
        let bits = u64::from(byte & 0x7F);
        let shifted = bits.checked_shl(7 * at as u32).filter(|shifted| shifted >> (7 * at) == bits)?;
        number |= shifted;
        if byte & 0x80 == 0 {
            *bytes = bytes.get(at + 1..)?;
            return Some(number);
        }
    }
    None
}

/// Takes a number of at most 32 bits from the start of `bytes`. `None` where there is none: what was looked at is taken all the same, so
/// that who goes on until nothing is left comes to an end.
#[inline]
pub(crate) fn read_u32(bytes: &mut &[u8]) -> Option<u32> {
    // Nearly all are of one byte.
    if let Some((byte, rest)) = bytes.split_first()
        && byte & 0x80 == 0
    {
        *bytes = rest;
        return Some(u32::from(*byte));
    }
    let (mut number, mut shift) = (0_u64, 0);
    while shift < u32::BITS {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return u32::try_from(number).ok();
        }
        shift += 7;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_nothing_else_is_one() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::from(u32::MAX) + 1, u64::MAX] {
            let mut bytes = Vec::new();
            write(&mut bytes, number);
            let mut rest = bytes.as_slice();
            assert_eq!((read(&mut rest), rest.len()), (Some(number), 0));
            assert_eq!(read(&mut &bytes[..bytes.len() - 1]), None);
            assert_eq!(read_u32(&mut bytes.as_slice()), u32::try_from(number).ok());
            assert_eq!(read_u32(&mut &bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(read(&mut [0xFF; 11].as_slice()), None);
        assert_eq!(read_u32(&mut [0xFF; 11].as_slice()), None);
    }

    #[test]
    fn what_is_no_short_number_is_taken_all_the_same() {
        for bytes in [vec![0xFF; 11], vec![0x80], vec![0xFF, 0xFF, 0xFF, 0xFF, 0x7F], vec![5, 0x80, 1, 7]] {
            let mut rest = bytes.as_slice();
            let read = std::iter::from_fn(|| (!rest.is_empty()).then(|| read_u32(&mut rest)));
            assert!(read.count() <= bytes.len());
        }
        let mut rest = [5, 0x80, 1, 7].as_slice();
        assert_eq!([(); 4].map(|()| read_u32(&mut rest)), [Some(5), Some(128), Some(7), None]);
    }
}
