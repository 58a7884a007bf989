//! Reads public literature: from PubMed and MEDLINE XML, `.nbib`, RIS, JATS and BioC to [`Article`]s, and guidelines and books in Markdown, HTML
//! and PDF to one for each passage.
//!
//! A file is read as it streams by, plain or in gzip, and is handed out article by article: of the file itself no more than one
//! article is in memory, however long it is; of the last three all of it is. What cannot be read is listed with its place and the reason, and what stands before and
//! after it is kept. Articles are a type of their own: nothing makes one of a record, and nothing here knows of records. Not read
//! here: the full text of JATS and BioC (title and abstract are), other encodings than UTF-8, and files fetched from somewhere.

mod article;
mod bioc;
mod date;
pub mod guideline;
mod jats;
mod labels;
mod pubmed;
mod split;
mod stream;
mod tagged;

pub use article::{Article, Author, Heading, Issued, Key, Notice, NoticeKind, Origin, Qualifier, Section};
pub(crate) use pubmed::said_by_search;
pub use stream::{Format, Item, MAX_ARTICLE_BYTES, Reader, Report};
