//! Which medicines were taken, or stopped, in a time that is over.

use super::ask::{Ask, Standing, Want};
use super::entries::{count, form, listed};
use super::resolve::Entries;
use super::whether::whether;
use super::words::range;
use super::{Exact, Frame, doses, rule};

/// Answers what was taken in a time that is over, as far as the record says when it was.
pub(super) fn taken_then(ask: &Ask, found: &Entries<'_, '_>, frame: &Frame) -> Option<Exact> {
    if ask.dose || ask.pick.is_some() || ask.bound.is_some() || ask.unit.is_some() {
        return None;
    }
    let doses::Then { sure, unsure } = doses::then(&found.entries, frame);
    let span = range(ask.range.as_ref());
    let mut exact = Exact::new(form(ask));
    match ask.want {
        Want::Whether => whether(ask, found, &sure, &sure, Standing::Ever, &span, &mut exact)?,
        Want::List | Want::Value if !sure.is_empty() => {
            listed(ask, found, &sure, Standing::Ever, &span, &mut exact)?;
            if unsure > 0 {
                let more = format!(
                    " {} written before that time, and when it ended the record does not say.",
                    if unsure == 1 { "One more was".to_owned() } else { format!("{unsure} more were") }
                );
                exact.sentence.push_str(&more);
            }
        }
        _ => return None,
    }
    exact.rules.push(rule::TAKEN_THEN.to_owned());
    Some(exact)
}

/// Answers what was stopped in a time, where the record says when it ended.
pub(super) fn stopped_then(ask: &Ask, found: &Entries<'_, '_>, frame: &Frame) -> Option<Exact> {
    if ask.dose || ask.pick.is_some() || ask.bound.is_some() || ask.unit.is_some() || ask.several.is_some() {
        return None;
    }
    let ended = doses::ended_then(&found.entries, frame).filter(|ended| !ended.is_empty())?;
    let span = range(ask.range.as_ref());
    let mut exact = Exact::new(form(ask));
    match ask.want {
        Want::Count => count(ask, found, &ended, Standing::Past, &span, &mut exact),
        Want::List | Want::Value => listed(ask, found, &ended, Standing::Past, &span, &mut exact)?,
        _ => return None,
    }
    exact.rules.push(rule::STOPPED_THEN.to_owned());
    Some(exact)
}
