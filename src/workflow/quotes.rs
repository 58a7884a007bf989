//! The answer without any model.

use std::collections::BTreeSet;
use std::ops::Range;

use jiff::civil::Date;

use super::answer::unread;
use super::boxes::{self, Shown};
use super::cautions::cautions;
use super::{Answer, Context, MAX_NOTES, NEAR, Told, advice, others, prose};
use crate::clearance::{Block, FactRef, box_fact, box_passage};
use crate::document::{Fact, FactKind, Passage, PatientIndex, Reading};
use crate::index::analyze;
use crate::privacy::select::{Selection, Series, candidates, concluded, day_of, fact_of};
use crate::question::{Plan, exact, tongue};
use crate::retrieve::Hits;
use crate::retrieve::narrow::{By, Narrowing, State};

/// Boxes that an answer without a model holds, folded ones included.
const MAX_BOXES: usize = 120;

/// Entries of an exact answer that are so few that each must stand open.
const FEW_FACTS: usize = 2;

/// Entries of an exact answer that stand open where they are not shown otherwise.
const OPEN_FACTS: usize = 12;

/// Said where nothing is shown, or only what is near in meaning and folded away.
const NOTHING: &str = "Nothing in the records answers this. That does not mean that there is nothing: try other words.";

/// Said where the question is in another language, and nothing is shown.
const NOT_ENGLISH: &str = "Questions are read in English, and this one seems to be in another language: nothing in the records answers it as it stands. Ask it in English.";

/// Said where the question is in another language, and something is shown that has words of it.
const NOT_ENGLISH_BUT: &str = "Questions are read in English, and this one seems to be in another language: below is only what has words of it. Ask it in English.";

/// Said where it is asked if anything ails a part of the body that no diagnosis names.
const UNDIAGNOSED: &str = "No diagnosis in the records names this part of the body. Below is what was measured of it and what notes say of it; the diagnoses that there are stand folded behind. Whether anything is wrong is for a doctor to say.";

/// Said where the coded entries answer, and a note says something of it, too.
const NOTE_SAYS_MORE: &str = "This is from the coded entries alone. A note speaks of it, too: read it below.";

/// Said where the coded entries answer, and the sentence of a note that speaks of it has a "no" or "not" in it.
const NOTE_SAYS_NOT: &str = "This is from the coded entries alone. A note below speaks of it with a “no” or “not”, or of stopping it: read both before you rely on it.";

/// Said where an entry denies what is asked for, and a text that is shown speaks of it.
const DENIED_BUT: &str =
    "An entry says that there is none, and a note below speaks of it: read both before you rely on either.";

/// Said where somebody asks for what is still to come, and entries of it are shown.
const AHEAD: &str = "What is shown first is still to come, as the file has it: it may have been moved since.";

/// Said where somebody asks for what is still to come, and what is shown of it is not fixed.
const NOT_FIXED: &str = "What is shown first has a day that is still to come, but is not fixed, as the file has it: it is proposed, planned or pending, or was declined.";

/// Said where somebody asks for something that is still to come, and what is to come does not name it.
const OTHER_AHEAD: &str =
    "No entry that names what you asked about has a day that is still to come. What else has one is shown last.";

/// Said where somebody asks for what is still to come, and no entry is.
const NOT_AHEAD: &str = "No entry that was read has a day that is still to come. What is shown is of an earlier day, or a note that may say what was planned.";

/// Said where somebody asks for what is still to come, and nothing is shown.
const NOT_AHEAD_ALONE: &str = "No entry that was read has a day that is still to come. That does not mean that nothing is planned: only what is in these files was searched.";

/// Said where what answers are orders, appointments and the like.
const OF_OTHERS: &str = "No entry of what was found or done has all that you asked for. Below are orders, appointments or other entries that have: their status says what became of them.";

/// Said where an allergy is named by an entry that is none by its kind.
const ALLERGY_ELSEWHERE: &str = "An entry that is not in the list of allergies names one: it is shown first. The list of allergies may not have it.";

/// Said where all that is shown is over.
const PAST: &str = "None of these entries is marked as active.";

