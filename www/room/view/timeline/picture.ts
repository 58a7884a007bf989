/** The picture of a timeline: lasting entries as spans, the others as marks that grow with their number. Places are shares of its width, so that it fits any. */
import { html, nothing, svg } from "lit";
import type { TimelineItem } from "../../engine/types.ts";
import { day, many } from "../words.ts";
import {
  LASTING,
  titleOf,
  clusters,
  counted,
  courses,
  dayOf,
  share,
  ticks,
  type Course,
  type Lane,
  type Span,
} from "./lanes.ts";
import { say } from "../../words/records.ts";
import { spoken } from "../../words/say.ts";

/** Spans of a lane that are drawn before the person asks for all. */
const ROWS = 6;
/** Slots into which entries of a moment are gathered. */
const SLOTS = 72;
const ROW = 34;
const STRIP = 30;

/** What the person does with a mark: `items` are the entries that it stands for. */
type Choose = (lane: Lane, items: readonly TimelineItem[]) => void;

/** Draws the years above the lanes. */
export function axis(span: Span, narrow: boolean) {
  return html`<svg class="axis" width="100%" height="20" aria-hidden="true">${ticks(span, narrow ? 5 : 12).map(
    (year) => {
      const at = share(`${year}-01-01`, span) * 100;
      return svg`<text x="${at}%" y="14" text-anchor=${at > 90 ? "end" : at < 5 ? "start" : "middle"}>${year}</text>`;
    },
  )}</svg>`;
}

/** Draws a lane. */
export function lane(lane: Lane, span: Span, narrow: boolean, all: boolean, choose: Choose) {
  const lasts = LASTING.includes(lane.kind);
  const rows = lasts ? courses(lane.items) : [];
  const shown = all ? rows : rows.slice(0, ROWS);
  const height = lasts ? Math.max(1, shown.length) * ROW + 6 : STRIP;
  const slots = narrow ? SLOTS / 2 : SLOTS;
  const title = titleOf(lane.kind);
  return html`<svg class="lane-picture" data-kind=${lane.kind} width="100%" height=${height} role="img" aria-label=${say("eachIsInThe", { title, entries: counted(lane.kind, lane.items.length) })}>
    ${ticks(span, narrow ? 5 : 12).map((year) => {
      const at = `${share(`${year}-01-01`, span) * 100}%`;
      return svg`<line class="tick" x1=${at} x2=${at} y1="0" y2=${height} />`;
    })}
    ${lasts ? shown.map((course, row) => spans(lane, course, row * ROW + 3, { span, narrow }, choose)) : clusters(lane.items, span, slots).map(({ at, items }) => mark(lane, { at, width: 1 / slots }, items, choose))}
  </svg>`;
}

function spans(
  lane: Lane,
  { name, items, current }: Course,
  top: number,
  { span, narrow }: { readonly span: Span; readonly narrow: boolean },
  choose: Choose,
) {
  const room = narrow ? 44 : 100;
  const first = share(items[0]?.day ?? "", span) * 100;
  // A name without room behind its first mark ends where its last mark does.
  const late = first > 60 && name.length > (1 - first / 100) * room;
  const last = Math.max(...items.map((item) => endOf(item, span)));
  return svg`<g class=${current ? "now" : "past"}>
    <text x="${late ? last : first}%" y=${top + 13} text-anchor=${late ? "end" : "start"}>${shortened(name, (late ? last / 100 : 1 - first / 100) * room)}</text>
    ${items.map((item) => {
      const from = share(item.day ?? "", span) * 100;
      const until = endOf(item, span);
      const y = top + 21;
      return svg`<g class="mark" data-reference=${item.reference} @click=${() => choose(lane, [item])}>
        <title>${[spoken(item.name, "name"), timeOf(item)].join(", ")}</title>
        <rect class="hit" x="${from}%" y=${top} width="${Math.max(2, until - from)}%" height=${ROW} />
        <rect x="${from}%" y=${y} width="${Math.max(0, until - from)}%" height="6" />
        <circle cx="${from}%" cy=${y + 3} r="4.5" />
        ${item.until === undefined ? nothing : svg`<circle cx="${until}%" cy=${y + 3} r="3" />`}
      </g>`;
    })}
  </g>`;
}

/** Returns where the mark of a lasting entry ends, in hundredths of the width: what is so now at the right edge, what has no end where it began. */
function endOf({ day, until, current }: TimelineItem, span: Span): number {
  if (until !== undefined) return share(dayOf(until), span) * 100;
  return current ? 100 : share(day ?? "", span) * 100;
}

/** Draws entries of one slot: neighbours never lie on one another. */
function mark(
  lane: Lane,
  { at, width }: { readonly at: number; readonly width: number },
  items: readonly TimelineItem[],
  choose: Choose,
) {
  const [item] = items;
  const tall = Math.min(STRIP - 4, 6 + Math.sqrt(items.length) * 2.5);
  const words =
    items.length === 1 && item !== undefined
      ? [spoken(item.name, "name"), timeOf(item)].join(", ")
      : say("entriesFromTo", {
          entries: counted(lane.kind, items.length),
          from: timeOf(items[0]),
          until: timeOf(items.at(-1)),
        });
  return svg`<g class="mark" data-count=${items.length} @click=${() => choose(lane, items)}>
    <title>${words}</title>
    <rect class="hit" x="${(at - width / 2) * 100}%" y="0" width="${width * 100}%" height=${STRIP} />
    <rect x="${(at - width * 0.4) * 100}%" y=${(STRIP - tall) / 2} width="${width * 80}%" height=${tall} rx="3" />
  </g>`;
}

/** Returns when an entry was so, in words. */
export function timeOf(item: TimelineItem | undefined): string {
  if (item?.from === undefined) return item?.until === undefined ? "" : say("until", { until: day(item.until) });
  if (item.until !== undefined && item.until !== item.from)
    return say("fromDayToDay", { from: day(item.from), until: day(item.until) });
  return item.current ? say("since", { from: day(item.from) }) : day(item.from);
}

/** Cuts a name to as many letters as have room: the whole of it stands in the list. */
function shortened(name: string, letters: number): string {
  const most = Math.max(14, Math.round(letters));
  return name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`;
}

/** Returns how many rows of a lane are not drawn, in words. */
export function hiddenRows(lane: Lane): number {
  return LASTING.includes(lane.kind) ? Math.max(0, courses(lane.items).length - ROWS) : 0;
}

/** Returns the words of the button that draws them. */
export function moreRows(hidden: number): string {
  return say("draw", { moreRows: many(hidden, "moreRow") });
}
