"""Nahia Quiñones-O'Malley, a child: growth, vaccines, asthma, and a peanut allergy that was outgrown but stays on the list."""

from .codes import SNOMED, TERMINOLOGY
from .record import Record, concept, email, identifier, phone, words

CITY = {"city": "Port Ellery", "state": "OR", "postalCode": "97099", "country": "US"}

# Well-child visits: day, weight, height, head circumference, systolic and diastolic pressure, heart rate.
GROWTH = [
    ("2016-09-06", 3.51, 51.6, 35.4, None, 142),
    ("2016-10-25", 5.02, 57.0, 38.2, None, 138),
    ("2016-12-20", 6.31, 62.4, 40.6, None, 134),
    ("2017-02-28", 7.28, 66.1, 42.2, None, 128),
    ("2017-08-29", 9.14, 74.6, 45.0, None, 118),
    ("2017-11-28", 9.78, 77.9, 45.7, None, 116),
    ("2018-08-28", 11.94, 86.3, 47.3, None, 108),
    ("2019-08-27", 14.08, 95.0, None, (92, 54), 102),
    ("2020-09-01", 16.2, 102.3, None, (94, 56), 98),
    ("2021-08-31", 18.3, 109.0, None, (96, 58), 94),
    ("2022-08-30", 20.9, 115.4, None, (98, 60), 90),
    ("2023-08-29", 25.6, 122.8, None, (101, 62), 86),
    ("2024-08-27", 28.7, 128.1, None, (102, 62), 84),
]

VACCINES = [
    ("08", "Hep B, adolescent or pediatric", ["2016-08-24", "2016-10-25", "2017-02-28"], 3),
    ("20", "DTaP", ["2016-10-25", "2016-12-20", "2017-02-28", "2017-11-28", "2020-09-01"], 5),
    ("48", "Hib (PRP-T)", ["2016-10-25", "2016-12-20", "2017-02-28", "2017-11-28"], 4),
    ("133", "Pneumococcal conjugate PCV 13", ["2016-10-25", "2016-12-20", "2017-02-28", "2017-08-29"], 4),
    ("119", "rotavirus, monovalent", ["2016-10-25", "2016-12-20"], 2),
    ("10", "IPV", ["2016-10-25", "2016-12-20", "2017-02-28", "2020-09-01"], 4),
    # Of these two the second dose was put off in 2020 and never given.
    ("03", "MMR", ["2017-08-29"], 2),
    ("21", "varicella", ["2017-08-29"], 2),
    ("83", "Hep A, ped/adol, 2 dose", ["2017-08-29", "2018-08-28"], 2),
    ("150", "influenza, injectable, quadrivalent, preservative free",
     ["2017-10-17", "2017-11-28", "2018-10-09", "2019-10-22", "2021-10-12", "2022-10-18", "2023-10-24"], None),
]


def people(r):
    r.clinic = r.organization("Saltmarsh Children's Clinic", [phone("555-0120"), email("front@saltmarshchildren.example.org")],
                              {"line": ["30 Estuary Road"], **CITY}, "CL-60233")
    hospital = r.organization("Ellery Bay Hospital", [phone("555-0127")], {"line": ["1 Headland Way"], **CITY}, "HO-60011")
    allergy = r.organization("Ellery Bay Allergy and Asthma Clinic",
                             [phone("555-0126"), email("clinic@ellerybayallergy.example.org")],
                             {"line": ["14 Cormorant Street"], **CITY}, "CL-60291")
    school = r.organization("Lantern Street Elementary School", [phone("555-0128")], {"line": ["200 Lantern Street"], **CITY})
    r.doctor = r.practitioner("Baek", ["Hyun-woo"], npi="9900000033", telecom=[phone("555-0120")])
    emergency = r.practitioner("Achterberg", ["Marguerite"], npi="9900000041")
    neurologist = r.practitioner("Lowenthal-Sá", ["Benedita"], npi="9900000058", telecom=[phone("555-0129")])
    allergist = r.practitioner("van der Zwaan", ["Anneke"], npi="9900000066", telecom=[phone("555-0126")])
    nurse = r.practitioner("Oduya", ["Tamsin"], prefix="Ms.", telecom=[phone("555-0128")])
    r.patient = r.add("Patient", {
        "identifier": [identifier("MR", "Medical Record Number", "https://saltmarshchildren.example.org/mrn", "SHC-2016-11874")],
        "name": [{"use": "official", "family": "Quiñones-O'Malley", "given": ["Nahia", "Róisín"]}],
        "telecom": [phone("555-0121", "home")],
        "gender": "female",
        "birthDate": "2016-08-23",
        "address": [{"line": ["9 Tidewater Close"], **CITY}],
        "multipleBirthBoolean": False,
        "communication": [{"language": concept("urn:ietf:bcp:47", language, display)}
                          for language, display in [("en", "English"), ("eu", "Basque"), ("ga", "Irish")]],
        "contact": [
            {"relationship": [concept(TERMINOLOGY + "v2-0131", "N", "Next-of-Kin")],
             "name": {"family": "Quiñones Etxeberria", "given": ["Leire"]}, "telecom": [phone("555-0121")], "gender": "female"},
            {"relationship": [concept(TERMINOLOGY + "v2-0131", "N", "Next-of-Kin")],
             "name": {"family": "O'Malley", "given": ["Ciarán"]}, "telecom": [phone("555-0122")], "gender": "male",
             "organization": {"display": "Ellery Bay Lines"}},
        ],
        "generalPractitioner": [r.doctor],
        "managingOrganization": r.clinic,
    }, "patient")
    home = {"line": ["9 Tidewater Close"], **CITY}
    r.related("MTH", "mother", "Quiñones Etxeberria", ["Leire"], [phone("555-0121")], home)
    r.related("FTH", "father", "O'Malley", ["Ciarán"], [phone("555-0122")], home)
    r.related("GRMTH", "grandmother", "O'Malley", ["Bríd"], [phone("555-0124")])
    return hospital, allergy, school, emergency, neurologist, allergist, nurse


