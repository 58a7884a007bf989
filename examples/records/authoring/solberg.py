"""Håkon Solberg, ninety-two: a failing heart, two doses of one medicine, and a drug level that nobody took."""

from .codes import SNOMED, TERMINOLOGY
from .record import Record, concept, phone


def record():
    r = Record("solberg", "+00:00", ascii_only=True)
    r.clinic = r.add("Organization", {
        "identifier": [{"system": "https://registry.example.org/clinics", "value": "CL-51120"}],
        "name": "Harbour Lights Medical Centre",
        "telecom": [{"system": "phone", "value": "(555) 555-0171"}],
        "address": [{"line": ["3 Harbour Parade"], "city": "Northmere", "state": "ME", "postalCode": "04999", "country": "US"}],
    }, "clinic")
    r.doctor = r.add("Practitioner", {
        "identifier": [{"system": "http://hl7.org/fhir/sid/us-npi", "value": "9900000025"}],
        "name": [{"family": "Castellanos", "given": ["Inés"], "prefix": ["Dr."]}],
    }, "doctor")
    r.patient = r.add("Patient", {
        "identifier": [{"type": concept(TERMINOLOGY + "v2-0203", "MR", "Medical Record Number"),
                        "system": "https://harbourlights.example.org/mrn", "value": "HL-7731905"}],
        "name": [{"use": "official", "family": "Solberg", "given": ["Håkon", "Emil"], "prefix": ["Mr."]}],
        "telecom": [{"system": "phone", "value": "(555) 555-0172", "use": "home"}],
        "gender": "male",
        "birthDate": "1931-11-02",
        "address": [{"line": ["7 Signal Hill Road"], "city": "Northmere", "state": "ME", "postalCode": "04999", "country": "US"}],
        "maritalStatus": concept(TERMINOLOGY + "v3-MaritalStatus", "W", "Widowed"),
        "communication": [{"language": concept("urn:ietf:bcp:47", "no", "Norwegian")}],
        "contact": [{"name": {"family": "Solberg-Reyes", "given": ["Marit"]},
                     "telecom": [{"system": "phone", "value": "(555) 555-0173"}]}],
    }, "patient")

    fibrillation = r.condition("2016-05-19", "49436004", "Atrial fibrillation")
    failure = r.condition("2019-01-28", "84114007", "Heart failure")
    kidneys = r.condition("2020-02-11", "433144002", "Chronic kidney disease stage 3")
    cataract = r.condition("2017-03-30", "193570009", "Cataract", ended="2017-09-12")
    r.condition("2022-11-07", "233604007", "Pneumonia", ended="2022-12-05")
    r.allergy("2016-05-19", "91939003", "Allergy to sulfonamide", "126485001", "Urticaria", "high")

    r.medicine("2016-05-19", "1364445", "apixaban 5 MG Oral Tablet", "5 mg twice daily", 2, fibrillation, "stopped")
    r.medicine("2021-08-17", "1364435", "apixaban 2.5 MG Oral Tablet", "2.5 mg twice daily", 2, fibrillation)
    r.medicine("2016-05-19", "866427", "metoprolol succinate 25 MG Extended Release Oral Tablet", "25 mg once daily", 1, fibrillation,
               "stopped")
    r.medicine("2019-01-28", "866436", "metoprolol succinate 50 MG Extended Release Oral Tablet", "50 mg once daily", 1, failure)
    r.medicine("2019-01-28", "313988", "furosemide 40 MG Oral Tablet", "40 mg each morning", 1, failure, "stopped")
    r.medicine("2022-11-14", "197732", "furosemide 80 MG Oral Tablet", "80 mg each morning", 1, failure)

    visits = [
        # day, systolic, diastolic, weight, pulse, creatinine, eGFR, potassium, NT-proBNP, hemoglobin, reason, code
        ("2016-05-19", 148, 82, 81.2, 118, 1.12, 61, 4.4, 890, 14.1, "Atrial fibrillation", "49436004"),
        ("2017-06-08", 142, 80, 80.4, 76, 1.15, 59, 4.5, None, 13.9, "Atrial fibrillation", "49436004"),
        ("2018-06-21", 144, 78, 80.9, 79, 1.19, 56, 4.3, None, 13.6, "Atrial fibrillation", "49436004"),
        ("2019-01-28", 151, 84, 86.5, 92, 1.24, 53, 4.6, 4120, 13.2, "Heart failure", "84114007"),
        ("2019-03-04", 132, 74, 80.2, 72, 1.31, 50, 4.2, 1875, 13.3, "Heart failure", "84114007"),
        ("2020-02-11", 130, 72, 79.7, 70, 1.38, 47, 4.7, 1610, 12.9, "Chronic kidney disease stage 3", "433144002"),
        ("2021-08-17", 127, 70, 77.9, 68, 1.52, 42, 4.8, 1740, 12.4, "Chronic kidney disease stage 3", "433144002"),
        ("2022-11-07", 118, 64, 82.6, 96, 1.71, 36, 4.1, 5230, 11.8, "Pneumonia", "233604007"),
        ("2022-12-05", 124, 68, 77.1, 71, 1.58, 39, 4.5, 2080, 12.0, "Heart failure", "84114007"),
        ("2023-11-20", 122, 66, 75.8, 69, 1.61, 38, 4.9, 1990, 11.9, "Heart failure", "84114007"),
        ("2024-08-26", 120, 64, 74.3, 67, 1.66, 36, 5.1, 2140, 11.6, "Heart failure", "84114007"),
    ]
    for day, systolic, diastolic, weight, pulse, creatinine, egfr, potassium, bnp, hemoglobin, reason, code in visits:
        visit = r.visit(day, reason, code)
        r.pressure(day, visit, systolic, diastolic)
        r.observe(day, visit, "weight", weight)
        r.observe(day, visit, "heart rate", pulse)
        for name, value in [("creatinine", creatinine), ("eGFR", egfr), ("potassium", potassium), ("NT-proBNP", bnp),
                            ("hemoglobin", hemoglobin)]:
            if value:
                r.observe(day, visit, name, value)
        if day == "2016-05-19":
            r.smoking(day, visit, "8517006", "Former smoker")
    for day, value in [("2019-02-06", 38), ("2020-02-25", 44), ("2022-11-09", 35), ("2023-12-04", 41)]:
        r.observe(day, r.visit(day, "Heart failure", "84114007"), "ejection fraction", value)
        r.procedure(day, "40701008", "Echocardiography", failure)
    r.procedure("2016-05-19", "29303009", "Electrocardiographic procedure", fibrillation)
    r.procedure("2017-09-12", "54885007", "Extraction of cataract", cataract)
    r.procedure("2020-02-11", "45036003", "Ultrasonography of abdomen", kidneys)
    for year in (2016, 2018, 2020, 2022, 2024):
        r.vaccine(f"{year}-10-{year % 10 + 11:02}", "135", "Influenza, high dose seasonal, preservative-free")
    r.vaccine("2018-06-21", "33", "Pneumococcal polysaccharide vaccine, 23 valent")
    r.relative("FTH", "father", "22298006", "Myocardial infarction", 66)
    r.add("CarePlan", {
        "status": "active",
        "intent": "order",
        "category": [concept(SNOMED, "735984001", "Heart failure self management plan")],
        "subject": r.patient,
        "period": {"start": "2019-02-11"},
        "addresses": [failure],
        "activity": [
            {"detail": {"code": concept(SNOMED, "710837008", "Daily weight monitoring"), "status": "in-progress"}},
            {"detail": {"code": concept(SNOMED, "386619000", "Low sodium diet"), "status": "in-progress"}},
        ],
    })

    r.note("2022-11-14-discharge")
    r.note("2021-08-17-referral")
    r.note("2023-11-20-progress")
    later(r, fibrillation)
    return r


