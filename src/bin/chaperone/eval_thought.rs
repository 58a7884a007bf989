//! `chaperone eval thought`: what a real model can and cannot do of what `bench thought` assumes of a reader.
//!
//! Each ability is measured by prompts of its own, on questions of one value about generated records, whose truth
//! `benches/thought_truth.py` writes: a reply has the value or it has not. The system messages are those of the product; passages and
//! thoughts stand as in the records, for it is the reader that is measured and not what is told. So it is asked on this machine only, by a
//! program that was built for measurement (feature `baseline`). Each reply is kept, and asked for no more when the command is run again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use chaperone::error::{Code, Error, Result};
use chaperone::eval::thought::methods::Side;
use chaperone::eval::thought::reader::{Idea, Reader};
use chaperone::eval::thought::written::{Split, Written};
use chaperone::quote::chat::{self, Reply};
use chaperone::quote::format::{Endpoint, Held, Manner, plain_request};
use chaperone::quote::prompt::Prompt;
use chaperone::quote::task::Task;
use chaperone::thought::score::{SELF_CRITIC_THRESHOLD, sampled, self_critic};
use clap::Args;
use serde::Serialize;

use crate::output::json;
use crate::plain_courier;
use crate::thought_cases::{Question, Real};
use crate::transcripts::{Replies, Transcripts, locked, reply_beside_others};

/// Whether a reply counts, and the score in it, where one was asked for.
type Outcome = (bool, Option<f64>);

/// Pages beside the one that holds the value, where it is looked for among several.
const BESIDE: usize = 4;

#[derive(Args)]
pub struct ThoughtReader {
    #[command(flatten)]
    real: Real,
    #[command(flatten)]
    replies: Replies,
    /// Prompts for each of the nine abilities
    #[arg(long, value_name = "N", default_value_t = 25)]
    each: usize,
    /// Prompts that are asked at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    parallel: usize,
    /// Write the reader to FILE, for `bench thought --reader`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What a prompt measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Ability {
    /// That the value of a page that is read alone is said.
    Alone,
    /// That it is, of a page among others.
    Among,
    /// That a thought's value is still said of it and another page.
    Keeps,
    /// That the value of a page of another time is said for the one that is asked for.
    Misled,
    /// That a false thought is put right by the page with the truth.
    Recovers,
    /// That a right thought is called good.
    Praises,
    /// That a false one is.
    Flatters,
    /// That the value is said where nothing is there to be read.
    Guesses,
    /// That one of yes and no is, rightly.
    GuessesChoice,
}

const ABILITIES: [Ability; 9] = [
    Ability::Alone,
    Ability::Among,
    Ability::Keeps,
    Ability::Misled,
    Ability::Recovers,
    Ability::Praises,
    Ability::Flatters,
    Ability::Guesses,
    Ability::GuessesChoice,
];

/// A prompt, and what its reply is held to.
struct Trial {
    id: String,
    system: &'static str,
    max_tokens: u32,
    message: String,
    holds: Holds,
}

/// When a reply counts.
enum Holds {
    /// When it says the value, and not the other one.
    Value(f64, Option<f64>),
    /// When it begins with the word.
    Word(String),
    /// When it judges that the thought is good.
    Good,
}

/// How often something happened, with the 95 % interval of Wilson.
#[derive(Serialize)]
struct Counted {
    ability: Ability,
    prompts: usize,
    share: f64,
    from: f64,
    to: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    prompts: usize,
    counted: Vec<Counted>,
    critic: Critic,
    reader: Reader,
}

/// The score from which on a thought is best called good: where the share of right thoughts called good has the most more than that of
/// false ones.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Critic {
    from: f64,
    praises: f64,
    flatters: f64,
}

impl Critic {
    fn of(right: &[f64], wrong: &[f64]) -> Self {
        let share =
            |of: &[f64], from: f64| of.iter().filter(|score| **score >= from).count() as f64 / of.len().max(1) as f64;
        // In the middle of those that part them as well.
        let parts = |from: f64| share(right, from) - share(wrong, from);
        let all: Vec<f64> = (0..=100).map(|at| f64::from(at) / 100.0).collect();
        let most = all.iter().map(|from| parts(*from)).fold(0.0, f64::max);
        let best: Vec<f64> = all.into_iter().filter(|from| parts(*from) >= most).collect();
        let from = best.get(best.len() / 2).copied().unwrap_or_default();
        Critic { from, praises: share(right, from), flatters: share(wrong, from) }
    }
}

