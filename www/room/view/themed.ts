/** Puts a portal's theme on the room, so that everything can still be read. */
import { checkTheme } from "../../shell/theme.ts";

/** The least contrast of text with what lies behind it (WCAG 2.2, success criterion 1.4.3). */
export const CONTRAST = 4.5;

/** What links and main buttons lie on, or hold as their text. */
const BEHIND = ["sheet", "ground", "quote", "chosen", "hover", "accent-ink"] as const;

type Scheme = "light" | "dark";

/** Sets what `wish` asks for, after checking it, on `root`. `tokens` is the style sheet that holds the room's colours. */
export function applyTheme(wish: unknown, root: HTMLElement, tokens: string): void {
  const { accent, radius, text, scheme } = checkTheme(wish);
  const { style } = root;
  if (accent !== undefined) {
    const light = readable(accent, "light", tokens);
    const dark = readable(accent, "dark", tokens);
    if (light !== undefined && dark !== undefined) style.setProperty("--accent", `light-dark(${light}, ${dark})`);
  }
  if (radius !== undefined) style.setProperty("--radius", `${String(radius)}px`);
  if (text !== undefined) style.setProperty("font-size", `${String(100 * text)}%`);
  if (scheme !== undefined) style.setProperty("color-scheme", scheme);
}

/**
 * Returns `accent` (`#rrggbb`), mixed with as much black, or in the dark white, as it takes to reach {@link CONTRAST}
 * with every colour behind it; `undefined` when `tokens` does not tell those.
 */
export function readable(accent: string, scheme: Scheme, tokens: string): string | undefined {
  const grounds = BEHIND.map((name) => token(name, scheme, tokens));
  const steps = 64;
  for (let step = 0; step <= steps; step += 1) {
    const mixed = mix(accent, scheme === "light" ? 0 : 255, step / steps);
    if (grounds.every((ground) => ground !== undefined && contrast(mixed, ground) >= CONTRAST)) return mixed;
  }
  return undefined;
}

/** Returns the contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The colour that `tokens` gives to `name`, written there as `light-dark(#rrggbb, #rrggbb)`, alone or as a fallback. */
function token(name: string, scheme: Scheme, tokens: string): string | undefined {
  const pair = new RegExp(`--${name}: (?:var\\(--[a-z-]+, )?light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`);
  const [, light, dark] = pair.exec(tokens) ?? [];
  return scheme === "light" ? light : dark;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function mix(colour: string, towards: number, share: number): string {
  const mixed = channels(colour).map((channel) => Math.round(channel + (towards - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
