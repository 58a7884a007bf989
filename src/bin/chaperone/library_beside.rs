//! What a library has on a question about records: looked for on this machine alone, and shown in boxes that are none of the records'.
//!
//! Without a model it is looked for by the question. What is told to a model is looked for by those words alone that leave anyway.

use chaperone::clearance::PublicText;
use chaperone::error::{Code, Error, Result};
use chaperone::library::Pack;
use chaperone::library::pack::{Asked, Found, Hit};
use chaperone::workflow::{Answer, Cited, Literature, SideBySide, Workflow, side_by_side};

use crate::library::opened;
use crate::output::line;
use crate::pack_source::{Source, Traffic};

/// Longest line of a box, in characters.
const MAX_LINE: usize = 2000;

/// Returns the passages of the library in the file `pack` that bear on `question`.
///
/// # Errors
/// `invalid-argument` for an address: which parts were read there would tell something of a question about records. As [`Pack::search`] else.
pub fn beside(pack: &str, question: &str) -> Result<Found> {
    if Source::is_address(pack) {
        return Err(Error::new(
            Code::InvalidArgument,
            "beside records a library is read from a file: at an address its host could tell something of the question",
        ));
    }
    let mut traffic = Traffic::default();
    let (mut pack, mut source): (Pack, Source) = opened(pack, None, &mut traffic)?;
    let asked = Asked::beside(question.to_owned());
    source.drive(&mut pack, &mut traffic, |pack| pack.search(&asked))
}

/// Returns the passages of the library `pack` that may be told to a model beside the request of `workflow`, found by the words that leave
/// in it, with their boxes; none where no word of the question leaves.
///
/// # Errors
/// As [`beside`].
pub fn told_beside(pack: &str, workflow: &Workflow) -> Result<(Found, Vec<PublicText>)> {
    let found = beside(pack, &workflow.state().asked_words())?;
    let texts = texts(&found);
    Ok((found, texts))
}

/// Returns what was found as far as it may stand in a request.
pub fn texts(found: &Found) -> Vec<PublicText> {
    found.hits.iter().filter_map(|hit| hit.passage.public()).collect()
}

/// Returns what was found as boxes to read: numbered as `told` was, where a model was told of it, with those marked that its answer goes by.
pub fn boxes(answer: &Answer, found: &Found, told: Option<(&Literature, Option<&Cited>)>) -> String {
    let mut text = "\nFrom the library: public texts, of nobody's record\n".to_owned();
    if found.hits.is_empty() {
        text += "nothing in it bears on the question\n";
    }
    for hit in &found.hits {
        let place = match told {
            None => format!("[Source {}]", hit.rank),
            Some((literature, cited)) => match hit.passage.public().and_then(|text| literature.number(&text)) {
                None => "not told to the model:".to_owned(),
                Some(number) if cited.is_some_and(|cited| cited.sources.contains(&number)) => {
                    format!("[Source {number}, named in the answer]")
                }
                Some(number) => format!("[Source {number}]"),
            },
        };
        text += &literature(hit, &place);
    }
    let passages: Vec<String> = found.hits.iter().map(|hit| hit.passage.text().to_owned()).collect();
    for pair in side_by_side(&answer.blocks, &passages) {
        text += &beside_each_other(&pair, &found.hits);
    }
    for number in told.and_then(|(_, cited)| cited).iter().flat_map(|cited| &cited.unknown) {
        text += &format!("✗ [Source {number}]: no source of this number was told\n");
    }
    text
}

/// The record's amount of a medicine and a passage's, each as it stands.
fn beside_each_other(pair: &SideBySide, hits: &[Hit]) -> String {
    let of = hits.get(pair.passage).map(|hit| hit.passage.citation().as_str()).unwrap_or_default();
    let short = |text: &str| line(text, MAX_LINE);
    format!(
        "\n≠ {}: other amounts, side by side; neither is said to be right\n  the record: {} ({})\n  {}: “{}”\n",
        short(&pair.medicine),
        short(&pair.record),
        line(pair.reference.as_str(), MAX_LINE),
        short(of),
        short(&pair.sentence)
    )
}

fn literature(hit: &Hit, place: &str) -> String {
    let article = hit.passage.article();
    let reference = line(hit.passage.citation().as_str(), MAX_LINE);
    let mut text = format!("╔ {place} {reference} · public text, verbatim\n");
    if hit.is_retracted {
        text += "║ RETRACTED: this article was withdrawn\n";
    }
    text += &format!("║ {}\n", line(&article.title, MAX_LINE));
    let doi = article.doi.as_ref().map(|doi| format!("doi {doi}")).unwrap_or_default();
    let about: Vec<String> =
        [article.journal.clone(), article.types.join(", "), doi].into_iter().filter(|part| !part.is_empty()).collect();
    if !about.is_empty() {
        text += &format!("║ {}\n", line(&about.join(" · "), MAX_LINE));
    }
    for row in hit.passage.text().lines() {
        text += &format!("║ {}\n", line(row, MAX_LINE));
    }
    text + "╚\n"
}
