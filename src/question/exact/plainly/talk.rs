//! Words of talk that say nothing of what is asked, and verbs that say no more than "is", "has" or "was found": "did it come back as",
//! "would you say", "sits above", "the weigh-in of", "ever recorded in this man".

use super::Chunks;
use super::pattern::{self, Row};

pub(super) const TALK: &[Row] = &[
    // Slips in the words that ask
    ("frist|fisrt|firts|frst", "first"),
    ("latset|lastest|lates|latst", "latest"),
    ("higest|hihgest|highst|heighest|highets", "highest"),
    ("lowst|lowset|lowets", "lowest"),
    ("averge|avarage|avrage|averege", "average"),
    ("wich|whcih|wihch", "which"),
    ("waht|whta", "what"),
    ("wehn|whne", "when"),
    ("occassions|ocasions|ocassions", "occasions"),
    ("recieve|recieved", "receive"),
    ("perscribed|prescibed|prescirbed", "prescribed"),
    ("diagnosd|diagosed|daignosed", "diagnosed"),
    // "Platelets in January vs February 2018"
    (
        "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec vs|v|versus|and|or|to|against|until|than ?in january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec N",
        "{0} {4} {1} {2} {3} {4}",
    ),
    // What is told of pain, polyps and visits to the emergency room
    ("how bad|severe|strong|intense was|is|were MY pain", "what was {3} pain score"),
    ("how much pain was|were i|he|she|WHO in", "what was my pain score"),
    ("?on ?a|the 0-10|0–10|1-10|0-to-10 ?scale", ""),
    ("how big|large was|is|were ?the|MY ?colon|rectal|bowel polyp|polyps", "what was the polyp size"),
    ("trips|trip|journeys to ?the er|ed|a&e|casualty", "er visits"),
    ("what does|do ?the|MY record|records|chart|file|notes say $", ""),
    ("been cardioverted", "had cardioversion"),
    // Shorthand
    ("suspicion of", "suspected"),
    ("or nah|naw|nope $", ""),
    ("to date $", ""),
    (
        "^ which|what ?of ?my|his|her|the conditions|condition|problems|problem|diagnoses|illnesses have|has|had ?a start|onset|starting date of|in|on|from",
        "which conditions were diagnosed in",
    ),
    ("ppl|peeps|folks", "people"),
    ("til", "until"),
    ("wots|wats|whats|what're", "what's"),
    ("ive", "i've"),
    ("im on|taking|allergic|a|an|the|not|having|getting|still|currently|meant|supposed", "i'm {1}"),
    ("shes", "she's"),
    ("hes", "he's"),
    ("goin", "going"),
    ("gettin", "getting"),
    ("havin", "having"),
    ("takin", "taking"),
    ("2 heal|get|go|clear|resolve|mend", "to {1}"),
    ("x|xx|xxx|xo $", ""),
    ("how many time|tims|tiems", "how many times"),
    ("how many years old", "how old"),
    ("most low|high", "{1}est"),
    (
        "^ number|no|nr|count|total of ~ doses ?given|received|had|administered ?so ?far ?in|since N",
        "number of {2} shots {7} {8}",
    ),
    ("^ number|no|nr|count|total of ~ doses ?given|received|had|administered|so ?far $", "number of {2} shots"),
    (
        "tetanus|flu|influenza|covid|hepatitis|hpv|mmr|measles|pneumonia|pneumococcal|shingles|meningitis|polio|chickenpox|varicella|rotavirus|dtap|tdap injection|injections|jag|jags|inoculation|inoculations|needle",
        "{0} vaccine",
    ),
    ("worse and worse", "worse"),
    ("better and better", "better"),
    ("higher and higher", "rising"),
    ("lower and lower", "falling"),
    ("allergies|allergy list", "allergies"),
    ("N v|vs N", "{0} versus {2}"),
    ("^ pt|pt's|ptn", "patient"),
    ("this|the|is|does|has|did|was pt", "{0} patient"),
    (
        "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec of N",
        "{0} {2}",
    ),
    ("^ ?last|latest|current|serum k on|at|from|in|level|value|result|now", "{0} potassium {2}"),
    ("on|at|from|in ?MY last|latest|recent bloods|labs|lab|blood|bloodwork ?test|tests|draw|work|results", "last"),
    ("MY little|wee one|ones", "{0} child"),
    ("MY little|wee one's", "{0} child's"),
    // Who is asked, and where it is written
    (
        "in|of|for|on this|that man|woman|patient|lady|gentleman|boy|girl|child|chap|bloke|fellow|person|baby|infant|teenager",
        "",
    ),
    (
        "people|patients|persons|women|men|everyone|everybody|anyone|anybody ?here on|in|at|of ?the|our|your|this|my file|files|books|book|record|records|system|list|lists|database|practice|clinic|surgery|cohort|population|panel|caseload|dataset",
        "{0}",
    ),
    ("people|patients|anyone|anybody|everyone|everybody|someone|somebody here", "{0}"),
    ("of|among|amongst|in ?all our|your|the|my patients|people|lot|panel|cohort ?here $", "of all patients"),
    ("down|listed|noted|recorded|registered|known|documented|classed|coded as ?being|having", ""),
    ("we|you|they have|hold|got ?down on|in|for ?the|my|his|her|our file|records|record|chart|system $", ""),
    ("we|you|they have|hold|got ?down on file|record $", ""),
    ("that you|we|they can see|find|know ?of ?there|here $", ""),
    ("as far|best as you|we|i|the|they|it can|know|knows|record|shows|goes|tell|see ?shows|goes|tell", ""),
    ("just the|a|one figure|number|value|date|answer|result|total ?please|thanks|will|would ?do $", ""),
    ("a rough|quick|ballpark figure|number|idea ?will|would ?do ?of", ""),
    ("and|or nothing|anything else|more ?please|pls $", ""),
    ("this|that gentleman|man|lady|woman|chap|fellow|bloke|boy|girl|child|infant", "the patient"),
    ("that|which ?have|has elapsed|passed|lay|lie between|from|since", "{3}"),
    ("inclusive", ""),
    ("at once|simultaneously", ""),
    ("until|till|to|up ?to the ?very end $", ""),
    ("who've", "who have"),
    ("who's had", "who has had"),
    ("what'd", "what did"),
    ("N n N", "{0} and {2}"),
    ("em", "them"),
    ("of mine|ours|yours", ""),
    ("nadir", "lowest"),
    ("zenith", "highest"),
    ("commenced|initiated|instituted", "started"),
    ("picked up $", "diagnosed"),
    ("cause of MY death", "cause of death"),
    ("prior to MY|death|dying|passing ?death|passing $", ""),
    ("before|preceding ?MY death|dying|passing $", ""),
    ("across|over|from|of all|every|each MY readings|values|results|measurements|tests|scores|numbers|figures", ""),
    ("throughout N", "in {1}"),
    ("throughout|during|in|over|for the ?whole|entire|full ?of year ?of N", "in {6}"),
    ("in|for|during|over|within the period|years|timespan ?from|of|between N", "from {4}"),
    ("you|we|they have|hold|got|keep|store for|on|of ?him|her|me|them|us ?please $", ""),
    ("you|we|they have|hold|got|keep|store for|on|of him|her|me|them|us", ""),
    ("put|start|started me|him|her|them ?on for", "give {1} for"),
    ("write|wrote me|him|her|them ?up for", "give {1}"),
    ("put|started|placed on in|last|this", "prescribed {2}"),
    ("^ ~ peaked|topped ?out when $", "when was {0} highest"),
    ("^ ~ bottomed ?out when $", "when was {0} lowest"),
    ("MY pain ?was ?at the|its worst|highest", "{0} pain score highest"),
    (
        "^ ~ ?was|were happened|occurred|started|began|was|were how long|many ?days|weeks|months|years ago $",
        "how {4} {5} ago was {0}",
    ),
    ("^ ?the date ~ came|come out $", "when was {2} removed"),
    (
        "^ ?the date|day|dates|days on which ~ was|were|is|are|had|took constructed|created|made|done|performed|carried|begun|started|given|inserted|removed ?out|place $",
        "when was {4} done",
    ),
    ("^ ~ age when|at WHO ~ $", "how old was {0} when {3} {4}"),
    ("^ ?show|list|name|give ?me everyone|everybody|all|patients|people|those whose ~", "whose {4}"),
    // What is asked, said at length
    ("^ what|which number of", "how many"),
    ("^ what|which number came|come|comes ?out", "how many"),
    ("what|which number came|come|comes|were|was ?out over|above|under|below", "how many {4}"),
    ("^ size of ?the group|cohort|number that|who|with", "how many patients {4}"),
    (
        "am|is|are|was|were WHO supposed|meant|told|asked|advised|expected to ?be taking|take|using|use|on",
        "{0} {1} taking",
    ),
    (
        "first|1st appear|appears|appeared|show|shows|showed|crop|cropped|turn|turned ?up on|in MY ?problem|medical list|record|records|notes|chart|history",
        "first diagnosed",
    ),
    ("how far|long apart are|were|was|is ~ $", "how many days between {4}"),
    ("^ ~ took how long|many ?days|weeks|months to heal|resolve|clear|mend|go ?up|away $", "how long did {0} last"),
    (
        "^ how long was|is|did it ?take ?me|him|her until|till|before ~ healed|resolved|cleared|recovered ?up $",
        "how long did {7} last",
    ),
    (
        "^ what's|what ?is|was|are|were ?the change|changes|difference ?in|of ~ from|between|since ~ to|until|and ~ $",
        "difference in {5} between {7} and {9}",
    ),
    ("^ ?and|so|but when they|we|doctors put MY * in ?him|her|me|them $", "when was {4} {5} put in"),
    ("^ is|was it true|right|correct|fair|so ?to ?say that ~ $", "tell me if {6}"),
    ("^ would|do|can|could you say|reckon|think|agree ?that ~ $", "tell me if {4}"),
    ("^ am i right|correct|wrong ?in ?to ?thinking|saying|think|say|assume|assuming ?that ~ $", "tell me if {7}"),
    ("^ could|can it be ?true ?that ~ $", "tell me if {5}"),
    ("^ has|have it ever been the case that ~ $", "tell me if {7}"),
    ("^ what would you say ~ is|was|are|were $", "what {5} {4}"),
    ("^ what can you tell me about", "tell me about"),
    (
        "^ when did ?the|my|his|her doctors|doctor|they|somebody|someone|anyone|gp|physicians|physician|hospital|clinic ?first|finally|officially say|realise|realize|find|discover|notice|decide|conclude|work|tell ?out ?me|him|her|us ?that WHO ?had|has|have|was|got ~ $",
        "when was {9} diagnosed with {11}",
    ),
    (
        "^ when did WHO ?first|finally learn|find|hear|discover ?out ?about|of ?that ?WHO ?had|has|have ~ $",
        "when was {2} diagnosed with {10}",
    ),
    ("send|sent me|him|her|them|us ?back ?home|away|off with", "give {1}"),
    // Verbs that say no more than "is"
    ("come|came|coming|turn|turned|work|worked back|out as|at|to|with|like", "come"),
    ("^ what did ~ come|came|turn|work ?out|back|up ?as|at|to $", "what was {2}"),
    (
        "sits|sit|sitting|stays|runs|hovers|hovering|remains|lies|stands|comes ?in|out above|over|below|under|between|at",
        "is {2}",
    ),
    ("^ whose ~ sits|runs|stays|remains|comes|measures|reads|falls|goes|hovers ~ $", "whose {1} is {3}"),
    (
        "end|ended|ending|wind|wound|winding|land|landed|landing|find|found up|himself|herself|myself|yourself in|at|on|with|having|back",
        "{2}",
    ),
    ("ended up|in ?having|getting|needing|with", "had"),
    ("turn|turned|turns up positive|negative", "{2}"),
    ("keep|keeps|kept getting|having|coming|suffering ?back ?down ?with|from", "have"),
    // Times
    ("all|throughout these|those ?past|last ?few years", "over the years"),
    ("over|through|throughout|during|across all ?these|those|the years|time", "over the years"),
    ("as ?the time|years goes|went|passed|go ?on ?by", "over time"),
    (
        "better|worse|higher|lower|heavier|lighter|more|less than it|that|they|he|she|i ?that was|were|is|had|has ?been ?back",
        "{0} than",
    ),
    ("than it|that|they was|were|is ?back", "than"),
    ("and|than|to|with|from that|the|those ?one|ones ?reading|value|result|measurement of|from|in|for", "{0}"),
    ("between|from|to|until|and|of ?MY weigh-in|weigh-ins|measurement|reading|check|value|result of|in|from", "{0}"),
    ("last|latest|final ~ before WHO died|die|death|dying ?away|on", "{0} {1}"),
    ("before MY death|passing $", ""),
    ("at ?the|its|their|his|her very|absolute worst|lowest|highest|peak|best|most", "{3}"),
    ("the|that|which very|same day|date|moment", "the {2}"),
    // How far, how long
    (
        "how far|much down did|has|have ~ go|gone|get|got|gotten|fall|fallen|drop|dropped|come ?down ?to ?at|the ?very|worst ?worst|lowest $",
        "what was the lowest {4}",
    ),
    (
        "how far|much up did|has|have ~ go|gone|get|got|gotten|rise|risen|climb|climbed|come ?up ?to ?at|the ?very|worst ?worst|highest $",
        "what was the highest {4}",
    ),
    (
        "how long was|were|has|have|had WHO ?been hobbling|limping|coughing|struggling|dealing|stuck|living|walking|battling|fighting|troubled|plagued|bothered|poorly|unwell|bedridden|laid|nursing|recovering|suffering ?about|around|up|off|low ?with|from|by|on ~",
        "how long did {3} have {8}",
    ),
    (
        "how many days|weeks|months|years was|were|has|have|had WHO ?been hobbling|limping|coughing|struggling|dealing|stuck|living|walking|battling|fighting|troubled|plagued|bothered|poorly|unwell|bedridden|laid|nursing|recovering|suffering ?about|around|up|off|low ?with|from|by|on ~",
        "how many {2} did {4} have {9}",
    ),
    (
        "how many days|weeks|months|years lay|lie|lies|elapsed|went|passed|are|were|is|was ?there ?by between",
        "how many {2} between",
    ),
    ("how long between|separates|separated", "how much time between"),
    (
        "how many days|weeks|months|years separate|separates|separated ~ and|from ~ $",
        "how many {2} between {4} and {6}",
    ),
    // Who has packed it in still smokes or not
    ("^ is|am|are|does|do ~ still ~ or has|have|did|is|does|do WHO ~ $", "{0} {1} still {3}"),
    (
        "^ is|am|are|was|were|has|have|does|do|did ~ or is|am|are|was|were|isn't|not|hasn't|doesn't|didn't ?he|she|it|i|they ?not $",
        "{0} {1}",
    ),
    // Illness and pregnancy
    ("expecting|carrying ?a baby|child|twins", "pregnant"),
    ("in the family way", "pregnant"),
    ("sewed|stitched|sutured up MY ~ $", "had the laceration of {3}"),
    // What is taken
    ("inhaling|injecting|swallowing|popping", "taking"),
    ("?been|got|get handed|supplied ?with", "given"),
    (
        "MY regular|repeat|usual|daily|everyday|ongoing|long-term med|meds|medication|medications|medicine|medicines|tablets|pills|drugs|prescription|prescriptions",
        "{0} current {2}",
    ),
    ("meds|medication|medicines|drug|drugs chart", "medications"),
    // The highest, the lowest, the newest
    ("all-time|record high|highest|maximum|peak", "highest"),
    ("all-time|record low|lowest|minimum", "lowest"),
    ("all time|record high|low", "{1}est"),
    ("most up-to-date|uptodate", "latest"),
    ("last|latest known|available|documented|recorded", "{0}"),
    ("freshest|final", "latest"),
    ("starting|opening|initial weight|value|reading|level|result|dose", "first {1}"),
    ("^ where does|do|did ~ stand|sit ?right ?now|today|currently|these ?days $", "what is {2} now"),
    ("as it|things stands|stand ?now $", "now"),
    // On average
    ("average|averages|averaged|averaging out ?at|to", "average"),
    ("^ what does|did|do ~ average ?at|to", "what is the average {2}"),
    // How often
    ("how frequently|regularly", "how often"),
    ("^ ?the ?total|overall tally|headcount of", "number of"),
    // All of them
    ("^ ?please run|go|walk|talk me through", "list"),
    (
        "^ ?could|can|would|will ?you ?please|kindly|just read|name|enumerate|itemise|itemize|spell|jot|write|pull|dig|bring|call ?me|us ?out|up|down ?for ?me all|every|each|the|my|his|her",
        "list {8}",
    ),
    // Which way
    (
        "edging|drifting|creeping|inching|sneaking|heading|tracking|ticking|crawling|nudging|shooting up|upwards|upward|north",
        "going up",
    ),
    (
        "edging|drifting|creeping|inching|sneaking|heading|tracking|ticking|crawling|nudging|sliding down|downwards|downward|south",
        "going down",
    ),
    ("edged|drifted|crept|inched|sneaked|headed|tracked|ticked|crawled|nudged|shot up|upwards|upward", "gone up"),
    (
        "edged|drifted|crept|inched|sneaked|headed|tracked|ticked|crawled|nudged|slid down|downwards|downward",
        "gone down",
    ),
    ("on the up|increase", "going up"),
    ("on the decrease|slide", "going down"),
    ("go|gone|going|went|come|coming|come up|higher or come|coming|gone|going|go|went down|lower", "up or down"),
    ("go|gone|going|went|come|coming|come down|lower or come|coming|gone|going|go|went up|higher", "up or down"),
    ("rise|risen|rising|increase|increased or fall|fallen|falling|decrease|decreased|drop|dropped", "trend"),
    ("improve|improved|improving|better or worse|worsen|worsened|worsening|deteriorate|deteriorated", "trend"),
    // The difference
    ("N against N", "{0} versus {2}"),
    (
        "N against january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec N",
        "{0} versus {2} {3}",
    ),
    ("^ what is|was|are|were ?the difference ~ $", "difference {4}"),
];

