#!/usr/bin/env python3
"""Writes the two sample records of this folder; every person, place and number in them is invented.

Run it here: `python3 make.py`. It takes no input and always writes the same bytes.
"""

import base64
import json
import uuid
from pathlib import Path

LOINC = "http://loinc.org"
SNOMED = "http://snomed.info/sct"
RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm"
UCUM = "http://unitsofmeasure.org"
TERMINOLOGY = "http://terminology.hl7.org/CodeSystem/"

# name: (LOINC code, display, unit, category)
TESTS = {
    "weight": ("29463-7", "Body Weight", "kg", "vital-signs"),
    "height": ("8302-2", "Body Height", "cm", "vital-signs"),
    "bmi": ("39156-5", "Body Mass Index", "kg/m2", "vital-signs"),
    "heart rate": ("8867-4", "Heart rate", "/min", "vital-signs"),
    "HbA1c": ("4548-4", "Hemoglobin A1c/Hemoglobin.total in Blood", "%", "laboratory"),
    "glucose": ("1558-6", "Fasting glucose [Mass/volume] in Serum or Plasma", "mg/dL", "laboratory"),
    "creatinine": ("2160-0", "Creatinine [Mass/volume] in Serum or Plasma", "mg/dL", "laboratory"),
    "eGFR": ("33914-3", "Estimated glomerular filtration rate", "mL/min/{1.73_m2}", "laboratory"),
    "LDL": ("18262-6", "Low Density Lipoprotein Cholesterol", "mg/dL", "laboratory"),
    "HDL": ("2085-9", "High Density Lipoprotein Cholesterol", "mg/dL", "laboratory"),
    "triglycerides": ("2571-8", "Triglycerides", "mg/dL", "laboratory"),
    "potassium": ("2823-3", "Potassium [Moles/volume] in Serum or Plasma", "mmol/L", "laboratory"),
    "NT-proBNP": ("33762-6", "NT-proBNP [Mass/volume] in Serum or Plasma", "pg/mL", "laboratory"),
    "hemoglobin": ("718-7", "Hemoglobin [Mass/volume] in Blood", "g/dL", "laboratory"),
    "ejection fraction": ("10230-1", "Left ventricular Ejection fraction", "%", "imaging"),
}


def concept(system, code, display):
    """A CodeableConcept of one coding."""
    return {"coding": [{"system": system, "code": code, "display": display}]}


