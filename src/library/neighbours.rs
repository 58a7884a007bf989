//! A question to a vector database of public passages, for a person who sees first what would leave: the vector of those of its words that may.
//!
//! Nothing here sends anything. Which collection is asked is known only once the server said which it has, so what is shown stands for it with an id of
//! noughts; the request that is released is made and reviewed anew, with the id that the server gave.

use super::chroma;
use super::gathering::may_ask;
use super::query::{Clearing, Query};
use crate::clearance::{Cleared, Embed, Finding, Outgoing, nearest};
use crate::error::{Code, Error, Result};
use crate::privacy::policy::Policy;

/// How many passages are asked for.
pub const COUNT: u32 = 10;
/// Stands for the collection's id in what is shown.
const NO_COLLECTION: &str = "00000000-0000-0000-0000-000000000000";

/// What would leave.
#[derive(Debug)]
pub struct Proposal {
    /// What would leave of the question, and the words that stay and are left out.
    pub query: Query,
    /// The request, but for the collection's id.
    pub request: Outgoing,
    /// Why the review refuses it, where it does.
    pub findings: Vec<Finding>,
    /// To go on with; none where it is refused.
    pub neighbours: Option<Neighbours>,
}

/// A question that may be asked.
#[derive(Debug, Clone)]
pub struct Neighbours {
    query: Query,
    base: String,
}

impl Neighbours {
    /// Returns what would leave of `question` to the server at `base`, under the host's `policy`; of the words that stay, `allowed` leave where that may
    /// be. `now_millis` is the caller's clock.
    ///
    /// # Errors
    /// As [`Clearing::question`]; `invalid-argument` for an address that is none of such a server, and where there is no vector; `refused` where the
    /// policy does not let it be asked.
    pub fn propose(
        clearing: &Clearing<'_>,
        policy: &Policy,
        embed: &dyn Embed,
        (question, base): (&str, &str),
        allowed: &[String],
        now_millis: u64,
    ) -> Result<Proposal> {
        let base = base.trim_end_matches('/').to_owned();
        may_ask(policy, &base)?;
        let query = clearing.question(question, policy.allowed(allowed))?;
        let neighbours = Neighbours { query: query.clone(), base };
        let request = neighbours.request(embed, NO_COLLECTION)?;
        let reviewed = clearing.clear_nearest(request.clone(), &query.map, embed, now_millis);
        let findings = reviewed.err().unwrap_or_default();
        let neighbours = findings.is_empty().then_some(neighbours);
        Ok(Proposal { query, request, findings, neighbours })
    }

    /// Returns the request for which collections the server has, reviewed, or why it was refused.
    ///
    /// # Errors
    /// `refused` where the policy does not let it be asked.
    pub fn collections(
        &self,
        clearing: &Clearing<'_>,
        policy: &Policy,
        now_millis: u64,
    ) -> Result<std::result::Result<Cleared, Vec<Finding>>> {
        may_ask(policy, &self.base)?;
        Ok(clearing.clear_collections(&self.base, now_millis))
    }

    /// Returns the request to the collection `name` among those that the server says it has, `collections`, reviewed, or why it was refused.
    ///
    /// # Errors
    /// As [`chroma::collection_named`] and [`propose`](Self::propose).
    pub fn release(
        &self,
        clearing: &Clearing<'_>,
        policy: &Policy,
        embed: &dyn Embed,
        (name, collections): (&str, &[u8]),
        now_millis: u64,
    ) -> Result<std::result::Result<Cleared, Vec<Finding>>> {
        may_ask(policy, &self.base)?;
        let id = chroma::collection_named(name, collections)?;
        Ok(clearing.clear_nearest(self.request(embed, &id)?, &self.query.map, embed, now_millis))
    }

    /// Returns the words that stay and are left out.
    pub fn query(&self) -> &Query {
        &self.query
    }

