//! The claims of a sentence by what they are of, and whether all of them hold.

use super::atoms::Atom;
use super::claims::{Claim, claims};
use super::words::Word;
use crate::quote::ground::Mark;
use crate::quote::ground::sentence::Sentence;
use crate::quote::ground::world::World;

/// A sentence whose claims are to be derived.
pub(super) struct Claimed<'a> {
    pub sentence: &'a Sentence,
    pub world: &'a World,
    /// What was found of its stretches; all of it holds.
    pub marks: &'a [&'a Mark],
}

impl Claimed<'_> {
    /// Whether all that `atoms` claim is derived; `before` is what the sentence before was about.
    pub fn holds(&self, atoms: &[Atom], before: Option<&[usize]>) -> bool {
        let Some(claims) = claims(atoms) else { return false };
        let groups = groups(&claims);
        if groups.is_empty() || is_of_which(&groups) {
            return false;
        }
        let mut about: Option<Vec<usize>> = before.map(<[usize]>::to_vec);
        (0..groups.len()).all(|at| {
            let own = groups.get(at).map_or(&[][..], Vec::as_slice);
            about = thing(own).map(<[usize]>::to_vec).or_else(|| self.of_part(own, about.take()));
            self.group(&groups, at, about.as_deref())
        })
    }

    /// What `claims` without a name are of: what was spoken of `before`, unless they name a part that it does not have.
    fn of_part(&self, claims: &[Claim], before: Option<Vec<usize>>) -> Option<Vec<usize>> {
        let Some(part) = claims.iter().find_map(|claim| if let Claim::Part(part) = claim { Some(part) } else { None })
        else {
            return before;
        };
        let has = |thing: &usize| {
            let topic = self.world.full.get(*thing);
            topic.is_some_and(|topic| topic.readings.iter().any(|reading| reading.part_name == *part))
        };
        before
            .filter(|things| things.iter().any(has))
            .or_else(|| Some((0..self.world.full.len()).filter(has).collect()))
    }

    fn group(&self, groups: &[Vec<Claim>], at: usize, about: Option<&[usize]>) -> bool {
        let Some(own) = groups.get(at) else { return false };
        if own.iter().filter(|claim| matches!(claim, Claim::Thing(_))).count() > 1 {
            return false;
        }
        if own.iter().any(|claim| matches!(claim, Claim::Answer(_))) {
            return self.answered(own);
        }
        let Some(things) = about else { return false };
        let (before, after) = (groups.get(..at).unwrap_or_default(), groups.get(at + 1..).unwrap_or_default());
        if own.iter().any(Claim::is_measured) {
            let inherited = if own.iter().any(Claim::is_time) { None } else { day_of_others(before, after) };
            return things.iter().any(|thing| self.measured(own, *thing, inherited));
        }
        let own = with_others(own, before, after);
        // What is over is so of all that have this name.
        let is_over =
            |claim: &Claim| matches!(claim, Claim::Ended(..) | Claim::Word(Word::Over(_) | Word::NoLonger | Word::Had));
        if own.iter().any(is_over) {
            return things.iter().all(|thing| self.entry(&own, *thing));
        }
        things.iter().any(|thing| self.entry(&own, *thing))
    }
}

/// The thing that claims are of.
fn thing(claims: &[Claim]) -> Option<&[usize]> {
    claims.iter().find_map(|claim| if let Claim::Thing(things) = claim { Some(things.as_slice()) } else { None })
}

/// Returns `claims` by what they are of: each thing begins another, and so does a second reading of the same.
fn groups(claims: &[Claim]) -> Vec<Vec<Claim>> {
    let mut groups: Vec<Vec<Claim>> = Vec::new();
    for segment in claims.split(|claim| *claim == Claim::Break).filter(|segment| !segment.is_empty()) {
        let has = |claims: &[Claim], is: fn(&Claim) -> bool| claims.iter().any(is);
        let is_thing = |claim: &Claim| matches!(claim, Claim::Thing(_) | Claim::Answer(_));
        let tells_which = |claim: &Claim| {
            matches!(claim, Claim::Part(_) | Claim::Word(Word::Newest | Word::Oldest | Word::Highest | Word::Lowest))
        };
        let begins = groups.last().is_none_or(|open| {
            (has(open, is_thing) && has(segment, is_thing))
                || (has(open, Claim::has_value) && has(segment, Claim::has_value) && has(segment, tells_which))
        });
        if begins {
            groups.push(segment.to_vec());
        } else if let Some(open) = groups.last_mut() {
            open.extend(segment.iter().cloned());
        }
    }
    groups
}

/// Whether one reading is said to be the highest, lowest or first, and of another it is not said which it is.
fn is_of_which(groups: &[Vec<Claim>]) -> bool {
    let tells = |claim: &Claim| matches!(claim, Claim::Word(Word::Oldest | Word::Highest | Word::Lowest));
    let says = |claim: &Claim| tells(claim) || *claim == Claim::Word(Word::Newest);
    let measured = || groups.iter().filter(|group| group.iter().any(Claim::is_measured));
    measured().any(|group| group.iter().any(tells)) && measured().any(|group| !group.iter().any(says))
}

/// The day that a reading without one may be said to be of: the next that is told, else the one before.
fn day_of_others(before: &[Vec<Claim>], after: &[Vec<Claim>]) -> Option<usize> {
    let day = |claim: &Claim| if let Claim::At(time) = claim { Some(*time) } else { None };
    after.iter().flatten().find_map(day).or_else(|| before.iter().rev().flatten().find_map(day))
}

/// Returns `own` with what is said of it in another place: "you take A, and B" says that B is taken, "A and B were stopped" that A was.
fn with_others(own: &[Claim], before: &[Vec<Claim>], after: &[Vec<Claim>]) -> Vec<Claim> {
    let mut all = own.to_vec();
    let says =
        |group: &&Vec<Claim>| group.iter().any(Claim::is_said_of_entries) && !group.iter().any(Claim::is_measured);
    let tells_end = |claim: &Claim| matches!(claim, Claim::Ended(..) | Claim::Word(Word::Over(_) | Word::Active));
    let words = |group: &Vec<Claim>| {
        // Whether it lasts or not each says for itself, where it does.
        let is_said = |claim: &&Claim| !(own.iter().any(tells_end) && tells_end(claim));
        let words = group.iter().filter(|claim| claim.is_said_of_entries() && !claim.is_time()).filter(is_said);
        words.cloned().collect::<Vec<Claim>>()
    };
    if !own.iter().any(Claim::is_verb) {
        all.extend(before.iter().rev().find(says).map(words).unwrap_or_default());
    }
    if !own.iter().any(Claim::is_said_of_entries) {
        all.extend(after.iter().find(says).map(words).unwrap_or_default());
    }
    if !own.iter().any(Claim::is_time) {
        let timed = |group: &&Vec<Claim>| group.iter().any(Claim::is_time);
        let times = after.iter().find(timed).into_iter().flatten().filter(|claim| claim.is_time());
        all.extend(times.cloned());
    }
    all
}
