//! What notes say that were sent.

use super::{course, judged, world};
use crate::quote::ground::World;
use crate::quote::ground::written::sentences;

fn kidney_note() -> World {
    let topics = vec![course("Hemoglobin A1c", "%", &[("2014-01-01", 6.4), ("2020-01-01", 7.2)])];
    let mut world = world("Are my kidneys well?", topics, "");
    world.written = sentences(
        "Kidneys are well, with an eGFR of 71; Blood pressure usually 132 over 78. LDL is not 130. Her weight is rising…Creatinine 1.1 mg/dL, normal. HbA1c was 8.4 then.",
    );
    world
}

#[test]
fn what_a_note_says_is_known_beside_the_word_that_it_says_it_of() {
    judged(
        &kidney_note(),
        &[
            ("Your eGFR is 71.", "Unchecked | +71: In a note that was sent."),
            ("Your LDL is 71.", "Marked | ?71: No such number was sent."),
            (
                "Your blood pressure is 132 over 78.",
                "Unchecked | +132: In a note that was sent. | +78: In a note that was sent.",
            ),
            ("Your creatinine is normal.", "Unchecked | +normal: In a note that was sent."),
            ("Your kidneys are normal.", "Marked | ?normal: A judgement that the records do not hold."),
            (
                "Your weight is rising.",
                "Marked | !rising: The readings are steady. The first reading is 6.4, the newest 7.2.",
            ),
            (
                "Your weight is falling.",
                "Marked | !falling: The readings are steady. The first reading is 6.4, the newest 7.2.",
            ),
            ("Your HbA1c was 8.4.", "Unchecked | +8.4: In a note that was sent."),
            ("Your HbA1c is 9.4.", "Marked | ?9.4: No such number was sent."),
            (
                "Of all that was told there of you and your eGFR, in the end, 71.",
                "Marked | ?71: No such number was sent.",
            ),
            ("It is normal, your creatinine.", "Unchecked | +normal: In a note that was sent."),
            ("Normal creatinine.", "Unchecked | +Normal: In a note that was sent."),
        ],
    );
}

#[test]
fn a_judgement_may_stand_before_what_it_is_of() {
    let mut world = world("Are my kidneys well?", vec![course("Hemoglobin A1c", "%", &[("2020-01-01", 7.2)])], "");
    world.written = sentences("On the last ultrasound of the belly normal kidneys. Liver fine.");
    judged(
        &world,
        &[
            ("Your kidneys are normal.", "Unchecked | +normal: In a note that was sent."),
            ("Your liver is normal.", "Marked | ?normal: A judgement that the records do not hold."),
            ("Your kidneys are fine.", "Marked | ?fine: A judgement that the records do not hold."),
        ],
    );
}
