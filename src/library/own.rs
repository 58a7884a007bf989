//! A library of files that a person opens: each is read as it streams by, and all of them are made into a pack in memory.

use super::Shelf;
use super::pack::{Builder, Built, Options, cut};
use crate::error::{Code, Error, Result};
use crate::ingest::literature::guideline::About;
use crate::ingest::literature::{Item, Reader, Report};

/// Files that are being opened, one at a time.
pub struct Own {
    options: Options,
    shelf: Shelf,
    reader: Option<Reader>,
    sources: Vec<[u8; 32]>,
    files: u32,
}

impl Own {
    /// Returns a library without files, to be made as `options` say.
    pub fn new(options: Options) -> Self {
        Own { options, shelf: Shelf::default(), reader: None, sources: Vec::new(), files: 0 }
    }

    /// Begins the next file, of which `about` says what it does not say itself. One that was begun before and not finished is given up; the articles that came
    /// of it stay.
    pub fn begin(&mut self, about: About) {
        self.reader = Some(Reader::begin(self.files).about(about));
        self.files += 1;
    }

    /// Takes the next bytes of the file.
    ///
    /// # Errors
    /// As [`Reader::push`], after which the file is given up; `invalid-argument` where none was begun.
    pub fn push(&mut self, bytes: &[u8]) -> Result<()> {
        let mut reader = self.reader.take().ok_or_else(none)?;
        let mut kept = Ok(());
        reader.push(bytes, &mut |item| keep(&mut self.shelf, item, &mut kept))?;
        kept?;
        self.reader = Some(reader);
        Ok(())
    }

    /// Ends the file, and returns what became of it.
    ///
    /// # Errors
    /// As [`Reader::finish`]; `invalid-argument` where none was begun.
    pub fn finish(&mut self) -> Result<Report> {
        let reader = self.reader.take().ok_or_else(none)?;
        let mut kept = Ok(());
        let report = reader.finish(&mut |item| keep(&mut self.shelf, item, &mut kept))?;
        kept?;
        self.sources.push(report.digest());
        Ok(report)
    }

    /// Returns how many articles came so far, each counted once.
    pub fn articles(&self) -> usize {
        self.shelf.len()
    }

    /// Has packs be made as `options` say from now on; returns the one of the articles so far, where there are some and it becomes another.
    ///
    /// # Errors
    /// As [`made`](Self::made); they are made as before then.
    pub fn remade(&mut self, options: Options) -> Result<Option<Built>> {
        let before = std::mem::replace(&mut self.options, options);
        if before == options || self.articles() == 0 {
            return Ok(None);
        }
        let built = self.made();
        if built.is_err() {
            self.options = before;
        }
        built.map(Some)
    }

    /// Returns the pack of all articles so far; files may follow, and another pack.
    ///
    /// # Errors
    /// As [`Builder::add`] and [`Builder::finish`].
    pub fn made(&self) -> Result<Built> {
        let mut builder = Builder::new(self.options);
        for article in self.shelf.articles() {
            let article = article?;
            let cut = cut(&article, &self.options);
            builder.add(article, cut)?;
        }
        builder.finish(self.sources.clone())
    }
}

fn keep(shelf: &mut Shelf, item: Item, kept: &mut Result<()>) {
    if kept.is_ok() {
        *kept = shelf.put(item);
    }
}

fn none() -> Error {
    Error::new(Code::InvalidArgument, "no file of literature was begun")
}
