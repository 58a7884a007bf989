//! What a capital says of a word of a note: whether a sentence begins there, and whether the word is somebody whom nothing before it announces.

use std::sync::LazyLock;

use regex::Regex;

use super::{NAME, Vocabulary};
use crate::privacy::detect::without_accents;
use crate::privacy::lexicon::Traits;
use crate::privacy::recognizers::{Class, class_of};
use crate::question::{Word, concepts, vocabulary};
use crate::span::{Question, Span};

/// What may stand between a sentence's beginning, or a sign, and a word.
const OPENING: [char; 8] = [' ', '\t', '\r', '"', '\'', '“', '‘', '('];
/// Most initials of one name.
const MAX_INITIALS: usize = 4;
/// Most words of a line that is a name.
const MAX_LINE: usize = 3;
/// Letters from which on a name in capitals is told from an abbreviation.
const LEAST_SHOUTED: usize = 4;
/// What no name is, whatever it does: pronouns, roles, headings.
const NOBODY: Class = Class::of_bits(
    Class::FUNCTION.bits()
        | Class::HEADING.bits()
        | Class::FIELD.bits()
        | Class::RELATIVE.bits()
        | Class::ROLE.bits()
        | Class::TITLE.bits()
        | Class::TERM.bits()
        | Class::NATION.bits()
        | Class::ABBREVIATION.bits()
        | Class::SPECIALTY.bits()
        | Class::HOSPITAL.bits()
        | Class::VERB.bits(),
);
const THING: Traits = Traits::of_bits(
    Traits::MEDICAL.bits()
        | Traits::DRUG.bits()
        | Traits::GENE.bits()
        | Traits::ORGANISM.bits()
        | Traits::EPONYM.bits(),
);

/// Abbreviations behind whose full stop a sentence goes on.
#[rustfmt::skip] // words of one kind, in a few lines
const SHORT: &[&str] = &[
    "pt", "pts", "ft", "st", "ste", "mt", "fr", "sr", "sra", "srta", "att", "attn", "dr", "drs", "dra", "mr", "mrs", "ms", "mx", "prof", "rev", "hon", "capt", "sgt", "lt", "col", "gen", "maj", "gov",
    "sen", "rep", "messrs", "mme", "mlle", "w", "vs", "supt", "cpl", "cmdr", "ofc", "det",
];
/// Letters with stops that are no name's and no degree's, and may end a sentence.
const NO_INITIALS: &[&str] =
    &["p.o", "b.i.d", "t.i.d", "q.i.d", "q.d", "q.h.s", "p.r.n", "i.v", "i.m", "a.m", "p.m", "h.s", "y.o"];
/// What a letter stands behind that is no initial: "hep C", "vitamin D", "grade B".
#[rustfmt::skip] // words of one kind, in a few lines
const LETTERED: &[&str] = &[
    "hep", "hepatitis", "vitamin", "vitamins", "vit", "grade", "type", "types", "class", "stage", "group", "groups", "influenza", "flu", "factor", "factors", "protein", "strep", "category", "level", "levels", "part", "parts", "section",
    "phase", "appendix", "blood", "option", "plan", "plans", "score", "child", "pugh", "troponin", "antigen", "form", "amphotericin", "botulinum", "lipoprotein", "immunoglobulin", "ig", "step", "arm", "cohort", "schedule", "rh", "medicare", "chain",
    "old", "yo", "age", "year", "years", "hemoglobin", "hgb", "hb", "unit", "bed", "room", "ward", "building", "complex", "cyclosporin", "polymyxin", "exam", "number", "zone",
];
/// Words that are no names where a capital behind an initial is looked for.
const NEVER_SURNAMES: &[&str] =
    &["she", "he", "it", "they", "we", "you", "the", "her", "his", "has", "had", "is", "was", "no", "not", "denies"];