/// Puts plain words in the place of those of talk.
pub(super) fn apply(chunks: &mut Chunks) {
    for chunk in &mut chunks.0 {
        if chunk == "#" {
            "number".clone_into(chunk);
        }
    }
    pattern::apply(TALK, chunks);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_that_says_nothing_is_taken_off() {
        for (typed, plain) in [
            ("what did my hba1c come back as in oct 2016", "what did my hba1c come in oct 2016"),
            ("Would you say my weight has risen since 2011?", "tell me if my weight has risen since 2011?"),
            ("peak systolic ever recorded in this man", "peak systolic ever recorded"),
            (
                "How many people on file are down as allergic to shellfish?",
                "How many people are allergic to shellfish?",
            ),
            ("Whose latest A1c sits above 7?", "Whose latest A1c is above 7?"),
            ("how many ppl had whiplash", "how many people had whiplash"),
            ("is she still smoking or has she packed it in?", "is she still smoking?"),
            ("How long was I hobbling about with that sprained ankle?", "how long did I have that sprained ankle?"),
            ("How many days lay between her two colonoscopies?", "how many days between her two colonoscopies?"),
            ("How many times did Mario end up in the ER?", "How many times did Mario in the ER?"),
            ("What did I weigh in October of 2019?", "What did I weigh in October 2019?"),
        ] {
            let mut chunks = Chunks::of(typed);
            apply(&mut chunks);
            assert_eq!(chunks.text(), plain, "{typed}");
        }
    }
}
