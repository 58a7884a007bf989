//! Every identifier of 45 CFR 164.514(b)(2)(i), and what the rule means beside them, in every dress that texts come in: typed in one
//! case, decomposed, with other spaces, dashes and digits, with invisible signs, broken over lines, dictated, scanned, in tables.
//!
//! So must what the structure of FHIR hides, in extensions, contained resources, narrative and identifiers, stay in any disguise.
//!
//! `tests/data/identifiers/hostile.json` has a line for each identifier, which stands in `[[…]]`. Rules and lexicon alone are asked.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use chaperone::privacy::detect::Detector;
use chaperone::privacy::recognizers;
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use serde::Deserialize;
use unicode_normalization::UnicodeNormalization as _;

use crate::common::rooms;

#[derive(Deserialize)]
struct Line {
    clause: String,
    name: String,
    /// The identifier, or each part of it, in `[[…]]`.
    text: String,
    /// Dresses in which rules and lexicon do not find the whole of it.
    #[serde(default)]
    missed: Vec<String>,
}

/// What stands outside and inside of the brackets, in turn.
fn pieces(text: &str) -> Vec<String> {
    text.split("[[").flat_map(|part| part.splitn(2, "]]")).map(str::to_owned).collect()
}

/// Returns `pieces` as one text, and where the identifiers stand in it.
fn joined(pieces: &[String]) -> (String, Vec<Range<usize>>) {
    let (mut text, mut marks) = (String::new(), Vec::new());
    for (at, piece) in pieces.iter().enumerate() {
        let start = text.len();
        text.push_str(piece);
        if at % 2 == 1 {
            marks.push(start..text.len());
        }
    }
    (text, marks)
}

/// Returns `pieces` with `outside` done to what is no identifier and `inside` to what is.
fn dressed(pieces: &[String], outside: &dyn Fn(&str) -> String, inside: &dyn Fn(&str) -> String) -> Vec<String> {
    pieces.iter().enumerate().map(|(at, piece)| if at % 2 == 1 { inside(piece) } else { outside(piece) }).collect()
}

fn every(pieces: &[String], dress: &dyn Fn(&str) -> String) -> Vec<String> {
    dressed(pieces, dress, dress)
}

/// Puts `sign` into the middle of the first word or number of three signs or more.
fn amid(text: &str, sign: &str) -> String {
    let mut start = 0;
    for part in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric());
        let count = word.chars().count();
        if count > 2 {
            let at = start + word.char_indices().nth(count / 2).map_or(0, |(at, _)| at);
            return format!("{}{sign}{}", &text[..at], &text[at..]);
        }
        start += part.len();
    }
    text.to_owned()
}

/// Returns the dresses that `pieces` come in, each with its name.
fn dresses(pieces: &[String]) -> Vec<(&'static str, Vec<String>)> {
    let same = |text: &str| text.to_owned();
    let label = |text: &str| text.trim_end().trim_end_matches(':').to_owned();
    let is_labelled = pieces.first().is_some_and(|first| first.trim_end().ends_with(':')) && pieces.len() == 3;
    let is_of_words = pieces.get(1).is_some_and(|it| !it.contains(|c: char| c.is_ascii_digit() || c == '@'));
    let digits = pieces.get(1).map_or(0, |it| it.bytes().filter(u8::is_ascii_digit).count());
    let mut all = vec![
        ("as it is", pieces.to_vec()),
        ("capitals", every(pieces, &|text| text.to_uppercase())),
        ("small letters", every(pieces, &|text| text.to_lowercase())),
        ("decomposed", every(pieces, &|text| text.nfd().collect())),
        ("no-break spaces", every(pieces, &|text| text.replace(' ', "\u{a0}"))),
        ("narrow spaces", every(pieces, &|text| text.replace(' ', "\u{202f}"))),
        ("other hyphens", every(pieces, &|text| text.replace('-', "\u{2011}"))),
        ("dashes", every(pieces, &|text| text.replace('-', "\u{2013}"))),
        ("a soft hyphen within", dressed(pieces, &same, &|text| amid(text, "\u{ad}"))),
        ("an invisible space within", dressed(pieces, &same, &|text| amid(text, "\u{200b}"))),
        ("a joiner within", dressed(pieces, &same, &|text| amid(text, "\u{2060}"))),
        (
            "wide digits",
            every(pieces, &|text| text.chars().map(|c| if c.is_ascii_digit() { wide(c) } else { c }).collect()),
        ),
        (
            "amid a long text",
            dressed(
                &[vec![format!("The cough is better and the lungs are clear. {}", pieces[0])], pieces[1..].to_vec()]
                    .concat(),
                &same,
                &same,
            ),
        ),
        ("quoted", every(pieces, &|text| text.replace('\'', "\u{2019}"))),
    ];
    if pieces.get(1).is_some_and(|it| it.contains(' ')) {
        all.push(("broken over lines", dressed(pieces, &same, &|text| text.replacen(' ', "\r\n", 1))));
    }
    if is_of_words {
        all.push(("divided at a line's end", dressed(pieces, &same, &|text| amid(text, "-\n"))));
    }
    if is_labelled {
        let cells = |open: &str, between: &str, close: &str| -> Vec<String> {
            vec![format!("{open}{}{between}", label(&pieces[0])), pieces[1].clone(), close.to_owned()]
        };
        all.extend([
            ("on the next line", cells("", ":\r\n", "\r\n")),
            ("in a row of a table", cells("| ", " | ", " |")),
            ("between tabs", cells("", "\t", "\t")),
            ("behind dots", cells("", " ......... ", "")),
            ("behind an equals sign", cells("", "=", "")),
            ("dictated", cells("the ", " is ", " and he is well").iter().map(|piece| piece.to_lowercase()).collect()),
        ]);
    }
    if digits >= 6 {
        all.push(("scanned", dressed(pieces, &same, &|text| text.replace('0', "O").replace('1', "l"))));
    }
    all
}

