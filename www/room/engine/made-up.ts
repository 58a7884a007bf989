/**
 * What the test of a device looks for: identifiers of a person whom we invented, one for each of the 18 of 45 CFR 164.514(b)(2)(i),
 * each in a line as records have it; a record of her; and questions that the sample records answer.
 */

/** One of the 18. */
interface MadeUp {
  readonly clause: string;
  readonly kind: string;
  readonly text: string;
  /** A line of a record around it; `{}` is its place. */
  readonly line: string;
}

/** The 18, by their letters in the rule. */
export const IDENTIFIERS: readonly MadeUp[] = [
  { clause: "A", kind: "Name", text: "Marisol Thornquist", line: "Patient: {}. Seen for a cough." },
  { clause: "B", kind: "Address", text: "4127 Juniper Hollow Road", line: "Lives at {} with her sister." },
  { clause: "C", kind: "Date", text: "March 14, 1987", line: "Date of birth: {}. Seen for a cough." },
  { clause: "D", kind: "Telephone number", text: "(406) 555-0142", line: "Call her at {} before noon." },
  { clause: "E", kind: "Fax number", text: "406-555-0187", line: "Fax the results to {} please." },
  {
    clause: "F",
    kind: "Email address",
    text: "marisol.thornquist@example.org",
    line: "Write to {} about the results.",
  },
  { clause: "G", kind: "Social security number", text: "531-48-2067", line: "SSN: {}, as she told us." },
  { clause: "H", kind: "Medical record number", text: "MRN-00482913", line: "Medical record number: {}, ward 4." },
  { clause: "I", kind: "Health plan number", text: "XGW417729305", line: "Health plan member ID: {}, valid." },
  { clause: "J", kind: "Account number", text: "4417209388", line: "Bill it to account number {} today." },
  { clause: "K", kind: "Licence number", text: "D51277304418", line: "Driver's license number: {}, seen." },
  { clause: "L", kind: "Vehicle number", text: "1M8GDM9AXKP042788", line: "Her car, VIN {}, was in the accident." },
  { clause: "M", kind: "Device serial number", text: "SN-7741-ZQ93-05", line: "Pacemaker, serial number {}, checked." },
  {
    clause: "N",
    kind: "Web address",
    text: "https://thornquist-family.example/marisol",
    line: "She keeps a diary at {} for us.",
  },
  { clause: "O", kind: "Network address", text: "203.0.113.77", line: "Signed in from {} last night." },
  { clause: "P", kind: "Biometric identifier", text: "VP-55102-KLM", line: "Voiceprint {} is on file." },
  { clause: "Q", kind: "Photograph", text: "thornquist_face_0114.jpg", line: "Full-face photograph: {}, taken today." },
  { clause: "R", kind: "Other unique number", text: "HX-20931-B", line: "Study participant number: {}, arm 2." },
];

/** What is asked of the invented person's record; the identifiers stand behind it. */
export const ASKED = "What was my last blood pressure?";

/** A record of the invented person that holds all 18, as FHIR R4. */
export const RECORD: string = JSON.stringify({
  resourceType: "Bundle",
  type: "collection",
  entry: [
    {
      resource: {
        resourceType: "Patient",
        id: "made-up",
        name: [{ family: "Thornquist", given: ["Marisol"] }],
        birthDate: "1987-03-14",
        address: [{ line: ["4127 Juniper Hollow Road"], city: "Bozeman" }],
        telecom: [
          { system: "phone", value: textOf("D") },
          { system: "fax", value: textOf("E") },
          { system: "email", value: textOf("F") },
          { system: "url", value: textOf("N") },
        ],
        photo: [{ title: textOf("Q") }],
        identifier: [..."GHIJKLOPR"].map((clause) => ({ value: textOf(clause) })),
      },
    },
    {
      resource: {
        resourceType: "Device",
        id: "made-up-device",
        serialNumber: textOf("M"),
        patient: { reference: "Patient/made-up" },
      },
    },
    {
      resource: {
        resourceType: "Observation",
        id: "made-up-pressure",
        status: "final",
        subject: { reference: "Patient/made-up" },
        effectiveDateTime: "2023-05-10T09:00:00Z",
        code: { coding: [{ system: "http://loinc.org", code: "85354-9", display: "Blood pressure panel" }] },
        component: [
          pressure("8480-6", "Systolic blood pressure", 128),
          pressure("8462-4", "Diastolic blood pressure", 82),
        ],
      },
    },
  ],
});

function textOf(clause: string): string {
  return IDENTIFIERS.find((each) => each.clause === clause)?.text ?? "";
}

function pressure(code: string, display: string, value: number) {
  return {
    code: { coding: [{ system: "http://loinc.org", code, display }] },
    valueQuantity: { value, unit: "mmHg", system: "http://unitsofmeasure.org", code: "mm[Hg]" },
  };
}

/** A question that the sample records answer. */
interface SampleQuestion {
  /** The name of the person whom it is about, or the beginning of it. */
  readonly of: string;
  readonly question: string;
  /** What stands in a passage that answers. */
  readonly answered: RegExp;
}

/** They were written from what the samples are known to hold (`examples/records/README.md`), not from what is found. */
export const QUESTIONS: readonly SampleQuestion[] = [
  { of: "Amara", question: "Am I allergic to penicillin?", answered: /amoxicillin were negative/i },
  { of: "Amara", question: "How did my HbA1c change?", answered: /Hemoglobin A1c[^]*Value is|HbA1c/ },
  { of: "Amara", question: "How much metformin do I take?", answered: /metformin/i },
  { of: "Amara", question: "When was my last eye exam?", answered: /retinal eye exam[^]*2023-06-06/i },
  { of: "Amara", question: "Is my colonoscopy due?", answered: /surveillance colonoscopy/i },
  { of: "Nahia", question: "Is Nahia allergic to peanuts?", answered: /peanut[^]*(?:challenge|off her list)/i },
  { of: "Nahia", question: "How much fluticasone should she take?", answered: /fluticasone[^]*puff/i },
  { of: "Nahia", question: "How did her height change?", answered: /Body Height/ },
  { of: "Imani", question: "What is my blood group?", answered: /Blood group O|group O/i },
  { of: "Imani", question: "When was sertraline stopped and restarted?", answered: /sertraline/i },
  { of: "Imani", question: "How did my thyrotropin change?", answered: /Thyrotropin/ },
  { of: "Håkon", question: "Which furosemide tablets am I on?", answered: /furosemide 80 MG|tablet of 40 mg/i },
  { of: "Håkon", question: "When was my digoxin level measured?", answered: /digoxin[^]*level/i },
  { of: "Håkon", question: "Does he smoke?", answered: /smoker|pipe/i },
  { of: "Thị", question: "What is my INR goal?", answered: /INR between 2\.5 and 3\.5/ },
  { of: "Thị", question: "How much warfarin do I take?", answered: /warfarin sodium 3 MG|warfarin 3 mg/i },
];
