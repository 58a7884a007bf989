//! Finds out which of the passages that were sent a quotation is of.
//!
//! A model may name a passage that was not sent, or none, or another than the one whose words it copied, or put words of several
//! together. The words decide: runs of at least [`MIN_RUN`] characters that stand in what was sent, letters and digits alone, case
//! aside. What is found is a name for the resolver to look up; the words themselves go nowhere.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use super::parse::Quoted;
use crate::clearance::{Aliases, SpanMap};
use crate::reference::Alias;

/// Characters that must stand in a row in a passage to count as taken from it.
pub const MIN_RUN: usize = 12;
/// The share of a quotation's characters that must be taken from a passage that it does not name, for it to be of that passage.
pub const REPAIRED_FROM: f64 = 0.6;
/// The share that makes a quotation one of the passage that it names.
pub const OWN_FROM: f64 = 0.3;
/// The share that makes a passage one of several that a quotation was put together from.
pub const PART_FROM: f64 = 0.25;
/// By how much another passage must be nearer than the one that is named, for the name to be wrong.
pub const MISNAMED_FROM: f64 = 0.3;
/// By how much one passage must be nearer than the next, where the name does not decide.
const LEAD: f64 = 0.05;
/// Longest text of a quotation that is compared, in characters.
const MAX_TEXT: usize = 4000;
/// Places at which one run is looked for in all passages.
const MAX_PLACES: usize = 64;

/// What was found about a quotation beside the passage it is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "&'static str")]
pub enum Remark {
    /// It named no passage that was sent; its words are those of the one that is shown.
    Repaired,
    /// It named one passage, and its words are those of another, which is shown.
    Misattributed,
    /// Its words are put together from several passages; each is shown.
    Stitched,
    /// Its words stand in none of the passages; the one that it names is shown.
    Altered,
    /// It is of one part of the passage, which alone is shown or marked.
    Narrowed,
    /// Several passages that follow each other are shown as one.
    Merged,
    /// The passage tells of more entries than have a box.
    Shortened {
        /// How many have one.
        shown: usize,
        /// Of how many it tells.
        all: usize,
    },
}

impl From<Remark> for &'static str {
    fn from(remark: Remark) -> Self {
        match remark {
            Remark::Repaired => "repaired",
            Remark::Misattributed => "misattributed",
            Remark::Stitched => "stitched",
            Remark::Altered => "altered",
            Remark::Narrowed => "narrowed",
            Remark::Merged => "merged",
            Remark::Shortened { .. } => "shortened",
        }
    }
}

impl Remark {
    /// Returns the remark in words, for the reader of the box.
    pub fn words(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Remark::Repaired => "The model named no passage that it was given here; its words are those of this one.",
            Remark::Misattributed => "The model named another passage for these words; they are from this one.",
            Remark::Stitched => "The model ran words of several passages together; each is shown for itself.",
            Remark::Altered => {
                "The model’s wording here is not that of the passage it named; what is shown is the record’s."
            }
            Remark::Narrowed => "The model quoted a part of the passage; that part is shown or marked.",
            Remark::Merged => "Passages that follow each other are shown as one.",
            Remark::Shortened { shown, all } => {
                return Cow::Owned(format!(
                    "The passage tells of {all} entries, of which {shown} are shown: the newest, the first, and where they are numbers the lowest and the highest."
                ));
            }
        })
    }
}

/// Why a quotation is of no passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfound {
    /// It names nothing that was sent, and its words stand nowhere.
    Nowhere,
    /// Its words stand in more than one passage, and it does not say in which.
    Ambiguous,
}

impl Unfound {
    /// Returns the reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Unfound::Nowhere => "no passage of this name was sent, so nothing can be quoted",
            Unfound::Ambiguous => "its words stand in more than one passage, and it names none of them",
        }
    }
}

/// The passages that a quotation is of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Attribution {
    /// The passages, with the stretches of the message that the quotation took from each, in bytes.
    pub of: Vec<(Alias, Vec<Range<usize>>)>,
    /// What else was found.
    pub remark: Option<Remark>,
}

/// A passage as it was sent.
#[derive(Debug, Clone)]
struct Sent {
    alias: Alias,
    letters: Letters,
}

