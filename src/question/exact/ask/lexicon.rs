//! Words that say nothing of what is asked, that ask for what no entry says, and that name a kind of entry.

use crate::document::FactKind;

/// Words that ask for what no entry says.
pub(super) const BLOCKED: &str = "
    worst best why should normal abnormal healthy unhealthy good bad fine ok okay dangerous risk risks risky cause causes caused
    because explain explains meaning means advise advice recommend recommended worry worried serious safe safely
    interpret predict next due overdue need needs supposed where dr doctor doctors nurse likely chance chances happen
    happened happens reason reasons controlled control treated treatment treatments target targets better worse
    improving improved worsening worsened improve worsen responding respond working work works effective help helped
    helps affect affected effect related relation because afford cost price ignore pretend suspected symptom symptoms
    tell-me everything anything summary summarize summarise overview describe plan planned if without not never
    didn't wasn't haven't don't except besides other than-usual instead relative mother father brother sister family hereditary
    prescriber ordered orders who's whose signed contraindicated interact interaction interactions side effects high
    low elevated raised deranged positive negative stand stands whom she'll refill expire";

/// Words that say nothing of what is asked.
const NEUTRAL: &str = "
    whats against percent pls plz thanks thank hi hello hey a an the my me i i'm i've im mine our we your his her hers its it it's their them he she they this that these
    those is are was were am be been being do does did done have has had having of in on at for to from by with
    about as and or so there here what what's which when how much please can could would will may might us let
    let's tell show give get see find look up know want like ask any some patient patient's patients record records recorded chart
    charts according value values reading readings result results level levels measurement measurements
    number numbers figure figures test tests tested lab labs measured measure measuring taken checked check checks found noted listed documented
    entered reported then into out per during over time times date dates day you did ever medical health history file system data
    database lately really actually exactly just also each kind kinds sort type types person's entry entries
    available there's got go went made make come came say-so year's overall within far until point stage one ones
    lie lies all who that which total altogether onto than been's dated occurred occur occurrence occasions occasion happened-on took-place place
    performed carried underwent undergone undergo receive received receives getting gotten administered given gave
    develop developed suffer suffered suffering suffers had's experienced experience episodes episode bout bouts
    case cases hit hits reach reached needed instance instances list-of name names called known name's due-to problem something via yet still already under
    thing sessions session cycles cycle rounds infusions scored ran run rated anywhere";

/// Verbs that hint at a kind of entry.
pub(super) const HINTS: &[(&str, FactKind)] = &[
    ("take", FactKind::MedicationRequest),
    ("takes", FactKind::MedicationRequest),
    ("taking", FactKind::MedicationRequest),
    ("took", FactKind::MedicationRequest),
    ("prescribed", FactKind::MedicationRequest),
    ("prescribe", FactKind::MedicationRequest),
    ("using", FactKind::MedicationRequest),
    ("use", FactKind::MedicationRequest),
    ("dose", FactKind::MedicationRequest),
    ("dosage", FactKind::MedicationRequest),
    ("diagnosed", FactKind::Condition),
    ("diagnosis", FactKind::Condition),
    ("allergic", FactKind::AllergyIntolerance),
    ("vaccinated", FactKind::Immunization),
    ("vaccinate", FactKind::Immunization),
    ("immunized", FactKind::Immunization),
    ("immunised", FactKind::Immunization),
    ("operated", FactKind::Procedure),
];

/// Nouns that name a kind of entry, beside those of [`concepts`].
pub(super) const NOUNS: &[(&str, FactKind)] = &[
    ("imaging studies", FactKind::ImagingStudy),
    ("imaging study", FactKind::ImagingStudy),
    ("care plans", FactKind::CarePlan),
    ("care plan", FactKind::CarePlan),
    ("diagnostic reports", FactKind::DiagnosticReport),
    ("diagnostic report", FactKind::DiagnosticReport),
    ("lab panels", FactKind::DiagnosticReport),
    ("lab reports", FactKind::DiagnosticReport),
    ("consultations", FactKind::Encounter),
    ("consultation", FactKind::Encounter),
    ("at the clinic", FactKind::Encounter),
    ("to the clinic", FactKind::Encounter),
    ("at the doctor", FactKind::Encounter),
    ("at the doctors", FactKind::Encounter),
    ("to the doctor", FactKind::Encounter),
    ("to the doctors", FactKind::Encounter),
    ("problem list", FactKind::Condition),
    ("scripts", FactKind::MedicationRequest),
    ("diagnosis", FactKind::Condition),
    ("conditions", FactKind::Condition),
];

pub(super) fn has(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

/// Returns whether `word` says nothing of what is asked.
pub(in crate::question::exact) fn is_neutral(word: &str) -> bool {
    has(NEUTRAL, word)
}
