//! `chaperone models try`: what a model of one's own is, what it runs on, and how fast.

use std::path::PathBuf;

use chaperone::error::Result;
use clap::Args;

#[derive(Args)]
pub struct Try {
    /// An ONNX export of an encoder.
    model: PathBuf,
    /// Its tokenizer.json.
    tokenizer: PathBuf,
    /// How the vectors of the tokens become that of a text: their mean, or the first one (cls).
    #[arg(long, value_name = "WAY", default_value = "mean", value_parser = ["mean", "cls"])]
    pooling: String,
    /// Tell it as JSON.
    #[arg(long)]
    json: bool,
}

#[cfg(feature = "onnx")]
pub fn run(arguments: &Try) -> Result<()> {
    tried::run(arguments)
}

#[cfg(not(feature = "onnx"))]
pub fn run(_: &Try) -> Result<()> {
    use chaperone::error::{Code, Error};

    Err(Error::new(Code::Unsupported, "this program was built without what reads ONNX: build it with the feature onnx"))
}

#[cfg(feature = "onnx")]
mod tried {
    use std::fs;
    use std::path::Path;
    use std::time::Instant;

    use chaperone::error::{Code, Error, Result};
    use chaperone::model::Encode as _;
    use chaperone::model::manifest::Pooling;
    use chaperone::model::own::{Choice, Classifier, Classifies, Opened, Own, Runtime, opened};

    use super::Try;
    use crate::records::name;

    /// A passage as records have them.
    const PASSAGE: &str = "Blood pressure 138/86 mm[Hg], heart rate 72 per minute, body weight 81 kg. The patient reports pain in \
                           the left arm since last week and no history of heart disease.";
    const MODEL: &str = "the model file cannot be read: give the path of an ONNX export (model.onnx) first, then that of its tokenizer.json";
    const TOKENIZER: &str = "the tokenizer file cannot be read: give the path of the tokenizer.json that belongs to the export behind that of the export";
    const DOUBT: &str = "WARNING: words that mean the same are no nearer to each other than others: the tokenizer is probably another \
                         model's, or the model knows no English. Search by meaning would find little with the two.";
    /// Times that it is read; the least is told.
    const TIMES: usize = 5;

    pub fn run(arguments: &Try) -> Result<()> {
        let pooling = if arguments.pooling == "cls" { Pooling::Cls } else { Pooling::Mean };
        let choice = Choice { pooling, query_prefix: String::new(), runtime: Runtime::Fastest };
        let (export, tokenizer) = (read(&arguments.model, MODEL)?, read(&arguments.tokenizer, TOKENIZER)?);
        // The error says which of the two it is about.
        let opened = opened(&export, &tokenizer, &choice).inspect_err(|_| {
            name(&arguments.model);
            name(&arguments.tokenizer);
        })?;
        match opened {
            Opened::Embedder(own) => embeds(&own, arguments.json),
            Opened::Classifier(classifier) => classifies(&classifier, arguments.json),
        }
    }

    fn embeds(own: &Own, json: bool) -> Result<()> {
        let embedder = own.embedder();
        let least = least(|| embedder.embed(&[PASSAGE]).map(drop))?;
        let runs = if embedder.note().is_some() { "tract" } else { "kernels" };
        let facts = embedder.facts();
        if json {
            let told = serde_json::json!({
                "id": own.id(), "sha256": own.sha256(), "runs": runs, "dimensions": facts.dimensions,
                "max_tokens": facts.max_tokens, "stated_tokens": own.stated_tokens(), "doubtful": own.is_doubtful(),
                "passage_millis": least,
            });
            println!("{told}");
            return Ok(());
        }
        println!("id          {}\nsha256      {}", own.id(), own.sha256());
        let stated = own.stated_tokens().filter(|stated| *stated != facts.max_tokens);
        let stated = stated.map(|stated| format!(" (the tokenizer's file says {stated})")).unwrap_or_default();
        println!("runs on     {runs}\ndimensions  {}\nmax tokens  {}{stated}", facts.dimensions, facts.max_tokens);
        println!("a passage   {least:.1} ms");
        embedder.note().into_iter().for_each(|note| println!("{note}"));
        if own.is_doubtful() {
            println!("{DOUBT}");
        }
        Ok(())
    }

    fn classifies(classifier: &Classifier, json: bool) -> Result<()> {
        let least = least(|| classifier.logits(PASSAGE, None).map(drop))?;
        let (of, labels) = (classifier.classifies(), classifier.labels());
        let of = if of == Classifies::Tokens { "tokens" } else { "texts" };
        if json {
            let told = serde_json::json!({
                "classifies": of, "labels": labels, "runs": "kernels", "passage_millis": least,
            });
            println!("{told}");
            return Ok(());
        }
        println!("classifies  {of}\nlabels      {labels}\nruns on     kernels\na passage   {least:.1} ms");
        println!("It gives no vectors: the page, which searches by them, cannot use it.");
        Ok(())
    }

    /// Returns the least milliseconds that `work` took of some times.
    fn least(work: impl Fn() -> Result<()>) -> Result<f64> {
        let mut least = f64::INFINITY;
        for _ in 0..TIMES {
            let start = Instant::now();
            work()?;
            least = least.min(start.elapsed().as_secs_f64() * 1e3);
        }
        Ok(least)
    }

    fn read(path: &Path, unreadable: &'static str) -> Result<Vec<u8>> {
        fs::read(path).map_err(|_| Error::new(Code::Io, unreadable)).inspect_err(|_| name(path))
    }
}
