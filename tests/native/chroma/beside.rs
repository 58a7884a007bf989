//! A server beside an answer from records: what leaves to it, what is shown of it, and what no model is told.

use super::near::pubmed;
use super::*;

const WALKING: &str = "Metformin 850 mg daily and walking lowered blood glucose.";
const TEA: &str = "Green tea with metformin lowered blood glucose, too.";

/// A person who takes metformin, a server that has two articles, and a pack that has one of them.
struct Desk {
    folder: PathBuf,
    address: String,
    server: Arc<Mutex<Server>>,
}

impl Desk {
    fn new(name: &str) -> Self {
        let folder = folder(name);
        let walking = (90_000_201, "Walking", WALKING, &["ExpressionOfConcernIn", "ErratumIn"][..]);
        let tea = (90_000_202, "Tea", TEA, &["RetractionIn"][..]);
        std::fs::write(folder.join("all.pack"), packed(&pubmed(&[walking, tea]), true)).unwrap();
        std::fs::write(folder.join("one.pack"), packed(&pubmed(&[walking]), false)).unwrap();
        let record = json!({"resourceType": "Bundle", "type": "collection", "entry": [
            {"resource": {"resourceType": "Patient", "id": "p", "name": [{"family": "Okafor", "given": ["Amara"]}],
                "identifier": [{"system": "urn:mrn", "value": "4471902"}]}},
            {"resource": {"resourceType": "MedicationRequest", "id": "m", "status": "active", "intent": "order",
                "subject": {"reference": "Patient/p"}, "authoredOn": "2021-03-02",
                "medicationCodeableConcept": {"text": "Metformin 500 MG Oral Tablet", "coding": [{"system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "861007", "display": "Metformin 500 MG Oral Tablet"}]}}}
        ]});
        std::fs::write(folder.join("record.json"), record.to_string()).unwrap();
        let (address, server) = serve(Server::default());
        let address = format!("http://{address}");
        assert!(push(&folder.join("all.pack"), &address).status.success());
        server.lock().unwrap().requests.clear();
        Desk { folder, address, server }
    }

    fn at(&self, name: &str) -> String {
        self.folder.join(name).to_str().unwrap().to_owned()
    }

    fn run(&self, command: &str, more: &[&str], question: &str) -> Output {
        let models = concat!(env!("CARGO_MANIFEST_DIR"), "/models");
        let approved = (command == "ask").then_some("--approve");
        Command::new(env!("CARGO_BIN_EXE_chaperone"))
            .args([command, "--chroma", &self.address, "--collection", "papers", "--models", models])
            .args(approved)
            .args(more)
            .args(["--", question])
            .output()
            .unwrap()
    }

    /// What `command` says of the record.
    fn of_record(&self, command: &str, more: &[&str], question: &str) -> (String, String) {
        let output = self.run(command, &[&["--records", &self.at("record.json")], more].concat(), question);
        let said = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        assert!(output.status.success(), "{}", said(&output.stderr));
        (said(&output.stdout), said(&output.stderr))
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_server_hears_a_vector_of_cleared_words_and_its_passages_stand_below_as_its_word() {
    let desk = Desk::new("beside");
    let pack = desk.at("one.pack");
    let question = "Does metformin of Amara Okafor, MRN 4471902, lower blood glucose?";
    let (said, told) = desk.of_record("ask", &["--library", &pack], question);
    let (records, boxes) = said.split_once("From the library").unwrap();
    assert!(records.contains("Metformin 500 MG") && !records.contains("PMID"), "{records}");
    assert!(boxes.contains("PMID 90000201 · Abstract · public text, verbatim"), "{boxes}");
    assert!(boxes.contains("║ EXPRESSION OF CONCERN: ") && boxes.contains("║ CORRECTED: "), "{boxes}");
    assert!(boxes.contains("PMID 90000202 · Abstract · as the server tells it\n║ RETRACTED: "), "{boxes}");
    // Of one medicine the record and the passage say other amounts.
    assert!(boxes.contains("≠ Metformin") && boxes.contains("Metformin 850 mg daily"), "{boxes}");
    let other = boxes.split_once('≠').unwrap().1;
    assert!(other.contains("[EXPRESSION OF CONCERN, CORRECTED], public text, verbatim"), "{other}");
    // What left is told, with its host, and has nobody's name or number.
    let host = desk.address.strip_prefix("http://").unwrap();
    let (_, left) = told.split_once(&format!("the vector of these words leaves, to {host}:\n")).unwrap();
    let words = left.lines().next().unwrap().to_lowercase();
    assert!(words.contains("metformin") && words.contains("glucose"), "{words}");
    assert!(!words.contains("amara") && !words.contains("okafor") && !words.contains("447"), "{words}");
    {
        let server = desk.server.lock().unwrap();
        let [query] = &server.queries[..] else { panic!("it is asked once") };
        let body: Value = serde_json::from_str(query).unwrap();
        let fields: Vec<&String> = body.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["include", "n_results", "query_embeddings"]);
        for text in ["metformin", "glucose", "okafor", "amara", "4471902"] {
            let heard = server.requests.iter().chain(&server.queries).any(|heard| heard.to_lowercase().contains(text));
            assert!(!heard, "the host sees no text: {text}");
        }
    }
    // The same words say the same to the byte, whoever is meant; and a word that is kept back is not in them.
    let ask = |more: &[&str], question: &str| {
        desk.of_record("ask", more, question);
        desk.server.lock().unwrap().queries.last().unwrap().clone()
    };
    let first = desk.server.lock().unwrap().queries[0].clone();
    assert_eq!(ask(&[], "Does metformin of Amara, MRN 4471902, lower blood glucose?"), first);
    assert_ne!(ask(&["--withhold", "metformin"], question), first);
}

#[test]
fn a_model_is_told_what_is_at_hand_and_never_what_a_server_alone_tells() {
    let desk = Desk::new("untold");
    let pack = desk.at("one.pack");
    let question = "Does metformin of Amara Okafor lower blood glucose?";
    let model = ["--llm", &desk.address, "--model", "m"];
    let (said, _) = desk.of_record("ask", &[&model[..], &["--library", &pack]].concat(), question);
    let chat = |desk: &Desk| desk.server.lock().unwrap().chats.pop().unwrap();
    let body = chat(&desk);
    assert!(
        body.contains("[Source 1]: Jones 2020 · PMID 90000201 · Abstract [EXPRESSION OF CONCERN, CORRECTED]"),
        "{body}"
    );
    assert!(body.contains(WALKING) && !body.contains("Green tea") && !body.contains("90000202"), "{body}");
    assert!(!body.contains("Okafor") && !body.contains("Amara"), "{body}");
    assert!(said.contains("╔ [Source 1, named in the answer] Jones 2020 · PMID 90000201"), "{said}");
    assert!(
        said.contains("╔ not told to the model: Jones 2020 · PMID 90000202 · Abstract · as the server tells it"),
        "{said}"
    );
    // A server alone: nothing public goes to the model, in one request or in several.
    for more in [&[][..], &["--context", "4096"]] {
        let (said, _) = desk.of_record("ask", &[&model[..], more].concat(), question);
        let body = chat(&desk);
        assert!(!body.contains("[Source 1]") && !body.contains("walking") && !body.contains("Green tea"), "{body}");
        assert!(said.contains("as the server tells it"), "{said}");
    }
    let asked = desk.run("ask", &[&model[..], &["--json"]].concat(), question);
    assert!(!asked.status.success(), "without a passage at hand a model is not asked about the literature alone");
    assert!(desk.server.lock().unwrap().chats.is_empty());
}

#[test]
fn what_would_leave_is_shown_and_nothing_is_sent() {
    let desk = Desk::new("prepare");
    let host = desk.address.strip_prefix("http://").unwrap().to_owned();
    let question = "Does metformin of Amara Okafor lower blood glucose?";
    let (said, told) = desk.of_record("prepare", &["--library", &desk.at("one.pack")], question);
    assert!(said.contains(&format!("{host} would be asked by the vector of these words: ")), "{said}");
    assert!(told.contains(&format!("the vector of these words would leave, to {host}")), "{told}");
    assert!(said.contains("literature: [Source 1] Jones 2020 · PMID 90000201"), "{said}");
    let think = ["--llm", &desk.address, "--model", "m", "--records", &desk.at("record.json")];
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/models");
    let proposed = Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args(["thought", "ask", "--chroma", &desk.address, "--collection", "papers", "--models", models])
        .args(think)
        .args(["--", question])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&proposed.stdout).into_owned();
    assert!(said.contains("would be asked by the vector"), "{said}{}", String::from_utf8_lossy(&proposed.stderr));
    // Without a word of the person, who cannot be asked here, nothing goes to a server of public passages either.
    let asked = ["--chroma", &desk.address, "--collection", "papers", "--models", models, "--", question];
    for command in [&["ask"][..], &["ask", "--records", &desk.at("record.json")], &["library", "nearest"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_chaperone")).args(command).args(asked).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains("--approve sends it"), "{command:?}: {told}");
        assert!(told.contains(&format!("the vector of these words would leave, to {host}")), "{told}");
    }
    assert!(desk.server.lock().unwrap().requests.is_empty(), "nothing was sent");
}

#[test]
fn a_server_that_is_away_costs_no_answer_and_one_that_may_not_be_asked_is_not() {
    let desk = Desk::new("away");
    let question = "Does metformin of Amara Okafor lower blood glucose?";
    // Of a question of which no word may leave, nothing does.
    let (said, _) = desk.of_record("ask", &[], "Okafor?");
    assert!(said.contains("was asked nothing"), "{said}");
    // A policy that names no server lets none be asked.
    let policy = desk.at("policy.json");
    std::fs::write(&policy, "{\"endpoints\":[\"https://models.example.org\"]}").unwrap();
    let refused = desk.run("ask", &["--records", &desk.at("record.json"), "--policy", &policy], question);
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("policy"), "{refused:?}");
    assert!(desk.server.lock().unwrap().queries.is_empty());
    // Without records it is asked alone.
    let alone = desk.run("ask", &[], "Does metformin lower blood glucose?");
    let said = String::from_utf8_lossy(&alone.stdout).into_owned();
    assert!(
        alone.status.success() && said.contains("╔ [Source 1] ") && said.contains("as the server tells it"),
        "{said}"
    );
    desk.server.lock().unwrap().to_queries = Some(503);
    let (said, _) = desk.of_record("ask", &[], question);
    assert!(said.contains("Metformin 500 MG") && said.contains("told nothing: "), "{said}");
    let alone = desk.run("ask", &[], "Does metformin lower blood glucose?");
    assert!(!alone.status.success() && String::from_utf8_lossy(&alone.stderr).contains("told nothing"), "{alone:?}");
    let bare = Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args(["ask", "--chroma", &desk.address, "--", question])
        .output()
        .unwrap();
    assert!(!bare.status.success() && String::from_utf8_lossy(&bare.stderr).contains("--collection"));
}

/// The entries of the ledger `book`, which is whole and of which `bodies` are the bytes of an entry each.
fn entries(desk: &Desk, book: &str, bodies: &[String]) -> Vec<Value> {
    let folder = desk.folder.join("bodies");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (number, body) in bodies.iter().enumerate() {
        std::fs::write(folder.join(number.to_string()), body).unwrap();
    }
    let verified = Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args(["verify", book, "--bodies", folder.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
    let ledger: Value = serde_json::from_slice(&std::fs::read(book).unwrap()).unwrap();
    ledger["entries"].as_array().unwrap().clone()
}

#[test]
fn what_leaves_to_a_server_is_in_the_ledger_before_it_leaves() {
    let desk = Desk::new("entered");
    let (book, alone) = (desk.at("ledger.json"), desk.at("alone.json"));
    let question = "Does metformin of Amara Okafor, MRN 4471902, lower blood glucose?";
    // Without a model: which collections there are, and the vector.
    desk.of_record("ask", &["--ledger", &book], question);
    let vector = desk.server.lock().unwrap().queries[0].clone();
    let entered = entries(&desk, &book, std::slice::from_ref(&vector));
    let [listing, asked] = &entered[..] else { panic!("{entered:?}") };
    for entry in [listing, asked] {
        let recipient = &entry["disclosure"]["receipt"]["recipient"];
        assert_eq!((recipient["origin"].as_str(), recipient["model"].as_str()), (Some(&*desk.address), Some("")));
        assert_eq!(entry["disclosure"]["kinds"], json!([]), "no fact of a record");
    }
    assert_eq!(listing["disclosure"]["receipt"]["bodyBytes"], 0);
    assert_eq!(asked["disclosure"]["receipt"]["bodyBytes"], vector.len());
    assert!(asked["disclosure"]["withheldWords"].as_array().is_some());
    // With a model its request is entered behind them.
    let model = ["--llm", &desk.address, "--model", "m"];
    let pack = desk.at("one.pack");
    desk.of_record("ask", &[&model[..], &["--library", &pack, "--ledger", &book]].concat(), question);
    let chat = desk.server.lock().unwrap().chats.pop().unwrap();
    let entered = entries(&desk, &book, &[vector.clone(), chat]);
    let models = entered.iter().map(|entry| entry["disclosure"]["receipt"]["recipient"]["model"].as_str().unwrap());
    assert_eq!(models.collect::<Vec<_>>(), ["", "", "", "", "m"]);
    let file = std::fs::read_to_string(&book).unwrap();
    assert!(["Okafor", "Amara", "4471902", "metformin"].iter().all(|text| !file.contains(text)), "{file}");
    // A question to the server alone, and one of `library nearest`, go into a ledger in the same way.
    assert!(desk.run("ask", &["--ledger", &alone], question).status.success());
    let found = nearest(&desk.address, question, &["--ledger", &alone]);
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    assert_eq!(entries(&desk, &alone, &[]).len(), 4);
    // What is not sent is not entered, and what cannot be entered is not sent.
    let none = desk.at("none.json");
    assert!(nearest(&desk.address, question, &["--ledger", &none, "--dry-run"]).status.success());
    assert!(!std::path::Path::new(&none).exists());
    let before = desk.server.lock().unwrap().requests.len();
    std::fs::write(&none, "{").unwrap();
    for output in [
        desk.run("ask", &["--records", &desk.at("record.json"), "--ledger", &none], question),
        nearest(&desk.address, question, &["--ledger", &none]),
    ] {
        assert!(!output.status.success(), "{output:?}");
    }
    assert_eq!(desk.server.lock().unwrap().requests.len(), before, "nothing left");
    let pointless = Command::new(env!("CARGO_BIN_EXE_chaperone"))
        .args(["ask", "--records", &desk.at("record.json"), "--ledger", &book, "--", question])
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&pointless.stderr).contains("nothing leaves"), "{pointless:?}");
}

#[test]
fn a_server_called_after_somebody_of_the_records_hears_nothing_at_all() {
    let desk = Desk::new("named");
    let record = desk.at("record.json");
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/models");
    for address in ["https://amara-okafor.example.org", "https://n-4471902.example.org"] {
        let asked = Command::new(env!("CARGO_BIN_EXE_chaperone"))
            .args(["ask", "--records", &record, "--chroma", address, "--collection", "papers", "--models", models])
            .args(["--", "Does metformin lower blood glucose?"])
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&asked.stderr).into_owned();
        assert!(!asked.status.success() && told.contains("the review refused the request"), "{told}");
    }
}