def later(r, fibrillation):
    """The digoxin that was stopped and started again, the hearing clinic and the home nurse."""
    nurses = r.organization("Northmere Visiting Nurses", key="nurses")
    audiologist = r.practitioner("Weber", ["Linnea"], prefix="Ms.", telecom=[phone("(555) 555-0174")])
    clinic_nurse = r.practitioner("Thorvaldsen-Quigley", ["Eira"], prefix="Ms.")
    home_nurse = r.practitioner("Abiodun-Falk", ["Casimir"], prefix="Mr.")
    r.related("DAUC", "daughter", "Solberg-Reyes", ["Marit"], [phone("(555) 555-0173")])
    r.related("NBOR", "neighbor", "Petrosyan", ["Dagmar"])
    digoxin = ("197604", "digoxin 0.125 MG Oral Tablet", "0.125 mg each morning", 1, fibrillation)
    r.medicine("2016-06-02", *digoxin, "stopped", reason="Metoprolol doubled, March 2019")
    r.medicine("2023-07-10", *digoxin)
    r.condition("2024-01-16", "49526009", "Presbycusis")
    r.condition("2022-11-09", "230690007", "Cerebrovascular accident", verification="refuted")
    r.procedure("2024-01-16", None, "Audiometry", doctor=audiologist)
    visit = r.visit("2024-09-03", "Heart failure", "84114007", ("HH", "home health"), doctor=home_nurse, clinic=nurses)
    r.pressure("2024-09-03", visit, 118, 62)
    r.observe("2024-09-03", visit, "heart rate", 58)
    r.observe("2024-09-03", visit, "weight", 74.9)
    visit = r.visit("2023-12-04", "Heart failure", "84114007")
    r.report("2023-12-04", visit, "42148-7", "US Heart", category=("RAD", "Radiology"),
             conclusion="Ejection fraction 41 %, left atrium large, no fluid around the heart.")
    r.goal("2022-11-14", "Weight gain of no more than 2 kg in three days", "weight",
           detailQuantity={"value": 77, "comparator": "<", "unit": "kg"})
    r.team("2019-02-11", [("62247001", "Family medicine specialist", r.doctor, "Dr. Inés Castellanos"),
                          ("106292003", "Professional nurse", home_nurse, "Mr. Casimir Abiodun-Falk")])
    r.note("2023-07-10-telephone", clinic_nurse)
    r.note("2024-01-16-consultation", audiologist)
    r.note("2024-09-03-letter", home_nurse, nurses)
