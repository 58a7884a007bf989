//! The requests of a question that is asked by several: as much as fits is told by each, with the answer so far.

use super::told::Told;
use super::{LEAD, MAX_KEPT, MAX_WISHES, MAY_WISH, REFINE, Refining, Wishes};
use crate::clearance::Target;
use crate::error::{Code, Error, Result};
use crate::privacy::select::Series;
use crate::quote::format::Manner;
use crate::quote::parse;
use crate::reference::Alias;
use crate::workflow::asking::Portion;
use crate::workflow::thinking::said::Said;
use crate::workflow::thinking::tokens;
use crate::workflow::{Context, Workflow};

impl Refining {
    /// Returns the request that tells as much of the rest as fits, and how much that is.
    pub(super) fn fitting(
        &mut self,
        context: &Context<'_>,
        now_millis: u64,
    ) -> std::result::Result<(Workflow, usize), (Error, usize)> {
        let manner = Manner::answer(self.endpoint.prompt);
        let most = self.refinement.context_tokens.saturating_sub(u64::from(manner.max_tokens)).max(1);
        let mut count = self.rest.len();
        loop {
            let group: Vec<&Told> = self.kept.iter().chain(self.rest.iter().take(count)).collect();
            let mut workflow = self.put(context, &group, manner, now_millis).map_err(|error| (error, count))?;
            if !self.public.is_empty() {
                workflow.tell_beside(context, &self.public, now_millis).map_err(|error| (error, count))?;
            }
            let needed = tokens(&workflow.outgoing().body);
            if needed <= most {
                return Ok((workflow, count));
            }
            if count > 1 {
                let share = (count as u64).saturating_mul(most) / needed.max(1);
                count = usize::try_from(share).unwrap_or(1).clamp(1, count - 1);
            } else if !self.public.is_empty() {
                self.public.clear();
                count = self.rest.len();
            } else if !self.kept.is_empty() {
                // The quoted of longest ago goes first.
                self.kept.remove(0);
            } else if self.so_far.is_some() {
                self.so_far = None;
            } else {
                let error = Error::new(
                    Code::TooLarge,
                    "the passages of one entry alone do not fit the model's context: choose a model with a larger one",
                );
                return Err((
                    error.found(needed + u64::from(manner.max_tokens), self.refinement.context_tokens),
                    count,
                ));
            }
        }
    }

    fn put(&self, context: &Context<'_>, group: &[&Told], manner: Manner, now_millis: u64) -> Result<Workflow> {
        let series: Vec<Series> = group
            .iter()
            .filter_map(|told| match told {
                Told::Series(series) => Some(series.clone()),
                Told::Note(_) => None,
            })
            .collect();
        let notes: Vec<usize> = group
            .iter()
            .filter_map(|told| match told {
                Told::Note(note) => Some(*note),
                Told::Series(_) => None,
            })
            .collect();
        let thoughts: Vec<(&'static str, &Said)> = self.so_far.iter().map(|said| (LEAD, said)).collect();
        let mut behind = Vec::new();
        behind.extend(self.so_far.is_some().then_some(REFINE));
        let may_wish = self.refinement.wishes == Wishes::Heard && self.wished < MAX_WISHES;
        behind.extend(may_wish.then_some(MAY_WISH));
        let portion = Portion {
            question: &self.question,
            plan: self.plan.clone(),
            series: &series,
            is_outside: self.is_outside && !series.is_empty(),
            notes: &notes,
            thoughts: &thoughts,
            behind: &behind,
            manner,
            policy: self.policy.clone(),
            allowed: &self.allowed,
            withheld: &self.withheld,
            limit: self.stranger_limit,
            endpoint: &self.endpoint,
            seed: self.seed,
            now_millis,
        };
        let mut workflow = Workflow::put(context, portion, self.narrowed.clone(), self.nodes.clone())?;
        workflow.state.inside.clone_from(&self.inside);
        Ok(workflow)
    }

    /// Returns what of the request under way `parts` of its reply quote.
    pub(super) fn quoted(&self, workflow: &Workflow, parts: &[parse::Said]) -> Vec<Told> {
        let quoted = parts.iter().filter_map(|part| match part {
            parse::Said::Quote(quoted) => workflow.passages.attribute(quoted).ok(),
            parse::Said::Prose(_) => None,
        });
        let aliases: Vec<Alias> = quoted.flat_map(|found| found.of).map(|(alias, _)| alias).collect();
        let targets: Vec<&Target> = aliases.iter().filter_map(|alias| workflow.aliases.get(*alias)).collect();
        let is_quoted = |told: &&Told| {
            targets.iter().any(|target| match target {
                Target::Passage { passage } => **told == Told::Note(*passage),
                Target::Facts { facts } => facts.iter().any(|fact| told.has(*fact)),
            })
        };
        let quoted: Vec<Told> = self.now.iter().filter(is_quoted).cloned().collect();
        quoted.into_iter().rev().take(MAX_KEPT).rev().collect()
    }
}
