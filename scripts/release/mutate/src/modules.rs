//! The source files that a library is made of, as far as this machine compiles them.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Item, Meta};

/// The features that the tests are built with.
const FEATURES: [&str; 6] = ["cli", "default", "encoders", "eval", "generate", "onnx"];

/// Returns the source files of the library whose root is `lib`, with that.
pub fn files(lib: &Path) -> Vec<PathBuf> {
    let mut found = vec![lib.to_owned()];
    let folder = lib.parent().unwrap_or(Path::new("")).to_owned();
    walk(lib, &folder, &mut found);
    found.sort();
    found
}

/// Adds the files of the modules that `file` declares, which lie in `folder`.
fn walk(file: &Path, folder: &Path, found: &mut Vec<PathBuf>) {
    let Some(parsed) = fs::read_to_string(file).ok().and_then(|text| syn::parse_file(&text).ok()) else { return };
    for item in parsed.items {
        let Item::Mod(module) = item else { continue };
        if module.content.is_some() || !is_compiled(&module.attrs) {
            continue;
        }
        let name = module.ident.to_string();
        let (beside, within) = (folder.join(format!("{name}.rs")), folder.join(&name).join("mod.rs"));
        let child = if beside.exists() { beside } else { within };
        if child.exists() {
            found.push(child.clone());
            walk(&child, &folder.join(&name), found);
        }
    }
}

/// Whether something with these attributes is compiled here, and is no test.
pub fn is_compiled(attributes: &[Attribute]) -> bool {
    attributes.iter().all(|attribute| {
        let path = attribute.path();
        if path.is_ident("test") {
            return false;
        }
        match &attribute.meta {
            Meta::List(list) if path.is_ident("cfg") => holds(&list.tokens.clone().into_iter().collect::<Vec<_>>()),
            _ => true,
        }
    })
}

/// Whether a condition of `cfg` holds.
fn holds(tokens: &[TokenTree]) -> bool {
    match tokens {
        [TokenTree::Ident(name), TokenTree::Group(group)] => {
            let parts = parts(group.stream());
            let mut each = parts.iter().map(|part| holds(part));
            match name.to_string().as_str() {
                "not" => !each.next().unwrap_or(false),
                "any" => each.any(|held| held),
                _ => each.all(|held| held),
            }
        }
        [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(value)] => {
            let value = value.to_string();
            let value = value.trim_matches('"');
            match name.to_string().as_str() {
                "feature" => FEATURES.contains(&value),
                "target_arch" => value == std::env::consts::ARCH,
                "target_os" => value == std::env::consts::OS,
                "target_pointer_width" => value == "64",
                _ => false,
            }
        }
        [TokenTree::Ident(name)] => name == "unix",
        _ => false,
    }
}

/// Splits at commas.
fn parts(stream: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut all = vec![Vec::new()];
    for token in stream {
        match &token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => all.push(Vec::new()),
            _ => all.last_mut().expect("there is always one").push(token),
        }
    }
    all.retain(|part| !part.is_empty());
    all
}
