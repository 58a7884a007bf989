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

#[test]
fn the_grid_measures_exactly_the_ways_of_a_configuration_best_first() {
    let set = Set::new("ways");
    let questions = [("q0", "asthma of children"), ("q1", "glucoze"), ("q2", "the knee"), ("q3", "obesity")];
    let entry = |(id, text): &(&str, &str)| format!("{{\"_id\":\"{id}\",\"text\":\"{text}\"}}\n");
    fs::write(set.0.join("queries.jsonl"), questions.iter().map(entry).collect::<String>()).unwrap();
    let (toml, json, table) = (set.0.join("ways.toml"), set.0.join("ways.json"), set.0.join("table.md"));
    let ways = "[build]\nk1 = [0.9, 1.5]\n[search]\nstrategy = \"keyword\"\nspelling = [false, true]\ncausal = true\n";
    fs::write(&toml, ways).unwrap();
    let same = r#"{"build":{"k1":[0.9,1.5]},"search":{"strategy":"keyword","spelling":[false,true],"causal":true}}"#;
    fs::write(&json, same).unwrap();
    let [first, second] = [&toml, &json].map(|file| {
        let mut figures = set.measured(&["grid", "--config", file.to_str().unwrap(), "--out", table.to_str().unwrap()]);
        // How long it took differs from run to run.
        for way in figures["ways"].as_array_mut().unwrap() {
            for millis in ["build_seconds", "articles_per_second", "searched_millis"] {
                way.as_object_mut().unwrap().remove(millis).unwrap();
            }
        }
        figures.as_object_mut().unwrap().remove("peak_rss_megabytes");
        figures
    });
    assert_eq!(first, second, "TOML and JSON say the same");
    let ways = first["ways"].as_array().unwrap();
    assert_eq!((first["articles"].as_u64(), first["questions"].as_u64(), ways.len()), (Some(4), Some(4), 4));
    let figures: Vec<f64> = ways.iter().map(|way| way["ndcg_at_10"].as_f64().unwrap()).collect();
    assert_eq!(figures, [1.0, 1.0, 0.75, 0.75]);
    let of = |field: &str| ways.iter().map(|way| way[field].to_string()).collect::<Vec<_>>();
    assert_eq!(of("spelling"), ["true", "true", "false", "false"]);
    assert_eq!(
        (of("k1"), of("causal")[0].as_str()),
        (["0.9", "1.5", "0.9", "1.5"].map(str::to_owned).to_vec(), "true")
    );
    assert_eq!(fs::read_to_string(&table).unwrap().matches("ndcg_at_10").count(), 4, "what is printed is written, too");
    let dev = set.measured(&["grid", "--half", "dev", "--config", toml.to_str().unwrap()]);
    let test = set.measured(&["grid", "--half", "test", "--config", toml.to_str().unwrap()]);
    assert_eq!(dev["questions"].as_u64().unwrap() + test["questions"].as_u64().unwrap(), 4);
    let run = |text: &str, more: &[&str]| {
        fs::write(&toml, text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_chaperone"));
        command.args(["grid", "--split", "dev", "--config", toml.to_str().unwrap(), "--beir"]).arg(&set.0).args(more);
        let output = command.output().unwrap();
        let said = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
        (output.status.success(), said)
    };
    let (is_told, told) = run("[search]\nstrategy = \"keyword\"\nqueries = false\nspelling = [false, true]\n", &[]);
    let rows: Vec<&str> = told.lines().filter(|line| line.starts_with("| whole")).collect();
    assert!(is_told && rows.len() == 2 && rows[0].contains("keyword, with spelling |"), "{told}");
    for (text, more, reason) in [
        ("", &[][..], "needs vectors"),
        ("[search]\nstrategy = \"stages\"\n", &[], "needs vectors"),
        ("[search]\nspeling = true\n", &[], "line[2]"),
        ("", &["--rerank"], "cannot be used with"),
    ] {
        let (is_well, said) = run(text, more);
        assert!(!is_well && said.contains(reason), "{said}");
    }
}