/// What heads a part of a note, before a colon or on a line of its own: the last word of it.
#[rustfmt::skip] // words of one kind, in a few lines
const HEADS: &[&str] = &[
    "history", "hx", "hpi", "hopi", "cc", "ros", "pmh", "pmhx", "psh", "fh", "fhx", "sh", "shx", "s", "o", "a", "p", "ap", "exam", "examination", "pe", "plan", "plans", "assessment", "impression", "subjective", "objective", "medication", "medications", "meds",
    "med", "allergies", "allergy", "labs", "laboratory", "findings", "finding", "complaint", "complaints", "course", "illness", "systems", "summary", "diagnosis", "diagnoses", "dx", "ddx", "recommendation", "recommendations", "recs", "instructions", "indication",
    "indications", "note", "notes", "comment", "comments", "interval", "update", "addendum", "symptoms", "symptom", "signs", "vitals", "problem", "problems", "list", "procedure", "technique", "comparison", "results", "result", "conclusion", "conclusions", "discussion",
    "background", "follow-up", "followup", "up", "disposition", "dispo", "condition", "activity", "diet", "general", "gen", "neuro", "psych", "skin", "status", "prognosis", "goals", "goal", "investigations", "imaging", "data", "situation", "response", "intervention",
    "evaluation", "education", "counseling", "concerns", "concern", "events", "event", "today", "yesterday", "overnight", "subj", "obj", "imp", "a/p", "s/o", "needs", "issues", "issue", "treatment", "therapy", "prevention", "monitoring", "planning",
];
/// Names that notes have as common words of people and colours rather than of the body.
#[rustfmt::skip] // words of one kind, in a few lines
const CALLED: &[&str] = &[
    "young", "long", "best", "day", "may", "high", "low", "weeks", "well", "rich", "bill", "art", "summer", "little", "short", "small", "white", "black", "brown", "green", "blue", "gray", "grey", "strong", "good", "hill", "stone", "wood", "park", "law", "field",
    "major", "gene", "iris", "sky", "happy", "burns", "poor", "sharp", "olive", "ginger", "sage", "violet", "daisy", "ivy", "heath", "clay", "dale", "reed", "chance", "hunter", "king", "bishop", "bell", "banner", "hardy", "moody", "savage", "wise", "bright", "son",
    "rose", "hazel", "jasmine", "heather", "basil", "robin", "jay", "wolf", "fox", "rice", "bean", "pepper", "cotton", "marsh", "lake", "forest", "winter", "autumn", "april", "june", "august", "will", "hope", "faith", "miles", "price", "grant", "hood", "rosemary",
];
/// Common words that are names as well and that a note says something of: "strength is 5/5".
#[rustfmt::skip] // words of one kind, in a few lines
const SAID_OF: &[&str] = &[
    "strength", "lab", "labs", "plan", "plans", "memory", "session", "sessions", "chart", "tape", "gauze", "drain", "line", "lines", "coffee", "tea", "client", "walker", "cane", "canes", "card", "cards", "case", "cases", "order", "orders", "rate", "note", "notes", "home", "house", "balance",
    "tone", "alert", "aide", "cast", "comfort", "comment", "cost", "costs", "counter", "cover", "cue", "cup", "cure", "decree", "driver", "drivers", "ear", "edge", "fast", "fear", "fears", "feed", "fees", "file", "files", "filter", "food", "function", "gait", "gear", "grip", "grief", "growth",
    "guess", "gum", "gums", "health", "helper", "hose", "image", "item", "key", "leader", "leak", "letters", "light", "lights", "link", "list", "liter", "load", "look", "lunch", "mail", "markers", "mask", "masks", "meal", "meals", "mean", "means", "mess", "mind", "mobility", "model",
    "more", "morning", "mouth", "music", "need", "needs", "nerve", "night", "noise", "none", "notice", "number", "numbers", "nurse", "opening", "pace", "pacer", "page", "pages", "parents", "part", "patch", "patches", "payer", "payment", "pen", "people", "phone", "pick", "pin", "place", "plaster",
    "plate", "pole", "port", "power", "powers", "prayer", "pressure", "profit", "progress", "promise", "query", "question", "range", "rash", "reach", "reading", "reason", "records", "register", "review", "reviews", "role", "room", "rounds", "rule", "sale", "sample", "samples", "scale", "scar", "school",
    "score", "screen", "seal", "search", "season", "seat", "sense", "sensor", "session", "setting", "shape", "sheets", "shift", "shoes", "shot", "side", "sides", "silence", "size", "sleep", "smoker", "socks", "sound", "sounds", "space", "speech", "speed", "spouse", "stage", "stain", "stand", "staples",
    "start", "state", "station", "stay", "step", "steps", "stool", "stop", "story", "strain", "stress", "style", "sugar", "support", "surgeon", "sweat", "swell", "table", "tables", "talk", "tank", "tape", "taste", "tax", "teeth", "test", "tests", "thought", "time", "times", "tip", "tools", "top", "touch",
    "trace", "train", "trainer", "treat", "trial", "trip", "tube", "tubes", "turns", "urine", "use", "view", "visit", "voice", "wait", "walk", "walks", "watch", "water", "way", "ways", "weight", "west", "wheel", "wish", "word", "words", "work", "world", "wound", "wounds", "worry", "diet", "appetite",
    "energy", "mood", "affect", "insight", "judgment", "language", "interest", "pleasure", "anger", "panic", "smell", "nature", "onset", "past", "period", "quality", "region", "severity", "timing", "tension", "fluid", "fluids", "intake", "output",
];
/// Words of those lists that people are called all the same.
const ALSO_NAMES: &[&str] = &["will", "well", "son", "best", "gene"];
/// What people alone do.
#[rustfmt::skip] // words of one kind, in a few lines
const SPEAKING: &[&str] = &[
    "reports", "reported", "states", "stated", "says", "said", "denies", "denied", "agrees", "agreed", "thinks", "thought", "endorses", "endorsed", "complains", "complained", "asks", "asked", "wants", "wanted", "verbalizes", "verbalized", "understands", "understood",
    "declined", "declines", "refuses", "refused", "describes", "described", "mentions", "mentioned", "admits", "admitted", "recalls", "tells", "told", "drove", "lives", "lived", "smokes", "drinks", "believes", "hopes", "wishes", "prefers", "aware", "notified", "informed", "updated", "paged", "who",
    "whose", "stating", "reporting", "confirms", "confirmed", "recommends", "recommended", "insists", "worries", "knows", "requests", "requested", "walks", "walked", "phoned", "rang", "texted", "wrote", "likes", "loves", "enjoys",
];
/// What people do, and things as well.
#[rustfmt::skip] // words of one kind, in two lines
const DOING: &[&str] = &[
    "is", "was", "has", "had", "presents", "presented", "called", "calls", "came", "comes", "feels", "felt", "takes", "took", "works", "worked", "looks", "looked", "appears", "appeared", "remains", "needs", "needed", "brought", "brings", "returns", "returned", "continues", "sees", "saw", "went", "goes", "did", "does",
];
/// What follows "is" where what is said of is no person: "hope is that it improves".
const OF_THINGS: &[&str] = &["that", "to", "for", "what", "whether"];
/// Words that say of somebody who it is, behind "is a".
#[rustfmt::skip] // words of one kind, in a line
const PERSONS: &[&str] = &["woman", "man", "lady", "gentleman", "male", "female", "boy", "girl", "patient", "pleasant", "child", "infant", "toddler", "teenager", "retired", "widow", "widower", "veteran", "yo", "year"];
/// Verbs behind "will" and "may" that lead on what is done or may be.
#[rustfmt::skip] // words of one kind, in a few lines
const LED: &[&str] = &[
    "be", "have", "need", "continue", "follow", "start", "stop", "check", "see", "return", "call", "discuss", "order", "plan", "repeat", "refer", "obtain", "consider", "recheck", "monitor", "add", "increase", "decrease", "hold", "resume", "give", "get", "schedule", "require", "benefit", "take",
    "try", "send", "arrange", "request", "review", "consult", "defer", "trend", "transfuse", "treat", "advise", "not", "also", "likely", "probably", "use", "go", "come", "ask", "help", "make", "switch", "change", "reassess", "discharge", "admit", "let", "await", "proceed", "keep", "provide", "transition",
    "wean", "titrate", "taper", "complete", "initiate", "begin", "work", "rule", "evaluate", "reevaluate", "contact", "set", "update", "draw", "address", "assess", "offer", "observe", "then", "only", "still", "now", "find", "look", "move", "perform", "place", "prescribe", "restart", "sign", "support", "talk", "tolerate", "touch",
    "undergo", "wait", "watch", "increment", "recur", "occur", "cause", "eat", "drink", "shower", "walk", "bear", "drive", "lift", "remove", "maintain", "adjust", "bring", "remain", "reach", "and",
];
/// What stands behind such words as describe: "long history", "good appetite", "low risk".
#[rustfmt::skip] // words of one kind, in a few lines
const DESCRIBED: &[&str] = &[
    "history", "term", "time", "standing", "stay", "discussion", "course", "day", "days", "week", "weeks", "appetite", "compliance", "control", "response", "understanding", "risk", "dose", "doses", "level", "levels", "count", "counts", "grade", "effort", "tone", "strength", "balance", "range", "amount", "amounts", "number",
    "practice", "care", "support", "evening", "morning", "afternoon", "night", "acting", "lasting", "walk", "conversation", "interval", "period", "function", "adherence", "insight", "judgment", "pulses", "pulse", "iron", "ferritin", "hemoglobin", "blood", "sugar", "sodium", "potassium", "fat", "salt", "fiber", "suspicion", "threshold", "back",
];
/// Words that describe.
#[rustfmt::skip] // words of one kind, in a line
const DESCRIBING: &[&str] = &["long", "good", "best", "high", "low", "short", "small", "little", "strong", "young", "new", "old", "rich", "hard", "poor", "sharp", "bright", "early", "late", "well", "major", "white", "black", "green", "blue", "gray"];
/// What says who is meant, before a name in capitals or behind an initial.
#[rustfmt::skip] // words of one kind, in a line
const CUES: &[&str] = &["by", "with", "to", "per", "from", "contact", "called", "told", "paged", "notify", "notified", "saw", "sees", "patient", "pt", "via", "cc", "signed", "texted", "asked", "w"];

