//! A person's own copy of the UMLS, read from its Rich Release Format.
//!
//! Source: *UMLS Reference Manual*, chapter 3, Metathesaurus – Rich Release Format. `MRCONSO.RRF` has a line for each name
//! (`CUI|LAT|TS|LUI|STT|SUI|ISPREF|AUI|SAUI|SCUI|SDUI|SAB|TTY|CODE|STR|SRL|SUPPRESS|CVF|`), `MRREL.RRF` one for each relation
//! (`CUI1|AUI1|STYPE1|REL|CUI2|…|SUPPRESS|CVF|`), of which `REL` says what the second concept is to the first. English names and relations
//! that are not suppressed are taken; which file it is, each line tells by its fields. The UMLS is licensed to each of its users: none of
//! it comes with this program, and what is made of it stays with the person.

use super::{Draft, Vocabulary};
use crate::error::{Code, Error, Place, Result};

/// Bytes of a line at most.
pub const MAX_LINE_BYTES: usize = 64 << 10;

/// Names that are taken at most.
pub const MAX_NAMES: usize = 6_000_000;

/// Fields of a line of names, with the empty one after the last mark.
const NAME_FIELDS: usize = 19;
/// Fields of a line of relations, likewise.
const RELATION_FIELDS: usize = 17;

/// A UMLS that is being read.
#[derive(Debug, Default)]
pub struct Umls {
    draft: Draft,
    /// The beginning of a line whose end has not come.
    carried: Vec<u8>,
    lines: usize,
    names: usize,
    relations: usize,
}

impl Umls {
    /// Returns a reader that adds to all that `vocabulary` has.
    pub fn onto(vocabulary: &Vocabulary) -> Self {
        Umls { draft: Draft::of(vocabulary), ..Umls::default() }
    }

    /// Returns how many names and relations were taken.
    pub fn taken(&self) -> (usize, usize) {
        (self.names, self.relations)
    }

    /// Takes the next bytes of a file; pieces may end anywhere.
    ///
    /// # Errors
    /// `malformed` with the number of a line that is of neither file, or is not UTF-8; `too-large` for a line or names beyond the limits.
    pub fn push(&mut self, bytes: &[u8]) -> Result<()> {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let (line, after) = rest.split_at(end);
            rest = after.get(1..).unwrap_or_default();
            if self.carried.is_empty() {
                self.line(line)?;
            } else {
                self.carried.extend_from_slice(line);
                let line = std::mem::take(&mut self.carried);
                self.line(&line)?;
            }
        }
        self.carried.extend_from_slice(rest);
        if self.carried.len() > MAX_LINE_BYTES { Err(self.too_long()) } else { Ok(()) }
    }

    /// Takes note that a file has ended; its last line may lack a line feed.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn end_file(&mut self) -> Result<()> {
        let line = std::mem::take(&mut self.carried);
        if line.is_empty() { Ok(()) } else { self.line(&line) }
    }

    /// Returns the vocabulary of all that was read.
    ///
    /// # Errors
    /// `malformed` when no name was; as [`end_file`](Self::end_file).
    pub fn finish(mut self) -> Result<Vocabulary> {
        self.end_file()?;
        if self.names == 0 {
            return Err(Error::new(Code::Malformed, "no English name was in the file: MRCONSO.RRF has them"));
        }
        Ok(self.draft.finish())
    }

    fn line(&mut self, line: &[u8]) -> Result<()> {
        self.lines += 1;
        if line.len() > MAX_LINE_BYTES {
            return Err(self.too_long());
        }
        let line = std::str::from_utf8(line).map_err(|_| self.unreadable())?.trim_end_matches('\r');
        if line.is_empty() {
            return Ok(());
        }
        let fields: Vec<&str> = line.split('|').collect();
        let field = |at: usize| fields.get(at).copied().unwrap_or_default();
        let is_concept = |field: &str| {
            field.strip_prefix('C').is_some_and(|rest| rest.len() == 7 && rest.bytes().all(|b| b.is_ascii_digit()))
        };
        let suppressed = |field: &str| matches!(field, "O" | "E" | "Y");
        match fields.len() {
            NAME_FIELDS if is_concept(field(0)) => {
                let (name, preferred) = (field(14), field(2) == "P" && field(6) == "Y");
                if field(1) == "ENG" && !suppressed(field(16)) && !name.is_empty() {
                    self.names += 1;
                    if self.names > MAX_NAMES {
                        return Err(Error::new(
                            Code::TooLarge,
                            "the UMLS has more names than fit: take a subset of it",
                        )
                        .found(self.names as u64, MAX_NAMES as u64));
                    }
                    self.draft.name(field(0), name, is_short(name));
                    if preferred {
                        self.draft.prefer(field(0), name);
                    }
                }
                Ok(())
            }
            RELATION_FIELDS if is_concept(field(0)) && is_concept(field(4)) => {
                if !suppressed(field(14)) && field(0) != field(4) {
                    self.relations += 1;
                    match field(3) {
                        "PAR" | "RB" => self.draft.broader(field(0), field(4)),
                        "CHD" | "RN" => self.draft.broader(field(4), field(0)),
                        "RO" | "RL" | "RQ" | "SY" => self.draft.related(field(0), field(4)),
                        _ => self.relations -= 1,
                    }
                }
                Ok(())
            }
            _ => Err(self.unreadable()),
        }
    }

    fn unreadable(&self) -> Error {
        Error::new(Code::Malformed, "a line is of neither MRCONSO.RRF nor MRREL.RRF")
            .at(Place::root().field("line").index(self.lines.saturating_sub(1)))
    }

    fn too_long(&self) -> Error {
        Error::new(Code::TooLarge, "a line is longer than any of MRCONSO.RRF")
            .found(self.carried.len() as u64, MAX_LINE_BYTES as u64)
    }
}