/// The letters and digits of a text in lower case, one space between words, each with the byte it begins at.
#[derive(Debug, Clone, Default)]
struct Letters {
    signs: Vec<char>,
    at: Vec<usize>,
}

impl Letters {
    fn of(text: &str, offset: usize) -> Self {
        let mut letters = Letters::default();
        for (at, sign) in text.char_indices() {
            if sign.is_alphanumeric() {
                for lower in sign.to_lowercase() {
                    letters.push(lower, offset + at);
                }
            } else if letters.signs.last().is_some_and(|last| *last != ' ') {
                letters.push(' ', offset + at);
            }
        }
        if letters.signs.last() == Some(&' ') {
            letters.signs.pop();
            letters.at.pop();
        }
        letters
    }

    fn push(&mut self, sign: char, at: usize) {
        self.signs.push(sign);
        self.at.push(at);
    }
}

/// A run of characters that a quotation has from a passage.
#[derive(Debug, Clone, Copy)]
struct Run {
    sent: usize,
    at: usize,
    len: usize,
}

/// All passages of one request, made findable.
#[derive(Debug, Clone, Default)]
pub struct Passages {
    sent: Vec<Sent>,
    grams: BTreeMap<u64, Vec<(usize, usize)>>,
}

impl Passages {
    /// Returns the passages of `message` that `aliases` name.
    pub fn of(message: &SpanMap, aliases: &Aliases) -> Self {
        let text = message.text();
        let mut passages = Passages::default();
        for (alias, _) in aliases.iter() {
            let opens = format!("<quote><title>{alias}</title>\n");
            let closes = format!("\n<link>#{alias}</link></quote>");
            let Some(start) = text.find(&opens).map(|at| at + opens.len()) else { continue };
            let Some(body) = text.get(start..).and_then(|rest| rest.get(..rest.find(&closes)?)) else { continue };
            let letters = Letters::of(body, start);
            for at in 0..(letters.signs.len() + 1).saturating_sub(MIN_RUN) {
                let places = passages.grams.entry(gram(&letters.signs, at)).or_default();
                if places.len() < MAX_PLACES {
                    places.push((passages.sent.len(), at));
                }
            }
            passages.sent.push(Sent { alias, letters });
        }
        passages
    }

    /// Returns of which passages `quoted` is.
    ///
    /// # Errors
    /// Why it is of none.
    pub fn attribute(&self, quoted: &Quoted) -> Result<Attribution, Unfound> {
        let named = quoted.alias().and_then(|alias| self.sent.iter().position(|sent| sent.alias == alias));
        let text: String = quoted.text.chars().take(MAX_TEXT).collect();
        let letters = Letters::of(&text, 0).signs;
        if letters.len() < MIN_RUN {
            return match named {
                Some(own) => Ok(self.attribution([(own, Vec::new())], None)),
                None => Err(Unfound::Nowhere),
            };
        }
        let share = |runs: &[Run]| runs.iter().map(|run| run.len).sum::<usize>() as f64 / letters.len() as f64;
        let alone: Vec<Vec<Run>> = (0..self.sent.len()).map(|sent| self.runs(&letters, Some(sent), None)).collect();
        let mixed = self.runs(&letters, None, named);
        let of_mixed = |sent: usize| -> Vec<Run> { mixed.iter().copied().filter(|run| run.sent == sent).collect() };
        let parts: Vec<usize> = (0..self.sent.len()).filter(|sent| share(&of_mixed(*sent)) >= PART_FROM).collect();
        let best_share = alone.iter().map(|runs| share(runs)).fold(0.0, f64::max);
        // Words of several passages, which no single one of them has nearly all of.
        let whole: f64 = share(&mixed);
        if parts.len() > 1 && whole >= REPAIRED_FROM && best_share < whole - PART_FROM / 2.0 {
            let of = parts.into_iter().map(|sent| (sent, of_mixed(sent)));
            return Ok(self.attribution(of, Some(Remark::Stitched)));
        }
        if let Some(own) = named {
            let runs = alone.get(own).cloned().unwrap_or_default();
            let is_misnamed = best_share >= REPAIRED_FROM && best_share - share(&runs) >= MISNAMED_FROM;
            if share(&runs) >= OWN_FROM && !is_misnamed {
                return Ok(self.attribution([(own, runs)], None));
            }
        }
        let nearest: Vec<usize> = (0..self.sent.len())
            .filter(|sent| alone.get(*sent).is_some_and(|runs| share(runs) >= best_share - LEAD))
            .collect();
        match (nearest.as_slice(), named) {
            ([one], _) if best_share >= REPAIRED_FROM => {
                let remark = if named.is_some() { Remark::Misattributed } else { Remark::Repaired };
                Ok(self.attribution([(*one, alone.get(*one).cloned().unwrap_or_default())], Some(remark)))
            }
            (_, Some(own)) if best_share < REPAIRED_FROM => {
                Ok(self.attribution([(own, alone.get(own).cloned().unwrap_or_default())], Some(Remark::Altered)))
            }
            _ if best_share >= REPAIRED_FROM => Err(Unfound::Ambiguous),
            _ => Err(Unfound::Nowhere),
        }
    }

