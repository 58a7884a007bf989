//! Numbers in as few bytes as they need: seven bits a byte, the last without its highest bit (LEB128).

/// Bytes of the longest number.
const MAX_BYTES: usize = 10;

/// Writes `number` at the end of `out`.
pub(super) fn write(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number from the start of `bytes`; `None` where there is none.
pub(super) fn read(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for at in 0..MAX_BYTES {
        let byte = *bytes.get(at)?;
        let bits = u64::from(byte & 0x7f);
        let shifted = bits.checked_shl(7 * at as u32).filter(|shifted| shifted >> (7 * at) == bits)?;
        number |= shifted;
        if byte & 0x80 == 0 {
            *bytes = bytes.get(at + 1..)?;
            return Some(number);
        }
    }
    None
}

/// Takes `count` bytes from the start of `bytes`.
pub(super) fn take<'b>(bytes: &mut &'b [u8], count: usize) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_nothing_else_is_one() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            write(&mut bytes, number);
            let mut rest = bytes.as_slice();
            assert_eq!((read(&mut rest), rest.len()), (Some(number), 0));
            assert_eq!(read(&mut &bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(read(&mut [0xff; 11].as_slice()), None);
    }
}
