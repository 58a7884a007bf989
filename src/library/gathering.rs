//! Articles of PubMed for a person who waits for them: what would leave first, and then request after request, each reviewed by itself.
//!
//! Nothing here sends anything. A query of which a word stays is no query; what it would say is shown, and a further step goes on. Each request is
//! reviewed when it is due, against what the records name by then. How many articles come is bounded, as they are held in memory.

use jiff::civil::Date;

use super::entrez::{Account, Ask, Collection, Next, Reply, Wanted};
use super::query::{Clearing, Query};
use crate::clearance::{Cleared, Finding, Outgoing, may_be_entrez};
use crate::error::{Code, Error, Result};
use crate::privacy::policy::Policy;
use crate::recipient::Recipient;

/// The most articles of a query.
pub const MOST: u32 = 1000;
/// Articles of a batch, so that its XML stays well below what one reply may be.
pub const BATCH: u32 = 50;

/// What a person typed.
#[derive(Debug, Clone, Copy)]
pub struct Typed<'a> {
    /// The query, in the syntax of PubMed.
    pub query: &'a str,
    /// The first day of publication.
    pub from: Date,
    /// The last.
    pub until: Date,
    /// Words that stay for want of being known, and may leave all the same.
    pub allowed: &'a [String],
    /// Where the programs of Entrez are.
    pub base: &'a str,
}

/// What would leave.
#[derive(Debug)]
pub struct Proposal {
    /// The query with single spaces, of which the words that stay are parts.
    pub text: String,
    /// What would leave of it, and the words that stay.
    pub query: Query,
    /// The first request; none where a word stays.
    pub request: Option<Outgoing>,
    /// Why the review refuses it, where it does.
    pub findings: Vec<Finding>,
    /// To go on with; none where nothing may leave.
    pub gathering: Option<Gathering>,
}

/// What is to be done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// A request is due, which [`Gathering::release`] gives.
    Request,
    /// Wait until the clock says so many milliseconds.
    Wait(u64),
    /// All is collected.
    Nothing,
}

/// A collection that may be gone on with.
#[derive(Debug)]
pub struct Gathering {
    query: Query,
    base: String,
    collection: Collection,
    due: Option<Ask>,
}

impl Gathering {
    /// Returns what would leave for what was `typed`, under the host's `policy`. `now_millis` is the caller's clock.
    ///
    /// # Errors
    /// As [`Clearing::query`] and [`Collection::within`]; `invalid-argument` for an address at which Entrez is not; `refused` where the policy does not
    /// let it be asked.
    pub fn propose(clearing: &Clearing<'_>, policy: &Policy, typed: &Typed<'_>, now_millis: u64) -> Result<Proposal> {
        let Typed { query, from, until, allowed, base } = *typed;
        if !may_be_entrez(base) {
            return Err(Error::new(
                Code::InvalidArgument,
                "PubMed is asked at its own address, https://eutils.ncbi.nlm.nih.gov/entrez/eutils/, or at a stand-in on this device, as http://127.0.0.1:8401/ with a path of letters and digits or none",
            ));
        }
        may_ask(policy, base)?;
        let text = query.split_whitespace().collect::<Vec<_>>().join(" ");
        let query = clearing.query(&text, policy.allowed(allowed))?;
        if !query.withheld.is_empty() {
            return Ok(Proposal { text, query, request: None, findings: Vec::new(), gathering: None });
        }
        let wanted = Wanted { term: query.map.text().to_owned(), from, until };
        let collection = Collection::within(wanted, BATCH, MOST)?;
        let mut gathering = Gathering { query: query.clone(), base: base.to_owned(), collection, due: None };
        gathering.due(0)?;
        let request = gathering.due.as_ref().map(|ask| ask.outgoing(base));
        let findings = gathering.release(clearing, policy, now_millis)?.err().unwrap_or_default();
        gathering.withdraw();
        let gathering = findings.is_empty().then_some(gathering);
        Ok(Proposal { text, query, request, findings, gathering })
    }

