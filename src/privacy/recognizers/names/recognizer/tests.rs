//! What a model says of names, weighed with what the rules see.

use super::*;
use crate::privacy::recognizers::names::example::{lexicon, of, place};

/// Returns how sure `word` of `text` is, which a model faintly holds to be of `entity_type`.
fn weighed(text: &str, word: &str, entity_type: EntityType) -> Score {
    let at = text.find(word).unwrap();
    let said = Found {
        range: at..at + word.len(),
        entity_type,
        score: Score::WEAK,
        pattern: "model",
        validation: None,
        context: None,
    };
    let view = View::plain(text);
    Names::new(Arc::new(lexicon())).weigh(&view, vec![said]).first().unwrap().score
}

#[test]
fn a_name_that_the_rules_see_too_is_surer_and_one_that_is_explained_is_faint() {
    use EntityType::{Date, Location, Organization, Person};
    for (text, word, entity_type, score) in [
        ("Seen by Dr. Okafor today", "Okafor", Person, Score::STRONG),
        ("Then Okafor came", "Okafor", Person, Score::STRONG),
        ("Then Okafor came", "Okafor", Organization, Score::STRONG),
        ("Then Okafor came", "Okafor", Location, Score::STRONG),
        ("Then Okafor came", "Okafor", Date, Score::WEAK),
        ("Seen by Dr. Levine sign", "Levine", Person, Score::STRONG),
        ("no Levine sign here", "Levine", Person, Score::FAINT),
        ("no Levine sign here", "Levine", Date, Score::WEAK),
        ("Then Zyxw table here", "Zyxw", Person, Score::WEAK),
        ("Then the table here", "table", Person, Score::FAINT),
        ("She lives in Georgia", "Georgia", Location, Score::FAINT),
        ("Then ... here", "...", Person, Score::WEAK),
        ("Then Okafor came. Zyxw table here", "Zyxw", Person, Score::WEAK),
        ("Zyxw table here. Then Okafor came", "Zyxw", Person, Score::WEAK),
    ] {
        assert_eq!(weighed(text, word, entity_type), score, "{text}: {word} {entity_type:?}");
    }
}

#[test]
fn each_word_of_what_is_explained_has_an_explanation() {
    let explained = |text: &str, first: &str, last: &str| {
        of(text, |tokens| is_explained(tokens, place(tokens, first), place(tokens, last)))
    };
    for (text, first, last) in [
        ("Then soup came", "soup", "soup"),
        ("Soup came", "soup", "soup"),
        ("Then Syndrome came", "syndrome", "syndrome"),
        ("Then Prn came", "prn", "prn"),
        ("Then Goal came", "goal", "goal"),
        ("Then Ethnicity came", "ethnicity", "ethnicity"),
        ("Then With came", "with", "with"),
        ("Then Somali came", "somali", "somali"),
        ("Then Wales came", "wales", "wales"),
        ("Then Apgar came", "apgar", "apgar"),
        ("Then Mph came", "mph", "mph"),
        ("Then Judge came", "judge", "judge"),
        ("Then June came", "june", "june"),
        ("Then Allegra came", "allegra", "allegra"),
        ("Then Candida came", "candida", "candida"),
        ("Then Braf came", "braf", "braf"),
        ("Then Levine came", "levine", "levine"),
        ("Then Michigan came", "michigan", "michigan"),
        ("Then Stenosis came", "stenosis", "stenosis"),
        ("Then eGFR came", "egfr", "egfr"),
        ("Then 4B came", "4b", "4b"),
        ("Then Zyxwv4 came", "zyxwv4", "zyxwv4"),
        ("Then Okafor's came", "okafor", "okafor"),
        ("Then Stenosis table came", "stenosis", "table"),
    ] {
        assert!(explained(text, first, last), "{text}");
    }
    for (text, first, last) in [
        ("Then Soup came", "soup", "soup"),
        ("Then Rose came", "rose", "rose"),
        ("then rose was", "rose", "rose"),
        ("Then Wilson came", "wilson", "wilson"),
        ("Then Norwalk came", "norwalk", "norwalk"),
        ("Then Georgia came", "georgia", "georgia"),
        ("Then Ngozi's came", "ngozi", "ngozi"),
        ("Then Okafor came", "okafor", "okafor"),
        ("Okafor came", "okafor", "okafor"),
        ("Then Rode came", "rode", "rode"),
        ("Then Zyxw came", "zyxw", "zyxw"),
        ("Then Stenosis Okafor came", "stenosis", "okafor"),
    ] {
        assert!(!explained(text, first, last), "{text}");
    }
}

#[test]
fn a_name_takes_its_full_stop_along_and_leaves_the_sentences_ending() {
    use EntityType::{Hospital, Location, Organization, Person};
    let claimed = |text: &str, word: &str, entity_type: EntityType| {
        of(text, |tokens| {
            let at = place(tokens, word);
            let claim = Claim { first: at, last: at, score: Score::FAIR, pattern: "p", context: Some("c") };
            let found = claim.found(tokens, entity_type);
            assert_eq!((found.score, found.pattern, found.context), (Score::FAIR, "p", Some("c")));
            tokens.view.slice(found.range).to_owned()
        })
    };
    for (text, word, entity_type, name) in [
        ("Seen by Okafor's wife", "okafor", Person, "Okafor"),
        ("Seen by Okafor's wife", "okafor", Location, "Okafor"),
        ("Seen at Okafor's today", "okafor", Hospital, "Okafor's"),
        ("Seen at Okafor's today", "okafor", Organization, "Okafor's"),
        ("Seen by J. today", "j", Person, "J."),
        ("Seen by J today", "j", Person, "J"),
        ("Seen by Jr. today", "jr", Person, "Jr."),
        ("Seen by Senior. Then", "senior", Person, "Senior."),
        ("Seen by P.J. today", "p.j", Person, "P.J."),
        ("Seen by Okafor. Then", "okafor", Person, "Okafor"),
        ("Seen by J, then", "j", Person, "J"),
    ] {
        assert_eq!(claimed(text, word, entity_type), name, "{text}");
    }
}
