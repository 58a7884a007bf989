/** What a person chooses of the page, and what can be chosen. It is kept with the conversation. */
import { isTag, type Tag } from "../../shell/tags.ts";

export { isTag, type Tag };

/** Which units stand beside those of the records: none, international ones, or those usual in the United States. */
export const UNITS = ["recorded", "si", "conventional"] as const;
export type Units = (typeof UNITS)[number];

/** What the person chose. */
export interface Choices {
  readonly language?: Tag | undefined;
  readonly units?: Units | undefined;
}

/** Returns whether `value` is one of {@link UNITS}. */
export function isUnits(value: unknown): value is Units {
  return UNITS.some((each) => each === value);
}
