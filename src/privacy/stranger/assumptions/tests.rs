use super::*;

#[test]
fn the_finer_a_distance_the_more_it_tells() {
    let bits = |label| time(label).in_tenths();
    assert_eq!(bits("day 0"), 0);
    assert_eq!(bits("less than 1 month before day 0"), bits("9 months before day 0"));
    let rising =
        ["4 years before day 0", "9 months before day 0", "3 weeks before day 0", "2 days after day 0"].map(bits);
    assert!(rising.is_sorted());
    let coarser = |label| coarse(label).in_tenths();
    assert!(coarser("4 years before day 0") < rising[0] && coarser("3 weeks before day 0") < rising[2]);
    assert_eq!(coarser("day 0"), 0);
    assert_eq!(bits("4 years and 6 months before day 0"), bits("4 years before day 0"));
    assert_eq!(bits("4 years and 7 months before day 0"), bits("9 months before day 0"));
    assert_eq!(bits("97 months and 28 days before day 0"), bits("2 days before day 0"));
    assert_eq!(bits("8 years and 6 weeks before day 0"), bits("3 weeks before day 0"));
}

#[test]
fn common_conditions_tell_less_than_their_rare_forms() {
    assert_eq!(common("Essential hypertension (disorder)"), Some(1.0 / 0.477));
    assert_eq!(common("Diabetes mellitus type 2 (disorder)"), Some(1.0 / 0.116));
    for rarer in [
        "Pulmonary hypertension",
        "Diabetes insipidus",
        "Diabetes mellitus type 1",
        "Retinopathy due to diabetes",
        "Gout",
    ] {
        assert_eq!(common(rarer), None, "{rarer}");
    }
}

#[test]
fn a_common_condition_is_its_name_and_nothing_more() {
    assert!(is_common("Atopic dermatitis (disorder)") && is_common("Eczema"));
    assert!(!is_common("Eczema with thrombocytopenia and immunodeficiency") && !is_common("Familial hypothyroidism"));
}

#[test]
fn an_age_band_tells_more_the_fewer_are_of_it() {
    let bits = |band| age_band(band).in_tenths();
    assert!(bits("40 to 69") < bits("60 to 69") && bits("60 to 69") < bits("80 to 89"));
    assert!(bits("70 to 89") < bits("70 to 79") && bits("80 to 89") < bits("90 or more"));
    assert_eq!([bits("under 10"), bits("30 to 39"), bits("30 to 34")], [30, 30, 40]);
}

#[test]
fn prose_tells_what_it_names() {
    let names =
        |prose: &str| common_within(prose).into_iter().map(|(name, bits)| (name, bits.in_tenths())).collect::<Vec<_>>();
    assert_eq!(
        names("she has asthma and Type 2 diabetes; asthma"),
        [("diabetes".to_owned(), 32), ("asthma".to_owned(), 37)]
    );
    assert_eq!(names("pulmonary hypertension"), [("hypertension".to_owned(), 67)]);
    assert_eq!(names("chest … pain"), []);
    let (relative, life) = of_others("Her mother worked on a boat");
    assert_eq!((relative.as_deref(), life.as_deref()), (Some("mother"), Some("worked")));
    assert_eq!(of_others("chest pain at rest"), (None, None));
    assert!(prose_says_sex("she is well") && prose_says_sex("pregnant") && !prose_says_sex("chest pain"));
    let times =
        |prose: &str| times_within(prose).into_iter().map(|(time, bits)| (time, bits.in_tenths())).collect::<Vec<_>>();
    assert_eq!(times("a fall 3 weeks ago"), [("3 weeks ago".to_owned(), time("3 weeks before day 0").in_tenths())]);
    assert!(times("two years before it")[0].1 < times("two days before it")[0].1);
    assert_eq!(times("pain for 2 years, every 12 hours"), []);
    assert_eq!(times("a tablet a day after supper, twice a day before eating"), []);
    assert_eq!(times("come back in two weeks, before the morning tablet"), []);
    assert_eq!(times("it began a day after the fall").len(), 1);
}

