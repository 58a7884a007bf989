//! By what entries are of one thing: their codes, whichever of the codings of an entry comes first.
//!
//! Most entries have one coding. Of several the first is meant ([`Coded`]), and the others are other names of it: an entry that has one of
//! them alone, as another source may write it, is of the same thing. A coding that stands beside different first ones (a class of
//! medicines, the chapter of a classification) names none of them, nor does one of several that stand beside one that is wider.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{Coded, Records};

/// Systems whose codes are LOINC's.
const LOINC: &[&str] = &["http://loinc.org", "urn:oid:2.16.840.1.113883.6.1"];

/// By what entries are of one thing: its code with the system that the code is of, else its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Identity<'a> {
    Code { system: Option<&'a str>, code: &'a str },
    Name(&'a str),
}

impl<'a> Identity<'a> {
    /// Returns by what entries with this `code` are of one thing where no other coding is looked at; nothing that has neither code nor name
    /// is of any.
    fn first(code: Option<&'a Coded>) -> Self {
        let own = code.and_then(|coded| Some((coded.system.as_deref(), coded.code.as_deref()?)));
        match own {
            Some((system, code)) => Identity::Code { system, code },
            None => Identity::Name(code.map_or("", |coded| coded.display.text.as_str())),
        }
    }

    /// Returns the code.
    pub fn code(self) -> Option<&'a str> {
        match self {
            Identity::Code { code, .. } => Some(code),
            Identity::Name(_) => None,
        }
    }

    /// Returns the name, where there is no code.
    pub fn name(self) -> Option<&'a str> {
        match self {
            Identity::Code { .. } => None,
            Identity::Name(name) => Some(name),
        }
    }
}

/// Returns the codes of LOINC that `code` has: those of its system, and those of none that is named.
pub(crate) fn loincs(code: Option<&Coded>) -> impl Iterator<Item = &str> {
    let codings = code.into_iter().flat_map(Coded::codings);
    codings.filter(|(system, _)| system.is_none_or(|system| LOINC.contains(&system))).map(|(_, code)| code)
}

/// Which codings of some records name the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Aliases<'a> {
    /// For a coding that only ever stands beside one first one, that one; `None` where there are several.
    first: BTreeMap<Identity<'a>, Option<Identity<'a>>>,
}

impl<'a> Aliases<'a> {
    pub fn of(records: &'a Records) -> Self {
        let facts = records.documents.iter().flat_map(|document| document.facts());
        Aliases::among(facts.flat_map(|fact| fact.code.iter().chain(fact.components.iter().map(|part| &part.code))))
    }

    fn among(codes: impl Iterator<Item = &'a Coded>) -> Self {
        let several: Vec<&Coded> = codes.filter(|code| !code.others.is_empty()).collect();
        // What stands beside a first coding wherever one of its system does: beside "allergy to a substance" each substance does once.
        let mut beside: BTreeMap<(Identity<'a>, Option<&'a str>), BTreeSet<&'a str>> = BTreeMap::new();
        for code in several {
            let mut own: BTreeMap<Option<&'a str>, BTreeSet<&'a str>> = BTreeMap::new();
            for other in &code.others {
                own.entry(other.system.as_deref()).or_default().insert(&other.code);
            }
            for (system, codes) in own {
                let known = beside.entry((Identity::first(Some(code)), system)).or_insert_with(|| codes.clone());
                known.retain(|code| codes.contains(code));
            }
        }
        let mut first: BTreeMap<Identity<'a>, Option<Identity<'a>>> = BTreeMap::new();
        for ((own, system), codes) in beside {
            for other in codes.into_iter().map(|code| Identity::Code { system, code }).filter(|other| *other != own) {
                let known = first.entry(other).or_insert(Some(own));
                *known = known.filter(|known| *known == own);
            }
        }
        Aliases { first }
    }

    /// Returns by what entries with this `code` are of one thing.
    pub fn identity(&self, code: Option<&'a Coded>) -> Identity<'a> {
        let mut identity = Identity::first(code);
        // Nearly all are what they say.
        if !self.first.contains_key(&identity) {
            return identity;
        }
        let mut passed = vec![identity];
        while let Some(Some(first)) = self.first.get(&identity) {
            identity = *first;
            if passed.contains(&identity) {
                // Two codings that each come first somewhere: the same of both is taken, wherever one begins.
                let around = passed.iter().position(|one| *one == identity).unwrap_or_default();
                return passed.into_iter().skip(around).min().unwrap_or(identity);
            }
            passed.push(identity);
        }
        identity
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Coding, Form, Value};
    use crate::span::Span;

    fn coded(codings: &[(&str, &str)]) -> Coded {
        let display = Value { text: "a name".into(), span: Span::at(0, 0), form: Form::String, aside: 0 };
        let (system, code) = codings[0];
        let others = codings[1..].iter().map(|(system, code)| Coding {
            system: Some((*system).into()),
            code: (*code).into(),
            term: None,
        });
        Coded { system: Some(system.into()), code: Some(code.into()), display, term: None, others: others.collect() }
    }

    #[test]
    fn an_entry_that_has_another_coding_alone_is_of_the_same_thing() {
        let codes = [
            coded(&[("snomed", "59621000"), ("icd-10", "I10")]),
            coded(&[("icd-10", "I10")]),
            coded(&[("snomed", "I10")]),
            coded(&[("local", "hbp"), ("icd-10", "I10x")]),
        ];
        let aliases = Aliases::among(codes.iter());
        let identity = |at: usize| aliases.identity(Some(&codes[at]));
        assert_eq!(identity(0), identity(1));
        assert_eq!(identity(1).code(), Some("59621000"));
        assert_ne!(identity(2), identity(1), "the same letters in another system are another code");
        assert_ne!(identity(3), identity(1));
    }

    #[test]
    fn a_coding_beside_different_ones_names_none_of_them() {
        let codes = [
            coded(&[("rxnorm", "lisinopril"), ("atc", "C09A")]),
            coded(&[("rxnorm", "enalapril"), ("atc", "C09A")]),
            coded(&[("atc", "C09A")]),
        ];
        let aliases = Aliases::among(codes.iter());
        let identities: Vec<_> = codes.iter().map(|code| aliases.identity(Some(code))).collect();
        assert!(identities[0] != identities[1] && identities[1] != identities[2] && identities[0] != identities[2]);
    }

    #[test]
    fn what_stands_beside_a_wider_coding_is_not_all_that_stands_there() {
        let codes = [
            coded(&[("snomed", "substance"), ("rxnorm", "latex")]),
            coded(&[("snomed", "substance"), ("rxnorm", "peanut")]),
            coded(&[("rxnorm", "peanut")]),
        ];
        let aliases = Aliases::among(codes.iter());
        assert_eq!(aliases.identity(Some(&codes[2])).code(), Some("peanut"));
    }

    #[test]
    fn codings_that_each_come_first_somewhere_are_one_thing_whichever_is_asked() {
        let codes = [coded(&[("a", "1"), ("b", "2")]), coded(&[("b", "2"), ("a", "1")]), coded(&[("b", "2")])];
        let aliases = Aliases::among(codes.iter());
        let identity = |at: usize| aliases.identity(Some(&codes[at]));
        assert!(identity(0) == identity(1) && identity(1) == identity(2));
    }

    #[test]
    fn every_code_of_loinc_counts() {
        let code = coded(&[("http://loinc.org", "59408-5"), ("http://loinc.org", "2708-6"), ("local", "o2")]);
        assert_eq!(loincs(Some(&code)).collect::<Vec<_>>(), ["59408-5", "2708-6"]);
    }
}
