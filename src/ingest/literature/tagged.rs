//! Bibliographies of lines with a tag: `.nbib` as PubMed exports it (MEDLINE format), and RIS.
//!
//! Sources: NLM, *MEDLINE/PubMed Data Element (Field) Descriptions*; Research Information Systems, *RIS Format Specifications*. A line
//! without a tag goes on with the field before it.

use super::article::{Article, Author, Heading, Notice, NoticeKind, Qualifier, doi, tidy};
use super::date;
use super::labels;

/// A field: its tag, and its value with white space of one blank.
pub(super) type Field = (String, String);

/// What the tags of MEDLINE for other publications say.
const NOTICES: &[(&str, NoticeKind)] = &[
    ("RIN", NoticeKind::RetractionIn),
    ("ROF", NoticeKind::RetractionOf),
    ("PRIN", NoticeKind::PartialRetractionIn),
    ("ECI", NoticeKind::ExpressionOfConcernIn),
    ("EIN", NoticeKind::ErratumIn),
    ("EFR", NoticeKind::ErratumFor),
    ("UIN", NoticeKind::UpdateIn),
    ("UOF", NoticeKind::UpdateOf),
    ("RPI", NoticeKind::RepublishedIn),
    ("CIN", NoticeKind::CommentIn),
    ("CON", NoticeKind::CommentOn),
];

/// What the type of a reference in RIS says, as PubMed has it.
const TYPES: &[(&str, &str)] =
    &[("JOUR", "Journal Article"), ("EJOUR", "Journal Article"), ("BOOK", "Book"), ("CHAP", "Book Chapter")];

/// Returns the tag and the rest of a line of MEDLINE: `PMID- 123`, `AB  - text`.
pub(super) fn medline_tag(line: &str) -> Option<(&str, &str)> {
    let (tag, rest) = (line.get(..4)?, line.get(4..)?.strip_prefix('-')?);
    let tag = tag.trim_end();
    let is_tag = tag.len() >= 2 && tag.starts_with(|c: char| c.is_ascii_uppercase());
    (is_tag && tag.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())).then_some((tag, rest))
}

/// Returns the tag and the rest of a line of RIS: `TY  - JOUR`.
pub(super) fn ris_tag(line: &str) -> Option<(&str, &str)> {
    let (tag, rest) = (line.get(..2)?, line.get(2..)?.trim_start_matches(' ').strip_prefix('-')?);
    let is_tag = tag.starts_with(|c: char| c.is_ascii_uppercase())
        && tag.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    (is_tag && line.get(2..4) == Some("  ")).then_some((tag, rest))
}

/// Returns the article of the fields of one record of MEDLINE; `None` where it has neither PMID nor title.
pub(super) fn medline(fields: &[Field]) -> Option<Article> {
    let first = |tag: &str| fields.iter().find(|(known, _)| known == tag).map(|(_, value)| value.as_str());
    let all = |tag: &'static str| fields.iter().filter(move |(known, _)| known == tag).map(|(_, value)| value.as_str());
    let pmid = first("PMID").and_then(|pmid| pmid.parse().ok());
    let title = ["TI", "TT", "BTI"].into_iter().find_map(first).map(str::to_owned);
    let title = title.or_else(|| pmid.map(|pmid: u32| format!("Article {pmid} without a title")))?;
    let mut article = Article { pmid, ..Article::titled(title) };
    article.sections = first("AB").map(labels::sections).unwrap_or_default();
    for (tag, value) in fields {
        match (tag.as_str(), article.authors.last_mut()) {
            ("FAU", _) => article.authors.push(in_full(value)),
            // The short form follows the full one, where there is one.
            ("AU", known) => {
                let (last, initials) = value.rsplit_once(' ').unwrap_or((value, ""));
                match known.filter(|known| {
                    !known.is_collective && value.to_lowercase().starts_with(&known.last.to_lowercase())
                }) {
                    Some(known) => known.initials = initials.to_owned(),
                    None if value.contains(',') => article.authors.push(in_full(value)),
                    None => {
                        article.authors.push(Author::person(last.to_owned(), String::new(), Some(initials.to_owned())))
                    }
                }
            }
            ("CN", _) => article.authors.push(Author::group(value.clone())),
            ("AD", Some(author)) => author.affiliations.push(value.clone()),
            _ => {}
        }
    }
    if article.authors.iter().all(|author| author.affiliations.is_empty())
        && let (Some(author), Some(place)) = (article.authors.first_mut(), first("AD"))
    {
        author.affiliations.push(place.to_owned());
    }
    article.mesh = all("MH").filter_map(heading).collect();
    article.keywords = all("OT").map(|word| word.trim_start_matches('*').to_owned()).collect();
    article.types = all("PT").map(str::to_owned).collect();
    article.journal = ["JT", "TA", "BTI"].into_iter().find_map(first).unwrap_or_default().to_owned();
    article.issued = ["DP", "DEP"].into_iter().find_map(first).map(date::issued).unwrap_or_default();
    article.languages = all("LA").map(str::to_owned).collect();
    article.revised = first("LR").and_then(date::day);
    let is_doi = |value: &&str| value.ends_with("[doi]");
    article.doi = all("LID").chain(all("AID")).filter(is_doi).find_map(doi);
    article.pmc = first("PMC").and_then(|pmc| pmc.trim_start_matches("PMC").parse().ok());
    let notice = |(tag, value): &Field| {
        let (_, kind) = NOTICES.iter().find(|(known, _)| known == tag)?;
        let pmid = value.rsplit_once("PMID: ").and_then(|(_, pmid)| pmid.trim_end_matches('.').parse().ok());
        Some(Notice { kind: *kind, pmid, published: value.clone() })
    };
    article.notices = fields.iter().filter_map(notice).collect();
    Some(article)
}

