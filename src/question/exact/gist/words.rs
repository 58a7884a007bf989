//! Words of a question that is read by its gist: those that may change what is asked, and those that say nothing of it.

use super::super::spelt::is_one_slip;
use super::super::{lay, measures};
use crate::question::when;

/// Words that change what is asked, or ask for what no entry says.
const BLOCKING: &str = "
    birth|pregnant|along|not|no|never|none|neither|nor|nobody|nothing|without|except|excluding|besides|apart from|other|others|another|else|instead|
    than|if|unless|whether or|why|because|cause|caused|causes|reason|reasons|should|ought|normal|abnormal|healthy|unhealthy|good|
    bad|fine|ok|okay|dangerous|serious|severe|risk|risks|risky|worry|worried|worrying|concern|concerned|concerning|likely|chance|
    chances|next|due|overdue|need|needs|needed|where|whom|who|whose|who's|doctor|doctors|dr|nurse|nurses|gp|surgeon|consultant|
    physician|hospital|clinic|pharmacy|place|ward|department|insurance|cost|costs|price|pay|paid|side|effect|effects|affect|
    affected|interact|interaction|treat|treated|treatment|treatments|help|helped|helps|work|works|worked|working|better|worse|
    best|worst|mean|means|meaning|explain|explains|advise|advice|recommend|recommended|target|targets|goal|goals|control|
    controlled|before|after|since|until|till|while|during|between|left|right|both|either|same|each|every|per|most|least|half|
    twice|thrice|double|morning|evening|night|fasting|dose|doses|dosage|strength|mg|stop|stopped|stops|end|ended|ends|finished|
    quit|gone|away|removed|remove|missed|refused|planned|plan|plans|scheduled|booked|expect|expected|will|would|tomorrow|more|
    less|fewer|over|under|above|below|within|only|suspected|suspicion|suspicious|scare|possible|family|hereditary|different|distinct|note|notes|letter|
    letters|report|reports|say|says|said|write|wrote|written|symptom|symptoms|related|relation|like|compare|high|low|elevated|
    raised|positive|negative|many|much|often|and|or|but|reaction|refill|repeat|active|still|currently|current|now|today|anyone|
    anybody|everyone|everybody|people|patients|someone|somebody|women|men|children|kids|together|against|up|down|again|back|off|
    out|food|eat|drink|avoid|allowed|safe|can|age|old|older|younger|born|die|died|death|dead|passed|alive|week|weeks|month|months|
    year|years|hour|hours|minute|minutes|percent|second|third|fourth|fifth|previous|penultimate|prior|later|earlier|sooner|too|
    also|supposed|hurt|start|started|begin|began|taking|take|took|given|give|gave|prescribed|put|fix|fixed|brand|colour|color|
    number|batch|lot|name|named|called|how|which|when|what|what's|long|time|times|first|last|latest|earliest|highest|lowest|
    average|all|list|trend|change|changed|difference|any|ever|total|count|day|days|date|dates";

/// Words that say nothing of what is asked.
const PLAIN: &str = "
    lifetime|life|a|an|the|of|in|on|at|for|to|from|by|with|as|my|me|i|i'm|i've|mine|we|our|us|your|you|you've|his|her|hers|him|he|he's|she|
    she's|they|them|their|it|its|it's|this|that|that's|these|those|there|here|is|are|was|were|am|be|been|being|do|does|did|done|
    have|has|had|having|get|got|gets|getting|gotten|please|pls|plz|thanks|thank|hi|hello|hey|so|just|then|well|patient|patient's|
    record|records|recorded|chart|charted|file|files|system|history|health|medical|value|values|reading|readings|result|results|
    level|levels|figure|figures|measurement|measurements|measured|measure|test|tests|tested|lab|labs|check|checks|checked|taken|
    entry|entries|documented|noted|listed|registered|reported|found|seen|shown|show|shows|tell|see|find|know|could|may|might|
    let's|look|want|wanted|wish|going|go|went|came|come|made|make|about|according|actually|really|exactly|exact|precisely|roughly|
    approximately|case|cases|episode|episodes|bout|bouts|occasion|occasions|instance|session|sessions|happen|happened|happens|
    occur|occurred|take place|took place|performed|carried|undergo|underwent|undergone|receive|received|suffer|suffered|suffering|
    score|scores|lol|haha|btw|tbh|fyi|asap|bro|mate|ta|cheers|pet|dear|sorry|um|uh|er|erm|hmm|okay|inclusive|kindly|i'd|
    altogether|experience|experienced|develop|developed|diagnosed|diagnosis|onset|overall|into|onto|off-hand|vs|one|ones|thing|
    kind|sort|type|answer|question|asking|wondering|remember|remind|curious|data|numbers|yes|point|points|scored|blood|serum|
    plasma|quick|quickly|need to know";

/// Words for the person whose record it is.
const PERSONS: &str = "
    decedent|decedent's|deceased|deceased's|claimant|claimant's|client|client's|resident|resident's|member|patient|patient's|
    gentleman|gentleman's|lady|lady's|madam|sir|insured|insured's|person|person's|subject|user's|pt|pt's|chap|chap's|bloke|
    bloke's|fellow|fellow's|lad|lad's|lass|lass's|guy|guy's";

/// Words that may stand beside a thing and be no part of its name, though they are not known otherwise.
const BESIDE: &str = "
    yearly|annual|weigh-ins|weigh-in|checkup|check-up|checks|trouble|ordered|recorded|ranging|living|lived|live|stand|stood|
    standing|sit|sitting|lie|lay|lain|amount|amounted|showing|began|ran|running|keep|keeps|kept|continue|continued|continues|
    carry|carried|course|business|thingy|register|registered|ratio";

