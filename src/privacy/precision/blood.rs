//! Cells, coagulation, iron and vitamins.

use super::units_of::{
    CELLS, G_DL, G_L, MG_DL, MILLIONS, NG_ML, NMOL_L, PERCENT, PG_ML, PMOL_L, RATIO, THOUSANDS, UG_DL,
};
use super::{PLAIN, Quantity};

pub(super) const TABLE: &[Quantity] = &[
    Quantity {
        name: "Haemoglobin",
        codes: &["718-7", "20509-6"],
        units: G_DL,
        step: 0.5,
        change: 1.0,
        thresholds: &[7.0, 8.0, 11.0, 12.0, 13.0],
        source: "thresholds: WHO anaemia 2011 (11, 12, 13), AABB transfusion 2016 (7, 8); change: EFLM biological variation; step: half of it",
        ..PLAIN
    },
    Quantity {
        name: "Haemoglobin",
        codes: &["718-7", "20509-6"],
        units: G_L,
        step: 5.0,
        from: 20.0,
        change: 10.0,
        thresholds: &[70.0, 80.0, 110.0, 120.0, 130.0],
        source: "as in g/dL",
        ..PLAIN
    },
    Quantity {
        name: "Haematocrit",
        codes: &["4544-3", "20570-8"],
        units: PERCENT,
        step: 1.0,
        thresholds: &[45.0, 48.0, 49.0],
        source: "thresholds: WHO polycythaemia vera 2016 (48, 49), CYTO-PV 2013 (45); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Erythrocytes",
        codes: &["789-8", "26453-1"],
        units: MILLIONS,
        step: 0.1,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Leukocytes",
        codes: &["6690-2", "26464-8"],
        units: THOUSANDS,
        step: 0.5,
        from: 2.0,
        thresholds: &[4.0, 12.0],
        source: "thresholds: ACCP/SCCM consensus 1992; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Platelets",
        codes: &["777-3", "26515-7"],
        units: THOUSANDS,
        step: 10.0,
        from: 100.0,
        thresholds: &[10.0, 50.0, 100.0, 150.0, 450.0],
        source: "thresholds: AABB 2015 (10, 50), CTCAE 5.0 (50), WHO 2016 (450), 100 and 150: thrombocytopenia; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Neutrophils",
        codes: &["751-8", "26499-4"],
        units: THOUSANDS,
        step: 0.1,
        from: 1.0,
        thresholds: &[0.5, 1.0, 1.5],
        source: "thresholds: CTCAE 5.0, IDSA febrile neutropenia 2010 (0.5); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Lymphocytes",
        codes: &["731-0", "26474-7"],
        units: THOUSANDS,
        step: 0.1,
        from: 1.0,
        thresholds: &[0.2, 0.5, 0.8],
        source: "thresholds: CTCAE 5.0; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Eosinophils",
        codes: &["711-2", "26449-9"],
        units: THOUSANDS,
        thresholds: &[0.1, 0.3, 1.5],
        source: "thresholds: GOLD 2023 (0.1, 0.3), hypereosinophilia consensus 2012 (1.5); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "CD4 cells",
        codes: &["24467-3"],
        units: CELLS,
        step: 20.0,
        from: 100.0,
        thresholds: &[200.0, 350.0, 500.0],
        source: "thresholds: WHO staging of HIV 2007, CDC 2014 (200, 500); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "HIV-1 RNA",
        codes: &["20447-9"],
        units: &["copies/mL"],
        thresholds: &[50.0, 200.0, 1000.0],
        source: "thresholds: US DHHS guidelines (200), WHO 2021 (50, 1000); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Mean corpuscular volume",
        codes: &["787-2"],
        units: &["fL"],
        step: 1.0,
        source: "step: as laboratories report it",
        ..PLAIN
    },
    Quantity {
        name: "Mean corpuscular haemoglobin",
        codes: &["785-6"],
        units: &["pg"],
        step: 0.5,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Mean corpuscular haemoglobin concentration",
        codes: &["786-4"],
        units: G_DL,
        step: 0.5,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Erythrocyte distribution width",
        codes: &["788-0"],
        units: PERCENT,
        step: 0.5,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Erythrocyte sedimentation rate",
        codes: &["4537-7", "30341-2"],
        units: &["mm/h", "mm/hr"],
        step: 5.0,
        from: 20.0,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "INR",
        codes: &["6301-6", "34714-6"],
        units: RATIO,
        step: 0.1,
        thresholds: &[2.0, 3.0, 3.5, 4.5, 10.0],
        source: "thresholds: American College of Chest Physicians 2012; step: as laboratories report it",
        ..PLAIN
    },
    Quantity {
        name: "Prothrombin time",
        codes: &["5902-2", "5964-2"],
        units: &["s", "seconds"],
        step: 0.5,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Partial thromboplastin time, activated",
        codes: &["3173-2", "14979-9"],
        units: &["s", "seconds"],
        step: 1.0,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Fibrinogen",
        codes: &["3255-7"],
        units: MG_DL,
        step: 10.0,
        from: 50.0,
        thresholds: &[150.0],
        source: "threshold: European guideline on bleeding after trauma 2019; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Fibrinogen",
        codes: &["3255-7"],
        units: G_L,
        step: 0.1,
        thresholds: &[1.5],
        source: "threshold: European guideline on bleeding after trauma 2019; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "D-dimer",
        codes: &["48065-7"],
        units: &["ng/mL", "ng{FEU}/mL", "ug/L"],
        thresholds: &[500.0],
        source: "threshold: ESC pulmonary embolism 2019; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "D-dimer",
        codes: &["48065-7"],
        units: &["ug/mL", "ug{FEU}/mL", "mg/L"],
        thresholds: &[0.5],
        source: "threshold: ESC pulmonary embolism 2019; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Ferritin",
        codes: &["2276-4"],
        units: NG_ML,
        step: 5.0,
        from: 50.0,
        thresholds: &[15.0, 45.0, 100.0, 300.0],
        source: "thresholds: WHO 2020 (15), American Gastroenterological Association 2020 (45), ESC heart failure 2021 (100, 300); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Iron",
        codes: &["2498-4"],
        units: UG_DL,
        step: 5.0,
        from: 50.0,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Iron binding capacity",
        codes: &["2500-7"],
        units: UG_DL,
        step: 10.0,
        from: 100.0,
        source: "two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Transferrin saturation",
        codes: &["2502-3"],
        units: PERCENT,
        step: 2.0,
        from: 20.0,
        thresholds: &[20.0, 45.0, 50.0],
        source: "thresholds: ESC heart failure 2021 (20), EASL haemochromatosis 2022 (45, 50); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Vitamin B12",
        codes: &["2132-9"],
        units: PG_ML,
        step: 10.0,
        from: 100.0,
        thresholds: &[180.0, 350.0],
        source: "thresholds: NICE NG239, 2024; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Vitamin B12",
        codes: &["14685-2"],
        units: PMOL_L,
        step: 10.0,
        from: 100.0,
        thresholds: &[133.0, 258.0],
        source: "thresholds: NICE NG239, 2024; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Folate",
        codes: &["2284-8"],
        units: NG_ML,
        step: 0.5,
        from: 2.0,
        thresholds: &[3.0],
        source: "threshold: British Society for Haematology 2014; step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Vitamin D, 25-hydroxy",
        codes: &["1989-3", "62292-8"],
        units: NG_ML,
        step: 2.0,
        from: 10.0,
        thresholds: &[12.0, 20.0, 30.0],
        source: "thresholds: Institute of Medicine 2011 (12, 20), Endocrine Society 2011 (20, 30); step: two significant digits",
        ..PLAIN
    },
    Quantity {
        name: "Vitamin D, 25-hydroxy",
        codes: &["14635-7"],
        units: NMOL_L,
        step: 5.0,
        from: 20.0,
        thresholds: &[30.0, 50.0, 75.0],
        source: "thresholds: Institute of Medicine 2011 (30, 50), Endocrine Society 2011 (75); step: two significant digits",
        ..PLAIN
    },
];
