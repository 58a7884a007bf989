//! The everyday words of questions: what they say of nobody and of no disease.
//!
//! A word of these lists is never what a question is about, and may leave the device in lower case. No word stands here
//! that is chiefly somebody's name.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Words for the newest of several readings.
const LATEST: &str = "last latest recent recently current currently newest now today nowadays";

/// Words for the oldest of several readings.
const FIRST: &str = "first earliest oldest begin began begun start started originally initially";

/// Words that ask for all readings, whatever else is asked.
const COURSE: &str = "
    change changed changes changing trend trends trending course over rise rising risen fall falling fallen history
    since all every increase increased increasing decrease decreased decreasing develop developed evolve evolved
    progress progressed progression went gone grow grown grew growth improve improved improving worsen worsened
    worsening often graph";

/// Words for what is no longer so.
const PAST: &str =
    "stop stopped stopping discontinue discontinued former formerly previous previously past used quit ended finished";

/// Words that ask for a measurement.
const MEASURED: &str = "
    level levels measure measured measurement measurements test tests tested testing value values result results
    reading readings number numbers lab labs count";

/// Words for how somebody is reached.
const CONTACT: &str = "phone telephone fax mobile email mail address contact extension";

/// Words that ask for what somebody wrote.
const PROSE: &str = "
    note notes letter letters report reports document documents wrote write written say says said advice advise
    advised told plan planned summary message messages mention mentioned mentions";

/// Everything else that asks without saying of what.
const OTHER: &str = "
    a about ago after again age already also always am an and another any anybody anyone anything are as ask asked
    at away bad be became because become been before being below above beneath best better between both but by
    call called calls came can cannot cause caused causes check checked checks come comes compare compared could
    daily date dates day days decide decided did differ difference different do does doing done down dr due during
    each early either else enough ever everything except explain exam exams examined example far few find follow
    followed following for found frequency from further gave get gets getting give given gives go goes going good
    got had happen happened happening has hasn't have haven't having he help helped her here high higher highest him
    his how however i if in instead into is isn't it its just keep keeps kind kinds know known late later least left
    less like list long longer look looked low lower lowest made main make makes many may me mean means meant might miss
    missed missing month months more most mr mrs ms much must my near need needed needs never next no none normal
    nor not nothing of off ok old older on once one ones only or order ordered other others our out overdue patient
    patients per perhaps person place please possible problem put quite range ranges rather reason reasons really
    receive received record recorded records repeat repeated reported restart restarted resume resumed safe same saw
    say see seem seen send sent several she should show shown shows so some somebody someone something
    sometimes soon still such suddenly sure take taken takes taking tell than that the their them then there these
    they thing things this those though three time times to together told too took toward try two type types under
    trouble troubles issue issues until up us usual usually very want wanted wants was wasn't way we week weekly weeks well were what when
    where whether which while who whole whom whose why will with within without won't work worked works worse would
    wrong year years yes yet you your use using function dose doses doctor doctors nurse surgeon allergist cardiologist dietitian midwife pharmacist dentist
    physician clinician specialist consultant therapist clinic practice second third
    fourth fifth upcoming forthcoming booked scheduled coming";

/// Words of the body and of care that questions use; they may leave, but a question is about them.
const CARE: &str = "
    abdomen abdominal ache acute allergic allergy anemia ankle antibiotic antibiotics appendix arm arms arthritis
    asthma attack back bladder bleeding blood body bone bones bowel brain breast breath breathe breathing breathless
    bruise cancer cardiac chest child childhood chronic clot clots cold colon colonoscopy condition conditions
    constipation cough diabetes diabetic diagnosed diagnosis diarrhea diet discharge disease diseases dizziness
    dizzy dosage drug drugs ear ears eczema emergency eye eyes failure fainting fatigue feet fever fluid foot
    fracture function gallbladder glucose gout hand hands head headache headaches health healthy hearing heart
    hernia hip hospital hypertension imaging infection inhaler injection insulin joint joints kidney kidneys knee
    knees leg legs liver lung lungs medication medications medicine medicines migraine mood muscle muscles nausea
    neck nerve nose operation operations oxygen pain pains palpitations pelvis pill pills pneumonia pregnancy
    pregnant pressure procedure procedures prostate puffs pulse rash rate recovery reflux respiratory rhythm risk
    scan scanned scans screening seizure seizures shoulder side sinus skin sleep spine spleen stomach stroke sugar
    surgery swelling swollen symptom symptoms tablet tablets target therapy throat thyroid tired tissue
    tolerance treated treatment tumor ulcer urinary urine uterus vaccination vaccinations vaccine vaccines vein
    venous vision vomiting weak weakness weight wound wrist xray birth baby delivery
    albumin bilirubin calcium chloride cortisol creatinine digoxin electrolytes ferritin folate globulin hematocrit
    hemoglobin iron lactate lead lithium magnesium phosphate platelet platelets potassium protein saturation sodium
    testosterone thyroxine triglycerides troponin urea vitamin inr ketones lipase amylase antibody antibodies culture
    acetaminophen albuterol amlodipine amoxicillin apixaban aspirin atorvastatin cetirizine clopidogrel codeine
    fluticasone furosemide gabapentin heparin hydrochlorothiazide ibuprofen levothyroxine lisinopril losartan
    metformin metoprolol morphine naproxen omeprazole penicillin prednisone sertraline simvastatin tramadol warfarin";