    fn attribution(&self, of: impl IntoIterator<Item = (usize, Vec<Run>)>, remark: Option<Remark>) -> Attribution {
        let found = of.into_iter().filter_map(|(sent, runs)| {
            let Sent { alias, letters } = self.sent.get(sent)?;
            let range = |run: &Run| {
                let last = *letters.at.get(run.at + run.len - 1)?;
                Some(*letters.at.get(run.at)?..last + letters.signs.get(run.at + run.len - 1)?.len_utf8())
            };
            Some((*alias, runs.iter().filter_map(range).collect()))
        });
        Attribution { of: found.collect(), remark }
    }

    /// Returns the runs that `letters` have from the passages (from `only` alone where it is given), from left to right, each the
    /// longest there is; of runs of one length that of `favoured`.
    fn runs(&self, letters: &[char], only: Option<usize>, favoured: Option<usize>) -> Vec<Run> {
        let mut runs = Vec::new();
        let mut at = 0;
        while at + MIN_RUN <= letters.len() {
            let places = self.grams.get(&gram(letters, at)).map(Vec::as_slice).unwrap_or_default();
            let longest = places
                .iter()
                .filter(|(sent, _)| only.is_none_or(|only| only == *sent))
                .map(|(sent, start)| Run { sent: *sent, at: *start, len: self.len_of(*sent, *start, letters, at) })
                .filter(|run| run.len >= MIN_RUN)
                .max_by_key(|run| (run.len, favoured == Some(run.sent), std::cmp::Reverse(run.sent)));
            at += longest.map_or(1, |run| run.len);
            runs.extend(longest);
        }
        runs
    }

    fn len_of(&self, sent: usize, start: usize, letters: &[char], at: usize) -> usize {
        let (Some(passage), Some(here)) =
            (self.sent.get(sent).and_then(|sent| sent.letters.signs.get(start..)), letters.get(at..))
        else {
            return 0;
        };
        passage.iter().zip(here).take_while(|(a, b)| a == b).count()
    }
}

