//! Kinds of one thing that exclude each other: type 1 diabetes is not type 2, Zostavax no Shingrix, latent tuberculosis none that is active.
//!
//! A table leads from a word of a question to words that records have for it, and these may be of several kinds. What an entry says of its
//! kind, in its own name, in a terminology's, or by its code, is held against what the question says. An entry of another kind is none of
//! what is asked for. One that does not say its kind leaves it open, but where most of them are of the kind that is asked for.

use std::collections::BTreeSet;

use super::chart;
use crate::document::Coded;

/// Kinds, each by one word.
type Kinds = BTreeSet<&'static str>;

/// Kinds of one thing.
struct Set {
    /// Words of which one stands in what speaks of the thing.
    about: &'static [&'static str],
    /// What is said, in lower case and without marks, and the kinds that are left then.
    said: &'static [(&'static str, &'static str)],
    /// Part of the name of a code system, a code (of ICD-10 its beginning), and the kinds that are left.
    codes: &'static [(&'static str, &'static str, &'static str)],
    /// The kinds of which one is where nothing is said.
    plain: &'static str,
    /// The kinds for which an entry that says none is told, by its name; for others it leaves open what it is.
    told: &'static str,
}

/// Whether an entry is of the kind that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    Fits,
    /// It does not say.
    Open,
    /// It says another kind.
    Other,
}

