// Records with words that occur nowhere else, so that they can be looked for.

/** Words of a record that must not be found outside the room in plain sight. */
export const CANARIES = {
  family: "Quillfeatherby",
  note: "the zyxomorphic rash on the left shoulder",
  label: "canary-wimbleton.json",
  question: "What about the zyxomorphic rash?",
  passphrase: "marmalade orbit velvet",
  number: "999-50-7713",
};

/** A bundle of `days` days of readings and a note, all of one patient. */
export function canaryBundle(days = 30, id = "canary-1") {
  const subject = { reference: `Patient/${id}` };
  const text = `Seen today with ${CANARIES.note}. Telephoned her sister Ms. ${CANARIES.family} about it.`;
  const observation = (day) => ({
    resourceType: "Observation",
    id: `${id}-weight-${day}`,
    status: "final",
    subject,
    code: { coding: [{ system: "http://loinc.org", code: "29463-7", display: "Body Weight" }] },
    effectiveDateTime: new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10),
    valueQuantity: { value: 70 + (day % 7) / 10, unit: "kg" },
  });
  const resources = [
    {
      resourceType: "Patient",
      id,
      name: [{ family: CANARIES.family, given: ["Ada"] }],
      birthDate: "1960-05-04",
      identifier: [{ system: "http://hl7.org/fhir/sid/us-ssn", value: CANARIES.number }],
    },
    {
      resourceType: "DocumentReference",
      id: `${id}-note`,
      status: "current",
      subject,
      date: "2020-02-03T10:00:00Z",
      type: { text: "Progress note" },
      content: [{ attachment: { contentType: "text/plain", data: Buffer.from(text).toString("base64") } }],
    },
    ...Array.from({ length: days }, (_, day) => observation(day)),
  ];
  return JSON.stringify({
    resourceType: "Bundle",
    type: "collection",
    entry: resources.map((resource) => ({ resource })),
  });
}

/** Such a bundle as a file to pick. */
export const canaryFile = (days, id) => ({
  name: id === undefined ? CANARIES.label : `${id}.json`,
  mimeType: "application/json",
  buffer: Buffer.from(canaryBundle(days, id)),
});
