//! Public passages in a thought process: each of its requests is told of them but those that form a query, in the place that they have before any message.

use std::collections::BTreeSet;

use super::{Thinking, Workflow};
use crate::clearance::PublicText;
use crate::error::Result;
use crate::privacy::second_look::SecondLook;
use crate::workflow::alone::by_itself;
use crate::workflow::literature::{choose, words_of};
use crate::workflow::{Context, Literature};

impl Thinking {
    /// Returns the words of the question that leave whatever is told with it, with spaces between: what public passages may be looked for by.
    pub fn asked_words(&self, context: &Context<'_>) -> String {
        let (query, _) = by_itself(context, &self.question, &self.plan, &self.allowed, &self.withheld);
        words_of(&query.map, self.question.question().len())
    }

    /// Has the requests from now on tell of those of the public passages `found` that may leave, in place of those before; returns which these are. What stays is
    /// as in [`Workflow::tell_beside`], and so is what they must have been found by ([`asked_words`](Self::asked_words)). They are no documents of the
    /// process: each request has them again, and they count in its tokens. A saved process has none.
    ///
    /// # Errors
    /// `invalid-argument` when the records have changed since the beginning.
    pub fn tell_beside(&mut self, context: &Context<'_>, found: &[PublicText]) -> Result<Literature> {
        self.check(context)?;
        let look = SecondLook { detector: context.detector, lexicon: context.lexicon };
        let (told, left_out) = choose(found, context.known, &look);
        let literature = Literature::of(&told, left_out);
        self.sought_by = self.asked_words(context).split(' ').map(str::to_owned).collect();
        self.public = told;
        Ok(literature)
    }

    /// Returns whether the request of `workflow` says all the words that the public passages were looked for by: else they would say more than it.
    pub(super) fn may_tell_beside(&self, workflow: &Workflow) -> bool {
        let words = workflow.state().asked_words();
        let leave: BTreeSet<&str> = words.split(' ').collect();
        workflow.is_cleared()
            && !self.public.is_empty()
            && self.sought_by.iter().all(|word| leave.contains(word.as_str()))
    }
}
