//! Lists the places where the code of a library can be changed, and builds chosen changes in:
//!     mutate list TREE FOLDER
//!     mutate apply TREE FOLDER NUMBER…
//! TREE holds `src/lib.rs`; FOLDER, below it, is where changes are made. `list` prints a line of JSON for each change, numbered from 1. `apply` rewrites the
//! sources so that change N is on where the environment variable MUTANT is N, prints the bytes that each takes in its rewritten file, and adds the module
//! that looks. Numbers are appended to the file that MUTANTS_REACHED names as their places are first come by.
mod modules;
mod sites;

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;

use serde_json::json;

use sites::{Change, Site, sites};

/// What looks which change is on.
const SWITCH: &str = r#"//! Which change is on.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

static ON: LazyLock<u32> = LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|on| on.parse().ok()).unwrap_or(0));
static REACHED: LazyLock<Option<File>> = LazyLock::new(|| {
    let path = std::env::var_os("MUTANTS_REACHED")?;
    OpenOptions::new().create(true).append(true).open(path).ok()
});
static SEEN: [AtomicBool; 1 << 17] = [const { AtomicBool::new(false) }; 1 << 17];

/// Whether change `number` is on.
pub fn on(number: u32) -> bool {
    if let Some(mut file) = REACHED.as_ref()
        && let Some(seen) = SEEN.get(number as usize)
        && !seen.swap(true, Ordering::Relaxed)
    {
        let _ = file.write_all(format!("{number}\n").as_bytes());
    }
    *ON == number
}
"#;

/// Writes `text` between two bytes with the chosen changes, which lie within and in order; tells where each came to lie.
struct Writer<'a> {
    text: &'a str,
    out: String,
    placed: Vec<(usize, usize, usize)>,
}

impl Writer<'_> {
    fn write(&mut self, from: usize, to: usize, chosen: &[(usize, &Site)]) {
        let (mut at, mut next) = (from, 0);
        while let Some(&(number, site)) = chosen.get(next) {
            let (start, end) = (site.range.start, site.range.end);
            // What lies within this one comes behind it; several of one place stand in one another.
            let within =
                chosen[next + 1..].iter().take_while(|(_, inner)| inner.range.start < end || inner.range == site.range);
            let inner = &chosen[next + 1..next + 1 + within.count()];
            self.out.push_str(&self.text[at..start]);
            let begun = self.out.len();
            self.one(number, site, inner);
            self.placed.push((number, begun, self.out.len()));
            (at, next) = (end, next + 1 + inner.len());
        }
        self.out.push_str(&self.text[at..to]);
    }

    fn one(&mut self, number: usize, site: &Site, inner: &[(usize, &Site)]) {
        let on = format!("crate::mutant::on({number})");
        match &site.change {
            Change::Expression(with) => {
                self.out.push_str(&format!("(if {on} {{ {with} }} else {{ "));
                self.write(site.range.start, site.range.end, inner);
                self.out.push_str(" })");
            }
            Change::Statement => {
                self.out.push_str(&format!("if !{on} {{ "));
                self.write(site.range.start, site.range.end, inner);
                self.out.push_str(" }");
            }
            Change::Body(statement) => {
                self.out.push_str(&format!(" if {on} {{ {statement} }}"));
                self.write(site.range.start, site.range.end, inner);
            }
        }
    }
}

/// Returns the files of the library below `folder`, by their paths in `tree`, with their texts and places; the numbers of the places of one follow on
/// those of the one before.
fn all(tree: &Path, folder: &str) -> Result<Vec<(String, String, Vec<Site>)>, Box<dyn Error>> {
    let mut found = Vec::new();
    for path in modules::files(&tree.join("src/lib.rs")) {
        let name = path.strip_prefix(tree)?.to_string_lossy().into_owned();
        if name == format!("{folder}.rs") || name.starts_with(&format!("{folder}/")) {
            let text = fs::read_to_string(&path)?;
            let places = sites(&text);
            found.push((name, text, places));
        }
    }
    Ok(found)
}

fn list(tree: &Path, folder: &str) -> Result<(), Box<dyn Error>> {
    let files = all(tree, folder)?;
    let places = files.iter().flat_map(|(name, _, sites)| sites.iter().map(move |site| (name, site)));
    for (at, (file, site)) in places.enumerate() {
        println!(
            "{}",
            json!({ "number": at + 1, "file": file, "line": site.line, "column": site.column, "what": site.what })
        );
    }
    Ok(())
}

fn apply(tree: &Path, folder: &str, chosen: &BTreeSet<usize>) -> Result<(), Box<dyn Error>> {
    let mut number = 0;
    for (name, text, sites) in all(tree, folder)? {
        let numbered: Vec<(usize, &Site)> = sites
            .iter()
            .map(|site| {
                number += 1;
                (number, site)
            })
            .collect();
        let wanted: Vec<_> = numbered.into_iter().filter(|(number, _)| chosen.contains(number)).collect();
        if wanted.is_empty() {
            continue;
        }
        let mut writer = Writer { text: &text, out: String::new(), placed: Vec::new() };
        writer.write(0, text.len(), &wanted);
        for (number, start, end) in &writer.placed {
            println!("{}", json!({ "number": number, "file": name, "start": start, "end": end }));
        }
        fs::write(tree.join(&name), writer.out)?;
    }
    let lib = tree.join("src/lib.rs");
    let text = fs::read_to_string(&lib)?;
    fs::write(&lib, format!("{text}\n/// Which change is on.\npub mod mutant;\n"))?;
    fs::write(tree.join("src/mutant.rs"), SWITCH)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["list", tree, folder] => list(Path::new(tree), folder),
        ["apply", tree, folder, numbers @ ..] => {
            let chosen = numbers.iter().map(|number| number.parse()).collect::<Result<_, _>>()?;
            apply(Path::new(tree), folder, &chosen)
        }
        _ => Err("mutate list TREE FOLDER | mutate apply TREE FOLDER NUMBER…".into()),
    }
}