/// Where a letter or a word of what somebody is says who a name is: ", RN", "(40F)", "from hematology".
struct Behind {
    degree: Regex,
    age: Regex,
    house: Regex,
    of_people: Regex,
}

static BEHIND: LazyLock<Option<Behind>> = LazyLock::new(|| {
    Some(Behind {
        degree: Regex::new(
            r"^(?:,\s*|\s+|\s*\()(?:RN|NP|MD|PA|PA-C|DO|LPN|LVN|CNA|APRN|CRNP|DNP|PhD|PharmD|MSW|LCSW|LICSW|LSW|DDS|DPM|EMT|CRNA|CNM|MBBS|ARNP|FNP|RPh|PsyD|BSN)(?:[,.;:)\n]|\s+[a-z]|\s*$)",
        )
        .ok()?,
        age: Regex::new(
            r"(?ix)^(?: ,\s*(?:aged?\s+)?[0-9]{1,3}\s*(?:[fm]\b|y\.?/?o|yrs?\b|year|,) | \s*\(\s*(?:aged?\s*)?[0-9]{1,3}\s*(?:[fm]\b|y\.?/?o|year|[,)/])
            | ,?\s+aged?\s+[0-9] | \s+[0-9]{1,3}\s?(?:[fm]\b|y/o|yo\b) )",
        )
        .ok()?,
        house: Regex::new(
            r"(?i)^(?:\s+(?:from|of|with|in)\s+(?:the\s+)?|,\s+)(?:heme|hematology|haematology|gi|gastroenterology|cards|cardiology|id|ortho|orthopedics|neuro|neurology|surgery|oncology|onc|pharmacy|radiology|nursing|renal|nephrology|pulm|pulmonology|endocrine|endocrinology|psych|psychiatry|urology|ent|icu|palliative|social\s+work|case\s+management|dialysis)\b",
        )
        .ok()?,
        of_people: Regex::new(r"(?i)^(?:\s+and\s+(?:her|his|their)\b|,?\s+who\b|,\s+(?:who|whose|aware|notified|informed)\b)").ok()?,
    })
});

