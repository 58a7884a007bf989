//! Vaccines by CVX code, and the ages at which children get them.

use super::{CVX, Concept};

const fn cvx(code: &'static str, display: &'static str) -> Concept {
    Concept { system: CVX, code, display }
}

/// Influenza, each autumn.
pub(in crate::generate) const INFLUENZA: Concept = cvx("140", "Influenza, seasonal, injectable, preservative free");
/// Pneumococcal polysaccharide, from 65.
pub(in crate::generate) const PNEUMOCOCCAL: Concept = cvx("33", "pneumococcal polysaccharide PPV23");
/// Zoster, from 50.
pub(in crate::generate) const ZOSTER: Concept = cvx("187", "zoster recombinant");
/// Tetanus, diphtheria and pertussis of adults, every ten years and in pregnancy.
pub(in crate::generate) const TDAP: Concept = cvx("115", "Tdap");
/// COVID-19, from 2021.
pub(in crate::generate) const COVID: Concept = cvx("208", "COVID-19, mRNA, LNP-S, PF, 30 mcg/0.3 mL dose");

const HEPATITIS_B: Concept = cvx("08", "Hep B, adolescent or pediatric");
const ROTAVIRUS: Concept = cvx("119", "rotavirus, monovalent");
const DTAP: Concept = cvx("20", "DTaP");
const HIB: Concept = cvx("49", "Hib (PRP-OMP)");
const PNEUMOCOCCAL_CHILD: Concept = cvx("133", "Pneumococcal conjugate PCV 13");
const POLIO: Concept = cvx("10", "IPV");
const MMR: Concept = cvx("03", "MMR");
const VARICELLA: Concept = cvx("21", "varicella");
const HEPATITIS_A: Concept = cvx("83", "Hep A, ped/adol, 2 dose");
const HPV: Concept = cvx("165", "HPV9");
const MENINGOCOCCAL: Concept = cvx("114", "meningococcal MCV4P");

/// The visits of a healthy child: age in months and the vaccines given. After the CDC's schedule of 2019, without the
/// choices it leaves open.
pub(in crate::generate) const CHILDHOOD: &[(i32, &[Concept])] = &[
    (0, &[HEPATITIS_B]),
    (2, &[HEPATITIS_B, ROTAVIRUS, DTAP, HIB, PNEUMOCOCCAL_CHILD, POLIO]),
    (4, &[ROTAVIRUS, DTAP, HIB, PNEUMOCOCCAL_CHILD, POLIO]),
    (6, &[HEPATITIS_B, DTAP, PNEUMOCOCCAL_CHILD, POLIO]),
    (9, &[]),
    (12, &[MMR, VARICELLA, HIB, PNEUMOCOCCAL_CHILD, HEPATITIS_A]),
    (18, &[DTAP, HEPATITIS_A]),
    (24, &[]),
    (36, &[]),
    (48, &[DTAP, POLIO, MMR, VARICELLA]),
    (60, &[]),
    (72, &[]),
    (84, &[]),
    (96, &[]),
    (108, &[]),
    (120, &[]),
    (132, &[TDAP, HPV, MENINGOCOCCAL]),
    (144, &[HPV]),
    (156, &[]),
    (168, &[]),
    (180, &[]),
    (192, &[MENINGOCOCCAL]),
    (204, &[]),
];
