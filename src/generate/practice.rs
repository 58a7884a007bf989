//! The practices of the generated world: who works there, and where. The same practice and the same clinicians serve
//! many patients, with the same ids in each of their bundles.

use super::chance::Chance;
use super::person::{Address, Name, Sex, TOWNS, Town, phone};

/// How many practices there are under one seed.
pub(super) const PRACTICES: u32 = 48;

/// What a clinician does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// Family medicine.
    Family,
    /// Children.
    Pediatrics,
    /// Hearts.
    Cardiology,
    /// Hormones.
    Endocrinology,
    /// Kidneys.
    Nephrology,
    /// Pregnancies.
    Obstetrics,
    /// Minds.
    Psychiatry,
    /// Cancer.
    Oncology,
    /// The emergency department.
    Emergency,
}

const ROLES: &[Role] = &[
    Role::Family,
    Role::Pediatrics,
    Role::Cardiology,
    Role::Endocrinology,
    Role::Nephrology,
    Role::Obstetrics,
    Role::Psychiatry,
    Role::Oncology,
    Role::Emergency,
];

impl Role {
    /// Returns what stands under a signature.
    pub(super) fn title(self) -> &'static str {
        match self {
            Role::Family => "Family medicine",
            Role::Pediatrics => "Pediatrics",
            Role::Cardiology => "Cardiology",
            Role::Endocrinology => "Endocrinology",
            Role::Nephrology => "Nephrology",
            Role::Obstetrics => "Obstetrics and gynecology",
            Role::Psychiatry => "Psychiatry",
            Role::Oncology => "Oncology",
            Role::Emergency => "Emergency medicine",
        }
    }
}

/// Somebody who treats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clinician {
    /// What they do.
    pub(super) role: Role,
    /// Their name.
    pub(super) name: Name,
    /// A provider number that nobody has.
    pub(super) npi: String,
    /// Their telephone.
    pub(super) phone: String,
}

impl Clinician {
    /// Returns `Dr. Given Family`.
    pub(super) fn titled(&self) -> String {
        format!("Dr. {}", self.name.short())
    }
}

/// A practice with those who work there, and the hospital near it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Practice {
    /// Its number under the seed.
    pub(super) number: u32,
    /// Its name.
    pub(super) name: String,
    /// The hospital's name.
    pub(super) hospital: String,
    /// The town of both.
    pub(super) town: &'static Town,
    /// Where it is.
    pub(super) address: Address,
    /// Its telephone.
    pub(super) phone: String,
    /// Its fax.
    pub(super) fax: String,
    /// Its page.
    pub(super) url: String,
    staff: Vec<Clinician>,
}

/// What practices are called after.
const FIRST: &[&str] = &[
    "Maple Row",
    "Lantern Hill",
    "Weir Street",
    "Riverbend",
    "Old Mill",
    "Five Oaks",
    "Northgate",
    "Saltbox",
    "Prairie Star",
    "Quarry Road",
];
const SECOND: &[&str] = &["Family Practice", "Medical Group", "Community Clinic", "Health Partners", "Primary Care"];
const HOSPITALS: &[&str] =
    &["Memorial Hospital", "General Hospital", "Regional Medical Center", "Lutheran Hospital", "University Clinic"];

impl Practice {
    /// Returns practice `number` of the world of `seed`; the numbers go up to [`PRACTICES`].
    pub(super) fn draw(seed: u64, number: u32) -> Self {
        let mut chance = Chance::new(seed, "practice", u64::from(number));
        let chance = &mut chance;
        let town = chance.one(TOWNS);
        let first = chance.pick(FIRST);
        let name = format!("{first} {}", chance.pick(SECOND));
        let host: String = first.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
        Practice {
            number,
            hospital: format!("{} {}", town.name, chance.pick(HOSPITALS)),
            town,
            address: Address::draw(town, chance),
            phone: phone(town, chance),
            fax: phone(town, chance),
            url: format!("https://{host}{number}.example.org"),
            staff: ROLES
                .iter()
                .map(|&role| {
                    let sex = if chance.percent(50) { Sex::Female } else { Sex::Male };
                    let npi = format!("99{}", chance.digits(8));
                    Clinician { role, name: Name::any(sex, chance), npi, phone: phone(town, chance) }
                })
                .collect(),
            name,
        }
    }

    /// Returns the one who does `role`.
    pub(super) fn clinician(&self, role: Role) -> &Clinician {
        self.staff.iter().find(|clinician| clinician.role == role).expect("a practice has every role")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_practice_is_the_same_for_all_its_patients() {
        assert_eq!(Practice::draw(4, 7), Practice::draw(4, 7));
        assert_ne!(Practice::draw(4, 7), Practice::draw(5, 7));
        let practice = Practice::draw(4, 7);
        for &role in ROLES {
            assert_eq!(practice.clinician(role).role, role);
        }
    }
}