impl Vocabulary<'_> {
    /// Returns whether a sentence begins at `span`, where a capital says nothing. In a note one does not behind an initial or an abbreviation, in the
    /// middle of a paragraph that is broken into lines, or behind a label that heads no part of the note.
    pub(super) fn begins(&self, span: Span<Question>) -> bool {
        let before = self.question.get(..span.start()).unwrap_or_default();
        let asked = before.trim_end_matches([' ', '\t', '"', '\'', '“', '‘', '(']);
        let may_begin = asked.is_empty() || asked.ends_with(['.', '?', '!', ':', '\n']);
        if !self.sources.is_record {
            return may_begin;
        }
        // "He", "The": what holds sentences together begins one wherever it may.
        let lower = span.of(self.question).unwrap_or_default().to_lowercase();
        if may_begin && class_of(&lower).is(Class::FUNCTION) && !ALSO_NAMES.contains(&lower.as_str()) {
            return true;
        }
        let before = before.trim_end_matches(OPENING);
        let Some(said) = before.strip_suffix('\n') else { return self.ends(before) };
        let line = said.rsplit('\n').next().unwrap_or_default().trim_matches(|sign: char| sign.is_whitespace());
        line.is_empty() || self.ends(line) || is_heading(line)
    }

    /// Returns whether a sentence, or what heads one, ends where `before` ends.
    fn ends(&self, before: &str) -> bool {
        match before.chars().next_back() {
            None | Some('?' | '!') => true,
            Some('.') => !is_abbreviated(before.strip_suffix('.').unwrap_or(before)),
            Some(':') => self.heads(before.strip_suffix(':').unwrap_or(before)),
            Some(_) => false,
        }
    }

    /// Returns whether what stands before a colon, at the end of `before`, heads a part of a note, or names what is told of: "Plan", "Anemia", and not "Per".
    fn heads(&self, before: &str) -> bool {
        let label = before.rsplit(['\n', '.', ';', '|', ',']).next().unwrap_or_default();
        let label = label.trim_end_matches(|sign: char| !sign.is_alphanumeric());
        let word = label.rsplit(|sign: char| sign.is_whitespace() || sign == '/').next().unwrap_or_default();
        let lower = without_accents(&word.to_lowercase());
        let people =
            Class::SPECIALTY | Class::ROLE | Class::RELATIVE | Class::TITLE | Class::CREDENTIAL | Class::HOSPITAL;
        let is_told_of = concepts::is_known(&lower) && !class_of(&lower).is(people);
        lower.is_empty()
            || lower.ends_with(|sign: char| sign.is_ascii_digit())
            || HEADS.contains(&lower.as_str())
            || is_told_of
    }

    /// Returns whether `word` has a capital that only a name explains: not "I", not "INR", not "Dr", and not where nearly all
    /// words have one.
    pub(super) fn has_name_capital(&self, word: &Word) -> bool {
        let capitals = word.span.of(self.question).unwrap_or_default().chars().filter(|c| c.is_uppercase()).count();
        let in_title_case = self.words.iter().filter(|word| word.capital).count() * 5 >= self.words.len() * 4;
        capitals == 1 && word.capital && word.lower != "i" && !vocabulary::is_title(&word.lower) && !in_title_case
    }

    /// Returns whether what follows `word`, in small letters `folded`, shows that it is a common word: "Will continue", "Long history", "Day 3".
    pub(super) fn is_ordinary(&self, word: &Word, folded: &str) -> bool {
        let (gap, next) = self.next(word.span.end());
        if gap != " " || next.contains(char::is_uppercase) || SPEAKING.contains(&next) || DOING.contains(&next) {
            return false;
        }
        let is_number = next.starts_with(|sign: char| sign.is_ascii_digit());
        match folded {
            "will" | "may" => LED.contains(&next),
            "day" | "days" | "weeks" => is_number || matches!(next, "of" | "ago" | "before" | "after"),
            "hope" => matches!(next, "that" | "to" | "for"),
            _ if DESCRIBING.contains(&folded) || folded == "well" => {
                let is_noun = self.traits(next).is(Traits::MEDICAL | Traits::DRUG)
                    && !class_of(next).is(Class::VERB | Class::FUNCTION);
                DESCRIBED.contains(&next) || is_noun || folded == "well" && next.ends_with("ed")
            }
            _ => false,
        }
    }

    /// Returns the signs behind `end`, and the word behind them.
    fn next(&self, end: usize) -> (&str, &str) {
        let rest = self.question.get(end..).unwrap_or_default();
        let at = rest.find(char::is_alphanumeric).unwrap_or(rest.len());
        let (gap, rest) = rest.split_at(at);
        (gap, rest.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default())
    }

    /// Returns whether `word` is written as somebody whom nothing announces: behind an initial, and in a note in capitals among small letters, alone on its
    /// line, or where a sentence begins that says what somebody does or is.
    pub(super) fn is_written_as_somebody(&self, word: &Word, folded: &str) -> bool {
        if !word.capital {
            return false;
        }
        let text = word.span.of(self.question).unwrap_or_default();
        if text.chars().count() == 1 {
            return self.is_initial(word);
        }
        if self.is_initialled(word, folded) {
            return true;
        }
        if !self.sources.is_record {
            return false;
        }
        let is_shouted = !text.contains(char::is_lowercase);
        if is_shouted && self.is_name_in_capitals(word, folded) {
            return true;
        }
        self.may_be_named(folded) && (self.is_subject(word, folded) || self.is_name_line(word))
    }

    /// Returns what is known of every part of `folded`.
    fn of_parts(&self, folded: &str) -> Traits {
        let bits = folded.split('-').map(|part| self.traits(part).bits()).reduce(|all, bits| all & bits);
        Traits::of_bits(bits.unwrap_or_default())
    }

    /// Returns whether `folded` may be what somebody is called where a sentence begins: a name, and no pronoun, role or heading.
    fn may_be_named(&self, folded: &str) -> bool {
        self.of_parts(folded).is(NAME) && !is_nobody(folded) && !SAID_OF.contains(&folded)
    }

    /// Returns whether `folded` is a word for a thing, as those of medicine and care are, rather than for people.
    fn is_thing(&self, folded: &str) -> bool {
        folded.split('-').any(|part| {
            let traits = self.traits(part);
            let is_listed = vocabulary::is_of_care(part) || concepts::is_known(part);
            !CALLED.contains(&part) && (is_listed || traits.is(THING) && !traits.is(Traits::FREQUENT_NAME))
        })
    }

    /// Returns whether `word`, a name, is whom a sentence that begins with it is about: "Hope is a pleasant woman", "Young MD says", "Hope (40F) has".
    fn is_subject(&self, word: &Word, folded: &str) -> bool {
        if !self.begins(word.span) {
            return false;
        }
        let rest = self.question.get(word.span.end()..).unwrap_or_default();
        let is_thing = self.is_thing(folded);
        let is_degreed = |behind: &Behind| {
            behind.degree.is_match(rest)
                || behind.age.is_match(rest)
                || behind.house.is_match(rest)
                || behind.of_people.is_match(rest)
        };
        if !is_thing && (word.possessive || BEHIND.as_ref().is_none_or(is_degreed)) {
            return true;
        }
        let (gap, verb) = self.next(word.span.end());
        if gap != " " {
            return false;
        }
        let behind: Vec<&str> =
            rest.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).take(10).collect();
        let of_person = behind.get(1).is_some_and(|next| matches!(*next, "a" | "an" | "the"))
            && behind.iter().skip(2).any(|word| PERSONS.contains(word));
        let is_said = behind.get(1).is_some_and(|next| OF_THINGS.contains(next));
        SPEAKING.contains(&verb)
            || DOING.contains(&verb) && (!is_thing && !is_said || matches!(verb, "is" | "was") && of_person)
    }

    /// Returns whether `word` stands on a line of names and nothing else: "Hope", "Will Young".
    fn is_name_line(&self, word: &Word) -> bool {
        let start = self.question.get(..word.span.start()).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let end = self.question.get(word.span.end()..).and_then(|rest| rest.find('\n')).map(|at| word.span.end() + at);
        let Some(line) = end.and_then(|end| self.question.get(start..end)) else { return false };
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_name = |said: &&str| {
            let said = said.trim_end_matches([',', '.']);
            let lower = without_accents(&said.to_lowercase());
            let is_letter = said.chars().count() == 1 && said.contains(char::is_uppercase);
            is_letter
                || said.starts_with(char::is_uppercase)
                    && said.chars().all(char::is_alphabetic)
                    && self.may_be_named(&lower)
                    && !self.is_thing(&lower)
        };
        words.len() <= MAX_LINE && words.iter().all(is_name) && self.question.contains(char::is_lowercase)
    }

    /// Returns whether `word`, all in capitals, is a name among small letters: "Patient PRICE has anemia". A short word is one behind what says who is meant alone.
    fn is_name_in_capitals(&self, word: &Word, folded: &str) -> bool {
        let (before, rest) = self.question.split_at_checked(word.span.start()).unwrap_or_default();
        let line_before = before.rsplit('\n').next().unwrap_or_default();
        let line_after = rest.get(folded.len()..).unwrap_or_default().split('\n').next().unwrap_or_default();
        let count =
            |is: fn(char) -> bool| line_before.chars().chain(line_after.chars()).filter(|sign| is(*sign)).count();
        let is_among_small = count(char::is_lowercase) > count(char::is_uppercase);
        let traits = self.of_parts(folded);
        let is_nobody = is_nobody(folded) || class_of(folded).is(Class::CREDENTIAL | Class::REGION);
        if !is_among_small || is_nobody || self.is_ordinary(word, folded) || SAID_OF.contains(&folded) {
            return false;
        }
        if is_cue(before) {
            return traits.is(NAME) && (folded.len() >= LEAST_SHOUTED || !traits.is(THING));
        }
        let is_label = line_after.starts_with(':');
        folded.len() >= LEAST_SHOUTED && traits.is(NAME | Traits::PLACE) && !self.is_thing(folded) && !is_label
    }

    /// Returns whether `word` is a surname behind initials: "J. Day", "A. B. Price", and not "hep C. Continue".
    fn is_initialled(&self, word: &Word, folded: &str) -> bool {
        let Some((start, letter, is_dotted)) = initials(self.question, word.span.start()) else { return false };
        let before = self.question.get(..start).unwrap_or_default().trim_end_matches([' ', '\t']);
        if is_lettered(before) || NEVER_SURNAMES.contains(&folded) {
            return false;
        }
        let traits = self.of_parts(folded);
        let is_thing = self.is_thing(folded);
        let is_nobody = is_nobody(folded);
        // "A. Anemia", "S. Patient has": what heads an item.
        if before.is_empty() || before.ends_with('\n') || !is_dotted {
            return traits.is(NAME) && !is_thing && !is_nobody && (is_dotted || !matches!(letter, 'A' | 'I'));
        }
        if is_cue(before) {
            return traits.is(NAME) || traits.is_unknown() || !traits.is(THING) && !is_nobody;
        }
        let is_side = matches!(letter, 'L' | 'R' | 'B') && is_thing;
        (traits.is(NAME) && !is_side && !is_nobody) || traits.is_unknown()
    }

    /// Returns whether `word`, a letter, is an initial of somebody's.
    fn is_initial(&self, word: &Word) -> bool {
        let mut at = word.span.end();
        for _ in 0..MAX_INITIALS {
            let rest = self.question.get(at..).unwrap_or_default();
            let (gap, next) = self.next(at);
            if !matches!(gap.trim_start_matches('.').trim(), "") || next.is_empty() {
                return false;
            }
            let start = at + rest.len().min(gap.len());
            if next.chars().count() > 1 {
                let found = self.words.iter().find(|other| other.span.start() == start && other.capital);
                return found.is_some_and(|name| self.is_initialled(name, &without_accents(&name.lower)));
            }
            at = start + next.len();
        }
        false
    }
}

