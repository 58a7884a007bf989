/** What the types of entries that files often hold beside the records are called. */
import { nouns, type Noun } from "../words/nouns.ts";
import { many } from "./words.ts";

/** The resource types that files often hold beside the records themselves, as people call them. */
const TYPES: Readonly<Record<string, Noun>> = {
  Account: "account",
  Appointment: "appointment",
  AuditEvent: "accessLogEntry",
  Binary: "attachedFile",
  Claim: "insuranceClaim",
  ClaimResponse: "answerToClaim",
  Coverage: "insurancePolicy",
  ExplanationOfBenefit: "insuranceStatement",
  Location: "place",
  Organization: "organisation",
  Practitioner: "clinician",
  PractitionerRole: "cliniciansRole",
  Provenance: "noteOfAuthor",
  RelatedPerson: "relative",
  SupplyDelivery: "delivery",
};

/** Returns so many resources of `type` in plain words: `2 organisations`. */
export function resources(type: string, count: number): string {
  const noun = TYPES[type];
  return noun === undefined ? nouns.say("entryOfType", { count, type: spaced(type) }) : many(count, noun);
}

function spaced(type: string): string {
  return type.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