    /// Returns what to do next, where the clock says `elapsed_millis`.
    ///
    /// # Errors
    /// `invalid-argument` while an answer is due.
    pub fn due(&mut self, elapsed_millis: u64) -> Result<Due> {
        Ok(match self.collection.next(elapsed_millis)? {
            Next::Done => Due::Nothing,
            Next::Wait(until) => Due::Wait(until),
            Next::Ask(ask) => {
                self.due = Some(ask);
                Due::Request
            }
        })
    }

    /// Returns the request that is due, reviewed, or why it was refused, after which it is due once more.
    ///
    /// # Errors
    /// `invalid-argument` where none is due; `refused` where the policy does not let it be asked.
    pub fn release(
        &mut self,
        clearing: &Clearing<'_>,
        policy: &Policy,
        now_millis: u64,
    ) -> Result<std::result::Result<Cleared, Vec<Finding>>> {
        let ask = self.due.take().ok_or_else(|| Error::new(Code::InvalidArgument, "no request to PubMed is due"))?;
        let reviewed =
            may_ask(policy, &self.base).map(|()| clearing.clear(&ask, &self.base, &self.query.map, now_millis));
        if !matches!(reviewed, Ok(Ok(_))) {
            self.withdraw();
        }
        reviewed
    }

    /// Takes the answer to the last request; whether there were articles in it, which are taken then.
    ///
    /// # Errors
    /// As [`Collection::reply`].
    pub fn reply(&mut self, reply: Reply<'_>, elapsed_millis: u64) -> Result<bool> {
        let before = self.collection.account().batches;
        self.collection.reply(reply, elapsed_millis, &mut |_| {})?;
        Ok(self.collection.account().batches > before)
    }

    /// Takes note that the last request was given up: it is made anew.
    pub fn withdraw(&mut self) {
        self.due = None;
        self.collection.withdraw();
    }

    /// Returns how far it is.
    pub fn account(&self) -> Account {
        self.collection.account()
    }
}

