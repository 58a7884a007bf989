//! What must not compile: every way to make or change a `Cleared` past the review, and a passage of a record as a public one.
//!
//! Each `NAME.fail.rs` states its error code in its first line and has a twin `NAME.pass.rs` that differs in
//! the forbidden act and compiles, so that a case cannot fail for another reason.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the folder of compiled dependencies that this test was linked from.
fn deps() -> PathBuf {
    let exe = std::env::current_exe().expect("a test knows its own path");
    exe.parent().expect("a test lies in a folder").to_owned()
}

/// Returns the compiled libraries in `deps` whose name is `lib{name}.rlib` or `lib{name}-HASH.rlib`, the newest first.
fn rlibs(deps: &Path, name: &str) -> Vec<PathBuf> {
    let exact = format!("lib{name}.rlib");
    let hashed = format!("lib{name}-");
    let mut found: Vec<PathBuf> = std::fs::read_dir(deps)
        .expect("the folder of dependencies can be read")
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| {
            let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
            file == exact || (file.starts_with(&hashed) && file.ends_with(".rlib"))
        })
        .collect();
    assert!(!found.is_empty(), "{exact} is not in the folder of dependencies");
    found.sort_by_key(|path| std::cmp::Reverse(path.metadata().and_then(|meta| meta.modified()).ok()));
    found
}

/// Compiles `source` as a library and returns the error codes that rustc gave.
fn errors(source: &Path, deps: &Path, serde: &Path, out: &Path) -> Vec<String> {
    let chaperone = rlibs(deps, "chaperone").swap_remove(0);
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args([
            "--crate-name",
            "case",
            "--edition",
            "2024",
            "--crate-type",
            "lib",
            "--emit",
            "metadata",
            "--error-format",
            "json",
            "-o",
        ])
        .arg(out)
        .arg("--extern")
        .arg(format!("chaperone={}", chaperone.display()))
        .arg("--extern")
        .arg(format!("serde={}", serde.display()))
        .arg("-L")
        .arg(format!("dependency={}", deps.display()))
        .arg(source)
        .output()
        .expect("rustc runs");
    String::from_utf8_lossy(&output.stderr)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| {
            message["level"] == "error" && !message["message"].as_str().unwrap_or_default().starts_with("aborting")
        })
        .map(|message| message["code"]["code"].as_str().unwrap_or("no code").to_owned())
        .collect()
}

#[test]
fn a_cleared_cannot_be_made_or_changed_past_the_review() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compile_fail");
    let deps = deps();
    let out = std::env::temp_dir().join(format!("chaperone-compile-fail-{}.rmeta", std::process::id()));
    // Builds with other features leave libraries of serde side by side; the one this crate uses is the one that fits.
    let uses_serde = cases.join("deserialize.pass.rs");
    let serde = rlibs(&deps, "serde").into_iter().find(|serde| errors(&uses_serde, &deps, serde, &out).is_empty());
    let serde = serde.expect("one of the compiled libraries of serde fits");
    let mut names: Vec<PathBuf> =
        std::fs::read_dir(&cases).unwrap().filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    names.sort();
    let mut tried = 0;
    for fail in names.iter().filter(|path| path.to_string_lossy().ends_with(".fail.rs")) {
        let source = std::fs::read_to_string(fail).unwrap();
        let expected = source.trim_start_matches("// ").split(':').next().unwrap();
        let twin = PathBuf::from(fail.to_string_lossy().replace(".fail.rs", ".pass.rs"));
        assert_eq!(errors(&twin, &deps, &serde, &out), Vec::<String>::new(), "{} must compile", twin.display());
        assert_eq!(errors(fail, &deps, &serde, &out), [expected], "{}", fail.display());
        tried += 1;
    }
    assert_eq!(tried, 12);
    let _ = std::fs::remove_file(out);
}
