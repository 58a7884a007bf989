/**
 * Values in other units, beside those of the records, which stay as they are. A unit is converted by its dimension; between a mass and an
 * amount of a substance by the molar mass of what the LOINC code of the entry measures. What is not in the tables is not converted.
 */
import type { Units } from "./choices.ts";
import { number, plainUnit } from "./words.ts";

let chosen: Units = "recorded";

/** Has values shown in `units` from now on, beside those of the records. */
export function showIn(units: Units): void {
  chosen = units;
}

/** One quantity in two units of UCUM: `si = conventional × by + plus`, for the LOINC `codes` where it is not so for all. */
interface Pair {
  readonly conventional: string;
  readonly si: string;
  readonly by: number;
  readonly plus?: number;
  readonly codes?: readonly string[];
}

/** Milligrams per decilitre as millimoles per litre, for a molar mass in g/mol. */
const molar = (mass: number, codes: readonly string[]): Pair => ({
  conventional: "mg/dL",
  si: "mmol/L",
  by: 10 / mass,
  codes,
});

/** The same as micromoles per litre. */
const micromolar = (mass: number, codes: readonly string[]): Pair => ({
  conventional: "mg/dL",
  si: "umol/L",
  by: 10_000 / mass,
  codes,
});

/** Factors of the units from UCUM 2.1; molar masses from the IUPAC standard atomic weights, of triglycerides as triolein. */
const PAIRS: readonly Pair[] = [
  { conventional: "[lb_av]", si: "kg", by: 0.45359237 },
  { conventional: "[oz_av]", si: "g", by: 28.349523125 },
  { conventional: "[in_i]", si: "cm", by: 2.54 },
  { conventional: "[degF]", si: "Cel", by: 5 / 9, plus: -160 / 9 },
  { conventional: "g/dL", si: "g/L", by: 10 },
  molar(180.156, ["2345-7", "2339-0", "1558-6", "41653-7", "14749-6", "15074-8", "14771-0"]),
  molar(386.65, ["2093-3", "2085-9", "2089-1", "13457-7", "18262-6", "14647-2", "14646-4", "22748-8"]),
  molar(885.43, ["2571-8", "14927-8"]),
  molar(28.014, ["3094-0", "6299-2", "14937-7"]),
  molar(40.078, ["17861-6", "2000-8"]),
  micromolar(113.12, ["2160-0", "38483-4", "14682-9"]),
  micromolar(584.66, ["1975-2", "1968-7", "14631-6"]),
  micromolar(168.11, ["3084-1", "14933-6"]),
  // The master equation between the units of NGSP and IFCC (Hoelzel et al., Clinical Chemistry 50:166, 2004).
  { conventional: "%", si: "mmol/mol", by: 10.929, plus: -23.52, codes: ["4548-4", "17856-6", "59261-8"] },
];

/** Returns `value` of the records in the other unit that was chosen, as `≈ 5.6 mmol/L`; nothing where there is none, or it is in that unit already. */
export function inOther(value: string, unit: string | undefined, code?: string): string | undefined {
  if (chosen === "recorded" || unit === undefined || !/^[-+]?\d+(?:\.\d+)?$/.test(value)) return undefined;
  const loinc = /\d+-\d$/.exec(code ?? "")?.[0] ?? "";
  const from = chosen === "si" ? "conventional" : "si";
  const pair = PAIRS.find((each) => each[from] === unit && (each.codes?.includes(loinc) ?? true));
  if (pair === undefined) return undefined;
  const { by, plus = 0 } = pair;
  const other = chosen === "si" ? Number(value) * by + plus : (Number(value) - plus) / by;
  // Not more exact than what was measured.
  const digits = Math.max(2, value.replace(/^[-+]?0*\.?0*/, "").replace(".", "").length);
  return `≈ ${number(other, { maximumSignificantDigits: digits })} ${plainUnit(pair[chosen])}`;
}
