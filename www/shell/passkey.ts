/**
 * Passkeys with the PRF extension (WebAuthn level 3, section 10.1.4): a secret that only the passkey can make again.
 *
 * The record room cannot use them, as its origin is opaque; so the shell does, sees the secret and hands it to the
 * room. Whoever chooses a passkey trusts this page's code with the key; with a passphrase the shell sees nothing.
 */
import { PortError } from "./port-error.ts";
import { inWords } from "./speech.ts";

/** What a passkey gave. */
export interface PasskeyAnswer {
  readonly credential: ArrayBuffer;
  /** 32 bytes. */
  readonly secret: ArrayBuffer;
}

const SECRET_BYTES = 32;
const TIMEOUT_MILLIS = 120_000;

/** Makes a passkey for this page and lets it evaluate `salt`. */
export async function createPasskey(salt: ArrayBuffer, signal: AbortSignal): Promise<PasskeyAnswer> {
  const kept = inWords("Records kept on this device");
  const made = await ask(() =>
    navigator.credentials.create({
      signal,
      publicKey: {
        rp: { name: "Chaperone" },
        user: { id: random(16), name: kept, displayName: kept },
        challenge: random(32),
        pubKeyCredParams: [
          { type: "public-key", alg: -7 },
          { type: "public-key", alg: -257 },
        ],
        authenticatorSelection: { residentKey: "discouraged", userVerification: "required" },
        timeout: TIMEOUT_MILLIS,
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  );
  const { prf } = made.getClientExtensionResults();
  if (prf?.enabled !== true) {
    throw new PortError("unsupported", "This passkey cannot make a key (it has no PRF). Use a passphrase.");
  }
  const secret = secretOf(prf.results?.first);
  return secret === undefined ? usePasskey(made.rawId, salt, signal) : { credential: made.rawId, secret };
}

/** Lets the passkey `credential` evaluate `salt`. */
export async function usePasskey(
  credential: ArrayBuffer,
  salt: ArrayBuffer,
  signal: AbortSignal,
): Promise<PasskeyAnswer> {
  const used = await ask(() =>
    navigator.credentials.get({
      signal,
      publicKey: {
        challenge: random(32),
        allowCredentials: [{ type: "public-key", id: credential }],
        userVerification: "required",
        timeout: TIMEOUT_MILLIS,
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  );
  const secret = secretOf(used.getClientExtensionResults().prf?.results?.first);
  if (secret === undefined) throw new PortError("unsupported", "This passkey gave no key. Use the passphrase.");
  return { credential: used.rawId, secret };
}

async function ask(act: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (navigator.credentials === undefined || !("PublicKeyCredential" in window)) {
    throw new PortError("unsupported", "This browser has no passkeys. Use a passphrase.");
  }
  let found: Credential | null;
  try {
    found = await act();
  } catch (error) {
    if (error instanceof DOMException && error.name === "SecurityError") {
      throw new PortError(
        "unsupported",
        "Passkeys need a page with a domain name, such as localhost. Use a passphrase.",
      );
    }
    throw new PortError("cancelled", "The passkey was not used: it was cancelled, or took too long.");
  }
  if (found instanceof PublicKeyCredential) return found;
  throw new PortError("cancelled", "The passkey was not used.");
}

function secretOf(found: BufferSource | undefined): ArrayBuffer | undefined {
  if (found === undefined) return undefined;
  const bytes = ArrayBuffer.isView(found)
    ? new Uint8Array(found.buffer, found.byteOffset, found.byteLength).slice()
    : new Uint8Array(found).slice();
  return bytes.length === SECRET_BYTES ? bytes.buffer : undefined;
}

function random(bytes: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(bytes));
}
