/** What was found in a text, in words. */
import type { Sighting } from "../engine/types.ts";
import { say } from "../words/leaves.ts";

/** The four looks of what was found. */
export type Sort = "who" | "where" | "when" | "code";

/** What each type of finding is called, and how it is marked. */
export const KINDS: Readonly<Record<string, { readonly sort: Sort; readonly name: string }>> = {
  PERSON: {
    sort: "who",
    get name() {
      return say("aPersonsName");
    },
  },
  ORGANIZATION: {
    sort: "who",
    get name() {
      return say("anEmployerInsurerOr");
    },
  },
  OCCUPATION: {
    sort: "who",
    get name() {
      return say("anOccupationThatTells");
    },
  },
  USERNAME: {
    sort: "who",
    get name() {
      return say("aUserName");
    },
  },
  HOSPITAL: {
    sort: "where",
    get name() {
      return say("aHospitalPracticeOr");
    },
  },
  LOCATION: {
    sort: "where",
    get name() {
      return say("aPlaceSmallerThan");
    },
  },
  ROOM: {
    sort: "where",
    get name() {
      return say("aRoomOrBed");
    },
  },
  DATE: {
    sort: "when",
    get name() {
      return say("aDate");
    },
  },
  AGE: {
    sort: "when",
    get name() {
      return say("anAgeOver89");
    },
  },
  PHONE: {
    sort: "code",
    get name() {
      return say("aTelephoneNumber");
    },
  },
  FAX: {
    sort: "code",
    get name() {
      return say("aFaxNumber");
    },
  },
  EMAIL: {
    sort: "code",
    get name() {
      return say("anEMailAddress");
    },
  },
  SOCIAL_SECURITY: {
    sort: "code",
    get name() {
      return say("aSocialSecurityNumber");
    },
  },
  MEDICAL_RECORD: {
    sort: "code",
    get name() {
      return say("aMedicalRecordNumber");
    },
  },
  HEALTH_PLAN: {
    sort: "code",
    get name() {
      return say("aHealthPlanNumber");
    },
  },
  ACCOUNT: {
    sort: "code",
    get name() {
      return say("anAccountOrCard");
    },
  },
  LICENSE: {
    sort: "code",
    get name() {
      return say("aLicenceOrRegistration");
    },
  },
  VEHICLE: {
    sort: "code",
    get name() {
      return say("aVehiclesNumberOr");
    },
  },
  DEVICE: {
    sort: "code",
    get name() {
      return say("aDevicesIdentifier");
    },
  },
  URL: {
    sort: "code",
    get name() {
      return say("aWebAddress");
    },
  },
  IP: {
    sort: "code",
    get name() {
      return say("aNetworkAddress");
    },
  },
  BIOMETRIC: {
    sort: "code",
    get name() {
      return say("aBiometricIdentifierOr");
    },
  },
  NATIONAL_ID: {
    sort: "code",
    get name() {
      return say("aNationalNumberOr");
    },
  },
  ID: {
    sort: "code",
    get name() {
      return say("aNumberOrCode");
    },
  },
};

/** Returns why a recognizer took it for that: the pattern, what passed a check, and what stands beside it. */
export function why({ pattern, validation, context, recognizer }: Sighting): string {
  const reasons = [
    recognizer === "records"
      ? say("namedByYourRecords")
      : recognizer === "head"
        ? say("byTheWordsAround", { pattern })
        : say("form", { pattern }),
    ...(validation === undefined ? [] : [say("fits", { validation })]),
    ...(context === undefined ? [] : [say("besideIt", { context })]),
  ];
  return reasons.join("; ");
}

/** Returns how sure a score from 0 to 100 is, in a word. */
export function sureness(score: number): string {
  if (score >= 95) return say("certain");
  if (score >= 75) return say("veryLikely");
  if (score >= 55) return say("likely");
  return say("possible");
}
