//! What sets of marked texts call things, and which of it is asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::trimmed;
use crate::document::EntityType;

/// What sets call things, and the type that we call them; labels that are the name of a type need no line here. `None`: no
/// identifier by itself, neither asked for nor counted as found without need.
const LABELS: [(&str, Option<EntityType>); 27] = [
    ("NAME", Some(EntityType::Person)),
    ("CITY", Some(EntityType::Location)),
    ("STREET", Some(EntityType::Location)),
    ("ZIP", Some(EntityType::Location)),
    ("ZIP_CODE", Some(EntityType::Location)),
    ("ADDRESS", Some(EntityType::Location)),
    ("STREET_ADDRESS", Some(EntityType::Location)),
    ("GPE", None),
    ("NRP", None),
    ("TITLE", None),
    ("DATE_TIME", Some(EntityType::Date)),
    ("PHONE_NUMBER", Some(EntityType::Phone)),
    ("EMAIL_ADDRESS", Some(EntityType::Email)),
    ("SSN", Some(EntityType::SocialSecurity)),
    ("US_SSN", Some(EntityType::SocialSecurity)),
    ("MRN", Some(EntityType::MedicalRecord)),
    ("CREDIT_CARD", Some(EntityType::Account)),
    ("IBAN", Some(EntityType::Account)),
    ("IBAN_CODE", Some(EntityType::Account)),
    ("US_DRIVER_LICENSE", Some(EntityType::License)),
    ("US_PASSPORT", Some(EntityType::NationalId)),
    ("DOMAIN_NAME", Some(EntityType::Url)),
    ("IP_ADDRESS", Some(EntityType::Ip)),
    ("NATIONALITY", None),
    ("COUNTRY", None),
    ("STATE", None),
    ("IGNORE", None),
];

/// What a label of a set stands for.
#[derive(Debug, Clone, Default)]
pub struct Labels {
    own: BTreeMap<String, Option<EntityType>>,
    bare_names: bool,
    only: Option<BTreeSet<String>>,
}

/// Titles before a name and degrees behind it, which alone identify nobody.
static TITLES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:(?i:dr|mr|mrs|ms|miss|mx|prof|professor|rev|sir|dame)\b\.?(?:\s+|$))*(?P<name>.*?)(?:,?\s+(?i:md|do|phd|dds|dvm|rn|np|esq)\b\.?)*$").ok()
});

impl Labels {
    /// Says that `label` stands for `entity_type`; for nothing that is asked for, where that is `None`.
    pub fn set(&mut self, label: &str, entity_type: Option<EntityType>) {
        self.own.insert(label.to_owned(), entity_type);
    }

    /// Asks for `labels` alone: the others are no slips, and precision is that of the types which these stand for.
    pub fn ask_only(&mut self, labels: impl IntoIterator<Item = String>) {
        self.only = Some(labels.into_iter().collect());
    }

    /// Returns whether found spans of `entity_type` count for precision.
    pub(super) fn asks_for(&self, entity_type: &str) -> bool {
        self.only.as_ref().is_none_or(|only| {
            only.iter().any(|label| self.entity_type(label).is_some_and(|asked| name_of(asked) == entity_type))
        })
    }

    /// Leaves titles before and degrees behind a marked name out of account.
    pub fn leave_out_titles(&mut self) {
        self.bare_names = true;
    }

    /// Returns the part of `range` of `text`, a mark of `entity_type`, that is asked for; `None` for a title alone.
    pub(super) fn asked(&self, text: &str, range: Range<usize>, entity_type: EntityType) -> Option<Range<usize>> {
        let range = trimmed(text, range);
        if !self.bare_names || entity_type != EntityType::Person {
            return Some(range);
        }
        let inside = text.get(range.clone()).unwrap_or_default();
        let name = TITLES.iter().find_map(|titles| titles.captures(inside)?.name("name"))?;
        (!name.is_empty()).then(|| range.start + name.start()..range.start + name.end())
    }

    /// Returns the type that `label` stands for.
    pub fn entity_type(&self, label: &str) -> Option<EntityType> {
        if self.only.as_ref().is_some_and(|only| !only.contains(label)) {
            return None;
        }
        if let Some(own) = self.own.get(label) {
            return *own;
        }
        match LABELS.iter().find(|(known, _)| *known == label) {
            Some((_, entity_type)) => *entity_type,
            None => entity_type_named(label),
        }
    }
}

/// Returns the type with the name `name`, as it stands in results: `PERSON`.
pub fn entity_type_named(name: &str) -> Option<EntityType> {
    serde_json::from_value(serde_json::Value::String(name.to_owned())).ok()
}

/// Returns the name of `entity_type`, as it stands in results.
pub fn name_of(entity_type: EntityType) -> String {
    let name = serde_json::to_value(entity_type).ok();
    name.and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}