fn wide(digit: char) -> char {
    char::from_u32(u32::from(digit) - u32::from('0') + 0xff10).unwrap_or(digit)
}

fn detector() -> Detector {
    recognizers::fused(&Arc::new(rooms::lexicon()), None)
}

/// Returns whether every letter and digit of `mark` lies in one of `found`.
fn is_covered(text: &str, mark: &Range<usize>, found: &[Range<usize>]) -> bool {
    let inside = text.get(mark.clone()).unwrap_or_default();
    inside
        .char_indices()
        .filter(|(_, c)| c.is_alphanumeric())
        .all(|(at, _)| found.iter().any(|range| range.contains(&(mark.start + at))))
}

#[test]
fn every_identifier_is_found_in_every_dress() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/identifiers/hostile.json");
    let lines: Vec<Line> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let clauses: std::collections::BTreeSet<&str> = lines.iter().map(|line| line.clause.as_str()).collect();
    assert!("ABCDEFGHIJKLMNOPQR".chars().all(|clause| clauses.contains(clause.to_string().as_str())), "{clauses:?}");
    let detector = detector();
    let (mut asked, mut wrong) = (0, Vec::new());
    for line in &lines {
        for (dress, pieces) in dresses(&pieces(&line.text)) {
            let (text, marks) = joined(&pieces);
            let found: Vec<Range<usize>> =
                detector.detect(&text).iter().map(|entity| entity.span.start()..entity.span.end()).collect();
            let whole = marks.iter().all(|mark| is_covered(&text, mark, &found));
            asked += 1;
            if whole == line.missed.iter().any(|missed| missed == dress) {
                let said = if whole { "is found" } else { "is missed" };
                wrong.push(format!("{} {}, {dress}: {said}: {text:?}", line.clause, line.name));
            }
        }
    }
    assert!(asked > 900, "{asked}");
    assert!(wrong.is_empty(), "{} of {asked}:\n{}", wrong.len(), wrong.join("\n"));
}

/// What identifies somebody, where structure hides it, and where that is.
const HIDDEN: [(&str, &str); 22] = [
    ("Okafor-Bright", "a name"),
    ("Quillfeather", "an extension that says what it is"),
    ("Ada Ezeoke", "the narrative of a person"),
    ("77-1234-5", "a number of that narrative"),
    ("Lakemont", "the birth place, in an extension"),
    ("Zilberstein", "a name within an extension within an extension"),
    ("Hargrove", "a contained practitioner"),
    ("612-555-0148", "the telephone of one"),
    ("S21-48213", "the identifier of an entry"),
    ("Brightwater", "the display of a reference"),
    ("XQK884201937", "a subscriber of a contained cover"),
    ("Northstar Mutual", "a contained organisation"),
    ("SN-48213-A", "the serial number of a device"),
    ("Marchbanks", "a contact of the patient"),
    ("nokafor@lindenbrook.example", "a telecom"),
    ("14 Larchmont Street", "an address line"),
    ("Penhaligon", "an extension of a primitive"),
    ("Windermere Clinic", "the place of a visit"),
    ("Strathmore", "who recorded it"),
    ("Ravensworth", "an extension that changes what an element means"),
    ("8834201", "a value of an identifier in an extension"),
    ("Tolliver", "a relative, in the history of a family"),
];

