"""Builds one patient's FHIR R4 bundle, resource by resource."""

import base64
import json
import uuid
from pathlib import Path

from .codes import CVX, LOINC, RXNORM, SNOMED, TERMINOLOGY, TESTS, UCUM, Test

LETTERS = Path(__file__).parent / "letters"

# Document types: LOINC code and display.
NOTES = {
    "consultation": ("11488-4", "Consultation note"),
    "discharge": ("18842-5", "Discharge summary"),
    "emergency": ("34111-5", "Emergency department Note"),
    "imaging": ("18748-4", "Diagnostic imaging study"),
    "letter": ("51852-2", "Letter"),
    "procedure": ("28570-0", "Procedure note"),
    "progress": ("11506-3", "Progress note"),
    "referral": ("57133-1", "Referral note"),
    "telephone": ("34109-9", "Note"),
}


def concept(system, code, display):
    """A CodeableConcept of one coding."""
    return {"coding": [{"system": system, "code": code, "display": display}]}


def words(text):
    """A CodeableConcept without a code, as records have it where nobody chose one."""
    return {"text": text}


def phone(number, use=None):
    return {"system": "phone", "value": number, **({"use": use} if use else {})}


def email(address):
    return {"system": "email", "value": address}


def identifier(kind, display, system, value):
    return {"type": concept(TERMINOLOGY + "v2-0203", kind, display), "system": system, "value": value}