/// Returns an author whose family name stands before a comma.
fn in_full(name: &str) -> Author {
    let (last, fore) = name.split_once(',').unwrap_or((name, ""));
    Author::person(last.trim().to_owned(), fore.trim().to_owned(), None)
}

/// Returns a heading of MeSH as MEDLINE writes it: `*Sea Bream/anatomy & histology/*physiology`.
fn heading(value: &str) -> Option<Heading> {
    let mut parts = value.split('/');
    let marked = |part: &str| (part.trim().trim_start_matches('*').to_owned(), part.trim().starts_with('*'));
    let (descriptor, is_major) = marked(parts.next()?);
    let qualifiers = parts.map(marked).map(|(name, is_major)| Qualifier { name, is_major }).collect();
    (!descriptor.is_empty()).then_some(Heading { descriptor, is_major, qualifiers })
}

/// Returns the article of the fields of one record of RIS; `None` where it has no title.
pub(super) fn ris(fields: &[Field]) -> Option<Article> {
    let first = |tag: &str| {
        fields.iter().find(|(known, value)| known == tag && !value.is_empty()).map(|(_, value)| value.as_str())
    };
    let either = |tags: &[&str]| tags.iter().find_map(|tag| first(tag));
    let mut article = Article::titled(either(&["TI", "T1", "CT", "BT"])?.to_owned());
    article.sections = either(&["AB", "N2"]).map(labels::sections).unwrap_or_default();
    let names = fields.iter().filter(|(tag, _)| matches!(tag.as_str(), "AU" | "A1"));
    article.authors = names
        .filter_map(|(_, name)| match name.split_once(',') {
            // `Smith, John A., Jr`: what follows a second comma belongs to the family name.
            Some((last, rest)) => {
                let (fore, suffix) = rest.split_once(',').unwrap_or((rest, ""));
                Some(Author::person(tidy(&format!("{last} {suffix}"))?, fore.trim().to_owned(), None))
            }
            None => Some(Author::group(tidy(name)?)),
        })
        .collect();
    if let (Some(author), Some(place)) = (article.authors.first_mut(), first("AD")) {
        author.affiliations.push(place.to_owned());
    }
    article.keywords = fields.iter().filter(|(tag, _)| tag == "KW").filter_map(|(_, word)| tidy(word)).collect();
    let named = |kind: &str| TYPES.iter().find(|(said, _)| *said == kind).map(|(_, name)| (*name).to_owned());
    article.types = either(&["M3"]).map(str::to_owned).or_else(|| first("TY").and_then(named)).into_iter().collect();
    article.journal = either(&["JF", "JO", "T2", "JA", "J2", "BT"]).unwrap_or_default().to_owned();
    article.issued = date::issued(either(&["DA", "PY", "Y1"]).unwrap_or_default());
    if article.issued.year.is_none() {
        article.issued = date::issued(either(&["PY", "Y1"]).unwrap_or_default());
    }
    article.languages = first("LA").map(str::to_owned).into_iter().collect();
    article.doi = first("DO").and_then(doi).or_else(|| first("UR").and_then(doi));
    article.pmid = pmid(&first, fields);
    article.pmc = either(&["C2"]).and_then(|pmc| pmc.strip_prefix("PMC")).and_then(|pmc| pmc.parse().ok());
    Some(article)
}

/// Returns the number in PubMed, where the record says that it is from there or has an address of it.
fn pmid<'a>(first: &impl Fn(&str) -> Option<&'a str>, fields: &[Field]) -> Option<u32> {
    let is_pubmed = |tag: &str| {
        first(tag).is_some_and(|base| base.eq_ignore_ascii_case("pubmed") || base.eq_ignore_ascii_case("medline"))
    };
    let number = if is_pubmed("DB") || is_pubmed("DP") { first("AN").or_else(|| first("ID")) } else { None };
    let address = |(tag, value): &Field| {
        let path =
            value.split_once("pubmed.ncbi.nlm.nih.gov/").or_else(|| value.split_once("ncbi.nlm.nih.gov/pubmed/"))?;
        (matches!(tag.as_str(), "UR" | "L2" | "LK")).then(|| path.1.trim_end_matches('/').parse().ok()).flatten()
    };
    number.and_then(|number| number.parse().ok()).or_else(|| fields.iter().find_map(address))
}
