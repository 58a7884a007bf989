//! Lists of postings: passages in order, each with what the term counts in it, in one byte.
//!
//! A short list is one piece. A long one begins with a head: for each of its pieces the last passage, its bytes, and the most that a
//! posting in it counts.

use crate::leb128::write;
use crate::rest::Rest;

/// Postings of a piece.
pub(super) const PIECE: usize = 128;
/// Postings from which on a list has a head.
const LONG: usize = 2 * PIECE;
/// What the greatest impact stands for is this part of `k1 + 1`.
pub(super) const MAX_IMPACT: f64 = 255.0;

/// A posting: the passage, and what the term counts in it, 1 to 255.
pub(super) type Posting = (u32, u8);

/// A piece of a long list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// The passage before its first, plus one; 0 for the first piece.
    pub from: u32,
    /// Its last passage.
    pub last: u32,
    /// Where it begins in the list, and its bytes.
    pub at: u64,
    pub len: u64,
    /// The most that a posting in it counts.
    pub most: u8,
}

/// Returns the bytes of a list, of which the first are its head, and how many those are.
pub(super) fn encode(postings: &[Posting]) -> (Vec<u8>, u32) {
    if postings.len() < LONG {
        return (piece(postings, 0), 0);
    }
    let (mut head, mut body) = (Vec::new(), Vec::new());
    write(&mut head, postings.chunks(PIECE).len() as u64);
    let mut from = 0;
    for part in postings.chunks(PIECE) {
        let bytes = piece(part, from);
        let last = part.last().map_or(from, |(passage, _)| *passage);
        write(&mut head, u64::from(last - from));
        write(&mut head, bytes.len() as u64);
        head.push(part.iter().map(|(_, impact)| *impact).max().unwrap_or(0));
        body.extend(bytes);
        from = last + 1;
    }
    let len = head.len() as u32;
    head.extend(body);
    (head, len)
}

/// Writes passages as the distance from the one before, of which the first is counted from `from`.
fn piece(postings: &[Posting], mut from: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (passage, impact) in postings {
        write(&mut bytes, u64::from(passage - from));
        bytes.push(*impact);
        from = passage + 1;
    }
    bytes
}

/// Reads a piece; `None` where it is not one.
pub(super) fn postings(bytes: &[u8], mut from: u32) -> Option<Vec<Posting>> {
    let mut found = Vec::with_capacity(bytes.len() / 2);
    let mut rest = Rest(bytes);
    while !rest.0.is_empty() {
        let gap = u32::try_from(rest.long()?).ok()?;
        let impact = rest.byte()?;
        let passage = from.checked_add(gap)?;
        found.push((passage, impact));
        from = passage.checked_add(1)?;
    }
    Some(found)
}

/// Reads the head of a long list; `None` where it is not one, or does not fit a list of `len` bytes.
pub(super) fn pieces(head: &[u8], len: u64) -> Option<Vec<Piece>> {
    let mut rest = Rest(head);
    let count = usize::try_from(rest.long()?).ok().filter(|count| *count <= head.len())?;
    let mut pieces = Vec::with_capacity(count);
    let (mut from, mut at) = (0_u32, head.len() as u64);
    for _ in 0..count {
        let last = from.checked_add(u32::try_from(rest.long()?).ok()?)?;
        let len = rest.long()?;
        let most = rest.byte()?;
        pieces.push(Piece { from, last, at, len, most });
        at = at.checked_add(len)?;
        from = last.checked_add(1)?;
    }
    (rest.0.is_empty() && at == len).then_some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_whole_and_in_pieces() {
        for count in [0, 1, 255, 256, 1000] {
            let list: Vec<Posting> = (0..count).map(|at| (at * at + 3, (at % 255 + 1) as u8)).collect();
            let (bytes, head) = encode(&list);
            if head == 0 {
                assert_eq!(postings(&bytes, 0), Some(list));
                continue;
            }
            let parts = pieces(&bytes[..head as usize], bytes.len() as u64).unwrap();
            let read: Vec<Posting> = parts
                .iter()
                .flat_map(|part| {
                    let found = postings(&bytes[part.at as usize..(part.at + part.len) as usize], part.from).unwrap();
                    assert_eq!(found.last().map(|(passage, _)| *passage), Some(part.last));
                    assert_eq!(found.iter().map(|(_, impact)| *impact).max(), Some(part.most));
                    found
                })
                .collect();
            assert_eq!(read, list);
            assert_eq!(pieces(&bytes[..head as usize], bytes.len() as u64 + 1), None);
        }
        assert_eq!(postings(&[1], 0), None);
        assert_eq!(postings(&[0, 1, 0xff, 0xff, 0xff, 0xff, 0x0f, 1], 9), None);
    }
}