/// Words that alone are part of many names.
const PARTS: &str = "
    heart|lung|lungs|knee|hip|liver|kidney|kidneys|back|chest|ankle|wrist|arm|leg|skin|eye|eyes|ear|ears|tooth|teeth|blood|brain|
    breast|prostate|colon|thyroid|bone|bones|foot|hand|finger|thumb|shoulder|neck|head|throat|nose|mouth|stomach|bowel|bladder|
    rectum|oral|care|assessment|replacement|therapy|surgery|operation|procedure|screening|chronic|acute|disorder|disease|injury|
    pain|infection|infections|history|tablet|tablets|capsule|spray|solution|injection|inhaler|cream|examination|scan|x-ray|
    imaging|biopsy|removal|repair|insertion|transplant|transplantation|education|evaluation|evaluated|medication|drug|drugs|body|
    suspected|normal|first|last|secondary|primary|stage|type|malignant|benign|single|multiple|child|adult|vaccine|vaccination|
    shot|shots|jab|jabs|cancer|tumor|tumour|status|severe|mild|total|count|ratio|volume|rate|mass|presence|panel|serum|plasma|
    urine|level|daily|day|hour|week|year|use|counselling|counseling|admission|discharge|emergency|home|visit|encounter|hospital|
    housing|employment|job|education level|started|start|plan|review|cut|wound|air|water";

fn has(list: &str, word: &str) -> bool {
    list.split('|').any(|known| known.trim() == word)
}

/// Whether `word` is one for the person whose record it is.
pub(super) fn is_person(word: &str) -> bool {
    has(PERSONS, word)
}

/// Whether `word` may change what is asked.
pub(super) fn is_blocking(word: &str) -> bool {
    has(BLOCKING, word) || word.ends_with("n't")
}

/// Whether `word` says nothing of what is asked.
pub(super) fn is_plain(word: &str) -> bool {
    has(PLAIN, word)
}

/// Whether `word` beside a thing is no part of its name.
pub(super) fn is_plain_beside(word: &str) -> bool {
    has(BESIDE, word)
}

/// Whether `word` neither begins nor ends the name of a thing.
pub(super) fn is_small(word: &str) -> bool {
    const SMALL: &str = "
    a|an|the|of|in|on|at|for|to|from|by|with|as|my|me|his|her|their|our|your|and|or|am|is|are|was|were|do|does|did|have|has|had|i|he|
    she|they|we|you|it|this|that|these|those|any|all|last|first|latest|how|what|when|which|who|many|much|long|ever|been|be|get|
    got|level|levels|reading|readings|value|values|result|results|number|numbers|days|day|not|no";
    has(SMALL, word)
}

/// Whether `word` alone names nothing: many names have it.
pub(super) fn is_part_of_name(word: &str) -> bool {
    has(PARTS, word) || word.strip_suffix('s').is_some_and(|one| has(PARTS, one)) || word.chars().count() < 2
}

/// Whether `word` is of the name of something measured, or of an everyday name.
pub(super) fn is_of_medicine(word: &str) -> bool {
    measures::named(&[word]).is_some()
        || lay::all().any(|name| name == word)
        || lay::meanings().any(|name| name.split(' ').any(|part| part.eq_ignore_ascii_case(word)))
        || has(PARTS, word)
}

/// Whether `word` inside of a run says that it is no one name.
pub(super) fn parts(word: &str) -> bool {
    is_small(word) && !matches!(word, "of" | "the" | "in" | "with" | "for" | "to" | "by" | "on")
        || matches!(word, "and" | "him" | "me" | "us" | "them" | "still" | "before" | "after" | "since" | "until")
}

/// Whether `word` may be a word that changes what is asked, with a slip of the pen in it.
pub(super) fn may_be_slip(word: &str) -> bool {
    const TELLING: &str = "first|last|latest|earliest|highest|lowest|average|never|before|after|since|until|other|without|normal|father|mother";
    TELLING.split('|').any(|known| is_one_slip(word, known))
}

/// Whether what stands behind `word` says where, when or under what something is so.
pub(super) fn is_preposition(word: &str) -> bool {
    has("at|in|on|with|during|under|by|from|for|of|against|about|through", word)
}

/// Whether `word` only points to what stands behind it.
pub(super) fn is_determiner(word: &str) -> bool {
    has("a|an|the|my|his|her|their|our|your|this|that|these|those", word)
}

/// Whether `word` is a unit of time, also as notes abbreviate it: one that is left over says of which time something is asked.
pub(super) fn is_of_time(word: &str) -> bool {
    when::is_unit(word) || has("hr|hrs|h|ytd|past|prior", word)
}

/// Whether `word` is part of a unit, as it is cut into words.
pub(super) fn is_unit(word: &str) -> bool {
    matches!(
        word,
        "mg" | "dl"
            | "mmol"
            | "l"
            | "kg"
            | "cm"
            | "mmhg"
            | "g"
            | "ml"
            | "pg"
            | "ng"
            | "meq"
            | "u"
            | "ul"
            | "iu"
            | "lbs"
            | "ku"
    )
}

/// Whether `word` behind the name of something makes a test of it.
pub(super) fn is_of_test(word: &str) -> bool {
    const TEST: &str = "
    test|tests|tested|lab|labs|check|checks|level|levels|reading|readings|result|results|value|values|measurement|measurements|
    score|scores|history|figure|figures|number|numbers|blood|point|points";
    has(TEST, word)
}
