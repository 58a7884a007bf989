/** What is wrong with a connection, what to do about it, and how that is done at each server. */
import { css, html, nothing } from "lit";
import { findingOf, type Symptoms } from "./finding.ts";
import { adviceOn, fixesFor } from "./fixes.ts";
import { say } from "../../words/connection.ts";

/** The look of it. */
export const wrongStyles = css`
  .notice { display: grid; gap: 0.5rem; }
  dl { display: grid; gap: 0.5rem; margin: 0.5rem 0 0; }
  dt { font-weight: 600; }
  dd { margin: 0; overflow-wrap: anywhere; }
`;

/** Returns a notice for `symptoms`, which `failure` says in a sentence. */
export function wrong(failure: string, symptoms: Symptoms) {
  const { url, model, server } = symptoms;
  const finding = findingOf(symptoms);
  if (finding === undefined) return html`<div class="notice bad"><p>${failure}</p></div>`;
  const has = server?.context?.has;
  const values = { url, model, page: server?.circumstances?.page };
  const fixes = fixesFor(finding, values);
  return html`<div class=${finding === "silent" ? "notice" : "notice bad"} data-finding=${finding}>
    <p>${failure}${has === undefined ? nothing : html` ${say("itTakesNow", { has })}`}</p>
    <p data-advice>${adviceOn(finding, values)}</p>
    ${
      fixes.length === 0
        ? nothing
        : html`<details class="small" open><summary>${say("whatToDoAt")}</summary>
            <dl>${fixes.map(({ server: name, name: title, text }) => html`<div data-server=${name}><dt>${title}</dt><dd>${text}</dd></div>`)}</dl>
          </details>`
    }
  </div>`;
}
