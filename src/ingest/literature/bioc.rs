//! `document` of BioC XML, as PubMed, PubMed Central and PubTator give it.
//!
//! Source: Comeau et al., *BioC: a minimalist approach to interoperability for biomedical text processing*, Database 2013. Read are title,
//! abstract and what the `infon`s of the first passages say of the article; other sections and annotations are not.

use super::super::xml::Element;
use super::article::{Article, Author, Section, doi, tidy};
use super::date;
use super::labels;

/// Returns the article that `root` is, and whether a part of its abstract could not be read; `None` where it has no title.
pub(super) fn article(root: &Element<'_>) -> Option<(Article, bool)> {
    let mut title = None;
    let mut sections: Vec<Section> = Vec::new();
    let mut label = None;
    let mut is_partial = false;
    for passage in root.all("passage") {
        let kind = infon(passage, "type").unwrap_or_default().to_ascii_lowercase();
        let section = infon(passage, "section_type").unwrap_or_default().to_ascii_lowercase();
        let is_title = title.is_none() && (section == "title" || kind == "title" || kind == "front");
        let is_abstract = section == "abstract" || section.is_empty() && kind.starts_with("abstract");
        if !is_title && !is_abstract {
            continue;
        }
        let Some(text) = passage.child("text").map_or(Some(String::new()), Element::prose) else {
            is_partial = true;
            continue;
        };
        match (text.is_empty(), is_title, kind.contains("title")) {
            (true, ..) => {}
            (_, true, _) => title = Some(text),
            (_, _, true) => label = Some(text),
            _ => match label.take() {
                Some(label) => sections.push(Section { label: Some(label), text }),
                None => sections.extend(labels::sections(&text)),
            },
        }
    }
    let mut article = Article { sections, ..Article::titled(title?) };
    let passages = || root.all("passage");
    let said = |names: &[&str]| {
        names.iter().find_map(|name| infon(root, name).or_else(|| passages().find_map(|passage| infon(passage, name))))
    };
    let id = root.child("id").and_then(Element::prose).unwrap_or_default();
    match id.strip_prefix("PMC") {
        Some(number) => article.pmc = number.parse().ok(),
        None => article.pmid = id.parse().ok(),
    }
    article.pmid = said(&["article-id_pmid", "pmid"]).and_then(|pmid| pmid.parse().ok()).or(article.pmid);
    article.pmc = said(&["article-id_pmc"]).and_then(|pmc| pmc.trim_start_matches("PMC").parse().ok()).or(article.pmc);
    article.doi = said(&["article-id_doi", "doi"]).and_then(|id| doi(&id));
    let journal = said(&["journal-title", "journal"]).unwrap_or_default();
    // PubTator has journal, issue and date in one: `Gut; 2017 Jun 66(6): 1116-1122.`
    let (name, rest) = journal.split_once(';').unwrap_or((&journal, ""));
    article.journal = tidy(name).unwrap_or_default();
    article.issued = date::issued(&said(&["year"]).unwrap_or_else(|| rest.to_owned()));
    article.authors = authors(root);
    article.keywords = said(&["kwd"]).map(|words| words.split(';').filter_map(tidy).collect()).unwrap_or_default();
    Some((article, is_partial))
}

fn infon(element: &Element<'_>, key: &str) -> Option<String> {
    let is_it = |infon: &&Element<'_>| infon.attribute("key").as_deref() == Some(key);
    element.all("infon").find(is_it)?.prose().filter(|text| !text.is_empty())
}

/// Returns the authors: `name_0: surname:Smith;given-names:John A`, or `authors: Smith JA, Jones B, `.
fn authors(root: &Element<'_>) -> Vec<Author> {
    let named = |passage: &Element<'_>| -> Vec<Author> {
        let names = (0..).map_while(|number| infon(passage, &format!("name_{number}")));
        names
            .filter_map(|name| {
                let part = |key: &str| name.split(';').find_map(|part| part.strip_prefix(key)).and_then(tidy);
                Some(Author::person(part("surname:")?, part("given-names:").unwrap_or_default(), None))
            })
            .collect()
    };
    let found = root.all("passage").map(named).find(|found| !found.is_empty());
    found.unwrap_or_else(|| {
        let list = infon(root, "authors").or_else(|| root.all("passage").find_map(|passage| infon(passage, "authors")));
        let each = |name: &str| match tidy(name)?.rsplit_once(' ') {
            Some((last, initials)) => Some(Author::person(last.to_owned(), String::new(), Some(initials.to_owned()))),
            None => Some(Author::group(tidy(name)?)),
        };
        list.unwrap_or_default().split(',').filter_map(each).collect()
    })
}
