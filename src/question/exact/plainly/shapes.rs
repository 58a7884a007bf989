//! Whole questions that have a plainer one of the same meaning: how long something lasted, how old somebody was, what lies between two
//! things, whether something is still so, whose value lies where.

use super::pattern::{self, Row};
use super::{Chunks, frames};

pub(super) const SHAPES: &[Row] = &[
    // Shorthand
    ("1st", "first"),
    ("2nd", "second"),
    ("3rd", "third"),
    ("4th", "fourth"),
    ("5th", "fifth"),
    ("6th", "sixth"),
    ("dz", "disease"),
    ("dx'd|dxed|dx-ed", "diagnosed"),
    ("dx|dxs ?list", "conditions"),
    ("rx|medication|medicine|med|meds|drug|drugs|pill|prescription|prescriptions list", "medications"),
    ("vax|vaxx", "vaccine"),
    ("pls|plz|kindly", "please"),
    ("approx|approximately|roughly|exactly|precisely", ""),
    ("as well as", "and"),
    ("plus", "and"),
    ("^ who|which|whose ~ together|along|combined with", "{0} {1} and"),
    ("in addition to", "and"),
    ("u", "you"),
    ("wen|whn", "when"),
    ("wat|wht", "what"),
    ("since which|what year", "since when"),
    ("the nineties", "the 1990s"),
    ("the eighties", "the 1980s"),
    ("top|upper|first number of|for|in MY ?last|latest|recent bp|pressure|blood ?pressure", "{4} systolic"),
    ("bottom|lower|second number of|for|in MY ?last|latest|recent bp|pressure|blood ?pressure", "{4} diastolic"),
    ("bp|pressure systolic|diastolic", "{1}"),
    ("at|from|during MY last|latest check-up|checkup|appointment|physical|exam $", "last"),
    ("how much taller did|has|have ~ get|got|gotten|grow|grown|become", "how much height did {4} gain"),
    ("how much heavier did|has|have ~ get|got|gotten|grow|grown|become", "how much weight did {4} gain"),
    ("how much lighter did|has|have ~ get|got|gotten|grow|grown|become", "how much weight did {4} lose"),
    ("first|second|third|fourth|fifth|last|latest * dose date|dates|when", "{0} {1} shot {3}"),
    ("^ date|day ?when|that ~ resolved|ended|healed|stopped|cleared $", "when did {2} {3}"),
    ("when was|were ~ taken off $", "when was {2} removed"),
    ("when did ~ come|came off $", "when was {2} removed"),
    ("when did|have|had WHO get|got|have|had ~ off $", "when was {4} removed"),
    // Death
    ("when did ~ pass $", "when did {2} die"),
    ("pass|passed away|on", "die"),
    ("passed $", "died"),
    ("?on|at what|which day|date|moment did ~ die", "when did {4} die"),
    ("what|which|the day|date did ~ die", "when did {3} die"),
    ("day|date ~ died $", "when did {1} die"),
    // Ages
    ("?at|to|by what|which age did WHO die|died", "how old was {4} when {4} died"),
    ("what|which age did ~ die|died ?at $", "how old was {3} when {3} died"),
    ("how old did ~ get|become|live ?to ?be $", "how old was {3} when {3} died"),
    ("?to what|which age did ~ live", "how old was {4} when {4} died"),
    ("what|which age was|were WHO when|at|as ~", "how old was {3} when {5}"),
    ("what|which was MY age when|at|as ~", "how old was I when {5}"),
    ("what|which age was|were MY * when|at|as ~", "how old was {3} {4} when {6}"),
    ("?at|from what|which age was|were ~ diagnosed ?with ~", "how old was I when {7}"),
    ("?at|from what|which age did|was|were|had WHO ~", "how old was {4} when {4} {5}"),
    ("?at|from what|which age did|was|were MY * ~", "how old was {4} {5} when {6}"),
    ("age at|on|of|upon|when ?first ?the diagnosis|onset|start|detection ?of|with ~", "how old was I when {6}"),
    ("age when ~", "how old was I when {2}"),
    // How long something lasted
    (
        "how many days|weeks|months|years did it|this take ?me|him|her|them ?for|until|till|before ~ ?to|was|were|is|had|got|has|have ?been ?fully|completely|finally heal|healed|resolve|resolved|clear|cleared|disappear|vanish|go|gone|end|ended|better|over|recover|recovered|subside|mend|mended|close|closed|cure|cured ?up|away|down|better $",
        "how many {2} did {8} last",
    ),
    (
        "how long did it|this take ?me|him|her|them ?for|until|till|before ~ ?to|was|were|is|had|got|has|have ?been ?fully|completely|finally heal|healed|resolve|resolved|clear|cleared|disappear|vanish|go|gone|end|ended|better|over|recover|recovered|subside|mend|mended|close|closed|cure|cured ?up|away|down|better $",
        "how long did {7} last",
    ),
    (
        "how many days|weeks|months|years ?passed|went ?by until|till|before ~ ?was|were|is|had|did|got|has ?been ?fully|completely|finally heal|healed|resolve|resolved|clear|cleared|disappear|vanish|go|gone|end|ended|better|over|recover|recovered|subside|mend|mended|close|closed|cure|cured ?up|away|down|better $",
        "how many {2} did {6} last",
    ),
    (
        "how many days|weeks|months|years did|does|was|were ~ take|need|require ?until|before|till ?it ?was|is ?to ?be ?fully|completely heal|healed|resolve|resolved|clear|cleared|disappear|vanish|go|gone|end|ended|better|over|recover|recovered|subside|mend|mended|close|closed ?up|away|down|better $",
        "how many {2} did {4} last",
    ),
    (
        "how long did|does ~ take|need|require ?until|before|till ?it ?was|is ?to ?be ?fully|completely heal|healed|resolve|resolved|clear|cleared|disappear|vanish|go|gone|end|ended|better|over|recover|recovered|subside|mend|mended|close|closed ?up|away|down|better $",
        "how long did {3} last",
    ),
    (
        "how many days|weeks|months|years was|were|stayed|remained ~ open|active|present|ongoing|current|unresolved|around|there|unhealed|going $",
        "how many {2} did {4} last",
    ),
    ("how long was|were ~ open|active|present|ongoing|unresolved|around|unhealed|going $", "how long did {3} last"),
    (
        "how many days|weeks|months|years did ~ go|linger|lingered|persist|stay|continue|drag|hang|run ?on|around|for $",
        "how many {2} did {4} last",
    ),
    ("how long did ~ linger|persist|stay|continue|drag|hang|go|run ?on|around|for $", "how long did {3} last"),
    (
        "how many days|weeks|months|years was|were WHO down|ill|sick|laid|off|suffering|bothered ?up with|from|by ~",
        "how many {2} did {4} have {8}",
    ),
    ("how long was|were WHO down|ill|sick|laid|suffering|bothered ?up with|from|by ~", "how long did {3} have {7}"),
    ("length of MY ?last ?hospital stay", "how long did the hospital stay last"),
    ("length of ?hospital stay ?in ?the ?hospital", "how long did the hospital stay last"),
    ("duration|length of ~", "how long did {2} last"),
    ("how many days|weeks|months|years duration|long was|were ~ $", "how many {2} did {5} last"),
    (
        "how many days|weeks|months|years was|were ~ on|in MY ?problem|problems list|lists|chart|record $",
        "how many {2} did {4} last",
    ),
    ("how many nights", "how many days"),
    (
        "how many days|weeks was|were WHO in|at|inside|admitted ?to ?the ?hospital|clinic|ward|inpatient",
        "how many {2} did the hospital stay last",
    ),
    (
        "when was|were|did|got WHO ?get discharged|released ?from ?the ?hospital|ward",
        "when did the last hospital stay end",
    ),
    ("discharge date|day ?of ?the ?last ?hospital ?stay", "when did the last hospital stay end"),
    ("^ ~ duration ?in ?days|weeks|months|years $", "how long did {0} last"),
    // Between
    ("* no|number|nr 1|one and no|number|nr 2|two", "first and second {0}"),
    ("what did ~ die of|from", "cause of death"),
    (
        "how many days|weeks|months|years ?are|were|lie|lay|is|was ?there ?passed|went|elapsed|lie|lay ?by from|between ~ to|until|till|and ~",
        "how many {2} between {8} and {10}",
    ),
    (
        "how much time ?passed|went|elapsed|lay ?by from|between ~ to|until|till|and ~",
        "how much time between {6} and {8}",
    ),
    ("how long ?was|is|did ?it ?take ?there from|between ~ to|until|till ~", "how long between {7} and {9}"),
    ("how long after ~ was|were|did|came ~", "how many days between {3} and {5}"),
    ("how soon after ~ was|were|did|came ~", "how many days between {3} and {5}"),
    ("how many days|weeks|months|years later|afterwards was|were|did|came ~", "how many {2} after {5}"),
    ("time|gap|interval|days|weeks|months|years from ~ to|until|till ~", "{0} between {2} and {4}"),
    (
        "birth|births of MY ?two|both|2 ?two kid|kids|child|children|son|daughter|sons|daughters|baby|babies|twins",
        "{3} births",
    ),
    ("delivery|birth by c-section|cesarean|caesarean|section", "{2}"),
    ("how big|large|wide was|is|were MY * $", "what {2} {3} {4} size"),
    (
        "how many babies|children|kids did|have|has WHO ?deliver|delivered|have|had|bear|birth",
        "how many births did {4} have",
    ),
    ("gap|time|interval|period in days|weeks|months|years between", "{2} between"),
    ("how much of MY ~ $", "what dose of {4}"),
    ("how much of ~ $", "what dose of {3}"),
    ("how many kg|kgs|kilos|kilograms|pounds|lbs does|did|do ~ weigh", "what {3} {4} weight in {2}"),
    // Which way
    (
        "which|what way|direction is|are|was|were|has|have ~ going|heading|moving|trending|headed|gone|been|developing|pointing ?going|heading|moving",
        "how has {3} changed",
    ),
    ("where is|are ~ heading|headed|going|trending ?to|towards", "how has {2} changed"),
    // Whether it is still so
    (
        "still|currently on|in MY ?current|active|present med|meds|medication|medications|medicine|medicines|drug|drugs|problem|problems|prescription|list|lists|plan ?list|lists",
        "still active",
    ),
    ("plan|plans ?that is|are running|open|ongoing|going|in ?on|place|effect|force", "{0} active"),
    (
        "^ is|are ~ ?listed|noted on|in MY ?current|active|present med|meds|medication|medications|medicine|medicines|drug|drugs|prescription|list|lists ?list|lists $",
        "am I on {1}",
    ),
    (
        "still running|valid|open|going|live|ongoing|current|there|continuing|underway|unresolved|around ?on|strong $",
        "still active",
    ),
    ("still in|under force|effect|use|place|progress|treatment|way $", "still active"),
    ("still being taken|used|given|prescribed|treated|followed $", "still active"),
    ("still supposed|meant|expected|told|asked|due|needing to ?be", "still"),
    ("still be on|taking|using", "still {2}"),
    ("still have to take|use", "still {3}"),
    (
        "^ which|what ~ is|are ?still open|running|valid|ongoing|in|current ?force|progress|effect ?for ?me|him|her|them $",
        "which active {1}",
    ),
    ("put|went|started|placed back on", "put on"),
    ("eye surgery|operation for ~", "{3} surgery"),
    ("on|in MY ?problem|problems|active|medication list|lists $", ""),
    (
        "the ?very last time they|we|i|anyone|anybody|someone|somebody|you checked|measured|took|tested|did|drew|ran|looked it|this|that",
        "last",
    ),
    (
        "for a|my|the|an|this|some ?insurance|travel|visa|school|work|death|claim form|forms|certificate|file|registrar|lawyer|court|referral|handover|summary|claim|application|insurance|paperwork|letter|trip|visa|doctor|appointment|job $",
        "",
    ),
    // What was put in
    ("had|got|get|getting ~ placed|fitted|installed|implanted $", "{1} inserted"),
    ("was|were|is|got MY ~ placed|fitted|installed", "{0} {1} {2} inserted"),
    ("placed|fitted|installed when", "inserted when"),
    ("placed|fitted|installed $", "inserted"),
    ("insertion|placement|implantation date|day $", "inserted when"),
    ("go|went|gone|going through $", ""),
    ("given|gave birth", "give birth"),
    // Allergies
    ("allergic reaction|reactions|response to", "allergy to"),
    ("react|reacted|reacts allergically|badly to", "allergic to"),
    // Doses of a vaccine
    ("^ how many * doses ?so ?far $", "how many {2} shots"),
    ("refills in total|all", "prescriptions in {2}"),
    ("got|get|gotten|been|was|were refilled|filled|renewed|reissued", "prescribed"),
    ("last|first|recently refilled|filled|renewed|reissued", "{0} prescribed"),
    // Visits
    ("did|has ?a|an|the|any|my|his|her|our nurse|doctor|gp|physician|midwife make|made|pay|paid|do|done ~", "was {4}"),
    ("in|to|at|through rehab|detox|detoxification|rehabilitation $", "{0} {1} stay"),
    ("in|to|at|through rehab|detox|detoxification|rehabilitation in|during|since|last|this|before", "{0} {1} stay {2}"),
    ("in|to|at|through drug|alcohol rehab|detox|detoxification|rehabilitation", "{0} {1} {2} stay"),
    // Whose
    ("^ whose ~ is|was|are|were|lies|stands ~ $", "which patients have {1} {3}"),
    ("^ whose ~ $", "which patients have {1}"),
    ("^ who suffers|suffer from", "who has"),
    ("patients|people live|lives|living|suffering|suffer|afflicted with|from", "patients have"),
    // Words that may stand anywhere
    ("back|way in|on N", "{1} {2}"),
    (
        "back in january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|spring|summer|autumn|fall|winter",
        "in {2}",
    ),
    ("worst|poorest fev1/fvc|ef|lvef|mmse|mini-mental|ejection|peak", "lowest {1}"),
    ("worst MY pain", "highest pain"),
    // What somebody was told, and what stands in the record
    (
        "when was|were|did ~ ?first ?get told|informed ?about|of|that ?WHO ?had|has|have ~ $",
        "when was {2} diagnosed with {9}",
    ),
    ("^ has|have|had ~ ?ever been told ?that|of|about ?WHO ?has|have|had ~ $", "{0} {1} ever had {8}"),
    (
        "^ is|are|was ~ ?mentioned|listed|noted|recorded anywhere|somewhere ?in|on ?MY ?record|records|chart|file|history $",
        "have I ever had {1}",
    ),
    ("marked|listed|noted|recorded|put|set ?down as over|resolved|gone|healed|finished|ended|cured|closed", "{3}"),
    // Births
    (
        "when was|were MY first|second|third|fourth|last ?born child|baby|kid|son|daughter|boy|girl born",
        "when was the {3} delivery",
    ),
    ("when was|were MY oldest|eldest child|baby|kid|son|daughter|boy|girl born", "when was the first delivery"),
    ("when was|were MY youngest child|baby|kid|son|daughter|boy|girl born", "when was the last delivery"),
    ("when was|were MY baby|babies|twins born", "when was the delivery"),
    ("when|at ?MY first|second|third|last child|baby|kid|son|daughter|boy|girl was born", "at the {2} delivery"),
    ("when ?MY baby|babies|twins was|were born", "at the delivery"),
    ("when WHO was|were ?just born", "at birth"),
    ("when MY * was|were ?just born", "at birth"),
    // At which time
    ("when WHO was|were ill|sick|unwell|poorly in|on", "{4}"),
    ("at|from|during|on MY ?annual|yearly|routine|regular ?last check-up|checkup|appointment|physical in|on", "{5}"),
    ("at|from|on|during MY ?very first|last|latest scan|test|measurement|reading|check|exam|draw|weigh-in $", "{3}"),
    ("?going|judging|measured by|at|from MY last|latest visit|check-up|checkup|appointment|weigh-in $", "last"),
    // What was put in, or changed
    ("did they|we|you|doctors put MY * in $", "was {3} {4} put in"),
    ("did they|we|you|doctors put MY * * in $", "was {3} {4} {5} put in"),
    (
        "did they|we|you|i|he|she|doctors put|double|raise|increase|change|lower|reduce|cut|up|bump|halve|move MY ~ ?up|down to ~ $",
        "was {3} {4} changed to {7}",
    ),
    // Doses
    ("and|or when in|of|during the day", ""),
    ("^ how should|must|do|does WHO take|give|use|inhale|inject ~ ?again ?please $", "what dose of {4}"),
    // What was new
    (
        "^ ?any|which|what new diagnoses|diagnosis|conditions|illnesses|problems ?were ?there|found|made in|during|since|after|this|last",
        "which conditions were diagnosed {5}",
    ),
    // How high, how low
    ("how warm|hot was|is|were WHO", "what {2} {3} temperature"),
    ("how bad|strong|severe|intense was|is|were MY ?highest pain", "what {2} {3} {4} pain score"),
    ("how painful was|is it", "what {2} the pain score"),
    ("how bad|good|poor|strong was|is|were ~ t-score|score|count", "what {2} {3} {4}"),
    (
        "how low|little did|has ~ ?ever ?been get|got|gotten|go|gone|fall|fallen|drop|dropped|sink|sunk",
        "what was the lowest {3}",
    ),
    (
        "how high did|has ~ ?ever ?been get|got|gotten|go|gone|rise|risen|climb|climbed|shoot",
        "what was the highest {3}",
    ),
    ("best|strongest peak|fev1|fev1/fvc|ef|lvef|ejection|mmse", "highest {1}"),
    ("^ when did WHO score|do ?the worst ?on|in|at ~ phq-9|phq9|gad-7|gad7 $", "when was the highest {8}"),
    ("^ when did WHO score|do ?the worst ?on|in|at ?MY phq-9|phq9|gad-7|gad7 $", "when was the highest {8}"),
    // Which way
    ("putting on weight|pounds|kilos", "gaining weight"),
    ("getting|gotten|got|become|becoming thinner|lighter|slimmer", "losing weight"),
    ("getting|gotten|got|become|becoming heavier|fatter", "gaining weight"),
    ("on the way|rise up", "going up"),
    ("on the way|decline down", "going down"),
    ("on the rise", "going up"),
    ("on the decline", "going down"),
    ("rising|increasing or falling|dropping|decreasing", "trend"),
    // How long
    ("how long did ~ keep ?WHO me|him|her|them ~ $", "how long did {3} last"),
    ("how many days|weeks|months did ~ keep ?WHO me|him|her|them ~ $", "how many {2} did {4} last"),
    (
        "how long till|until|before ~ was|were|is|had|got|has ?been ?fully healed|better|gone|over|resolved|cured|cleared ?up $",
        "how long did {3} last",
    ),
    ("days|weeks|months to|until|till ?full healing|recovery|resolution of ~ $", "how many {0} did {5} last"),
    (
        "how many days|weeks did|has|was|were ~ stay|stayed|spend|spent|lie ?in|at ?the hospital|ward|clinic",
        "how many {2} did the hospital stay last of {4}",
    ),
    ("how old was|were ~ with MY ~ thing|trouble|business|incident $", "how old was {3} at {6}"),
    ("^ age at|of|on|upon ~ dx|diagnosis $", "how old was I at {2}"),
    // Several
    ("dates for|of all|both ?the ?two|three|four|five|my|his|her", "dates of"),
    ("^ how many people|patients|persons ~ together|both $", "how many {2} {3}"),
    ("^ does|do anybody|anyone|someone|somebody have|got", "who has"),
    ("^ has|did anybody|anyone|someone|somebody ?ever had|have", "who has ever had"),
    // The time that something lasted
    ("in|while|throughout MY pregnancy", "during {1} pregnancy"),
    ("when|while WHO was|were pregnant", "during the pregnancy"),
    ("how long till|until|before ~ healed|resolved|cleared|recovered ?up $", "how long did {3} last"),
    (
        "when did WHO have|deliver|get MY ?first|second|third|last baby|child|kid|babies|twins $",
        "when was the {5} delivery",
    ),
    // What is asked of a list
    ("^ when's", "when was"),
    ("with MY dates|date|days|doses $", ""),
    ("^ am|is|are ~ allergic to anything|something ?at ?all $", "does {1} have any allergies"),
    ("MY eyes|eye ?last checked|tested|examined|looked ?at", "{0} {2} eye exam"),
    ("wear|wears|wearing", "have"),
    // What is worse of what is measured
    ("worst a1c|hba1c|ldl|triglycerides|bp|creatinine|phq-9|phq9|gad-7|bnp|weight|bmi", "highest {1}"),
    ("worst egfr|gfr|hdl|hemoglobin|hb|hgb|oxygen", "lowest {1}"),
    ("worst blood pressure", "highest {1} {2}"),
    // The baby's
    ("listen|listened to MY baby's|babies|fetal|unborn ?baby's heart|heartbeat", "auscultation of the fetal heart"),
    ("ultrasound|scan|scans|ultrasounds for|of|during MY baby|pregnancy", "baby scan"),
];