/// Returns where the initials before `end` begin, the last of them, and whether one has a full stop.
fn initials(text: &str, end: usize) -> Option<(usize, char, bool)> {
    let (mut at, mut found) = (end, None);
    for _ in 0..MAX_INITIALS {
        let near = text.get(..at)?.trim_end_matches([' ', '\t', '\n', '\r']);
        let bare = near.strip_suffix('.');
        if bare.is_none() && near.len() == at {
            break;
        }
        let head = bare.unwrap_or(near);
        let Some(letter) = head.chars().next_back().filter(|letter| letter.is_uppercase()) else { break };
        let head = head.get(..head.len() - letter.len_utf8())?;
        if head.ends_with(|sign: char| sign.is_alphanumeric() || matches!(sign, '\'' | '’' | '-' | '/' | '&')) {
            break;
        }
        let is_dotted = found.is_some_and(|(_, _, is_dotted)| is_dotted) || bare.is_some();
        at = head.len();
        found = Some((at, letter, is_dotted));
    }
    found
}

/// Returns whether `before` ends in a word that says who follows: a title, a role, "by", "patient".
fn is_cue(before: &str) -> bool {
    let near = before.trim_end_matches([' ', '\t', '\n', '\r', '.', ':', ',']);
    let word = last_word(near).to_lowercase();
    CUES.contains(&word.as_str()) || class_of(&word).is(Class::ROLE | Class::TITLE | Class::CREDENTIAL)
}