class Record:
    """One patient's bundle while it is being written."""

    def __init__(self, key, place_time):
        self.key, self.zone, self.entries, self.counts = key, place_time, [], {}

    def id(self, kind, name):
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"https://records.example.org/{self.key}/{kind}/{name}"))

    def add(self, kind, body, name=None):
        """Adds a resource and returns the reference to it."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        made = self.id(kind, name or self.counts[kind])
        self.entries.append({"fullUrl": f"urn:uuid:{made}", "resource": {"resourceType": kind, "id": made, **body}})
        return {"reference": f"urn:uuid:{made}"}

    def at(self, day, time="09:30:00"):
        return f"{day}T{time}{self.zone}"

    def visit(self, day, reason, code):
        return self.add("Encounter", {
            "status": "finished",
            "class": {"system": TERMINOLOGY + "v3-ActCode", "code": "AMB", "display": "ambulatory"},
            "type": [concept(SNOMED, "185349003", "Encounter for check up (procedure)")],
            "subject": self.patient,
            "participant": [{"individual": self.doctor}],
            "period": {"start": self.at(day), "end": self.at(day, "10:00:00")},
            "reasonCode": [concept(SNOMED, code, reason)],
            "serviceProvider": self.clinic,
        })

    def observe(self, day, visit, name, value):
        code, display, unit, category = TESTS[name]
        return self.add("Observation", {
            "status": "final",
            "category": [concept(TERMINOLOGY + "observation-category", category, category)],
            "code": concept(LOINC, code, display),
            "subject": self.patient,
            "encounter": visit,
            "effectiveDateTime": self.at(day),
            "valueQuantity": {"value": value, "unit": unit},
        })

    def pressure(self, day, visit, systolic, diastolic):
        def part(code, display, value):
            return {"code": concept(LOINC, code, display), "valueQuantity": {"value": value, "unit": "mm[Hg]"}}

        self.add("Observation", {
            "status": "final",
            "category": [concept(TERMINOLOGY + "observation-category", "vital-signs", "vital-signs")],
            "code": concept(LOINC, "85354-9", "Blood Pressure"),
            "subject": self.patient,
            "encounter": visit,
            "effectiveDateTime": self.at(day),
            "component": [
                part("8480-6", "Systolic Blood Pressure", systolic),
                part("8462-4", "Diastolic Blood Pressure", diastolic),
            ],
        })

    def smoking(self, day, visit, code, answer):
        self.add("Observation", {
            "status": "final",
            "category": [concept(TERMINOLOGY + "observation-category", "social-history", "Social History")],
            "code": concept(LOINC, "72166-2", "Tobacco smoking status"),
            "subject": self.patient,
            "encounter": visit,
            "effectiveDateTime": self.at(day),
            "valueCodeableConcept": concept(SNOMED, code, answer),
        })

    def condition(self, day, code, display, ended=None):
        status = "resolved" if ended else "active"
        body = {
            "clinicalStatus": concept(TERMINOLOGY + "condition-clinical", status, status.capitalize()),
            "verificationStatus": concept(TERMINOLOGY + "condition-ver-status", "confirmed", "Confirmed"),
            "category": [concept(TERMINOLOGY + "condition-category", "problem-list-item", "Problem List Item")],
            "code": concept(SNOMED, code, display),
            "subject": self.patient,
            "onsetDateTime": day,
            "recordedDate": day,
        }
        return self.add("Condition", {**body, "abatementDateTime": ended} if ended else body)

    def medicine(self, day, code, display, dose, per_day, why, status="active"):
        self.add("MedicationRequest", {
            "status": status,
            "intent": "order",
            "medicationCodeableConcept": concept(RXNORM, code, display),
            "subject": self.patient,
            "authoredOn": self.at(day),
            "requester": self.doctor,
            "reasonReference": [why],
            "dosageInstruction": [{
                "text": dose,
                "timing": {"repeat": {"frequency": per_day, "period": 1, "periodUnit": "d"}},
                "asNeededBoolean": False,
                "doseAndRate": [{"doseQuantity": {"value": 1, "unit": "tablet"}}],
            }],
        })

    def allergy(self, day, code, display, sign_code, sign, criticality):
        self.add("AllergyIntolerance", {
            "clinicalStatus": concept(TERMINOLOGY + "allergyintolerance-clinical", "active", "Active"),
            "verificationStatus": concept(TERMINOLOGY + "allergyintolerance-verification", "confirmed", "Confirmed"),
            "type": "allergy",
            "category": ["medication"],
            "criticality": criticality,
            "code": concept(SNOMED, code, display),
            "patient": self.patient,
            "recordedDate": day,
            "reaction": [{"manifestation": [concept(SNOMED, sign_code, sign)], "severity": "moderate"}],
        })

    def procedure(self, day, code, display, why=None):
        body = {
            "status": "completed",
            "code": concept(SNOMED, code, display),
            "subject": self.patient,
            "performedPeriod": {"start": self.at(day, "10:15:00"), "end": self.at(day, "10:45:00")},
            "performer": [{"actor": self.doctor}],
        }
        return self.add("Procedure", {**body, "reasonReference": [why]} if why else body)

    def vaccine(self, day, code, display):
        self.add("Immunization", {
            "status": "completed",
            "vaccineCode": concept("http://hl7.org/fhir/sid/cvx", code, display),
            "patient": self.patient,
            "occurrenceDateTime": self.at(day),
            "primarySource": True,
            "lotNumber": f"EX{code}-{day[:4]}",
        })

    def relative(self, code, display, condition_code, condition, age):
        self.add("FamilyMemberHistory", {
            "status": "completed",
            "patient": self.patient,
            "relationship": concept(TERMINOLOGY + "v3-RoleCode", code, display),
            "condition": [{
                "code": concept(SNOMED, condition_code, condition),
                "onsetAge": {"value": age, "unit": "a", "system": UCUM, "code": "a"},
            }],
        })

    def note(self, day, code, display, text):
        self.add("DocumentReference", {
            "status": "current",
            "type": concept(LOINC, code, display),
            "subject": self.patient,
            "date": self.at(day, "17:00:00"),
            "author": [self.doctor],
            "custodian": self.clinic,
            "content": [{"attachment": {
                "contentType": "text/plain; charset=utf-8",
                "data": base64.b64encode(text.encode()).decode(),
            }}],
            "context": {"period": {"start": self.at(day), "end": self.at(day, "10:00:00")}},
        })

    def write(self, ascii_only):
        """Writes the bundle with one line per element of a resource."""
        def line(value):
            return json.dumps(value, ensure_ascii=ascii_only)

        entries = []
        for entry in self.entries:
            elements = ",\n".join(f"   {line(name)}: {line(value)}" for name, value in entry["resource"].items())
            entries.append(f'  {{"fullUrl": {line(entry["fullUrl"])}, "resource": {{\n{elements}}}}}')
        text = '{"resourceType": "Bundle", "type": "collection", "entry": [\n' + ",\n".join(entries) + "\n]}\n"
        path = Path(__file__).with_name(f"{self.key}.json")
        path.write_text(text, encoding="utf-8", newline="\n")


def okafor():
    r = Record("okafor", "-05:00")
    r.clinic = r.add("Organization", {
        "identifier": [{"system": "https://registry.example.org/clinics", "value": "CL-40718"}],
        "name": "Maple Row Family Practice",
        "telecom": [{"system": "phone", "value": "555-0142"}, {"system": "email", "value": "desk@maplerow.example.org"}],
        "address": [{"line": ["12 Maple Row"], "city": "Fairhollow", "state": "MA", "postalCode": "01299", "country": "US"}],
    }, "clinic")
    r.doctor = r.add("Practitioner", {
        "identifier": [{"system": "http://hl7.org/fhir/sid/us-npi", "value": "9900000017"}],
        "name": [{"family": "Brandt-Nielsen", "given": ["Zoë"], "prefix": ["Dr."]}],
        "telecom": [{"system": "phone", "value": "555-0143"}],
    }, "doctor")
    r.patient = r.add("Patient", {
        "identifier": [
            {"type": concept(TERMINOLOGY + "v2-0203", "MR", "Medical Record Number"),
             "system": "https://maplerow.example.org/mrn", "value": "MRN-0048213"},
            {"type": concept(TERMINOLOGY + "v2-0203", "SS", "Social Security Number"),
             "system": "http://hl7.org/fhir/sid/us-ssn", "value": "999-00-4821"},
        ],
        "name": [
            {"use": "official", "family": "Okafor", "given": ["Amara", "Ngozi"], "prefix": ["Mrs."]},
            {"use": "maiden", "family": "Eze", "given": ["Amara", "Ngozi"]},
        ],
        "telecom": [{"system": "phone", "value": "555-0117", "use": "home"},
                    {"system": "email", "value": "amara.okafor@mail.example.com"}],
        "gender": "female",
        "birthDate": "1961-04-17",
        "address": [{
            "line": ["48 Kestrel Lane", "Flat 3"], "city": "Fairhollow", "state": "MA", "postalCode": "01299", "country": "US",
            "extension": [{"url": "http://hl7.org/fhir/StructureDefinition/geolocation", "extension": [
                {"url": "latitude", "valueDecimal": 42.481907}, {"url": "longitude", "valueDecimal": -73.118264}]}],
        }],
        "maritalStatus": concept(TERMINOLOGY + "v3-MaritalStatus", "M", "Married"),
        "communication": [{"language": concept("urn:ietf:bcp:47", "en", "English")}],
        "contact": [{
            "relationship": [concept(TERMINOLOGY + "v2-0131", "N", "Next-of-Kin")],
            "name": {"family": "Okafor", "given": ["Chidi"]},
            "telecom": [{"system": "phone", "value": "555-0118"}],
        }],
        "extension": [{"url": "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName", "valueString": "Ifeoma Nwosu"}],
    }, "patient")

    hypertension = r.condition("2015-02-10", "59621000", "Essential hypertension")
    diabetes = r.condition("2016-03-08", "44054006", "Type 2 diabetes mellitus")
    lipids = r.condition("2017-03-21", "55822004", "Hyperlipidemia")
    knee = r.condition("2020-09-15", "239873007", "Osteoarthritis of knee")
    r.condition("2018-11-06", "36971009", "Sinusitis", ended="2018-11-27")
    polyp = r.condition("2019-05-14", "68496003", "Polyp of colon", ended="2019-06-18")
    r.allergy("2015-02-10", "91936005", "Allergy to penicillin", "271807003", "Skin rash", "high")
    r.allergy("2019-10-01", "294238000", "Allergy to adhesive tape", "418290006", "Itching", "low")

    r.medicine("2015-03-17", "314076", "lisinopril 10 MG Oral Tablet", "10 mg once daily", 1, hypertension, "stopped")
    r.medicine("2019-10-01", "314077", "lisinopril 20 MG Oral Tablet", "20 mg once daily", 1, hypertension)
    r.medicine("2016-03-08", "861007", "metformin hydrochloride 500 MG Oral Tablet", "500 mg twice daily with meals", 2, diabetes,
               "stopped")
    r.medicine("2018-04-10", "861004", "metformin hydrochloride 1000 MG Oral Tablet", "1000 mg twice daily with meals", 2, diabetes)
    r.medicine("2017-03-21", "617311", "atorvastatin 40 MG Oral Tablet", "40 mg at night", 1, lipids)
    r.medicine("2020-09-15", "198440", "acetaminophen 500 MG Oral Tablet", "1000 mg when needed, at most 3 times a day", 3, knee,
               "completed")

    height = 164.2
    visits = [
        # day, systolic, diastolic, weight, HbA1c, glucose, creatinine, eGFR, LDL, HDL, triglycerides
        ("2015-02-10", 152, 94, 84.3, None, 108.0, 0.74, 91, 158.4, 44.1, 176.0),
        ("2015-09-22", 138, 86, 83.9, 6.2, None, None, None, None, None, None),
        ("2016-03-08", 141, 88, 85.7, 7.9, 171.5, 0.78, 86, 149.0, 43.0, 188.2),
        ("2016-09-13", 134, 84, 83.1, 7.1, 142.0, None, None, None, None, None),
        ("2017-03-21", 136, 85, 82.4, 6.8, 133.4, 0.79, 85, 151.7, 45.2, 169.5),
        ("2017-10-03", 133, 82, 82.0, 7.0, None, None, None, 98.3, None, None),
        ("2018-04-10", 139, 87, 83.8, 7.6, 158.1, 0.81, 82, 95.6, 46.8, 150.3),
        ("2018-10-16", 135, 84, 82.2, 6.9, None, None, None, None, None, None),
        ("2019-04-02", 137, 85, 81.5, 6.8, 130.2, 0.84, 78, 91.2, 47.5, 141.8),
        ("2019-10-01", 146, 90, 81.9, 6.7, None, None, None, None, None, None),
        ("2020-03-03", 131, 81, 80.8, 6.6, 126.7, 0.86, 76, 88.4, 48.0, 136.2),
        ("2020-09-15", 129, 80, 81.6, None, None, None, None, None, None, None),
        ("2021-04-13", 132, 82, 82.7, 7.2, 147.9, 0.88, 74, 93.0, 47.1, 148.6),
        ("2022-04-05", 128, 79, 80.1, 6.7, 128.8, 0.89, 73, 86.9, 49.3, 132.0),
        ("2023-04-18", 126, 78, 79.4, 6.5, 121.3, 0.91, 72, 84.1, 50.6, 127.4),
        ("2024-04-09", 124, 76, 78.83571428571429, 6.4, 118.6, 0.92, 71, 81.7, 51.2, 121.9),
    ]
    for day, systolic, diastolic, weight, hba1c, glucose, creatinine, egfr, ldl, hdl, fats in visits:
        reason = ("Type 2 diabetes mellitus", "44054006") if day > "2016-03-01" else ("Essential hypertension", "59621000")
        visit = r.visit(day, *reason)
        r.pressure(day, visit, systolic, diastolic)
        r.observe(day, visit, "weight", weight)
        if day in ("2015-02-10", "2024-04-09"):
            r.observe(day, visit, "height", height)
        if creatinine:
            r.observe(day, visit, "bmi", round(weight / (height / 100) ** 2, 8))
            r.observe(day, visit, "creatinine", creatinine)
            r.observe(day, visit, "eGFR", egfr)
        for name, value in [("HbA1c", hba1c), ("glucose", glucose)]:
            if value:
                r.observe(day, visit, name, value)
        lipid_values = [("LDL", ldl), ("HDL", hdl), ("triglycerides", fats)]
        panel = [r.observe(day, visit, name, value) for name, value in lipid_values if value]
        if len(panel) == 3:
            r.add("DiagnosticReport", {
                "status": "final",
                "category": [concept(TERMINOLOGY + "v2-0074", "LAB", "Laboratory")],
                "code": concept(LOINC, "24331-1", "Lipid 1996 panel - Serum or Plasma"),
                "subject": r.patient,
                "encounter": visit,
                "effectiveDateTime": r.at(day),
                "result": panel,
            })
        if day in ("2015-02-10", "2020-03-03", "2024-04-09"):
            r.smoking(day, visit, "266919005", "Never smoked tobacco")

    r.procedure("2016-09-13", "401191002", "Diabetic foot examination", diabetes)
    r.procedure("2018-04-10", "401191002", "Diabetic foot examination", diabetes)
    r.procedure("2023-04-18", "401191002", "Diabetic foot examination", diabetes)
    r.procedure("2019-05-14", "73761001", "Colonoscopy")
    r.procedure("2019-06-18", "274031008", "Polypectomy of colon", polyp)
    r.procedure("2021-06-22", "314972008", "Diabetic retinal eye exam", diabetes)
    r.procedure("2023-06-06", "314972008", "Diabetic retinal eye exam", diabetes)
    r.add("ImagingStudy", {
        "identifier": [{"system": "urn:dicom:uid", "value": "urn:oid:2.25.990000000000000000000000000017"}],
        "status": "available",
        "subject": r.patient,
        "started": r.at("2020-09-15", "11:20:00"),
        "procedureCode": [concept(SNOMED, "74016001", "Plain X-ray of knee")],
        "series": [{
            "uid": "2.25.990000000000000000000000000018",
            "modality": {"system": "http://dicom.nema.org/resources/ontology/DCM", "code": "DX", "display": "Digital Radiography"},
            "bodySite": {"system": SNOMED, "code": "72696002", "display": "Knee region structure"},
        }],
    })
    for year in (2016, 2018, 2020, 2022, 2023):
        r.vaccine(f"{year}-10-{year % 10 + 4:02}", "140", "Influenza, seasonal, injectable, preservative free")
    r.vaccine("2021-03-18", "208", "COVID-19, mRNA, LNP-S, PF, 30 mcg/0.3 mL dose")
    r.vaccine("2021-04-08", "208", "COVID-19, mRNA, LNP-S, PF, 30 mcg/0.3 mL dose")
    r.vaccine("2022-04-05", "216", "Pneumococcal conjugate vaccine 20-valent")

    goal = r.add("Goal", {
        "lifecycleStatus": "active",
        "description": {"text": "Hemoglobin A1c below 7.0 %"},
        "subject": r.patient,
        "startDate": "2016-03-08",
        "target": [{"measure": concept(LOINC, "4548-4", "Hemoglobin A1c/Hemoglobin.total in Blood"),
                    "detailQuantity": {"value": 7.0, "comparator": "<", "unit": "%"}}],
    })
    r.add("CarePlan", {
        "status": "active",
        "intent": "order",
        "category": [concept(SNOMED, "735985000", "Diabetes self management plan")],
        "subject": r.patient,
        "period": {"start": "2016-03-08"},
        "addresses": [diabetes],
        "goal": [goal],
        "activity": [
            {"detail": {"code": concept(SNOMED, "160670007", "Diabetic diet"), "status": "in-progress"}},
            {"detail": {"code": concept(SNOMED, "229065009", "Exercise therapy"), "status": "in-progress"}},
        ],
    })
    r.add("CareTeam", {
        "status": "active",
        "subject": r.patient,
        "period": {"start": "2016-03-08"},
        "participant": [{"role": [concept(SNOMED, "62247001", "Family medicine specialist")],
                         "member": {**r.doctor, "display": "Dr. Zoë Brandt-Nielsen"}}],
    })
    r.add("Device", {
        "udiCarrier": [{"deviceIdentifier": "00990000000017", "carrierHRF": "(01)00990000000017(21)GM-77120"}],
        "status": "active",
        "serialNumber": "GM-77120",
        "type": concept(SNOMED, "337414009", "Blood glucose meter"),
        "patient": r.patient,
    })
    r.relative("MTH", "mother", "44054006", "Type 2 diabetes mellitus", 58)
    r.relative("FTH", "father", "230690007", "Cerebrovascular accident", 71)

    r.note("2018-04-10", "11506-3", "Progress note", """\
