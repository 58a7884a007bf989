//! Who a patient is: names, birth, kin, and how to reach them.
//!
//! Nothing here can reach anybody. Telephone numbers end in 555-0100 to 555-0199, which the North American plan keeps for
//! fiction (NANPA); those of kin abroad lie in the ranges of Ofcom (020 7946 0000–0999) and Arcep (01 99 00 00 00–99 99) for drama;
//! e-mail and web addresses are those of RFC 2606; social security numbers have the group 00, which is never issued;
//! provider numbers begin with 99 where real ones begin with 1 or 2; towns and streets are invented.

mod names;
mod places;

use jiff::civil::Date;
use unicode_normalization::UnicodeNormalization as _;

use super::calendar::{PRESENT, after};
use super::chance::Chance;
use names::{CULTURES, Culture, Families, NICKNAMES};
use places::{STREETS, UNITS};
pub(super) use places::{TOWNS, Town};

/// Woman or man, as the courses of illness and the names need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sex {
    /// `female`.
    Female,
    /// `male`.
    Male,
}

impl Sex {
    /// Returns the FHIR code.
    pub(super) fn code(self) -> &'static str {
        match self {
            Sex::Female => "female",
            Sex::Male => "male",
        }
    }

    /// Returns `she` or `he`.
    pub(super) fn subject(self) -> &'static str {
        match self {
            Sex::Female => "she",
            Sex::Male => "he",
        }
    }

    /// Returns `her` or `his`.
    pub(super) fn possessive(self) -> &'static str {
        match self {
            Sex::Female => "her",
            Sex::Male => "his",
        }
    }
}

/// A person's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// Given names, the first one used.
    pub(super) given: Vec<&'static str>,
    /// The family name, of several words or with a hyphen in some cultures.
    pub(super) family: String,
}

impl Name {
    /// Returns a name of `culture`.
    fn draw(culture: &Culture, sex: Sex, chance: &mut Chance) -> Self {
        let givens = if sex == Sex::Female { culture.female } else { culture.male };
        let mut given = vec![chance.pick(givens)];
        if chance.percent(35) {
            let second = chance.pick(givens);
            if !given.contains(&second) {
                given.push(second);
            }
        }
        Name { given, family: family(culture, sex, chance) }
    }

    /// Returns a name of any culture.
    pub(super) fn any(sex: Sex, chance: &mut Chance) -> Self {
        Name::draw(chance.one(CULTURES), sex, chance)
    }

    /// Returns `Given Given Family`.
    pub(super) fn full(&self) -> String {
        format!("{} {}", self.given.join(" "), self.family)
    }

    /// Returns `First Family`.
    pub(super) fn short(&self) -> String {
        format!("{} {}", self.first(), self.family)
    }

    /// Returns the first given name.
    pub(super) fn first(&self) -> &'static str {
        self.given.first().copied().unwrap_or("Robin")
    }

    /// Returns the name in letters `a` to `z` only, as e-mail addresses have it.
    pub(super) fn handle(&self) -> String {
        format!("{}.{}", plain(self.first()), plain(&self.family))
    }
}

fn family(culture: &Culture, sex: Sex, chance: &mut Chance) -> String {
    match culture.families {
        Families::One(names) => chance.pick(names).to_owned(),
        Families::BySex(names) => {
            let (man, woman) = *chance.one(names);
            if sex == Sex::Female { woman } else { man }.to_owned()
        }
        Families::Two(names) => {
            let (first, second) = (chance.pick(names), chance.pick(names));
            if first == second { first.to_owned() } else { format!("{first} {second}") }
        }
        Families::Hyphenated(names) => {
            let (first, second) = (chance.pick(names), chance.pick(names));
            if first == second || chance.percent(75) { first.to_owned() } else { format!("{first}-{second}") }
        }
    }
}

/// Returns the letters of `text` without accents, in lower case and nothing else.
fn plain(text: &str) -> String {
    let bare = |c: char| match c {
        'ß' => Some("ss"),
        'ø' | 'Ø' => Some("o"),
        'ł' | 'Ł' => Some("l"),
        'đ' | 'Đ' | 'ð' => Some("d"),
        'þ' | 'Þ' => Some("th"),
        'ı' => Some("i"),
        _ => None,
    };
    let mut plain = String::new();
    for c in text.nfd() {
        match bare(c) {
            Some(letters) => plain.push_str(letters),
            None if c.is_ascii_alphabetic() => plain.push(c.to_ascii_lowercase()),
            None => {}
        }
    }
    plain
}

/// Where somebody lives.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Address {
    /// Street and number, and sometimes a second line.
    pub(super) lines: Vec<String>,
    /// The town.
    pub(super) town: &'static str,
    /// The state's two letters.
    pub(super) state: &'static str,
    /// Five digits.
    pub(super) zip: String,
    /// Degrees north and east, to a metre.
    pub(super) position: (f64, f64),
}

