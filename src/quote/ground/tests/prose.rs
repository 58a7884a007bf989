//! What is found of prose as a whole, and of the words that no entry has.

use super::{condition, course, drug, hemoglobin, judged_by, pressure, world};
use crate::privacy::lexicon::{Lexicon, Traits};
use crate::quote::ground::numbers::Bound;
use crate::quote::ground::opening::asked;
use crate::quote::ground::status::asks_now;
use crate::quote::ground::words::is_glue;
use crate::quote::ground::{
    Claim, Mark, Standing, Statements, Tally, Verdict, World, ground, is_unknowing, settled, statements,
};

#[test]
fn each_mark_says_what_kind_of_claim_it_is() {
    let topics = vec![
        hemoglobin(),
        drug("Simvastatin 10 MG Oral Tablet", &[("2014-01-01", "", "active")]),
        condition("Gout", &[("2014-01-01", "2017-01-01", "resolved")]),
    ];
    let world = world("How is my hemoglobin?", topics, "");
    for (said, claims) in [
        ("Simvastatin on day 0.", &[("Simvastatin", Claim::Drug), ("day 0", Claim::Time)][..]),
        ("You have gout.", &[("gout", Claim::Status)]),
        ("Gout was there.", &[("Gout", Claim::Term)]),
        ("The hemoglobin was 13.2 kg.", &[("hemoglobin", Claim::Term), ("13.2", Claim::Number), ("kg", Claim::Unit)]),
        ("Hemoglobin: falling.", &[("Hemoglobin", Claim::Term), ("falling", Claim::Direction)]),
        ("No gout.", &[("No", Claim::Negation), ("gout", Claim::Term)]),
        ("It is normal.", &[("normal", Claim::Judgement)]),
        ("Consult somebody.", &[("Consult", Claim::Advice)]),
        ("Ask Dr. Miller.", &[("Dr. Miller", Claim::Statement)]),
        ("It was so in 2019.", &[("2019", Claim::Time)]),
    ] {
        let marks = ground(said, &world, None, &|_| false);
        let found: Vec<(&str, Claim)> = marks.iter().map(|mark| (&said[mark.range.clone()], mark.claim)).collect();
        assert_eq!(found, claims, "{said}");
    }
}

#[test]
fn of_marks_that_overlap_the_most_telling_and_then_the_shortest_stays() {
    let mark = |start, end, verdict| Mark {
        range: start..end,
        claim: Claim::Term,
        verdict,
        reason: String::new(),
        real: None,
        denies: 0,
    };
    let kept = |marks: &[Mark]| -> Vec<(usize, usize)> {
        settled(marks.to_vec()).into_iter().map(|mark| (mark.range.start, mark.range.end)).collect()
    };
    use Verdict::{Contradicted, RangeOnly, Supported, Unsupported};
    assert_eq!(kept(&[mark(0, 9, Supported), mark(4, 6, Unsupported)]), [(4, 6)]);
    assert_eq!(kept(&[mark(4, 6, RangeOnly), mark(0, 9, Contradicted)]), [(0, 9)]);
    assert_eq!(kept(&[mark(0, 9, Supported), mark(4, 6, Supported)]), [(4, 6)]);
    let beside = [mark(6, 9, Supported), mark(0, 3, Supported), mark(3, 6, Unsupported)];
    assert_eq!(kept(&beside), [(0, 3), (3, 6), (6, 9)]);
    assert_eq!(kept(&[mark(3, 3, Contradicted), mark(0, 3, Supported)]), [(0, 3)]);
    assert_eq!(kept(&[mark(0, 4, Supported), mark(3, 7, Supported)]), [(0, 4)]);
}

