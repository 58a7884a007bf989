//! Other wordings of a question, whose vectors are compared with passages beside its own.
//!
//! A passage that answers is worded as an answer, not as a question: "How many people have Milroy disease?" is answered by what speaks of
//! how rare it is. Where a question asks for an aspect of an illness, one wording says of the illness what a passage on that aspect says;
//! where it has lay words, one has the clinical words in their place. Questions about what somebody had or did are left alone.

use super::lay_words;

/// An aspect of an illness that questions ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aspect {
    Diagnosis,
    Genetics,
    Inheritance,
    Prevalence,
    Prognosis,
    Risk,
    Symptoms,
}

impl Aspect {
    /// Returns what a passage on this aspect of `illness` says.
    fn stated(self, illness: &str) -> String {
        match self {
            Aspect::Diagnosis => format!("Tests and examinations that diagnose {illness}."),
            Aspect::Genetics => format!("Mutations in a gene cause {illness}."),
            Aspect::Inheritance => {
                format!(
                    "{illness} is inherited in an autosomal recessive pattern: both copies of the gene have mutations."
                )
            }
            Aspect::Prevalence => format!("{illness} is rare or common: how many people are affected by it."),
            Aspect::Prognosis => format!("The prognosis of {illness} varies."),
            Aspect::Risk => format!("Risk factors of {illness}: people who are more likely to get it."),
            Aspect::Symptoms => format!("The signs and symptoms of {illness} include"),
        }
    }

    /// Returns the aspect that `word` names: "the symptoms of".
    fn named(word: &str) -> Option<Aspect> {
        Some(match word {
            "diagnosis" | "test" | "tests" | "examination" | "examinations" => Aspect::Diagnosis,
            "genetic" | "genetics" | "mutation" | "mutations" => Aspect::Genetics,
            "inheritance" => Aspect::Inheritance,
            "prevalence" | "incidence" | "frequency" => Aspect::Prevalence,
            "outlook" | "prognosis" | "expectancy" => Aspect::Prognosis,
            "symptom" | "symptoms" | "sign" | "signs" => Aspect::Symptoms,
            _ => return None,
        })
    }

    /// Returns the aspect that `word` says of an illness: "is it inherited".
    fn said(word: &str) -> Option<Aspect> {
        match word {
            "inherited" | "hereditary" | "genetic" => Some(Aspect::Inheritance),
            "diagnosed" | "detected" => Some(Aspect::Diagnosis),
            _ => None,
        }
    }
}

/// Words of questions about somebody, whose records answer, not what is known of illnesses.
const OF_SOMEBODY: &[&str] = &[
    "i", "me", "my", "mine", "we", "our", "he", "him", "his", "she", "her", "did", "had", "was", "were", "last",
    "latest",
];

/// Words that a question for an aspect begins with where it names that.
const NAMING: &[&str] = &["what", "which", "list", "name", "describe", "explain"];

const LINKS: &[&str] = &["of", "for", "to", "in", "with", "by", "from", "on", "about"];

const AUXILIARIES: &[&str] = &["is", "are", "can", "could", "may", "might", "should"];

/// Words within which an aspect is named.
const NAMED_WITHIN: usize = 7;

/// Words within which what has it follows.
const LINKED_WITHIN: usize = 5;

/// Returns the other wordings of `question`, at most two.
pub fn of(question: &str) -> Vec<String> {
    let words = words(question);
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    [stated(&words, &lower), clinical(&words, &lower)].into_iter().flatten().collect()
}

/// Returns what a passage would say that answers, where the question is for an aspect of an illness.
fn stated(words: &[&str], lower: &[&str]) -> Option<String> {
    if lower.iter().any(|word| OF_SOMEBODY.contains(word)) {
        return None;
    }
    let (aspect, from, until) = asked(lower)?;
    let illness = words.get(from..until)?;
    let articles = illness.iter().take_while(|word| matches!(**word, "the" | "a" | "an")).count();
    let illness = illness.get(articles..).filter(|illness| !illness.is_empty())?;
    Some(aspect.stated(&illness.join(" ")))
}

