/** What the self-test of the room has shown in this session, in one line, and the way to it. */
import { html } from "lit";
import type { Finding } from "../self-test.ts";
import { WAYS_OUT } from "../ways-out.ts";

/** Returns the card; `go` leads to the self-test. */
export function roomSummary(findings: readonly Finding[], go: () => void) {
  const whole = findings.length === WAYS_OUT.length;
  const count = (result: Finding["result"]): number => findings.filter((each) => each.result === result).length;
  const words = !whole
    ? "The room that holds your records has no way to the network of its own. The self-test tries every way out, and has not been run in this session."
    : count("open") > 0
      ? `✕ ${count("open")} of ${findings.length} ways out of the room are not shown to be blocked.`
      : `✓ ${count("blocked")} ways out of the room are blocked, ${count("not-blockable")} not blockable, for the reasons stated.`;
  return html`<section aria-labelledby="room-title" id="room-summary">
    <h2 id="room-title">The sealed room</h2>
    <p class=${whole ? "" : "soft small"}>${words}</p>
    <div class="row"><button id="to-self-test" @click=${go}>${whole ? "See each way" : "To the self-test"}</button></div>
  </section>`;
}
