//! By what a server holds a reply, and what the model is told of it. What it is held to is the kernel's
//! ([`schema`](crate::clearance::schema), [`grammar`](crate::clearance::grammar)).

use serde::{Deserialize, Serialize};

/// By what a server holds a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hold {
    /// A JSON Schema, as `response_format`: OpenAI, Ollama, llama.cpp, vLLM and others.
    Schema,
    /// A grammar in GBNF, as `grammar`: llama.cpp.
    Grammar,
}

impl Hold {
    /// Returns the stable word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Hold::Schema => "schema",
            Hold::Grammar => "grammar",
        }
    }

    /// Returns what the model is told of it, behind the question: a schema by itself is not shown to it. A grammar has the form that
    /// it is told of anyway.
    pub const fn words(self) -> &'static str {
        match self {
            Hold::Schema => {
                "\nWrite all of it as one JSON object: in \"answer\" the answer, in \"quotes\" the passages that support it, each with its \
                 title in \"ref\" and its words in \"text\". No tags."
            }
            Hold::Grammar => "",
        }
    }
}

impl std::str::FromStr for Hold {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let known = [Hold::Schema, Hold::Grammar].into_iter().find(|hold| hold.as_str() == word);
        known.ok_or("a reply is held by schema or by grammar")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hold_is_read_from_its_word_and_no_other() {
        for hold in [Hold::Schema, Hold::Grammar] {
            assert_eq!(hold.as_str().parse(), Ok(hold));
        }
        assert!("Schema".parse::<Hold>().is_err() && "".parse::<Hold>().is_err());
        assert!(Hold::Schema.words().contains("\"quotes\"") && Hold::Grammar.words().is_empty());
    }
}
