//! The rules by which answers are made, in words: what counts, how ties are broken, what a word means.

use super::points::Readings;

pub(super) const ROUNDED: &str =
    "Numbers in the sentence are rounded to two decimals; the boxes show them as the file has them.";
pub(super) const LATEST: &str = "Latest is the newest time stamp; of equal time stamps, what was corrected or amended, and else the entry that stands last in the file.";
pub(super) const EARLIEST: &str =
    "First is the oldest time stamp; of equal time stamps, the entry that stands first in the file.";
pub(super) const COUNTED: &str = "Readings with the same time stamp count once.";
pub(super) const AVERAGE: &str = "The sum of all values by their number, each value once; not weighed by time.";
pub(super) const EXTREME: &str = "Of equal values the newest is named.";
pub(super) const LIMIT: &str = "Where a file gives a limit alone, as in “>600”, that is told; above or below what it lies is only said where it is certain.";
pub(super) const EXTREME_PAIR: &str =
    "By the upper number, and where it is equal by the lower one; of equal values the newest is named.";
const TREND: &str = "Stable: the last value differs from the first by no more than 5 % of it, and all readings lie within 10 %. Rising or falling: it differs by more, and the \
     median of the slopes between all pairs of readings goes the same way. It says nothing of whether that is good.";
pub(super) const COMPARED: &str = "Where a time has several readings, its last one is compared.";
pub(super) const FEMALE: &str = "Counted are those of whom the record says “female”.";
pub(super) const MALE: &str = "Counted are those of whom the record says “male”.";
pub(super) const BORN: &str = "Counted are those whose day of birth in the record lies in that time.";
pub(super) const ALIVE: &str = "Who died, as the record says, is not counted.";
pub(super) const AGED: &str =
    "Ages are in whole years, from the day of birth to the day that counts as today; who died is not counted.";
pub(super) const BETWEEN: &str = "Whole calendar days, from one day to the other.";
pub(super) const CONVERTED: &str = "Converted by the factors of UCUM; the box shows the unit of the file.";
pub(super) const TAKING: &str = "“Taking” means a prescription whose status in the record is active, and that has no end before today. Whether it is taken, a record cannot say.";
pub(super) const BOTH: &str =
    "Neither entry says what became of the other: which of them is so, whoever prescribes knows.";
pub(super) const EACH_ANSWER: &str = "Each different answer is told with its latest day, the newest first.";
pub(super) const STOPPED: &str =
    "A prescription whose status in the record is not active; the day on which it ended is not in the record.";
pub(super) const DOSE: &str =
    "A dose is told as its prescription says it. Nothing is computed, and whether it is taken so a record cannot say.";
pub(super) const TAKEN_THEN: &str = "Of a time that is over are the prescriptions that were written in it, and those written before it that are still active. \
     When others ended is not in the record.";
pub(super) const STOPPED_THEN: &str = "A prescription was stopped in the time in which its end lies, as its entry says; when it was written does not tell that.";
pub(super) const AS_NEEDED: &str =
    "“As needed” means what the dosage of the entry says so of; what has no dosage is not told.";
pub(super) const DAILY: &str = "“Daily” means what the dosage of the entry says so of.";
pub(super) const ON_HOLD: &str = "“On hold” means a prescription whose status in the record is “on-hold”.";
pub(super) const SINCE_FIRST: &str =
    "Counted from the first prescription; whether it was taken all the time since, a record cannot say.";
pub(super) const HAVING: &str = "“Having” means an entry whose clinical status is active, recurrence or relapse, or not stated, and that has no end; an active one may have one that is still to come.";
pub(super) const EVER: &str = "Any entry, whatever its status; refuted ones and ones entered in error are left out.";
pub(super) const ALLERGIC: &str = "Active allergy and intolerance entries, and those without a status and an end. A record without one says nothing of allergies that nobody entered.";
pub(super) const NAMED: &str = "Entries whose name in the record holds these words, or what they are called there. A condition is not meant where its name says \
     “History of”, “Suspected” or the like; one that is due to what is asked for is, where there is no other.";
pub(super) const DIAGNOSED: &str =
    "The day on which the earliest such entry says that it began; where it does not say, the day it was recorded.";
pub(super) const BEGUN: &str = "An entry belongs to the time in which it began or was done.";
pub(super) const OVERLAP: &str = "A condition belongs to a time if any of its days lies in it.";
pub(super) const VISIT_OVERLAP: &str = "A visit belongs to a time if any of its days lies in it.";
pub(super) const DISTINCT: &str = "What has one code counts once.";
pub(super) const EACH: &str = "Each entry counts once.";
pub(super) const AGE: &str =
    "Whole years from the day of birth to the day that counts as today, or to the day of death.";
pub(super) const AGE_ON: &str = "Whole years from the day of birth to the day that is asked for.";
pub(super) const AGE_THEN: &str =
    "Whole years from the day of birth to the day of the entry; of several entries the first counts.";
pub(super) const COHORT: &str = "Every patient whose records are loaded is looked at.";
pub(super) const COHORT_LATEST: &str = "Of each patient the latest reading counts.";

pub(super) const COHORT_ANY: &str = "Of each patient every reading counts, not the latest alone.";
pub(super) const COUNTING: &str =
    "Conditions, medicines and allergies count while they are active; everything else counts once it was done.";
pub(super) const THERE: &str = "Who is somewhere now is told by a visit that goes on, as its status says.";
pub(super) const HISTORY: &str =
    "“History of” means any entry of it, or one whose name says that it is in the history.";
pub(super) const PREGNANT: &str =
    "A pregnancy counts as one of now while it is active, and began no more than ten months before the newest entry.";
pub(super) const WITHOUT: &str =
    "Who has no such entry counts as being without it. That nobody entered something does not mean that it never was.";
pub(super) const CLASS: &str =
    "Of a class of medicines the commonest are known by name: who takes another one of it is not told.";
pub(super) const SMOKING: &str = "Smoking is told by the newest smoking status of each; who has none, or one that says that it is not known, is not counted.";
pub(super) const DIED: &str =
    "Counted are those of whom the record says that they died, in the time that is asked for.";

/// Returns when a course is stable; `step` is what is noticed of the measure, and twice that, where a share says nothing of it.
pub(super) fn trend(step: Option<(String, String)>) -> String {
    let Some((step, twice)) = step else { return TREND.to_owned() };
    format!(
        "Stable: the last value differs from the first by less than {step} and by no more than 5 % of it, and all readings lie \
         within {twice} and 10 %. Rising or falling: it differs by more, and the median of the slopes between all pairs of readings goes the same way. It says nothing of whether that is good."
    )
}

/// Returns what counts as a reading of a measure.
pub(super) fn reading(readings: &Readings<'_, '_>) -> String {
    if readings.codes.is_empty() {
        return format!("Readings whose name is {}.", readings.name);
    }
    format!("Readings of {} with the code {}.", readings.name, readings.codes.join(" or "))
}