/// Returns whether a full stop behind `said` may end no sentence: behind an initial, a degree or an abbreviation of what somebody is.
fn is_abbreviated(said: &str) -> bool {
    let word = said.rsplit(|sign: char| !sign.is_alphanumeric() && sign != '.').next().unwrap_or_default();
    let lower = word.to_lowercase();
    let mut letters = word.split('.');
    let are_letters = letters.all(|part| part.chars().count() == 1 && part.chars().all(char::is_alphabetic));
    let lead = said.strip_suffix(word).unwrap_or_default();
    // "A. Iron": a letter that begins a line heads an item; whom it may be the initial of is told by the word behind it.
    let heads = || matches!(lead.trim_end_matches([' ', '\t']).chars().next_back(), None | Some('\n'));
    let is_lettered = word.chars().count() == 1 && (is_lettered(lead) || heads());
    SHORT.contains(&lower.as_str())
        || are_letters && !is_lettered && word.starts_with(char::is_uppercase) && !NO_INITIALS.contains(&lower.as_str())
}

/// Returns whether `line` heads what stands below: all in capitals, or the name of a part of a note.
fn is_heading(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let last = words.last().map(|word| word.to_lowercase()).unwrap_or_default();
    line.contains(char::is_alphabetic) && !line.contains(char::is_lowercase) && words.len() > 1
        || words.len() <= MAX_LINE + 1 && HEADS.contains(&last.as_str())
}

/// Returns whether `folded`, or a part of it, is a pronoun, a role, a heading or the like, and nobody's name.
fn is_nobody(folded: &str) -> bool {
    folded.split('-').any(|part| class_of(part).is(NOBODY) && !ALSO_NAMES.contains(&part))
}

/// Returns whether a letter behind `before` numbers a kind rather than standing for a name: "hep", "vitamin B and".
fn is_lettered(before: &str) -> bool {
    let before = before.trim_end();
    let lead = last_word(before);
    let lower = lead.to_lowercase();
    let joins = || {
        let first = before.strip_suffix(lead).unwrap_or_default().trim_end_matches([' ', ',']);
        last_word(first).chars().count() == 1
    };
    LETTERED.contains(&lower.as_str())
        || lower.contains(|sign: char| sign.is_ascii_digit())
        || matches!(lower.as_str(), "and" | "or") && joins()
}

fn last_word(text: &str) -> &str {
    text.rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default()
}

#[cfg(test)]
mod tests;