#[test]
fn what_is_found_is_counted_by_its_verdict_and_its_standing() {
    let mark =
        |verdict| Mark { range: 0..1, claim: Claim::Term, verdict, reason: String::new(), real: None, denies: 0 };
    use Verdict::{Contradicted, RangeOnly, Supported, Unsupported};
    let mut tally = Tally::default();
    let verdicts = [Supported, Supported, Supported, RangeOnly, Unsupported, Unsupported, Contradicted];
    tally.add(&verdicts.map(mark));
    tally.add(&[mark(Contradicted)]);
    assert_eq!(tally, Tally { supported: 3, range_only: 1, unsupported: 2, contradicted: 2 });
    let words: Vec<&str> = [Supported, RangeOnly, Unsupported, Contradicted].map(Verdict::words).into();
    assert_eq!(
        words,
        ["in the records", "true of the range only", "not in the records that were sent", "the records say otherwise"]
    );
    let world = world("", vec![hemoglobin()], "");
    let said = "Hello! The last hemoglobin was 13.2 g/dL. The last hemoglobin was 14 g/dL. It is so. Well it is.";
    let mut counted = Statements::default();
    counted.add(&statements(said, &world, &ground(said, &world, None, &|_| false)));
    assert_eq!(counted, Statements { verified: 1, marked: 1, unchecked: 2 });
}

#[test]
fn prose_that_is_too_long_is_not_checked_behind_its_bound() {
    let world = world("", vec![hemoglobin()], "");
    let of = |said: &str| {
        let marks = ground(said, &world, None, &|_| false);
        let last = statements(said, &world, &marks).last().cloned().unwrap();
        (marks.last().map(|mark| (mark.range.clone(), mark.verdict)), last.range, last.standing)
    };
    let long = |len: usize| "so".repeat(len / 2 + 1).get(..len).map(str::to_owned).unwrap_or_default();
    assert_eq!(of(&long(20_000)), (None, 0..20_000, Standing::Unchecked));
    let behind = |range: std::ops::Range<usize>| (Some((range.clone(), Verdict::Unsupported)), range, Standing::Marked);
    assert_eq!(of(&long(20_001)), behind(20_000..20_001));
    // The bound lies within a letter.
    assert_eq!(of(&(long(19_999) + "é.")), behind(19_999..20_002));
}

#[test]
fn prose_is_unknowing_where_every_sentence_is() {
    for said in [
        "I do not know.",
        "The passages do not mention it. It is unknown.",
        "No information was found.",
        "It isn't stated.",
        "It cannot be told, and is not clear.",
    ] {
        assert!(is_unknowing(said), "{said}");
    }
    for said in ["", "I know.", "It is not so.", "I do not know. It rose.", "The records mention it."] {
        assert!(!is_unknowing(said), "{said}");
    }
}

#[test]
fn words_that_claim_nothing_are_known_and_those_that_count_do() {
    for word in ["about", "medicines", "medicin", "reading", "read", "the"] {
        assert!(is_glue(word), "{word}");
    }
    for word in ["three", "once", "zero", "warfarin", "smoker", ""] {
        assert!(!is_glue(word), "{word}");
    }
}

#[test]
fn a_question_asks_for_a_bound_by_its_one_number() {
    for (question, bound) in [
        ("Is my LDL above 130?", Some((Bound::Above, 130.0))),
        ("Was my LDL less than 130 last?", Some((Bound::Below, 130.0))),
        ("Is it at most 6.5?", Some((Bound::AtMost, 6.5))),
        ("Is it greater than about 7?", Some((Bound::Above, 7.0))),
        ("Is my LDL 130?", None),
        ("Is it less than or equal to 7?", Some((Bound::AtMost, 7.0))),
        ("Is it at or above 7?", Some((Bound::AtLeast, 7.0))),
        ("Is it equal to 7?", None),
        ("Is it above 130 or above 140?", None),
        ("Did it fall over 5 years?", None),
        ("Is my LDL high?", None),
    ] {
        assert_eq!(asked(question).map(|asked| (asked.bound, asked.value)), bound, "{question}");
    }
}

#[test]
fn a_question_asks_what_is_so_now_by_its_verb() {
    for question in ["Which medicines am I taking?", "What do I currently take?", "Which conditions do I have?"] {
        assert!(asks_now(question), "{question}");
    }
    for question in [
        "Which medicines did I take?",
        "Have I ever taken warfarin?",
        "Which medicines have I stopped?",
        "When did I have gout?",
        "What is my weight?",
        "",
    ] {
        assert!(!asks_now(question), "{question}");
    }
}

