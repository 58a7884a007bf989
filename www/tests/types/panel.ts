/** What the package says of the element is what the element is. */
import type { ChaperonePanel as Declared, ChaperonePanelEvents } from "../../panel/declared.d.ts";
import type { Word } from "../../shell/announce.ts";
import type { ChaperonePanel as Made } from "../../panel/element.ts";

/** Every word of the shell has its event, and the element one of its own. */
type Told = `chaperone-${Word}` | "chaperone-unusable";
export const told: readonly (keyof ChaperonePanelEvents)[] = [] as Told[];
export const declared: readonly Told[] = [] as (keyof ChaperonePanelEvents)[];

export const made = (panel: Made): HTMLElement => panel;
export function heard(panel: Declared): void {
  panel.addEventListener("chaperone-ready", ({ detail }) => {
    const none: null = detail;
    void none;
  });
  panel.addEventListener("click", ({ clientX }) => void clientX);
  // @ts-expect-error an event of the panel has no coordinates
  panel.addEventListener("chaperone-closed", ({ clientX }) => void clientX);
  const found: Declared | null = document.querySelector("chaperone-panel");
  void found;
}