def growing(r):
    """The well-child visits; returns them by day."""
    visits = {}
    for day, weight, height, head, pressure, pulse in GROWTH:
        visit = visits[day] = r.visit(day, "Well child visit", "410620009")
        r.observe(day, visit, "weight", weight)
        r.observe(day, visit, "height", height)
        r.observe(day, visit, "heart rate", pulse)
        if head:
            r.observe(day, visit, "head", head)
        if pressure:
            r.pressure(day, visit, *pressure)
        if day >= "2018-08":
            r.observe(day, visit, "bmi", round(weight / (height / 100) ** 2, 1))
    for code, display, days, series in VACCINES:
        for number, day in enumerate(days, 1):
            r.vaccine(day, code, display, number if series else None, series)
    return visits


def record():
    r = Record("quinones", "-08:00")
    hospital, allergy, school, emergency, neurologist, allergist, nurse = people(r)
    visits = growing(r)

    eczema = r.condition("2017-02-28", "24079001", "Atopic dermatitis")
    asthma = r.condition("2019-11-11", "195967001", "Asthma")
    seizure = r.condition("2018-02-14", "41497008", "Febrile convulsion", ended="2018-02-14")
    r.condition("2018-02-14", "84757009", "Epilepsy", verification="refuted")
    r.condition("2018-02-14", "3110003", "Acute otitis media", ended="2018-02-24")
    fracture = r.condition("2022-05-21", "65966004", "Fracture of forearm", ended="2022-06-13")
    peanut = r.allergy("2017-10-31", "91935009", "Allergy to peanut", "126485001", "Urticaria", "high", category="food")
    r.allergy("2017-10-31", "91930004", "Allergy to eggs", "126485001", "Urticaria", "low", category="food", severity="mild",
              verification="refuted")

    # Lead, allergy tests and peak flow; the venous lead that was asked for in 2017 does not exist.
    r.observe("2017-08-29", visits["2017-08-29"], "lead", 6.1)
    r.observe("2017-08-29", visits["2017-08-29"], "hemoglobin", 11.4)
    for day, ige in [("2017-10-31", 11.8), ("2018-10-09", 14.2), ("2020-01-21", 7.6), ("2021-10-04", 3.9), ("2022-09-20", 0.9)]:
        visit = r.visit(day, "Allergy to peanut", "91935009", doctor=allergist, clinic=allergy)
        r.report(day, visit, "6206-7", "Peanut IgE Ab [Units/volume] in Serum", [r.observe(day, visit, "peanut IgE", ige)],
                 doctor=allergist)
    for day, flow in [("2021-10-04", 128), ("2022-01-11", 149), ("2022-05-03", 158), ("2022-11-15", 182), ("2023-05-16", 196),
                      ("2024-05-14", 214)]:
        visit = r.visit(day, "Asthma", "195967001", doctor=allergist, clinic=allergy)
        r.observe(day, visit, "peak flow", flow)
        r.observe(day, visit, "oxygen", 98)
        r.procedure(day, "127783003", "Spirometry", asthma, doctor=allergist)

    visit = r.visit("2018-02-14", "Febrile convulsion", "41497008", ("EMER", "emergency"), doctor=emergency, clinic=hospital)
    for name, value in [("temperature", 39.6), ("heart rate", 152), ("respiratory rate", 32), ("oxygen", 98), ("weight", 10.3)]:
        r.observe("2018-02-14", visit, name, value)
    r.procedure("2018-03-13", "54550000", "Electroencephalogram", seizure, doctor=neurologist)
    visit = r.visit("2019-11-11", "Asthma", "195967001", ("EMER", "emergency"), doctor=emergency, clinic=hospital)
    for name, value in [("temperature", 37.4), ("heart rate", 138), ("respiratory rate", 36), ("oxygen", 91),
                        ("weight in pounds", 31.7)]:
        r.observe("2019-11-11", visit, name, value)
    visit = r.visit("2022-05-21", "Fracture of forearm", "65966004", ("EMER", "emergency"), doctor=emergency, clinic=hospital)
    for name, value in [("temperature", 36.8), ("heart rate", 104), ("weight", 19.9)]:
        r.observe("2022-05-21", visit, name, value)
    r.procedure("2022-05-21", None, "Removable splint, left forearm", fracture, doctor=emergency)
    r.procedure("2022-11-15", None, "Supervised oral food challenge with peanut", peanut, doctor=allergist)
    visit = r.visit("2023-10-10", "School health check", doctor=nurse, clinic=school)
    r.observe("2023-10-10", visit, "weight in pounds", 57.3)

    puff = {"unit": "puff", "amount": 2}
    r.medicine("2018-02-14", None, "amoxicillin 400 MG / 5 ML oral suspension", "400 mg twice daily for 10 days", 2, None, "completed",
               unit="mL", amount=5, doctor=emergency)
    r.medicine("2019-11-11", None, "albuterol 90 MCG inhaler with spacer", "2 puffs when needed for wheeze", 4, asthma, **puff,
               as_needed=True, doctor=emergency)
    low = ("895994", "120 ACTUAT fluticasone propionate 0.044 MG/ACTUAT Metered Dose Inhaler")
    r.medicine("2019-11-25", *low, "2 puffs (88 mcg) twice daily with spacer", 2, asthma, "stopped", **puff,
               reason="No symptoms for six months: trial without, June 2020")
    r.medicine("2021-10-12", *low, "2 puffs (88 mcg) twice daily with spacer", 2, asthma, **puff)
    r.medicine("2017-11-28", None, "epinephrine 0.15 MG auto-injector, two", "into the outer thigh for anaphylaxis", 1, peanut,
               unit="injection", as_needed=True, doctor=allergist)
    r.medicine("2017-02-28", None, "white soft paraffin ointment", "thinly to dry skin twice daily", 2, eczema, unit="application")

    control = r.goal("2021-10-12", "No night cough, and albuterol on no more than two days a week")
    r.plan("2021-10-12", concept(SNOMED, "699728000", "Asthma self management"), [asthma],
           [words("Inhaled steroid morning and night with spacer"), words("Written action plan at home and at school"),
            words("Smoke-free home")], [control])
    r.plan("2023-08-15", words("School health plan"), [peanut, asthma],
           [words("Peanut-free table"), words("Epinephrine auto-injector kept by the school nurse"),
            words("Albuterol before sports when needed")])
    r.team("2016-09-06", [("82296001", "Pediatrician", r.doctor, "Dr. Hyun-woo Baek"),
                          ("106292003", "Professional nurse", nurse, "Ms. Tamsin Oduya")])
    r.relative("FTH", "father", "195967001", "Asthma", 9, "Ciarán O'Malley")
    r.relative("MTH", "mother", "40930008", "Hypothyroidism", 29, "Leire Quiñones Etxeberria")
    r.relative("UNCLE", "uncle", "41497008", "Febrile convulsion", 1, "Donnchadh O'Malley")

    r.note("2016-08-25-discharge", emergency, hospital)
    r.note("2017-09-05-telephone")
    r.note("2018-02-14-emergency", emergency, hospital)
    r.note("2018-03-20-consultation", neurologist, hospital)
    r.note("2020-09-01-progress")
    r.note("2021-10-04-letter", allergist, allergy)
    r.note("2022-05-21-emergency", emergency, hospital)
    r.note("2022-11-15-letter", allergist, allergy)
    r.note("2023-09-18-telephone-portal")
    r.note("2023-10-10-letter-school", nurse, school)
    return r
