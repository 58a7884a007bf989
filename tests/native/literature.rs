//! Readers of the public literature: each format, real files of PubMed, and what is broken.

use std::io::Write as _;
use std::path::Path;

use chaperone::error::{Code, Result};
use chaperone::ingest::literature::{Article, Format, Item, NoticeKind, Reader, Report};
use chaperone::library::Shelf;
use flate2::Compression;
use flate2::write::GzEncoder;

const PUBMED: &str = include_str!("../data/literature/pubmed.xml");
const MEDLINE: &str = include_str!("../data/literature/medline.nbib");
const RIS: &str = include_str!("../data/literature/references.ris");
const JATS: &str = include_str!("../data/literature/jats.xml");
const BIOC: &str = include_str!("../data/literature/bioc.xml");
const ALL: [&str; 5] = [PUBMED, MEDLINE, RIS, JATS, BIOC];

/// Reads `bytes` given in pieces of `size`.
fn read_by(bytes: &[u8], size: usize) -> Result<(Vec<Article>, Vec<u32>, Report)> {
    let (mut articles, mut deleted) = (Vec::new(), Vec::new());
    let mut take = |item| match item {
        Item::Article(article) => articles.push(*article),
        Item::Deleted(numbers) => deleted.extend(numbers),
        _ => unreachable!(),
    };
    let mut reader = Reader::begin(3);
    for piece in bytes.chunks(size) {
        reader.push(piece, &mut take)?;
    }
    let report = reader.finish(&mut take)?;
    Ok((articles, deleted, report))
}