/// Asks what is not known yet, and counts.
///
/// # Errors
/// `invalid-argument` without questions; `refused` for a program that was not built for it; as reading and sending do.
pub fn run(arguments: &ThoughtReader) -> Result<()> {
    arguments.replies.may_be_asked_for()?;
    let missing = || Error::new(Code::InvalidArgument, "measuring a reader needs --questions and --data");
    let (questions, _) = arguments.real.questions(&[Split::Train, Split::Dev])?.ok_or_else(missing)?;
    let (transcripts, endpoint) = (arguments.replies.open()?, arguments.replies.endpoint());
    let is_asked = arguments.replies.are_asked_for();
    let trials_of =
        |ability| questions.iter().filter_map(move |question| trial(ability, question)).take(arguments.each);
    let trials: Vec<(Ability, Trial)> =
        ABILITIES.into_iter().flat_map(|ability| trials_of(ability).map(move |trial| (ability, trial))).collect();
    // Of each trial whether its reply counts; nothing where there is none.
    let found: Vec<Mutex<Option<Result<Outcome>>>> = trials.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..arguments.parallel.clamp(1, trials.len().max(1)) {
            scope.spawn(|| {
                while let Some(((ability, trial), slot)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    trials.get(at).zip(found.get(at))
                } {
                    *locked(slot) = asked(*ability, trial, &endpoint, &transcripts, is_asked).transpose();
                }
            });
        }
    });
    let mut right: BTreeMap<Ability, (usize, usize)> = BTreeMap::new();
    let mut scores: BTreeMap<Ability, Vec<f64>> = BTreeMap::new();
    for ((ability, _), slot) in trials.iter().zip(&found) {
        let Some(counts) = locked(slot).take() else { continue };
        let (right, asked) = right.entry(*ability).or_default();
        let (counts, score) = counts?;
        *right += usize::from(counts);
        *asked += 1;
        scores.entry(*ability).or_default().extend(score);
    }
    let counted: Vec<Counted> = ABILITIES
        .into_iter()
        .map(|ability| {
            let (right, asked) = right.get(&ability).copied().unwrap_or_default();
            wilson(ability, right, asked)
        })
        .collect();
    let of = |ability| scores.get(&ability).map_or(&[][..], Vec::as_slice);
    let figures = Figures {
        prompts: counted.iter().map(|one| one.prompts).sum(),
        reader: reader(&counted),
        critic: Critic::of(of(Ability::Praises), of(Ability::Flatters)),
        counted,
    };
    println!("{}", json(&figures)?);
    if let Some(file) = &arguments.out {
        fs::write(file, json(&figures.reader)?).map_err(|_| Error::new(Code::Io, "the reader cannot be written"))?;
    }
    Ok(())
}

/// Returns whether the reply to `trial` counts; `None` where there is none, and nobody is asked.
fn asked(
    ability: Ability,
    trial: &Trial,
    endpoint: &Endpoint,
    transcripts: &Mutex<Transcripts>,
    is_asked: bool,
) -> Result<Option<Outcome>> {
    let manner = Manner {
        system: trial.system,
        max_tokens: trial.max_tokens,
        temperature: 0.0,
        logprobs: matches!(trial.holds, Holds::Good),
        held: Held::Free,
    };
    let outgoing = plain_request(endpoint, &manner, &trial.message)?;
    let ask = || is_asked.then(|| plain_courier::send_whole(&outgoing.url, &outgoing.body));
    let way = serde_json::to_string(&ability).unwrap_or_default();
    let reply = reply_beside_others(transcripts, (&trial.id, way.trim_matches('"'), &outgoing.body), ask)?;
    reply.map(|reply| holds(&trial.holds, &reply)).transpose()
}

/// Returns the reader that the shares make.
fn reader(counted: &[Counted]) -> Reader {
    let share = |ability| counted.iter().find(|one| one.ability == ability).map_or(0.0, |one| one.share);
    let (alone, among) = (share(Ability::Alone), share(Ability::Among));
    // Each of the others takes as much of what is left.
    let left = if alone > 0.0 { (among / alone).clamp(0.0, 1.0) } else { 1.0 };
    Reader {
        reads: alone,
        crowding: 1.0 - left.powf(1.0 / BESIDE as f64),
        keeps: share(Ability::Keeps),
        misled: share(Ability::Misled),
        recovers: share(Ability::Recovers),
        praises: share(Ability::Praises),
        flatters: share(Ability::Flatters),
        guesses: share(Ability::Guesses),
        guesses_choice: share(Ability::GuessesChoice),
    }
}