Maple Row Family Practice
12 Maple Row, Fairhollow, MA 01299 · Tel. 555-0142

10 April 2018

Re: Amara Okafor, born 17 April 1961, MRN-0048213
48 Kestrel Lane, Flat 3, Fairhollow

History
Mrs. Okafor came for her diabetes review with her husband Chidi. She has missed her evening walks since the winter and \
has been eating late. She has no chest pain, no thirst and no tingling in her feet. She never smoked.

Examination
Blood pressure 139/87, weight 83.8 kg. Both feet are warm, with normal feeling to the 10 g monofilament at all sites.

Assessment
Her HbA1c has gone up from 7.0 % in October to 7.6 %. Kidney function is stable with an eGFR of 82.

Plan
1. Metformin goes up from 500 mg to 1000 mg twice daily, with meals. She knows to stop it when she is vomiting or cannot drink.
2. Lisinopril stays at 10 mg. We will look at it again if her pressure is above 140/90.
3. She will telephone on 555-0142 if she has lasting diarrhoea. HbA1c again in six months.

Dr. Zoë Brandt-Nielsen
""")
    r.note("2019-06-18", "28570-0", "Procedure note", """\
PROCEDURE NOTE

Patient: OKAFOR, Amara Ngozi    DOB 04/17/1961    Phone 555-0117

