//! What a model might say of a case, true and false, and what the answer shows of it.

use super::courses::Drawn;
use super::said::may_be_called;
use super::{Chance, Count};
use crate::error::Result;
use crate::quote::ground::Verdict;
use crate::room::Room;
use crate::workflow::Workflow;

/// A sentence that a model might write.
#[derive(Debug)]
pub(super) struct Claim {
    pub text: String,
    /// Whether it is so; `None` where people would not agree.
    pub is_so: Option<bool>,
}

impl Claim {
    /// Adds what the answer to the request of `workflow` shows of this claim.
    pub fn judge(&self, workflow: &Workflow, room: &Room, count: &mut Count) -> Result<()> {
        let reply = format!("{}\n<quote><title>R1</title></quote>", self.text);
        let answer = workflow.resolve(&room.context(), &reply)?;
        let lines = answer.checked.iter().flat_map(|checked| &checked.lines);
        let verdicts = || lines.clone().flat_map(|line| &line.stretches).filter_map(|stretch| stretch.verdict);
        count.claims += 1;
        let fault = |what: &str| format!("{what}: {} ({})", self.text, workflow.state().synthesised.text());
        if answer.statements.is_some_and(|statements| statements.verified > 0) {
            count.verified += 1;
            if self.is_so == Some(false) {
                count.verified_false += 1;
                count.faults.push(fault("verified and not so"));
            }
        }
        if verdicts().any(|verdict| verdict == Verdict::Contradicted) {
            count.contradicted += 1;
            if self.is_so == Some(true) {
                count.contradicted_true += 1;
                count.faults.push(fault("contradicted and so"));
            }
        } else if verdicts().any(|verdict| verdict == Verdict::Supported)
            && verdicts().all(|verdict| verdict == Verdict::Supported)
        {
            count.supported += 1;
            if self.is_so == Some(false) {
                count.supported_false += 1;
                count.faults.push(fault("supported and not so"));
            }
        }
        Ok(())
    }
}

/// Returns claims of the direction of what was `drawn`.
pub(super) fn of_course(drawn: &Drawn, chance: &mut Chance) -> Vec<Claim> {
    let at = chance.below(drawn.courses.len());
    let Some(course) = drawn.courses.get(at) else { return Vec::new() };
    let name = if course.part.name.is_empty() { drawn.measure.asked } else { course.part.name };
    let name = name.to_lowercase();
    let (first, last) = course.first_and_last();
    let words = [("rising", "rising"), ("falling", "falling"), ("stable", "steady")];
    words
        .into_iter()
        .map(|(said, word)| {
            let is_strictly = may_be_called(word, course);
            // A small rise may be called a rise; a fall may not.
            let is_not = match word {
                "rising" => last <= first,
                "falling" => last >= first,
                _ => (last - first).abs() >= course.part.change,
            };
            let is_so = if is_strictly { Some(true) } else { is_not.then_some(false) };
            Claim { text: format!("Your {name} is {said}."), is_so }
        })
        .collect()
}

/// Returns claims of which side of a threshold the newest reading of what was `drawn` is on.
pub(super) fn of_bounds(drawn: &Drawn, chance: &mut Chance) -> Vec<Claim> {
    let at = chance.below(drawn.courses.len());
    let Some(course) = drawn.courses.get(at) else { return Vec::new() };
    let name = if course.part.name.is_empty() { drawn.measure.asked } else { course.part.name };
    let name = name.to_lowercase();
    let (_, last) = course.first_and_last();
    let bound = match course.part.thresholds {
        [] => last + chance.between(-2, 2) * course.part.step,
        thresholds => *chance.one(thresholds),
    };
    let shown = course.written(bound.max(1));
    let (above, below) = (last > bound, last < bound);
    [("above", above), ("below", below)]
        .into_iter()
        .map(|(side, is_so)| Claim { text: format!("Your last {name} was {side} {shown}."), is_so: Some(is_so) })
        .collect()
}

/// Returns the claims that somebody has `finding`, and has not; `has` is what is so, where it is known.
pub(super) fn of_finding(finding: &str, has: Option<bool>) -> Vec<Claim> {
    vec![
        Claim { text: format!("The patient has {finding}."), is_so: has },
        Claim { text: format!("The patient has no {finding}."), is_so: has.map(|has| !has) },
    ]
}
