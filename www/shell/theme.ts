/**
 * The look that a portal may ask for: four values, each checked by its form and range.
 *
 * They travel in the fragment of the shell's address, which is sent to no server, and are checked at three
 * places: by the panel, by the shell, and by the room. Whatever is not exactly one of these is dropped.
 */

/** A portal's wishes. */
export interface Theme {
  /** Colour of links and main buttons, `#rrggbb`; the room makes it darker or lighter until it can be read. */
  readonly accent?: string;
  /** Radius of the corners, 0 to 24 CSS pixels. */
  readonly radius?: number;
  /** Size of the text, 0.875 to 1.5 times the browser's. */
  readonly text?: number;
  /** Light or dark; without it the browser's preference decides. */
  readonly scheme?: "light" | "dark";
}

/** The names of the values. */
export const THEME_NAMES = ["accent", "radius", "text", "scheme"] as const satisfies readonly (keyof Theme)[];

/** Characters beyond which a fragment is not looked at. */
const FRAGMENT_MOST = 128;
const COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const NUMBER = /^[0-9]{1,2}(?:\.[0-9]{1,3})?$/;

/** Returns what of `value`, an object with texts or numbers, is a theme. */
export function checkTheme(value: unknown): Theme {
  if (typeof value !== "object" || value === null) return {};
  const text = (name: keyof Theme): string => {
    const wish: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    return typeof wish === "string" || typeof wish === "number" ? String(wish) : "";
  };
  const accent = colour(text("accent"));
  const radius = within(text("radius"), 0, 24);
  const size = within(text("text"), 0.875, 1.5);
  const scheme = text("scheme");
  return {
    ...(accent === undefined ? {} : { accent }),
    ...(radius === undefined ? {} : { radius }),
    ...(size === undefined ? {} : { text: size }),
    ...(scheme === "light" || scheme === "dark" ? { scheme } : {}),
  };
}

/** Returns `theme` as a fragment with its `#`, or an empty text. */
export function toFragment(theme: Theme): string {
  const fragment = new URLSearchParams(
    THEME_NAMES.flatMap((name) => (name in theme ? [[name, String(theme[name])]] : [])),
  );
  return fragment.size === 0 ? "" : `#${fragment.toString()}`;
}

/** Returns the theme in a fragment. */
export function fromFragment(fragment: string): Theme {
  const fields = fragment.replace(/^#/, "").split("&");
  const look = fields.filter((field) => !/^(?:policy|answers)=/.test(field)).join("&");
  if (look.length >= FRAGMENT_MOST) return {};
  return checkTheme(Object.fromEntries(new URLSearchParams(look)));
}

function colour(text: string): string | undefined {
  if (!COLOUR.test(text)) return undefined;
  const digits = text.slice(1).toLowerCase();
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}

function within(text: string, least: number, most: number): number | undefined {
  const number = NUMBER.test(text) ? Number(text) : NaN;
  return number >= least && number <= most ? number : undefined;
}
