/** What stands around the content of the screens: their headings, and what is said where there is nothing else to show. */
import { html, nothing, type TemplateResult } from "lit";
import { empty } from "./empty.ts";
import { SCREENS, type ScreenName } from "./screens.ts";
import { size } from "./words.ts";
import { say } from "../words/first.ts";

/** The screens on which people can be taken for real ones. */
const OF_PEOPLE: readonly ScreenName[] = ["today", "records", "ask"];

/** A screen as it is shown. */
interface Shown {
  readonly name: ScreenName;
  /** What is said under its title. */
  readonly says: string;
  readonly hidden: boolean;
  /** Whether the part of the page that it is made of is still to come. */
  readonly waits: boolean;
  /** Whether the records are the sample ones: all of them, or some. */
  readonly samples: "all" | "some" | undefined;
}

/** Returns a screen with its heading over `content`. */
export function screen({ name, says, hidden, waits, samples }: Shown, content: unknown): TemplateResult {
  const title = SCREENS.find((each) => each.name === name)?.title ?? "";
  return html`<div class="screen ${waits ? "waits" : ""}" id="screen-${name}" ?hidden=${hidden}>
    <div class="heading">
      <h1 id="heading-${name}" tabindex="-1">${title}</h1>
      ${says === "" ? nothing : html`<p class="soft">${says}</p>`}
      ${samples !== undefined && OF_PEOPLE.includes(name) ? html`<p class="samples">${say(samples === "all" ? "sampleRecordsThePeople" : "someAreSampleRecords")}</p>` : nothing}
    </div>
    ${content}
  </div>`;
}

/** Returns how far the engine is with starting. */
export function starting(progress: { readonly done: number; readonly total: number } | undefined): TemplateResult {
  const { done, total } = progress ?? { done: 0, total: 0 };
  // Once its bytes are there they are checked and compiled: how long that takes, nobody can tell.
  const here = total > 0 && done >= total;
  const words = here
    ? say("theEngineIsBeing")
    : total > 0
      ? say("fetchingTheEngineOf", { done: size(done), total: size(total) })
      : say("fetchingTheEngine");
  return html`<label class="starting small soft">${words}
    <progress max=${Math.max(total, 1)} value=${here ? nothing : done}></progress></label>`;
}

/** Returns why the engine does not run, with a button where it can be asked for `again`. */
export const broken = (why: string, again: (() => void) | undefined): TemplateResult =>
  html`<div class="notice bad" role="alert"><p>${why}</p>${again === undefined ? nothing : html`<button id="again" @click=${again}>${say("tryAgain")}</button>`}</div>`;

/** Returns what stands in place of people where the records name none. */
export const nobody = (): TemplateResult => empty("notes", say("nobodyIsNamedHere"), say("yourFilesHoldTexts"));

/** Returns that everything that was kept is gone. */
export const destroyed = (): TemplateResult => html`<p class="notice good" id="destroyed" role="alert" tabindex="-1">
  <strong>${say("destroyed")}</strong> ${say("theKeyIsGone")}
</p>`;
