//! Whether a question is in another language than English, by its function words.
//!
//! Questions are read in English. Where more words of a question are the function words of one other language than are English ones, nothing
//! of it is read as a slip of an English word. It does not tell of a question of names alone in which language it is.

use super::vocabulary;
use crate::index::analyze;
use crate::span::{Question, Span};

/// Function words that are neither English nor abbreviations of care, a language a line: German, French, Spanish, Italian, Portuguese, Dutch.
const TOLD: &[&str] = &[
    "ich bin ist sind wann wie welche welcher welches welchen wer wo warum wurde wurden habe haben hatte hatten mein meine meiner meinem meinen \
     letzte letzter letztes letzten gegen nicht auf für fuer mit bei vom zum zur und oder wegen wieviel wieviele noch gibt es",
    "je j'ai suis ai ont avais était etait quel quelle quels quelles quand combien pourquoi où est-ce qu'est-ce que qui mon mes ma dernier dernière \
     derniere dernières derniers contre avec dans sur est sont une il elle nous vous ai-je suis-je y-a-t-il c'est d'une",
    "yo tengo tuve tiene soy estoy es fue cuál cual cuáles cuándo cuando cuánto cuanto cuántos cuántas qué dónde cómo mi mis último ultimo última \
     ultima contra con para una y o por está estoy hay he alérgico alérgica ¿cuál",
    "io sono ho avevo è stato stata quale quali qual quando quanto quanti quante perché dove che cosa mio mia miei mie ultimo ultima ultimi contro \
     con alla allo della delle dello degli nella una gli ed il lo",
    "eu sou tenho tive foi qual quais quando quanto quantos quantas porque onde que meu minha meus minhas último última contra com uma não nao \
     são à ao",
    "ik ben heb heeft had wanneer wat welke hoeveel waarom waar mijn laatste tegen voor niet een het zijn werd wordt ook nog",
];

/// Articles and prepositions that stand in names, too: they add to what others tell.
const BESIDE: &str = "der die das den dem des ein eine einen le la les de du un el los las al del di da em na no l'";

/// Fewest function words of one other language.
const LEAST: usize = 2;

/// Returns whether `question` is clearly in another language than English; words in the stretches `named`, which are names of something,
/// tell nothing.
pub fn is_foreign(question: &str, named: impl IntoIterator<Item = Span<Question>>) -> bool {
    let named: Vec<Span<Question>> = named.into_iter().collect();
    let words: Vec<String> = analyze::words::<Question>(question)
        .filter(|word| !named.iter().any(|span| span.overlaps(word.span)))
        .map(|word| word.text.to_lowercase().replace('’', "'"))
        .collect();
    let is_beside = |word: &str| BESIDE.split_whitespace().any(|known| known == word);
    // "Was" and "die" are German, too.
    let most = TOLD.iter().map(|told| {
        let is_told = |word: &&String| told.split_whitespace().any(|known| known == word.as_str());
        let own = words.iter().filter(is_told).count();
        let beside = words.iter().filter(|word| !is_told(word) && is_beside(word)).count();
        let is_both = |word: &&String| is_told(word) || is_beside(word);
        let english = words.iter().filter(|word| vocabulary::is_everyday(word) && !is_both(word)).count();
        (own, own + beside, english)
    });
    most.into_iter().any(|(own, all, english)| own > 0 && all >= LEAST && all > english)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_language_is_told_by_its_function_words() {
        for question in [
            "Bin ich gegen Penicillin allergisch?",
            "Wann war mein letzter Cholesterinwert?",
            "Was ist mein letzter Blutdruck?",
            "Welche Medikamente nehme ich?",
            "Quel est mon dernier taux de cholestérol ?",
            "Suis-je allergique à la pénicilline ? Quand est-ce que c'était ?",
            "¿Cuál es mi último valor de colesterol?",
            "¿Tengo alergia a la penicilina?",
            "Sono allergico alla penicillina?",
            "Qual è la mia pressione?",
            "Wat is mijn laatste bloeddruk?",
        ] {
            assert!(is_foreign(question, []), "{question}");
        }
    }

    #[test]
    fn english_stays_english() {
        for question in [
            "What was my last cholesterol?",
            "When did she die?",
            "Was I in El Paso or Los Angeles?",
            "LDL in La Paz",
            "allergisch",
            "Did Dr. de la Cruz see me?",
            "hba1c?",
            "MI or DM?",
            "",
        ] {
            assert!(!is_foreign(question, []), "{question}");
        }
        let named = Span::new(0..14).unwrap();
        assert!(!is_foreign("Mia Sono Quale LDL", [named]));
    }
}
