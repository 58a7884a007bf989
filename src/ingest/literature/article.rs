//! One article, with what a library of the literature keeps of it.

use serde::{Deserialize, Serialize};

use super::date::Day;

/// Where an article was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Origin {
    /// The number of the file, in the order of reading.
    pub file: u32,
    /// Offset of its first byte in the unwrapped file.
    pub start: u64,
    /// Offset after its last byte.
    pub end: u64,
}

/// A section of an abstract.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// Its label as the source has it: `RESULTS`; `None` for an abstract without labels.
    pub label: Option<String>,
    /// Its text, with white space of one blank.
    pub text: String,
}

/// Who wrote an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Author {
    /// The family name, or the name of a group.
    pub last: String,
    /// Given names; empty for a group.
    pub fore: String,
    /// Their initials, without full stops: `JA`.
    pub initials: String,
    /// Whether it is a group that wrote under one name.
    pub is_collective: bool,
    /// Where they worked.
    pub affiliations: Vec<String>,
}

impl Author {
    /// Returns the name as citations have it: `Smith JA`, or the name of the group.
    pub fn cited(&self) -> String {
        if self.initials.is_empty() { self.last.clone() } else { format!("{} {}", self.last, self.initials) }
    }

    /// Returns somebody of these names; without initials those of the given names.
    pub(super) fn person(last: String, fore: String, initials: Option<String>) -> Self {
        let of_fore = || fore.split([' ', '-', '.']).filter_map(|name| name.chars().next()).collect::<String>();
        let initials = initials.unwrap_or_else(of_fore).replace('.', "");
        Author { last, fore, initials, is_collective: false, affiliations: Vec::new() }
    }

    /// Returns a group of this name.
    pub(super) fn group(name: String) -> Self {
        let (fore, initials) = (String::new(), String::new());
        Author { last: name, fore, initials, is_collective: true, affiliations: Vec::new() }
    }
}

/// A descriptor of MeSH under which an article is filed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The descriptor.
    pub descriptor: String,
    /// Whether the descriptor itself is a main topic.
    pub is_major: bool,
    /// Its qualifiers.
    pub qualifiers: Vec<Qualifier>,
}

/// A qualifier of a descriptor of MeSH.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Qualifier {
    /// The qualifier.
    pub name: String,
    /// Whether the descriptor is a main topic under it.
    pub is_major: bool,
}

/// When an article was published, as far as that is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Issued {
    /// The year.
    pub year: Option<i16>,
    /// The month, 1 to 12.
    pub month: Option<i8>,
}

/// What another publication says of an article, or it of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoticeKind {
    /// This article was retracted there.
    RetractionIn,
    /// This is the notice that retracts another one.
    RetractionOf,
    /// A part of this article was retracted there.
    PartialRetractionIn,
    /// There is an expression of concern about this article.
    ExpressionOfConcernIn,
    /// This article was corrected there.
    ErratumIn,
    /// This corrects another one.
    ErratumFor,
    /// There is a newer state of this article.
    UpdateIn,
    /// This is the newer state of another one.
    UpdateOf,
    /// This article was published once more, corrected.
    RepublishedIn,
    /// This article was commented on there.
    CommentIn,
    /// This comments on another one.
    CommentOn,
}

/// A publication that belongs to an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// In which way.
    pub kind: NoticeKind,
    /// Its PMID, where that is said.
    pub pmid: Option<u32>,
    /// Where it was published, as the source says.
    pub published: String,
}

/// What tells an article from every other one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Key {
    /// Its number in PubMed.
    Pmid(u32),
    /// Its DOI, in lower case.
    Doi(String),
    /// Its number in PubMed Central, without `PMC`.
    Pmc(u32),
    /// Half the SHA-256 of title, first author and year, of one that has no number.
    Content(u128),
}

/// One article of the public literature: about nobody's record, and made by the readers of this module alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Article {
    /// The number in PubMed.
    pub pmid: Option<u32>,
    /// The version of that, from 1.
    pub version: u16,
    /// The DOI.
    pub doi: Option<String>,
    /// The number in PubMed Central, without `PMC`.
    pub pmc: Option<u32>,
    /// The title.
    pub title: String,
    /// The abstract; empty where there is none.
    pub sections: Vec<Section>,
    /// The authors, in their order.
    pub authors: Vec<Author>,
    /// The headings of MeSH.
    pub mesh: Vec<Heading>,
    /// Keywords that the authors gave.
    pub keywords: Vec<String>,
    /// The types of publication: `Randomized Controlled Trial`.
    pub types: Vec<String>,
    /// The journal, or the book.
    pub journal: String,
    /// When it was published.
    pub issued: Issued,
    /// The languages it is written in, as the source has them: `eng`.
    pub languages: Vec<String>,
    /// What was said of it since, and what it says of others.
    pub notices: Vec<Notice>,
    /// When the source last changed what it says of it.
    pub revised: Option<Day>,
    /// Where it was read.
    pub origin: Origin,
}

