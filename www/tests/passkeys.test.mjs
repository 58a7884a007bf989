// What is kept on the device under a passkey, with a virtual authenticator of Chromium.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { CANARIES, canaryFile } from "./support/canary.mjs";
import { begin, end, fresh, open } from "./support/fresh.mjs";
import { SLOW, add, holdings, keep, roomOf, unlock } from "./support/keeping.mjs";
import { locker } from "./support/locker.mjs";

const { passphrase: PASSPHRASE } = CANARIES;

before(begin);
after(end);

describe("passkeys", () => {
  async function withPasskeys(context, page, hasPrf = true) {
    const session = await context.newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        ctap2Version: "ctap2_1",
        transport: "internal",
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
        hasResidentKey: true,
        hasPrf,
      },
    });
    return { session, authenticatorId };
  }

  test("a passkey keeps and opens, and says whom it trusts", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await withPasskeys(context, page);
      await add(frame, canaryFile(2));
      await frame.click("#keeping");
      await frame.click("summary:has-text('Use a passkey')");
      assert.match(await frame.textContent("chaperone-keeping dialog"), /trusts the site that serves this page/);
      await frame.click("#keep-passkey");
      await frame.waitForSelector("#done", SLOW);
      await page.reload();
      const room = await roomOf(page);
      await room.click("#unlock-passkey", SLOW);
      await room.waitForSelector("#ask:not(:disabled)", { ...SLOW, state: "attached" });
      assert.equal((await holdings(room)).files, 1);
    }));

  test("a passkey is added to a passphrase; either opens", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await withPasskeys(context, page);
      await add(frame, canaryFile(2));
      await keep(frame);
      await frame.click("#keeping");
      await frame.click("summary:has-text('Add a passkey')");
      await frame.fill("input[name=current]", "not the passphrase");
      await frame.click("#add-passkey");
      await frame.waitForSelector("#keeping-failure", SLOW);
      await frame.fill("input[name=current]", PASSPHRASE);
      await frame.click("#add-passkey");
      await frame.waitForSelector("#done", SLOW);
      for (const way of ["passkey", "passphrase"]) {
        await page.reload();
        const room = await roomOf(page);
        if (way === "passkey") await room.click("#unlock-passkey", SLOW);
        else assert.equal(await unlock(room), "");
        await room.waitForSelector("#ask:not(:disabled)", { ...SLOW, state: "attached" });
        assert.equal((await holdings(room)).files, 1, way);
      }
    }));

  test("a passkey without PRF is refused in words", () =>
    fresh(async (context) => {
      const { page, frame } = await open(context);
      await withPasskeys(context, page, false);
      await frame.click("#keeping");
      await frame.click("summary:has-text('Use a passkey')");
      await frame.click("#keep-passkey");
      assert.match(await (await frame.waitForSelector("#keeping-failure", SLOW)).textContent(), /PRF|gave no key/);
      assert.deepEqual(await locker(page), {});
    }));
});
