/**
 * What is said between the shell and the panel in a portal, over the port that the shell gives it where the portal offers a function.
 *
 * The shell asks for each piece of the reply by itself, so that a function that never ends fills nobody's memory. No words of an error
 * cross: a function that fails says so and no more.
 */

/** Shell to panel. */
export type ToFunction =
  /** Asks whether there is a function. */
  | { readonly knock: number }
  /** The exact body that the person approved, and nothing else. */
  | { readonly ask: number; readonly body: string }
  /** The next piece is wanted. */
  | { readonly more: number }
  /** Nothing more is wanted. */
  | { readonly cancel: number };

/** Panel to shell. The shell believes none of it. */
export type FromFunction =
  | { readonly id: number; readonly here: boolean }
  /** The function was called, and gave something that can be read. */
  | { readonly id: number; readonly begun: true }
  /** Words of the model, or bytes as a server streams them. */
  | { readonly id: number; readonly piece: string | Uint8Array }
  | { readonly id: number; readonly ended: true }
  | { readonly id: number; readonly failed: true };
