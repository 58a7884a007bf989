//! Reads whom is asked about: "how many of the living women", "gout patients".

use super::form::{Clause, Term, Wanted, When};
use super::phrases::{AILING, ASKING, COUNTED, OF_WHICH, ONE, PEOPLE, VERBS};
use super::read::{Parser, is_auxiliary, is_read};

impl Parser {
    /// Reads whom is asked about; at the `head`, with the words of asking before.
    pub(super) fn group(&mut self, head: bool) -> Option<()> {
        let mut is_counted = false;
        while !self.ends() {
            if head && let Some(phrase) = COUNTED.iter().find(|phrase| self.is(phrase)) {
                self.at += phrase.split(' ').count();
                self.crowd.wanted = Wanted::Count;
                is_counted = true;
                continue;
            }
            let word = self.text(self.at).to_owned();
            let word = word.as_str();
            if matches!(word, "who" | "whom" | "whose") {
                self.has_people = true;
                return Some(());
            }
            if let Some((_, sex, grown)) = PEOPLE.iter().find(|(known, ..)| *known == word) {
                if head && !self.may_be_all(word) {
                    return None;
                }
                self.at += 1;
                self.has_people = true;
                self.of_sex(*sex)?;
                if let Some(grown) = grown {
                    self.of_growth(*grown)?;
                }
                if !matches!(word, "those" | "ones") || !PEOPLE.iter().any(|(known, ..)| *known == self.text(self.at)) {
                    return Some(());
                }
            } else if let Some((_, means)) = OF_WHICH.iter().find(|(known, _)| *known == word) {
                self.at += 1;
                self.of_which(means)?;
            } else if let Some((_, means)) = AILING.iter().find(|(known, _)| *known == word) {
                self.at += 1;
                self.has_now(means);
                if word.ends_with('s') {
                    self.has_people = true;
                    return Some(());
                }
            } else if self.smokers()? {
                self.has_people = true;
                return Some(());
            } else if matches!(word, "oldest" | "youngest" | "eldest") {
                self.at += 1;
                self.crowd.wanted = Wanted::ByAge { oldest: word != "youngest" };
            } else if is_counted
                && (self.verb_here().is_some()
                    || is_auxiliary(word)
                    || matches!(word, "ever" | "not" | "smoke" | "smokes" | "smoked"))
            {
                return Some(());
            } else if ASKING.contains(&word) {
                self.at += 1;
            } else if self.verb_here().is_some() || matches!(word, "died" | "born" | "without" | "weigh" | "aged") {
                // Of whom it is asked must be said: "on aspirin?" is of one.
                return (is_counted || self.has_people).then_some(());
            } else {
                return self.named_before();
            }
        }
        (!head || self.has_people).then_some(())
    }

    /// Whether the people that the word here names are any: "does the patient have gout" asks about one, "do I have children" about mine.
    fn may_be_all(&self, word: &str) -> bool {
        let before: Vec<&str> = (0..self.at).map(|at| self.text(at)).collect();
        let first = before.first().copied().unwrap_or_default();
        let is_one_of =
            before.iter().any(|word| matches!(*word, "which" | "what" | "any" | "oldest" | "youngest" | "eldest"));
        let asks_whether =
            matches!(first, "does" | "did" | "do" | "is" | "are" | "was" | "were" | "has" | "have" | "had");
        // "Does everybody have it?" asks for yes or no.
        let is_of_all = matches!(word, "everyone" | "everybody") || before.contains(&"all");
        let next = self.text(self.at + 1);
        let points = matches!(word, "those" | "ones" | "them");
        let goes_on = matches!(
            next,
            "" | "who" | "that" | "whose" | "with" | "without" | "not" | "ever" | "aged" | "born" | "died"
        ) || VERBS.iter().any(|(phrase, ..)| phrase.split(' ').next() == Some(next))
            || is_auxiliary(next);
        let is_mine = before.iter().enumerate().any(|(at, word)| match *word {
            "i" => {
                let after = before.get(at + 1).copied().unwrap_or_default();
                let asks = at.checked_sub(1).and_then(|at| before.get(at)).copied().unwrap_or_default();
                !matches!(after, "need" | "want" | "would" | "like") && !matches!(asks, "can" | "could" | "may")
            }
            "my" => at + 1 < before.len(),
            _ => false,
        });
        let is_people = !points || goes_on || PEOPLE.iter().any(|(known, ..)| *known == next);
        let is_one = ONE.contains(&word) && !is_one_of;
        is_people && !(is_mine || is_one || asks_whether && is_of_all)
    }

    /// Reads "gout patients".
    fn named_before(&mut self) -> Option<()> {
        const MOST: usize = 4;
        let is_people = |at: &usize| PEOPLE.iter().any(|(known, ..)| *known == self.text(*at));
        let end = (self.at + 1..=self.at + MOST).find(is_people)?;
        let words: Vec<String> = (self.at..end).map(|at| self.text(at).to_owned()).collect();
        let is_plain = |word: &String| {
            !matches!(word.as_str(), "," | "or" | "" | "who" | "with")
                && !ASKING.contains(&word.as_str())
                && !is_auxiliary(word)
                && is_read(word)
        };
        if !words.iter().all(is_plain) {
            return None;
        }
        self.at = end;
        if !self.may_be_all(self.text(self.at)) {
            return None;
        }
        self.crowd.clauses.push(Clause { any: false, terms: vec![Term::of(words, When::Now)] });
        self.group(false)
    }
}