fn bundle() -> String {
    let narrative = "<div><p><b>Ngozi&#160;Okafor-Bright</b> (formerly Ada Ezeoke), number 77-1234-5</p></div>";
    serde_json::json!({"resourceType": "Bundle", "type": "collection", "entry": [
        {"resource": {"resourceType": "Patient", "id": "p", "birthDate": "1962-04-17",
            "text": {"status": "generated", "div": narrative},
            "name": [{"family": "Okafor-Bright", "given": ["Ngozi"],
                "_family": {"extension": [{"url": "http://x.example/own-name", "valueHumanName": {"family": "Penhaligon"}}]}}],
            "telecom": [{"system": "email", "value": "nokafor@lindenbrook.example"}],
            "address": [{"line": ["14 Larchmont Street"], "city": "Keene", "state": "NH", "postalCode": "03431"}],
            "contact": [{"name": {"family": "Marchbanks", "given": ["Io"]}}],
            "extension": [
                {"url": "http://x.example/patient-nickname", "valueString": "Quillfeather"},
                {"url": "http://hl7.org/fhir/StructureDefinition/patient-birthPlace", "valueAddress": {"city": "Lakemont", "state": "MN"}},
                {"url": "http://x.example/kin", "extension": [{"url": "who", "valueHumanName": {"family": "Zilberstein"}}]},
                {"url": "http://x.example/other", "valueIdentifier": {"system": "urn:x", "value": "8834201"}}
            ],
            "modifierExtension": [{"url": "http://x.example/adopted", "valueHumanName": {"family": "Ravensworth"}}]}},
        {"resource": {"resourceType": "Observation", "id": "o", "status": "final", "subject": {"reference": "Patient/p"},
            "effectiveDateTime": "2021-03-14", "identifier": [{"system": "urn:y", "value": "S21-48213"}],
            "contained": [{"resourceType": "Practitioner", "id": "d", "name": [{"family": "Hargrove", "given": ["Tariq"]}],
                "telecom": [{"system": "phone", "value": "612-555-0148"}]}],
            "performer": [{"reference": "#d"}, {"reference": "Practitioner/e", "display": "Dr. Una Brightwater"}],
            "code": {"coding": [{"system": "http://loinc.org", "code": "4548-4", "display": "Hemoglobin A1c/Hemoglobin.total in Blood"}]},
            "valueQuantity": {"value": 6.9, "unit": "%"}}},
        {"resource": {"resourceType": "Claim", "id": "c", "patient": {"reference": "Patient/p"}, "contained": [
            {"resourceType": "Coverage", "id": "v", "subscriberId": "XQK884201937"},
            {"resourceType": "Organization", "id": "i", "name": "Northstar Mutual"}]}},
        {"resource": {"resourceType": "Device", "id": "m", "serialNumber": "SN-48213-A", "patient": {"reference": "Patient/p"}}},
        {"resource": {"resourceType": "Encounter", "id": "n", "status": "finished", "subject": {"reference": "Patient/p"},
            "location": [{"location": {"reference": "Location/l", "display": "Windermere Clinic"}}]}},
        {"resource": {"resourceType": "Provenance", "id": "w", "target": [{"reference": "Observation/o"}],
            "agent": [{"who": {"display": "Ida Strathmore"}}]}},
        {"resource": {"resourceType": "FamilyMemberHistory", "id": "f", "status": "completed", "name": "Obadiah Tolliver",
            "patient": {"reference": "Patient/p"}, "relationship": {"text": "brother"}}}
    ]})
    .to_string()
}

/// Ways to write a text past a filter.
fn disguises(text: &str) -> Vec<String> {
    use base64::Engine as _;
    let between = |sign: &str| text.chars().map(String::from).collect::<Vec<_>>().join(sign);
    let bytes = |sign: &str| text.bytes().map(|byte| format!("{sign}{byte:02x}")).collect::<String>();
    vec![
        text.to_owned(),
        text.to_uppercase(),
        text.to_lowercase(),
        between("\u{200b}"),
        between("\u{ad}"),
        between(" "),
        text.chars().rev().collect(),
        base64::prelude::BASE64_STANDARD.encode(text),
        bytes(""),
        bytes("%"),
        text.chars().map(|c| format!("&#{};", u32::from(c))).collect(),
        text.replace('a', "\u{430}").replace('e', "\u{435}").replace('o', "\u{43e}"),
        text.replace([' ', '-'], "\n"),
    ]
}

fn dense(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[test]
fn what_the_structure_of_fhir_hides_leaves_in_no_disguise() {
    let mut room = Room::new().unwrap();
    room.add(bundle().as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
    let named: Vec<String> = room.records().identifiers.iter().map(|known| dense(&known.text)).collect();
    let (mut sent, mut wrong) = (0, Vec::new());
    for (secret, place) in HIDDEN {
        if !named.contains(&dense(secret)) {
            wrong.push(format!("{place}: not known"));
        }
        for disguise in disguises(secret) {
            let question = format!("What was my last hemoglobin A1c? Mind {disguise} too.");
            let Ok(workflow) = room.prepare(&question, &endpoint, [7; 32], 0) else { continue };
            if !workflow.is_cleared() {
                continue;
            }
            sent += 1;
            let body = dense(&workflow.outgoing().body);
            if body.contains(&dense(secret)) || dense(&disguise).len() > 4 && body.contains(&dense(&disguise)) {
                wrong.push(format!("{place}: {disguise:?} leaves"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(sent > 100, "the question itself is answered: {sent}");
}
