//! Words of talk that tell nothing of what is asked: how somebody feels about it, to what end they ask, and verbs that say no more than
//! that it was so. A question that is not understood is read once more without them, and which were passed over is told.

use super::Chunks;

/// Such words. None of them tells one entry from another: no side, no time of day, no kind, no number, no negation.
const IDLE: &str = "
    dreadful awful nasty horrid horrible terrible terribly wretched bloody damn damned blasted silly stupid poor dear lovely pesky annoying
    stubborn nagging whole entire entirely complete completely fully proper properly official officially formal formally finally
    eventually actual actually precise precisely exact exactly approximately roughly simple simply merely purely quickly quite
    rather fairly pretty really truly honestly basically literally obviously clearly apparently supposedly allegedly presumably
    reportedly certainly definitely surely perhaps maybe possibly probably kindly please indeed also too though anyway
    anyhow somehow somewhat especially particularly specifically generally
    considered deemed thought believed reckoned classed confirm confirmed hold holds held kept stored shown contained
    existing appears appeared carried conducted arranged booked captured obtained collected drawn produced returned yielded clocked
    battled fought rated graded ranked constructed created formed
    mine ours yours hers goes bunch lots loads heap bit bits stuff matter matters business affair query answer reply info
    information detail details data datum purposes purpose claim form forms certificate paperwork file folder page screen system computer app
    sake interest curiosity occasion occasions figure figures love mate doc hun pal friend sir madam uh um hmm oh ah eh huh yeah lol haha tbh btw fyi asap ngl
    yep nope okay alright look listen hey hi hello thanks cheers curious
    noted written logged entered registered charted little wee own dreaded infamous famous so-called unfortunate
    unfortunately luckily thankfully sadly hopefully blooming flipping ruddy crappy rotten miserable beastly
     whatsoever whatever overall throughout altogether lately";

/// Those of them that judge, or say how sure it is: at the end of a question of yes or no they are what is asked. "Was my A1c okay?"
const JUDGING: &[&str] = &[
    "dreadful",
    "awful",
    "nasty",
    "horrid",
    "horrible",
    "terrible",
    "wretched",
    "poor",
    "lovely",
    "rotten",
    "okay",
    "alright",
    "confirm",
    "confirmed",
    "complete",
    "proper",
    "official",
    "exact",
    "precise",
    "believed",
    "thought",
    "considered",
];
/// How a question of yes or no begins.
const WHETHER: &[&str] =
    &["is", "are", "was", "were", "am", "isn't", "wasn't", "aren't", "weren't", "did", "does", "has", "have"];

/// Returns `question` without its idle words, and these; `None` where it has none, or where nothing else is left.
pub(in super::super) fn without(question: &str) -> Option<(String, Vec<String>)> {
    const LEAST: usize = 2;
    let mut chunks = Chunks::of(question);
    let is_idle = |word: &str| !word.is_empty() && IDLE.split_whitespace().any(|idle| idle == word);
    let asks = WHETHER.contains(&chunks.bare(0).as_str());
    let ends = chunks.len().checked_sub(1).map(|last| chunks.bare(last));
    if asks && ends.is_some_and(|last| JUDGING.contains(&last.as_str())) {
        return None;
    }
    let mut passed = Vec::new();
    let mut at = 0;
    while at < chunks.len() {
        let word = chunks.bare(at);
        if is_idle(&word) {
            chunks.replace(at, 1, "");
            passed.push(word);
        } else {
            at += 1;
        }
    }
    (!passed.is_empty() && chunks.len() >= LEAST).then(|| (chunks.text(), passed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_nothing_is_passed_over() {
        let (question, passed) = without("That dreadful ear infection of mine, how long did it last?").unwrap();
        assert_eq!(question, "That ear infection of, how long did it last?");
        assert_eq!(passed, ["dreadful", "mine"]);
        assert_eq!(without("What was my last A1c?"), None);
        assert_eq!(without("awful stuff"), None);
        // What is asked is not passed over.
        assert_eq!(without("Was my A1c okay?"), None);
        assert_eq!(without("Was the gout confirmed?"), None);
    }
}
