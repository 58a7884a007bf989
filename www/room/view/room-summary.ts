/** What the self-test of the room has shown in this session, in one line, and the way to it. */
import { html } from "lit";
import type { Finding } from "../self-test.ts";
import { say } from "../words/first.ts";

/** Returns the card for what was found, which is all of it where it is `whole`; `go` leads to the self-test. */
export function roomSummary(findings: readonly Finding[], whole: boolean, go: () => void) {
  const count = (result: Finding["result"]): number => findings.filter((each) => each.result === result).length;
  const words = !whole
    ? say("theRoomThatHolds")
    : count("open") > 0
      ? say("ofWaysOutOf", { open: count("open"), findings: findings.length })
      : say("waysOutOfThe", { blocked: count("blocked"), notBlockable: count("not-blockable") });
  return html`<section aria-labelledby="room-title" id="room-summary">
    <h2 id="room-title">${say("theSealedRoom")}</h2>
    <p class=${whole ? "" : "soft small"}>${words}</p>
    <div class="row"><button id="to-self-test" @click=${go}>${whole ? say("seeEachWay") : say("toTheSelfTest")}</button></div>
  </section>`;
}
