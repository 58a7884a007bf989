//! `PubmedArticle`, `PubmedBookArticle` and `MedlineCitation` of PubMed and MEDLINE.
//!
//! Source: NLM, *PubMed DTD* of 2025 (`pubmed_250101.dtd`) and *MEDLINE/PubMed XML Element Descriptions*. Read are the elements that an
//! [`Article`] keeps; references, grants, substances and history are not.

use super::super::xml::Element;
use super::article::{Article, Author, Heading, Issued, Notice, NoticeKind, Qualifier, Section, doi, tidy};
use super::date::{self, Day};

/// What `RefType` says, in our words. What an article cites is not kept.
const NOTICES: &[(&str, NoticeKind)] = &[
    ("RetractionIn", NoticeKind::RetractionIn),
    ("RetractionOf", NoticeKind::RetractionOf),
    ("PartialRetractionIn", NoticeKind::PartialRetractionIn),
    ("ExpressionOfConcernIn", NoticeKind::ExpressionOfConcernIn),
    ("ErratumIn", NoticeKind::ErratumIn),
    ("ErratumFor", NoticeKind::ErratumFor),
    ("UpdateIn", NoticeKind::UpdateIn),
    ("UpdateOf", NoticeKind::UpdateOf),
    ("RepublishedIn", NoticeKind::RepublishedIn),
    ("CommentIn", NoticeKind::CommentIn),
    ("CommentOn", NoticeKind::CommentOn),
];

/// Returns the article that `root` is, and whether a part of its abstract could not be read; `None` where it has neither PMID nor title.
pub(super) fn article(root: &Element<'_>) -> Option<(Article, bool)> {
    let citation = match root.name {
        "PubmedArticle" => root.child("MedlineCitation")?,
        "PubmedBookArticle" => root.child("BookDocument")?,
        _ => root,
    };
    let inner = citation.child("Article").unwrap_or(citation);
    let pmid = citation.child("PMID").and_then(text).and_then(|pmid| pmid.parse().ok());
    let titles = [inner.child("ArticleTitle"), inner.child("VernacularTitle"), citation.at("Book/BookTitle")];
    let title = titles.into_iter().flatten().find_map(text);
    // Every article in PubMed has a number; one without a title that can be read is shown by it.
    let title = title.or_else(|| pmid.map(|pmid: u32| format!("Article {pmid} without a title")))?;
    let mut article = Article { pmid, ..Article::titled(title) };
    let version = citation.child("PMID").and_then(|pmid| pmid.attribute("Version"));
    article.version = version.and_then(|version| version.parse().ok()).unwrap_or(1);
    let (sections, is_partial) = sections(inner.child("Abstract").or_else(|| citation.child("OtherAbstract")));
    article.sections = sections;
    article.authors = inner.all("AuthorList").flat_map(|list| list.all("Author")).filter_map(author).collect();
    if let (Some(first), Some(affiliation)) = (article.authors.first_mut(), inner.child("Affiliation").and_then(text)) {
        first.affiliations.push(affiliation);
    }
    article.mesh = citation
        .at("MeshHeadingList")
        .into_iter()
        .flat_map(|list| list.all("MeshHeading"))
        .filter_map(heading)
        .collect();
    let keywords = citation.all("KeywordList").flat_map(|list| list.all("Keyword"));
    article.keywords = keywords.filter_map(text).collect();
    let types = inner.child("PublicationTypeList").map_or(inner, |list| list).all("PublicationType");
    article.types = types.filter_map(text).collect();
    let journals =
        [inner.at("Journal/Title"), inner.at("Journal/ISOAbbreviation"), citation.at("MedlineJournalInfo/MedlineTA")];
    article.journal =
        journals.into_iter().flatten().chain(citation.at("Book/BookTitle")).find_map(text).unwrap_or_default();
    article.issued = issued(inner, citation);
    article.languages = inner.all("Language").filter_map(text).collect();
    article.revised = citation.child("DateRevised").and_then(day);
    let notices = citation.all("CommentsCorrectionsList").flat_map(|list| list.all("CommentsCorrections"));
    article.notices = notices.filter_map(notice).collect();
    let data = root.child("PubmedData").or_else(|| root.child("PubmedBookData"));
    let lists = [data, Some(citation)].into_iter().flatten().filter_map(|data| data.child("ArticleIdList"));
    for id in lists.flat_map(|list| list.all("ArticleId")) {
        let Some(value) = text(id) else { continue };
        match id.attribute("IdType").as_deref() {
            Some("doi") if article.doi.is_none() => article.doi = doi(&value),
            Some("pmc") if article.pmc.is_none() => article.pmc = value.trim_start_matches("PMC").parse().ok(),
            _ => {}
        }
    }
    if article.doi.is_none() {
        let is_doi = |id: &&Element<'_>| id.attribute("EIdType").as_deref() == Some("doi");
        article.doi = inner.all("ELocationID").find(is_doi).and_then(text).and_then(|id| doi(&id));
    }
    Some((article, is_partial))
}

