/** What the reader says, in which a quotation is seen at its place. */
import { area } from "./say.ts";

export const words = area("reader", {
  // pages.ts
  whereItStandsIn: "Where it stands in the PDF",
  inTheUpperThird: "in the upper third",
  inTheMiddle: "in the middle",
  inTheLowerThird: "in the lower third",
  pageBeginning: "Page {page}, beginning {part}",
  page: "Page {page}",
  // source.ts
  bytes: "bytes {start}–{end}",
  structuredDataOfOne: "Structured data of one day",
  structuredDataConditions: "Structured data: conditions",
  structuredDataAllergies: "Structured data: allergies",
  structuredDataMedications: "Structured data: medications",
  structuredDataWhoThe: "Structured data: who the patient is",
  structuredDataCarePlans: "Structured data: care plans, goals and the care team",
  aNoteLetterOr: "A note, letter or report",
  takenAsTheyAre: "taken as they are",
  readAsAJson: "read as a JSON string",
  decodedFromBase64: "decoded from base64",
  itsEntitiesUndone: "its entities undone",
  itsTextTakenOut: "its text taken out of the markup",
  itsTextTakenOutOfPages: "its text taken out of the pages of the PDF",
  takenAsTheStatus: "taken as the status of FHIR that it stands for",
  close: "Close",
  theSource: "The source",
  quotationsOfThisAnswer: "Quotations of this answer",
  previous: "‹ Previous",
  quotationOf: "Quotation {at} of {of}",
  next: "Next ›",
  whatTheEntryRefers: "What the entry refers to",
  aFileThatIs: "A file that is not here any more",
  unpacked: ", unpacked",
  countedFrom0The: "Counted from 0; the byte after the last one is the second number.",
  theseBytesDoNot: "These bytes do not hold what the box shows. Do not rely on the box; add the file again.",
  theFileHasIt:
    "The file has it like this, byte for byte. {marked} is what the box shows; {underlined} are its other elements.",
  marked: "Marked",
  underlined: "underlined",
  howTheseBytesBecame: "How these bytes became the text below",
  theFileUnpackedFrom: "The file, unpacked from gzip",
  bytesToOfThe: "Bytes {start} to {end} of the ZIP archive",
  bytesUnpacked: "Bytes {start} to {end} of the ZIP archive, unpacked",
  theTextIsAs: "{unread} The text is as it was decoded when the file was added.",
  decodedAgainJustNow: "Decoded again just now: these bytes give this text. {marked} is the quoted passage.",
  theseBytesGiveOther: "These bytes do not give this text. Do not rely on the quotation; add the file again.",
  theBytesCannotBe: "The bytes cannot be read now.",
  theBytesCannotBeAs: "The bytes cannot be read now: {why}",
});

export const { rich, say } = words;
