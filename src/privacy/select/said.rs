//! What entries say of something that their names do not: what a relative had, and what a report concludes.

use std::collections::BTreeMap;

use super::{Bag, Key, admits, fact_of};
use crate::clearance::FactRef;
use crate::document::{Fact, FactKind, Records};
use crate::question::{Plan, concepts, lay_words};

/// Returns the words of what has `key`: of a relative who is asked about, what the family history says of them, too; and of the
/// whole family, where that is all that is asked for.
pub(super) fn bag_of(records: &Records, plan: &Plan, key: &Key, facts: &[FactRef]) -> Bag {
    if key.kind != FactKind::FamilyMemberHistory {
        return Bag::new(&key.words);
    }
    let relative = concepts::relative_of(&key.words).map_or_else(|| key.words.clone(), str::to_owned);
    let own = Bag::new(&relative);
    // "A family history of" it, "it runs in the family": each of them is that.
    let said = facts.iter().filter_map(|fact| fact_of(records, *fact)).map(|fact| texts(fact, "Condition code"));
    let with_all =
        Bag::new(&said.fold(format!("{relative} family history run"), |words, had| format!("{words} {had}")));
    let is_asked = plan.topics.iter().any(|topic| own.answers(topic));
    let is_of_family = plan.kinds.contains(&FactKind::FamilyMemberHistory) && with_all.answers_all(&plan.topics);
    if is_asked || is_of_family { with_all } else { own }
}

/// Where no name has all that `plan` asks for, leaves of the reports of one kind those whose conclusion has it, in `catalogue`, and
/// what they say in `bags`, which are in its order.
pub(super) fn keep_concluding(
    records: &Records,
    plan: &Plan,
    catalogue: &mut BTreeMap<Key, Vec<FactRef>>,
    bags: &mut [Bag],
) {
    let is_named =
        |(key, bag): (&Key, &Bag)| plan.topics.is_empty() || admits(plan, key.kind) && bag.answers_all(&plan.topics);
    if catalogue.keys().zip(bags.iter()).any(is_named) {
        return;
    }
    for ((key, facts), bag) in
        catalogue.iter_mut().zip(bags).filter(|((key, _), _)| key.kind == FactKind::DiagnosticReport)
    {
        let concluded = |fact: &FactRef| {
            let said = texts(fact_of(records, *fact)?, "Conclusion");
            let said = Bag::new(&format!("{} {said} {}", key.words, called(&said)));
            said.answers_all(&plan.topics).then_some((*fact, said))
        };
        let (with_all, said): (Vec<FactRef>, Vec<Bag>) = facts.iter().filter_map(concluded).unzip();
        if let Some(said) = said.into_iter().next() {
            (*facts, *bag) = (with_all, said);
        }
    }
}

/// What `fact` has in the fields whose labels begin with `label`.
fn texts(fact: &Fact, label: &str) -> String {
    let fields = fact.fields.iter().filter(|field| field.label.starts_with(label));
    fields.map(|field| field.value.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// What people call the things that `text` names in clinical words: "cancer" for a carcinoma.
fn called(text: &str) -> String {
    let said = Bag::new(text);
    let has = |meant: &str| Bag::new(meant).0.iter().all(|term| said.0.contains(term));
    lay_words::called(has).collect::<Vec<_>>().join(" ")
}