class Record:
    """One patient's bundle while it is being written. A patient's module sets `patient`, `clinic` and `doctor`; what is
    added afterwards is theirs unless it says otherwise."""

    def __init__(self, key, zone, ascii_only=False):
        self.key, self.zone, self.ascii_only = key, zone, ascii_only
        self.entries, self.counts = [], {}
        self.patient = self.clinic = self.doctor = None

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

    # People and places

    def organization(self, name, telecom=(), address=None, number=None, key=None):
        body = {"identifier": [{"system": "https://registry.example.org/clinics", "value": number}]} if number else {}
        body["name"] = name
        if telecom:
            body["telecom"] = list(telecom)
        if address:
            body["address"] = [address]
        return self.add("Organization", body, key)

    def practitioner(self, family, given, prefix="Dr.", npi=None, telecom=(), key=None):
        body = {"identifier": [{"system": "http://hl7.org/fhir/sid/us-npi", "value": npi}]} if npi else {}
        body["name"] = [{"family": family, "given": given, "prefix": [prefix]}]
        if telecom:
            body["telecom"] = list(telecom)
        return self.add("Practitioner", body, key)

    def related(self, code, display, family, given, telecom=(), address=None):
        body = {
            "patient": self.patient,
            "relationship": [concept(TERMINOLOGY + "v3-RoleCode", code, display)],
            "name": [{"family": family, "given": given}],
        }
        if telecom:
            body["telecom"] = list(telecom)
        if address:
            body["address"] = [address]
        return self.add("RelatedPerson", body)

    # Visits and measurements

    def visit(self, day, reason, code=None, kind=("AMB", "ambulatory"), until=None, doctor=None, clinic=None):
        what = {
            "AMB": concept(SNOMED, "185349003", "Encounter for check up (procedure)"),
            "EMER": concept(SNOMED, "50849002", "Emergency room admission (procedure)"),
            "HH": concept(SNOMED, "439708006", "Home visit (procedure)"),
            "IMP": concept(SNOMED, "32485007", "Hospital admission (procedure)"),
        }[kind[0]]
        return self.add("Encounter", {
            "status": "finished",
            "class": {"system": TERMINOLOGY + "v3-ActCode", "code": kind[0], "display": kind[1]},
            "type": [what],
            "subject": self.patient,
            "participant": [{"individual": doctor or self.doctor}],
            "period": {"start": self.at(day), "end": self.at(until or day, "10:00:00")},
            "reasonCode": [concept(SNOMED, code, reason) if code else words(reason)],
            "serviceProvider": clinic or self.clinic,
        })

    def observation(self, day, visit, category, code, **value):
        return self.add("Observation", {
            "status": "final",
            "category": [concept(TERMINOLOGY + "observation-category", *category)],
            "code": code,
            "subject": self.patient,
            "encounter": visit,
            "effectiveDateTime": self.at(day),
            **value,
        })

    def observe(self, day, visit, name, value):
        """Adds a measurement of `TESTS`, with its reference range and whether it lies outside."""
        test = TESTS[name]
        more = {"valueQuantity": {"value": value, "unit": test.unit}}
        if flag := interpretation(test, value):
            more["interpretation"] = [flag]
        ends = {name: {"value": end, "unit": test.unit} for name, end in [("low", test.low), ("high", test.high)] if end is not None}
        if ends:
            more["referenceRange"] = [ends]
        return self.observation(day, visit, (test.category, test.category), concept(LOINC, test.code, test.display), **more)

    def pressure(self, day, visit, systolic, diastolic):
        def part(code, display, value):
            return {"code": concept(LOINC, code, display), "valueQuantity": {"value": value, "unit": "mm[Hg]"}}

        self.observation(day, visit, ("vital-signs", "vital-signs"), concept(LOINC, "85354-9", "Blood Pressure"), component=[
            part("8480-6", "Systolic Blood Pressure", systolic),
            part("8462-4", "Diastolic Blood Pressure", diastolic),
        ])

    def finding(self, day, visit, test, answer):
        """Adds a laboratory result that is a word; `test` is a LOINC code and display, `answer` SNOMED's."""
        return self.observation(day, visit, ("laboratory", "laboratory"), concept(LOINC, *test),
                                valueCodeableConcept=concept(SNOMED, *answer))

    def smoking(self, day, visit, code, answer):
        self.observation(day, visit, ("social-history", "Social History"), concept(LOINC, "72166-2", "Tobacco smoking status"),
                         valueCodeableConcept=concept(SNOMED, code, answer))

    def report(self, day, visit, code, display, results=(), conclusion=None, letter=None, doctor=None,
               category=("LAB", "Laboratory")):
        """Adds a diagnostic report; `letter` names the file of its text."""
        body = {
            "status": "final",
            "category": [concept(TERMINOLOGY + "v2-0074", *category)],
            "code": concept(LOINC, code, display),
            "subject": self.patient,
            "encounter": visit,
            "effectiveDateTime": self.at(day),
        }
        if doctor:
            body["performer"] = [doctor]
        if results:
            body["result"] = list(results)
        if conclusion:
            body["conclusion"] = conclusion
        if letter:
            body["presentedForm"] = [self.attachment(letter)]
        return self.add("DiagnosticReport", body)

    # What lasts

    def condition(self, day, code, display, ended=None, verification="confirmed"):
        status = "resolved" if ended else "active"
        body = {"clinicalStatus": concept(TERMINOLOGY + "condition-clinical", status, status.capitalize())}
        if verification == "refuted":
            body = {}
        body |= {
            "verificationStatus": concept(TERMINOLOGY + "condition-ver-status", verification, verification.capitalize()),
            "category": [concept(TERMINOLOGY + "condition-category", "problem-list-item", "Problem List Item")],
            "code": concept(SNOMED, code, display),
            "subject": self.patient,
            "onsetDateTime": day,
            "recordedDate": day,
        }
        return self.add("Condition", {**body, "abatementDateTime": ended} if ended else body)

    def medicine(self, day, code, display, dose, per_day, why, status="active", unit="tablet", amount=1, reason=None,
                 as_needed=False, doctor=None):
        """Adds an order; `code` is RxNorm's, or None for a medicine in words. `reason` says why it was stopped."""
        body = {"status": status}
        if reason:
            body["statusReason"] = words(reason)
        body |= {
            "intent": "order",
            "medicationCodeableConcept": concept(RXNORM, code, display) if code else words(display),
            "subject": self.patient,
            "authoredOn": self.at(day),
            "requester": doctor or self.doctor,
        }
        if why:
            body["reasonReference"] = [why]
        body["dosageInstruction"] = [{
            "text": dose,
            "timing": {"repeat": {"frequency": per_day, "period": 1, "periodUnit": "d"}},
            "asNeededBoolean": as_needed,
            "doseAndRate": [{"doseQuantity": {"value": amount, "unit": unit}}],
        }]
        return self.add("MedicationRequest", body)

    def allergy(self, day, code, display, sign_code, sign, criticality, system=SNOMED, category="medication", kind="allergy",
                severity="moderate", verification="confirmed"):
        body = {}
        if verification != "refuted":
            body["clinicalStatus"] = concept(TERMINOLOGY + "allergyintolerance-clinical", "active", "Active")
        body |= {
            "verificationStatus": concept(TERMINOLOGY + "allergyintolerance-verification", verification, verification.capitalize()),
            "type": kind,
            "category": [category],
            "criticality": criticality,
            "code": concept(system, code, display) if code else words(display),
            "patient": self.patient,
            "recordedDate": day,
            "reaction": [{"manifestation": [concept(SNOMED, sign_code, sign)], "severity": severity}],
        }
        return self.add("AllergyIntolerance", body)

    def no_allergies(self, day):
        return self.add("AllergyIntolerance", {
            "clinicalStatus": concept(TERMINOLOGY + "allergyintolerance-clinical", "active", "Active"),
            "verificationStatus": concept(TERMINOLOGY + "allergyintolerance-verification", "confirmed", "Confirmed"),
            "code": concept(SNOMED, "716186003", "No known allergy"),
            "patient": self.patient,
            "recordedDate": day,
        })

    def procedure(self, day, code, display, why=None, doctor=None, status="completed"):
        body = {
            "status": status,
            "code": concept(SNOMED, code, display) if code else words(display),
            "subject": self.patient,
            "performedPeriod": {"start": self.at(day, "10:15:00"), "end": self.at(day, "10:45:00")},
            "performer": [{"actor": doctor or self.doctor}],
        }
        return self.add("Procedure", {**body, "reasonReference": [why]} if why else body)

    def vaccine(self, day, code, display, dose=None, series=None):
        body = {
            "status": "completed",
            "vaccineCode": concept(CVX, code, display),
            "patient": self.patient,
            "occurrenceDateTime": self.at(day),
            "primarySource": True,
            "lotNumber": f"EX{code}-{day[:4]}",
        }
        if dose:
            body["protocolApplied"] = [{"doseNumberPositiveInt": dose, **({"seriesDosesPositiveInt": series} if series else {})}]
        self.add("Immunization", body)

    def relative(self, code, display, condition_code, condition, age, name=None):
        body = {"status": "completed", "patient": self.patient}
        if name:
            body["name"] = name
        self.add("FamilyMemberHistory", {
            **body,
            "relationship": concept(TERMINOLOGY + "v3-RoleCode", code, display),
            "condition": [{
                "code": concept(SNOMED, condition_code, condition),
                "onsetAge": {"value": age, "unit": "a", "system": UCUM, "code": "a"},
            }],
        })

    def goal(self, day, text, test=None, **target):
        body = {"lifecycleStatus": "active", "description": words(text), "subject": self.patient, "startDate": day}
        if test:
            body["target"] = [{"measure": concept(LOINC, TESTS[test].code, TESTS[test].display), **target}]
        return self.add("Goal", body)

    def plan(self, day, title, addresses, activities, goals=(), ended=None):
        """Adds a care plan; `title` and each activity are CodeableConcepts."""
        body = {
            "status": "completed" if ended else "active",
            "intent": "order",
            "category": [title],
            "subject": self.patient,
            "period": {"start": day, **({"end": ended} if ended else {})},
            "addresses": addresses,
        }
        if goals:
            body["goal"] = list(goals)
        body["activity"] = [{"detail": {"code": code, "status": "completed" if ended else "in-progress"}} for code in activities]
        return self.add("CarePlan", body)

    def team(self, day, members):
        """Adds a care team of `(SNOMED role code, role, member, name)`."""
        return self.add("CareTeam", {
            "status": "active",
            "subject": self.patient,
            "period": {"start": day},
            "participant": [{"role": [concept(SNOMED, code, role)], "member": {**member, "display": name}}
                            for code, role, member, name in members],
        })

    # Prose

    def attachment(self, name):
        """The letter in the file of that name, byte for byte."""
        data = (LETTERS / self.key / f"{name}.txt").read_bytes()
        return {"contentType": "text/plain; charset=utf-8", "data": base64.b64encode(data).decode()}

    def note(self, name, author=None, custodian=None):
        """Adds the letter in the file `name`, which is its day and kind: `2018-04-10-progress`."""
        day, kind = name[:10], name[11:].split("-")[0]
        self.add("DocumentReference", {
            "status": "current",
            "type": concept(LOINC, *NOTES[kind]),
            "subject": self.patient,
            "date": self.at(day, "17:00:00"),
            "author": [author or self.doctor],
            "custodian": custodian or self.clinic,
            "content": [{"attachment": self.attachment(name)}],
            "context": {"period": {"start": self.at(day), "end": self.at(day, "10:00:00")}},
        })

    def text(self):
        """Returns the bundle with one line per element of a resource."""
        def line(value):
            return json.dumps(value, ensure_ascii=self.ascii_only)

        entries = []
        for entry in self.entries:
            elements = ",\n".join(f"   {line(name)}: {line(value)}" for name, value in entry["resource"].items())
            entries.append(f'  {{"fullUrl": {line(entry["fullUrl"])}, "resource": {{\n{elements}}}}}')
        return '{"resourceType": "Bundle", "type": "collection", "entry": [\n' + ",\n".join(entries) + "\n]}\n"


def interpretation(test: Test, value):
    """How `value` lies to the reference range: nothing is said where there is none."""
    if test.low is None and test.high is None:
        return None
    code, display = "N", "Normal"
    if test.low is not None and value < test.low:
        code, display = "L", "Low"
    if test.high is not None and value > test.high:
        code, display = "H", "High"
    return concept(TERMINOLOGY + "v3-ObservationInterpretation", code, display)
