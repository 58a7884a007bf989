"""Trần Thị Hồng Nhung: a mechanical heart valve, warfarin and nine years of INR, hepatitis B, and tests that were forgotten."""

from .codes import RXNORM, SNOMED, TERMINOLOGY
from .record import Record, concept, email, identifier, phone, words

CITY = {"city": "Lindenport", "state": "WA", "postalCode": "98999", "country": "US"}

# INR by day. After 12 December 2023 one was due within five days, and there is none until February.
INR = [
    ("2014-11-04", 2.3), ("2015-01-20", 2.6), ("2015-03-30", 2.9), ("2015-04-21", 3.3), ("2015-07-14", 2.8), ("2015-11-10", 3.0),
    ("2016-03-15", 2.7), ("2016-09-20", 3.2), ("2017-02-14", 2.9), ("2017-10-09", 3.1), ("2018-05-08", 2.6), ("2018-11-13", 3.4),
    ("2019-05-14", 3.6), ("2019-08-14", 4.4), ("2019-08-17", 3.1), ("2019-09-03", 2.9), ("2020-02-11", 2.8), ("2020-10-06", 2.7),
    ("2021-04-13", 3.0), ("2021-05-11", 2.2), ("2021-05-14", 1.3), ("2021-05-20", 2.1), ("2021-05-24", 2.7), ("2021-05-26", 2.9),
    ("2022-03-08", 2.9), ("2022-09-13", 2.8), ("2023-03-14", 3.3), ("2023-07-18", 3.8), ("2023-08-01", 2.9), ("2023-11-21", 3.1),
    ("2024-02-20", 4.6), ("2024-02-23", 2.4), ("2024-03-05", 2.8), ("2024-05-14", 2.9),
]

# Yearly and half-yearly visits: day, pressure, pulse, weight, laboratory.
VISITS = [
    ("2014-11-04", (118, 72), 96, 52.3, {"creatinine": 0.78, "ALT": 31, "hemoglobin": 12.6, "NT-proBNP": 1890, "platelets": 201}),
    ("2015-07-14", (122, 74), 72, 51.0, {"creatinine": 0.80, "ALT": 34, "hemoglobin": 12.1, "NT-proBNP": 720}),
    ("2016-03-15", (124, 76), 70, 51.8, {"creatinine": 0.81, "ALT": 88, "hemoglobin": 12.5, "platelets": 188}),
    ("2016-09-20", (120, 72), 71, 51.9, {"creatinine": 0.80, "ALT": 41}),
    ("2017-10-09", (126, 74), 73, 52.6, {"creatinine": 0.84, "ALT": 24, "hemoglobin": 12.7, "platelets": 192}),
    ("2018-05-08", (128, 76), 70, 52.9, {"creatinine": 0.86, "ALT": 22, "LDL": 112.0, "HDL": 58.0}),
    ("2018-11-13", (124, 72), 72, 52.4, {"creatinine": 0.85, "ALT": 20}),
    ("2019-05-14", (126, 74), 74, 52.2, {"creatinine": 0.87, "ALT": 23, "hemoglobin": 12.5}),
    ("2020-02-11", (130, 76), 72, 51.7, {"creatinine": 0.88, "ALT": 21, "NT-proBNP": 640}),
    ("2020-10-06", (128, 74), 70, 52.0, {"creatinine": 0.90, "ALT": 24, "hemoglobin": 12.6, "LDL": 109.0, "HDL": 60.0}),
    ("2021-04-13", (124, 72), 76, 51.4, {"creatinine": 0.89, "ALT": 38, "hemoglobin": 12.3, "platelets": 185}),
    ("2022-03-08", (126, 70), 74, 51.6, {"creatinine": 0.91, "ALT": 23}),
    ("2022-09-13", (126, 72), 74, 51.2, {"creatinine": 0.92, "ALT": 22, "hemoglobin": 12.4, "eGFR": 66}),
    ("2023-03-14", (128, 74), 75, 51.5, {"creatinine": 0.94, "ALT": 21, "hemoglobin": 12.4, "eGFR": 64}),
    ("2023-11-21", (130, 74), 76, 51.3, {"creatinine": 0.97, "ALT": 22, "eGFR": 61}),
    ("2024-02-20", (132, 76), 80, 49.8, {"creatinine": 0.99, "hemoglobin": 11.1, "eGFR": 59}),
    ("2024-05-14", (126, 72), 74, 50.4, {"creatinine": 0.98, "hemoglobin": 11.8, "eGFR": 60}),
]


