//! `article` of JATS, the tag suite of PubMed Central and of publishers.
//!
//! Source: ANSI/NISO Z39.96-2021, *JATS: Journal Article Tag Suite*, version 1.3. Read are front matter and abstract; the body is not.

use super::super::xml::Element;
use super::article::{Article, Author, Issued, Notice, NoticeKind, Section, doi};
use super::date;

/// What `related-article-type` says, in our words.
const NOTICES: &[(&str, NoticeKind)] = &[
    ("retracted-article", NoticeKind::RetractionOf),
    ("retraction-forward", NoticeKind::RetractionIn),
    ("corrected-article", NoticeKind::ErratumFor),
    ("correction-forward", NoticeKind::ErratumIn),
    ("object-of-concern", NoticeKind::ExpressionOfConcernIn),
    ("commentary-article", NoticeKind::CommentOn),
    ("commentary", NoticeKind::CommentIn),
    ("updated-article", NoticeKind::UpdateOf),
    ("update", NoticeKind::UpdateIn),
];

/// What `article-type` says, as PubMed has it.
const TYPES: &[(&str, &str)] = &[
    ("research-article", "Journal Article"),
    ("review-article", "Review"),
    ("systematic-review", "Systematic Review"),
    ("case-report", "Case Reports"),
    ("correction", "Published Erratum"),
    ("retraction", "Retraction Notice"),
    ("editorial", "Editorial"),
    ("letter", "Letter"),
];

/// Returns the article that `root` is, and whether a part of its abstract could not be read; `None` where it has no title.
pub(super) fn article(root: &Element<'_>) -> Option<(Article, bool)> {
    let front = root.child("front").or_else(|| root.child("front-stub"))?;
    let meta = front.child("article-meta").unwrap_or(front);
    let titles = [meta.at("title-group/article-title"), meta.at("title-group/trans-title-group/trans-title")];
    let title = titles.into_iter().flatten().find_map(text)?;
    let mut article = Article::titled(title);
    for id in meta.all("article-id") {
        let Some(value) = text(id) else { continue };
        match id.attribute("pub-id-type").as_deref() {
            Some("pmid") => article.pmid = value.parse().ok(),
            Some("pmc" | "pmcid") => article.pmc = value.trim_start_matches("PMC").parse().ok(),
            Some("doi") => article.doi = doi(&value),
            _ => {}
        }
    }
    let mut is_partial = false;
    // An abstract of a type is a graphical one, or one in plain language beside the first.
    let first =
        meta.all("abstract").find(|part| part.attribute("abstract-type").is_none()).or_else(|| meta.child("abstract"));
    if let Some(of) = first {
        let sections = of.all("sec").map(|part| (part.child("title").and_then(text), part));
        let whole = if of.child("sec").is_none() { Some((None, of)) } else { None };
        for (label, part) in sections.chain(whole) {
            let mut words = Vec::new();
            for paragraph in part.children.iter().filter(|child| child.name != "title") {
                match paragraph.prose() {
                    Some(text) => words.push(text),
                    None => is_partial = true,
                }
            }
            let text = words.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
            if !text.is_empty() {
                article.sections.push(Section { label, text });
            }
        }
    }
    let places: Vec<(String, String)> =
        meta.all("aff").chain(meta.all("contrib-group").flat_map(|group| group.all("aff"))).filter_map(place).collect();
    let groups = meta.all("contrib-group").flat_map(|group| group.all("contrib"));
    article.authors = groups
        .filter(|contrib| contrib.attribute("contrib-type").is_none_or(|kind| kind == "author"))
        .filter_map(|contrib| author(contrib, &places))
        .collect();
    article.keywords = meta.all("kwd-group").flat_map(|group| group.all("kwd")).filter_map(text).collect();
    let kind = root.attribute("article-type");
    let named = |kind: &str| TYPES.iter().find(|(said, _)| *said == kind).map(|(_, name)| (*name).to_owned());
    article.types = kind.iter().filter_map(|kind| named(kind)).collect();
    let journal = front.child("journal-meta");
    let journals = [
        journal.and_then(|of| of.at("journal-title-group/journal-title")),
        journal.and_then(|of| of.child("journal-title")),
    ];
    article.journal = journals.into_iter().flatten().find_map(text).unwrap_or_default();
    article.issued = issued(meta);
    article.languages = root.attribute("lang").into_iter().collect();
    article.notices = meta.all("related-article").filter_map(notice).collect();
    Some((article, is_partial))
}

fn text(element: &Element<'_>) -> Option<String> {
    element.prose().filter(|text| !text.is_empty())
}

fn author(contrib: &Element<'_>, places: &[(String, String)]) -> Option<Author> {
    let name = contrib.child("name").or_else(|| contrib.at("name-alternatives/name"));
    let mut author = match (name, contrib.child("collab")) {
        (Some(name), _) => {
            let fore = name.child("given-names").and_then(text).unwrap_or_default();
            Author::person(name.child("surname").and_then(text)?, fore, None)
        }
        (None, collab) => Author::group(text(collab?)?),
    };
    author.affiliations = contrib.all("aff").filter_map(text).collect();
    let points = contrib.all("xref").filter(|xref| xref.attribute("ref-type").as_deref() == Some("aff"));
    for rid in points.filter_map(|xref| xref.attribute("rid")) {
        author.affiliations.extend(places.iter().filter(|(id, _)| *id == rid).map(|(_, place)| place.clone()));
    }
    Some(author)
}

/// Returns the id and the words of an affiliation, without its mark.
fn place(aff: &Element<'_>) -> Option<(String, String)> {
    let whole = text(aff)?;
    let mark = aff.child("label").and_then(text).unwrap_or_default();
    let words = whole.strip_prefix(mark.as_str()).unwrap_or(&whole).trim().to_owned();
    Some((aff.attribute("id").unwrap_or_default(), words))
}

/// Returns the date of the printed issue; else the earliest that is given.
fn issued(meta: &Element<'_>) -> Issued {
    let of = |date: &Element<'_>| {
        let part = |name: &str| date.child(name).and_then(text);
        Issued {
            year: part("year").and_then(|year| date::year(&year)),
            month: part("month").and_then(|month| date::month(&month)),
        }
    };
    let is_print = |date: &&Element<'_>| {
        let said = date.attribute("pub-type").or_else(|| date.attribute("date-type"));
        matches!(said.as_deref(), Some("ppub" | "collection" | "pub"))
    };
    let printed = meta.all("pub-date").filter(is_print).map(of).find(|issued| issued.year.is_some());
    let any = || {
        meta.all("pub-date")
            .map(of)
            .filter(|issued| issued.year.is_some())
            .min_by_key(|issued| (issued.year, issued.month))
    };
    printed.or_else(any).unwrap_or_default()
}

fn notice(element: &Element<'_>) -> Option<Notice> {
    let said = element.attribute("related-article-type")?;
    let (_, kind) = NOTICES.iter().find(|(name, _)| *name == said)?;
    let id = element.attribute("href").unwrap_or_default();
    let pmid = (element.attribute("ext-link-type").as_deref() == Some("pmid")).then(|| id.parse().ok()).flatten();
    Some(Notice { kind: *kind, pmid, published: id })
}
