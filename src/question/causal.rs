//! Questions whether one thing causes, affects, raises or lowers another, and what else the same relation is called.
//!
//! Texts say it in other words than a question does: what a question asks as "Does A cause B?" an abstract is headed "Effect of A on B", says
//! that A is associated with B, or tells of B due to A. A question is taken apart by rules into what acts and what is acted on, and is asked
//! in those of the three wordings that it is not in. They say nothing of a direction, so that what contradicts is found as well as what bears out.

use super::variants;

/// How a question words the relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wording {
    /// One does something to the other.
    Acts,
    /// The effect of one on the other.
    Effect,
    /// The two go together.
    Associated,
    /// The other is owed to the one.
    Due,
}

/// What a question asks of what, in its own words.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Relation<'q> {
    wording: Wording,
    acts: Vec<&'q str>,
    acted_on: Vec<&'q str>,
    /// In whom or when, as it stands behind.
    among: Vec<&'q str>,
}

/// Words that what acts, and what is acted on, have at most.
const MOST_WORDS: usize = 14;

/// Words before a question proper: "Is it true that salt raises blood pressure?"
const FRAMES: &str = "\
    is it true that, is it known whether, is it known if, is there evidence that, is there any evidence that, \
    do studies show that, does research show that, why, how";

/// Words that a question begins with.
const AUXILIARIES: &str = "do, does, did, can, could, may, might, will, would, should, is, are, was, were, has, have";

/// What one thing does to another, as a question with an auxiliary has it. Nouns that are written alike stand here only where they hardly ever
/// come behind another noun.
const ACTS: &str = "\
    cause, causes, affect, affects, raise, raises, raised, increase, increases, increased, elevate, elevates, lower, lowers, \
    lowered, reduce, reduces, reduced, decrease, decreases, decreased, improve, improves, improved, worsen, worsens, worsened, \
    aggravate, aggravates, exacerbate, exacerbates, alleviate, alleviates, ameliorate, ameliorates, impair, impairs, prevent, \
    prevents, prevented, induce, induces, induced, trigger, triggers, promote, promotes, inhibit, inhibits, influence, \
    influences, predispose to, predisposes to, protect against, protects against, lead to, leads to, led to, result in, \
    results in, contribute to, contributes to";

/// What says that one thing goes with another.
const ASSOCIATED: &str = "\
    associated with, linked to, linked with, related to, correlated with, a risk factor for, risk factors for, a risk factor of, \
    a predictor of, protective against, connected with, connected to";

/// What says that the first is owed to the second.
const DUE: &str = "\
    due to, caused by, induced by, triggered by, the result of, a result of, a consequence of, affected by";

/// What says that the first is what the second is owed to.
const CAUSES: &str = "a cause of, the cause of, causes of, responsible for";

/// What one thing has on another.
const EFFECTS: &str = "effect, effects, impact, influence";

/// What there is between two things.
const TIES: &str = "association, relationship, relation, link, correlation, connection";

/// Words behind which it is said in whom or when.
const AMONG: &str = "in, among, during, after, following, within, compared, versus, when";

/// Words for how much there is of what is acted on: "the risk of", "an increase in".
const AMOUNTS: &str = "\
    risk, risks, likelihood, odds, incidence, chance, chances, increase, increases, decrease, reduction, rise, fall, change, \
    changes, improvement, higher, lower, increased, reduced, elevated";

/// Words that stand between what acts and what it does, and say nothing of either.
const BESIDE: &str = "\
    significantly, also, directly, really, actually, ever, always, often, sometimes, usually, not, necessarily, independently, \
    positively, negatively, inversely, causally, strongly, any, both, be, been, may, can";

/// Words that name nothing by themselves, and so are nothing that acts or is acted on.
const NAMELESS: &str = "\
    i, me, we, us, you, he, him, she, her, it, its, they, them, this, that, these, those, there, what, which, who, whom, whose, \
    where, when, why, how, to, of, and, or, with, in, for, by, on, from";

/// Words that say whose something is, and of which kind, before the thing itself.
const ARTICLES: &str = "the, a, an, my, your, our, his, their, any";

/// Returns the other wordings of `question` where it asks for a cause or an effect, at most three; none else.
pub fn of(question: &str) -> Vec<String> {
    let words = variants::words(question);
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let Some(relation) = relation(&words, &lower) else { return Vec::new() };
    let (acts, acted_on, among) = (relation.acts.join(" "), relation.acted_on.join(" "), relation.among.join(" "));
    let all = [
        (Wording::Effect, format!("effect of {acts} on {acted_on}")),
        (Wording::Associated, format!("{acts} associated with {acted_on}")),
        (Wording::Due, format!("{acted_on} due to {acts}")),
    ];
    let others = all.into_iter().filter(|(wording, _)| *wording != relation.wording);
    others.map(|(_, text)| if among.is_empty() { text } else { format!("{text} {among}") }).collect()
}

