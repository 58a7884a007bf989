//! The detector that `detect` and `eval privacy` ask: all recognizers, with the lexicon and the tagger where they are there.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chaperone::error::Result;
use chaperone::model::manifest::{Manifest, ModelEntry, Purpose, Role};
use chaperone::privacy::detect::Detector;
use chaperone::privacy::lexicon::Lexicon;
use chaperone::privacy::recognizers::{self, Reader};
use clap::Args;

use crate::records::read;

#[derive(Args)]
pub struct Asked {
    /// The packed lexicon, if not the one of the folder of models
    #[arg(long, value_name = "FILE")]
    lexicon: Option<PathBuf>,
    /// The folder of the model manifest and weights; what is not there is done without, unless the folder is named
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Ask no model: patterns, rules and the lexicon alone
    #[arg(long)]
    no_model: bool,
}

impl Asked {
    /// Returns the detector.
    ///
    /// # Errors
    /// `io` when a named file cannot be read, `malformed` or `model` when a file is not what it should be.
    pub fn detector(&self) -> Result<Detector> {
        let folder = self.models.as_deref().unwrap_or(Path::new("models"));
        let manifest = match fs::read(folder.join("manifest.json")) {
            Ok(bytes) => Some(Manifest::parse(&bytes)?),
            Err(_) if self.models.is_none() => None,
            Err(_) => Some(Manifest::parse(&read(&folder.join("manifest.json"))?)?),
        };
        let entry = |purpose| manifest.as_ref().and_then(|manifest| manifest.models_for(purpose).next());
        let lexicon = match (&self.lexicon, entry(Purpose::Lexicon)) {
            (Some(path), _) => Lexicon::read(&read(path)?)?,
            (None, Some(entry)) => match self.file(folder, entry, Role::Lexicon)? {
                Some(bytes) => Lexicon::read(&bytes)?,
                None => Lexicon::default(),
            },
            (None, None) => Lexicon::default(),
        };
        let reader = match entry(Purpose::Tagger).filter(|_| !self.no_model) {
            Some(entry) => self.reader(folder, entry)?,
            None => None,
        };
        Ok(recognizers::fused(&Arc::new(lexicon), reader))
    }

    /// Returns the file of `entry` in `folder`, as it is pinned; `None` where it is missing and no folder was named.
    fn file(&self, folder: &Path, entry: &ModelEntry, role: Role) -> Result<Option<Vec<u8>>> {
        let file = entry.file(role)?;
        let path = folder.join("weights").join(&file.path);
        if self.models.is_none() && !path.is_file() {
            return Ok(None);
        }
        let bytes = read(&path)?;
        file.verify(&bytes)?;
        Ok(Some(bytes))
    }

    #[cfg(feature = "encoders")]
    fn reader(&self, folder: &Path, entry: &ModelEntry) -> Result<Option<Reader>> {
        let weights = self.file(folder, entry, Role::Weights)?;
        let tokenizer = self.file(folder, entry, Role::Tokenizer)?;
        let head = self.file(folder, entry, Role::Head)?;
        let Some(((weights, tokenizer), head)) = weights.zip(tokenizer).zip(head) else { return Ok(None) };
        let tagger = chaperone::model::Tagger::load(entry, weights, &tokenizer)?;
        Ok(Some(Reader::new(Arc::new(tagger), chaperone::model::Head::read(&head)?)?))
    }

    #[cfg(not(feature = "encoders"))]
    fn reader(&self, _: &Path, _: &ModelEntry) -> Result<Option<Reader>> {
        Ok(None)
    }
}
