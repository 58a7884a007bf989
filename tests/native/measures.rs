//! The measures of search on a small judged set: the pipeline with parts left out, and the grid.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// A judged set of its own for one test, removed at its end.
struct Set(PathBuf);

impl Set {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("chaperone-measures-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let texts =
            ["asthma in children", "insulin and glucose", "fracture of the knee", "asthma and obesity of adults"];
        let entry = |(at, text): (usize, &&str)| format!("{{\"_id\":\"d{at}\",\"title\":\"\",\"text\":\"{text}\"}}\n");
        fs::write(folder.join("corpus.jsonl"), texts.iter().enumerate().map(entry).collect::<String>()).unwrap();
        let questions = [("q0", "asthma of children"), ("q1", "glucose"), ("q2", "the knee"), ("q3", "obesity")];
        let entry = |(id, text): &(&str, &str)| format!("{{\"_id\":\"{id}\",\"text\":\"{text}\"}}\n");
        fs::write(folder.join("queries.jsonl"), questions.iter().map(entry).collect::<String>()).unwrap();
        let judged: String = (0..4).map(|at| format!("q{at}\td{at}\t1\n")).collect();
        fs::write(folder.join("qrels.dev.tsv"), format!("query-id\tcorpus-id\tscore\n{judged}")).unwrap();
        Set(folder)
    }

    fn measured(&self, arguments: &[&str]) -> Value {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chaperone"));
        command.args(arguments).arg("--beir").arg(&self.0).args(["--split", "dev", "--json"]);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

impl Drop for Set {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn names(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["strategy"].as_str().unwrap()).collect()
}

#[test]
fn each_part_of_the_pipeline_is_left_out_in_turn() {
    let set = Set::new("ablations");
    let rows = set.measured(&["eval", "retrieval", "--strategy", "keyword", "stages:0", "--ablations"]);
    let names = names(&rows);
    assert_eq!(names[..2], ["keyword", "stages:0"]);
    for part in ["words", "vectors", "concepts", "variants", "spelling", "evidence"] {
        assert!(names.contains(&format!("stages:0 without {part}").as_str()), "{part}: {names:?}");
    }
    assert!(!names.iter().any(|name| name.contains("rerank")), "no cross-encoder is there to leave out");
    assert_eq!(rows[0]["ndcg_at_10"], 1.0);
}

#[test]
fn the_grid_ends_with_a_step_for_each_parameter() {
    let set = Set::new("grid");
    let steps = set.measured(&["grid"]);
    let steps = steps.as_array().unwrap();
    let of: Vec<&str> = steps.iter().map(|step| step["of"].as_str().unwrap()).collect();
    assert_eq!(of[0], "the default");
    for parameter in [
        "k1 and b",
        "weight of the title",
        "share of the concepts",
        "share of other wordings",
        "share of the kind of document",
    ] {
        assert!(of.contains(&parameter), "{of:?}");
    }
    for step in steps {
        let figures: Vec<f64> =
            step["rows"].as_array().unwrap().iter().map(|row| row["ndcg_at_10"].as_f64().unwrap()).collect();
        assert!(figures.is_sorted_by(|a, b| a >= b) && figures[0] > 0.5, "{step}");
    }
}