/// Returns the prompt that measures `ability` by `question`; `None` where it cannot.
fn trial(ability: Ability, question: &Question) -> Option<Trial> {
    const THOUGHT: &str = "A thought so far, which may be wrong: ";
    let Question { asked, written, .. } = question;
    let of = |task: Task, thought: Option<&str>, pages: &[usize], holds| {
        let passages: Vec<String> = (1..)
            .zip(pages)
            .map(|(number, page)| format!("<title>R{number}</title>\n{}\n", written.text(Side::Page(*page))))
            .collect();
        let thought = thought.map(|text| format!("{text}\n\n")).unwrap_or_default();
        let message = format!("{}\n{thought}Question: {}", passages.join("\n"), asked.question);
        Some(Trial { id: asked.id.clone(), system: task.system(), max_tokens: task.max_tokens(), message, holds })
    };
    if ability == Ability::GuessesChoice {
        let word = asked.answer.as_str().filter(|_| written.case.is_choice)?;
        let system = Prompt::Standard.system();
        let message = format!("Question: {} Answer yes or no.", asked.question);
        return Some(Trial {
            id: asked.id.clone(),
            system,
            max_tokens: 8,
            message,
            holds: Holds::Word(word.to_owned()),
        });
    }
    // One value, which one entry holds.
    let value = asked.answer.get("value")?.as_f64().filter(|_| asked.needed.len() == 1)?;
    let case = &written.case;
    let holding = case.pages.iter().position(|page| page.holds.contains(&0))?;
    let right = sentence(written, 0);
    // The value that a misleading page says stands where it stands in the sentence of the right one.
    let place = numbers(&right).iter().position(|said| is_said(*said, value))?;
    let misleading = case.pages.iter().enumerate().find_map(|(at, page)| Some((at, sentence(written, page.misleads?))));
    let wrong = misleading.and_then(|(at, says)| {
        let (other, _) = numbers(&says).get(place).copied()?;
        (!is_said((other, 3), value)).then_some((at, says, other))
    });
    let others = || {
        let pages = case.pages.iter().enumerate();
        pages.filter(|(_, page)| page.misleads.is_none() && !page.holds.contains(&0)).map(|(at, _)| at)
    };
    let right_thought = format!("{THOUGHT}{right}");
    match ability {
        Ability::Alone => of(Task::Think, None, &[holding], Holds::Value(value, None)),
        Ability::Among => {
            let mut pages: Vec<usize> = others().take(BESIDE).collect();
            pages.insert(pages.len() / 2, holding);
            (pages.len() == BESIDE + 1).then(|| of(Task::Think, None, &pages, Holds::Value(value, None)))?
        }
        Ability::Keeps => of(Task::Think, Some(&right_thought), &[others().next()?], Holds::Value(value, None)),
        Ability::Misled => {
            let (at, _, other) = wrong?;
            of(Task::Think, None, &[at], Holds::Value(other, Some(value)))
        }
        Ability::Recovers => {
            let (_, says, other) = wrong?;
            of(Task::Think, Some(&format!("{THOUGHT}{says}")), &[holding], Holds::Value(value, Some(other)))
        }
        Ability::Praises => {
            of(Task::Judge, Some(&format!("The thought to be judged: {right}")), &[holding], Holds::Good)
        }
        Ability::Flatters => {
            let (at, says, _) = wrong?;
            of(Task::Judge, Some(&format!("The thought to be judged: {says}")), &[at], Holds::Good)
        }
        Ability::Guesses => {
            let system = Prompt::Standard.system();
            let message = format!("Question: {}", asked.question);
            Some(Trial { id: asked.id.clone(), system, max_tokens: 64, message, holds: Holds::Value(value, None) })
        }
        Ability::GuessesChoice => None,
    }
}

/// Returns the sentence of `fact`.
fn sentence(written: &Written, fact: u32) -> String {
    written.text(Side::Thought(&Idea { facts: BTreeSet::from([fact]), belief: None }))
}

