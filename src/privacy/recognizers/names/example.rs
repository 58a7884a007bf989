//! A lexicon of a few words, each of a kind of its own, by which rules about names are tested.

use super::{Claim, Tokens};
use crate::privacy::detect::View;
use crate::privacy::lexicon::{Lexicon, Traits};

/// Returns the lexicon: of each kind of word a few.
pub fn lexicon() -> Lexicon {
    let (given, family) = (Traits::GIVEN_NAME, Traits::FAMILY_NAME);
    let (common, medical) = (Traits::COMMON, Traits::MEDICAL);
    let (often, frequent) = (Traits::FREQUENT_NAME, Traits::COMMON | Traits::FREQUENT_WORD);
    let kinds = [
        ("ngozi tariq etienne", given),
        ("okafor solberg varga", family),
        ("lee", given | family),
        ("mary john", given | often),
        ("patel", family | often),
        ("grace blessing ivy summer faith", given | common),
        ("bright shepherd", family | common),
        ("hope may mark", given | frequent),
        ("young will", given | family | frequent),
        ("rose", given | common | often),
        ("iris", given | common | medical),
        ("veronica", given | medical),
        ("rice", family | common | medical),
        ("hand", family | frequent | medical),
        ("levine perthes", Traits::EPONYM | family),
        ("foley", Traits::EPONYM | family),
        ("glenn", Traits::EPONYM | given),
        ("wilson", Traits::EPONYM | given | family | often),
        ("babinski crohn", Traits::EPONYM),
        ("kegel", Traits::TERM),
        ("bristol", Traits::TERM | Traits::PLACE),
        ("metformin warfarin", Traits::DRUG),
        ("yasmin", Traits::BRAND | given),
        ("allegra", Traits::DRUG | given),
        ("candida", Traits::ORGANISM | given),
        ("norwalk", Traits::ORGANISM | Traits::PLACE),
        ("braf", Traits::GENE),
        ("georgia", Traits::REGION | given | often),
        ("michigan", Traits::REGION),
        ("lakemont", Traits::PLACE),
        ("paris", Traits::PLACE | given),
        ("cough wound stroke surgeon", common | medical),
        ("stenosis myotomy sepsis", medical),
        ("sign", Traits::EPONYM_HEAD | common),
        // Names that are in a closed list as well, of each list one.
        (
            "such rode goal ethnicity midwife cousin judge june lens somali manor foundry heights neurology haha mph junior",
            given | family,
        ),
        (
            "walk table chair dog quiet soup cheerful chaplain hubby patent coordinator gait stairs concert bakery garden",
            common,
        ),
        (
            "the a an and or of to in on at by with for from was is has had went came said told took saw called gave she he her his no it \
             then who be can may could here today well again now left right long see seen done rest home told line page plan",
            frequent,
        ),
        ("pain", frequent | medical),
    ];
    let phrases = [("jackson pratt", Traits::TERM), ("truth or consequences", Traits::PLACE)];
    let words = kinds.iter().flat_map(|(words, traits)| words.split_whitespace().map(move |word| (word, *traits)));
    Lexicon::of(words.chain(phrases).map(|(word, traits)| (word.to_owned(), traits)))
}

/// Returns what `look` makes of the words of `text`, whose lines are run together where `h:` stands before it.
pub fn of<T>(text: &str, look: impl FnOnce(&Tokens<'_>) -> T) -> T {
    let view = match text.strip_prefix("h:") {
        Some(text) => View::healed(text).unwrap(),
        None => View::plain(text),
    };
    look(&Tokens::of(&view, &lexicon()))
}

/// Returns the words that `rule` claims in `text`.
pub fn claimed(text: &str, rule: impl Fn(&Tokens<'_>) -> Vec<Claim>) -> Vec<String> {
    let shown = |tokens: &Tokens<'_>, claim: Claim| tokens.view.slice(tokens.range(claim.first, claim.last)).to_owned();
    of(text, |tokens| rule(tokens).into_iter().map(|claim| shown(tokens, claim)).collect())
}

/// Returns the words that `rule` claims in `text`, each with how sure it is.
pub fn scored(text: &str, rule: impl Fn(&Tokens<'_>) -> Vec<Claim>) -> Vec<(String, u8)> {
    let scores = of(text, |tokens| rule(tokens).into_iter().map(|claim| claim.score.percent()).collect::<Vec<_>>());
    claimed(text, rule).into_iter().zip(scores).collect()
}

/// Returns the place of `word`, in small letters, among the words of a text.
pub fn place(tokens: &Tokens<'_>, word: &str) -> usize {
    tokens.all.iter().position(|token| token.lower == word).unwrap_or_else(|| panic!("no {word}"))
}