/// Said where all that is shown of entries says of itself that it is not so.
const VOID: &str = "Every entry of this says of itself that it is not so: refuted, not done, cancelled or the like. A note may say otherwise.";

/// Said where somebody asks what to do.
const ADVICE: &str = "What to do now no record can say, and what was written earlier may no longer hold. Ask whoever treats you, or a pharmacist; in an emergency call your emergency number.";

/// Said where somebody speaks of ending their life or of harming themselves, whatever is shown.
const HARM: &str = "If you are thinking of ending your life or of harming yourself, please do not stay alone with it: call your emergency number or a crisis line now, or tell somebody who is near. You matter, and there is help; this program only reads records.";

/// Said where somebody asks what to do, and nothing is shown.
const ADVICE_ALONE: &str = "Nothing in the records answers this, and what to do now no record can say. Ask whoever treats you, or a pharmacist; in an emergency call your emergency number.";

/// Said where no entry is called as the question has it, and some are kinds of it by the vocabulary.
const OF_KINDS: &str = "No entry is called as you asked. Below are entries of what the vocabulary has as kinds of it.";

/// Said where somebody asks whether to take or eat something, and allergies are shown.
const ADVICE_OF_TAKING: &str = "What to do now no record can say. The allergies and intolerances that the record has are among what is shown; it may not have all. Ask whoever treats you, or a pharmacist; in an emergency call your emergency number.";

/// Said where somebody asks whether to take or eat something, and a note that is shown says "no" or "not" of an allergy to it.
const ADVICE_OF_TAKING_BUT: &str = "What to do now no record can say. A note below speaks of an allergy to it with a “no” or “not”, and the record may say otherwise elsewhere: read all of it before you rely on any, and ask whoever treats you, or a pharmacist; in an emergency call your emergency number.";