/// Puts the plainer question in the place of one that has such a shape.
pub(super) fn apply(chunks: &mut Chunks) {
    // "MMR #2"
    const NUMBERED: [&str; 5] = ["#1", "#2", "#3", "#4", "#5"];
    const NAMED: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
    for at in 0..chunks.len() {
        let place = NUMBERED.iter().position(|number| chunks.typed(at) == *number);
        if let Some(name) = place.and_then(|place| NAMED.get(place)) {
            chunks.replace(at, 1, name);
        }
    }
    pattern::apply(SHAPES, chunks);
    // "Forearm fracture healed?"
    let last = chunks.len().saturating_sub(1);
    let first = chunks.bare(0);
    let is_over = matches!(chunks.bare(last).as_str(), "healed" | "resolved" | "gone" | "over" | "cured");
    let is_bare = !frames::asks(&first) && !frames::AUXILIARIES.contains(&first.as_str());
    if is_over && is_bare && (1..=4).contains(&last) && !(0..last).any(|at| chunks.ends_clause(at)) {
        chunks.replace(last, 1, "gone?");
        chunks.replace(0, 0, "is");
    }
    // "Statin prescriptions in total?" asks how many.
    let len = chunks.len();
    let ends = len > 3 && chunks.bare(len - 1) == "total" && chunks.bare(len - 2) == "in";
    if ends && !frames::asks(&chunks.bare(0)) && chunks.find(&["many"]).is_none() {
        chunks.replace(len - 2, 2, "");
        chunks.replace(0, 0, "how many");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_its_plain_question() {
        for (typed, plain) in [
            ("How many days did it take for the burn to heal?", "how many days did the burn last?"),
            ("How many days did his broken ankle take to heal?", "how many days did his broken ankle last?"),
            ("how many days until that fracture was healed?", "how many days did that fracture last?"),
            ("How long was her ulcer open?", "how long did her ulcer last?"),
            ("How many days was her ankle fracture open?", "how many days did her ankle fracture last?"),
            ("days between 1st and 2nd colonoscopy", "days between first and second colonoscopy"),
            ("How many days passed from his AFib to the stroke?", "How many days between his AFib and the stroke?"),
            ("On what day did Dad pass away?", "when did Dad die?"),
            ("What age was he when he passed?", "how old was he when he died?"),
            ("At what age did I get diabetes?", "how old was I when I get diabetes?"),
            ("age at diagnosis of gout", "how old was I when gout"),
            ("Which way is my creatinine going?", "how has my creatinine changed?"),
            ("Is ibuprofen still on her active list?", "Is ibuprofen still active?"),
            ("Is my sertraline prescription still running?", "Is my sertraline prescription still active?"),
            ("Am I still supposed to be on iron?", "Am I still on iron?"),
            ("Which care plan is still open for me?", "which active care plan?"),
            ("hemoglobin back in December 2013", "hemoglobin in December 2013"),
            ("stent placed when?", "stent inserted when?"),
            ("worst FEV1/FVC ever", "lowest FEV1/FVC ever"),
        ] {
            let mut chunks = Chunks::of(typed);
            apply(&mut chunks);
            assert_eq!(chunks.text().to_lowercase(), plain.to_lowercase(), "{typed}");
        }
    }
}
