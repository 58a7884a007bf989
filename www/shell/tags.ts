/** The languages that the page speaks. */
const TAGS = ["en", "de"] as const;
export type Tag = (typeof TAGS)[number];

/** Returns whether `tag` is a language of the page. */
export function isTag(tag: unknown): tag is Tag {
  return TAGS.some((each) => each === tag);
}

/** Returns the first of the `wanted` languages that the page speaks; English where it speaks none. */
export function preferred(wanted: readonly string[]): Tag {
  return wanted.map((each) => each.slice(0, 2).toLowerCase()).find(isTag) ?? "en";
}
