/** The page's icons, drawn for it: strokes on a square of 24, in the colour of the text around them. */
import { html, svg, type SVGTemplateResult } from "lit";

/** What each icon is drawn of. */
const SHAPES = {
  today: svg`<circle cx="12" cy="12" r="4" /><path d="M12 3v2.2M12 18.8V21M3 12h2.2M18.8 12H21M5.6 5.6l1.6 1.6M16.8 16.8l1.6 1.6M5.6 18.4l1.6-1.6M16.8 7.2l1.6-1.6" />`,
  records: svg`<path d="M4 7a2 2 0 0 1 2-2h4l2 2.5h6a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z" /><path d="M8 13h8" />`,
  ask: svg`<path d="M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5z" /><path d="M8 9.5h8M8 12.7h5" />`,
  library: svg`<path d="M12 7v13c-2-1.7-5-2-8-2V5c3 0 6 .3 8 2zM12 7c2-1.7 5-2 8-2v13c-3 0-6 .3-8 2" />`,
  leaves: svg`<path d="M12 3.5l7 2.6v5.2c0 4.3-2.9 7.6-7 9.2-4.1-1.6-7-4.9-7-9.2V6.1z" /><path d="M8.5 12h6.5M12.6 9.4L15.2 12l-2.6 2.6" />`,
  settings: svg`<path d="M4 7h9M17 7h3M4 12h3M11 12h9M4 17h7M15 17h5" /><circle cx="15" cy="7" r="2" /><circle cx="9" cy="12" r="2" /><circle cx="13" cy="17" r="2" />`,
  conditions: svg`<path d="M12 20s-7.5-4.4-7.5-10A4.3 4.3 0 0 1 12 7.3 4.3 4.3 0 0 1 19.5 10c0 5.6-7.5 10-7.5 10z" /><path d="M7 12h2.5l1.5-2.5 2 4.5 1.3-2H17" />`,
  allergies: svg`<circle cx="12" cy="12" r="2.3" /><path d="M12 9.7c-2-2-1.5-5.2 0-6.2 1.5 1 2 4.2 0 6.2zM12 14.3c2 2 1.5 5.2 0 6.2-1.5-1-2-4.2 0-6.2zM9.7 12c-2 2-5.2 1.5-6.2 0 1-1.5 4.2-2 6.2 0zM14.3 12c2-2 5.2-1.5 6.2 0-1 1.5-4.2 2-6.2 0z" />`,
  medicines: svg`<rect x="2.8" y="8" width="18.4" height="8" rx="4" transform="rotate(-35 12 12)" /><path d="M9.7 8.7l4.6 6.6" />`,
  measurements: svg`<path d="M9.5 3.5h5M10.5 3.5v6L5.2 18a1.7 1.7 0 0 0 1.5 2.5h10.6a1.7 1.7 0 0 0 1.5-2.5L13.5 9.5v-6" /><path d="M8 14.5h8" />`,
  procedures: svg`<path d="M9.5 4h5v5.5H20v5h-5.5V20h-5v-5.5H4v-5h5.5z" />`,
  vaccinations: svg`<path d="M14.5 4l5.5 5.5M17.2 6.8L15 9M8 8.5L11.5 5l7.5 7.5-3.5 3.5M15.5 16L12 19.5a1.5 1.5 0 0 1-1.06.44H6.5L4 20l.06-2.5V13a1.5 1.5 0 0 1 .44-1.06L8 8.5M9 12l2 2M11.5 9.5l2 2" />`,
  visits: svg`<path d="M5 20.5V6.5l7-3 7 3v14M3.5 20.5h17" /><path d="M10 20.5v-4h4v4M12 7.5v5M9.5 10h5" />`,
  notes: svg`<path d="M7 3.5h7l4.5 4.5v11a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 19V5A1.5 1.5 0 0 1 7 3.5z" /><path d="M13.5 3.5V8.5h5M8.8 12.5h6.4M8.8 16h4.4" />`,
  other: svg`<circle cx="6" cy="12" r="1.3" /><circle cx="12" cy="12" r="1.3" /><circle cx="18" cy="12" r="1.3" />`,
} as const satisfies Record<string, SVGTemplateResult>;

/** The name of an icon. */
export type IconName = keyof typeof SHAPES;

/** Returns an icon that says nothing by itself: words stand beside it. */
export function icon(name: IconName) {
  return html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${SHAPES[name]}</svg>`;
}
