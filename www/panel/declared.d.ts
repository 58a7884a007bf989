/** The element `<chaperone-panel>`: Chaperone's whole page in a frame, sealed off from the page around it. */
export declare class ChaperonePanel extends HTMLElement {
  /**
   * The page's own function in place of a model server, for panels with the attribute `answers`. It is set once, and is called when a person
   * chose it and approved a request for it.
   */
  answer: AnswerFunction | undefined;
  /** Hears an event of the panel, or one of the browser's own. */
  addEventListener<Name extends keyof ChaperonePanelEventMap>(
    type: Name,
    listener: (this: ChaperonePanel, event: ChaperonePanelEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Hears an event of any name. */
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** No longer hears an event of the panel, or one of the browser's own. */
  removeEventListener<Name extends keyof ChaperonePanelEventMap>(
    type: Name,
    listener: (this: ChaperonePanel, event: ChaperonePanelEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  /** No longer hears an event of any name. */
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** What the page's own function is given: nothing else of the panel. */
export interface ApprovedRequest {
  /** The exact bytes that the person approved, as JSON: an OpenAI-compatible request for a chat completion. */
  readonly body: string;
  /** Fires when nothing more is wanted: the person cancelled, or a time or size is over. */
  readonly signal: AbortSignal;
}

/** Texts are the model's words; bytes are what an OpenAI-compatible server streams (`data: {…}`). One answer is of one kind. */
export type Answering =
  string | ReadableStream<string> | ReadableStream<Uint8Array> | AsyncIterable<string> | AsyncIterable<Uint8Array>;

/** The page's own function in place of a model server. What it throws is not shown to anybody. */
export type AnswerFunction = (request: ApprovedRequest) => Answering | Promise<Answering>;

/** What a panel tells the page around it. None of it is about a person, and no event has a detail. They bubble. */
export interface ChaperonePanelEvents {
  /** The page in the panel is there. */
  "chaperone-ready": CustomEvent<null>;
  /** The record room was left, and was closed for good. */
  "chaperone-closed": CustomEvent<null>;
  /** The policy is no JSON object, or not signed as the shell needs it: nothing leaves. */
  "chaperone-policy-refused": CustomEvent<null>;
  /** The element has no address of a shell: nothing is shown but a line that says so. */
  "chaperone-unusable": CustomEvent<null>;
}

/** All events of the element, the browser's own included. */
export type ChaperonePanelEventMap = HTMLElementEventMap & ChaperonePanelEvents;

/** The attributes, for frameworks that check markup. All are texts; they are read when the element is put into the page. */
export interface ChaperonePanelAttributes {
  /** The shell's address, http or https, of another origin than the page. */
  src: string;
  /** What the panel is called to those who cannot see it. */
  title?: string;
  /** Colour of links and main buttons: `#rgb` or `#rrggbb`. It is shifted until it can be read. */
  "theme-accent"?: `#${string}`;
  /** Radius of the corners: 0 to 24 CSS pixels. */
  "theme-radius"?: `${number}`;
  /** Size of the text: 0.875 to 1.5 times the browser's. */
  "theme-text"?: `${number}`;
  /** Light or dark; without it the browser's preference decides. */
  "theme-scheme"?: "light" | "dark";
  /** What may leave, as JSON or signed. It can only make the rules stricter. */
  policy?: string;
  /** There, the person may sign in to a hospital's server in a window of its own. */
  connect?: "";
  /** There, the person may choose the page's own function, the property `answer`, in place of a model server. */
  answers?: "";
}

declare global {
  interface HTMLElementTagNameMap {
    "chaperone-panel": ChaperonePanel;
  }
}