/// # Errors
/// `refused` where `policy` does not let the server at `base` be asked.
pub(super) fn may_ask(policy: &Policy, base: &str) -> Result<()> {
    if policy.may_ask(&Recipient::of(base, "").origin) {
        return Ok(());
    }
    Err(Error::new(Code::Refused, "the policy of this page does not let that server be asked for public texts"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clearance::{ENTREZ, KnownAnswers};
    use crate::privacy::detect::Detector;
    use crate::privacy::recognizers;
    use jiff::civil::date;

    const SEARCH: &str = "<eSearchResult><Count>3000</Count><QueryKey>1</QueryKey><WebEnv>E1</WebEnv></eSearchResult>";

    fn typed(query: &str) -> Typed<'_> {
        Typed { query, from: date(2020, 1, 1), until: date(2020, 12, 31), allowed: &[], base: ENTREZ }
    }

    fn with(act: impl FnOnce(&Clearing<'_>)) {
        let (known, detector) = (KnownAnswers::default(), Detector::new(recognizers::all()));
        act(&Clearing { known: &known, detector: &detector, lexicon: None });
    }

    fn good(body: &str) -> Reply<'_> {
        Reply { status: 200, retry_after_seconds: None, body: body.as_bytes() }
    }

    #[test]
    fn the_first_request_is_shown_and_each_is_reviewed_and_bounded() {
        with(|clearing| {
            let policy = Policy::default();
            let proposal = Gathering::propose(clearing, &policy, &typed(" blood  pressure[tiab] "), 1).unwrap();
            assert_eq!(
                (proposal.text.as_str(), proposal.query.map.text()),
                ("blood pressure[tiab]", "blood pressure[tiab]")
            );
            let request = proposal.request.unwrap();
            assert!(request.body.contains("mindate=2020%2F01%2F01&maxdate=2020%2F12%2F31"), "{}", request.body);
            let mut gathering = proposal.gathering.unwrap();
            assert_eq!(gathering.due(400).unwrap(), Due::Request);
            let cleared = gathering.release(clearing, &policy, 1).unwrap().unwrap();
            assert_eq!(cleared.outgoing(), &request);
            assert!(!gathering.reply(good(SEARCH), 500).unwrap());
            let account = gathering.account();
            assert_eq!((account.counted, account.beyond), (3000, 2000));
            assert_eq!(gathering.due(1000).unwrap(), Due::Request);
            let batch = gathering.release(clearing, &policy, 1).unwrap().unwrap();
            assert!(batch.outgoing().body.ends_with("&retstart=0&retmax=50&retmode=xml"));
            // Given up in the middle, it is asked for once more.
            gathering.withdraw();
            assert_eq!(gathering.due(2000).unwrap(), Due::Request);
            assert_eq!(gathering.release(clearing, &policy, 1).unwrap().unwrap().outgoing(), batch.outgoing());
            assert!(gathering.release(clearing, &policy, 1).is_err(), "each is released once");
        });
    }

    #[test]
    fn what_is_no_answer_of_pubmed_ends_it_at_once_where_nothing_came_yet() {
        with(|clearing| {
            let policy = Policy::default();
            let begun = || Gathering::propose(clearing, &policy, &typed("blood"), 1).unwrap().gathering.unwrap();
            let ask = |gathering: &mut Gathering, at: u64| {
                assert_eq!(gathering.due(at).unwrap(), Due::Request);
                gathering.release(clearing, &policy, 1).unwrap().unwrap();
            };
            for (body, words) in [
                ("<eSearchResult><ERROR>Okafor</ERROR></eSearchResult>", "refused"),
                ("<!DOCTYPE html><html><body>Sign in, Okafor<br></body></html>", "not PubMed"),
                ("{\"login\":\"Okafor\"}", "not PubMed"),
            ] {
                let mut gathering = begun();
                ask(&mut gathering, 400);
                let error = gathering.reply(good(body), 500).unwrap_err();
                assert_eq!(error.code(), Code::Reply, "{body}");
                assert!(error.to_string().contains(words) && !error.to_string().contains("Okafor"), "{error}");
            }
            // What is cut short is asked for again, and so is anything once something came.
            let mut gathering = begun();
            ask(&mut gathering, 400);
            assert!(!gathering.reply(good("<eSearchResult><Count>30"), 500).unwrap());
            ask(&mut gathering, 2000);
            assert!(!gathering.reply(good(SEARCH), 2100).unwrap());
            ask(&mut gathering, 3000);
            assert!(!gathering.reply(good("<html>Sign in</html>"), 3100).unwrap());
            assert!(matches!(gathering.due(3200).unwrap(), Due::Wait(_)));
        });
    }

    #[test]
    fn a_word_that_stays_another_address_and_a_policy_end_it_before_anything_is_due() {
        with(|clearing| {
            let policy = Policy::default();
            let stays = Gathering::propose(clearing, &policy, &typed("blood zzyzx"), 1).unwrap();
            assert!(stays.request.is_none() && stays.gathering.is_none());
            assert_eq!(stays.query.withheld.len(), 1);
            for base in
                ["https://okafor.example/", "http://127.0.0.1:80/x", "http://127.0.0.1:/", "http://10.0.0.1:80/"]
            {
                let typed = Typed { base, ..typed("blood") };
                let error = Gathering::propose(clearing, &policy, &typed, 1).unwrap_err();
                assert_eq!(error.code(), Code::InvalidArgument, "{base}");
                assert!(!error.to_string().contains("okafor"));
            }
            let here = Typed { base: "http://localhost:8080/entrez/eutils/", ..typed("blood") };
            assert!(Gathering::propose(clearing, &policy, &here, 1).unwrap().gathering.is_some());
            let only = Policy { endpoints: Some(["https://models.example".to_owned()].into()), ..Policy::default() };
            assert_eq!(Gathering::propose(clearing, &only, &here, 1).unwrap_err().code(), Code::Refused);
            let mut begun = Gathering::propose(clearing, &policy, &here, 1).unwrap().gathering.unwrap();
            begun.due(400).unwrap();
            assert_eq!(begun.release(clearing, &only, 1).unwrap_err().code(), Code::Refused);
        });
    }
}
