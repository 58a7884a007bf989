//! Guidelines and books as libraries: what they say of themselves, their passages, how strong a recommendation is, and what that counts.

use chaperone::ingest::literature::guideline::{About, Kind};
use chaperone::ingest::literature::{Article, Format, Item, Reader, Report};
use chaperone::library::pack::{Narrowing, Options, Reading, Strategy, Weighing};
use chaperone::library::{Own, Pack, Questions, Step};

use proptest::prelude::*;

use super::Asked;

#[path = "../../../fuzz/shared/literature.rs"]
mod fuzzed;

const MARKDOWN: &str = "---\ntitle: \"Hypertension in adults\"\nissuer: Society of Invented Medicine\ndate: 2019-08-28\nkind: guideline\ndoi: https://doi.org/10.5555/g1\n---\n# Hypertension in adults\n\nThis guideline is about [blood pressure](https://example.org/bp).\n\n## Treatment\n\n### First drug\n\nOffer **an ACE inhibitor** to adults under 55. (Strong recommendation, moderate-quality evidence)\n\nOffer a calcium channel blocker to others.\n\nStrength of recommendation: B\n\nReview after a month.\n\n## Salt\n\nAdvise less salt.\n";

const HTML: &str = "<!doctype html><html><head><title>Ignored</title><meta name=\"citation_title\" content=\"Asthma &amp; wheeze\"><meta content='Invented College' name='DC.publisher'><meta name=\"citation_publication_date\" content=\"2021/05\"><meta name=\"citation_isbn\" content=\"1\"><script>var a = '<h1>no</h1>';</script></head><body><h1>Asthma &amp; wheeze</h1><p>Inhalers help.</p><h2>Children</h2><p>Class IIa, Level of Evidence B: give a spacer.</p></body></html>";

fn read(bytes: &[u8], about: About) -> (Vec<Article>, Report) {
    let mut articles = Vec::new();
    let mut take = |item| {
        if let Item::Article(article) = item {
            articles.push(*article);
        }
    };
    let mut reader = Reader::begin(0).about(about);
    for piece in bytes.chunks(97) {
        reader.push(piece, &mut take).unwrap();
    }
    let report = reader.finish(&mut take).unwrap();
    (articles, report)
}

/// The title of each passage, its label and its text.
fn told(articles: &[Article]) -> Vec<(&str, Option<&str>, &str)> {
    articles
        .iter()
        .map(|article| {
            let section = &article.sections[0];
            (article.title.as_str(), section.label.as_deref(), section.text.as_str())
        })
        .collect()
}

#[test]
fn markdown_says_what_it_is_and_its_recommendations_are_passages_of_their_own() {
    let (articles, report) = read(MARKDOWN.as_bytes(), About::default());
    assert_eq!(report.format, Some(Format::Markdown));
    assert_eq!((report.articles, report.without_abstract, report.skipped.len()), (5, 0, 0));
    assert_eq!(
        told(&articles),
        [
            ("Hypertension in adults", None, "This guideline is about blood pressure."),
            (
                "Hypertension in adults: Treatment › First drug (1 of 3)",
                Some("Strong recommendation, moderate-quality evidence"),
                "Offer an ACE inhibitor to adults under 55. (Strong recommendation, moderate-quality evidence)"
            ),
            (
                "Hypertension in adults: Treatment › First drug (2 of 3)",
                Some("Strength of recommendation: B"),
                "Offer a calcium channel blocker to others.\nStrength of recommendation: B"
            ),
            ("Hypertension in adults: Treatment › First drug (3 of 3)", None, "Review after a month."),
            ("Hypertension in adults: Salt", None, "Advise less salt."),
        ]
    );
    for article in &articles {
        assert_eq!(article.authors[0].last, "Society of Invented Medicine");
        assert_eq!(
            (article.issued.year, article.types.as_slice()),
            (Some(2019), &["Guideline section".to_owned()][..])
        );
        assert_eq!(article.journal, "Hypertension in adults (doi 10.5555/g1)");
        assert!(article.is_section() && !article.is_retracted());
    }
}