def people(r):
    r.clinic = r.organization("Lindenport Internal Medicine", [phone("555-0153"), email("inr@lindenportmed.example.org")],
                              {"line": ["410 Quay Street"], **CITY}, "CL-98041")
    heart = r.organization("Cascade Sound Heart Institute", [phone("555-0154")], {"line": ["900 Beacon Drive"], **CITY}, "HO-98090")
    abroad = r.organization("Hôpital Sainte-Aurore", address={
        "line": ["2, rue des Tanneurs"], "city": "Valmont-sur-Orne", "country": "FR"})
    r.doctor = r.practitioner("Price", ["Wendell"], npi="9900000108", telecom=[phone("555-0153")])
    surgeon = r.practitioner("Ó Dálaigh", ["Fionnuala"], npi="9900000116", telecom=[phone("555-0154")])
    pharmacist = r.practitioner("Hlaváček", ["Jaromír"], prefix="Mr.", npi="9900000124", telecom=[phone("555-0155")])
    liver = r.practitioner("Martinez-Brandt", ["Oluwaseun"], npi="9900000132")
    general = r.practitioner("Rosenqvist", ["Ikaika"], npi="9900000140")
    radiologist = r.practitioner("Vaidyanathan-Holm", ["Priya"])
    nurse = r.practitioner("Whitcombe-Lý", ["Adaeze"], prefix="Ms.")
    foreign = r.practitioner("de Kérangal", ["Amaury"])
    r.patient = r.add("Patient", {
        "identifier": [
            identifier("MR", "Medical Record Number", "https://lindenportmed.example.org/mrn", "LIM-0093377"),
            identifier("MC", "Patient's Medicare number", "https://cover.example.org/member", "9EX0-TE0-ZZ00"),
        ],
        "name": [{"use": "official", "family": "Trần", "given": ["Thị", "Hồng", "Nhung"], "prefix": ["Mrs."]},
                 {"use": "usual", "family": "Tran", "given": ["Nhung"]},
                 {"use": "old", "text": "TRAN Thi Hong Nhung"}],
        "telecom": [phone("555-0150", "home")],
        "gender": "female",
        "birthDate": "1949-12-05",
        "address": [{"line": ["1180 Causeway Court"], **CITY}],
        "maritalStatus": concept(TERMINOLOGY + "v3-MaritalStatus", "W", "Widowed"),
        "communication": [{"language": concept("urn:ietf:bcp:47", language, display)}
                          for language, display in [("vi", "Vietnamese"), ("fr", "French"), ("en", "English")]],
        "contact": [
            {"relationship": [concept(TERMINOLOGY + "v2-0131", "N", "Next-of-Kin")],
             "name": {"family": "Tran", "given": ["Bảo"]}, "telecom": [phone("555-0151")]},
            {"relationship": [concept(TERMINOLOGY + "v2-0131", "C", "Emergency Contact")],
             "name": {"family": "Trần-Żurawska", "given": ["Krystyna"]}, "telecom": [phone("555-0152")]},
        ],
        "generalPractitioner": [r.doctor],
    }, "patient")
    home = {"line": ["1180 Causeway Court"], **CITY}
    r.related("SONC", "son", "Tran", ["Bảo"], [phone("555-0151")], home)
    r.related("DAUINLAW", "daughter-in-law", "Trần-Żurawska", ["Krystyna"], [phone("555-0152")], home)
    r.related("SIS", "sister", "Trần", ["Thị", "Mai", "Lan"], address={"city": "Valmont-sur-Orne", "country": "FR"})
    return heart, abroad, surgeon, pharmacist, liver, general, radiologist, nurse, foreign


def measurements(r, heart, surgeon, pharmacist):
    visits = {}
    for day, pressure, pulse, weight, tests in VISITS:
        visit = visits[day] = r.visit(day, "Atrial fibrillation", "49436004")
        r.pressure(day, visit, *pressure)
        r.observe(day, visit, "heart rate", pulse)
        r.observe(day, visit, "weight", weight)
        for name, value in tests.items():
            r.observe(day, visit, name, value)
    r.observe("2014-11-04", visits["2014-11-04"], "height", 151.5)
    for day in ("2014-11-04", "2018-05-08", "2022-09-13"):
        r.smoking(day, visits[day], "266919005", "Never smoked tobacco")
    for day, value in INR:
        visit = visits.get(day) or r.visit(day, "Anticoagulant monitoring", doctor=pharmacist)
        r.observe(day, visit, "INR", value)
    for day, share in [("2014-11-18", 48), ("2015-03-25", 52), ("2018-05-22", 55), ("2022-05-10", 54)]:
        visit = r.visit(day, "Mitral valve disorder", "11851006", doctor=surgeon, clinic=heart)
        r.observe(day, visit, "ejection fraction", share)
        r.procedure(day, "40701008", "Echocardiography", doctor=surgeon)
    return visits