/// Returns the answer without any model: the facts that the question asks for, then the passages of prose that say
/// something of it; where there are neither, the best passages. `hits` are the best passages of all, `written` the
/// best of prose. Nothing leaves.
/// Where the question is about coded facts, the exact answer stands with it, counted from `today` where it counts from now.
pub fn quotes(context: &Context<'_>, question: &str, hits: &Hits, written: &Hits, today: Option<Date>) -> Answer {
    let Narrowing { plan, filter, narrowed } = context.narrowing(question, hits, today);
    // What was found by a slip that was put right bears on what it was read as.
    let (read, slips) = hits.read(question);
    let plan = if slips.is_empty() { plan } else { context.narrowing(&read, hits, today).plan };
    // What a time without it says is asked anew, and is no coded question of that time any more.
    let is_whole = hits.narrowed.iter().all(|narrowed| narrowed.state != State::TakenAway);
    // What is counted and listed from codes is what has been.
    let counts_from = today.filter(|_| others::asks_ahead(&plan));
    let exact = || exact::answer_knowing(context.records, question, context.subject, today, context.vocabulary);
    let exact = if is_whole && counts_from.is_none() { exact() } else { None };
    let subjects = context.among(&plan, hits);
    // No entry has an author.
    let ahead = counts_from
        .filter(|_| filter.authors.is_empty())
        .map(|today| others::ahead(context.records, &plan, (subjects.as_ref(), &filter), today));
    let selection = Some(candidates(context.records, &plan, subjects.as_ref()));
    // Coded entries are nobody's writing.
    let selection = selection.filter(|selection| selection.share >= NEAR && filter.authors.is_empty());
    let mut selection = selection.unwrap_or_default();
    let mut facts = boxes::arrange(context.records, &plan, &selection, today);
    // Whether anything ails somebody is not told by what was measured alone.
    facts.is_exact &= !selection.is_undiagnosed;
    // Notes do not call the person by the word that was taken for them: "my daughter".
    let person = || exact::word_for_person(context.records, question, context.subject, today);
    let person = exact.as_ref().and_then(|_| person()).and_then(|word| analyze::term(&word));
    let of_notes = person.map_or_else(|| plan.clone(), |person| plan.without_topic(&person));
    let prose = prose::choose(context, &of_notes, &filter, written, subjects.as_ref());
    // What a report concludes answers where neither a name nor a note does.
    if !selection.is_met && !prose.is_met && filter.authors.is_empty() {
        let by_conclusion = concluded(context.records, &plan, subjects.as_ref());
        if by_conclusion.is_met {
            facts = boxes::arrange(context.records, &plan, &by_conclusion, today);
            selection = by_conclusion;
        }
    }
    let unmeasured = is_unmeasured(&plan, &selection);
    // What says all that was asked for comes first; of a measurement that was never made only prose can tell.
    let elsewhere = (!selection.is_met && !selection.is_whole_kind) || unmeasured;
    let prose_first =
        plan.asks_for_prose() || (prose.is_met && (elsewhere || (selection.is_outside && prose.says_undone)));
    let fact = |(fact, shown): (FactRef, Shown)| (Part::Fact(fact), shown);
    let main: Vec<(Part, Shown)> = facts.main.into_iter().map(fact).collect();
    let beside = if facts.is_exact && !plan.asks_for_prose() { Shown::Folded } else { Shown::Open };
    // What has only some of the words is worth a look where nothing has them all.
    let shows_prose = prose.is_met || !selection.is_met || unmeasured;
    let written: Vec<(Part, Shown)> = if shows_prose {
        prose.open.iter().map(|passage| (Part::Passage(*passage), beside)).collect()
    } else {
        Vec::new()
    };
    let (mut parts, mut after) = if prose_first { (written, main) } else { (main, written) };
    // Other readings are nearer than prose that only bears on them.
    if beside == Shown::Open {
        parts.append(&mut after);
    }
    let of_others = if parts.is_empty() {
        others::with_all(context.records, &plan, (subjects.as_ref(), &filter))
    } else {
        Vec::new()
    };
    let by_others = !of_others.is_empty();
    parts.extend(of_others.into_iter().map(|fact| (Part::Fact(fact), Shown::Open)));
    let of_kinds = if parts.is_empty() && filter.authors.is_empty() {
        others::of_kinds(context, &plan, &read, (subjects.as_ref(), &filter))
    } else {
        Vec::new()
    };
    let by_kinds = !of_kinds.is_empty();
    parts.extend(of_kinds.into_iter().map(|fact| (Part::Fact(fact), Shown::Open)));
    let is_of_ahead = ahead.as_ref().is_some_and(|ahead| ahead.is_met);
    let mut still_to_come: Vec<(Part, Shown)> =
        ahead.iter().flat_map(|ahead| &ahead.facts).map(|fact| (Part::Fact(*fact), Shown::Open)).collect();
    // What was before stands behind what is still to come, and before what is not what was asked for.
    if is_of_ahead {
        parts.iter_mut().for_each(|(_, shown)| *shown = Shown::Folded);
        parts.splice(0..0, still_to_come.drain(..));
    }
    let is_found = !parts.is_empty();
    // Of one person's records words alone that name nothing in them find nothing that is near; and what is only near in
    // meaning is no answer: it is there for who wants to look.
    let single = subjects.as_ref().is_some_and(|subjects| subjects.len() == 1);
    if !is_found && (plan.topics.is_empty() || hits.considered.dense > 0 || !single) {
        let shown = if plan.topics.is_empty() { Shown::Open } else { Shown::Folded };
        let best = hits.hits.iter().map(|hit| Part::Passage(hit.passage.0 as usize)).take(MAX_NOTES);
        parts.extend(best.map(|part| (part, shown)));
    }
    let answered = exact.as_ref().is_some_and(|exact| !exact.is_absent);
    if let Some(exact) = &exact {
        // What was computed from is seen, and where it is much, is there.
        let few = exact.facts.len() <= FEW_FACTS;
        let stands = |(part, shown): &(Part, Shown)| match part {
            Part::Fact(fact) if !few || *shown == Shown::Open => Some(*fact),
            _ => None,
        };
        let mut there: BTreeSet<FactRef> = parts.iter().filter_map(stands).collect();
        if !few {
            there.extend(&facts.rest);
        }
        // "How many were above 7?", "what surgery have I had?": only those that are counted or listed stand in front.
        let counted: BTreeSet<FactRef> = exact.facts.iter().copied().collect();
        let is_stray = |(part, shown): &(Part, Shown)| matches!(part, Part::Fact(fact) if *shown == Shown::Open && !counted.contains(fact));
        let is_of_some = matches!(exact.form, exact::Form::Count | exact::Form::List) && !exact.is_absent;
        if is_of_some && parts.iter().any(is_stray) {
            there.clear();
            parts.iter_mut().filter(|part| is_stray(part)).for_each(|(_, shown)| *shown = Shown::Folded);
        }
        let missing: Vec<FactRef> = exact.facts.iter().filter(|fact| !there.contains(*fact)).copied().collect();
        let shown = |number: usize| if number < OPEN_FACTS { Shown::Open } else { Shown::Folded };
        let lead = missing.into_iter().enumerate().map(|(number, fact)| (Part::Fact(fact), shown(number)));
        parts.splice(0..0, lead.collect::<Vec<_>>());
        put_right_first(context, &mut parts);
    }
    let allergies = advice::allergies(context.records, &plan, subjects.as_ref());
    let is_warned = !allergies.is_empty();
    let about = advice::of_allergies(context.records, &plan, subjects.as_ref(), &allergies);
    let spoken = about.as_ref().zip(subjects.as_ref());
    let spoken = spoken.map(|(about, subjects)| prose::of_allergies(context, about, subjects)).unwrap_or_default();
    // What notes say of an allergy to it stands open beside the allergies, and nowhere else.
    for others in [&mut parts, &mut after] {
        others.retain(|(part, _)| !matches!(part, Part::Passage(at) if spoken.open.contains(at)));
    }
    // What was asked for stands first, and never takes all the room.
    let front = if is_found || answered { parts.len().min(MAX_BOXES / 2) } else { 0 };
    let of_allergies = allergies.into_iter().map(Part::Fact).chain(spoken.open.iter().copied().map(Part::Passage));
    parts.splice(front..front, of_allergies.map(|part| (part, Shown::Open)));
    let elsewhere = advice::allergies_elsewhere(context.records, &plan, subjects.as_ref());
    let is_elsewhere = !elsewhere.is_empty();
    parts.retain(|(part, _)| !matches!(part, Part::Fact(fact) if elsewhere.contains(fact)));
    parts.splice(0..0, elsewhere.into_iter().map(|fact| (Part::Fact(fact), Shown::Open)));
    parts.extend(facts.rest.into_iter().map(|fact| (Part::Fact(fact), Shown::Folded)));
    parts.append(&mut after);
    let diagnoses = Selection { series: selection.diagnoses.clone(), is_whole_kind: true, ..Selection::default() };
    let diagnoses = boxes::arrange(context.records, &plan, &diagnoses, today);
    let diagnoses = diagnoses.main.into_iter().map(|(fact, _)| fact).chain(diagnoses.rest);
    parts.extend(diagnoses.map(|fact| (Part::Fact(fact), Shown::Folded)));
    let shown: BTreeSet<usize> = prose.open.iter().chain(&spoken.open).copied().collect();
    let behind = spoken.folded.iter().filter(|passage| !shown.contains(passage) && !prose.folded.contains(passage));
    let behind: Vec<usize> = behind.copied().collect();
    if shows_prose {
        let folded = prose.folded.into_iter().filter(|passage| !spoken.open.contains(passage));
        parts.extend(folded.map(|passage| (Part::Passage(passage), Shown::Folded)));
    }
    parts.extend(behind.into_iter().map(|passage| (Part::Passage(passage), Shown::Folded)));
    parts.append(&mut still_to_come);
    let Boxed { mut blocks, of, folded } = boxed(context, &plan, parts);
    if let Some(about) = &about {
        mark(about, &mut blocks);
    }
    let is_foreign = tongue::is_foreign(question, plan.mentions.iter().map(|mention| mention.span));
    let notice = if is_foreign {
        Some(if blocks.is_empty() { NOT_ENGLISH } else { NOT_ENGLISH_BUT })
    } else if answered {
        // A list is not the whole record, and a note may say the opposite.
        let measured = exact.as_ref().is_some_and(|exact| {
            exact.facts.iter().all(|fact| fact_of(context.records, *fact).is_some_and(is_reading))
        });
        // A note need not have the words of the question to say otherwise than a value in words.
        let is_worded = exact.as_ref().is_some_and(|exact| {
            let mut told = exact.facts.iter().filter_map(|fact| fact_of(context.records, *fact));
            !exact.facts.is_empty() && told.all(|fact| fact.kind == FactKind::Observation && !is_reading(fact))
        });
        let is_open = |at: usize| !folded.iter().any(|run| run.contains(&at));
        let mut open = blocks.iter().enumerate().filter(|(at, _)| is_open(*at));
        let is_told = open.any(|(_, block)| matches!(block, Block::Verbatim { telling: Some(_), .. }));
        let is_met = prose.is_met && !measured || is_worded && is_told;
        match (is_met && shows_prose, prose.says_not) {
            (true, true) => Some(NOTE_SAYS_NOT),
            (true, false) => Some(NOTE_SAYS_MORE),
            (false, _) => None,
        }
    } else if is_elsewhere {
        Some(ALLERGY_ELSEWHERE)
    } else if blocks.is_empty() || (!is_found && !plan.topics.is_empty()) {
        Some(NOTHING)
    } else if blocks.len() >= MAX_BOXES {
        Some("Only some of the entries are shown; ask more closely to see the others.")
    } else if by_others {
        Some(OF_OTHERS)
    } else if by_kinds {
        Some(OF_KINDS)
    } else {
        let denies = |fact: &FactRef| fact_of(context.records, *fact).is_some_and(exact::denies_kind);
        let is_told = shows_prose && blocks.iter().any(|block| matches!(block, Block::Verbatim { .. }));
        match notice(&plan, &selection, prose.is_met, facts.is_past, is_found) {
            None | Some(PAST) if facts.is_void && selection.is_met && exact.is_none() => Some(VOID),
            None if is_told && of.iter().flatten().any(denies) => Some(DENIED_BUT),
            notice => notice,
        }
    };
    let is_later = |fact: &FactRef| {
        let day = fact_of(context.records, *fact).and_then(|fact| Some(fact.begun.as_ref()?.day));
        day.is_some_and(|day| counts_from.is_some_and(|today| day > today))
    };
    let notice = match ahead {
        Some(_) if is_foreign => notice,
        Some(ahead) if ahead.is_met => Some(if ahead.is_fixed { AHEAD } else { NOT_FIXED }),
        Some(ahead) if !ahead.facts.is_empty() => Some(OTHER_AHEAD),
        // What is shown says otherwise.
        Some(_) if of.iter().flatten().any(is_later) => notice,
        Some(_) => Some(if blocks.is_empty() { NOT_AHEAD_ALONE } else { NOT_AHEAD }),
        None => notice,
    };
    let notice = match notice {
        _ if advice::is_of_harm(&plan) => Some(HARM),
        Some(NOT_ENGLISH | NOT_ENGLISH_BUT | NOTE_SAYS_NOT | PAST) => notice,
        _ if !advice::is_sought(&plan) => notice,
        _ if blocks.is_empty() => Some(ADVICE_ALONE),
        _ if spoken.says_not => Some(ADVICE_OF_TAKING_BUT),
        _ if is_warned => Some(ADVICE_OF_TAKING),
        _ => Some(ADVICE),
    };
    // To somebody in need nothing is told before that line.
    let is_of_harm = notice == Some(HARM);
    let exact = exact.filter(|_| !is_of_harm).map(|mut exact| {
        // Who reads no further than the first word is told that it is the word of a list.
        if notice == Some(NOTE_SAYS_NOT) {
            if let Some((before, what)) = exact.sentence.split_once("Yes: the record has ") {
                let told = format!("The coded entries say yes: the record has {what}");
                exact.sentence = format!("{before}{told}");
            } else if let Some(what) =
                exact.sentence.strip_prefix("No: the ").filter(|what| what.contains("” is active, of "))
            {
                exact.sentence = format!("The coded entries say no: the {what}");
            }
        }
        let own: BTreeSet<FactRef> = exact.facts.iter().copied().collect();
        let boxes = (0..).zip(&of).filter(|(_, fact)| fact.is_some_and(|fact| own.contains(&fact)));
        Told { exact, boxes: boxes.map(|(number, _)| number).collect() }
    });
    // A time that an exact answer counts by stands in its rules.
    // Readings are shown of other times where there are none of that one, and what lasts is of any.
    let is_other =
        |day: Date| filter.from.is_some_and(|from| day < from) || filter.until.is_some_and(|until| day > until);
    let is_beside = of.iter().flatten().any(|fact| day_of(context.records, *fact).is_some_and(is_other));
    let narrowed = narrowed
        .into_iter()
        .filter(|narrowed| !is_of_harm && (exact.is_none() || narrowed.by != By::Time))
        .map(|narrowed| if is_beside { narrowed.beside_other_times() } else { narrowed })
        .collect();
    // An exact answer says among its rules how it was read.
    let slips = if answered { Vec::new() } else { slips };
    let slips = slips.iter().map(|(typed, read)| format!("“{typed}” is read as “{read}”."));
    let unsure = || exact::unsure_relative(context.records, question, context.subject, today);
    let relative = if exact.is_none() && !plan.asks_for_prose() { unsure() } else { None };
    let relative = relative.map(|word| {
        format!("“{word}” may mean a relative of whom this record speaks, so that nothing is told for sure of the person whose record it is. For that person, ask with the name.")
    });
    let read_as =
        about_others(context, &plan).into_iter().chain(of_several(context, &plan)).chain(relative).chain(slips);
    let read_as = read_as.chain(unread(context.records)).filter(|_| !is_of_harm).collect();
    Answer { cautions: cautions(&blocks), blocks, folded, notice, read_as, narrowed, exact, ..Answer::default() }
}

