//! Holds words to those of their source, and terms to being told whole: a term without its "no" says the opposite.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::lookup::Found;
use super::{Fault, Faults, Read};
use crate::clearance::{Operator, Piece, Source};
use crate::fold::is_invisible;
use crate::privacy::units;

/// Returns whether the words of `piece` are those of its source, as far as they can be judged alone.
pub(super) fn holds(piece: &Piece, text: &str, found: &[Found<'_>]) -> bool {
    match piece.operator {
        Operator::Code => found.iter().all(|found| found.value.text.contains(text)),
        Operator::Allowed => {
            let asked = piece.originals.iter().filter(|original| matches!(original.source, Source::Question { .. }));
            let terms = found.iter().map(|found| found.value.text.as_str());
            terms.chain(asked.map(|original| original.text.as_str())).all(|source| folded(source).contains(text))
        }
        Operator::Vocabulary => piece.originals.iter().all(|original| folded(&original.text) == text),
        Operator::Unit => found.iter().all(|found| units::may_leave(&found.value.text) == Some(text)),
        _ => true,
    }
}

/// Checks that every term that `passage` tells a part of is told from its first sign to its last.
pub(super) fn whole(passage: &[Read<'_>], faults: &mut Faults) {
    let mut rest = passage;
    while let [first, ..] = rest {
        let is_term =
            |piece: &Read<'_>| piece.is(Operator::Code) || (piece.is(Operator::Allowed) && !piece.found.is_empty());
        let same = |piece: &&Read<'_>| is_term(piece) && piece.piece.originals == first.piece.originals;
        let count = rest.iter().take_while(same).count();
        if let Some(pieces) = rest.get(..count).filter(|pieces| !pieces.is_empty()) {
            let told: String = pieces.iter().map(|piece| folded(piece.text)).collect();
            let length = first.found.first().map_or(0, |found| folded(&found.value.text).chars().count());
            // One term may be told several times in a row, as of each of several parts.
            let is_whole = first.found.iter().all(|found| {
                let term = folded(&found.value.text);
                !term.is_empty()
                    && told.chars().count().is_multiple_of(length.max(1))
                    && told.replace(&term, "").is_empty()
            });
            if !is_whole {
                faults.add(first.piece.span, Fault::Wording);
            }
        }
        rest = rest.get(count.max(1)..).unwrap_or_default();
    }
}

/// Returns `text` in small letters without accents and without what nobody sees.
fn folded(text: &str) -> String {
    text.to_lowercase().nfkd().filter(|c| !is_combining_mark(*c) && !is_invisible(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_takes_case_and_accents_away_and_nothing_else() {
        assert_eq!(folded("Ménière’s N\u{200b}O"), "meniere’s no");
    }
}
