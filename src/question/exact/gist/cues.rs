//! The words that say what is asked of a thing.

/// Returns `question` without words for "until now", which are no limit.
pub(super) fn without_today(question: &str) -> String {
    const NOW: &str = "
    counting up to today|counted up to today|counting to today|up to today|until today|till today|as of today|to this day";
    let lower = question.to_ascii_lowercase();
    let found = NOW.split('|').map(str::trim).find_map(|phrase| Some((lower.find(phrase)?, phrase.len())));
    let Some((at, len)) = found else { return question.to_owned() };
    let before = question.get(..at).unwrap_or_default().trim_end_matches([' ', ',']);
    format!("{before}{}", question.get(at + len..).unwrap_or_default())
}

pub(super) const AVERAGE: &str = "on average|average|averages|averaged|averaging|the mean|mean of|my mean|his mean|her mean|mean <>|avg|mean value|on the whole";

pub(super) const HIGHEST: &str = "
    highest|peak|peaked|peaks|maximum|max|top|greatest|largest|biggest|record high|all-time high|highest ever|most ever|how high|
    as high as|heaviest|tallest|high point|high-water mark|topped out|ceiling";

pub(super) const LOWEST: &str = "
    lowest|minimum|min|smallest|least|record low|all-time low|nadir|trough|how low|as low as|lightest|low point|bottomed out|
    rock bottom|floor";

pub(super) const RISING: &str = "
    rising|risen|rise|rose|increasing|increased|increase|going up|gone up|go up|went up|climbing|climbed|climb|upward|upwards|
    creeping up|growing|on the rise|on the up|come up|coming up|came up|heading up|trending up|getting higher|higher and higher";

pub(super) const FALLING: &str = "
    falling|fallen|fall|fell|decreasing|decreased|decrease|going down|gone down|go down|went down|dropping|dropped|drop|declining|
    declined|decline|sinking|downward|downwards|creeping down|come down|coming down|came down|heading down|trending down|
    shrinking|lost|losing|getting lower";

pub(super) const STEADY: &str = "
    stable|steady|flat|level off|levelled off|unchanged|constant|holding steady|hold steady|held steady|holding|plateaued|
    the same|staying put|staying the same|stayed the same|level|no different";

pub(super) const COURSE: &str = "
    trend|trends|trending|trended|trajectory|direction|which way|what way|over the years|over time|over the long run|any movement|developing|up down|up or down|down or up|
    movement|progressed|progressing|progress|developed|evolved|moved|moving|been doing|been happening|happening|doing|behaved|
    behaving|headed|heading";

pub(super) const CHANGE: &str = "
    by how much|how much|how big|how large|change|changed|changes|differ|differs|differed|difference|compare|compares|compared|
    comparison|relative|relative to|versus|vs|v|against|gap|between|and|with|to|than|the change|then and now|delta|gain|gained|
    grow|grew|grown|put on|lose|lost|loss|one|shift|shifted|swing|above or below|that|higher|lower|higher or lower|up or down|or|
    from|how far";

pub(super) const IS_CHANGE: &str = "
    by how much|change|changed|differ|differs|differed|difference|compare|compares|compared|comparison|relative|relative to|
    versus|vs|v|against|delta|gain|gained|shift|shifted|swing|how far|above or below|higher or lower";

pub(super) const COUNT: &str = "
    how many times|how many|how often|number of times|number of|count of|the count|count|tally|total number of|
    on how many occasions|how frequently|in total|all told|altogether|all in all|in all|total of|the total|headcount|times|total";

pub(super) const IS_COUNT: &str = "
    how many times|how many|how often|number of|count|tally|on how many occasions|how frequently|headcount|the total|
    total number of";

/// How long, and the noun of its unit; empty for any.
pub(super) const SPANS: &[(&str, &str)] = &[
    ("how many days", "days"),
    ("number of days", "days"),
    ("days", "days"),
    ("in days", "days"),
    ("how many weeks", "weeks"),
    ("number of weeks", "weeks"),
    ("in weeks", "weeks"),
    ("how many months", "months"),
    ("number of months", "months"),
    ("in months", "months"),
    ("how many years", "years"),
    ("number of years", "years"),
    ("in years", "years"),
    ("how long", ""),
    ("how much time", ""),
    ("total time", ""),
    ("length of time", ""),
    ("time between", ""),
    ("interval between", ""),
    ("gap between", ""),
    ("how far apart", ""),
    ("far apart", ""),
    ("duration of", ""),
    ("duration", ""),
];