/// Words before somebody's name.
const TITLES: &str = "dr mr mrs ms miss prof";
/// Words behind which somebody may be told to do something.
const BEFORE_A_SUBJECT: &str = "
    although and ask asked asks because before can could did do does had has have if let lets may might must said says shall should since tell
    that though told until when where whether while who why will would";
/// Words that end a term of medicine and tell as well what somebody does, or of what kind something is.
const DOINGS: &str = "
    cast casts cut cuts drain drains drop drops lift lifts line lines march mark marks rebound ring rings scan scans score scores screen screens sign signs
    spot spots stain stains support swing test tests type types view";

static EVERYDAY: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    [LATEST, FIRST, COURSE, PAST, MEASURED, PROSE, OTHER].iter().flat_map(|list| words(list)).collect()
});

fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split_whitespace()
}

fn has(list: &'static str, word: &str) -> bool {
    words(list).any(|known| known == word)
}

/// Returns whether `word` (lower case) is one of the everyday words of questions, which say nothing of anyone.
pub fn is_everyday(word: &str) -> bool {
    EVERYDAY.contains(word)
}

/// Returns whether `word` (lower case) is an ordinary word of the body or of care.
pub fn is_of_care(word: &str) -> bool {
    has(CARE, word)
}

/// Returns whether `word` (lower case) stands before somebody's name: "dr".
pub fn is_title(word: &str) -> bool {
    has(TITLES, word)
}

/// Returns whether somebody's name may stand behind `word` (lower case) as who does something: "did".
pub fn is_before_a_subject(word: &str) -> bool {
    has(BEFORE_A_SUBJECT, word)
}

/// Returns whether `word` (lower case) ends terms of medicine and tells as well what somebody does: "sign", "test".
pub fn is_a_doing(word: &str) -> bool {
    has(DOINGS, word)
}

/// Returns whether `word` (lower case) asks for the newest reading.
pub fn asks_for_latest(word: &str) -> bool {
    has(LATEST, word)
}

/// Returns whether `word` (lower case) asks for the oldest reading.
pub fn asks_for_first(word: &str) -> bool {
    has(FIRST, word)
}

/// Returns whether `word` (lower case) asks for all readings.
pub fn asks_for_course(word: &str) -> bool {
    has(COURSE, word)
}

/// Returns whether `word` (lower case) asks for what is no longer so.
pub fn asks_for_past(word: &str) -> bool {
    has(PAST, word)
}

/// Returns whether `word` (lower case) asks for something that was measured.
pub fn asks_for_measurement(word: &str) -> bool {
    has(MEASURED, word)
}

/// Returns whether `word` (lower case) is of ways to reach somebody.
pub fn is_of_contact(word: &str) -> bool {
    has(CONTACT, word)
}

/// Returns whether `word` (lower case) asks for what somebody wrote.
pub fn asks_for_prose(word: &str) -> bool {
    has(PROSE, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_care_is_no_everyday_word_unless_it_means_both() {
        let both: Vec<&str> = words(CARE).filter(|word| is_everyday(word)).collect();
        assert_eq!(both, ["function"]);
    }

    #[test]
    fn every_word_has_the_form_in_which_it_may_leave() {
        let plain = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || "'-".contains(c));
        assert!(EVERYDAY.iter().copied().chain(words(CARE)).all(|word| plain(&word)));
    }
}