fn lexicon() -> Lexicon {
    let of = |words: &str, traits: Traits| -> Vec<(String, Traits)> {
        words.split(' ').map(|word| (word.to_owned(), traits)).collect()
    };
    let both = |one: Traits, other: Traits| Traits::of_bits(one.bits() | other.bits());
    let words = [
        of("diabetes hypertension fibromyalgia", Traits::MEDICAL),
        of("warfarin", Traits::DRUG),
        of("heparin", both(Traits::MEDICAL, Traits::DRUG)),
        of("iron", both(Traits::COMMON, Traits::DRUG)),
        of("asthma pneumonia migraine appetite", both(Traits::COMMON, Traits::MEDICAL)),
        of("kras", Traits::GENE),
        of("coli", Traits::ORGANISM),
        of("amara", Traits::GIVEN_NAME),
        of("garden sunny happy dog park walked doctor", Traits::COMMON),
    ];
    Lexicon::of(words.concat())
}

fn little(question: &str) -> World {
    let topics = vec![
        pressure(),
        condition("Anemia", &[("2017-01-01", "", "active")]),
        drug("Simvastatin 10 MG Oral Tablet", &[("2014-01-01", "", "active")]),
    ];
    world(question, topics, "")
}

#[test]
fn a_word_that_nothing_sent_has_is_marked_by_what_it_is() {
    let (term, drug, word) = (
        "No entry that was sent names this.",
        "No entry that was sent names this drug.",
        "Nothing that was sent has this word.",
    );
    let asked = "Your question names this; no entry that was sent does.";
    let case = |said: &'static str, word: &str, why: &str| (said, format!("Marked | ?{word}: {why}"));
    let cases = [
        case("You have hypertension.", "hypertension", term),
        case("You have hypertensión.", "hypertensión", term),
        case("You have diabetes.", "diabetes", asked),
        case("You have asthma.", "asthma", asked),
        case("You have pneumonia.", "pneumonia", term),
        case("You have migraine.", "migraine", term),
        case("You take warfarin.", "warfarin", drug),
        case("You take heparin.", "heparin", drug),
        case("You take iron.", "iron", drug),
        case("You have kras.", "kras", term),
        case("You have BRCA1.", "BRCA1", asked),
        case("You have BRCA2.", "BRCA2", term),
        case("There is coli in it.", "coli", term),
        case("You have xyzzy.", "xyzzy", word),
        case("Xyzzy it is.", "Xyzzy", word),
        case("You have Foob.", "Foob", word),
        case("Your Foob.", "Foob", word),
        case("You saw Amara.", "Amara", word),
    ];
    let cases: Vec<(&str, &str)> = cases.iter().map(|(said, expected)| (*said, expected.as_str())).collect();
    let world = little("Do I have asthma or diabetes? What of my garden and my BRCA1?");
    judged_by(&world, Some(&lexicon()), &[], &cases);
    let plain = [
        // A word of the question, a short one, one that everybody uses, the beginning of a sentence.
        "You have a garden.",
        "You have foob.",
        "Foob it is.",
        "You have appetite.",
        "You saw amara.",
        "You are an xy.",
        "Your sunny garden.",
        "The vaccines were given.",
    ];
    judged_by(&world, Some(&lexicon()), &[], &plain.map(|said| (said, "Unchecked")));
    let course = "The readings are rising. The first reading is 70, the newest 82.";
    let falling = format!("Marked | +pressure | !falling: {course}");
    judged_by(
        &world,
        Some(&lexicon()),
        &[],
        &[
            ("I do not know whether you have hypertension.", "Unchecked | +not"),
            // Words that lists of their own judge; a kind that something sent is of, and one that nothing is of.
            ("The blood pressure is falling.", &falling),
            ("It is uncontrolled.", "Marked | ?uncontrolled: A judgement that the records do not hold."),
            ("Your disorder was previously finished.", "Unchecked"),
            ("Your surgeries.", "Marked | ?surgeries: Nothing that was sent has this word."),
        ],
    );
}

