"""Code systems, and the tests with their codes, units and reference ranges."""

from typing import NamedTuple

LOINC = "http://loinc.org"
SNOMED = "http://snomed.info/sct"
RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm"
CVX = "http://hl7.org/fhir/sid/cvx"
UCUM = "http://unitsofmeasure.org"
TERMINOLOGY = "http://terminology.hl7.org/CodeSystem/"


class Test(NamedTuple):
    """A measurement: its LOINC code and display, unit, category, and reference range in that unit."""

    code: str
    display: str
    unit: str
    category: str = "laboratory"
    low: float | None = None
    high: float | None = None


VITAL, IMAGING, SURVEY = "vital-signs", "imaging", "survey"

TESTS = {
    "weight": Test("29463-7", "Body Weight", "kg", VITAL),
    "weight in pounds": Test("29463-7", "Body Weight", "[lb_av]", VITAL),
    "height": Test("8302-2", "Body Height", "cm", VITAL),
    "head": Test("9843-4", "Head Occipital-frontal circumference", "cm", VITAL),
    "bmi": Test("39156-5", "Body Mass Index", "kg/m2", VITAL),
    "heart rate": Test("8867-4", "Heart rate", "/min", VITAL),
    "temperature": Test("8310-5", "Body temperature", "Cel", VITAL),
    "respiratory rate": Test("9279-1", "Respiratory rate", "/min", VITAL),
    "oxygen": Test("2708-6", "Oxygen saturation in Arterial blood", "%", VITAL),
    "peak flow": Test("19935-6", "Maximum expiratory gas flow Respiratory system airway by Peak flow meter", "L/min", VITAL),
    "gestational age": Test("18185-9", "Gestational age", "wk", VITAL),
    "fetal heart rate": Test("55283-6", "Fetal Heart rate", "/min", VITAL),
    "fundal height": Test("11881-0", "Uterus Fundal height Tape measure", "cm", VITAL),
    "HbA1c": Test("4548-4", "Hemoglobin A1c/Hemoglobin.total in Blood", "%", high=5.6),
    "HbA1c IFCC": Test("59261-8", "Hemoglobin A1c/Hemoglobin.total in Blood by IFCC protocol", "mmol/mol", high=38),
    "glucose": Test("1558-6", "Fasting glucose [Mass/volume] in Serum or Plasma", "mg/dL", low=70, high=99),
    "glucose in moles": Test("14771-0", "Fasting glucose [Moles/volume] in Serum or Plasma", "mmol/L", low=3.9, high=5.5),
    "glucose screen": Test("1504-0", "Glucose [Mass/volume] in Serum or Plasma --1 hour post 50 g glucose PO", "mg/dL", high=139),
    "glucose 1 h": Test("1501-6", "Glucose [Mass/volume] in Serum or Plasma --1 hour post 100 g glucose PO", "mg/dL", high=179),
    "glucose 2 h": Test("1514-9", "Glucose [Mass/volume] in Serum or Plasma --2 hours post 100 g glucose PO", "mg/dL", high=154),
    "creatinine": Test("2160-0", "Creatinine [Mass/volume] in Serum or Plasma", "mg/dL", low=0.5, high=1.2),
    "creatinine in moles": Test("14682-9", "Creatinine [Moles/volume] in Serum or Plasma", "umol/L", low=45, high=84),
    "eGFR": Test("33914-3", "Estimated glomerular filtration rate", "mL/min/{1.73_m2}", low=60),
    "LDL": Test("18262-6", "Low Density Lipoprotein Cholesterol", "mg/dL", high=129),
    "HDL": Test("2085-9", "High Density Lipoprotein Cholesterol", "mg/dL", low=40),
    "triglycerides": Test("2571-8", "Triglycerides", "mg/dL", high=149),
    "potassium": Test("2823-3", "Potassium [Moles/volume] in Serum or Plasma", "mmol/L", low=3.5, high=5.1),
    "NT-proBNP": Test("33762-6", "NT-proBNP [Mass/volume] in Serum or Plasma", "pg/mL", high=450),
    "hemoglobin": Test("718-7", "Hemoglobin [Mass/volume] in Blood", "g/dL", low=12.0, high=16.0),
    "platelets": Test("777-3", "Platelets [#/volume] in Blood by Automated count", "10*3/uL", low=150, high=400),
    "ferritin": Test("2276-4", "Ferritin [Mass/volume] in Serum or Plasma", "ng/mL", low=15, high=150),
    "TSH": Test("3016-3", "Thyrotropin [Units/volume] in Serum or Plasma", "m[IU]/L", low=0.4, high=4.0),
    "free T4": Test("3024-7", "Thyroxine (T4) free [Mass/volume] in Serum or Plasma", "ng/dL", low=0.8, high=1.8),
    "ALT": Test("1742-6", "Alanine aminotransferase [Enzymatic activity/volume] in Serum or Plasma", "U/L", high=35),
    "INR": Test("6301-6", "INR in Platelet poor plasma by Coagulation assay", "{INR}"),
    "lead": Test("10368-9", "Lead [Mass/volume] in Capillary blood", "ug/dL", high=3.4),
    "peanut IgE": Test("6206-7", "Peanut IgE Ab [Units/volume] in Serum", "kU/L", high=0.34),
    "PHQ-9": Test("44261-6", "Patient Health Questionnaire 9 item (PHQ-9) total score [Reported]", "{score}", SURVEY),
    "ejection fraction": Test("10230-1", "Left ventricular Ejection fraction", "%", IMAGING),
}