/// Returns a number for the [`MIN_RUN`] characters of `signs` from `at` on: FNV-1a.
fn gram(signs: &[char], at: usize) -> u64 {
    let run = signs.get(at..at + MIN_RUN).unwrap_or_default();
    run.iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, sign| (hash ^ u64::from(u32::from(*sign))).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clearance::{Composer, Operator, Target};
    use proptest::prelude::*;

    const SENT: [&str; 4] = [
        "Body Weight, 4 readings, from 2 years before day 0 to day 0: between about 70 and 76 kg, rising.",
        "Body Weight, day 0: about 76 kg.",
        "Condition: Essential hypertension, since 3 years before day 0. It is active.",
        "Medication: Lisinopril 10 MG Oral Tablet, prescribed 3 years before day 0. It is active.",
    ];

    fn passages(sent: &[&str]) -> Passages {
        let (mut message, mut aliases) = (Composer::new(), Aliases::default());
        for text in sent {
            let alias = aliases.add(Target::Facts { facts: Vec::new() }).to_string();
            message.template("<quote><title>").write(Operator::Alias, &alias, Vec::new()).template("</title>\n");
            message.write(Operator::Code, text, Vec::new());
            message.template("\n<link>#").write(Operator::Alias, &alias, Vec::new()).template("</link></quote>\n\n");
        }
        Passages::of(&message.finish(), &aliases)
    }

    fn found(passages: &Passages, title: &str, text: &str) -> Result<(Vec<u32>, Option<Remark>), Unfound> {
        let found = passages.attribute(&Quoted { title: title.to_owned(), text: text.to_owned() })?;
        Ok((found.of.iter().map(|(alias, _)| alias.number()).collect(), found.remark))
    }

    #[test]
    fn the_words_decide_where_the_name_does_not() {
        let sent = passages(&SENT);
        for (title, text, expected) in [
            ("R2", "Body Weight, day 0: about 76 kg.", Ok((vec![2], None))),
            ("R2", "", Ok((vec![2], None))),
            ("R2", "short", Ok((vec![2], None))),
            ("R9", "body WEIGHT,  day 0 — about 76 kg", Ok((vec![2], Some(Remark::Repaired)))),
            (
                "",
                "Condition: Essential hypertension, since 3 years before day 0.",
                Ok((vec![3], Some(Remark::Repaired))),
            ),
            ("R2", "Essential hypertension, since 3 years before day 0.", Ok((vec![3], Some(Remark::Misattributed)))),
            ("R4", "The patient takes a pill every day for a long time.", Ok((vec![4], Some(Remark::Altered)))),
            ("R9", "The patient takes a pill every day for a long time.", Err(Unfound::Nowhere)),
            ("R9", "short", Err(Unfound::Nowhere)),
            ("", "", Err(Unfound::Nowhere)),
            ("R9", "prescribed 3 years before day 0. It is active.", Ok((vec![4], Some(Remark::Repaired)))),
            ("R9", "3 years before day 0. It is active.", Err(Unfound::Ambiguous)),
            (
                "R3",
                "Condition: Essential hypertension, and Medication: Lisinopril 10 MG Oral Tablet",
                Ok((vec![3, 4], Some(Remark::Stitched))),
            ),
        ] {
            assert_eq!(found(&sent, title, text), expected, "{title}: {text}");
        }
    }

    /// Signs of passage `which` from `from` to `to`, no twelve of which stand anywhere else.
    fn signs(which: u32, from: u32, to: u32) -> String {
        (from..to).filter_map(|at| char::from_u32(0x4e00 + 1000 * which + at)).collect()
    }

    #[test]
    fn shares_decide_from_their_bounds_on() {
        // Of each passage two hundred signs; the third begins with forty of the first, the fourth with twenty-five of the second, and the fifth with thirty of the first.
        let sent = [
            signs(1, 0, 200),
            signs(2, 0, 200),
            signs(1, 0, 31) + &signs(3, 0, 169),
            signs(2, 25, 50) + &signs(5, 0, 150),
            signs(1, 100, 130) + &signs(6, 0, 100),
        ];
        let sent = passages(&sent.iter().map(String::as_str).collect::<Vec<_>>());
        let (of, other) = (|from, to| signs(1, from, to), |to| signs(2, 0, to));
        let strange = |count| signs(9, 0, count);
        for (title, text, expected) in [
            // Of a hundred signs thirty make it one of the passage that is named.
            ("R1", of(0, 30) + &strange(70), Ok((vec![1], None))),
            ("R1", of(0, 29) + &strange(71), Ok((vec![1], Some(Remark::Altered)))),
            // Sixty, where none is named or another.
            ("", of(40, 100) + &strange(40), Ok((vec![1], Some(Remark::Repaired)))),
            ("", of(40, 99) + &strange(41), Err(Unfound::Nowhere)),
            ("R2", of(40, 100) + &strange(40), Ok((vec![1], Some(Remark::Misattributed)))),
            ("R2", of(40, 99) + &strange(41), Ok((vec![2], Some(Remark::Altered)))),
            // One that is named and has thirty of a hundred is wrong where another has thirty more.
            ("R5", of(80, 140) + &strange(40), Ok((vec![1], Some(Remark::Misattributed)))),
            ("R3", of(0, 60) + &strange(40), Ok((vec![3], None))),
            ("R3", of(0, 61) + &strange(39), Ok((vec![1], Some(Remark::Misattributed)))),
            // Put together: of each a quarter at least, of all sixty, and no one has nearly all.
            ("", of(40, 115) + &other(25), Ok((vec![1, 2], Some(Remark::Stitched)))),
            ("", of(40, 116) + &other(24), Ok((vec![1], Some(Remark::Repaired)))),
            ("", of(40, 70) + &other(30) + &strange(40), Ok((vec![1, 2], Some(Remark::Stitched)))),
            ("", of(40, 70) + &other(29) + &strange(41), Err(Unfound::Nowhere)),
            ("", of(40, 100) + &other(24) + &signs(3, 50, 66), Ok((vec![1], Some(Remark::Repaired)))),
            ("", signs(5, 0, 150) + &other(50), Ok((vec![4], Some(Remark::Repaired)))),
            ("", signs(5, 0, 149) + &other(51), Ok((vec![2, 4], Some(Remark::Stitched)))),
            // What stands in two of them is of the one that is named, else of neither.
            ("R3", signs(1, 0, 31), Ok((vec![3], None))),
            ("", signs(1, 0, 31), Err(Unfound::Ambiguous)),
            ("R2", signs(1, 0, 31), Err(Unfound::Ambiguous)),
            ("R2", of(0, 30) + &strange(20), Err(Unfound::Ambiguous)),
            ("R2", of(0, 29) + &strange(20), Ok((vec![2], Some(Remark::Altered)))),
        ] {
            assert_eq!(found(&sent, title, &text), expected, "{title}: {} signs", text.chars().count());
        }
    }

    #[test]
    fn one_passage_is_nearest_where_no_other_has_nearly_as_much() {
        let told = |share: u32| {
            let sent = [signs(1, 0, 75), signs(1, 0, share)];
            found(&passages(&[&sent[0], &sent[1]]), "", &(signs(1, 0, 75) + &signs(9, 0, 25)))
        };
        assert_eq!(told(69), Ok((vec![1], Some(Remark::Repaired))));
        assert_eq!(told(70), Err(Unfound::Ambiguous));
    }

    #[test]
    fn twelve_signs_in_a_row_are_taken_from_a_passage_and_eleven_are_not() {
        let sent =
            passages(&["Iron, low", "Pulse 72 rest", "Weight, day 0: about 76 kg", "Weight, day 9: about 91 kg"]);
        for (text, expected) in [
            ("Pulse 72 rest", Ok((vec![2], Some(Remark::Repaired)))),
            ("pulse 72 res", Ok((vec![2], Some(Remark::Repaired)))),
            ("ulse 72 rest", Ok((vec![2], Some(Remark::Repaired)))),
            ("lse 72 rest", Err(Unfound::Nowhere)),
            ("0: about 76 kg", Ok((vec![3], Some(Remark::Repaired)))),
            ("Iron, low", Err(Unfound::Nowhere)),
            ("", Err(Unfound::Nowhere)),
        ] {
            assert_eq!(found(&sent, "", text), expected, "{text}");
        }
        let bound = passages(&["abcdefghijklm", "bcdefghijklmn"]);
        assert_eq!(found(&bound, "R2", "abcdefghijkl"), Ok((vec![1], Some(Remark::Misattributed))));
    }

    #[test]
    fn of_runs_of_one_length_that_of_the_named_passage_is_taken() {
        let (shared, own) =
            ("Medication: Lisinopril 10 MG Oral Tablet", "Body Weight, 4 readings, rising over two years");
        let sent = passages(&[shared, shared, own]);
        let both = format!("{shared}. {own}");
        assert_eq!(found(&sent, "R2", &both), Ok((vec![2, 3], Some(Remark::Stitched))));
        assert_eq!(found(&sent, "R3", &both), Ok((vec![1, 3], Some(Remark::Stitched))));
        assert_eq!(found(&sent, "", &both), Ok((vec![1, 3], Some(Remark::Stitched))));
    }

    #[test]
    fn texts_are_compared_by_letters_and_digits_with_one_space_between_words() {
        for (text, letters) in
            [("— Body  Weight,\n76 kg. ", "body weight 76 kg"), ("...", ""), ("", ""), ("a", "a"), (" É-é ", "é é")]
        {
            assert_eq!(Letters::of(text, 0).signs.iter().collect::<String>(), letters, "{text}");
            assert_eq!(Letters::of(text, 0).at.len(), letters.chars().count(), "{text}");
        }
        assert_eq!(Letters::of("é, 1 ", 10).at, [10, 12, 14]);
    }

    #[test]
    fn no_more_than_four_thousand_signs_of_a_quotation_are_compared() {
        let (long, other) = (signs(1, 0, 900) + &signs(2, 0, 900), signs(3, 0, 400));
        let sent = passages(&[&long, &other]);
        let padded =
            |strange: u32| other.clone() + &signs(9, 0, 260) + &"\u{2014}".repeat(3340) + &signs(10, 0, strange);
        assert_eq!(found(&sent, "", &padded(900)), Ok((vec![2], Some(Remark::Repaired))));
    }

    #[test]
    fn each_remark_and_each_reason_is_told_in_words_of_its_own() {
        for (remark, word, words) in [
            (Remark::Repaired, "repaired", "named no passage that it was given"),
            (Remark::Misattributed, "misattributed", "named another passage"),
            (Remark::Stitched, "stitched", "words of several passages"),
            (Remark::Altered, "altered", "is not that of the passage it named"),
            (Remark::Narrowed, "narrowed", "a part of the passage"),
            (Remark::Merged, "merged", "are shown as one"),
            (Remark::Shortened { shown: 12, all: 40 }, "shortened", "of 40 entries, of which 12 are shown"),
        ] {
            assert_eq!(<&str>::from(remark), word);
            assert!(remark.words().contains(words), "{}", remark.words());
        }
        assert!(Unfound::Nowhere.words().contains("no passage of this name"));
        assert!(Unfound::Ambiguous.words().contains("more than one passage"));
    }

    #[test]
    fn what_was_taken_is_told_by_its_bytes() {
        let sent = passages(&["Größe, day 0: about 170 cm. Höhe über Normal: no."]);
        let found = sent.attribute(&Quoted { title: "R1".into(), text: "höhe ÜBER normal".into() }).unwrap();
        let (_, ranges) = &found.of[0];
        let message = "<quote><title>R1</title>\nGröße, day 0: about 170 cm. Höhe über Normal: no.";
        assert_eq!(ranges.iter().map(|range| &message[range.clone()]).collect::<Vec<_>>(), ["Höhe über Normal"]);
        let found =
            sent.attribute(&Quoted { title: "R1".into(), text: "Start: day 0, about 170 cm. Nein".into() }).unwrap();
        let (_, ranges) = &found.of[0];
        assert_eq!(ranges.iter().map(|range| &message[range.clone()]).collect::<Vec<_>>(), [", day 0: about 170 cm."]);
        let sent = passages(&["Weight, day 0: after a café."]);
        let found = sent.attribute(&Quoted { title: "R1".into(), text: "weight day 0 after a café".into() }).unwrap();
        let message = "<quote><title>R1</title>\nWeight, day 0: after a café.";
        assert_eq!(&message[found.of[0].1[0].clone()], "Weight, day 0: after a café");
    }

    proptest! {
        #[test]
        fn a_copy_is_always_of_the_passage_it_was_copied_from(
            texts in prop::collection::vec("[a-z]{4,9} [a-z]{4,9} [a-z]{4,9} [0-9é]{4,9}", 1..6), which in 0_usize..6, title in "R[0-9]{1,2}|",
        ) {
            let sent: Vec<&str> = texts.iter().map(String::as_str).collect();
            let which = which % sent.len();
            let one = sent[which];
            if sent.iter().filter(|other| **other == one).count() == 1 {
                let (of, _) = found(&passages(&sent), &title, one).unwrap();
                prop_assert_eq!(of, vec![u32::try_from(which).unwrap() + 1]);
            }
        }

        #[test]
        fn no_text_panics(texts in prop::collection::vec("\\PC{0,40}", 0..4), title in "\\PC{0,6}", text in "\\PC{0,60}") {
            let sent: Vec<&str> = texts.iter().map(String::as_str).collect();
            let _ = found(&passages(&sent), &title, &text);
        }
    }
}
