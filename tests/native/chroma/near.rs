//! `library nearest` among libraries at hand, over a server that is busy, and of what was said of articles since.

use super::*;

/// PubMed XML of articles: number, title, text, and the kinds of notices about it.
pub fn pubmed(articles: &[(u32, &str, &str, &[&str])]) -> String {
    let article = |(number, title, text, notices): &(u32, &str, &str, &[&str])| {
        let notices: String = notices
            .iter()
            .map(|kind| format!("<CommentsCorrections RefType=\"{kind}\"><RefSource>Lett. 2022;1:1</RefSource></CommentsCorrections>"))
            .collect();
        format!(
            "<PubmedArticle><MedlineCitation><PMID Version=\"1\">{number}</PMID><Article><Journal><JournalIssue><PubDate><Year>2020</Year></PubDate></JournalIssue><Title>Invented Letters</Title></Journal>\
             <ArticleTitle>{title}</ArticleTitle><Abstract><AbstractText>{text}</AbstractText></Abstract><AuthorList><Author><LastName>Jones</LastName><ForeName>Bo</ForeName><Initials>B</Initials></Author></AuthorList>\
             <PublicationTypeList><PublicationType>Journal Article</PublicationType></PublicationTypeList></Article><CommentsCorrectionsList>{notices}</CommentsCorrectionsList></MedlineCitation></PubmedArticle>"
        )
    };
    format!("<PubmedArticleSet>{}</PubmedArticleSet>", articles.iter().map(article).collect::<String>())
}

#[test]
fn what_was_said_of_an_article_is_loaded_with_it_and_told() {
    let folder = folder("marks");
    let path = folder.join("own.pack");
    let of = |number, notices| (number, "Salt", "Salt raises blood pressure.", notices);
    let text = pubmed(&[
        of(90_000_101, &["ExpressionOfConcernIn", "ErratumIn"][..]),
        of(90_000_102, &["PartialRetractionIn"][..]),
    ]);
    std::fs::write(&path, packed(&text, true)).unwrap();
    let (address, server) = serve(Server::default());
    let address = format!("http://{address}");
    assert!(push(&path, &address).status.success());
    let stored: Vec<Value> = server.lock().unwrap().passages.values().map(|passage| passage[2].clone()).collect();
    let of = |pmid: u64| stored.iter().find(|about| about["pmid"].as_u64() == Some(pmid)).unwrap();
    assert_eq!(of(90_000_101)["marks"], "concern; corrected");
    assert_eq!((&of(90_000_102)["marks"], &of(90_000_102)["retracted"]), (&json!("partly-retracted"), &json!(false)));
    let found: Value =
        serde_json::from_slice(&nearest(&address, "Does salt raise blood pressure?", &[]).stdout).unwrap();
    let marks: Vec<&Value> = found["found"].as_array().unwrap().iter().map(|row| &row["marks"]).collect();
    assert!(marks.contains(&&json!(["concern", "corrected"])) && marks.contains(&&json!(["partly-retracted"])));
    let table = Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args(["library", "search", path.to_str().unwrap(), "salt", "--strategy", "keyword"])
        .output()
        .unwrap();
    let table = String::from_utf8_lossy(&table.stdout).into_owned();
    assert!(table.contains("[EXPRESSION OF CONCERN, CORRECTED]") && table.contains("[PARTLY RETRACTED]"), "{table}");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_collection_of_before_marks_is_read() {
    let mut pack = Pack::of(&packed(&pubmed(&[(1, "Salt", "Salt.", &[][..])]), false)).unwrap();
    let Step::Done(passages) = pack.passages(0, 1).unwrap() else { panic!("all of it is there") };
    let (citation, id) = (passages[0].citation().as_str(), id(&passages[0]));
    let passage = |about: Value| {
        let answer = json!({ "ids": [[id]], "documents": [["Text."]], "metadatas": [[about]], "distances": [[0.2]] });
        let (told, left_out) = chaperone::library::chroma::nearest(answer.to_string().as_bytes(), 5).unwrap();
        assert_eq!(left_out, 0);
        told[0].marks.iter().map(|mark| mark.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(passage(json!({ "citation": citation, "retracted": true })), ["retracted"]);
    assert!(passage(json!({ "citation": citation, "retracted": false })).is_empty());
    assert!(passage(json!({ "citation": citation })).is_empty());
    let both = json!({ "citation": citation, "retracted": true, "marks": "corrected; praised; concern" });
    assert_eq!(passage(both), ["retracted", "concern", "corrected"]);
}

#[test]
fn libraries_at_hand_stand_among_a_server_and_in_place_of_one_that_is_busy() {
    let folder = folder("among");
    let (path, one, other) = (folder.join("own.pack"), folder.join("one.pack"), folder.join("other.pack"));
    let salt = (90_000_111, "Salt", "Salt raises blood pressure.", &[][..]);
    let sugar = (90_000_112, "Sugar", "Sugar and blood pressure.", &[][..]);
    let tea = (90_000_113, "Tea", "Tea lowers blood pressure a little.", &[][..]);
    std::fs::write(&path, packed(&pubmed(&[salt, sugar]), true)).unwrap();
    std::fs::write(&one, packed(&pubmed(&[salt]), false)).unwrap();
    std::fs::write(&other, packed(&pubmed(&[tea]), false)).unwrap();
    let (address, server) = serve(Server::default());
    let address = format!("http://{address}");
    assert!(push(&path, &address).status.success());
    let packs = ["--pack", one.to_str().unwrap(), "--pack", other.to_str().unwrap()];
    let asked = |address: &str| {
        let output = nearest(address, "Does salt raise blood pressure?", &packs);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let row = |outcome: &Value, pmid: u64| {
        let rows = outcome["found"].as_array().unwrap();
        rows.iter().find(|row| row["pmid"].as_u64() == Some(pmid)).cloned().unwrap_or_default()
    };
    let found = asked(&address);
    assert_eq!(found["found"][0]["pmid"].as_u64(), Some(90_000_111), "it stands in two of three");
    let salt = row(&found, 90_000_111);
    assert_eq!((&salt["origin"], &salt["here"], &salt["differs"]), (&json!("at-hand"), &json!(1), &json!(false)));
    assert!(salt["there"][0].as_u64().is_some() && salt["places"][2].is_null());
    let (sugar, tea) = (row(&found, 90_000_112), row(&found, 90_000_113));
    assert_eq!((&sugar["origin"], &sugar["here"]), (&json!("told"), &Value::Null));
    assert_eq!((&tea["origin"], &tea["places"]), (&json!("at-hand"), &json!([null, null, 1])));
    // A server that is busy is asked for a while, and then costs what it has and no more.
    server.lock().unwrap().to_queries = Some(503);
    let found = asked(&address);
    assert_eq!(found["found"].as_array().unwrap().len(), 2);
    assert!(found["silent"].as_str().unwrap().contains("does not answer"), "{found}");
    assert!(row(&found, 90_000_112).is_null());
    let alone = nearest(&address, "Does salt raise blood pressure?", &[]);
    assert!(!alone.status.success() && String::from_utf8_lossy(&alone.stderr).contains("does not answer"));
    server.lock().unwrap().to_queries = Some(400);
    let refused = nearest(&address, "Does salt raise blood pressure?", &[]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("vectors of the same model"));
    let _ = std::fs::remove_dir_all(folder);
}
