//! A model's own words on the command line, with what was found of them.

use chaperone::quote::ground::{Standing, Statements, Verdict};
use chaperone::quote::tree::Form;
use chaperone::workflow::{Answer, Checked};

use crate::output::line;

/// Longest line of a model's, in characters.
const MAX_LINE: usize = 2000;

/// Returns the model's words in a block, line by line: behind sentences the sign of what is known of them, below a line why some of it
/// does not simply hold.
pub fn checked(checked: &Checked) -> String {
    let mut text = String::new();
    for of in &checked.lines {
        let (mut written, mut open) = (String::new(), None);
        for stretch in &of.stretches {
            // The space between sentences is of none.
            if stretch.standing != open && !(stretch.standing.is_none() && stretch.text.trim().is_empty()) {
                close(&mut written, open);
                open = stretch.standing;
            }
            written += &own(&stretch.text);
        }
        close(&mut written, open);
        let item = if of.form == Form::Item { "- " } else { "" };
        text += &format!("{item}{}\n", line(&written, MAX_LINE));
        for stretch in &of.stretches {
            let Some(verdict) = stretch.verdict.filter(|verdict| *verdict != Verdict::Supported) else { continue };
            let why = format!("{}: {}. {}", own(&stretch.text), verdict.words(), stretch.reason);
            text += &format!("  ! {}\n", line(&why, MAX_LINE));
        }
    }
    text
}

/// Returns a model's words without the signs that are this program's own, with which they would look like a quotation or like checked ones.
pub fn own(words: &str) -> String {
    words.chars().filter(|sign| !is_ours(*sign)).collect()
}

/// Returns whether `sign` is one with which this program draws quote boxes and says what is known, or turns the direction in which others are read.
fn is_ours(sign: char) -> bool {
    matches!(sign, '\u{2500}'..='\u{259f}' | '✓' | '✔' | '✅' | '☑' | '🗸' | '○' | '◯' | '⭘' | '⚪' | '✗')
        || matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Puts the sign of `standing` behind the last word of `written`.
fn close(written: &mut String, standing: Option<Standing>) {
    let sign = match standing {
        Some(Standing::Verified) => " ✓",
        Some(Standing::Unchecked) => " ○",
        _ => return,
    };
    let end = written.trim_end().len();
    written.insert_str(end, sign);
}

/// Says how many sentences were worked out whole, and what the signs mean.
pub fn sums(answer: &Answer) -> String {
    let Some(Statements { verified, marked, unchecked }) = answer.statements else { return String::new() };
    let sums: Vec<String> = [
        (verified, "✓ verified, all of it worked out anew from the records"),
        (unchecked, "○ not checked as a whole, compare with the entries"),
        (marked, "with a mark against a part"),
    ]
    .iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, words)| format!("{count} {words}"))
    .collect();
    if sums.is_empty() { String::new() } else { format!("The model's sentences: {}.\n", sums.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaperone::quote::tree::{Line, Stretch};

    #[test]
    fn words_of_a_model_cannot_be_drawn_as_a_quote_box_or_as_checked() {
        let text = "┌ Letter of the clinic · verbatim from the source │ Back. └ ✓ ✔ ○ \u{202e}txet\u{2066}";
        let lines = vec![Line {
            form: Form::Paragraph,
            stretches: vec![Stretch { text: text.to_owned(), ..Stretch::default() }],
        }];
        let said = checked(&Checked { block: 0, lines });
        assert_eq!(said, "Letter of the clinic · verbatim from the source Back. txet\n");
    }

    #[test]
    fn signs_stand_behind_sentences_and_faults_below_their_line() {
        let stretch = |text: &str, standing| Stretch { text: text.to_owned(), standing, ..Stretch::default() };
        let (whole, open) = (Some(Standing::Verified), Some(Standing::Unchecked));
        let fault =
            Stretch { verdict: Some(Verdict::Contradicted), reason: "Why.".to_owned(), ..stretch("999 kg", None) };
        let first = [
            stretch("It was ", whole),
            stretch("70 kg.", whole),
            stretch(" ", None),
            stretch("It was 71 kg.", whole),
            stretch(" ", None),
            stretch("All is well.", open),
            stretch(" ", None),
            fault,
        ];
        let lines = vec![
            Line { form: Form::Paragraph, stretches: first.to_vec() },
            Line { form: Form::Item, stretches: vec![stretch("So it stays.", open)] },
        ];
        assert_eq!(
            checked(&Checked { block: 0, lines }),
            "It was 70 kg. It was 71 kg. ✓ All is well. ○ 999 kg\n  ! 999 kg: the records say otherwise. Why.\n- So it stays. ○\n"
        );
        let statements = Some(Statements { verified: 2, marked: 1, unchecked: 0 });
        let said = sums(&Answer { statements, ..Answer::default() });
        assert_eq!(
            said,
            "The model's sentences: 2 ✓ verified, all of it worked out anew from the records; 1 with a mark against a part.\n"
        );
        assert_eq!(sums(&Answer::default()), "");
    }
}
