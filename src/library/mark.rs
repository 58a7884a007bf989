//! What was said of an article since it was published, as far as whoever reads a passage of it has to know.

use serde::{Deserialize, Serialize};

use crate::ingest::literature::{Article, NoticeKind};

/// Something that was said of an article since; the graver ones first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// It was retracted.
    Retracted,
    /// A part of it was.
    PartlyRetracted,
    /// An expression of concern was published about it.
    Concern,
    /// It was corrected.
    Corrected,
}

impl Mark {
    /// All of them.
    pub const ALL: [Mark; 4] = [Mark::Retracted, Mark::PartlyRetracted, Mark::Concern, Mark::Corrected];

    /// Returns what was said of `article`, as its source has it.
    pub fn of(article: &Article) -> Vec<Self> {
        let has = |kind: NoticeKind| article.notices.iter().any(|notice| notice.kind == kind);
        let is_so = |mark: &Mark| match mark {
            Mark::Retracted => article.is_retracted(),
            Mark::PartlyRetracted => has(NoticeKind::PartialRetractionIn),
            Mark::Concern => has(NoticeKind::ExpressionOfConcernIn),
            Mark::Corrected => has(NoticeKind::ErratumIn),
        };
        Mark::ALL.into_iter().filter(is_so).collect()
    }

    /// Returns its name, as files and servers have it.
    pub fn as_str(self) -> &'static str {
        match self {
            Mark::Retracted => "retracted",
            Mark::PartlyRetracted => "partly-retracted",
            Mark::Concern => "concern",
            Mark::Corrected => "corrected",
        }
    }

    /// Returns the mark of this name.
    pub fn named(name: &str) -> Option<Self> {
        Mark::ALL.into_iter().find(|mark| mark.as_str() == name)
    }

    /// Returns it as it stands behind a reference.
    pub fn label(self) -> &'static str {
        match self {
            Mark::Retracted => "RETRACTED",
            Mark::PartlyRetracted => "PARTLY RETRACTED",
            Mark::Concern => "EXPRESSION OF CONCERN",
            Mark::Corrected => "CORRECTED",
        }
    }

    /// Returns it as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Mark::Retracted => "RETRACTED: this article was withdrawn",
            Mark::PartlyRetracted => "PARTLY RETRACTED: a part of this article was withdrawn",
            Mark::Concern => "EXPRESSION OF CONCERN: one was published about this article",
            Mark::Corrected => "CORRECTED: a correction of this article was published",
        }
    }

    /// Returns `marks` as they stand behind a reference: ` [RETRACTED, CORRECTED]`; nothing where there is none.
    pub fn behind(marks: &[Mark]) -> String {
        if marks.is_empty() {
            return String::new();
        }
        format!(" [{}]", marks.iter().map(|mark| mark.label()).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_by_its_name_and_stands_behind_a_reference() {
        for mark in Mark::ALL {
            assert_eq!(Mark::named(mark.as_str()), Some(mark));
            assert_eq!(serde_json::to_value(mark).unwrap(), mark.as_str());
            assert!(mark.sentence().starts_with(mark.label()));
        }
        assert_eq!(Mark::named("Retracted"), None);
        assert_eq!(Mark::behind(&[]), "");
        assert_eq!(Mark::behind(&[Mark::Retracted, Mark::Corrected]), " [RETRACTED, CORRECTED]");
    }
}