Indication: polyp of the sigmoid colon seen on 14 May 2019.

Findings:
A single pedunculated polyp of 9 mm at 25 cm was removed with a cold snare and retrieved. There was no bleeding. \
The rest of the bowel to the caecum was normal.

Results:
Histology (received 25 June): tubular adenoma with low-grade dysplasia, completely excised.

Recommendations:
Surveillance colonoscopy in five years, that is in 2024. Penicillin allergy was confirmed before the procedure; \
no antibiotic was given. The dressing caused an itching rash: please use paper tape in future.

Copy to Mr. Chidi Okafor at his wife's request.
""")
    r.note("2020-11-24", "34109-9", "Note", """\
Telephone call, 24 November 2020

Mrs. Okafor rang from 555-0117 about her right knee. It aches after stairs and is stiff for ten minutes in the morning. \
The X-ray of 15 September showed narrowing of the inner joint space, in keeping with osteoarthritis. Acetaminophen helps; \
she takes 1000 mg about twice a week. I advised against ibuprofen because of her blood pressure, lisinopril and kidneys.

She asked whether the tablets raise her sugar. They do not. She will restart the swimming class at the Fairhollow baths.

Z. Brandt-Nielsen
""")
    r.note("2023-06-06", "11488-4", "Consultation note", """\
