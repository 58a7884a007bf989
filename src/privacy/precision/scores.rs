//! Scores of questionnaires and observation scales.

use super::units_of::NONE;
use super::{PLAIN, Quantity};

/// What scores have in common: whole numbers without a unit.
const SCORE: Quantity = Quantity { units: NONE, step: 1.0, ..PLAIN };

pub(super) const TABLE: &[Quantity] = &[
    Quantity {
        name: "PHQ-9",
        codes: &["44261-6"],
        change: 5.0,
        thresholds: &[5.0, 10.0, 15.0, 20.0],
        scale: Some((0.0, 27.0)),
        source: "thresholds: Kroenke et al., J Gen Intern Med 2001; change: Kroenke and Spitzer, Psychiatr Ann 2002",
        ..SCORE
    },
    Quantity {
        name: "PHQ-2",
        codes: &["55758-7"],
        thresholds: &[3.0],
        scale: Some((0.0, 6.0)),
        source: "threshold: Kroenke et al., Med Care 2003",
        ..SCORE
    },
    Quantity {
        name: "GAD-7",
        codes: &["70274-6"],
        change: 4.0,
        thresholds: &[5.0, 10.0, 15.0],
        scale: Some((0.0, 21.0)),
        source: "thresholds: Spitzer et al., Arch Intern Med 2006; change: Toussaint et al., J Affect Disord 2020",
        ..SCORE
    },
    Quantity {
        name: "AUDIT",
        codes: &["75624-7"],
        thresholds: &[8.0, 16.0, 20.0],
        scale: Some((0.0, 40.0)),
        source: "thresholds: WHO, AUDIT manual 2001",
        ..SCORE
    },
    Quantity {
        name: "AUDIT-C",
        codes: &["75626-2"],
        thresholds: &[3.0, 4.0],
        scale: Some((0.0, 12.0)),
        source: "thresholds: Bush et al., Arch Intern Med 1998; Bradley et al., Alcohol Clin Exp Res 2007",
        ..SCORE
    },
    Quantity {
        name: "DAST-10",
        codes: &["82667-7"],
        thresholds: &[1.0, 3.0, 6.0, 9.0],
        scale: Some((0.0, 10.0)),
        source: "thresholds: Skinner, Addict Behav 1982",
        ..SCORE
    },
    Quantity {
        name: "MMSE",
        codes: &["72106-8"],
        thresholds: &[18.0, 24.0],
        scale: Some((0.0, 30.0)),
        source: "thresholds: Tombaugh and McIntyre, J Am Geriatr Soc 1992",
        ..SCORE
    },
    Quantity {
        name: "MoCA",
        codes: &["72172-0"],
        thresholds: &[26.0],
        scale: Some((0.0, 30.0)),
        source: "threshold: Nasreddine et al., J Am Geriatr Soc 2005",
        ..SCORE
    },
    Quantity {
        name: "Apgar",
        codes: &["9272-6", "9274-2", "9271-8"],
        thresholds: &[4.0, 7.0],
        scale: Some((0.0, 10.0)),
        source: "thresholds: ACOG Committee Opinion 644, 2015",
        ..SCORE
    },
    Quantity {
        name: "Glasgow coma scale",
        codes: &["9269-2"],
        thresholds: &[9.0, 13.0],
        scale: Some((3.0, 15.0)),
        source: "thresholds: severe up to 8, moderate 9 to 12, mild from 13 (Teasdale et al., Lancet Neurol 2014)",
        ..SCORE
    },
    Quantity {
        name: "Morse fall scale",
        codes: &["59460-6"],
        step: 5.0,
        thresholds: &[25.0, 45.0],
        scale: Some((0.0, 125.0)),
        source: "thresholds and step: Morse et al., Can J Aging 1989",
        ..SCORE
    },
    Quantity {
        name: "Braden scale",
        codes: &["38227-5"],
        thresholds: &[10.0, 13.0, 15.0, 19.0],
        scale: Some((6.0, 23.0)),
        source: "thresholds: Braden and Bergstrom 1987 and 1994 (at risk up to 18)",
        ..SCORE
    },
];