/// Letters of an abbreviation at most.
const SHORT: usize = 4;

/// Whether `name` is an abbreviation, which everyday words may look like.
fn is_short(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    !name.contains(' ') && (2..=SHORT).contains(&letters) && !name.chars().any(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::concepts::{Relation, table};
    use crate::span::Question;

    const NAMES: &str = "\
C0027051|ENG|P|L0027051|PF|S0064638|Y|A0000001||M0014340|D009203|MSH|MH|D009203|Myocardial Infarction|0|N||
C0027051|ENG|S|L0018811|PF|S0047588|Y|A0000002||||CHV|SY|0|heart attack|0|N||
C0027051|ENG|S|L0026106|PF|S0062000|Y|A0000003||||SNMI|SY|0|MI|0|N||
C0027051|FRE|P|L0000001|PF|S0000001|Y|A0000004||||MSHFRE|MH|0|Infarctus du myocarde|0|N||
C0018799|ENG|P|L0018799|PF|S0047603|Y|A0000005||||MSH|MH|D006331|Heart Diseases|0|N||
C0008031|ENG|P|L0008031|PF|S0000009|Y|A0000006||||MSH|MH|D002637|Chest Pain|0|N||
C0008031|ENG|S|L0008032|PF|S0000010|Y|A0000007||||MSH|ET|D002637|Thorax ache old|0|O||
";
    const RELATIONS: &str = "\
C0027051|A0000001|AUI|PAR|C0018799|A0000005|AUI||R1||MSH|MSH|||N||
C0027051|A0000001|AUI|RO|C0008031|A0000006|AUI|has_finding|R2||MSH|MSH|||N||
C0008031|A0000006|AUI|SIB|C0018799|A0000005|AUI||R3||MSH|MSH|||N||
";

    fn read() -> Vocabulary {
        let mut umls = Umls::default();
        umls.push(NAMES.as_bytes()).unwrap();
        umls.push(RELATIONS.as_bytes()).unwrap();
        assert_eq!(umls.taken(), (5, 2));
        umls.finish().unwrap()
    }

    fn meant(vocabulary: &Vocabulary, text: &str) -> Vec<(String, Relation)> {
        let names = vocabulary.mentions::<Question>(text);
        let concepts = names.iter().flat_map(|mention| vocabulary.concepts_of(mention.name));
        vocabulary
            .expanded(concepts)
            .into_iter()
            .map(|(concept, relation)| (vocabulary.label(concept).to_owned(), relation))
            .collect()
    }

    #[test]
    fn english_names_and_relations_are_taken() {
        let vocabulary = read();
        assert_eq!((vocabulary.len(), vocabulary.names()), (3, 5));
        let expected = [
            ("Myocardial Infarction".to_owned(), Relation::Same),
            ("Heart Diseases".to_owned(), Relation::Broader),
            ("Chest Pain".to_owned(), Relation::Related),
        ];
        assert_eq!(meant(&vocabulary, "a heart attack"), expected);
        assert_eq!(meant(&vocabulary, "an MI"), expected);
        assert_eq!(meant(&vocabulary, "infarctus du myocarde, thorax ache old"), []);
    }

    #[test]
    fn it_comes_on_top_of_what_is_there() {
        let own = table::read("x\theart attack|coronary\t\t\n").unwrap();
        let mut umls = Umls::onto(&own);
        umls.push(NAMES.as_bytes()).unwrap();
        let both = umls.finish().unwrap();
        assert_eq!(both.len(), 4);
        let same: Vec<String> = meant(&both, "heart attack").into_iter().map(|(name, _)| name).collect();
        assert_eq!(same, ["heart attack", "Myocardial Infarction"]);
    }

    #[test]
    fn what_is_no_such_file_is_refused_with_its_line() {
        let code = |text: &[u8]| {
            let mut umls = Umls::default();
            umls.push(text).and_then(|()| umls.finish().map(drop)).unwrap_err().code()
        };
        assert_eq!(code(b"hello\n"), Code::Malformed);
        assert_eq!(code(b""), Code::Malformed);
        assert_eq!(code(RELATIONS.as_bytes()), Code::Malformed);
        assert_eq!(code(&[0xFF, b'\n']), Code::Malformed);
        assert_eq!(code(&vec![b'x'; MAX_LINE_BYTES + 1]), Code::TooLarge);
        let mut umls = Umls::default();
        let error = umls.push(format!("{NAMES}C1|x\n").as_bytes()).unwrap_err();
        assert!(error.to_string().contains('7') && !error.to_string().contains("C1|x"), "{error}");
    }

    proptest! {
        #[test]
        fn pieces_of_any_size_read_alike(cuts in prop::collection::vec(1_usize..200, 0..30)) {
            let all = format!("{NAMES}{RELATIONS}");
            let (mut rest, mut umls) = (all.as_bytes(), Umls::default());
            for cut in cuts {
                let (piece, after) = rest.split_at(cut.min(rest.len()));
                umls.push(piece).unwrap();
                rest = after;
            }
            umls.push(rest).unwrap();
            prop_assert_eq!(umls.finish().unwrap(), read());
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let mut umls = Umls::default();
            let _ = umls.push(&bytes).and_then(|()| umls.finish());
        }
    }
}