Fairhollow Eye Clinic
e-mail: clinic@fairholloweyes.example.org

Dear Dr. Brandt-Nielsen,

Thank you for asking me to see Mrs. Amara Okafor (62) of 48 Kestrel Lane for diabetic eye screening on 6 June 2023.

Findings:
Visual acuity is 20/25 in both eyes. The right eye shows two microaneurysms, which is mild non-proliferative retinopathy. \
The left eye has no retinopathy. There is no macular oedema in either eye.

Assessment:
This is new since the screening of 22 June 2021, when both eyes were clear.

Plan:
Screening again in twelve months. Her good control of sugar (HbA1c 6.5 %) and pressure (126/78) is the best treatment; \
no laser is needed. She may drive.

With kind regards,
Dr. Pilar Anaya-Whitlock
555-0160
""")
    r.write(ascii_only=False)


def solberg():
    r = Record("solberg", "+00:00")
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
    r.procedure("2020-02-11", "45036003", "Ultrasonography of kidney", kidneys)
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

    r.note("2022-11-14", "18842-5", "Discharge summary", """\
DISCHARGE SUMMARY
Harbour Lights Medical Centre, 3 Harbour Parade, Northmere, ME 04999

Patient: Håkon Emil Solberg (HL-7731905), 91 years, admitted 7 November 2022, discharged 14 November 2022
Next of kin: daughter Marit Solberg-Reyes, (555) 555-0173