/// Takes the question apart, whose words are also given in lower case.
fn relation<'q>(words: &[&'q str], lower: &[&str]) -> Option<Relation<'q>> {
    let framed = FRAMES.split(", ").find_map(|frame| starts(lower, frame)).unwrap_or(0);
    let (words, lower) = (words.get(framed..)?, lower.get(framed..)?);
    let is_asked = lower.first().is_some_and(|first| has(AUXILIARIES, first));
    effect(words, lower).or_else(|| tie(words, lower)).or_else(|| {
        // What acts stands behind the auxiliary; a statement has none.
        let from = usize::from(is_asked);
        let place =
            |phrases: &str| (from + 1..lower.len()).find_map(|at| Some((at, at + longest(lower.get(at..)?, phrases)?)));
        let (wording, (at, behind)) = [(Wording::Due, DUE), (Wording::Acts, CAUSES), (Wording::Associated, ASSOCIATED)]
            .into_iter()
            .find_map(|(wording, phrases)| Some((wording, place(phrases)?)))
            .or_else(|| Some((Wording::Acts, acting(lower, from)?)))?;
        let (first, second) = (words.get(from..at)?, words.get(behind..)?);
        if wording == Wording::Due { made(wording, second, first) } else { made(wording, first, second) }
    })
}

/// Returns where what is done begins and what follows it, of the words that can be that the first with something to act before it.
fn acting(lower: &[&str], from: usize) -> Option<(usize, usize)> {
    (from + 1..lower.len()).find_map(|at| {
        let behind = at + longest(lower.get(at..)?, ACTS)?;
        let acts = lower.get(from..at)?;
        let last = acts.iter().rev().find(|word| !has(BESIDE, word))?;
        let is_thing = !has(ARTICLES, last) && !has(NAMELESS, last);
        (is_thing && behind < lower.len()).then_some((at, behind))
    })
}

/// Returns the relation of a question for "the effect of A on B", or whether A has one.
fn effect<'q>(words: &[&'q str], lower: &[&str]) -> Option<Relation<'q>> {
    let at = lower.iter().position(|word| has(EFFECTS, word))?;
    let on = at + lower.get(at..)?.iter().position(|word| *word == "on")?;
    let acts = match lower.get(at + 1) {
        Some(&"of") => words.get(at + 2..on)?,
        // "What effect does A have on B", "Does A have an effect on B"
        Some(&("do" | "does" | "did" | "has" | "have")) => {
            let end =
                lower.get(at..on)?.iter().rposition(|word| matches!(*word, "have" | "had")).map_or(on, |end| at + end);
            words.get(at + 2..end)?
        }
        _ => {
            let having = lower.get(..at)?.iter().rposition(|word| matches!(*word, "have" | "has"))?;
            words.get(usize::from(has(AUXILIARIES, lower.first()?))..having)?
        }
    };
    made(Wording::Effect, acts, words.get(on + 1..)?)
}

/// Returns the relation of a question for the tie between A and B.
fn tie<'q>(words: &[&'q str], lower: &[&str]) -> Option<Relation<'q>> {
    let at = lower.iter().position(|word| has(TIES, word))?;
    let joins = match *lower.get(at + 1)? {
        "between" => "and",
        "of" => "with",
        _ => return None,
    };
    let join = at + lower.get(at..)?.iter().position(|word| *word == joins)?;
    made(Wording::Associated, words.get(at + 2..join)?, words.get(join + 1..)?)
}

/// Returns the relation of `acts` to `acted_on`; `None` where one of them names nothing, or is too long to be one thing.
fn made<'q>(wording: Wording, acts: &[&'q str], acted_on: &[&'q str]) -> Option<Relation<'q>> {
    let (acts, before) = split(bare(acts));
    let (acted_on, among) = split(bare(acted_on));
    let among = if among.is_empty() { before } else { among };
    let names = |words: &[&str]| {
        let is_name = |word: &&str| !has(NAMELESS, &word.to_lowercase());
        (1..=MOST_WORDS).contains(&words.len())
            && words.first().is_some_and(is_name)
            && words.last().is_some_and(is_name)
    };
    (names(&acts) && names(&acted_on) && among.len() <= MOST_WORDS).then_some(Relation {
        wording,
        acts,
        acted_on,
        among,
    })
}

/// Returns a thing without what says whose or how much of it.
fn bare<'q>(words: &[&'q str]) -> Vec<&'q str> {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let is = |at: usize, list: &str| lower.get(at).is_some_and(|word| has(list, word));
    let mut from = 0;
    loop {
        let amounts = (from..).take_while(|at| is(*at, AMOUNTS)).count();
        if is(from, ARTICLES) || is(from, BESIDE) {
            from += 1;
        } else if amounts > 0 && is(from + amounts, "of, in, for") {
            from += amounts + 1;
        } else {
            break;
        }
    }
    let mut kept: Vec<&str> = words.get(from..).unwrap_or_default().to_vec();
    kept.retain(|word| !matches!(word.to_lowercase().as_str(), "my" | "your" | "our"));
    while kept
        .last()
        .is_some_and(|last| has(BESIDE, &last.to_lowercase()) || matches!(*last, "is" | "are" | "was" | "were"))
    {
        kept.pop();
    }
    kept
}