#[test]
fn some_names_say_the_sex() {
    assert!(says_sex("Normal pregnancy") && says_sex("Benign prostatic hyperplasia") && !says_sex("Gout"));
}
#[test]
fn an_age_band_by_the_shares_of_its_decades() {
    for (band, tenths) in [
        ("under 5", 40),
        ("under 10", 30),
        ("10 to 39", 15),
        ("60 to 64", 40),
        ("65 to 69", 40),
        ("70 to 74", 49),
        ("70 to 79", 39),
        ("70 to 89", 34),
        ("80 to 89", 51),
        ("90 or more", 72),
        ("100 or more", 133),
        ("of no number", 0),
    ] {
        assert_eq!(age_band(band).in_tenths(), tenths, "{band}");
    }
}

#[test]
fn what_an_entry_tells_by_its_kind() {
    use crate::document::{Coded, Form, Value};
    use crate::span::Span;
    let value = Value { text: "positive".into(), span: Span::at(0, 0), form: Form::String, aside: 0 };
    let fact = |kind| Fact::bare(kind, Span::at(0, 1));
    for (kind, ordinary, shared) in [
        (FactKind::Condition, 67, 20),
        (FactKind::FamilyMemberHistory, 67, 20),
        (FactKind::Procedure, 67, 20),
        (FactKind::MedicationRequest, 67, 20),
        (FactKind::AllergyIntolerance, 67, 20),
        (FactKind::Device, 67, 20),
        // What nearly everybody has: how many have it does not matter.
        (FactKind::Observation, 10, 10),
        (FactKind::Immunization, 10, 10),
        (FactKind::Encounter, 10, 10),
        (FactKind::DiagnosticReport, 20, 20),
        (FactKind::ImagingStudy, 20, 20),
        (FactKind::CarePlan, 30, 30),
        (FactKind::CareTeam, 30, 30),
        (FactKind::Goal, 30, 30),
        (FactKind::Patient, 30, 30),
        (FactKind::Other, 30, 30),
    ] {
        let of = |share| named(&fact(kind), "Gout", share).in_tenths();
        assert_eq!((of(None), of(Some(4.0))), (ordinary, shared), "{kind:?}");
    }
    assert_eq!(named(&fact(FactKind::Condition), "Asthma", None).in_tenths(), 37);
    assert_eq!(named(&fact(FactKind::Condition), "Asthma", Some(2.0)).in_tenths(), 10, "the records know better");
    assert_eq!(named(&fact(FactKind::Procedure), "Asthma", None).in_tenths(), 67);
    let coded = Coded { system: None, code: None, display: value, term: None, others: Box::default() };
    let found = Fact { reading: Some(Reading::Coded { answer: coded }), ..fact(FactKind::Observation) };
    assert_eq!(named(&found, "Culture", None).in_tenths(), 20);
    assert_eq!(
        [sex(), rare(), some_rare(), of_life(), said(true), said(false)].map(Bits::in_tenths),
        [10, 110, 49, 67, 67, 20]
    );
    assert_eq!([0, 1, 2, 8].map(|times| count(times).in_tenths()), [0, 0, 10, 30]);
}

#[test]
fn a_distance_tells_by_its_grain() {
    for (label, fine, rough) in [
        ("day 0", 0, 0),
        ("4 years before day 0", 44, 34),
        ("1 year after day 0", 44, 34),
        ("4 years and 6 months before day 0", 44, 34),
        ("4 years and 5 months before day 0", 70, 34),
        ("9 months before day 0", 70, 70),
        ("6 months before day 0", 70, 70),
        ("less than 1 month before day 0", 70, 70),
        ("3 weeks after day 0", 91, 70),
        ("2 days before day 0", 119, 70),
        ("4 years and 2 weeks before day 0", 91, 34),
        ("23 months and 4 weeks before day 0", 91, 70),
    ] {
        assert_eq!((time(label).in_tenths(), coarse(label).in_tenths()), (fine, rough), "{label}");
    }
}

