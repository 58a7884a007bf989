use proptest::prelude::*;

use super::*;
use crate::ingest::literature::{Item, Reader};
use crate::library::Chunking;
use crate::library::pack::{Options, cut};

fn article(text: &str) -> Article {
    let mut articles = Vec::new();
    let mut take = |item| {
        if let Item::Article(article) = item {
            articles.push(*article);
        }
    };
    let mut reader = Reader::begin(0);
    reader.push(text.as_bytes(), &mut take).unwrap();
    reader.finish(&mut take).unwrap();
    articles.remove(0)
}

fn of_ris(title: &str, text: &str) -> Vec<String> {
    let article = article(&format!("TY  - JOUR\nTI  - {title}\nAB  - {text}\nER  - \n"));
    of(&article, &cut(&article, &Options::default())).concat()
}

#[test]
fn a_title_asks_what_it_tells() {
    for (title, question) in [
        ("Effects of salt on blood pressure in older adults.", "Does salt affect blood pressure in older adults?"),
        ("The impact of sleep on insulin resistance", "Does sleep affect insulin resistance?"),
        ("Association between gout and stroke: a cohort study", "Is gout associated with stroke: a cohort study?"),
        ("Role of vitamin D in asthma", "What is the role of vitamin D in asthma?"),
        ("Statins reduce mortality after stroke", "Does Statins reduce mortality after stroke?"),
        (
            "Gout-associated crystals activate the inflammasome",
            "Does Gout-associated crystals activate the inflammasome?",
        ),
        ("Aspirin may not prevent dementia", "Does Aspirin prevent dementia?"),
        ("Metformin is safe in pregnancy.", "Is Metformin safe in pregnancy?"),
        ("Aspirin versus clopidogrel in stroke", "Is Aspirin better than clopidogrel in stroke?"),
        ("Is bedtime dosing better?", "Is bedtime dosing better?"),
        ("Treatment of acute gout with colchicine", "What are the treatments for acute gout?"),
        ("Risk factors for falls among older adults", "Who is at risk of falls?"),
    ] {
        assert_eq!(of_ris(title, "Nothing.").first().map(String::as_str), Some(question), "{title}");
    }
    assert_eq!(of_ris("Trends in controls", "Nothing."), [""; 0]);
}

#[test]
fn a_passage_asks_what_it_defines_what_it_finds_and_what_it_speaks_of() {
    let text = "Amelogenesis imperfecta (AI) is a disorder of the enamel. The prevalence of amelogenesis imperfecta is unknown. \
        These data suggest that fluoride reduces decay.";
    let asked = of_ris("Teeth", text);
    assert_eq!(
        asked,
        ["What is Amelogenesis imperfecta?", "Does fluoride reduce decay?", "How common is amelogenesis imperfecta?",]
    );
    let asked = of_ris("Teeth", "It is a disorder. In conclusion, no harm came of it.");
    assert_eq!(asked, ["Is it true that no harm came of it?"]);
}

#[test]
fn main_topics_of_mesh_ask_what_their_qualifiers_say() {
    let text = "PMID- 1\nTI  - Trends\nAB  - Nothing.\nMH  - *Gout/*drug therapy/epidemiology\nMH  - Humans\nMH  - Falls/*prevention & control\n";
    let article = article(text);
    let asked = of(&article, &cut(&article, &Options::default()));
    assert_eq!(asked, [["What are the treatments for Gout?", "How can Falls be prevented?"]]);
}

#[test]
fn each_part_of_an_abstract_asks_its_own_and_as_many_as_there_may_be() {
    let text = format!(
        "{} These data show that salt raises pressure.",
        "Gout is a disease of joints. Treatment of gout is old. ".repeat(30)
    );
    let article = article(&format!("TY  - JOUR\nTI  - Effects of salt on gout\nAB  - {text}\nER  - \n"));
    let options = Options { chunking: Chunking::Semantic, ..Options::default() };
    let cut = cut(&article, &options);
    let asked = of(&article, &cut);
    assert_eq!(asked.len(), cut.texts().len());
    assert!(asked.iter().all(|asked| asked.len() <= MOST && asked[0] == "Does salt affect gout?"));
    assert!(asked[2].contains(&"Does salt raise pressure?".to_owned()) && !asked[0].contains(&asked[2][2]));
}

#[test]
fn how_they_are_compared_is_written_as_it_is_read() {
    for how in [Questions::Off, Questions::Beside, Questions::List, Questions::Only] {
        assert_eq!(how.to_string().parse::<Questions>().unwrap(), how);
        assert_eq!(serde_json::to_string(&how).unwrap(), format!("\"{how}\""));
    }
    assert_eq!("okafor".parse::<Questions>().unwrap_err().code(), Code::InvalidArgument);
}

proptest! {
    #[test]
    fn any_text_asks_few_questions_none_of_them_twice(title in "\\PC{1,80}", text in "\\PC{0,400}") {
        let mut article = article("TY  - JOUR\nTI  - x\nAB  - y\nER  - \n");
        article.title = title;
        let asked = of_passage(&article, "Abstract", &text);
        prop_assert!(asked.len() <= MOST && asked.iter().all(|question| question.ends_with('?')));
        prop_assert!((1..asked.len()).all(|at| !asked[..at].contains(&asked[at])));
    }
}