fn read(text: &str) -> (Vec<Article>, Report) {
    let (articles, _, report) = read_by(text.as_bytes(), usize::MAX).unwrap();
    (articles, report)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn sections(article: &Article) -> Vec<(Option<&str>, &str)> {
    article.sections.iter().map(|section| (section.label.as_deref(), section.text.as_str())).collect()
}

#[test]
fn pubmed_xml_is_read_with_all_its_fields() {
    let (articles, deleted, report) = read_by(PUBMED.as_bytes(), usize::MAX).unwrap();
    assert_eq!(
        (report.format, report.articles, report.without_abstract, report.deleted),
        (Some(Format::Pubmed), 4, 1, 1)
    );
    assert!(report.skipped.is_empty() && !report.is_cut && deleted == [90_000_007]);
    let first = &articles[0];
    assert_eq!(
        (first.pmid, first.version, first.doi.as_deref(), first.pmc),
        (Some(90_000_001), 1, Some("10.5555/jit.1"), Some(900_001))
    );
    assert_eq!(first.title, "Metformin and walking in adults with type 2 diabetes: a randomised trial.");
    let labels: Vec<_> = first.sections.iter().map(|section| section.label.as_deref().unwrap()).collect();
    assert_eq!(labels, ["BACKGROUND", "METHODS", "RESULTS", "CONCLUSIONS"]);
    assert!(first.sections[1].text.contains("HbA1c; p < 0.05"));
    let names: Vec<_> =
        first.authors.iter().map(|author| (author.cited(), author.fore.as_str(), author.is_collective)).collect();
    assert_eq!(
        names,
        [
            ("Smith JA".into(), "Jane A", false),
            ("Müller K".into(), "Kurt", false),
            ("WALK Study Group".into(), "", true)
        ]
    );
    assert_eq!(first.authors[0].affiliations, ["Invented University, Nowhere."]);
    let mesh: Vec<_> = first
        .mesh
        .iter()
        .map(|heading| (heading.descriptor.as_str(), heading.is_major, heading.qualifiers.len()))
        .collect();
    assert_eq!(mesh, [("Diabetes Mellitus, Type 2", false, 2), ("Walking", true, 0)]);
    assert!(first.mesh[0].qualifiers[0].is_major && !first.mesh[0].qualifiers[1].is_major);
    assert_eq!(
        (first.types.as_slice(), first.keywords.as_slice()),
        (&["Randomized Controlled Trial".to_owned()][..], &["exercise".to_owned()][..])
    );
    assert_eq!(
        (first.journal.as_str(), first.issued.year, first.issued.month),
        ("Journal of Invented Trials", Some(2019), Some(3))
    );
    assert_eq!(first.languages, ["eng"]);
    let slice = &PUBMED[first.origin.start as usize..first.origin.end as usize];
    assert!(
        first.origin.file == 3 && slice.starts_with("<PubmedArticle><Medline") && slice.ends_with("</PubmedArticle>")
    );
    assert_eq!(
        (articles[1].issued.year, articles[1].issued.month, articles[1].has_abstract()),
        (Some(1998), Some(12), false)
    );
    assert!(articles[2].is_retracted() && articles[2].notices.len() == 1);
    assert_eq!(
        (articles[2].notices[0].kind, articles[2].notices[0].pmid),
        (NoticeKind::RetractionIn, Some(90_000_009))
    );
}

#[test]
fn nbib_is_read() {
    let (articles, report) = read(MEDLINE);
    assert_eq!((report.format, report.articles, report.without_abstract), (Some(Format::Medline), 2, 1));
    let first = &articles[0];
    assert_eq!(
        (first.pmid, first.doi.as_deref(), first.pmc),
        (Some(90_000_011), Some("10.5555/salt.1"), Some(900_011))
    );
    assert_eq!(first.title, "Salt and blood pressure in older adults.");
    assert_eq!(
        sections(first),
        [
            (Some("BACKGROUND"), "Salt raises blood pressure."),
            (Some("METHODS"), "We asked 90 adults: how much salt?"),
            (Some("RESULTS"), "Less salt, lower pressure.")
        ]
    );
    let names: Vec<_> = first.authors.iter().map(|author| (author.cited(), author.fore.as_str())).collect();
    assert_eq!(names, [("O'Neill MA".into(), "Maeve Ann"), ("SALT Group".into(), "")]);
    assert_eq!(first.authors[0].affiliations, ["Invented Hospital, Nowhere."]);
    assert_eq!(
        (first.mesh[0].descriptor.as_str(), first.mesh[0].is_major, first.mesh[0].qualifiers[1].is_major),
        ("Hypertension", true, true)
    );
    assert!(first.is_retracted() && first.notices[0].pmid == Some(90_000_019));
    assert_eq!((first.revised.unwrap().year, first.journal.as_str()), (2020, "Journal of inventions"));
    assert_eq!((articles[1].pmid, articles[1].authors[0].cited()), (Some(90_000_012), "Berg T".into()));
}

#[test]
fn ris_is_read() {
    let (articles, report) = read(RIS);
    assert_eq!((report.format, report.articles), (Some(Format::Ris), 2));
    let first = &articles[0];
    assert_eq!(
        (first.pmid, first.doi.as_deref(), first.title.as_str()),
        (Some(90_000_021), Some("10.5555/sleep.1"), "Sleep and memory")
    );
    assert_eq!(sections(first), [(None, "Sleep helps memory in adults.")]);
    let names: Vec<_> = first.authors.iter().map(|author| (author.last.as_str(), author.initials.as_str())).collect();
    assert_eq!(names, [("Smith Jr", "JA"), ("Li", "W")]);
    assert_eq!((first.issued.year, first.issued.month, first.keywords.len()), (Some(2018), Some(5), 2));
    assert_eq!(
        (articles[1].title.as_str(), articles[1].pmid, articles[1].authors[0].is_collective),
        ("Guideline for nobody", None, true)
    );
}

#[test]
fn jats_and_bioc_are_read() {
    let (articles, report) = read(JATS);
    assert_eq!((report.format, report.articles), (Some(Format::Jats), 1));
    let first = &articles[0];
    assert_eq!((first.pmid, first.pmc, first.title.as_str()), (Some(90_000_031), Some(900_031), "Vitamin D in winter"));
    assert_eq!(
        sections(first),
        [(Some("Background"), "Levels fall in winter."), (Some("Results"), "They fell by 20 nmol/L. None was ill.")]
    );
    let names: Vec<_> = first.authors.iter().map(|author| (author.cited(), author.affiliations.len())).collect();
    assert_eq!(names, [("García AM".into(), 1), ("Winter Group".into(), 0)]);
    assert_eq!(
        (first.authors[0].affiliations[0].as_str(), first.issued.year, first.issued.month),
        ("Institute of Inventions", Some(2021), Some(1))
    );
    assert!(first.is_retracted() && first.journal == "Open Inventions" && first.types == ["Journal Article"]);

    let (articles, report) = read(BIOC);
    assert_eq!((report.format, report.articles), (Some(Format::Bioc), 2));
    assert_eq!(sections(&articles[0]), [(Some("OBJECTIVE"), "Telomeres shorten."), (Some("RESULTS"), "They did.")]);
    let names: Vec<_> = articles[0].authors.iter().map(|author| author.cited()).collect();
    assert_eq!(
        (names, articles[0].journal.as_str(), articles[0].issued.year),
        (vec!["Bao Y".into(), "Prescott J".into()], "Inv J", Some(2017))
    );
    let second = &articles[1];
    assert_eq!(
        (second.pmid, second.pmc, second.doi.as_deref()),
        (Some(90_000_042), Some(900_042), Some("10.5555/bioc.2"))
    );
    assert_eq!(
        (sections(second), second.authors[0].cited(), second.keywords.len()),
        (vec![(Some("Methods"), "We measured.")], "Radtke T".into(), 2)
    );
}

#[test]
fn what_is_read_does_not_hang_on_the_pieces_or_on_gzip() {
    for text in ALL {
        let whole = read_by(text.as_bytes(), usize::MAX).unwrap();
        for size in [1, 2, 7, 100, 4096] {
            assert_eq!(read_by(text.as_bytes(), size).unwrap(), whole);
        }
        let zipped = read_by(&gzip(text.as_bytes()), 11).unwrap();
        assert_eq!((zipped.0, zipped.2.bytes), (whole.0, whole.2.bytes));
        let crlf = text.replace('\n', "\r\n");
        let titles = |articles: &[Article]| articles.iter().map(|article| article.title.clone()).collect::<Vec<_>>();
        assert_eq!(titles(&read(&crlf).0), titles(&read(text).0));
        assert_eq!(read(&format!("\u{feff}{text}")).0.len(), read(text).0.len());
    }
}

#[test]
fn whatever_is_cut_keeps_what_stands_before() {
    let whole = read(PUBMED).0;
    let mut kept = 0;
    for end in (0..PUBMED.len()).step_by(97) {
        let Ok((articles, _, report)) = read_by(&PUBMED.as_bytes()[..end], 512) else { continue };
        assert!(report.is_cut, "{end}");
        assert_eq!(articles, whole[..articles.len()]);
        kept = kept.max(articles.len());
    }
    assert!(kept > 1, "{kept}");
    let packed = gzip(PUBMED.as_bytes());
    let nothing = read_by(&packed[..40], 64).unwrap_err();
    assert_eq!(nothing.code(), Code::Malformed, "so little of a gzip unpacks to nothing");
    for end in [packed.len() / 2, packed.len() - 9, packed.len() - 1] {
        let (articles, _, report) = read_by(&packed[..end], 64).unwrap();
        assert!(report.is_cut, "{end}");
        assert_eq!(articles, whole[..articles.len()]);
    }
    let mut broken = packed.clone();
    let middle = broken.len() / 2;
    broken[middle..].fill(0xff);
    let (articles, _, report) = read_by(&broken, 64).unwrap();
    assert!(report.is_cut && articles.len() < 4 && !report.skipped.is_empty());
    // A checksum at the end that is wrong: all was unpacked, and it is said.
    let mut altered = packed;
    let at = altered.len() - 6;
    altered[at] ^= 1;
    let (articles, _, report) = read_by(&altered, usize::MAX).unwrap();
    assert_eq!((articles.len(), report.is_cut), (4, true));
}

#[test]
fn one_bad_article_costs_no_other() {
    let good = "<PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>T</ArticleTitle></Article></MedlineCitation></PubmedArticle>";
    let set =
        |bad: &[u8]| [b"<PubmedArticleSet>", good.as_bytes(), bad, good.as_bytes(), b"</PubmedArticleSet>"].concat();
    for (bad, reason) in [
        (&b"<PubmedArticle><a></b></PubmedArticle>"[..], "XML"),
        (b"<PubmedArticle><MedlineCitation><PMID>2</PMID>\xff\xfe</MedlineCitation></PubmedArticle>", "UTF-8"),
        (b"<PubmedArticle><MedlineCitation></MedlineCitation></PubmedArticle>", "neither number nor title"),
        (b"<PubmedArticle><MedlineCitation><PMID>2</PMID>", "does not end"),
        (b"<PubmedArticle><MedlineCitation><PMID>2</PMID><Article><Abstract><AbstractText>a &own; b</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>", "entity"),
    ] {
        let (articles, _, report) = read_by(&set(bad), 13).unwrap();
        let titles: Vec<_> = articles.iter().filter(|article| article.title == "T").collect();
        assert_eq!(titles.len(), 2, "{reason}");
        assert_eq!(report.skipped.len(), 1);
        assert_eq!(report.skipped[0].path, "article[1]");
        assert!(report.skipped[0].reason.contains(reason), "{}", report.skipped[0].reason);
    }
}

#[test]
fn entities_are_not_expanded_and_nothing_is_fetched() {
    let laughs = "<!DOCTYPE PubmedArticleSet [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY x SYSTEM \"file:///etc/passwd\">]>\
        <PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>&b;&x;</ArticleTitle>\
        <Abstract><AbstractText>&b; fine</AbstractText><AbstractText>Kept.</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>";
    let (articles, report) = read(laughs);
    assert_eq!(articles[0].title, "Article 1 without a title");
    assert_eq!(sections(&articles[0]), [(None, "Kept.")]);
    assert_eq!(report.skipped.len(), 1);
}

#[test]
fn what_is_no_literature_is_refused() {
    let code = |bytes: &[u8]| read_by(bytes, 9).unwrap_err().code();
    for text in ["", "hello", "{}", "<svg></svg>", "<Bundle/>", "TY - x"] {
        assert_eq!(code(text.as_bytes()), Code::Unsupported, "{text}");
    }
    let utf16: Vec<u8> = std::iter::once(0xfeff_u16).chain(PUBMED.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(code(&utf16), Code::Unsupported);
    assert_eq!(code(PUBMED.replace("UTF-8", "ISO-8859-1").as_bytes()), Code::Unsupported);
    assert_eq!(code(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff]), Code::Malformed);
}

#[test]
fn an_author_in_full_is_one_under_the_short_tag_of_medline_too() {
    for written in ["AU  - Smith, Jane A\n", "FAU - Smith, Jane A\nAU  - Smith JA\n", "AU  - Smith JA\n"] {
        let (articles, _) = read(&format!("PMID- 1\nTI  - Salt\n{written}\n"));
        assert_eq!(
            articles[0].authors.iter().map(|author| author.cited()).collect::<Vec<_>>(),
            ["Smith JA"],
            "{written}"
        );
    }
}

#[test]
fn what_is_in_latin_1_is_told_by_its_place_and_never_read_as_other_signs() {
    let latin = |text: &str| text.chars().map(|sign| u8::try_from(u32::from(sign)).unwrap()).collect::<Vec<u8>>();
    let ris = "TY  - JOUR\r\nTI  - Über Salz\r\nAU  - Müller, Jürgen\r\nAB  - Größe.\r\nER  - \r\n";
    let nbib = "PMID- 1\nTI  - Über Salz\nFAU - Müller, Jürgen\nAU  - Müller J\nAB  - Größe.\n\n";
    for (text, plain) in [(ris, "TY  - JOUR\nTI  - Salt\nER  - \n"), (nbib, "PMID- 2\nTI  - Salt\n\n")] {
        let file = [&latin(text)[..], plain.as_bytes(), &latin(text)].concat();
        for size in [1, 7, usize::MAX] {
            let (articles, _, report) = read_by(&file, size).unwrap();
            assert_eq!(articles.iter().map(|article| article.title.as_str()).collect::<Vec<_>>(), ["Salt"]);
            let skipped: Vec<_> = report.skipped.iter().map(|skipped| skipped.path.as_str()).collect();
            assert_eq!(skipped, ["article[0]", "article[2]"]);
            assert!(report.skipped.iter().all(|skipped| skipped.reason.contains("is not UTF-8")));
        }
        let (articles, report) = read(&format!("{text}{plain}"));
        assert!(report.skipped.is_empty());
        assert_eq!(
            (articles[0].title.as_str(), articles[0].authors[0].cited(), sections(&articles[0])),
            ("Über Salz", "Müller J".to_owned(), vec![(None, "Größe.")])
        );
    }
}

#[test]
fn the_newest_state_is_kept_whatever_the_order_of_files() {
    let update = "<PubmedArticleSet><DeleteCitation><PMID>90000003</PMID></DeleteCitation></PubmedArticleSet>";
    let shelve = |texts: &[&str]| {
        let mut shelf = Shelf::default();
        for text in texts {
            let mut reader = Reader::begin(0);
            let mut take = |item| shelf.put(item).unwrap();
            reader.push(text.as_bytes(), &mut take).unwrap();
            reader.finish(&mut take).unwrap();
        }
        shelf.articles().map(|article| article.unwrap()).collect::<Vec<_>>()
    };
    let forward = shelve(&[PUBMED, MEDLINE, update]);
    assert_eq!(forward, shelve(&[update, MEDLINE, PUBMED]));
    let numbers: Vec<_> = forward.iter().map(|article| (article.pmid.unwrap(), article.version)).collect();
    assert_eq!(numbers, [(90_000_001, 1), (90_000_002, 2), (90_000_011, 1), (90_000_012, 1)]);
}

/// A file that `tests/literature/fetch.py` brings.
fn fetched(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".tools/literature").join(name);
    std::fs::read(&path)
        .expect("real files of PubMed are needed: run python3 tests/literature/fetch.py, or ./run setup test")
}