    fn request(&self, embed: &dyn Embed, id: &str) -> Result<Outgoing> {
        nearest(&self.base, id, &self.query.map, embed, COUNT)
            .ok_or_else(|| Error::new(Code::InvalidArgument, "there is no vector of the question"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clearance::{KnownAnswers, Letters};
    use crate::document::{EntityType, Identifier};
    use crate::privacy::detect::Detector;
    use crate::privacy::recognizers;

    struct Nothing;

    impl Embed for Nothing {
        fn vector(&self, _: &str) -> Option<Vec<f32>> {
            None
        }
    }

    const HERE: &str = "http://127.0.0.1:8000";
    const THERE: &[u8] = br#"[{"id":"11111111-2222-3333-4444-555555555555","name":"papers"}]"#;

    #[test]
    fn the_vector_of_words_that_may_leave_goes_to_the_collection_that_is_named() {
        let (known, detector, policy) = (KnownAnswers::default(), Detector::new(recognizers::all()), Policy::default());
        let clearing = Clearing { known: &known, detector: &detector, lexicon: None };
        let asked = ("Is zzyzx bad for the blood pressure?", HERE);
        let proposal = Neighbours::propose(&clearing, &policy, &Letters, asked, &[], 1).unwrap();
        assert!(!proposal.query.map.text().contains("zzyzx"));
        assert!(proposal.findings.is_empty() && proposal.request.url.contains(NO_COLLECTION));
        let neighbours = proposal.neighbours.unwrap();
        let listing = neighbours.collections(&clearing, &policy, 1).unwrap().unwrap();
        let Outgoing { method, url, headers, body } = listing.outgoing();
        assert_eq!((method.as_str(), headers.len(), body.as_str()), ("GET", 0, ""));
        assert!(url.starts_with(HERE) && !url.contains("papers"));
        let cleared = neighbours.release(&clearing, &policy, &Letters, ("papers", THERE), 1).unwrap().unwrap();
        assert_eq!(cleared.outgoing().body, proposal.request.body);
        assert!(cleared.outgoing().url.contains("/11111111-2222-3333-4444-555555555555/query"));
        let absent = neighbours.release(&clearing, &policy, &Letters, ("other", THERE), 1).unwrap_err();
        assert_eq!(absent.code(), Code::NotFound);
        let garbage = neighbours.release(&clearing, &policy, &Letters, ("papers", b"<html>"), 1).unwrap_err();
        assert_eq!(garbage.code(), Code::Reply);
        let only = Policy { endpoints: Some(["https://models.example".to_owned()].into()), ..Policy::default() };
        let refused = |of: Result<()>| assert_eq!(of.unwrap_err().code(), Code::Refused);
        refused(Neighbours::propose(&clearing, &only, &Letters, asked, &[], 1).map(drop));
        refused(neighbours.collections(&clearing, &only, 1).map(drop));
        refused(neighbours.release(&clearing, &only, &Letters, ("papers", THERE), 1).map(drop));
        let none = Neighbours::propose(&clearing, &policy, &Nothing, asked, &[], 1).unwrap_err();
        assert_eq!(none.code(), Code::InvalidArgument);
        let elsewhere = ("blood pressure", "http://10.0.0.1:8000");
        let proposal = Neighbours::propose(&clearing, &policy, &Letters, elsewhere, &[], 1).unwrap();
        assert!(proposal.neighbours.is_none() && !proposal.findings.is_empty());
    }
    #[test]
    fn a_server_called_after_somebody_of_the_records_is_not_even_asked_for_its_collections() {
        let okafor = Identifier { text: "Amara Okafor".to_owned(), entity_type: EntityType::Person, patient: None };
        let (known, detector, policy) =
            (KnownAnswers::new(&[okafor]).unwrap(), Detector::new(recognizers::all()), Policy::default());
        let nobody = KnownAnswers::default();
        let clearing = |known| Clearing { known, detector: &detector, lexicon: None };
        let asked = ("blood pressure", "https://amara-okafor.example.org");
        let proposed = |known| Neighbours::propose(&clearing(known), &policy, &Letters, asked, &[], 1).unwrap();
        assert!(proposed(&known).neighbours.is_none());
        // Nor where the records name them only after it was looked at.
        let neighbours = proposed(&nobody).neighbours.unwrap();
        assert!(neighbours.collections(&clearing(&nobody), &policy, 1).unwrap().is_ok());
        assert!(neighbours.collections(&clearing(&known), &policy, 1).unwrap().is_err());
    }
}