const SETS: &[Set] = &[
    Set {
        about: &["diabetes", "diabetic", "t1dm", "t2dm", "t1d", "t2d", "dm1", "dm2", "niddm", "iddm"],
        said: &[
            ("type 1", "1"),
            ("type i", "1"),
            ("type one", "1"),
            ("type1", "1"),
            ("t1dm", "1"),
            ("t1d", "1"),
            ("dm1", "1"),
            ("juvenile", "1"),
            ("latent autoimmune", "1"),
            ("insulin dependent", "1"),
            ("type 2", "2"),
            ("type ii", "2"),
            ("type two", "2"),
            ("type2", "2"),
            ("t2dm", "2"),
            ("t2d", "2"),
            ("dm2", "2"),
            ("niddm", "2"),
            ("non insulin dependent", "2"),
            ("noninsulin dependent", "2"),
            ("gestational", "pregnancy"),
            ("pregnancy induced", "pregnancy"),
            ("gdm", "pregnancy"),
            ("insipidus", "insipidus"),
            ("type 3c", "other"),
            ("secondary diabetes", "other"),
            ("mody", "other"),
            ("maturity onset", "other"),
            ("monogenic", "other"),
            ("neonatal", "other"),
            ("steroid induced", "other"),
            ("drug induced", "other"),
            ("pancreatogenic", "other"),
            ("diabetes mellitus due", "other"),
            ("diabetes due", "other"),
        ],
        codes: &[
            ("snomed", "46635009", "1"),
            ("snomed", "44054006", "2"),
            ("snomed", "11687002", "pregnancy"),
            ("snomed", "15771004", "insipidus"),
            ("icd-10", "E10", "1"),
            ("icd-10", "E11", "2"),
            ("icd-10", "O24.4", "pregnancy"),
            ("icd-10", "E23.2", "insipidus"),
            ("icd-10", "N25.1", "insipidus"),
            ("icd-10", "E08", "other"),
            ("icd-10", "E09", "other"),
            ("icd-10", "E13", "other"),
        ],
        plain: "1 2 pregnancy other",
        told: "2",
    },
    Set {
        about: &["bipolar"],
        said: &[
            ("bipolar i", "1"),
            ("bipolar 1", "1"),
            ("bipolar one", "1"),
            ("disorder i", "1"),
            ("type i", "1"),
            ("type 1", "1"),
            ("bipolar ii", "2"),
            ("bipolar 2", "2"),
            ("bipolar two", "2"),
            ("disorder ii", "2"),
            ("type ii", "2"),
            ("type 2", "2"),
        ],
        codes: &[("snomed", "371596008", "1"), ("snomed", "83225003", "2"), ("icd-10", "F31.81", "2")],
        plain: "1 2",
        told: "",
    },
    Set {
        about: &["hypertension", "hypertensive"],
        said: &[
            ("pulmonary", "lung"),
            ("portal", "portal"),
            ("ocular", "eye"),
            ("intraocular", "eye"),
            ("intracranial", "skull"),
        ],
        codes: &[],
        plain: "arteries",
        told: "",
    },
    Set { about: &["stroke"], said: &[("heat", "heat"), ("heatstroke", "heat")], codes: &[], plain: "brain", told: "" },
    Set {
        about: &["tuberculosis", "tb"],
        said: &[("latent", "latent"), ("ltbi", "latent"), ("inactive", "latent")],
        codes: &[("snomed", "11999007", "latent"), ("icd-10", "Z22.7", "latent")],
        plain: "active",
        told: "",
    },
    Set {
        about: &["cancer", "carcinoma", "neoplasm", "tumor", "tumour", "malignant", "malignancy"],
        said: &[
            ("benign", "benign"),
            ("cancer", "malignant"),
            ("carcinoma", "malignant"),
            ("malignant", "malignant"),
            ("malignancy", "malignant"),
        ],
        codes: &[("icd-10", "D1", "benign"), ("icd-10", "D2", "benign"), ("icd-10", "D30", "benign")],
        plain: "benign malignant",
        told: "malignant",
    },
    Set {
        about: &["zoster", "shingles", "shingrix", "zostavax", "rzv", "zvl"],
        said: &[
            ("live", "live"),
            ("zostavax", "live"),
            ("zvl", "live"),
            ("shingrix", "recombinant"),
            ("recombinant", "recombinant"),
            ("subunit", "recombinant"),
            ("rzv", "recombinant"),
        ],
        codes: &[("cvx", "121", "live"), ("cvx", "187", "recombinant")],
        plain: "live recombinant",
        told: "",
    },
    Set {
        about: &[
            "pneumococcal",
            "pneumovax",
            "prevnar",
            "pcv",
            "pcv7",
            "pcv10",
            "pcv13",
            "pcv15",
            "pcv20",
            "pcv21",
            "ppsv23",
            "ppv23",
            "vaxneuvance",
            "capvaxive",
        ],
        said: &[
            ("polysaccharide conjugate", "7 10 13 15 20 21"),
            ("conjugate", "7 10 13 15 20 21"),
            ("polysaccharide", "23"),
            ("pneumovax", "23"),
            ("ppsv23", "23"),
            ("ppv23", "23"),
            ("23 valent", "23"),
            ("prevnar", "7 13 20"),
            ("prevnar 7", "7"),
            ("prevnar 13", "13"),
            ("prevnar 20", "20"),
            ("pcv", "7 10 13 15 20 21"),
            ("pcv7", "7"),
            ("pcv 7", "7"),
            ("7 valent", "7"),
            ("pcv10", "10"),
            ("10 valent", "10"),
            ("pcv13", "13"),
            ("pcv 13", "13"),
            ("13 valent", "13"),
            ("pcv15", "15"),
            ("pcv 15", "15"),
            ("15 valent", "15"),
            ("vaxneuvance", "15"),
            ("pcv20", "20"),
            ("pcv 20", "20"),
            ("20 valent", "20"),
            ("pcv21", "21"),
            ("pcv 21", "21"),
            ("21 valent", "21"),
            ("capvaxive", "21"),
        ],
        codes: &[
            ("cvx", "33", "23"),
            ("cvx", "100", "7"),
            ("cvx", "133", "13"),
            ("cvx", "152", "7 10 13 15 20 21"),
            ("cvx", "177", "10"),
            ("cvx", "215", "15"),
            ("cvx", "216", "20"),
            ("cvx", "327", "21"),
        ],
        plain: "7 10 13 15 20 21 23",
        told: "",
    },
    Set {
        about: &[
            "influenza",
            "flu",
            "fluzone",
            "flucelvax",
            "afluria",
            "fluarix",
            "flulaval",
            "fluad",
            "flumist",
            "flublok",
        ],
        said: &[
            ("live", "live"),
            ("laiv", "live"),
            ("laiv4", "live"),
            ("intranasal", "live"),
            ("nasal", "live"),
            ("flumist", "live"),
            ("high dose", "high"),
            ("fluzone high dose", "high"),
            ("fluad", "adjuvanted"),
            ("adjuvanted", "adjuvanted"),
            ("flucelvax", "cells"),
            ("mdck", "cells"),
            ("cciiv4", "cells"),
            ("flublok", "recombinant"),
            ("recombinant", "recombinant"),
            ("fluzone", "eggs"),
            ("fluarix", "eggs"),
            ("afluria", "eggs"),
            ("flulaval", "eggs"),
        ],
        codes: &[
            ("cvx", "111", "live"),
            ("cvx", "149", "live"),
            ("cvx", "135", "high"),
            ("cvx", "197", "high"),
            ("cvx", "168", "adjuvanted"),
            ("cvx", "205", "adjuvanted"),
            ("cvx", "153", "cells"),
            ("cvx", "171", "cells"),
            ("cvx", "186", "cells"),
            ("cvx", "155", "recombinant"),
            ("cvx", "185", "recombinant"),
        ],
        plain: "eggs live high adjuvanted cells recombinant",
        told: "",
    },
    Set {
        about: &["hpv", "papillomavirus", "gardasil", "cervarix"],
        said: &[
            ("gardasil", "4 9"),
            ("gardasil 9", "9"),
            ("9 valent", "9"),
            ("9vhpv", "9"),
            ("nonavalent", "9"),
            ("quadrivalent", "4"),
            ("4vhpv", "4"),
            ("cervarix", "2"),
            ("bivalent", "2"),
            ("2vhpv", "2"),
        ],
        codes: &[("cvx", "62", "4"), ("cvx", "118", "2"), ("cvx", "165", "9")],
        plain: "2 4 9",
        told: "",
    },
    Set {
        about: &["rsv", "syncytial", "arexvy", "abrysvo", "mresvia", "nirsevimab", "palivizumab"],
        said: &[
            ("arexvy", "adjuvanted"),
            ("adjuvant", "adjuvanted"),
            ("adjuvanted", "adjuvanted"),
            ("abrysvo", "bivalent"),
            ("bivalent", "bivalent"),
            ("mresvia", "mrna"),
            ("mrna", "mrna"),
            ("nirsevimab", "antibody"),
            ("palivizumab", "antibody"),
            ("monoclonal", "antibody"),
        ],
        codes: &[
            ("cvx", "303", "adjuvanted"),
            ("cvx", "305", "bivalent"),
            ("cvx", "326", "mrna"),
            ("cvx", "306", "antibody"),
            ("cvx", "307", "antibody"),
            ("cvx", "93", "antibody"),
        ],
        plain: "adjuvanted bivalent mrna antibody",
        told: "",
    },
    Set {
        about: &["tdap", "dtap", "pertussis", "boostrix", "adacel", "infanrix", "daptacel"],
        said: &[
            ("tdap", "booster"),
            ("boostrix", "booster"),
            ("adacel", "booster"),
            ("reduced", "booster"),
            ("dtap", "first"),
            ("infanrix", "first"),
            ("daptacel", "first"),
            ("dtp", "first"),
            ("dpt", "first"),
        ],
        codes: &[("cvx", "115", "booster"), ("cvx", "20", "first"), ("cvx", "106", "first"), ("cvx", "107", "first")],
        plain: "booster first",
        told: "",
    },
    Set {
        about: &["metoprolol", "toprol", "lopressor"],
        said: &[
            ("toprol", "succinate"),
            ("succinate", "succinate"),
            ("er", "succinate"),
            ("xl", "succinate"),
            ("extended release", "succinate"),
            ("lopressor", "tartrate"),
            ("tartrate", "tartrate"),
        ],
        codes: &[],
        plain: "succinate tartrate",
        told: "",
    },
    Set {
        about: &["oxycodone", "oxycontin", "roxicodone"],
        said: &[
            ("oxycontin", "extended"),
            ("extended release", "extended"),
            ("er", "extended"),
            ("cr", "extended"),
            ("12 hr", "extended"),
            ("roxicodone", "immediate"),
            ("immediate release", "immediate"),
            ("ir", "immediate"),
            ("acetaminophen", "immediate"),
        ],
        codes: &[],
        plain: "extended immediate",
        told: "",
    },
];

