/** Where a quoted passage stands on the pages of its file. */
import { html, nothing, svg } from "lit";
import type { SourceProse } from "../engine/types.ts";
import { say } from "../words/reader.ts";

/** How wide the border of a spot is, in points of the page. */
const BORDER = 3;

/** Pages drawn as outlines, each with the rectangle around what is quoted of it. */
export function onPages(spots: SourceProse["spots"]) {
  if (spots.length === 0) return nothing;
  return html`<div class="pages" role="group" aria-label=${say("whereItStandsIn")}>
    ${spots.map(({ page, width, height, bounds: { left, top, right, bottom } }) => {
      const share = (top / height) * 100;
      const part = share < 33 ? say("inTheUpperThird") : share < 67 ? say("inTheMiddle") : say("inTheLowerThird");
      return html`<figure>
        <svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${say("pageBeginning", { page, part })}>
          ${svg`<rect x=${left} y=${top} width=${right - left} height=${bottom - top} stroke-width=${BORDER} />`}
        </svg>
        <figcaption class="small">${say("page", { page })}</figcaption>
      </figure>`;
    })}
  </div>`;
}
