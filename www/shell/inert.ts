/**
 * Whether a text can be nothing but text, headings, lists and block quotes to whatever reads Markdown: no HTML, no link, no picture.
 *
 * The room escapes what it quotes (`room/engine/markdown.ts`). Here it is looked at again, by other code, before a file of that
 * kind is offered, so that no mistake there makes a file that does something when it is opened.
 */

/** How the file of an answer begins. */
export const ANSWER_TITLE = "# A question and its answer, by Chaperone\n";
/** How the report of a thought process begins. */
export const REPORT_TITLE = "# Thought process\n";

/** What would begin HTML, an autolink or a character out of sight. */
const MARKUP = /[<>\u0000-\u0009\u000b-\u001f\u007f]/;
/** A bracket or a backtick with an even number of backslashes before it, which are backslashes then. */
const OPEN = /(?<!\\)(?:\\\\)*[[\]`]/;
/** What some readers make a link of where it stands. */
const BARE = /:\/\/|\bwww\.|(?<!\\)@/i;
/** A block quote's own sign, at the start of a line. */
const QUOTE = /^>(?: |$)/gm;

/** Returns whether `text` begins with `title`, and holds no live markup. */
export function isInertMarkdown(text: string, title: string = ANSWER_TITLE): boolean {
  if (!text.startsWith(title)) return false;
  const inner = text.replace(QUOTE, "");
  return !MARKUP.test(inner) && !OPEN.test(inner) && !BARE.test(inner);
}