/// Says whom the answer is about where the question names somebody else than who was chosen.
fn about_others(context: &Context<'_>, plan: &Plan) -> Option<String> {
    let name =
        |patient: PatientIndex| context.records.patients.get(patient.0 as usize).map(|patient| patient.name.as_str());
    let named: BTreeSet<PatientIndex> = plan.mentions.iter().map(|mention| mention.patient).collect();
    let chosen = context.subject.filter(|chosen| !named.is_empty() && !named.contains(chosen)).and_then(name)?;
    let names: Vec<&str> = named.into_iter().filter_map(name).collect();
    Some(format!("This is about {}, as the question says, and not about {chosen}.", names.join(", ")))
}

/// Says that a name of the question is that of several, of whom none is chosen: the answer may be about any.
fn of_several(context: &Context<'_>, plan: &Plan) -> Option<String> {
    let of = |span| plan.mentions.iter().filter(move |mention| mention.span == span).map(|mention| mention.patient);
    let is_chosen = |span| context.subject.is_some_and(|chosen| of(span).any(|patient| patient == chosen));
    let span =
        plan.mentions.iter().map(|mention| mention.span).find(|span| of(*span).count() > 1 && !is_chosen(*span))?;
    let patients = &context.records.patients;
    let names = of(span).filter_map(|patient| patients.get(patient.0 as usize));
    let names: Vec<String> =
        names.map(|patient| patient.told_apart(patients).unwrap_or_else(|| patient.name.clone())).collect();
    Some(format!("Several people may be meant: {}. For one of them, ask with the whole name.", names.join(", ")))
}

