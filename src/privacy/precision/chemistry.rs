//! Electrolytes, kidney, liver, glucose, lipids, thyroid, heart and other chemistry.

use super::units_of::{
    G_DL, G_L, MG_DL, MG_G, MG_L, MIU_L, MM_HG, MMOL_L, MMOL_OR_MEQ_L, NG_DL, NG_ML, NMOL_L, NONE, PERCENT, PG_ML,
    PMOL_L, U_L, UG_DL, UMOL_L,
};
use super::{PLAIN, Quantity};

const WHOLE: &str = "step: as laboratories report it";

pub(super) const TABLE: &[Quantity] = &[
    Quantity {
        name: "Sodium",
        codes: &["2951-2", "2947-0"],
        units: MMOL_OR_MEQ_L,
        step: 1.0,
        thresholds: &[125.0, 130.0, 135.0, 145.0],
        source: "thresholds: European guideline on hyponatraemia 2014 (125, 130, 135); 145, hypernatraemia; step: as laboratories report it",
        ..PLAIN
    },
    Quantity {
        name: "Potassium",
        codes: &["2823-3", "6298-4"],
        units: MMOL_OR_MEQ_L,
        step: 0.1,
        thresholds: &[2.5, 3.5, 5.5, 6.0, 6.5],
        source: "thresholds: European Resuscitation Council 2021; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Chloride",
        codes: &["2075-0", "2069-3"],
        units: MMOL_OR_MEQ_L,
        step: 1.0,
        source: WHOLE,
        ..PLAIN
    },
    Quantity {
        name: "Bicarbonate, carbon dioxide",
        codes: &["1963-8", "2028-9", "20565-8"],
        units: MMOL_OR_MEQ_L,
        step: 1.0,
        thresholds: &[18.0, 22.0],
        source: "thresholds: KDIGO chronic kidney disease 2012 (22) and 2024 (18); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Urea nitrogen",
        codes: &["3094-0", "6299-2"],
        units: MG_DL,
        step: 1.0,
        thresholds: &[20.0],
        source: "threshold: CURB-65, Lim et al., Thorax 2003; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Urea",
        codes: &["22664-7", "14937-7"],
        units: MMOL_L,
        step: 0.5,
        thresholds: &[7.0],
        source: "threshold: CURB-65, Lim et al., Thorax 2003; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Creatinine",
        codes: &["2160-0", "38483-4"],
        units: MG_DL,
        step: 0.1,
        change: 0.3,
        source: "change: KDIGO acute kidney injury 2012 (0.3 mg/dL); step: a third of it",
        ..PLAIN
    },
    Quantity {
        name: "Creatinine",
        codes: &["14682-9"],
        units: UMOL_L,
        step: 5.0,
        from: 20.0,
        change: 26.5,
        source: "change: KDIGO acute kidney injury 2012 (26.5 µmol/L); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Albumin to creatinine ratio in urine",
        codes: &["9318-7", "14959-1"],
        units: MG_G,
        thresholds: &[30.0, 300.0],
        source: "thresholds: KDIGO chronic kidney disease 2012; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Albumin to creatinine ratio in urine",
        codes: &["9318-7", "14959-1"],
        units: &["mg/mmol"],
        thresholds: &[3.0, 30.0],
        source: "thresholds: KDIGO chronic kidney disease 2012; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Protein to creatinine ratio in urine",
        codes: &["2890-2"],
        units: MG_G,
        thresholds: &[150.0, 500.0],
        source: "thresholds: KDIGO chronic kidney disease 2012; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Specific gravity of urine",
        codes: &["2965-2", "5811-5"],
        units: NONE,
        step: 0.005,
        source: "step: test strips",
        ..PLAIN
    },
    Quantity {
        name: "pH of urine",
        codes: &["2756-5", "5803-2"],
        units: &["", "[pH]", "pH"],
        step: 0.5,
        source: "step: test strips",
        ..PLAIN
    },
    Quantity {
        name: "Glucose, fasting",
        codes: &["1558-6"],
        units: MG_DL,
        step: 5.0,
        from: 20.0,
        thresholds: &[54.0, 70.0, 100.0, 126.0],
        source: "thresholds: ADA Standards of Care, sections 2 (100, 126) and 6 (54, 70); step: accuracy of glucose meters, ISO 15197:2013",
        ..PLAIN
    },
    Quantity {
        name: "Glucose, fasting",
        codes: &["14771-0"],
        units: MMOL_L,
        step: 0.2,
        thresholds: &[3.0, 3.9, 5.6, 7.0],
        source: "thresholds: ADA Standards of Care, sections 2 (5.6, 7.0) and 6 (3.0, 3.9); step: accuracy of glucose meters, ISO 15197:2013",
        ..PLAIN
    },
    Quantity {
        name: "Glucose",
        codes: &["2345-7", "2339-0", "41653-7", "74774-1"],
        units: MG_DL,
        step: 5.0,
        from: 20.0,
        thresholds: &[54.0, 70.0, 100.0, 126.0, 140.0, 180.0, 200.0],
        source: "thresholds: ADA Standards of Care, sections 2 and 6; time in range consensus 2019 (180); step: accuracy of glucose meters, ISO 15197:2013",
        ..PLAIN
    },
    Quantity {
        name: "Glucose",
        codes: &["14749-6", "15074-8"],
        units: MMOL_L,
        step: 0.2,
        thresholds: &[3.0, 3.9, 5.6, 7.0, 7.8, 10.0, 11.1],
        source: "thresholds: ADA Standards of Care, sections 2 and 6; time in range consensus 2019 (10.0); step: accuracy of glucose meters, ISO 15197:2013",
        ..PLAIN
    },
    Quantity {
        name: "Glucose, two hours after 75 g",
        codes: &["1518-0"],
        units: MG_DL,
        step: 5.0,
        from: 20.0,
        thresholds: &[140.0, 200.0],
        source: "thresholds: ADA Standards of Care, section 2; step: as glucose",
        ..PLAIN
    },
    Quantity {
        name: "Glucose, one hour after 50 g",
        codes: &["1504-0"],
        units: MG_DL,
        step: 5.0,
        from: 20.0,
        thresholds: &[130.0, 140.0],
        source: "thresholds: ACOG Practice Bulletin 190, 2018; step: as glucose",
        ..PLAIN
    },
    Quantity {
        name: "Glucose, one hour after 100 g",
        codes: &["1501-6"],
        units: MG_DL,
        step: 5.0,
        from: 20.0,
        thresholds: &[180.0],
        source: "threshold: Carpenter and Coustan, ACOG Practice Bulletin 190, 2018; step: as glucose",
        ..PLAIN
    },
    Quantity {
        name: "Glucose, two hours after 100 g",
        codes: &["1514-9"],
        units: MG_DL,
        step: 5.0,
        from: 20.0,
        thresholds: &[155.0],
        source: "threshold: Carpenter and Coustan, ACOG Practice Bulletin 190, 2018; step: as glucose",
        ..PLAIN
    },
    Quantity {
        name: "Haemoglobin A1c",
        codes: &["4548-4", "17856-6"],
        units: PERCENT,
        step: 0.1,
        change: 0.5,
        thresholds: &[5.7, 6.5, 7.0, 8.0],
        source: "thresholds: ADA Standards of Care, sections 2 (5.7, 6.5) and 6 (7, 8); change: Little et al., Clin Chem 2011; step: as laboratories report it",
        ..PLAIN
    },
    Quantity {
        name: "Haemoglobin A1c",
        codes: &["59261-8"],
        units: &["mmol/mol"],
        step: 1.0,
        change: 5.5,
        thresholds: &[39.0, 48.0, 53.0, 64.0],
        source: "as in %, by the IFCC–NGSP equation",
        ..PLAIN
    },
    Quantity {
        name: "Calcium",
        codes: &["17861-6"],
        units: MG_DL,
        step: 0.1,
        thresholds: &[12.0, 14.0],
        source: "thresholds: Endocrine Society, hypercalcemia of malignancy 2023; step: as laboratories report it",
        ..PLAIN
    },
    Quantity {
        name: "Calcium",
        codes: &["2000-8"],
        units: MMOL_L,
        step: 0.05,
        thresholds: &[3.0, 3.5],
        source: "thresholds: Endocrine Society, hypercalcemia of malignancy 2023; step: as laboratories report it",
        ..PLAIN
    },
    Quantity {
        name: "Phosphate",
        codes: &["2777-1"],
        units: MG_DL,
        step: 0.1,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Magnesium",
        codes: &["2601-3", "19123-9"],
        units: &["mg/dL", "mg/dl", "mmol/L", "mmol/l"],
        step: 0.1,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity { name: "Protein", codes: &["2885-2"], units: G_DL, step: 0.2, source: "two significant digits", ..PLAIN },
    Quantity {
        name: "Albumin",
        codes: &["1751-7"],
        units: G_DL,
        step: 0.1,
        thresholds: &[2.8, 3.5],
        source: "thresholds: Child–Pugh, Pugh et al., Br J Surg 1973; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Albumin",
        codes: &["1751-7"],
        units: G_L,
        step: 1.0,
        thresholds: &[28.0, 35.0],
        source: "thresholds: Child–Pugh, Pugh et al., Br J Surg 1973; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Alanine aminotransferase",
        codes: &["1742-6", "1743-4"],
        units: U_L,
        step: 5.0,
        from: 20.0,
        thresholds: &[25.0, 33.0],
        source: "thresholds: American College of Gastroenterology 2017; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Aspartate aminotransferase",
        codes: &["1920-8"],
        units: U_L,
        step: 5.0,
        from: 20.0,
        source: "step: as alanine aminotransferase",
        ..PLAIN
    },
    Quantity {
        name: "Alkaline phosphatase",
        codes: &["6768-6"],
        units: U_L,
        step: 5.0,
        from: 50.0,
        source: "step: as alanine aminotransferase",
        ..PLAIN
    },
    Quantity {
        name: "Gamma-glutamyl transferase",
        codes: &["2324-2"],
        units: U_L,
        step: 5.0,
        from: 20.0,
        source: "step: as alanine aminotransferase",
        ..PLAIN
    },
    Quantity {
        name: "Bilirubin",
        codes: &["1975-2"],
        units: MG_DL,
        step: 0.1,
        thresholds: &[2.0, 3.0],
        source: "thresholds: Child–Pugh, Pugh et al., Br J Surg 1973; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Bilirubin",
        codes: &["14631-6"],
        units: UMOL_L,
        step: 2.0,
        from: 10.0,
        thresholds: &[34.0, 51.0],
        source: "thresholds: Child–Pugh, Pugh et al., Br J Surg 1973; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Uric acid",
        codes: &["3084-1"],
        units: MG_DL,
        step: 0.2,
        thresholds: &[5.0, 6.0],
        source: "thresholds: EULAR gout 2016 (5, 6), American College of Rheumatology 2020 (6); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Uric acid",
        codes: &["14933-6"],
        units: UMOL_L,
        step: 10.0,
        from: 100.0,
        thresholds: &[300.0, 360.0],
        source: "thresholds: EULAR gout 2016; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Lactate",
        codes: &["2524-7"],
        units: MMOL_L,
        step: 0.2,
        thresholds: &[2.0, 4.0],
        source: "thresholds: Sepsis-3, 2016 (2), Surviving Sepsis Campaign 2016 (4); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "C-reactive protein",
        codes: &["1988-5"],
        units: MG_L,
        step: 5.0,
        from: 20.0,
        thresholds: &[20.0, 100.0],
        source: "thresholds: NICE CG191, pneumonia 2014; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "C-reactive protein, high sensitivity",
        codes: &["30522-7"],
        units: MG_L,
        thresholds: &[1.0, 3.0],
        source: "thresholds: AHA/CDC statement 2003; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Procalcitonin",
        codes: &["33959-8"],
        units: NG_ML,
        thresholds: &[0.1, 0.25, 0.5],
        source: "thresholds: Schuetz et al., JAMA 2009; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Cholesterol",
        codes: &["2093-3"],
        units: MG_DL,
        step: 5.0,
        from: 20.0,
        thresholds: &[200.0, 240.0],
        source: "thresholds: NCEP ATP III 2001; step: well within the total error that NCEP allows (9 %)",
        ..PLAIN
    },
    Quantity {
        name: "Cholesterol",
        codes: &["14647-2"],
        units: MMOL_L,
        step: 0.1,
        thresholds: &[5.2, 6.2],
        source: "thresholds: NCEP ATP III 2001, in mmol/L; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "LDL cholesterol",
        codes: &["18262-6", "13457-7", "2089-1"],
        units: MG_DL,
        step: 5.0,
        from: 20.0,
        thresholds: &[55.0, 70.0, 100.0, 116.0, 130.0, 160.0, 190.0],
        source: "thresholds: NCEP ATP III 2001 (100, 130, 160, 190), ESC/EAS 2019 (55, 70, 100, 116); step: as cholesterol",
        ..PLAIN
    },
    Quantity {
        name: "LDL cholesterol",
        codes: &["22748-8", "39469-2"],
        units: MMOL_L,
        step: 0.1,
        thresholds: &[1.4, 1.8, 2.6, 3.0, 4.9],
        source: "thresholds: ESC/EAS 2019; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "HDL cholesterol",
        codes: &["2085-9"],
        units: MG_DL,
        step: 2.0,
        from: 20.0,
        thresholds: &[40.0, 50.0, 60.0],
        source: "thresholds: NCEP ATP III 2001; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "HDL cholesterol",
        codes: &["14646-4"],
        units: MMOL_L,
        step: 0.1,
        thresholds: &[1.0, 1.2],
        source: "thresholds: ESC/EAS 2019; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Non-HDL cholesterol",
        codes: &["43396-1"],
        units: MG_DL,
        step: 5.0,
        from: 20.0,
        thresholds: &[85.0, 100.0, 130.0],
        source: "thresholds: ESC/EAS 2019; step: as cholesterol",
        ..PLAIN
    },
    Quantity {
        name: "Non-HDL cholesterol",
        codes: &["70204-3"],
        units: MMOL_L,
        step: 0.1,
        thresholds: &[2.2, 2.6, 3.4],
        source: "thresholds: ESC/EAS 2019; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Triglycerides",
        codes: &["2571-8"],
        units: MG_DL,
        step: 10.0,
        from: 50.0,
        thresholds: &[150.0, 200.0, 500.0, 1000.0],
        source: "thresholds: NCEP ATP III 2001 (150, 200, 500), Endocrine Society 2012 (1000); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Triglycerides",
        codes: &["14927-8"],
        units: MMOL_L,
        step: 0.1,
        thresholds: &[1.7, 2.3, 5.6, 10.0],
        source: "thresholds: NCEP ATP III 2001, in mmol/L (1.7, 2.3, 5.6), ESC/EAS 2019 (10); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Lipoprotein (a)",
        codes: &["10835-7"],
        units: MG_DL,
        thresholds: &[30.0, 50.0],
        source: "thresholds: European Atherosclerosis Society 2022; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Lipoprotein (a)",
        codes: &["43583-4"],
        units: NMOL_L,
        thresholds: &[75.0, 125.0],
        source: "thresholds: European Atherosclerosis Society 2022; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Apolipoprotein B",
        codes: &["1884-6"],
        units: MG_DL,
        step: 5.0,
        from: 20.0,
        thresholds: &[65.0, 80.0, 100.0],
        source: "thresholds: ESC/EAS 2019; step: as cholesterol",
        ..PLAIN
    },
    Quantity {
        name: "Thyrotropin",
        codes: &["3016-3", "11580-8"],
        units: MIU_L,
        step: 0.1,
        from: 1.0,
        thresholds: &[0.1, 0.4, 10.0],
        source: "thresholds: European Thyroid Association 2013 (10) and 2015 (0.1, 0.4); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Thyroxine, free",
        codes: &["3024-7"],
        units: NG_DL,
        step: 0.1,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Thyroxine, free",
        codes: &["14920-3"],
        units: PMOL_L,
        step: 1.0,
        from: 10.0,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Troponin T, high sensitivity",
        codes: &["67151-1"],
        units: PG_ML,
        thresholds: &[5.0, 12.0, 14.0, 52.0],
        source: "thresholds: ESC acute coronary syndromes 2020 (5, 12, 52 at once or after an hour), 99th percentile (14); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Troponin I, high sensitivity",
        codes: &["89579-7"],
        units: PG_ML,
        source: "two significant digits; thresholds depend on the assay",
        ..PLAIN
    },
    Quantity {
        name: "BNP",
        codes: &["30934-4"],
        units: PG_ML,
        thresholds: &[35.0, 100.0],
        source: "thresholds: ESC heart failure 2021; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "NT-proBNP",
        codes: &["33762-6"],
        units: PG_ML,
        thresholds: &[125.0, 300.0, 450.0, 900.0, 1800.0],
        source: "thresholds: ESC heart failure 2021; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Prostate specific antigen",
        codes: &["2857-1"],
        units: NG_ML,
        thresholds: &[3.0, 4.0, 10.0, 20.0],
        source: "thresholds: ERSPC 2009 (3), Catalona et al., N Engl J Med 1991 (4), D'Amico et al., JAMA 1998 (10, 20); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Lead in blood",
        codes: &["10368-9", "5671-3", "77307-7"],
        units: UG_DL,
        thresholds: &[3.5, 45.0],
        source: "thresholds: CDC 2021 (3.5), CDC chelation (45); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Lithium",
        codes: &["14334-7"],
        units: MMOL_L,
        step: 0.1,
        thresholds: &[0.6, 0.8, 1.0],
        source: "thresholds: NICE CG185, bipolar disorder 2014; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "pH of arterial blood",
        codes: &["2744-1"],
        units: &["", "[pH]", "pH"],
        step: 0.02,
        thresholds: &[7.0, 7.3, 7.35],
        source: "thresholds: ADA hyperglycaemic crises 2009 (7.0, 7.3), BTS/ICS ventilation 2016 (7.35); step: analysers",
        ..PLAIN
    },
    Quantity {
        name: "Carbon dioxide pressure in arterial blood",
        codes: &["2019-8"],
        units: MM_HG,
        step: 1.0,
        thresholds: &[45.0],
        source: "threshold: BTS/ICS ventilation 2016; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Oxygen pressure in arterial blood",
        codes: &["2703-7"],
        units: MM_HG,
        step: 2.0,
        from: 20.0,
        thresholds: &[55.0, 60.0],
        source: "thresholds: BTS home oxygen 2015; step: two significant digits",
        ..PLAIN
    },
];