/// Returns a thing, and in whom or when.
fn split(words: Vec<&str>) -> (Vec<&str>, Vec<&str>) {
    let at = words.iter().skip(1).position(|word| has(AMONG, &word.to_lowercase())).map_or(words.len(), |at| at + 1);
    let mut thing = words;
    let among = thing.split_off(at);
    (thing, among)
}

/// Returns whether `word` is one of `list`.
fn has(list: &str, word: &str) -> bool {
    list.split(", ").any(|known| known == word)
}

/// Returns how many words the longest of `phrases` has that `lower` begins with.
fn longest(lower: &[&str], phrases: &str) -> Option<usize> {
    phrases.split(", ").filter_map(|phrase| starts(lower, phrase)).max()
}

/// Returns how many words `phrase` has, where `lower` begins with them.
fn starts(lower: &[&str], phrase: &str) -> Option<usize> {
    let count = phrase.split(' ').count();
    lower.get(..count).filter(|words| words.iter().copied().eq(phrase.split(' '))).map(|_| count)
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn a_question_for_a_cause_is_asked_in_the_wordings_that_it_is_not_in() {
        let effect = |a: &str, b: &str| format!("effect of {a} on {b}");
        let associated = |a: &str, b: &str| format!("{a} associated with {b}");
        let due = |a: &str, b: &str| format!("{b} due to {a}");
        // Asked by an act.
        for (question, a, b) in [
            ("Does salt raise blood pressure?", "salt", "blood pressure"),
            ("Do statins cause diabetes?", "statins", "diabetes"),
            ("Can acetaminophen cause asthma?", "acetaminophen", "asthma"),
            ("Does lower salt intake reduce blood pressure?", "lower salt intake", "blood pressure"),
            ("Does smoking increase the risk of psoriasis?", "smoking", "psoriasis"),
            ("Is it true that coffee lowers the risk of Parkinson's disease?", "coffee", "Parkinson's disease"),
            ("How does metformin affect vitamin B12?", "metformin", "vitamin B12"),
            ("Could vitamin D deficiency lead to depression?", "vitamin D deficiency", "depression"),
            ("Does the HPV vaccine really protect against cervical cancer?", "HPV vaccine", "cervical cancer"),
            ("Is Helicobacter pylori a cause of gastric cancer?", "Helicobacter pylori", "gastric cancer"),
            ("Statin use raises the risk of diabetes.", "Statin use", "diabetes"),
            ("Does salt raise my blood pressure?", "salt", "blood pressure"),
        ] {
            assert_eq!(of(question), [effect(a, b), associated(a, b), due(a, b)], "{question}");
        }
        // Asked for an effect, for what goes together, and for what something is owed to.
        for (question, a, b) in [
            ("What is the effect of exercise on depression?", "exercise", "depression"),
            ("What effect does obesity have on fertility?", "obesity", "fertility"),
            ("Does caffeine have an effect on migraine?", "caffeine", "migraine"),
        ] {
            assert_eq!(of(question), [associated(a, b), due(a, b)], "{question}");
        }
        for (question, a, b) in [
            ("Is periodontitis associated with rheumatoid arthritis?", "periodontitis", "rheumatoid arthritis"),
            ("Is there an association between gluten and autism?", "gluten", "autism"),
            ("Are proton pump inhibitors linked to dementia?", "proton pump inhibitors", "dementia"),
            ("Is obesity a risk factor for asthma?", "obesity", "asthma"),
        ] {
            assert_eq!(of(question), [effect(a, b), due(a, b)], "{question}");
        }
        for (question, a, b) in [
            ("Is chronic fatigue syndrome caused by a virus?", "virus", "chronic fatigue syndrome"),
            ("Can hair loss be due to iron deficiency?", "iron deficiency", "hair loss"),
        ] {
            assert_eq!(of(question), [effect(a, b), associated(a, b)], "{question}");
        }
    }

    #[test]
    fn in_whom_stands_behind() {
        assert_eq!(
            of("Does salt raise blood pressure in older adults?"),
            [
                "effect of salt on blood pressure in older adults",
                "salt associated with blood pressure in older adults",
                "blood pressure due to salt in older adults"
            ]
        );
        assert_eq!(of("Is obesity in children associated with asthma?")[0], "effect of obesity on asthma in children");
    }

    #[test]
    fn what_asks_for_no_cause_of_one_thing_by_another_has_no_such_wordings() {
        for question in [
            "What causes asthma?",
            "Which drugs lower blood pressure?",
            "Is Hirschsprung disease a mendelian or a multifactorial disorder?",
            "What is an organoid?",
            "List symptoms of Allgrove syndrome.",
            "How is asthma treated in small children?",
            "Does it cause asthma?",
            "Does metformin cause?",
            "Does the increase hurt?",
            "blood pressure and salt",
            "salt",
            "",
            "? ! *",
            "associated with",
            "Is there an effect on?",
        ] {
            assert_eq!(of(question), Vec::<String>::new(), "{question}");
        }
    }
}