/// All words for how long.
pub(super) fn lengths() -> String {
    SPANS.iter().map(|(phrase, _)| *phrase).collect::<Vec<_>>().join("|")
}

/// Words of a time between, beside those that say how it is asked for.
pub(super) const BETWEEN: &str = "
    between|and|apart|lay|lie|lies|elapsed|passed|went by|gone by|from|to|until|till|then|before|after|since|following|the gap|
    gap|interval|in between|separate|separated|separates|later|counting from|counting|day|was diagnosed|and then|wait|
    have to wait for|have to wait|there|it take|take|took|did it take|of|number";

/// Words of how long something lasted.
pub(super) const LASTED: &str = "
    last|lasted|lasting|lasts|took|take|takes|heal|healed|mend|clear|cleared|up|resolve|resolved|go away|get over|got over|
    from start to finish|start to finish|from beginning to end|beginning to end|its time|in for|go on|went on|labelled|for|
    lived with|live with|labeled|struggle|struggled|drag on|dragged on|suffered|ill with|laid up|was|had|did|be gone|
    run its course|ran its course|settle|settled|shake off|shift|persist|persisted|trouble|down with|stay|stayed|over";

/// Words of the time since.
pub(super) const SINCE: &str = "
    ago|since|has passed since|have passed since|has it been|it been|gone by since|passed|elapsed";

/// Words for a day.
pub(super) const DAY: &str = "
    since which date|since when|since what date|what year|which year|in what year|in which year|when|when's|what date|which date|
    on what date|on which date|what day|which day|on what day|on which day|the date of|date of|the date|date|day of|the day|day|
    dates of|dates|which dates|what dates|which days|what days|on what days|on which days|on which dates|on what dates|
    days on which|dates on which|time|the latest time|the last time|last time";

/// Words for all days.
pub(super) const DAYS: &str = "
    dates|which days|what days|days on which|dates of|each date|every date|all the times|the days|date of each|date of every|
    all dates|when were|every time|each time|all the days|on which days|days when|on what days|on which dates";

/// What asks for a day.
pub(super) const ASKS_DAY: &str = "
    when|when's|what date|which date|what day|which day|date of|the date|date|dates of|dates|the dates|which dates|what dates|
    which days|what days|days on which|dates on which|day of|all the days|days when|the latest time|the last time|last time|
    what year|since when|since which date";

/// What asks politely, or says why.
pub(super) const REQUESTS: &str = "
    would you say|would you|could you|can you|can you tell|may i ask|if you please|if i may|if you would|would like to know|
    would like|would love|i need to know|i need|we need|need the|need|sorry to bother you|but|do you know|what would|be so kind|
    so kind|for the record|just need|the doctor would like|the doctor wants|doctor wants|doctor would like|the gp wants|
    the nurse wants|have to know|set out|set out for me|for me|to me|look up|dig out|dig up|pull up|read out|read off|right then|
    now then|and so|out of interest|out of curiosity|yes or no|yes no|can we|can i|can i get|can i have|may i have|could i|
    could i have|get me|help me|remind me";

/// Words for being somewhere for something, which is counted otherwise than having it.
pub(super) const ADMITTED: &str = "
    admitted|admitted with|admitted for|hospitalised|hospitalized|hospitalisations|hospitalizations|admissions";

/// Single turns of what is done over and over.
pub(super) const TURNS: &str = "
    sessions|doses|rounds|cycles|infusions|sessions of|doses of|rounds of|cycles of|infusions of";

/// Words for what still is so.
pub(super) const STILL: &str = "
    still|active|currently|current|now|at the moment|ongoing|presently|these days|right now|nowadays|any more|anymore|today";

/// Such of them as ask by themselves.
pub(super) const STILL_ALONE: &str = "
    still active|still on|still taking|on <> now|<> current|<> now|<> active|<> still|<> ongoing|still";

