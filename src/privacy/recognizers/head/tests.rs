//! What is held of each unit, by a tagger and a head that hold what a test says.

use super::*;
use crate::packed::{Form, Version, sealed};
use crate::privacy::recognizers::names::example;

/// The head's labels, none among them.
const ALL: usize = LABELS.len() + 1;
/// How much surer than any other label a unit's two labels are.
const FAR: f32 = 60.0;

/// A token: its bytes, the probabilities of the tagger's two labels, and the label of the head, from 1 on, with its probability.
type Said = (Range<usize>, [f32; 2], usize, f32);

/// Holds of tokens what it was told.
struct Toy {
    said: Vec<Said>,
    labels: Vec<String>,
}

impl Tag for Toy {
    fn read(&self, _: &str, each: &mut dyn FnMut(&Vote<'_>)) -> Result<()> {
        for (range, labels, label, probability) in &self.said {
            let mut states = vec![0.0; ALL];
            states[0] = FAR;
            states[*label] = FAR + (probability / (1.0 - probability)).ln();
            each(&Vote { range: range.clone(), labels, states: &states });
        }
        Ok(())
    }

    fn labels(&self) -> &[String] {
        &self.labels
    }

    fn states(&self) -> usize {
        ALL
    }
}

fn toy(said: Vec<Said>) -> Arc<Toy> {
    Arc::new(Toy { said, labels: ["B-GIVEN_NAME".to_owned(), "I-GIVEN_NAME".to_owned()].into() })
}

/// Returns a head of `values` values and `labels` labels that holds what the states say, which stand behind `before` other values.
fn head(values: usize, labels: usize, before: usize) -> Head {
    const FORM: Form = Form { magic: b"CHAPHEAD", version: Version::U32(1), damaged: "", foreign: "", unsupported: "" };
    let one = |at: bool| if at { 1.0_f32 } else { 0.0 };
    let unit = (0..labels).flat_map(|row| (0..values).map(move |at| one(at == before + row)));
    let label = (0..labels).flat_map(|row| (0..2 * labels).map(move |at| one(at == row)));
    let none = |count: usize| std::iter::repeat_n(0.0_f32, count);
    let floats =
        unit.chain(none(labels)).chain(none(labels * labels)).chain(none(labels)).chain(label).chain(none(labels));
    let sizes = [values, labels, 1, labels].into_iter().flat_map(|size| u32::try_from(size).unwrap().to_le_bytes());
    let floats: Vec<u8> = floats.flat_map(f32::to_le_bytes).collect();
    Head::read(&sealed(FORM.begun().into_iter().chain(sizes).chain(floats).collect())).unwrap()
}

/// The values of a unit: of none and two labels, of the states, and of its shape.
const VALUES: usize = 3 + ALL + WIDTH;

fn reader(said: Vec<Said>) -> Reader {
    Reader::new(toy(said), head(VALUES, ALL, 3)).unwrap()
}

/// The place of a label among the head's, by what it is taken for.
fn label(entity_type: EntityType) -> usize {
    1 + LABELS.iter().position(|(of, _)| *of == entity_type).unwrap()
}

/// Returns what is judged of `word` in `text`, which the head holds to be of `entity_type` so probably.
fn judged(text: &str, word: &str, entity_type: EntityType, probability: f32) -> Judged {
    let at = text.find(word).unwrap();
    let reader = reader(vec![(at..at + word.len(), [0.25, 0.5], label(entity_type), probability)]);
    let judgement = Reading::new(reader, Arc::new(example::lexicon())).judge(&View::plain(text)).unwrap();
    let units = judgement.units;
    units.into_iter().find(|unit| unit.range.start == at).unwrap_or_else(|| panic!("{word} in {text}"))
}

#[test]
fn a_head_goes_with_the_tagger_that_it_was_trained_over() {
    assert!(Reader::new(toy(Vec::new()), head(VALUES, ALL, 3)).is_ok());
    for (values, labels) in [(VALUES - 1, ALL), (VALUES + 1, ALL), (VALUES, ALL - 1), (VALUES, ALL + 1)] {
        let error = Reader::new(toy(Vec::new()), head(values, labels, 3)).err().unwrap();
        assert_eq!(error.code(), Code::Model, "{values} {labels}");
    }
}

#[test]
fn a_unit_is_held_to_be_what_its_tokens_are_together() {
    use EntityType::{Date, Person};
    // Two tokens of a word, one of a sign, and one over two words; of the last word there is none.
    let text = "okafor, ann lee was";
    let said = vec![
        (0..3, [0.2, 0.1], label(Person), 0.9),
        (3..6, [0.5, 0.3], label(Person), 0.9),
        (6..7, [0.9, 0.05], label(Date), 0.9),
        (8..15, [0.0, 0.25], label(Date), 0.75),
    ];
    let view = View::plain(text);
    let (opinions, tagged) = reader(said).read(&view, &Lexicon::default()).unwrap();
    // Of what there is no token of nothing is held.
    const EVEN: f32 = 1.0 / ALL as f32;
    let shown: Vec<(&str, f32, f32, f32)> = opinions
        .iter()
        .map(|opinion| {
            let of = |entity_type| opinion.labels[label(entity_type)];
            (view.slice(opinion.range.clone()), opinion.tagged, of(Person), of(Date))
        })
        .collect();
    let expected =
        [("okafor", 0.8, 0.9, 0.0), ("ann", 0.25, 0.0, 0.75), ("lee", 0.25, 0.0, 0.75), ("was", 0.0, EVEN, EVEN)];
    assert_eq!(shown.len(), expected.len());
    for (shown, expected) in shown.into_iter().zip(expected) {
        assert_eq!(shown.0, expected.0);
        for (shown, expected) in [(shown.1, expected.1), (shown.2, expected.2), (shown.3, expected.3)] {
            assert!((shown - expected).abs() < 1e-3, "{}: {shown}, not {expected}", expected);
        }
    }
    let stretches: Vec<&str> = tagged.into_iter().map(|tagged| view.slice(tagged.range)).collect();
    assert_eq!(stretches, ["okafor,", "ann lee"]);
}

#[test]
fn the_mean_of_states_and_the_greatest_of_labels_are_read() {
    let mut sum = Sum::new(2, 3);
    assert_eq!((sum.tagged(), Sum::new(2, 3).mean()), (0.0, vec![0.0; 6]));
    sum.add(&Vote { range: 0..1, labels: &[0.25, 0.5], states: &[1.0, -2.0, 3.0] });
    assert_eq!(sum.tagged(), 0.75);
    sum.add(&Vote { range: 1..2, labels: &[0.5, 0.0], states: &[3.0, -4.0, 0.0] });
    assert_eq!(sum.tagged(), 0.75, "the surest token");
    assert_eq!(sum.mean(), [0.25, 0.5, 0.5, 2.0, -3.0, 1.5]);
    let mut over = Sum::new(2, 0);
    over.add(&Vote { range: 0..1, labels: &[0.75, 0.5], states: &[] });
    assert_eq!(over.mean(), [0.0, 0.75, 0.5], "probabilities of more than 1 leave none for none");
}

#[test]
fn a_region_is_public_unless_a_name_is_all_but_sure() {
    use EntityType::{Date, Hospital, Id, Location, Organization, Person};
    for (text, word, entity_type, probability, public) in [
        ("Then Georgia came", "Georgia", Person, 0.95, false),
        ("Then Georgia came", "Georgia", Person, 0.85, true),
        ("Then Georgia came", "Georgia", Location, 0.95, true),
        ("Then Georgia came", "Georgia", Hospital, 0.95, true),
        ("Then Georgia came", "Georgia", Organization, 0.95, true),
        ("Then Georgia came", "Georgia", Date, 0.95, false),
        // Somebody goes there.
        ("She came in Georgia, then", "Georgia", Person, 0.95, true),
        ("Then Michigan came", "Michigan", Location, 0.95, true),
        ("Then Lakemont came", "Lakemont", Location, 0.95, false),
        // What a code system gave, and a level of the spine.
        ("SNOMED 73211009 here", "73211009", Id, 0.95, true),
        ("Room 73211009 here", "73211009", Id, 0.95, false),
        ("Pain at L4-L5 now", "L4", Date, 0.95, true),
        ("Room L4 now", "L4", Date, 0.95, false),
    ] {
        assert_eq!(judged(text, word, entity_type, probability).public, public, "{text} {entity_type:?} {probability}");
    }
}

#[test]
fn a_term_is_nobody_as_far_as_it_is_sure() {
    use EntityType::{Date, Hospital, Location, Organization, Person};
    for (text, word, entity_type, probability, term) in [
        ("no Levine sign of sepsis here", "Levine", Person, 0.99, true),
        ("no Levine sign of sepsis here", "sign", Person, 0.99, true),
        ("no Levine sign of sepsis here", "Levine", Hospital, 0.99, true),
        ("no Levine sign of sepsis here", "Levine", Organization, 0.99, true),
        ("no Levine sign of sepsis here", "Levine", Date, 0.99, false),
        ("no Levine sign, Okafor here with sepsis", "Okafor", Person, 0.99, false),
        // What is only likely a term is one up to a certain probability.
        ("Levine positive, sepsis", "Levine", Person, 0.9, true),
        ("Levine positive, sepsis", "Levine", Person, 0.96, false),
        ("Then Chaplain came with sepsis", "Chaplain", Person, 0.99, true),
        ("Then Chaplain came with sepsis", "Chaplain", Location, 0.99, false),
        ("Then the table came with sepsis", "table", Location, 0.99, true),
        ("Then the Table came with sepsis", "Table", Location, 0.99, false),
        ("Ivy stenosis here and sepsis", "Ivy", Person, 0.9, true),
        ("Ivy stenosis here and sepsis", "Ivy", Person, 0.96, false),
        ("The hope was long with sepsis", "hope", Person, 0.9, true),
        ("The hope was long with sepsis", "hope", Person, 0.96, false),
        ("Then Okafor came with sepsis", "Okafor", Person, 0.3, false),
    ] {
        assert_eq!(
            judged(text, word, entity_type, probability).term,
            term,
            "{text}: {word} {entity_type:?} {probability}"
        );
    }
}

#[test]
fn of_everyday_life_no_term_is_called_after_anybody() {
    use EntityType::Person;
    for (text, word, term, somebody) in [
        ("The Okafor concert was long and loud", "Okafor", false, true),
        ("The concert was long and loud", "concert", true, false),
        ("The Okafor concert was long with sepsis", "Okafor", false, false),
        // Without a word of medicine the sign is a road's, but where the lexicon has the whole of a term.
        ("The Levine sign was long and was here", "Levine", false, false),
        ("The Levine sign was long, Jackson Pratt here", "Levine", true, false),
        ("The Okafor concert was long, Jackson Pratt here", "Okafor", false, false),
    ] {
        let judged = judged(text, word, Person, 0.99);
        assert_eq!((judged.term, judged.somebody), (term, somebody), "{text}: {word}");
    }
    let judged = judged("Then Okafor came", "Okafor", Person, 0.9);
    assert!((judged.identifying - 0.9).abs() < 1e-3 && (judged.tagged - 0.75).abs() < 1e-3);
    assert_eq!((judged.entity_type, judged.reason), (Person, "reads like a name"));
}

#[test]
fn a_region_of_several_words_is_one() {
    let all =
        |text: &str, range: Range<usize>| example::of(text, |tokens| is_region(tokens, &region::all(tokens), &range));
    assert!(all("from Michigan", 5..13) && !all("from Michigan", 0..13) && !all("from Michigan", 4..5));
    let within = |first: usize, last: usize, range: Range<usize>| {
        example::of("to zyx of yxw then", |tokens| is_region(tokens, &[(first, last)], &range))
    };
    assert!(within(1, 3, 3..13) && within(1, 3, 3..6) && within(1, 3, 10..13));
    assert!(!within(1, 3, 0..6) && !within(1, 3, 10..18) && !within(2, 3, 3..6));
}