/// Whether `fact` is something measured.
pub(super) fn is_reading(fact: &Fact) -> bool {
    matches!(fact.reading, Some(Reading::Quantity { .. })) || !fact.components.is_empty()
}

/// What a box is made of.
enum Part {
    Fact(FactRef),
    Passage(usize),
}

/// Puts what was put right later before what it was put right from, of what stands open.
fn put_right_first(context: &Context<'_>, parts: &mut [(Part, Shown)]) {
    let told = |part: Option<&(Part, Shown)>| match part {
        Some((Part::Fact(fact), Shown::Open)) => Some(*fact),
        _ => None,
    };
    let count = parts.len().min(MAX_BOXES);
    for at in 0..count {
        for behind in at + 1..count {
            let pair = told(parts.get(at)).zip(told(parts.get(behind)));
            if pair.is_some_and(|(first, second)| boxes::puts_right(context.records, second, first)) {
                parts.swap(at, behind);
            }
        }
    }
}

/// The boxes of an answer.
#[derive(Default)]
struct Boxed {
    blocks: Vec<Block>,
    /// The fact that each block shows; `None` for prose.
    of: Vec<Option<FactRef>>,
    /// The runs of blocks that are folded.
    folded: Vec<Range<usize>>,
}

/// Returns the boxes of `parts`, none twice; of more than [`MAX_BOXES`] the first.
fn boxed(context: &Context<'_>, plan: &Plan, parts: Vec<(Part, Shown)>) -> Boxed {
    let passages = context.index.as_slice();
    let of_fact = |fact: FactRef| Some((box_fact(fact, context.records, passages)?, Some(fact)));
    let Boxed { mut blocks, mut of, mut folded } = Boxed::default();
    let mut made: BTreeSet<FactRef> = BTreeSet::new();
    for (part, shown) in parts {
        let start = blocks.len();
        if start >= MAX_BOXES {
            break;
        }
        let found: Vec<(Block, Option<FactRef>)> = match part {
            Part::Fact(fact) if !made.insert(fact) => continue,
            Part::Fact(fact) => of_fact(fact).into_iter().collect(),
            Part::Passage(at) => match passages.get(at) {
                Some(prose) if prose.facts.is_empty() => {
                    box_passage(prose, context.records, passages).into_iter().map(|block| (block, None)).collect()
                }
                Some(Passage { document, facts, .. }) => {
                    let facts = facts.clone().map(|fact| FactRef { document: *document, fact });
                    facts.filter(|fact| made.insert(*fact)).filter_map(of_fact).collect()
                }
                None => Vec::new(),
            },
        };
        for (block, fact) in found.into_iter().take(MAX_BOXES - start) {
            blocks.push(block);
            of.push(fact);
        }
        if shown == Shown::Folded && blocks.len() > start {
            match folded.last_mut().filter(|run| run.end == start) {
                Some(run) => run.end = blocks.len(),
                None => folded.push(start..blocks.len()),
            }
        }
    }
    mark(plan, &mut blocks);
    Boxed { blocks, of, folded }
}