/// Returns which aspect the words ask for, and of which of them.
fn asked(lower: &[&str]) -> Option<(Aspect, usize, usize)> {
    let end = lower.len();
    match lower {
        ["how", "many", "people" | "patients", rest @ ..] => {
            let link = rest.iter().position(|word| matches!(*word, "by" | "have" | "with"))?;
            Some((Aspect::Prevalence, 3 + link + 1, end))
        }
        ["how", "common" | "rare" | "frequent", "is" | "are", ..] => Some((Aspect::Prevalence, 3, end)),
        ["who", "is", "at", "risk", "of" | "for", ..] => Some((Aspect::Risk, 5, end)),
        ["how", "to", "diagnose" | "detect", ..] => Some((Aspect::Diagnosis, 3, end)),
        ["how", "do" | "does" | "can", _, "diagnose" | "detect", ..] => Some((Aspect::Diagnosis, 4, end)),
        [first, ..] if NAMING.contains(first) => named(lower),
        [first, .., last] => {
            let aspect = Aspect::said(last)?;
            let auxiliary = if *first == "how" { 1 } else { 0 };
            let said = lower.get(auxiliary).is_some_and(|word| AUXILIARIES.contains(word));
            let until = if lower.get(end.checked_sub(2)?) == Some(&"be") { end - 2 } else { end - 1 };
            said.then_some((aspect, auxiliary + 1, until))
        }
        _ => None,
    }
}

/// Returns the last aspect that is named before the first link, and what follows the link.
fn named(lower: &[&str]) -> Option<(Aspect, usize, usize)> {
    let head = lower.iter().take(NAMED_WITHIN).take_while(|word| !LINKS.contains(word)).enumerate().skip(1);
    let (at, aspect) = head.filter_map(|(at, word)| Some((at, Aspect::named(word)?))).last()?;
    let after = lower.iter().enumerate().skip(at + 1).take(LINKED_WITHIN - 1);
    let (link, _) = after.into_iter().find(|(_, word)| LINKS.contains(word))?;
    Some((aspect, link + 1, lower.len()))
}

/// Returns the question with clinical words in the place of lay ones, where it has any.
fn clinical(words: &[&str], lower: &[&str]) -> Option<String> {
    let runs = lay_words::found(lower);
    let mut text: Vec<&str> = Vec::new();
    let mut at = 0;
    for (run, means) in &runs {
        text.extend(words.get(at..run.start).unwrap_or_default());
        text.extend(means.first());
        at = run.end;
    }
    text.extend(words.get(at..).unwrap_or_default());
    (!runs.is_empty()).then(|| text.join(" "))
}

/// The words of `question` without marks around them, and without what stands in brackets.
pub(super) fn words(question: &str) -> Vec<&str> {
    let mut bracketed = false;
    let mut words = Vec::new();
    for word in question.split_whitespace() {
        let opens = word.starts_with('(');
        bracketed |= opens;
        if !bracketed {
            words.push(word.trim_matches(|mark: char| matches!(mark, '?' | '!' | '.' | ',' | ';' | ':' | '"')));
        }
        bracketed &= !word.trim_end_matches(['?', '.', ',']).ends_with(')');
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::{of, stated, words};

    /// What `question` is for of an illness, as an answer says it.
    fn answered(question: &str) -> Option<String> {
        let words = words(question);
        let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        stated(&words, &lower.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn an_aspect_of_an_illness_is_said_as_an_answer_says_it() {
        for (question, answer) in [
            (
                "What are the genetic changes related to Dubin-Johnson syndrome ?",
                "Mutations in a gene cause Dubin-Johnson syndrome.",
            ),
            (
                "How many people are affected by Milroy disease?",
                "Milroy disease is rare or common: how many people are affected by it.",
            ),
            ("How common is asthma", "asthma is rare or common: how many people are affected by it."),
            ("What are the symptoms of the gout?", "The signs and symptoms of gout include"),
            ("How to diagnose Lymphoma ?", "Tests and examinations that diagnose Lymphoma."),
            ("How can heart failure be diagnosed?", "Tests and examinations that diagnose heart failure."),
            ("Who is at risk for Lung Cancer? ?", "Risk factors of Lung Cancer: people who are more likely to get it."),
            ("what is the outlook (or prognosis) for Sotos Syndrome ?", "The prognosis of Sotos Syndrome varies."),
        ] {
            assert_eq!(answered(question).as_deref(), Some(answer), "{question}");
            assert_eq!(of(question).first().map(String::as_str), Some(answer), "{question}");
        }
        assert!(of("Is Alpers syndrome inherited ?")[0].starts_with("Alpers syndrome is inherited in an autosomal"));
    }

    #[test]
    fn what_is_of_somebody_or_of_no_aspect_is_not_said_as_an_answer() {
        for question in [
            "What tests for anemia did Ada have?",
            "What were the symptoms of my asthma?",
            "Statin use raises the risk of diabetes.",
            "What is an organoid?",
            "Which gene is responsible for the Liebenberg syndrome?",
            "What are symptoms?",
            "Is it?",
            "inherited",
            "",
        ] {
            assert_eq!(answered(question), None, "{question}");
        }
    }

    #[test]
    fn lay_words_are_said_in_clinical_ones() {
        assert_eq!(of("When did Ada have her allergy shots?"), ["When did Ada have her immunotherapy"]);
    }
}
