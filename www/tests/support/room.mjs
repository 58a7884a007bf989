// The page as a person uses it: opening it, loading the samples, asking.
import { openRoom } from "../../browser.mjs";

export const QUESTION = "When was my last blood pressure and what was it?";

/** Resolves once the parts of the page's script that come after its first screen are all there. */
export const whole = (frame) =>
  frame.waitForFunction(() => customElements.get("chaperone-thinking") !== undefined, undefined, { timeout: 120_000 });

/** Opens the page, once its engine is ready and all of its script is there. Its window is as wide and high as `viewport` says. */
export async function openReady(context, url, { viewport, colorScheme } = {}) {
  const { page, frame } = await openRoom(context, url);
  if (viewport !== undefined) await page.setViewportSize(viewport);
  if (colorScheme !== undefined) await page.emulateMedia({ colorScheme });
  await frame.waitForSelector("#samples:not(:disabled)", { timeout: 120_000 });
  await whole(frame);
  return { page, frame };
}

/** Opens the page with the sample records in it. */
export async function openWithSamples(context, url, look) {
  const { page, frame } = await openReady(context, url, look);
  await frame.click("#samples");
  await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
  return { page, frame };
}

/** Has the browser hold a cookie for the server at `url`, as of an earlier visit: a request that is sent with credentials brings it. */
export const visited = (context, url) => context.addCookies([{ name: "visited", value: "1", url }]);

/** The parts of the screen of the records. */
const PARTS = ["timeline", "charts", "search", "files"];

/**
 * Goes to a screen (`today`, `records`, `ask`, `leaves`, `settings`), or to a part of the records.
 * It presses again where nothing comes of it: on a machine that stalls for seconds, Chromium gives a click to the page around the room.
 */
export async function go(frame, place) {
  const screen = PARTS.includes(place) ? "records" : place;
  const there = `chaperone-nav #to-${screen}`;
  const heading = `#heading-${screen}`;
  for (let presses = 0; presses < 3 && (await frame.$(`${there}[aria-current=page]`)) === null; presses += 1) {
    await frame.click(there);
    await frame.waitForSelector(heading, { timeout: 20_000 }).catch(() => undefined);
  }
  await comes(frame, heading);
  // Without records there is one part, and no tabs.
  if (PARTS.includes(place) && (await frame.$("#tab-files")) !== null) await frame.click(`#tab-${place}`);
}

/** Enters a model server in the settings, and comes back to where questions are asked. */
export async function enterServer(frame, { url, model = "test", ...rest }) {
  await go(frame, "settings");
  for (const [name, value] of Object.entries({ url, model, ...rest }))
    await frame.fill(`chaperone-server #${name}`, value);
  await go(frame, "ask");
}

/** Says yes to each question of the shell whether something may be sent to a server, until `page` is closed. */
export async function letSend(page) {
  try {
    for (;;) await page.click("#send-go:not(:disabled)", { timeout: 0 });
  } catch {
    // The page was closed.
  }
}

/** Waits for `selector`. Where it does not come, the error says what the page shows instead. */
export async function comes(frame, selector) {
  try {
    await frame.waitForSelector(selector, { timeout: 120_000 });
  } catch (error) {
    const shown = await frame.locator("main").ariaSnapshot();
    throw new Error(`${selector} has not come; the page shows:\n${shown}`, { cause: error });
  }
}

/** Asks `question` and waits for the answer of its turn, the `number`th. */
export async function ask(frame, question, number) {
  await go(frame, "ask");
  await frame.fill("#question", question);
  await frame.click("#ask:not(:disabled)");
  await comes(frame, `[data-turn="${number}"] #count`);
}

/** Fills in a model server and prepares `question`; waits for what would leave. */
export async function prepare(frame, url, question = QUESTION) {
  await enterServer(frame, { url });
  await frame.check("input[value=model]");
  await frame.fill("#question", question);
  await frame.waitForSelector("#ask:not(:disabled)");
  // As by the button, which may just be moving: the field grows with what is typed, and the model's name comes below it.
  await frame.press("#question", "Enter");
  await comes(frame, "#approve");
}

/** What holds the focus, through all shadows: an id, a reference, a turn's number, or a name. */
export function focused(frame) {
  return frame.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.dataset.reference ?? (element?.id || element?.localName) ?? "";
  });
}