#[test]
fn real_files_of_pubmed_are_read() {
    let mut found = Vec::new();
    for number in [1, 2, 4, 5, 6, 7] {
        let (articles, _, report) = read_by(&fetched(&format!("Entrez-pubmed{number}.xml")), 1000).unwrap();
        assert!(report.skipped.is_empty() && !report.is_cut, "{number}: {:?}", report.skipped);
        found.extend(articles);
    }
    let facts: Vec<_> = found
        .iter()
        .map(|article| {
            let chars = article.sections.iter().map(|section| section.text.chars().count()).collect::<Vec<_>>();
            (
                article.pmid.unwrap(),
                article.authors.len(),
                article.mesh.len(),
                chars,
                article.issued.year.unwrap(),
                article.issued.month,
            )
        })
        .collect();
    let expected = [
        (12_091_962, 1, 19, vec![], 1990, None),
        (9997, 1, 13, vec![676], 1976, Some(9)),
        (11_748_933, 8, 11, vec![1834], 2001, Some(6)),
        (11_700_088, 6, 0, vec![1167], 2001, Some(11)),
        (27_797_938, 22, 21, vec![331, 559, 689, 132], 2017, Some(6)),
        (28_775_130, 12, 0, vec![338, 735, 667, 148], 2018, Some(2)),
        (30_108_519, 2, 0, vec![2260], 2018, None),
        (29_963_580, 9, 0, vec![1474], 2018, Some(4)),
    ];
    assert_eq!(facts, expected);
    let telomeres = &found[4];
    assert!(telomeres.title.contains("at the TERT gene region"));
    assert_eq!(
        (telomeres.doi.as_deref(), telomeres.pmc, telomeres.types.len()),
        (Some("10.1136/gutjnl-2016-312510"), Some(5_442_267), 5)
    );
    assert_eq!(telomeres.notices.iter().map(|notice| notice.kind).collect::<Vec<_>>(), [NoticeKind::CommentIn]);
    let sea_bream = found[2].mesh.iter().find(|heading| heading.descriptor == "Sea Bream").unwrap();
    assert_eq!(
        sea_bream.qualifiers.iter().map(|part| (part.name.as_str(), part.is_major)).collect::<Vec<_>>(),
        [("anatomy & histology", true), ("physiology", false)]
    );

    let (articles, _, report) = read_by(&fetched("Entrez-efetch_pmc.xml"), 1000).unwrap();
    assert!(report.format == Some(Format::Jats) && report.skipped.is_empty());
    assert_eq!(
        (articles[0].pmid, articles[0].pmc, articles[0].issued.year),
        (Some(34_527_728), Some(8_435_807), Some(2021))
    );
    assert_eq!(
        (articles[0].types.as_slice(), articles[0].notices[0].kind),
        (&["Published Erratum".to_owned()][..], NoticeKind::ErratumFor)
    );

    let mut numbers = Vec::new();
    for number in 1..=3 {
        let (articles, _, report) = read_by(&fetched(&format!("Medline-pubmed_result{number}.txt")), 1000).unwrap();
        assert!(
            report.skipped.is_empty()
                && articles.iter().all(|article| article.has_abstract() && !article.journal.is_empty())
        );
        numbers.extend(
            articles.iter().map(|article| (article.pmid.unwrap(), article.authors.len(), article.issued.year.unwrap())),
        );
    }
    assert_eq!(numbers[..3], [(12_230_038, 1, 2002), (16_403_221, 3, 2006), (16_377_612, 4, 2006)]);
    assert_eq!((numbers.len(), numbers.last()), (6, Some(&(23_039_619, 4, 2012))));
}