#[test]
fn common_conditions_are_found_in_names_and_in_prose() {
    for (name, one_in) in [
        ("Obesity and asthma", Some(1.0 / 0.077)),
        ("Chronic kidney disease", Some(1.0 / 0.14)),
        ("Chronic kidney disease stage 3", None),
        ("Kidney disease", None),
        ("Diabetes mellitus type 2", Some(1.0 / 0.116)),
        ("Diabetes type 1", None),
    ] {
        assert_eq!(common(name), one_in, "{name}");
    }
    for (name, is) in
        [("Asthma", true), ("Disorder of asthma", false), ("Depressive disorder", false), ("Asthma, mild", false)]
    {
        assert_eq!(is_common(name), is, "{name}");
    }
    for (name, tenths) in [
        ("hypertension", 11),
        ("hypertensive disorder", 11),
        ("obesity", 14),
        ("obese", 14),
        ("diabetes", 32),
        ("prediabetes", 14),
        ("asthma", 37),
        ("depressive disorder", 25),
        ("osteoarthritis", 25),
        ("chronic kidney disease", 29),
        ("hyperlipidemia", 32),
        ("hypercholesterolemia", 32),
        ("coronary", 44),
        ("hypothyroidism", 45),
        ("atopic dermatitis", 38),
        ("eczema", 38),
    ] {
        assert_eq!(common_within(name), [(name.to_owned(), Bits::tenths(tenths))], "{name}");
    }
    let of = |prose: &str| -> Vec<(String, u32)> {
        common_within(prose).into_iter().map(|(name, bits)| (name, bits.in_tenths())).collect()
    };
    let is = |name: &str, tenths: u32| (name.to_owned(), tenths);
    assert_eq!(of("gestational diabetes"), [is("diabetes", 67)]);
    assert_eq!(of("diabetes insipidus"), [is("diabetes", 67)]);
    assert_eq!(of("type diabetes"), [is("diabetes", 67)]);
    assert_eq!(of("diabetes type 2"), [is("diabetes", 32)]);
    assert_eq!(of("familial. asthma"), [is("asthma", 37)]);
    assert_eq!(of("chronic kidney; disease"), []);
    assert_eq!(of("asthma, asthma: familial asthma"), [is("asthma", 37)]);
}

#[test]
fn distances_in_time_in_words() {
    let of = |prose: &str| -> Vec<(String, u32)> {
        times_within(prose).into_iter().map(|(words, bits)| (words, bits.in_tenths())).collect()
    };
    let is = |words: &str, tenths: u32| (words.to_owned(), tenths);
    for (prose, found) in [
        ("it began 3 weeks ago", vec![is("3 weeks ago", 91)]),
        ("a year ago", vec![is("a year ago", 44)]),
        ("1 day later, one month before", vec![is("1 day later", 119), is("one month before", 70)]),
        ("two years after, two years after", vec![is("two years after", 44)]),
        ("3 weeks ago 3 weeks ago", vec![is("3 weeks ago", 91)]),
        ("many years ago", vec![]),
        ("3 hours ago", vec![]),
        ("3 weeks long", vec![]),
        ("3 weeks. ago", vec![]),
        ("once a day after", vec![]),
        ("once a week after", vec![is("a week after", 91)]),
        ("fell a day after", vec![is("a day after", 119)]),
        ("2 days before the next small meal", vec![is("2 days before", 119)]),
        ("2 days before the next meal", vec![]),
        ("2 days ago a meal", vec![is("2 days ago", 119)]),
    ] {
        assert_eq!(of(prose), found, "{prose}");
    }
}

#[test]
fn words_that_tell_of_others_of_life_and_of_sex() {
    for (prose, relative, life, sex) in [
        ("Her twin is a nurse", Some("twin"), Some("nurse"), true),
        ("The brother and the mother", Some("brother"), None, false),
        ("Retired soldier", None, Some("retired"), false),
        ("Motherly", None, None, false),
        ("Menopausal", None, None, true),
        ("The lady", None, None, true),
        ("", None, None, false),
    ] {
        let (of_others, of_life) = of_others(prose);
        assert_eq!((of_others.as_deref(), of_life.as_deref()), (relative, life), "{prose}");
        assert_eq!(prose_says_sex(prose), sex, "{prose}");
    }
    assert!(says_sex("Cancer of ovary") && !says_sex("The lady") && !says_sex(""));
}