#[test]
fn a_page_says_it_in_its_head_and_scripts_are_no_text() {
    let (articles, report) = read(HTML.as_bytes(), About { issuer: Some("Somebody else".into()), ..About::default() });
    assert_eq!(report.format, Some(Format::Html));
    assert_eq!(
        told(&articles),
        [
            ("Asthma & wheeze", None, "Inhalers help."),
            (
                "Asthma & wheeze: Children",
                Some("Class IIa, Level of Evidence B"),
                "Class IIa, Level of Evidence B: give a spacer."
            ),
        ]
    );
    let first = &articles[0];
    assert_eq!((first.authors[0].last.as_str(), first.issued.year), ("Invented College", Some(2021)));
    assert_eq!(first.types, ["Book section"]);
}

#[test]
fn a_pdf_is_cut_by_pages_and_what_it_does_not_say_can_be_said() {
    let bytes = include_bytes!("../../data/pdf/letter.pdf");
    let about = About { issuer: Some("Invented Society".into()), year: Some(2018), kind: Some(Kind::Guideline) };
    let (articles, report) = read(bytes, about);
    assert_eq!(report.format, Some(Format::Pdf));
    assert!(!articles.is_empty() && report.articles == articles.len());
    for article in &articles {
        assert!(article.title.contains(": page "), "{}", article.title);
        assert_eq!((article.issued.year, article.types[0].as_str()), (Some(2018), "Guideline section"));
    }
    let (articles, _) = read(bytes, About::default());
    assert_eq!(articles[0].types, ["Document section"]);
    assert!(articles[0].authors.is_empty());
}

