//! Looks through a text that a person pasted: nothing of it is kept, and nothing leaves.

use super::Room;
use crate::error::{Code, Error, Result};
use crate::privacy::detect::{Entity, Known};
use crate::span::Span;

/// Bytes of the longest text that is looked through at once.
pub const MAX_EXAMINED_BYTES: usize = 256 << 10;

impl Room {
    /// Returns what identifies somebody in `text`: what the records of this room name, and what the recognizers find, in the
    /// order of its bytes, without overlap.
    ///
    /// # Errors
    /// `too-large` for a text of more than [`MAX_EXAMINED_BYTES`]; `internal` for broken invariants.
    pub fn examine(&mut self, text: &str) -> Result<Vec<Entity>> {
        if text.len() > MAX_EXAMINED_BYTES {
            return Err(Error::new(
                Code::TooLarge,
                "the text is too long to be looked through at once: take a part of it",
            )
            .found(text.len() as u64, MAX_EXAMINED_BYTES as u64));
        }
        self.refresh()?;
        let known: Vec<Known> = self
            .known
            .occurrences(text)
            .into_iter()
            .map(|found| Known { span: Span::at(found.range.start, found.range.len()), entity_type: found.entity_type })
            .collect();
        Ok(self.detector.detect_knowing(text, &known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Unwatched;

    const PATIENT: &str =
        r#"{"resourceType": "Patient", "id": "p", "name": [{"family": "Okafor", "given": ["Amara"]}]}"#;

    #[test]
    fn what_the_records_name_and_what_is_shaped_like_an_identifier_are_found() {
        let mut room = Room::new().unwrap();
        room.add(PATIENT.as_bytes(), &mut Unwatched).unwrap();
        let text = "okafor called from 555-867-5309 about her rash";
        let found: Vec<_> = room.examine(text).unwrap();
        let shown: Vec<_> = found.iter().map(|entity| (entity.recognizer, entity.span.of(text).unwrap())).collect();
        assert_eq!(shown, [("records", "okafor"), ("phone", "555-867-5309")]);
        assert_eq!(Room::new().unwrap().examine("okafor called").unwrap(), []);
    }

    #[test]
    fn a_title_alone_is_nobodys_name_though_the_records_have_it_in_one() {
        let titled = PATIENT.replace("\"family\"", "\"text\": \"Dr. Amara Okafor\", \"prefix\": [\"Dr.\"], \"family\"");
        let mut room = Room::new().unwrap();
        room.add(titled.as_bytes(), &mut Unwatched).unwrap();
        let text = "The Dr. was late. Dr and Mr. agreed. Dr Okafor, 61, lives at 14 Alder Lane, alone.";
        let found = room.examine(text).unwrap();
        let shown: Vec<_> = found.iter().map(|entity| entity.span.of(text).unwrap()).collect();
        assert!(shown.iter().any(|shown| shown.ends_with("Okafor")) && shown.contains(&"14 Alder Lane"), "{shown:?}");
        let rest = |shown: &&&str| ["Dr.", "Dr", "Mr.", ", lives at", "61, lives at 14 Alder Lane"].contains(*shown);
        assert_eq!(shown.iter().filter(rest).count(), 0, "{shown:?}");
    }

    #[test]
    fn a_text_that_is_too_long_is_refused() {
        let mut room = Room::new().unwrap();
        assert_eq!(room.examine(&"a".repeat(MAX_EXAMINED_BYTES + 1)).unwrap_err().code(), Code::TooLarge);
        assert_eq!(room.examine(&"a ".repeat(MAX_EXAMINED_BYTES / 2)).unwrap(), []);
    }
}
