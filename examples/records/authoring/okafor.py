"""Amara Okafor: diabetes over nine years, an allergy that was ruled out and stays on the list, and screening that was not done."""

from .codes import LOINC, SNOMED, TERMINOLOGY
from .record import Record, concept, email, phone


def record():
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
    r.allergy("2019-10-01", None, "Adhesive tape", "418290006", "Itching", "low")

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
    r.procedure("2019-06-18", None, "Polypectomy of colon", polyp)
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

    r.note("2018-04-10-progress")
    r.note("2019-06-18-procedure")
    r.note("2020-11-24-telephone")
    r.note("2023-06-06-consultation")
    later(r)
    return r


def later(r):
    """The allergist, the family and what they wrote."""
    allergy = r.organization("Fairhollow Allergy Service", [phone("555-0144")], {
        "line": ["Suite 4", "90 Tannery Walk"], "city": "Fairhollow", "state": "MA", "postalCode": "01299", "country": "US"})
    eyes = r.organization("Fairhollow Eye Clinic", [email("clinic@fairholloweyes.example.org")])
    allergist = r.practitioner("Vance-Oyelaran", ["Siddharth"], npi="9900000157", telecom=[phone("555-0144")])
    r.practitioner("Anaya-Whitlock", ["Pilar"], npi="9900000165", telecom=[phone("555-0160")])
    r.related("HUSB", "husband", "Okafor", ["Chidi"], [phone("555-0118")])
    r.related("DAUC", "daughter", "Okafor", ["Adaora"], [phone("555-0119")])
    r.visit("2022-05-17", "Allergy to penicillin", "91936005", doctor=allergist, clinic=allergy)
    r.procedure("2022-05-17", None, "Skin test and supervised challenge with amoxicillin", doctor=allergist)
    r.visit("2023-06-06", "Diabetic retinal eye exam", "314972008", clinic=eyes)
    r.condition("2023-06-06", "312903003", "Mild nonproliferative retinopathy due to diabetes mellitus")
    r.condition("2018-04-10", "230572002", "Neuropathy due to diabetes mellitus", verification="refuted")
    r.note("2022-05-17-letter", allergist, allergy)
    r.note("2023-08-30-telephone-portal")
    r.note("2024-04-16-telephone")
