/** What the package says of the element is what the element is. */
import type {
  AnswerFunction,
  ApprovedRequest,
  ChaperonePanel as Declared,
  ChaperonePanelEvents,
} from "../../panel/declared.d.ts";
import type { AnswerFunction as MadeFunction } from "../../panel/answering.ts";
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

/** The function that the package declares is the one that is called, and is given no more than it says. */
export const declaredFunction = (answer: MadeFunction): AnswerFunction => answer;
export const madeFunction = (answer: AnswerFunction): MadeFunction => answer;
export function offers(panel: Declared): void {
  panel.answer = async ({ body, signal }) => (await fetch("/model", { method: "POST", body, signal })).body ?? "";
  panel.answer = () => "words";
  // @ts-expect-error a number is no answer
  panel.answer = () => 7;
}
// @ts-expect-error there is nothing else in a request
export const more = ({ url }: ApprovedRequest): unknown => url;