/// The sets that a question is about, each with the kinds that it asks for.
pub(super) struct Asked(Vec<(&'static Set, Kinds)>);

impl Asked {
    /// Returns what `words` (lower case), which mean `units`, ask for.
    pub fn of(words: &[String], units: &[Vec<Vec<String>>]) -> Self {
        let said = plain_words(&words.join(" "));
        let is_meant = |word: &&str| {
            said.iter().any(|own| own == *word)
                || units.iter().flatten().flatten().any(|own| *own == chart::singular(word))
        };
        let sets = SETS.iter().filter(|set| set.about.iter().any(&is_meant));
        Asked(sets.map(|set| (set, set.said_by(&said).unwrap_or_else(|| kinds(set.plain)))).collect())
    }

    /// Returns whether what is called and coded so is of the kinds that are asked for.
    pub fn fit(&self, code: Option<&Coded>) -> Fit {
        let Some(code) = code.filter(|_| !self.0.is_empty()) else { return Fit::Fits };
        let texts = std::iter::once(&code.display).chain(code.terms()).map(|value| plain_words(&value.text));
        self.held_to(&texts.collect::<Vec<_>>(), |set| set.coded(code))
    }

    /// Returns whether what is called by `texts` is of them; where no text says a kind, `coded` may.
    fn held_to(&self, texts: &[Vec<String>], coded: impl Fn(&Set) -> Option<Kinds>) -> Fit {
        let of_set = |(set, asked): &(&'static Set, Kinds)| {
            let is_of = texts.iter().flatten().any(|word| set.about.contains(&word.as_str()));
            if !is_of {
                return Fit::Fits;
            }
            let own = texts.iter().find_map(|text| set.said_by(text)).or_else(|| coded(set));
            let is_told = own.is_none() && asked.is_subset(&kinds(set.told));
            let own = own.unwrap_or_else(|| kinds(set.plain));
            match (own.is_subset(asked), own.is_disjoint(asked)) {
                (true, _) => Fit::Fits,
                (_, true) => Fit::Other,
                _ if is_told => Fit::Fits,
                _ => Fit::Open,
            }
        };
        self.0.iter().map(of_set).max().unwrap_or(Fit::Fits)
    }
}

impl Set {
    /// Returns the kinds that `words` leave, of what they say more than once the narrower; `None` where they say none.
    fn said_by(&self, words: &[String]) -> Option<Kinds> {
        let mut left: Option<Kinds> = None;
        let mut rest = words;
        while !rest.is_empty() {
            let (len, said) = self.longest(rest).unwrap_or((1, ""));
            let said = kinds(said);
            if !said.is_empty() {
                let both = left.as_ref().map(|left| left.intersection(&said).copied().collect::<Kinds>());
                left = Some(match (left.take(), both) {
                    (Some(left), Some(both)) if both.is_empty() => left.union(&said).copied().collect(),
                    (_, Some(both)) => both,
                    (_, None) => said,
                });
            }
            rest = rest.get(len..).unwrap_or_default();
        }
        left
    }

    /// Returns how many words the longest that `words` begin with has, and what it says.
    fn longest(&self, words: &[String]) -> Option<(usize, &'static str)> {
        let starts =
            |said: &str| said.split(' ').enumerate().all(|(at, word)| words.get(at).is_some_and(|own| own == word));
        let said = self.said.iter().filter(|(said, _)| starts(said));
        said.map(|(said, kinds)| (said.split(' ').count(), *kinds)).max_by_key(|(len, _)| *len)
    }

    fn coded(&self, code: &Coded) -> Option<Kinds> {
        code.codings().find_map(|(system, code)| {
            let system = system.unwrap_or_default().to_lowercase();
            let is_it = |of: &str, known: &str| match of {
                "icd-10" => code.starts_with(known),
                _ => code.trim_start_matches('0') == known,
            };
            let known = self.codes.iter().find(|(of, known, _)| is_of(&system, of) && is_it(of, known));
            known.map(|(_, _, said)| kinds(said))
        })
    }
}

/// Whether `system` (lower case), as a file writes it, is the one that is called `name`.
fn is_of(system: &str, name: &str) -> bool {
    let numbered = match name {
        "snomed" => "2.16.840.1.113883.6.96",
        "icd-10" => "2.16.840.1.113883.6.90",
        _ => "2.16.840.1.113883.12.292",
    };
    system.contains(name) || system.ends_with(numbered)
}

fn kinds(said: &'static str) -> Kinds {
    said.split_whitespace().collect()
}

fn plain_words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::super::resolve::units;
    use super::*;

    fn fit(asked: &str, name: &str) -> Fit {
        let words: Vec<String> = asked.split(' ').map(str::to_owned).collect();
        Asked::of(&words, &units(&words)).held_to(&[plain_words(name)], |_| None)
    }

    #[test]
    fn of_kinds_that_exclude_each_other_the_one_that_is_asked_for_is_told() {
        for (asked, name, is) in [
            ("t2dm", "Type 1 diabetes mellitus", Fit::Other),
            ("t2dm", "Type II diabetes mellitus", Fit::Fits),
            ("t2dm", "Diabetes mellitus", Fit::Fits),
            ("t1dm", "Type II diabetes mellitus", Fit::Other),
            ("t1dm", "Diabetes mellitus", Fit::Open),
            ("bipolar i", "Bipolar II disorder", Fit::Other),
            ("bipolar i", "Bipolar affective disorder, type I", Fit::Fits),
            ("bipolar i", "Bipolar disorder", Fit::Open),
            ("diabetes", "Type 1 diabetes mellitus", Fit::Fits),
            ("diabetes", "Diabetes insipidus", Fit::Other),
            ("htn", "Pulmonary hypertension", Fit::Other),
            ("cancer", "Benign neoplasm of colon", Fit::Other),
            ("cancer", "Neoplasm of prostate", Fit::Fits),
            ("shingrix", "Zoster live (Zostavax)", Fit::Other),
            ("shingrix", "zoster vaccine recombinant", Fit::Fits),
            ("shingrix", "zoster vaccine", Fit::Open),
            ("shingles", "zoster vaccine", Fit::Fits),
            ("prevnar 13", "Pneumococcal conjugate PCV 13", Fit::Fits),
            ("prevnar 13", "Pneumococcal conjugate PCV20", Fit::Other),
            ("pneumovax", "pneumococcal polysaccharide conjugate vaccine, 13-valent", Fit::Other),
            ("t2dm", "Insulin dependent type 2 diabetes mellitus", Fit::Open),
            ("toprol xl", "metoprolol tartrate 25 MG", Fit::Other),
            ("flu", "Influenza, high dose seasonal", Fit::Fits),
            ("gout", "Gout", Fit::Fits),
        ] {
            assert_eq!(fit(asked, name), is, "{asked} {name}");
        }
    }
}
