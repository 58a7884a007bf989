/** A question to the person in a dialog of the shell, which the room cannot reach: its answer is a person's, who could see it, and was not given in passing. */
import { PortError } from "./port-error.ts";

/** Milliseconds before it can be answered with yes: who was clicking when the question came up has not read it. */
const READING_MILLIS = 700;
/** Milliseconds for which the answers must have been in plain sight, where a page around could lay something over them. */
const SEEN_MILLIS = 500;
/** The least pause between two reports that browsers allow. */
const DELAY_MILLIS = 100;

/** How the answers are seen: not for long enough yet, in plain sight, or not wholly. */
type Sight = "waiting" | "seen" | "covered";

interface Tracked extends IntersectionObserverInit {
  readonly trackVisibility: true;
  readonly delay: number;
}

/**
 * Resolves to whether the person agrees, and calls `agreed` within the very click in which they do. The parts of the dialog are found in `page` by
 * `name` (the dialog), `name-YES`, `name-not` and `name-covered`. No other dialog may be open (`in-turn.ts`).
 */
export function question(
  page: Document,
  name: string,
  yes: string,
  signal: AbortSignal,
  agreed: () => void = () => undefined,
): Promise<boolean> {
  const part = <Kind extends HTMLElement>(id: string): Kind => page.getElementById(`${name}${id}`) as Kind;
  const [dialog, go, not] = [part<HTMLDialogElement>(""), part<HTMLButtonElement>(`-${yes}`), part("-not")];
  const covered = part("-covered");
  let read = false;
  let sight: Sight = "waiting";
  const show = (): void => {
    go.disabled = !(read && sight === "seen");
    covered.hidden = !(read && sight === "covered");
  };
  const over = new AbortController();
  const timer = setTimeout(() => {
    read = true;
    show();
  }, READING_MILLIS);
  show();
  return new Promise<boolean>((resolve, reject) => {
    const end = { signal: over.signal };
    go.addEventListener(
      "click",
      ({ isTrusted }) => {
        // A click that a script made is none.
        if (!isTrusted || go.disabled) return;
        agreed();
        resolve(true);
      },
      end,
    );
    not.addEventListener("click", () => resolve(false), end);
    // The closing of the question before is told late, and is no answer to this one.
    dialog.addEventListener("close", () => dialog.open || resolve(false), end);
    signal.addEventListener("abort", () => reject(new PortError("cancelled", "Cancelled.")), end);
    dialog.showModal();
    not.focus();
    watch(go.parentElement ?? go, over.signal, (now) => {
      sight = now;
      show();
    });
  }).finally(() => {
    clearTimeout(timer);
    over.abort();
    dialog.close();
  });
}

/**
 * Tells how `element` is seen, until `over` fires: in a frame of somebody else's page, where the browser knows it (IntersectionObserver v2), as the room
 * does for its own button (`room/view/uncovered.ts`). Elsewhere nobody lays anything over it, or nobody can know.
 */
function watch(element: Element, over: AbortSignal, tell: (sight: Sight) => void): void {
  if (window.parent === window || !("isVisible" in IntersectionObserverEntry.prototype)) return tell("seen");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const options: Tracked = { trackVisibility: true, delay: DELAY_MILLIS, threshold: [0, 0.5, 1] };
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1) as (IntersectionObserverEntry & { readonly isVisible: boolean }) | undefined;
    if (last === undefined) return;
    clearTimeout(timer);
    if (!last.isVisible || last.intersectionRatio < 0.99) return tell("covered");
    tell("waiting");
    timer = setTimeout(() => tell("seen"), SEEN_MILLIS);
  }, options);
  observer.observe(element);
  over.addEventListener("abort", () => {
    clearTimeout(timer);
    observer.disconnect();
  });
}
