/** What was found in a text, in words. */
import type { Sighting } from "../engine/types.ts";

/** The four looks of what was found. */
export type Sort = "who" | "where" | "when" | "code";

/** What each type of finding is called, and how it is marked. */
export const KINDS: Readonly<Record<string, { readonly sort: Sort; readonly name: string }>> = {
  PERSON: { sort: "who", name: "a person's name" },
  ORGANIZATION: { sort: "who", name: "an employer, insurer or other organisation" },
  OCCUPATION: { sort: "who", name: "an occupation that tells who it is" },
  USERNAME: { sort: "who", name: "a user name" },
  HOSPITAL: { sort: "where", name: "a hospital, practice or ward" },
  LOCATION: { sort: "where", name: "a place smaller than a state" },
  ROOM: { sort: "where", name: "a room or bed" },
  DATE: { sort: "when", name: "a date" },
  AGE: { sort: "when", name: "an age over 89" },
  PHONE: { sort: "code", name: "a telephone number" },
  FAX: { sort: "code", name: "a fax number" },
  EMAIL: { sort: "code", name: "an e-mail address" },
  SOCIAL_SECURITY: { sort: "code", name: "a social security number" },
  MEDICAL_RECORD: { sort: "code", name: "a medical record number" },
  HEALTH_PLAN: { sort: "code", name: "a health plan number" },
  ACCOUNT: { sort: "code", name: "an account or card number" },
  LICENSE: { sort: "code", name: "a licence or registration number" },
  VEHICLE: { sort: "code", name: "a vehicle's number or plate" },
  DEVICE: { sort: "code", name: "a device's identifier" },
  URL: { sort: "code", name: "a web address" },
  IP: { sort: "code", name: "a network address" },
  BIOMETRIC: { sort: "code", name: "a biometric identifier or photograph" },
  NATIONAL_ID: { sort: "code", name: "a national number or passport" },
  ID: { sort: "code", name: "a number or code of one person or case" },
};

/** Returns why a recognizer took it for that: the pattern, what passed a check, and what stands beside it. */
export function why({ pattern, validation, context, recognizer }: Sighting): string {
  const reasons = [
    recognizer === "records"
      ? "named by your records"
      : recognizer === "head"
        ? `by the words around it: ${pattern}`
        : `form: ${pattern}`,
    ...(validation === undefined ? [] : [`${validation} fits`]),
    ...(context === undefined ? [] : [`beside it: ${context}`]),
  ];
  return reasons.join("; ");
}

/** Returns how sure a score from 0 to 100 is, in a word. */
export function sureness(score: number): string {
  if (score >= 95) return "certain";
  if (score >= 75) return "very likely";
  if (score >= 55) return "likely";
  return "possible";
}
