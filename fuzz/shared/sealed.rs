//! Files of ours that end with a checksum, which noise never has.

use sha2::{Digest, Sha256};

/// Returns `body` behind `head` and before the right checksum, so that what is behind a right beginning and checksum is reached.
pub fn sealed(head: &[u8], body: &[u8]) -> Vec<u8> {
    let mut bytes = [head, body].concat();
    let checksum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}