impl Address {
    /// Returns an address in `town`.
    pub(super) fn draw(town: &Town, chance: &mut Chance) -> Self {
        let mut lines = vec![format!("{} {}", chance.between(2, 9899), chance.pick(STREETS))];
        if chance.percent(30) {
            lines.push(chance.pick(UNITS).to_owned());
        }
        let zip = format!("{}{}", town.prefix, chance.digits(2));
        let (north, west) = town.position;
        let position = (north + chance.real(-0.2, 0.2), -west + chance.real(-0.2, 0.2));
        Address { lines, town: town.name, state: town.state, zip, position }
    }

    /// Returns the address on one line.
    pub(super) fn line(&self) -> String {
        format!("{}, {}, {} {}", self.lines.join(", "), self.town, self.state, self.zip)
    }
}

/// Returns a telephone number of `town` that is kept for fiction, in one of the ways people write it.
pub(super) fn phone(town: &Town, chance: &mut Chance) -> String {
    let last = format!("01{}", chance.digits(2));
    match chance.below(4) {
        0 => format!("({}) 555-{last}", town.area),
        1 => format!("{}.555.{last}", town.area),
        2 => format!("+1 {} 555 {last}", town.area),
        _ => format!("{}-555-{last}", town.area),
    }
}

/// Returns a telephone number for somebody abroad, out of the ranges kept for drama.
fn phone_abroad(chance: &mut Chance) -> String {
    if chance.percent(50) {
        format!("+44 20 7946 0{}", chance.digits(3))
    } else {
        format!("+33 1 99 00 {} {}", chance.digits(2), chance.digits(2))
    }
}

/// What a relative is to the patient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kin {
    /// Husband or wife.
    Spouse,
    /// Daughter or son.
    Child,
    /// Mother or father.
    Parent,
    /// Sister or brother.
    Sibling,
}

/// Somebody near to the patient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Relative {
    /// What they are.
    pub(super) kin: Kin,
    /// Woman or man.
    pub(super) sex: Sex,
    /// Their name.
    pub(super) name: Name,
    /// Their telephone number.
    pub(super) phone: String,
}

impl Relative {
    /// Returns `daughter`, `husband`, ….
    pub(super) fn word(&self) -> &'static str {
        match (self.kin, self.sex) {
            (Kin::Spouse, Sex::Female) => "wife",
            (Kin::Spouse, Sex::Male) => "husband",
            (Kin::Child, Sex::Female) => "daughter",
            (Kin::Child, Sex::Male) => "son",
            (Kin::Parent, Sex::Female) => "mother",
            (Kin::Parent, Sex::Male) => "father",
            (Kin::Sibling, Sex::Female) => "sister",
            (Kin::Sibling, Sex::Male) => "brother",
        }
    }

    /// Returns the code and display of `v3-RoleCode`.
    pub(super) fn role(&self) -> (&'static str, &'static str) {
        match (self.kin, self.sex) {
            (Kin::Spouse, Sex::Female) => ("WIFE", "wife"),
            (Kin::Spouse, Sex::Male) => ("HUSB", "husband"),
            (Kin::Child, Sex::Female) => ("DAUC", "daughter"),
            (Kin::Child, Sex::Male) => ("SONC", "son"),
            (Kin::Parent, Sex::Female) => ("MTH", "mother"),
            (Kin::Parent, Sex::Male) => ("FTH", "father"),
            (Kin::Sibling, Sex::Female) => ("SIS", "sister"),
            (Kin::Sibling, Sex::Male) => ("BRO", "brother"),
        }
    }
}

/// A patient as a person.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Person {
    /// Woman or man.
    pub(super) sex: Sex,
    /// The official name.
    pub(super) name: Name,
    /// A family name from before, with some.
    pub(super) maiden: Option<String>,
    /// What friends say; only notes know it.
    pub(super) nickname: Option<&'static str>,
    /// The day of birth.
    pub(super) birth: Date,
    /// The day of death, with few of the oldest.
    pub(super) death: Option<Date>,
    /// The language preferred: code and English name.
    pub(super) language: (&'static str, &'static str),
    /// Home.
    pub(super) address: Address,
    /// The town of the address.
    pub(super) town: &'static Town,
    /// Telephone numbers: home, mobile.
    pub(super) phones: Vec<String>,
    /// An e-mail address, with most.
    pub(super) email: Option<String>,
    /// The practice's record number.
    pub(super) mrn: String,
    /// A number of the form of a social security number.
    pub(super) ssn: String,
    /// The member number of the health plan.
    pub(super) plan: String,
    /// The mother's name before marriage, with some.
    pub(super) mothers_maiden: Option<String>,
    /// Those near.
    pub(super) relatives: Vec<Relative>,
    /// A neighbour whom only notes know: name and telephone number.
    pub(super) neighbour: (Name, String),
}