/// A PDF of one page that shows `text`, with `info` in its information dictionary.
fn pdf(text: &str, info: &str) -> Vec<u8> {
    let stream = format!("BT /F 12 Tf 72 700 Td ({text}) Tj ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{stream}\nendstream", stream.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
        format!("<< {info} >>"),
    ];
    let mut file = "%PDF-1.4\n".to_owned();
    let mut places = String::new();
    for (at, object) in objects.iter().enumerate() {
        places += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{} 0 obj\n{object}\nendobj\n", at + 1);
    }
    let start = file.len();
    file += &format!(
        "xref\n0 7\n0000000000 65535 f \n{places}trailer\n<< /Size 7 /Root 1 0 R /Info 6 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    file.into_bytes()
}

#[test]
fn a_pdf_is_of_whom_its_properties_name_where_nobody_says_better_and_says_so() {
    let info = "/Author (Society of Invented Medicine) /CreationDate (D:20190302120000Z)";
    let said = |info: &str, about: About| {
        let (articles, _) = read(&pdf("Advise less salt.", info), about);
        let article = articles.into_iter().next().unwrap();
        let issuer = article.authors.first().map(|author| author.last.clone()).unwrap_or_default();
        (issuer, article.issued.year, article.journal)
    };
    let of = |issuer: &str, year: Option<i16>, unsure: &str| {
        let unsure = if unsure.is_empty() {
            String::new()
        } else {
            format!(" ({unsure} by the file's properties, which may be wrong)")
        };
        (issuer.to_owned(), year, format!("Advise less salt.{unsure}"))
    };
    let nobody = About::default;
    assert_eq!(said(info, nobody()), of("Society of Invented Medicine", Some(2019), "issuer and year"));
    let issuer = About { issuer: Some("Invented College".into()), ..nobody() };
    assert_eq!(said(info, issuer.clone()), of("Invented College", Some(2019), "year"));
    assert_eq!(
        said(info, About { year: Some(2021), ..nobody() }),
        of("Society of Invented Medicine", Some(2021), "issuer")
    );
    assert_eq!(said(info, About { year: Some(2021), ..issuer }), of("Invented College", Some(2021), ""));
    assert_eq!(said("", nobody()), of("", None, ""));
    assert_eq!(said("/Author () /CreationDate (D:0001)", nobody()), of("", None, ""));
}

#[test]
fn what_holds_of_every_reader_of_literature_holds_of_guidelines() {
    // What `fuzz/fuzz_targets/guideline.rs` does with whatever it is given.
    for inside in [
        MARKDOWN,
        HTML,
        "",
        "---\n",
        "# \n## x\n\n(strong recommendation)",
        "<h1>\u{e9}</h1><meta name='",
        "\u{feff}# A\n\nB",
    ] {
        for cut in 0..=inside.len() {
            let inside = &inside.as_bytes()[..cut];
            fuzzed::check("---\ntitle: T\n---\n# A\n\n", inside, "\n");
            fuzzed::check("<!doctype html><title>T</title><h1>A</h1><p>", inside, "</p>");
        }
    }
}

#[test]
fn strengths_are_told_as_they_stand_and_several_of_them_are_none() {
    let label = |text: &str| {
        let (articles, _) = read(format!("# G\n\n{text}\n").as_bytes(), About::default());
        articles[0].sections[0].label.clone()
    };
    for (text, said) in [
        (
            "We recommend A (strong recommendation; low certainty of the evidence).",
            Some("strong recommendation; low certainty of the evidence"),
        ),
        ("Conditional recommendation: use B.", Some("Conditional recommendation")),
        ("Use C. Grade 1A.", Some("Grade 1A")),
        ("Use D (Grade: B recommendation).", Some("Grade: B recommendation")),
        ("Use E (COR I; LOE B-NR).", Some("COR I; LOE B-NR")),
        ("Use F. Class III, level of evidence C.", Some("Class III, level of evidence C")),
        ("Strength of recommendation: strong. Use G.", Some("Strength of recommendation: strong")),
        ("Use H (strong recommendation) or I (weak recommendation).", None),
        ("A strong case for tea.", None),
        ("Children in class I of the school.", None),
        ("A grade 3 sprain; grade A eggs.", None),
        ("The strength of the heart.", None),
    ] {
        assert_eq!(label(text).as_deref(), said, "{text}");
    }
}

#[test]
fn long_texts_are_cut_at_sentences_and_every_word_stays() {
    let sentence = "Word after word stands here until the end of it. ";
    let text = format!("# Long\n\n{}\n\nLast.\n", sentence.repeat(200));
    let (articles, _) = read(text.as_bytes(), About::default());
    assert!(articles.len() > 6, "{}", articles.len());
    let all: Vec<&str> = articles.iter().flat_map(|article| article.sections[0].text.split_whitespace()).collect();
    assert_eq!(all.len(), 200 * 10 + 1);
    assert!(articles.iter().all(|article| article.sections[0].text.chars().count() <= 1500));
    let titles: std::collections::BTreeSet<&str> = articles.iter().map(|article| article.title.as_str()).collect();
    assert_eq!(titles.len(), articles.len(), "each has its own title, and so its own reference");
    // A heading that is the title, too, makes no second passage of the same name.
    let (articles, _) = read(b"# Long\n\nOne.\n\n## Long\n\nTwo.\n", About::default());
    assert_eq!(told(&articles).iter().map(|told| told.0).collect::<Vec<_>>(), ["Long (1 of 2)", "Long (2 of 2)"]);
    let unbroken = format!("# Long\n\n{}\n", "x".repeat(4000));
    let (articles, _) = read(unbroken.as_bytes(), About::default());
    assert_eq!(articles.iter().map(|article| article.sections[0].text.len()).sum::<usize>(), 4000);
}

#[test]
fn what_is_no_document_is_told() {
    for (text, skipped) in [
        ("# Only a heading\n", 1),
        ("---\ntitle: No end\nText.\n", 1),
        ("<html><body></body></html>", 1),
        ("# T\n\nText.", 0),
    ] {
        let (articles, report) = read(text.as_bytes(), About::default());
        assert_eq!((report.skipped.len(), articles.is_empty()), (skipped, skipped == 1), "{text}");
    }
    let (articles, report) = read(b"# T\n\nOkafor \xff\n", About::default());
    assert!(articles.is_empty() && report.skipped[0].reason.contains("UTF-8"));
    assert!(!report.skipped[0].reason.contains("Okafor"));
    for bytes in [&b"%PDF-1.4 nothing"[..], b"plain words", b"---\nname: x\n---\n"] {
        let mut reader = Reader::begin(0);
        let outcome = reader.push(bytes, &mut |_| {}).and_then(|()| reader.finish(&mut |_| {}).map(|_| ()));
        assert!(outcome.is_err());
    }
    let withdrawn = MARKDOWN.replace("kind: guideline", "withdrawn: yes");
    let (articles, _) = read(withdrawn.as_bytes(), About::default());
    assert!(!articles.is_empty() && articles.iter().all(Article::is_retracted));
}

#[test]
fn a_guideline_comes_before_what_answers_alike_where_its_kind_counts() {
    let letter = "TY  - JOUR\nTI  - Salt\nAU  - Smith, A\nPY  - 2019\nDO  - 10.5555/1\nAB  - Advise less salt to adults, salt.\nER  - \n";
    let mut own = Own::new(Options::default());
    for text in [MARKDOWN, letter] {
        own.begin(About::default());
        own.push(text.as_bytes()).unwrap();
        own.finish().unwrap();
    }
    let mut pack = Pack::of(&own.made().unwrap().bytes).unwrap();
    let mut search = |weighing, best| {
        let asked = Asked {
            question: "less salt".into(),
            vector: None,
            strategy: Strategy::Keyword,
            best,
            narrowing: Narrowing::Off,
            weighing,
            probes: None,
            questions: Questions::Off,
            reading: Reading::default(),
            wordings: Vec::new(),
            known: Vec::new(),
        };
        let Step::Done(found) = pack.search(&asked).unwrap() else { panic!() };
        found.hits
    };
    let alike = search(Weighing::Alike, 2);
    let weighed = search(Weighing::ByEvidence, 2);
    assert_eq!(weighed.len(), 2);
    for hit in &weighed {
        let before = alike.iter().find(|other| other.passage == hit.passage).unwrap();
        let factor = if hit.passage.article().is_section() { 1.2 } else { 1.0 };
        assert!((hit.score - before.score * factor).abs() < 1e-9, "{} {}", hit.score, before.score);
    }
    assert!(weighed.windows(2).all(|pair| pair[0].score >= pair[1].score));
    assert_eq!(search(Weighing::ByEvidence, 1).len(), 1);
    let guideline = weighed.iter().find(|hit| hit.passage.article().is_section()).unwrap();
    assert!(guideline.passage.citation().as_str().starts_with("Society of Invented Medicine 2019 · "));
    assert!(guideline.passage.citation().as_str().ends_with(" · Text"));
    assert!(guideline.passage.public().is_some());
}

proptest! {
    #[test]
    fn whatever_stands_in_a_document_is_read_and_each_passage_has_its_own_reference(text in "(?s).{0,600}", marks in "([#*_\\[\\]()<>|&;\n -]|[a-z ]{1,9}|Grade 1A|strong recommendation){0,80}") {
        for inside in [&text, &marks] {
            for file in [format!("# T\n\n{inside}\n"), format!("<!doctype html><title>T</title><h1>A</h1><p>{inside}</p>")] {
                let (articles, report) = read(file.as_bytes(), About::default());
                prop_assert_eq!(articles.len(), report.articles);
                let titles: std::collections::BTreeSet<&str> = articles.iter().map(|article| article.title.as_str()).collect();
                prop_assert_eq!(titles.len(), articles.len());
                prop_assert!(articles.iter().all(|article| article.has_abstract() && article.sections[0].text.chars().count() <= 3001));
            }
        }
    }
}