#[test]
fn without_a_lexicon_words_with_digits_are_marked_alone() {
    let world = little("Do I have asthma? And my covid19?");
    judged_by(
        &world,
        None,
        &[],
        &[
            ("You have asthma.", "Unchecked"),
            ("You have xyzzy.", "Unchecked"),
            ("You have covid19.", "Marked | ?covid19: Your question names this; no entry that was sent does."),
            ("You have covid20.", "Marked | ?covid20: No entry that was sent names this."),
        ],
    );
}

#[test]
fn a_sentence_most_of_which_nothing_says_is_marked_whole() {
    let why = "The passages that were sent say nothing of this.";
    let whole = |said: &'static str| (said, format!("Marked | ?{said}: {why}"));
    let cases = [
        whole("You walked your happy dog."),
        whole("Your sunny happy dog has a garden, anemia."),
        whole("You walked your sunny dog and take simvastatin."),
        whole("You walked your sunny happy dog with simvastatin for anemia, pressure."),
    ];
    let cases: Vec<(&str, &str)> = cases.iter().map(|(said, expected)| (*said, expected.as_str())).collect();
    let world = little("What of my garden?");
    judged_by(&world, Some(&lexicon()), &[], &cases);
    judged_by(
        &world,
        Some(&lexicon()),
        &[],
        &[
            // Two of them, or no more than are known; a word of the question is.
            ("You walked your dog.", "Unchecked"),
            ("You walked your dog in the garden.", "Unchecked"),
            (
                "Your sunny happy dog has simvastatin, anemia, pressure.",
                "Unchecked | +simvastatin | +anemia | +pressure",
            ),
            ("Your sunny happy dog has a garden, anemia, pressure.", "Unchecked | +anemia | +pressure"),
        ],
    );
}

#[test]
fn a_name_behind_a_title_is_held_to_what_was_sent_and_the_records() {
    let mut world =
        world("Did Dr. Varga see my weight?", vec![course("Body Weight", "kg", &[("2020-01-01", 82.0)])], "Adebayo");
    world.names.push("patient k7".to_owned());
    let why = "Neither what was sent nor your records have this name.";
    let strange = |said: &'static str, name: &str| (said, format!("Marked | ?{name}: {why}"));
    let two = format!("Marked | ?Mr Smith: {why} | ?Mrs Brown: {why}");
    let cases = [
        strange("You saw Dr. Muller.", "Dr. Muller"),
        strange("Dr. Muller saw you.", "Dr. Muller"),
        strange("You saw Dr. Li.", "Dr. Li"),
        strange("You saw Dr. Miller Brown.", "Dr. Miller Brown"),
        strange("You saw Dr. A. Smith.", "Dr. A. Smith"),
        strange("You saw Dr. Smith-Jones.", "Dr. Smith-Jones"),
        strange("You saw Dr. Smith MD.", "Dr. Smith"),
        strange("You saw Doctor Ann Mary Lee Smith.", "Doctor Ann Mary Lee"),
        strange("You saw Dr. Smith, Miller.", "Dr. Smith"),
        ("You saw Mr Smith and Mrs Brown.", two),
    ];
    let cases: Vec<(&str, &str)> = cases.iter().map(|(said, expected)| (*said, expected.as_str())).collect();
    let known = ["miller", "o'hara"];
    judged_by(&world, None, &known, &cases);
    let fine = [
        "You saw Dr. Miller.",
        "You saw Dr. Miller's nurse.",
        "You saw Dr. Varga and Dr. Adebayo.",
        "You saw Professor O'Hara.",
        "You saw Dr. B., the doctor.",
        "You saw Mr. K7.",
        "You saw a doctor.",
    ];
    judged_by(&world, None, &known, &fine.map(|said| (said, "Unchecked")));
    // With a lexicon a strange name without a title is marked by itself, and one that was judged with it is not again.
    judged_by(&world, Some(&lexicon()), &known, &[("You saw Dr. Miller.", "Unchecked")]);
    let alone = "Marked | ?Miller: Nothing that was sent has this word.";
    judged_by(&world, Some(&lexicon()), &known, &[("You saw Miller.", alone)]);
}
