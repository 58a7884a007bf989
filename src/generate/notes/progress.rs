//! Progress notes in four hands, and notes about calls.

use super::super::calendar::{aged, month};
use super::super::chance::Chance;
use super::super::visit::Visit;
use super::content::{Content, header};

/// Returns the note of a visit, in one of the hands.
pub(super) fn note(visit: &Visit<'_>, content: &Content, chance: &mut Chance) -> String {
    let hand = chance.below(4);
    let body = match hand {
        0 => headed(visit, content, chance),
        1 => narrative(visit, content, chance),
        2 => terse(visit, content),
        _ => dictated(visit, content, chance),
    };
    format!("{}{body}\n{}", header(visit, chance), signature(visit, chance))
}

fn signature(visit: &Visit<'_>, chance: &mut Chance) -> String {
    let clinician = visit.chart.practice.clinician(visit.role);
    let practice = &visit.chart.practice;
    match chance.below(3) {
        0 => format!("{}, {}\n", clinician.titled(), visit.role.title()),
        1 => format!("Signed electronically by {} (NPI {}), {}\n", clinician.titled(), clinician.npi, practice.name),
        _ => {
            format!("{}\n{}, {}\nTel. {}\n", clinician.name.short(), practice.name, practice.town.name, clinician.phone)
        }
    }
}

/// A sentence about somebody near to the patient, with their name and often their number.
fn company(visit: &Visit<'_>, chance: &mut Chance) -> String {
    let person = visit.person;
    let (he, his) = (person.sex.subject(), person.sex.possessive());
    let Some(relative) = person.relatives.first() else { return String::new() };
    let (word, name) = (relative.word(), relative.name.short());
    match chance.below(7) {
        0 => format!("Comes with {his} {word} {name}, who can be reached at {}.", relative.phone),
        1 => format!("{} called beforehand from {}; {he} would not have come otherwise.", name, relative.phone),
        2 => {
            let (neighbour, phone) = &person.neighbour;
            format!("The neighbour, {}, {phone}, has a key and looks in every evening.", neighbour.short())
        }
        3 => person.nickname.map_or_else(
            || format!("{} {word} {} sends regards.", capital(his), relative.name.first()),
            |nickname| format!("Everybody calls {} “{nickname}”, and so do we.", person.polite(visit.day())),
        ),
        4 => format!("Lives at {} with {his} {word}.", person.address.lines.join(", ")),
        5 => person.email.as_ref().map_or_else(String::new, |email| format!("Prefers to be written to at {email}.")),
        _ => String::new(),
    }
}

fn list(lines: &[String]) -> String {
    lines.iter().map(|line| format!("- {line}\n")).collect()
}

fn findings(content: &Content) -> String {
    let pressure = content.pressure.iter().map(|pressure| format!("blood pressure {pressure}"));
    pressure.chain(content.results.iter().cloned()).collect::<Vec<_>>().join(", ")
}

/// Subjective, objective, assessment, plan.
fn headed(visit: &Visit<'_>, content: &Content, chance: &mut Chance) -> String {
    let assessments: Vec<String> =
        visit.assessments.iter().map(|(problem, words)| format!("{problem}: {words}")).collect();
    let told = if visit.complaints.is_empty() { "No new complaints.".to_owned() } else { visit.complaints.join(" ") };
    let smoking =
        content.smoking.map(|habit| format!(" {} {habit}.", capital(visit.person.sex.subject()))).unwrap_or_default();
    let plans = if content.plans.is_empty() { vec!["No change.".to_owned()] } else { content.plans.clone() };
    format!(
        "\nSubjective:\n{told} {}{smoking}\n\nObjective:\n{}.\n\nAllergies: {}.\nMedicines:\n{}\nAssessment:\n{}\nPlan:\n{}",
        company(visit, chance),
        capital(&findings(content)),
        content.allergies,
        if content.medicines.is_empty() { "- none\n".to_owned() } else { list(&content.medicines) },
        list(&assessments),
        list(&plans),
    )
}

/// Whole sentences, as in a letter to oneself.
fn narrative(visit: &Visit<'_>, content: &Content, chance: &mut Chance) -> String {
    let person = visit.person;
    let (polite, he) = (person.polite(visit.day()), capital(person.sex.subject()));
    let mut text = format!("\nI saw {polite}, a {}, in {}. ", aged(person.birth, visit.day()), month(visit.day()));
    for complaint in &visit.complaints {
        text += &format!("“{complaint}” is how it was put. ");
    }
    text += &company(visit, chance);
    if let Some(habit) = content.smoking {
        text += &format!(" {he} {habit}.");
    }
    text += &format!("\n\nOn examination I found {}. ", findings(content));
    for (problem, words) in &visit.assessments {
        text += &format!("As for the {}: {words} ", problem.to_lowercase());
    }
    if !content.plans.is_empty() {
        text += &format!("\n\nWe agreed on the following. {}", content.plans.join(" "));
    }
    text + &format!("\n\n{he} is {}.\n", content.allergies.replace("no known", "without known"))
}

/// As few words as will do.
fn terse(visit: &Visit<'_>, content: &Content) -> String {
    let person = visit.person;
    let sex = if person.sex.code() == "female" { 'F' } else { 'M' };
    let mut text = match visit.age() {
        0 | 1 => format!("{} {sex}. ", aged(person.birth, visit.day())),
        years => format!("{years}{sex}. "),
    };
    if !visit.complaints.is_empty() {
        text += &format!("c/o: {} ", visit.complaints.join(" "));
    }
    text += &format!("O/E {}\n", findings(content));
    for (problem, words) in &visit.assessments {
        text += &format!("# {problem} – {words}\n");
    }
    for plan in &content.plans {
        text += &format!("> {plan}\n");
    }
    text += &format!("All: {}\n", content.allergies);
    if let Some(relative) = person.relatives.last() {
        text += &format!("NOK {} ({}) {}\n", relative.name.short(), relative.word(), relative.phone);
    }
    text
}

/// As it comes off the tape, without headings.
fn dictated(visit: &Visit<'_>, content: &Content, chance: &mut Chance) -> String {
    let person = visit.person;
    let name = person.name.short();
    let told = if visit.complaints.is_empty() {
        "has nothing new to tell.".to_owned()
    } else {
        format!("says: {}", visit.complaints.join(" "))
    };
    let mut text = format!("{name} {told} {}\nToday: {}. ", company(visit, chance), findings(content));
    for (problem, words) in &visit.assessments {
        text += &format!("{problem} – {words} ");
    }
    if !content.medicines.is_empty() {
        text += &format!("\nTakes {}. ", content.medicines.join("; "));
    }
    for plan in &content.plans {
        text += &format!("\n{plan}");
    }
    text + "\n"
}

/// Returns the note of a call about results of the laboratory.
pub(super) fn telephone(visit: &Visit<'_>, content: &Content, chance: &mut Chance) -> String {
    let person = visit.person;
    let phone = person.phones.last().map_or("the number on file", String::as_str);
    let who = match person.relatives.first().filter(|_| chance.percent(35) || visit.age() < 16) {
        Some(relative) => format!("{} ({} of {})", relative.name.short(), relative.word(), person.name.short()),
        None => person.name.short(),
    };
    let told: Vec<&str> = visit.assessments.iter().map(|(_, words)| words.as_str()).collect();
    format!(
        "Telephone call, {}.\nReached {who} at {phone}. {} Repeated back correctly. Results: {}.\n{}\n",
        super::form(visit.day()),
        told.join(" "),
        content.laboratory.join(", "),
        visit.chart.practice.clinician(visit.role).titled(),
    )
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
