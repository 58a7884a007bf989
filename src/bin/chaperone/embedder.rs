//! Loading the embedding model and embedding the passages of a room with it.

use std::path::Path;

use chaperone::error::Result;
use chaperone::room::Room;

/// Embeds the passages of `room` with the first embedder that `folder/manifest.json` names, whose files lie in
/// `folder/weights`; says on standard error how far it has come.
///
/// # Errors
/// `io` when a file cannot be read, `model` when it is not the pinned one.
#[cfg(feature = "onnx")]
pub fn embed(folder: &Path, room: &mut Room) -> Result<()> {
    use std::io::IsTerminal as _;

    use chaperone::error::{Code, Error};
    use chaperone::model::manifest::{Purpose, Role};
    use chaperone::model::{Embedder, Manifest};
    use chaperone::progress::Progress;

    use crate::records::read;

    let manifest = Manifest::parse(&read(&folder.join("manifest.json"))?)?;
    let entry = manifest
        .models_for(Purpose::Embedder)
        .next()
        .ok_or_else(|| Error::new(Code::NotFound, "the model manifest names no embedder"))?;
    let file = |role| read(&folder.join("weights").join(&entry.file(role)?.path));
    room.set_encoder(Box::new(Embedder::load(entry, &file(Role::Weights)?, &file(Role::Tokenizer)?)?));
    let watched = std::io::stderr().is_terminal();
    let told = |progress: Progress| {
        if let Progress::Embedding { done, total } = progress
            && (watched || done == total)
        {
            eprint!(
                "{}embedding {done}/{total}{}",
                if watched { "\r" } else { "" },
                if done == total { "\n" } else { "" }
            );
        }
        true
    };
    room.embed(usize::MAX, &mut { told })?;
    Ok(())
}

/// Refuses: this program was built without the encoder.
///
/// # Errors
/// Always `unsupported`.
#[cfg(not(feature = "onnx"))]
pub fn embed(_: &Path, _: &mut Room) -> Result<()> {
    use chaperone::error::{Code, Error};

    Err(Error::new(Code::Unsupported, "this program was built without the feature onnx, and so without embeddings"))
}
