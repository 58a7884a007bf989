//! What an instruction wants of the model, in words for the person.

use serde::{Deserialize, Serialize};

/// What a text that reads like an instruction wants of a language model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// To drop or change what it was told.
    Override,
    /// To tell what it was told, or all that it was given.
    Disclose,
    /// To be somebody or something else.
    Role,
    /// It speaks to a machine that reads.
    Address,
    /// It holds the signs of a chat template, of a tool or of the frame around passages.
    Markup,
    /// To send something away, or to show a link or a picture that would.
    Exfiltrate,
    /// To write the reply in a way that hides or adds something.
    Reply,
    /// To put something into a code.
    Encode,
    /// No rule says what: the classifier finds it like texts that are instructions.
    Likeness,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 9] = [
        Kind::Override,
        Kind::Disclose,
        Kind::Role,
        Kind::Address,
        Kind::Markup,
        Kind::Exfiltrate,
        Kind::Reply,
        Kind::Encode,
        Kind::Likeness,
    ];

    /// Returns the stable word for this kind, as the rules name it.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Override => "override",
            Kind::Disclose => "disclose",
            Kind::Role => "role",
            Kind::Address => "address",
            Kind::Markup => "markup",
            Kind::Exfiltrate => "exfiltrate",
            Kind::Reply => "reply",
            Kind::Encode => "encode",
            Kind::Likeness => "likeness",
        }
    }

    /// Returns why a part of a question of this kind stays, in words.
    pub fn in_a_question(self) -> &'static str {
        match self {
            Kind::Override => {
                "it reads like an instruction to the model, to drop what it was told, and not like a question"
            }
            Kind::Disclose => {
                "it reads like an instruction to the model, to tell what it was given, and not like a question"
            }
            Kind::Role => "it reads like an instruction to the model, to be something else, and not like a question",
            Kind::Address => "it reads like a message to a machine and not like a question",
            Kind::Markup => "it holds signs that steer a model or a page",
            Kind::Exfiltrate => "it reads like an instruction to send something away, or to show a link or picture",
            Kind::Reply => {
                "it reads like an instruction to hide or add something in the reply, and not like a question"
            }
            Kind::Encode => "it reads like an instruction to put the reply into a code, and not like a question",
            Kind::Likeness => "it reads like an instruction to the model and not like a question to your records",
        }
    }

    /// Returns what a passage of records, or of a reply, of this kind reads like, to stand after "part of it".
    pub fn in_a_passage(self) -> &'static str {
        match self {
            Kind::Override => "reads like an instruction to a language model to drop what it was told",
            Kind::Disclose => "reads like an instruction to a language model to tell what it was given",
            Kind::Role => "reads like an instruction to a language model to be something else",
            Kind::Address => "speaks to a machine and not to a reader",
            Kind::Markup => "holds signs that steer a language model or a page",
            Kind::Exfiltrate => "reads like an attempt to send something away, or to have a link followed",
            Kind::Reply => "reads like an instruction to a language model about its reply",
            Kind::Encode => "reads like an instruction to a language model to write in a code",
            Kind::Likeness => "reads like an instruction to a language model",
        }
    }
}