/// Returns whether `reply`, as the server sent it, counts.
fn holds(holds: &Holds, reply: &str) -> Result<Outcome> {
    // What is no reply of a model is no judgement.
    chat::content(reply)?;
    let mut said = Reply::default();
    said.event(reply)?;
    let text = said.text();
    let says = |value: f64| numbers(text).into_iter().any(|number| is_said(number, value));
    let mut score = None;
    let counts = match holds {
        Holds::Value(value, other) => says(*value) && other.is_none_or(|other| !says(other)),
        Holds::Word(word) => {
            let first = text.split(|letter: char| !letter.is_alphabetic()).find(|word| !word.is_empty());
            first.is_some_and(|first| first.eq_ignore_ascii_case(word))
        }
        Holds::Good => {
            score = self_critic(said.first()).or_else(|| sampled([text]));
            score.is_some_and(|score| score >= SELF_CRITIC_THRESHOLD)
        }
    };
    Ok((counts, score))
}

/// Returns the numbers of `text`, each with how many decimals it is written.
fn numbers(text: &str) -> Vec<(f64, usize)> {
    let parts = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.').map(|part| part.trim_matches('.'));
    let number = |part: &str| {
        let decimals = part.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        part.parse().ok().map(|value| (value, decimals))
    };
    parts.filter_map(number).collect()
}

/// Whether a number is `value`, rounded as it is written. A small one without decimals could be any count.
pub fn is_said((number, decimals): (f64, usize), value: f64) -> bool {
    let scale = 10_f64.powi(i32::try_from(decimals.min(9)).unwrap_or(9));
    let is_telling = decimals > 0 || value >= 10.0 || value.fract() == 0.0;
    is_telling && (number - (value * scale).round() / scale).abs() < 1e-9
}

fn wilson(ability: Ability, right: usize, prompts: usize) -> Counted {
    const Z: f64 = 1.96;
    let n = prompts.max(1) as f64;
    let share = right as f64 / n;
    let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    Counted { ability, prompts, share, from: (middle - half).max(0.0), to: (middle + half).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_said_as_it_is_rounded_and_a_bare_digit_says_nothing() {
        let says = |text: &str, value| numbers(text).into_iter().any(|said| is_said(said, value));
        assert!(says("It was 2.6 [R1].", 2.595) && says("2.60", 2.595) && says("141 mmHg.", 140.7));
        assert!(!says("It was 3 in 2020.", 2.595) && !says("2.5", 2.595) && !says("none", 2.595));
    }

    #[test]
    fn a_judgement_counts_by_its_probabilities_and_a_word_by_itself() {
        let reply = |text: &str, one: f64| {
            let top =
                serde_json::json!([{"token": "1", "logprob": one.ln()}, {"token": "0", "logprob": (1.0 - one).ln()}]);
            let first = serde_json::json!([{"token": text, "logprob": 0.0, "top_logprobs": top}]);
            serde_json::json!({"choices": [{"message": {"content": text}, "logprobs": {"content": first}}]}).to_string()
        };
        assert!(holds(&Holds::Good, &reply("0", 0.7)).unwrap().0 && !holds(&Holds::Good, &reply("1", 0.2)).unwrap().0);
        assert!(holds(&Holds::Word("yes".into()), &reply("Yes, it was.", 0.5)).unwrap().0);
        assert!(!holds(&Holds::Value(71.0, Some(80.0)), &reply("71 or 80", 0.5)).unwrap().0);
        assert!(holds(&Holds::Good, "{}").is_err());
    }

    #[test]
    fn right_and_false_thoughts_are_parted_in_the_middle_of_the_gap() {
        let critic = Critic::of(&[0.8, 0.82, 0.9], &[0.4, 0.6, 0.7]);
        assert!((critic.from - 0.76).abs() < 0.02 && critic.praises == 1.0 && critic.flatters == 0.0, "{critic:?}");
        assert_eq!(Critic::of(&[0.5], &[0.5]).praises - Critic::of(&[0.5], &[0.5]).flatters, 0.0);
    }

    #[test]
    fn the_interval_holds_the_share_and_crowding_is_what_each_other_page_takes() {
        let one = wilson(Ability::Alone, 20, 25);
        assert!(one.from < 0.8 && 0.8 < one.to && one.from > 0.5 && one.to < 1.0);
        let found = reader(&[one, wilson(Ability::Among, 10, 25)]);
        assert!((found.reads * (1.0 - found.crowding).powi(4) - 0.4).abs() < 1e-9);
    }
}
