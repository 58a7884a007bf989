//! Units in which a quantity has the same number, as they are printed.

pub(super) const NONE: &[&str] = &[""];
pub(super) const MM_HG: &[&str] = &["mm[Hg]", "mmHg"];
pub(super) const PER_MINUTE: &[&str] = &["/min", "beats/min", "beats/minute", "bpm", "breaths/min", "breaths/minute"];
pub(super) const CELSIUS: &[&str] = &["Cel", "C", "°C"];
pub(super) const FAHRENHEIT: &[&str] = &["[degF]", "F", "°F"];
pub(super) const PERCENT: &[&str] = &["%"];
pub(super) const POUNDS: &[&str] = &["[lb_av]", "lb", "lbs", "pound", "pounds"];
pub(super) const INCHES: &[&str] = &["[in_i]", "in", "inches"];
pub(super) const WEEKS: &[&str] = &["wk", "weeks"];
pub(super) const MG_DL: &[&str] = &["mg/dL", "mg/dl"];
pub(super) const MMOL_L: &[&str] = &["mmol/L", "mmol/l"];
pub(super) const MMOL_OR_MEQ_L: &[&str] = &["mmol/L", "mmol/l", "mEq/L", "meq/L"];
pub(super) const UMOL_L: &[&str] = &["umol/L", "umol/l", "µmol/L"];
pub(super) const NMOL_L: &[&str] = &["nmol/L", "nmol/l"];
pub(super) const PMOL_L: &[&str] = &["pmol/L", "pmol/l"];
pub(super) const G_DL: &[&str] = &["g/dL", "g/dl"];
pub(super) const G_L: &[&str] = &["g/L", "g/l"];
pub(super) const MG_L: &[&str] = &["mg/L", "mg/l", "mcg/mL", "ug/mL", "µg/mL"];
pub(super) const NG_ML: &[&str] = &["ng/mL", "ug/L", "ug/l", "mcg/L", "µg/L"];
pub(super) const PG_ML: &[&str] = &["pg/mL", "ng/L"];
pub(super) const NG_DL: &[&str] = &["ng/dL", "ng/dl"];
pub(super) const UG_DL: &[&str] = &["ug/dL", "ug/dl", "mcg/dL", "µg/dL"];
pub(super) const U_L: &[&str] = &["U/L", "U/l", "u/l", "IU/L", "[IU]/L"];
pub(super) const MIU_L: &[&str] = &["m[IU]/L", "mIU/L", "mU/L", "u[IU]/mL", "uIU/mL", "µIU/mL"];
pub(super) const FILTRATION: &[&str] = &["mL/min/1.73m2", "mL/min/1.73m²", "mL/min/1.73", "mL/min"];
pub(super) const MG_G: &[&str] = &["mg/g"];
/// Thousands in a microlitre, which are thousand millions in a litre.
pub(super) const THOUSANDS: &[&str] =
    &["10*3/uL", "10*9/L", "10^3/uL", "10^9/L", "10E3/uL", "10E9/L", "K/uL", "x10*3/uL", "x10*9/L", "x10E3/uL"];
/// Millions in a microlitre, which are million millions in a litre.
pub(super) const MILLIONS: &[&str] =
    &["10*6/uL", "10*12/L", "10^12/L", "10^6/uL", "10E6/uL", "M/uL", "x10*12/L", "x10E6/uL"];
pub(super) const CELLS: &[&str] = &["/uL", "cells/uL"];
pub(super) const RATIO: &[&str] = &["INR", "", "ratio", "Ratio"];