impl Person {
    /// Returns a person who lives in `town`.
    pub(super) fn draw(town: &'static Town, chance: &mut Chance) -> Self {
        let sex = if chance.percent(50) { Sex::Female } else { Sex::Male };
        let culture = chance.one(CULTURES);
        let name = Name::draw(culture, sex, chance);
        let years = match chance.below(10) {
            0 | 1 => chance.between(1, 17),
            2..=4 => chance.between(18, 45),
            5..=7 => chance.between(46, 70),
            _ => chance.between(71, 97),
        };
        let birth = after(PRESENT, -(years * 365 + years / 4 + chance.between(0, 364)));
        let death = (years > 74 && chance.percent(10)).then(|| after(PRESENT, -chance.between(10, 700)));
        let maiden = (sex == Sex::Female && years > 24 && chance.percent(30)).then(|| family(culture, sex, chance));
        let relatives = relatives(culture, sex, years, &name, town, chance);
        let email = chance.percent(80).then(|| {
            let host = chance.pick(&["mail.example.com", "example.net", "post.example.org"]);
            format!("{}{}@{host}", name.handle(), chance.between(1, 99))
        });
        Person {
            maiden,
            nickname: chance.percent(30).then(|| chance.pick(NICKNAMES)),
            birth,
            death,
            language: if chance.percent(60) { ("en", "English") } else { culture.language },
            address: Address::draw(town, chance),
            town,
            phones: (0..=chance.below(2)).map(|_| phone(town, chance)).collect(),
            email,
            mrn: format!("MRN-{}", chance.digits(7)),
            ssn: format!("9{}-00-{}", chance.digits(2), 1000 + chance.below(9000)),
            plan: format!("EXH{}-{}", chance.digits(6), chance.digits(2)),
            mothers_maiden: chance.percent(30).then(|| Name::draw(culture, Sex::Female, chance).short()),
            relatives,
            neighbour: (Name::any(Sex::Female, chance), phone(town, chance)),
            sex,
            name,
        }
    }

    /// Returns `Mrs`, `Ms`, `Mr` with the family name, or a child's first name.
    pub(super) fn polite(&self, day: Date) -> String {
        match (super::calendar::age(self.birth, day), self.sex) {
            (0..=15, _) => self.name.first().to_owned(),
            (16..=24, Sex::Female) => format!("Ms {}", self.name.family),
            (_, Sex::Female) => format!("Mrs {}", self.name.family),
            (_, Sex::Male) => format!("Mr {}", self.name.family),
        }
    }
}

fn relatives(culture: &Culture, sex: Sex, years: i32, name: &Name, town: &Town, chance: &mut Chance) -> Vec<Relative> {
    let kins: &[Kin] = match years {
        0..=17 => &[Kin::Parent],
        18..=30 => &[Kin::Parent, Kin::Sibling, Kin::Spouse],
        _ => &[Kin::Spouse, Kin::Child, Kin::Sibling],
    };
    let count = chance.between(1, 2).min(i32::try_from(kins.len()).unwrap_or(1));
    let mut relatives: Vec<Relative> = Vec::new();
    for _ in 0..count {
        let kin = *chance.one(kins);
        if relatives.iter().any(|known| known.kin == kin) {
            continue;
        }
        let their_sex = match kin {
            Kin::Spouse if sex == Sex::Female => Sex::Male,
            Kin::Spouse => Sex::Female,
            _ if chance.percent(50) => Sex::Female,
            _ => Sex::Male,
        };
        let mut their = Name::draw(culture, their_sex, chance);
        if chance.percent(60) && their_sex == sex {
            their.family.clone_from(&name.family);
        }
        let phone = if chance.percent(15) { phone_abroad(chance) } else { phone(town, chance) };
        relatives.push(Relative { kin, sex: their_sex, name: their, phone });
    }
    relatives
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reaches_people_lies_in_ranges_kept_for_fiction() {
        for number in 0..300 {
            let mut chance = Chance::new(1, "test", number);
            let town = chance.one(TOWNS);
            let person = Person::draw(town, &mut chance);
            let phones = person.phones.iter().chain(person.relatives.iter().map(|relative| &relative.phone));
            for phone in phones.chain([&person.neighbour.1]) {
                let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
                let fiction =
                    digits.contains("55501") || digits.starts_with("442079460") || digits.starts_with("3319900");
                assert!(fiction, "{phone}");
            }
            assert_eq!(&person.ssn[3..7], "-00-");
            assert_eq!(person.address.zip.len(), 5);
            for address in person.email.iter() {
                assert!(address.is_ascii() && address.contains("example."), "{address}");
            }
            assert!(person.birth < PRESENT && person.death.is_none_or(|death| death > person.birth));
        }
    }

    #[test]
    fn addresses_are_written_in_plain_letters() {
        for (name, expected) in [
            ("Þórdís", "thordis"),
            ("Łucja", "lucja"),
            ("van 't Hof", "vanthof"),
            ("Großmann", "grossmann"),
            ("Adébáyọ̀", "adebayo"),
        ] {
            assert_eq!(plain(name), expected);
        }
    }
}
