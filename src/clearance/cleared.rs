//! The only value that may be sent.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::gate::{Exemption, Finding};
use super::outgoing::Outgoing;
use super::public::PublicText;
use super::span_map::{Operator, SpanMap};
use crate::span::{Span, Synthesised};
use crate::{hex::hex, recipient::Recipient};

/// A request that passed the review, with its receipt.
///
/// There is no public constructor, and no `Clone`, `Default` or `Deserialize`: only
/// [`review`](super::review()) makes one, each of which can be sent once. A saved request is reviewed again.
#[derive(Debug, Serialize)]
pub struct Cleared {
    outgoing: Outgoing,
    receipt: Receipt,
}

/// What was cleared: enough to prove later what left, and nothing of the records that identifies anyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Receipt {
    /// SHA-256 of the exact bytes of the body, in lower-case hexadecimal.
    pub body_sha256: String,
    /// Whom it is for.
    pub recipient: Recipient,
    /// Length of the body in bytes.
    pub body_bytes: usize,
    /// When the caller's clock said it was reviewed, in milliseconds since 1970-01-01 UTC.
    pub reviewed_at_millis: u64,
    /// The operation behind each stretch of the message.
    pub operators: Vec<(Span<Synthesised>, Operator)>,
    /// Known answers that were let through because their bytes are innocent by provenance.
    pub exemptions: Vec<Exemption>,
    /// The references of the public passages before the message.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub literature: Vec<String>,
}

impl Cleared {
    /// Seals a request in which there are no `findings`; else returns them, sorted. For the review alone.
    pub(super) fn seal(
        outgoing: Outgoing,
        map: &SpanMap,
        public: &[PublicText],
        mut findings: Vec<Finding>,
        exemptions: Vec<Exemption>,
        reviewed_at_millis: u64,
    ) -> Result<Self, Vec<Finding>> {
        if !findings.is_empty() {
            findings.sort();
            findings.dedup();
            return Err(findings);
        }
        let receipt = Receipt {
            body_sha256: hex(&Sha256::digest(outgoing.body.as_bytes())),
            recipient: Recipient::of(&outgoing.url, &outgoing.body),
            body_bytes: outgoing.body.len(),
            reviewed_at_millis,
            operators: map.pieces().iter().map(|piece| (piece.span, piece.operator)).collect(),
            exemptions,
            literature: public.iter().map(|source| source.reference().to_owned()).collect(),
        };
        Ok(Cleared { outgoing, receipt })
    }

    /// Returns the request that may be sent.
    pub fn outgoing(&self) -> &Outgoing {
        &self.outgoing
    }

    /// Returns what was cleared.
    pub fn receipt(&self) -> &Receipt {
        &self.receipt
    }
}
