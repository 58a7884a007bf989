//! The table that set-up writes: a line for each concept, `key · names · broader · related`, with tabs between.
//!
//! Names, and keys of other concepts, are separated by `|`; a name that counts in capitals alone begins with `^`. Keys are of the lists
//! that the concept comes from and are not kept.

use super::{Draft, Vocabulary};
use crate::error::{Code, Error, Place, Result};

/// Returns the vocabulary of the concepts of `table`.
///
/// # Errors
/// `malformed` with the number of a line that is not as described.
pub fn read(table: &str) -> Result<Vocabulary> {
    let mut draft = Draft::default();
    for (at, line) in table.lines().enumerate() {
        let unreadable = || {
            Error::new(Code::Malformed, "a line of the table of concepts is not key, names, broader and related")
                .at(Place::root().field("line").index(at))
        };
        let mut fields = line.split('\t');
        let (Some(key), Some(names), Some(broader), Some(related), None) =
            (fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(unreadable());
        };
        if key.is_empty() || names.is_empty() {
            return Err(unreadable());
        }
        for name in names.split('|') {
            draft.name(key, name.strip_prefix('^').unwrap_or(name), name.starts_with('^'));
        }
        broader.split('|').filter(|above| !above.is_empty()).for_each(|above| draft.broader(key, above));
        related.split('|').filter(|other| !other.is_empty()).for_each(|other| draft.related(key, other));
    }
    Ok(draft.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::concepts::Relation;
    use crate::span::Question;

    const TABLE: &str = "D1\tmyocardial infarction|heart attack|^MI\tD2\tD3\nD2\theart disease\t\t\nD3\tchest pain\t\t\nD4\t^AIDS|acquired immunodeficiency syndrome\t\t\n";

    fn found(text: &str) -> Vec<String> {
        let vocabulary = read(TABLE).unwrap();
        let mentions = vocabulary.mentions::<Question>(text).into_iter();
        mentions.map(|mention| mention.span.of(text).unwrap().to_owned()).collect()
    }

    #[test]
    fn names_are_found_whatever_their_form() {
        assert_eq!(found("Two Heart Attacks, and the pain of chest pains"), ["Heart Attacks", "chest pains"]);
        assert_eq!(found("hearing aids and AIDS; a mi and an MI"), ["AIDS", "MI"]);
        assert_eq!(found("the heart. Attack"), Vec::<String>::new());
        assert_eq!(found("diseases of the heart"), Vec::<String>::new());
    }

    #[test]
    fn the_longest_name_is_found() {
        let vocabulary = read(
            "a\tdiabetes\t\t\nb\ttype 2 diabetes|type II diabetes\ta\t\nc\ttype 2 diabetes with neuropathy\tb\t\n",
        )
        .unwrap();
        let spans = |text: &str| -> Vec<String> {
            vocabulary
                .mentions::<Question>(text)
                .iter()
                .map(|mention| mention.span.of(text).unwrap().to_owned())
                .collect()
        };
        assert_eq!(spans("type 2 diabetes with care"), ["type 2 diabetes"]);
        assert_eq!(
            spans("Type II diabetes with neuropathy and diabetes"),
            ["Type II diabetes with neuropathy", "diabetes"]
        );
    }

    #[test]
    fn an_expansion_goes_to_kinds_to_what_is_related_and_above() {
        let vocabulary = read(TABLE).unwrap();
        let name = vocabulary.mentions::<Question>("heart attack")[0].name;
        let found = vocabulary.expanded(vocabulary.concepts_of(name));
        let named: Vec<(String, Relation)> =
            found.iter().map(|(concept, relation)| (vocabulary.label(*concept).to_owned(), *relation)).collect();
        assert_eq!(
            named,
            [
                ("myocardial infarction".to_owned(), Relation::Same),
                ("heart disease".to_owned(), Relation::Broader),
                ("chest pain".to_owned(), Relation::Related),
            ]
        );
        let above = vocabulary.broader(found[0].0).next().unwrap();
        assert_eq!(vocabulary.expanded([above]).last(), Some(&(above, Relation::Same)));
        assert!(vocabulary.expanded([above]).contains(&(found[0].0, Relation::Narrower)));
    }

    #[test]
    fn what_is_no_table_is_refused_with_its_line() {
        for table in ["a\tb\tc", "a\tb\tc\td\te", "\tname\t\t", "key\t\t\t"] {
            assert_eq!(read(table).unwrap_err().code(), Code::Malformed, "{table}");
        }
        assert!(read("").unwrap().is_empty());
    }
}
