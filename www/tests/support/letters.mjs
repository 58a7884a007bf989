// Letters about one person, as FHIR has them.

/** The letter `id` of `day` as an entry of a bundle. */
export const letter = (id, day, text, { type = "Letter", author } = {}) => ({
  resource: {
    resourceType: "DocumentReference",
    id,
    status: "current",
    type: { text: type },
    subject: { reference: "Patient/p" },
    date: `${day}T09:00:00Z`,
    ...(author !== undefined && { author: [{ display: author }] }),
    content: [{ attachment: { contentType: "text/plain", data: Buffer.from(text).toString("base64") } }],
  },
});

/** A file of `letters` and of the person whom they are about. */
export const letters = (...letters) => ({
  name: "letters.json",
  mimeType: "application/json",
  buffer: Buffer.from(
    JSON.stringify({
      resourceType: "Bundle",
      type: "collection",
      entry: [
        { resource: { resourceType: "Patient", id: "p", name: [{ family: "Okafor", given: ["Amara"] }] } },
        ...letters,
      ],
    }),
  ),
});