impl Article {
    /// Returns an article of which only the title is known.
    pub(super) fn titled(title: String) -> Self {
        Article {
            pmid: None,
            version: 1,
            doi: None,
            pmc: None,
            title,
            sections: Vec::new(),
            authors: Vec::new(),
            mesh: Vec::new(),
            keywords: Vec::new(),
            types: Vec::new(),
            journal: String::new(),
            issued: Issued::default(),
            languages: Vec::new(),
            notices: Vec::new(),
            revised: None,
            origin: Origin::default(),
        }
    }

    /// Returns what tells this article from every other one.
    pub fn key(&self) -> Key {
        match (self.pmid, &self.doi, self.pmc) {
            (Some(pmid), ..) => Key::Pmid(pmid),
            (None, Some(doi), _) => Key::Doi(doi.to_lowercase()),
            (None, None, Some(pmc)) => Key::Pmc(pmc),
            (None, None, None) => {
                let first = self.authors.first().map_or("", |author| author.last.as_str());
                let year = self.issued.year.unwrap_or_default();
                Key::Content(crate::digest::short(format!("{}\n{first}\n{year}", self.title).as_bytes()))
            }
        }
    }

    /// Returns whether it was retracted: by its type, or by a notice elsewhere.
    pub fn is_retracted(&self) -> bool {
        let by_type = |kind: &String| kind.eq_ignore_ascii_case("retracted publication");
        self.types.iter().any(by_type) || self.notices.iter().any(|notice| notice.kind == NoticeKind::RetractionIn)
    }

    /// Returns whether it is a passage of a guideline, a book or another document, and so one by itself.
    pub fn is_section(&self) -> bool {
        use super::guideline::Kind;
        let kinds = [Kind::Guideline, Kind::Book, Kind::Document].map(Kind::publication_type);
        self.types.first().is_some_and(|kind| kinds.contains(&kind.as_str()))
    }

    /// Returns whether it has a text beside its title.
    pub fn has_abstract(&self) -> bool {
        !self.sections.is_empty()
    }

    /// Returns whether this is to be kept, and not `other` of the same [`key`](Self::key): the higher version is, then what was
    /// changed last, then what says more, then what comes first in the order of their contents, so that the order of reading does not matter.
    pub fn supersedes(&self, other: &Article) -> bool {
        let says = |article: &Article| article.sections.iter().map(|section| section.text.len()).sum::<usize>();
        let rank = |article: &Article| (article.version, article.revised, says(article));
        let of = |article: &Article| {
            let sections = article.sections.iter().map(|section| section.text.as_str()).collect::<Vec<_>>().join("\n");
            (article.title.clone(), sections)
        };
        rank(self).cmp(&rank(other)).then_with(|| of(other).cmp(&of(self))).is_gt()
    }
}

/// Returns a DOI without what is often written before it; `None` for what is none.
pub(super) fn doi(text: &str) -> Option<String> {
    let text = text.trim();
    let start = text.find("10.")?;
    let before = text.get(..start)?.to_ascii_lowercase();
    let is_prefix = [
        "",
        "doi:",
        "doi: ",
        "doi ",
        "https://doi.org/",
        "http://doi.org/",
        "http://dx.doi.org/",
        "https://dx.doi.org/",
    ];
    let doi = text.get(start..)?.split_whitespace().next()?;
    (is_prefix.contains(&before.as_str()) && doi.contains('/')).then(|| doi.to_owned())
}

/// Returns `text` with white space of one blank; `None` where nothing else is in it.
pub(super) fn tidy(text: &str) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doi_is_taken_out_of_what_stands_before_it() {
        for (text, found) in [
            ("10.1136/gutjnl-2016-312510", Some("10.1136/gutjnl-2016-312510")),
            ("https://doi.org/10.1/a", Some("10.1/a")),
            ("doi: 10.1/a [doi]", Some("10.1/a")),
            ("S0011-2240(01)", None),
            ("page 10.5", None),
            ("10.5", None),
        ] {
            assert_eq!(doi(text).as_deref(), found, "{text}");
        }
    }

    #[test]
    fn which_of_two_states_is_kept_does_not_hang_on_their_order() {
        let article = |version, year: Option<i16>, text: &str| Article {
            version,
            revised: year.map(|year| Day { year, month: 1, day: 1 }),
            sections: vec![Section { label: None, text: text.into() }],
            ..Article::titled("T".into())
        };
        let states = [
            article(1, None, "a"),
            article(1, None, "b"),
            article(1, None, "longer"),
            article(1, Some(2019), "a"),
            article(1, Some(2020), "a"),
            article(2, None, "a"),
        ];
        for (at, a) in states.iter().enumerate() {
            assert!(!a.supersedes(a));
            for b in states.iter().skip(at + 1) {
                assert!(a.supersedes(b) != b.supersedes(a));
            }
        }
        assert!(
            states[5].supersedes(&states[4]) && states[4].supersedes(&states[3]) && states[2].supersedes(&states[0])
        );
    }
}