/// Words for that something was prescribed, done or found.
pub(super) const DONE: &str = "
    ordered|prescribed|prescribe|recorded|diagnosed|started|start|written|issued|given|give|gave|put on|went out|on script|had|
    done|have|start date|noted|began|begin|dispensed|entered|added|got|get|handed|carried out|out|up|for|scripted";

/// Words that say of something that it is a medicine.
pub(super) const PRESCRIBED: &str = "
    prescribed|prescribe|prescription|prescriptions|dispensed|scripted|on script|put on|take|took|taken|taking|start|started";

/// What asks for the time between two things.
pub(super) const IS_BETWEEN: &str = "
    between|apart|from|after|before|until|till|since|then|to|separate|separated|separates|elapsed|passed|lay|later|wait|following";

pub(super) const LATEST: &str = "
    last|latest|most recent|most recently|newest|current|currently|now|at present|right now|today|these days|final|the last|
    the latest|recent|very last|at the moment|up to date|lately|stand|most lately|last one|latest one|at last count|presently|
    nowadays|still";

pub(super) const EARLIEST: &str = "
    first|earliest|initial|initially|oldest|original|originally|very first|baseline|at baseline|to begin with|starting|
    at the outset|first ever|at first|first diagnosed|first noted|begin|began|begun|start|started|starts|onset|come on|came on|
    start of|beginning|first one|opening";

/// Words of that it began, or was found.
pub(super) const BEGAN: &str = "
    diagnosed|diagnosis|begin|began|start|started|onset|come on|came on|found|discovered|discover|noted|recorded|picked up|
    pick up|come down with|came down with|told|get|got|catch|caught|develop|developed|identified|established|confirmed|first|
    put on|prescribed|go on|went on|contract|contracted|down with|given|give|have|done|out";

/// Words for that something was done, given or had.
pub(super) const HAD: &str = "
    have|had|has|get|got|did|done|given|gave|give|been to|be to|go to|went to|gone to|go for|went for|gone for|come down with|
    came down with|picked up|been through|go through|gone through|went through|been given|been|carried out|carry out|do|do for|
    performed|ordered|order|prescribed|prescribe|put through|put on|turn up|turned up|out|off|up|back|down|in|under|take|took|
    taken|taking|catch|caught|get hit by|laid low|struck|hit|made|so far|until now|to date|up to now|ever|any|started|start|began|
    begin|treated for|administered|dispensed|and";

/// Words for the day on which something was.
pub(super) const THAT_DAY: &str = "
    on the day|the day|at the visit where|at the visit when|at the visit|at the appointment|that day|same day|the same day|day of|on the date|at the time of|at the time|at the|when|that very day|
    on the very day|that date|during|with the|on the|on admission|taken on|as of";

pub(super) const AGES: &str = "how old|what age|at what age|which age|at which age|age at|age when|age on|age of";

pub(super) const DEATH: &str = "
    died|die|dies|death|passed away|passing away|pass away|away|passing|passed on|passed|dying|end of life|his death|her death|
    the end";

pub(super) const MEDICINES: &str = "
    medicament|medicaments|medicine|medicines|medication|medications|meds|med|drug|drugs|tablet|tablets|pill|pills|prescription|
    prescriptions|script|scripts";
pub(super) const CONDITIONS: &str = "
    condition|conditions|diagnosis|diagnoses|problem|problems|illness|illnesses|disease|diseases";
pub(super) const PROCEDURES: &str = "procedure|procedures|operation|operations|surgeries";
pub(super) const VACCINES: &str = "
    vaccine|vaccines|vaccination|vaccinations|shot|shots|jab|jabs|immunization|immunizations|immunisation|immunisations";

pub(super) const WHAT: &str = "
    what|what's|whats|what was|what is|what were|how much|how big|how large|how tall|how heavy|how long is|how|which|give me|
    show me|tell me|read me|need|can|could you|can you|what did|measure|come to|came to|come out at|came out at|come back at|
    came back at|was it|is it|stood at|stand at|sitting at|do you have|on file|on record|list";