def record():
    r = Record("tran", "-08:00")
    heart, abroad, surgeon, pharmacist, liver, general, radiologist, nurse, foreign = people(r)
    visits = measurements(r, heart, surgeon, pharmacist)

    stenosis = r.condition("2014-11-04", "79619009", "Mitral valve stenosis", ended="2015-03-17")
    fibrillation = r.condition("2014-11-04", "49436004", "Atrial fibrillation")
    hepatitis = r.condition("2014-11-04", "61977001", "Chronic type B viral hepatitis")
    stones = r.condition("2017-10-09", "266474003", "Calculus in biliary tract", ended="2021-05-14")
    nodule = r.condition("2022-02-08", "427359005", "Solitary nodule of lung")
    r.condition("2022-04-19", "266257000", "Transient ischemic attack", verification="refuted")
    r.condition("2023-12-11", "10509002", "Acute bronchitis", ended="2023-12-28")
    r.condition("2024-02-20", "12441001", "Epistaxis", ended="2024-02-23")
    r.allergy("2015-03-27", "2670", "codeine", "422400008", "Vomiting", "low", kind="intolerance",
              system=RXNORM)

    def warfarin(day, code, milligrams, status, reason=None):
        r.medicine(day, code, f"warfarin sodium {milligrams} MG Oral Tablet", f"{milligrams} mg each evening", 1, fibrillation, status,
                   reason=reason, doctor=pharmacist)

    warfarin("2014-11-04", "855332", 5, "stopped", "Dose lowered in August 2019")
    warfarin("2019-08-17", "855324", 4, "stopped", "Held for surgery, last dose 9 May 2021")
    warfarin("2021-05-16", "855324", 4, "stopped", "Restarted after surgery; dose lowered in July 2023")
    warfarin("2023-07-18", "855318", 3, "active")
    r.medicine("2021-05-11", None, "enoxaparin 50 MG injection", "50 mg under the skin twice daily until INR is 2.5 on two days", 2,
               fibrillation, "completed", unit="injection", doctor=surgeon)
    r.medicine("2014-11-04", "866436", "metoprolol succinate 50 MG Extended Release Oral Tablet", "50 mg each morning", 1, fibrillation)
    r.medicine("2015-03-27", "243670", "aspirin 81 MG Oral Tablet", "81 mg each morning", 1, fibrillation, "stopped",
               reason="Nosebleed, February 2024", doctor=surgeon)
    r.medicine("2016-05-10", "349251", "tenofovir disoproxil fumarate 300 MG Oral Tablet", "300 mg once daily, never to be stopped", 1,
               hepatitis, doctor=liver)
    r.medicine("2023-12-11", "197517", "clarithromycin 500 MG Oral Tablet", "500 mg twice daily for 7 days", 2, None, "completed")

    stay = r.visit("2015-03-15", "Mitral valve stenosis", "79619009", ("IMP", "inpatient encounter"), "2015-03-27", surgeon, heart)
    r.pressure("2015-03-27", stay, 112, 66)
    r.procedure("2015-03-17", "53059001", "Replacement of mitral valve", stenosis, doctor=surgeon)
    r.add("Device", {
        "udiCarrier": [{"deviceIdentifier": "00990000000027", "carrierHRF": "(01)00990000000027(21)MV-27-5510438"}],
        "status": "active",
        "serialNumber": "MV-27-5510438",
        "type": words("Bileaflet mechanical mitral valve, 27 mm"),
        "patient": r.patient,
    })
    away = r.visit("2019-08-14", "Gastroenteritis", "25374005", ("IMP", "inpatient encounter"), "2019-08-17", foreign, abroad)
    r.pressure("2019-08-14", away, 98, 56)
    r.observe("2019-08-14", away, "weight", 49.5)
    r.observe("2019-08-14", away, "temperature", 38.2)
    r.observe("2019-08-14", away, "creatinine in moles", 131)
    r.observe("2019-08-17", away, "creatinine in moles", 96)
    surgery = r.visit("2021-05-14", "Calculus in biliary tract", "266474003", ("IMP", "inpatient encounter"), "2021-05-15", general, heart)
    r.pressure("2021-05-14", surgery, 134, 78)
    r.procedure("2021-05-14", "45595009", "Laparoscopic cholecystectomy", stones, doctor=general)

    # Surveillance of the liver stops in September 2022; the CT of the nodule was never repeated.
    for day in ("2016-09-20", "2017-10-09", "2018-05-08", "2018-11-13", "2019-05-14", "2020-02-11", "2020-10-06", "2021-04-13",
                "2022-03-08", "2022-09-13"):
        r.procedure(day, "45036003", "Ultrasonography of abdomen", hepatitis)
    r.finding("2014-11-04", visits["2014-11-04"], ("5195-3", "Hepatitis B virus surface Ag [Presence] in Serum"),
              ("10828004", "Positive"))
    r.procedure("2022-02-08", "169069000", "Computed tomography of chest", nodule, doctor=radiologist)
    r.add("ImagingStudy", {
        "identifier": [{"system": "urn:dicom:uid", "value": "urn:oid:2.25.990000000000000000000000000045"}],
        "status": "available",
        "subject": r.patient,
        "started": r.at("2022-02-08", "15:10:00"),
        "procedureCode": [concept(SNOMED, "169069000", "Computed tomography of chest")],
        "series": [{
            "uid": "2.25.990000000000000000000000000046",
            "modality": {"system": "http://dicom.nema.org/resources/ontology/DCM", "code": "CT", "display": "Computed Tomography"},
            "bodySite": {"system": SNOMED, "code": "51185008", "display": "Thoracic structure"},
        }],
    })
    visit = r.visit("2022-02-08", "Cough", "49727002", doctor=radiologist, clinic=heart)
    r.report("2022-02-08", visit, "24627-2", "CT Chest", conclusion="Solid 6 mm pulmonary nodule, right upper lobe; again in twelve months.",
             letter="2022-02-08-imaging", doctor=radiologist, category=("RAD", "Radiology"))

    for year in range(2015, 2024):
        r.vaccine(f"{year}-10-{year % 10 + 3:02}", "135", "Influenza, high dose seasonal, preservative-free")
    for number, day in enumerate(("2021-02-02", "2021-03-02"), 1):
        r.vaccine(day, "208", "COVID-19, mRNA, LNP-S, PF, 30 mcg/0.3 mL dose", number, 2)
    for number, day in enumerate(("2019-05-14", "2020-02-11"), 1):
        r.vaccine(day, "187", "zoster recombinant", number, 2)

    target = r.goal("2015-03-27", "INR between 2.5 and 3.5", "INR",
                    detailRange={"low": {"value": 2.5, "unit": "{INR}"}, "high": {"value": 3.5, "unit": "{INR}"}})
    r.plan("2015-03-27", words("Anticoagulation with a mechanical valve"), [fibrillation],
           [words("INR every month"), words("Telephone call for every new medicine"),
            words("Antibiotic before dental treatment")], [target])
    r.plan("2017-10-09", words("Surveillance in chronic hepatitis B"), [hepatitis],
           [words("Ultrasound of the liver every six months"), words("Creatinine and ALT every six months")])
    r.team("2015-03-27", [("62247001", "Family medicine specialist", r.doctor, "Dr. Wendell Price"),
                          ("17561000", "Cardiologist", surgeon, "Dr. Fionnuala Ó Dálaigh"),
                          ("46255001", "Pharmacist", pharmacist, "Mr. Jaromír Hlaváček")])
    r.relative("MTH", "mother", "109841003", "Liver cell carcinoma", 59)
    r.relative("SIS", "sister", "61977001", "Chronic type B viral hepatitis", 40, "Trần Thị Mai Lan")

    r.note("2015-03-27-discharge", surgeon, heart)
    r.note("2017-10-09-consultation", liver)
    r.note("2019-08-19-letter", foreign, abroad)
    r.note("2019-09-03-telephone", pharmacist)
    r.note("2021-05-06-letter-bridging", surgeon, heart)
    r.note("2022-09-13-progress")
    r.note("2023-07-18-letter-anticoagulation", pharmacist)
    r.note("2023-12-12-telephone", nurse)
    r.note("2024-02-20-progress")
    return r