/// Marks in each quotation of prose the sentence that tells what `plan` asks.
pub(super) fn mark(plan: &Plan, blocks: &mut [Block]) {
    for block in blocks {
        if let Block::Verbatim { text, telling: telling @ None, .. } = block {
            *telling = prose::telling(plan, text).map(str::to_owned);
        }
    }
}

/// Whether something measured or tested is asked for, and what was found is neither.
fn is_unmeasured(plan: &Plan, selection: &Selection) -> bool {
    let measures = |series: &Series| {
        use FactKind::{DiagnosticReport, ImagingStudy, Immunization, Observation, Procedure};
        matches!(series.kind, Observation | DiagnosticReport | ImagingStudy | Immunization | Procedure)
    };
    plan.measured && plan.kinds.is_empty() && !plan.topics.is_empty() && !selection.series.iter().any(measures)
}

/// Returns what must be said where the boxes are not what was asked for.
fn notice(plan: &Plan, selection: &Selection, is_written: bool, is_past: bool, is_found: bool) -> Option<&'static str> {
    let about = !plan.topics.is_empty() || !plan.kinds.is_empty();
    if selection.is_undiagnosed {
        Some(UNDIAGNOSED)
    } else if is_unmeasured(plan, selection) {
        Some("No measurement of this is in the records. Below is what mentions it, or comes nearest.")
    } else if is_found && about && !selection.is_met && is_written && !plan.asks_for_prose() {
        Some(
            "No entry of the structured data has all that you asked for. Below are notes that mention it, and what comes nearest.",
        )
    } else if about && (!is_found || (!selection.is_met && !selection.is_whole_kind && !is_written)) {
        Some("Nothing in the records has all that you asked for. Below is what comes nearest.")
    } else if selection.is_outside {
        Some("No entry of this has a date in the time that you asked about. Below are entries of other times.")
    } else if selection.is_unanchored {
        Some("The records have no dated entry of the event that you count from. Below are entries of any time.")
    } else if selection.is_whole_kind {
        Some("No entry of this kind names what you asked about. Below is the whole list.")
    } else if is_past {
        Some(PAST)
    } else {
        None
    }
}
