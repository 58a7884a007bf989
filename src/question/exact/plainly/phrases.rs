//! Phrases of talk, and the plain ones that say the same.

use super::Chunks;
use super::pattern::{self, Row};

pub(super) const PHRASES: &[Row] = &[
    // Slips and shorthand
    ("^ wat|wht|waht|wats", "what"),
    ("^ wen|whn", "when"),
    ("^ no of", "number of"),
    ("rx|script", "prescription"),
    ("fx|fxs", "fracture"),
    ("issued|dispensed", "prescribed"),
    ("since $", "since when"),
    ("when i|he|she came|come|was in in|last|on", "{4}"),
    // Bounds
    ("as high as N", "at least {3}"),
    ("as low as N", "at most {3}"),
    ("hit|hits|reach|reached|reaches|touch|touched N", "at least {1}"),
    (
        "get|gets|got|gotten|go|gone|been|went|climb|climbed|rise|risen|creep|crept|jump|jumped|shoot|shot over|above|past N",
        "over {2}",
    ),
    (
        "get|gets|got|gotten|go|gone|been|went|dip|dipped|dips|drop|drops|dropped|sink|sank|slip|slipped|fall|fallen under|below N",
        "below {2}",
    ),
    ("get|got|gotten|go|gone|went|been up to N", "at least {3}"),
    ("get|got|gotten|go|gone|went|been down to N", "at most {3}"),
    ("taller than N", "height over {2}"),
    ("heavier than N", "weight over {2}"),
    ("lighter than N", "weight under {2}"),
    // What is measured
    ("how many kilos|kg|kgs|kilograms|pounds|lbs|stone am|is|was i|he|she|they", "what {3} weight in {2}"),
    ("how many kilos|kg|kgs|kilograms|pounds|lbs|stone did|do|does i|he|she|they weigh", "what {3} weight in {2}"),
    (
        "how many cm|centimeters|centimetres|inches|feet am|is|was|did|do|does i|he|she|they tall",
        "what {3} height in {2}",
    ),
    ("scale|scales say|said|show|showed|read", "weight"),
    ("stood|stand on the|a|my scale|scales", "was weighed"),
    ("MY pressure", "{0} blood pressure"),
    ("how high|low|much is|was|were MY", "what {2} {3}"),
    ("set up|in $", "started"),
    ("put in place $", "started"),
    ("how fast was|is|did|does MY heart beating|beat|going", "what {2} {3} heart rate"),
    ("worst pain", "highest pain"),
    ("which way|direction is|are|was it|they|that going|moving|heading", "trend"),
    ("take|took until it was|is resolved|healed|gone|over|better", "take to heal"),
    ("days|weeks|months did MY * go on $", "{0} did {2} {3} last"),
    ("days|weeks|months did MY * * go on $", "{0} did {2} {3} {4} last"),
    ("inhale|inhales|inject|injects|swallow|swallows", "take"),
    ("MY bloods|bloodwork", "{0} blood tests"),
    // Times
    ("back in N", "in {2}"),
    ("in the last years since", "since"),
    // Visits
    ("see|saw|seen the|a|my|his|her|any doctor|doctors|physician|gp|dr $", "visit"),
    (
        "see|saw|seen the|a|my|his|her|any doctor|doctors|physician|gp|dr in|since|last|this|during|before|between",
        "visit {3}",
    ),
    ("last seen $", "last visit"),
    (
        "when did they|anyone|anybody|someone|somebody|you|we last|recently check|checked|measure|test|take|do|draw|run|record",
        "when was the last",
    ),
    (
        "when was the last time they|anyone|anybody|someone|somebody|you|we checked|measured|tested|took|did|drew|ran|recorded",
        "when was the last",
    ),
    // Doses
    ("what strength is|are", "what dose is"),
    ("how many * doses has|have|did|of", "how many {2} shots {4}"),
    ("first|second|third|fourth|fifth|last * dose $", "{0} {1} shot"),
    ("first|second|third|fourth|fifth|last dose of * vaccine", "{0} {3} vaccine"),
    // Lists
    ("medication|medicine|med|meds|drug|pill list", "medications"),
    ("allergy list", "allergies"),
    ("problem|problems|diagnosis|condition list", "conditions"),
    ("vaccine|vaccination|immunization|immunisation|shot|vaccines list|record|records|history", "vaccinations"),
    // Things
    ("foot|feet|eye|eyes|hearing check|checks|checkup|checkups|check-up|check-ups", "{0} exam"),
    ("hx of", "history of"),
    ("tooth|teeth pulled|extracted|out", "{0} removed"),
    ("new hip|knee", "{1} replaced"),
    ("new heart|mitral|aortic valve", "{1} valve replaced"),
    ("heart|mitral|aortic valve put in", "{0} valve replaced"),
    ("spot|spots|shadow on|in MY lung|lungs", "lung nodule"),
    (
        "tooth|teeth|polyp|polyps|appendix|gallbladder|tonsils|womb|uterus|prostate|spleen|thyroid|cataract|cataracts|implant taken|cut|pulled out",
        "{0} removed",
    ),
    // Fragments
    ("^ ever had|been|taken|broken|smoked|tested|gotten|got", "have I ever {1}"),
    ("^ still on|taking|using|having", "am I still {1}"),
    ("^ still got|have", "do I still have"),
    ("^ on * $", "am I on {1}"),
    ("or not|no $", ""),
    ("by any chance", ""),
    ("if any|ever $", ""),
    ("or what|anything|something $", ""),
    ("looking|sitting|running at|like $", ""),
    ("looking compared", "compared"),
    ("on|in MY record|records|chart|file $", ""),
    ("on record|file $", ""),
    ("at all", ""),
    ("so far", ""),
    ("all told", ""),
];

/// Puts plain phrases in the place of those of talk.
pub(super) fn apply(chunks: &mut Chunks) {
    pattern::apply(PHRASES, chunks);
    verbs(chunks);
}

/// Verbs that something else is called, too: "did it fall" is no season, and "have it done" does nothing.
fn verbs(chunks: &mut Chunks) {
    let first = chunks.bare(0);
    let asks = matches!(first.as_str(), "did" | "does" | "do" | "has" | "have" | "is");
    if let Some(at) = chunks.find(&["fall"]).filter(|at| asks && *at > 1) {
        let before = chunks.bare(at - 1);
        if !matches!(before.as_str(), "in" | "the" | "this" | "last" | "every" | "next" | "a" | "since" | "of" | "to") {
            chunks.replace(at, 1, "drop");
        }
    }
    let last = chunks.len().saturating_sub(1);
    let got = chunks.find(&["have", "had", "get", "got", "getting", "having"]).is_some();
    if got && last > 2 && matches!(chunks.bare(last).as_str(), "done") {
        chunks.replace(last, 1, "");
    }
}