/// Returns the numbers of the articles that PubMed took out of its set.
pub(super) fn deleted(root: &Element<'_>) -> Vec<u32> {
    root.all("PMID").filter_map(text).filter_map(|pmid| pmid.parse().ok()).collect()
}

fn text(element: &Element<'_>) -> Option<String> {
    element.prose().filter(|text| !text.is_empty())
}

/// Returns the sections of an abstract, and whether one of them could not be read.
fn sections(of: Option<&Element<'_>>) -> (Vec<Section>, bool) {
    let mut is_partial = false;
    let mut sections = Vec::new();
    for part in of.into_iter().flat_map(|of| of.all("AbstractText")) {
        let Some(text) = part.prose() else {
            is_partial = true;
            continue;
        };
        if !text.is_empty() {
            let label = part.attribute("Label").and_then(|label| tidy(&label));
            sections.push(Section { label: label.filter(|label| label != "UNLABELLED"), text });
        }
    }
    (sections, is_partial)
}

fn author(element: &Element<'_>) -> Option<Author> {
    // `ValidYN="N"` marks a name that was misprinted and is given again, right.
    if element.attribute("ValidYN").as_deref() == Some("N") {
        return None;
    }
    let of = |name: &str| element.child(name).and_then(text);
    let mut author = match of("CollectiveName") {
        Some(name) => Author::group(name),
        None => {
            let mut last = of("LastName").or_else(|| of("ForeName"))?;
            if let Some(suffix) = of("Suffix") {
                last = format!("{last} {suffix}");
            }
            let fore = of("ForeName").or_else(|| of("FirstName")).unwrap_or_default();
            Author::person(last, fore, of("Initials"))
        }
    };
    author.affiliations =
        element.all("AffiliationInfo").filter_map(|info| info.child("Affiliation")).filter_map(text).collect();
    Some(author)
}

fn heading(element: &Element<'_>) -> Option<Heading> {
    let is_major = |part: &Element<'_>| part.attribute("MajorTopicYN").as_deref() == Some("Y");
    let descriptor = element.child("DescriptorName").or_else(|| element.child("Descriptor"))?;
    let qualifiers = element.children.iter().filter(|child| matches!(child.name, "QualifierName" | "SubHeading"));
    let qualifiers =
        qualifiers.filter_map(|part| Some(Qualifier { name: text(part)?, is_major: is_major(part) })).collect();
    Some(Heading { descriptor: text(descriptor)?, is_major: is_major(descriptor), qualifiers })
}

fn issued(inner: &Element<'_>, citation: &Element<'_>) -> Issued {
    let places = [inner.at("Journal/JournalIssue/PubDate"), citation.at("Book/PubDate"), inner.child("ArticleDate")];
    let mut issued = Issued::default();
    for place in places.into_iter().flatten() {
        let of = |name: &str| place.child(name).and_then(text);
        let found = match of("MedlineDate") {
            Some(words) => date::issued(&words),
            None => Issued {
                year: of("Year").and_then(|year| date::year(&year)),
                month: of("Month").and_then(|month| date::month(&month)),
            },
        };
        if issued.year.is_none() {
            issued = found;
        }
    }
    issued
}

fn day(element: &Element<'_>) -> Option<Day> {
    let of = |name: &str| element.child(name).and_then(text);
    date::parts(&of("Year")?, &of("Month")?, &of("Day")?)
}

fn notice(element: &Element<'_>) -> Option<Notice> {
    let said = element.attribute("RefType")?;
    let (_, kind) = NOTICES.iter().find(|(name, _)| *name == said)?;
    let pmid = element.child("PMID").and_then(text).and_then(|pmid| pmid.parse().ok());
    Some(Notice { kind: *kind, pmid, published: element.child("RefSource").and_then(text).unwrap_or_default() })
}

/// Returns what the answer `body` of `esearch` says: how many articles were found, and under which key and environment the server keeps
/// them; `None` where it is no such answer, or tells of an error.
pub(crate) fn said_by_search(body: &[u8]) -> Option<(u32, String, String)> {
    let root = super::super::xml::parse(std::str::from_utf8(body).ok()?).ok()?;
    let of = |name: &str| root.child(name).and_then(text);
    if root.name != "eSearchResult" || root.child("ERROR").is_some() {
        return None;
    }
    Some((of("Count")?.parse().ok()?, of("QueryKey")?, of("WebEnv")?))
}
