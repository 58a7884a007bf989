//! Letters: to a specialist and back, from the hospital, to the patient, and from the patient.

use jiff::civil::Date;

use super::super::calendar::{form, long};
use super::super::chance::Chance;
use super::super::codes::Concept;
use super::super::practice::Role;
use super::super::visit::Visit;
use super::content::Content;

fn letterhead(visit: &Visit<'_>, day: Date) -> String {
    let practice = &visit.chart.practice;
    format!(
        "{}\n{}\nTel. {}   Fax {}   {}\n\n{}\n",
        practice.name,
        practice.address.line(),
        practice.phone,
        practice.fax,
        practice.url,
        long(day)
    )
}

fn patient_block(visit: &Visit<'_>) -> String {
    let person = visit.person;
    let phone = person.phones.first().map_or("–", String::as_str);
    format!(
        "{}, born {}\n{}\nTel. {phone}, {}\n",
        person.name.full(),
        long(person.birth),
        person.address.line(),
        person.mrn
    )
}

/// Returns the letter that asks a specialist.
pub(super) fn referral(
    visit: &Visit<'_>,
    content: &Content,
    to: Role,
    problem: &Concept,
    question: &str,
    chance: &mut Chance,
) -> String {
    let practice = &visit.chart.practice;
    let (specialist, author) = (practice.clinician(to), practice.clinician(visit.role));
    let greeting = if chance.percent(50) {
        format!("Dear {},", specialist.titled())
    } else {
        format!("Dear {},", specialist.name.first())
    };
    let medicines = if content.medicines.is_empty() { "none".to_owned() } else { content.medicines.join("; ") };
    format!(
        "{}To: {}, {}\n\n{greeting}\n\nRe: {}\n{}\nThank you for seeing {}. {question}\n\nMedicines: {medicines}.\nAllergies: {}.\n\nWith kind regards,\n{}\n{}\n",
        letterhead(visit, visit.day()),
        specialist.titled(),
        practice.hospital,
        patient_block(visit),
        problem.display,
        visit.person.polite(visit.day()),
        content.allergies,
        author.titled(),
        author.phone,
    )
}

/// Returns what the specialist answers.
pub(super) fn reply(
    visit: &Visit<'_>,
    day: Date,
    from: Role,
    problem: &Concept,
    reply: &str,
    chance: &mut Chance,
) -> String {
    let practice = &visit.chart.practice;
    let (specialist, reader) = (practice.clinician(from), practice.clinician(visit.role));
    let person = visit.person;
    let company = person
        .relatives
        .first()
        .filter(|_| chance.percent(50))
        .map(|relative| format!(" {}, the {}, was present.", relative.name.short(), relative.word()))
        .unwrap_or_default();
    format!(
        "{}, {}\n{}\n\nDear {},\n\n{} ({}, social security number {}) was seen by me on {} for {}.{company} {reply}\n\nPlease call {} with questions.\n\n{}\n{}\n",
        practice.hospital,
        from.title(),
        practice.town.name,
        reader.titled(),
        person.name.full(),
        form(person.birth),
        person.ssn,
        long(day),
        problem.display.to_lowercase(),
        specialist.phone,
        specialist.titled(),
        from.title(),
    )
}

/// Returns the letter of the hospital at the end of a stay.
pub(super) fn discharge(
    visit: &Visit<'_>,
    day: Date,
    problem: &Concept,
    days: i32,
    story: &str,
    content: &Content,
) -> String {
    let practice = &visit.chart.practice;
    let person = visit.person;
    let kin = person
        .relatives
        .first()
        .map(|relative| format!("{} was informed by telephone ({}). ", relative.name.short(), relative.phone))
        .unwrap_or_default();
    format!(
        "{}\nDischarge summary\n\n{}Health plan member {}\nAdmitted {}, discharged {} after {days} days.\n\nDiagnosis: {}\n\nCourse\n{story} {kin}\n\nAllergies: {}.\nMedicines at discharge: {}.\n\nFollow-up with {}, {}.\n\n{}\n",
        practice.hospital,
        patient_block(visit),
        person.plan,
        long(visit.day()),
        long(day),
        problem.display,
        content.allergies,
        if content.medicines.is_empty() { "none".to_owned() } else { content.medicines.join("; ") },
        practice.clinician(Role::Family).titled(),
        practice.phone,
        practice.clinician(visit.role).titled(),
    )
}

/// Returns the letter that tells the patient the results.
pub(super) fn results(visit: &Visit<'_>, day: Date, content: &Content) -> String {
    let person = visit.person;
    let results: String = content.results.iter().map(|result| format!("    {result}\n")).collect();
    format!(
        "{}\n{}\n{}\n\nDear {},\n\nthese are the results of your visit on {}:\n\n{results}\n{}\nIf anything is unclear, call us at {} or write through {}.\n\nYours sincerely,\n{}\n",
        letterhead(visit, day),
        person.name.full(),
        person.address.line(),
        person.polite(day),
        long(visit.day()),
        content.plans.join(" "),
        visit.chart.practice.phone,
        visit.chart.practice.url,
        visit.chart.practice.clinician(visit.role).titled(),
    )
}

/// What adults write about.
const ADULTS: &[&str] = &[
    "I have run out of tablets and will be away next week. Can you send the prescription to the pharmacy?",
    "Could somebody explain the last blood test to me? The page shows an H and I do not know what it means.",
    "I would rather come in the afternoon, because of the bus.",
    "Is it all right to take something for a cold with my medicines?",
];
/// What parents write about.
const CHILDS: &[&str] = &[
    "The school asks for the vaccination card. Could you send a copy?",
    "The cough is back since Sunday, but no fever. Should we come earlier?",
    "We would rather come in the afternoon, because of the bus.",
];

/// Returns what the patient, or a parent, wrote before the visit.
pub(super) fn message(visit: &Visit<'_>, chance: &mut Chance) -> String {
    let person = visit.person;
    let doctor = visit.chart.practice.clinician(visit.role);
    let phone = person.phones.last().map_or("the usual number", String::as_str);
    let asked = chance.pick(if visit.age() < 16 { CHILDS } else { ADULTS });
    let (writer, about) = match person.relatives.first().filter(|_| visit.age() < 16) {
        Some(parent) => (parent.name.short(), format!("It is about {}. ", person.name.first())),
        None => (person.name.short(), String::new()),
    };
    let neighbour = if chance.percent(30) {
        format!(
            " If I am not at home, {} next door ({}) takes messages.",
            person.neighbour.0.short(),
            person.neighbour.1
        )
    } else {
        String::new()
    };
    let email = person.email.as_deref().unwrap_or_default();
    format!(
        "Dear {},\n\n{about}{asked}{neighbour} You can call me at {phone}.\n\nThank you,\n{writer}\n{email}\n",
        doctor.titled()
    )
}