Chief complaint
Four days of cough with fever, and breathlessness at rest.

Hospital course
The chest film showed right lower lobe pneumonia with fluid at both bases. Mr. Solberg was treated with ceftriaxone and \
doxycycline; sulfonamides were avoided because of his allergy. NT-proBNP was 5230 pg/mL and the echocardiogram of 9 November \
gave an ejection fraction of 35 %. He lost 5.1 kg with intravenous furosemide. He remained in atrial fibrillation, rate \
controlled. There were no falls.

Medications
Furosemide is doubled to 80 mg each morning. Apixaban 2.5 mg twice daily and metoprolol succinate 50 mg continue.

Follow-up
Weight each morning: ring (555) 555-0171 for a gain of more than 2 kg in three days. Kidney function and potassium in \
one week. See Dr. Castellanos on 5 December.
""")
    r.note("2021-08-17", "57133-1", "Referral note", """\
To the Anticoagulation Clinic

Dear colleagues,

Please review the dose of apixaban for Mr. Solberg of 7 Signal Hill Road, Northmere, who lives alone since his wife \
Solveig died. He is over 80 and his creatinine is 1.52 mg/dL, so he meets two of the three criteria for the lower dose. \
He weighs 77.9 kg. He has had no bleeding, but his hemoglobin has drifted from 14.1 to 12.4 g/dL in five years.

I have changed apixaban from 5 mg to 2.5 mg twice daily from today and would be glad of your confirmation.

Dr. Inés Castellanos
""")
    r.note("2023-11-20", "11506-3", "Progress note", """\
Subjective: sleeps on two pillows, walks to the harbour and back without stopping. Ankles swell by the evening. Hears poorly.

Objective: BP 122/66, pulse 69 irregular, weight 75.8 kg. Fine crackles at both bases. Pitting to mid-shin.

Assessment: heart failure, stable on furosemide 80 mg. Kidney function unchanged (eGFR 38). Potassium 4.9.

Plan: no change to medicines. Echocardiogram in December. His daughter Marit asks for a hearing test: referred.
""")
    r.write(ascii_only=True)


if __name__ == "__main__":
    okafor()
    solberg()
