// The page as a person uses it: opening it, loading the samples, asking.
import { openRoom } from "../../browser.mjs";

export const QUESTION = "When was my last blood pressure and what was it?";

/** Opens the page, once its engine is ready. Its window is as wide and high as `viewport` says. */
export async function openReady(context, url, { viewport, colorScheme } = {}) {
  const { page, frame } = await openRoom(context, url);
  if (viewport !== undefined) await page.setViewportSize(viewport);
  if (colorScheme !== undefined) await page.emulateMedia({ colorScheme });
  await frame.waitForSelector("#samples:not(:disabled)", { timeout: 120_000 });
  return { page, frame };
}

/** Opens the page with the sample records in it. */
export async function openWithSamples(context, url, look) {
  const { page, frame } = await openReady(context, url, look);
  await frame.click("#samples");
  await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  return { page, frame };
}

/** Asks `question` and waits for the answer of its turn, the `number`th. */
export async function ask(frame, question, number) {
  await frame.fill("#question", question);
  await frame.click("#ask:not(:disabled)");
  await frame.waitForSelector(`[data-turn="${number}"] #count`, { timeout: 120_000 });
}

/** Fills in a model server and prepares `question`; waits for what would leave. */
export async function prepare(frame, url, question = QUESTION) {
  await frame.check("input[value=model]");
  await frame.fill("#url", url);
  await frame.fill("#model", "test");
  await frame.fill("#question", question);
  await frame.click("#ask:not(:disabled)");
  await frame.waitForSelector("#approve", { timeout: 120_000 });
}

/** What holds the focus, through all shadows: an id, a reference, a turn's number, or a name. */
export function focused(frame) {
  return frame.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.dataset.reference ?? (element?.id || element?.localName) ?? "";
  });
}
