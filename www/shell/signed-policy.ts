/**
 * A signed policy: `policy.key.signature`, each in base64url. The policy is JSON, the key a public key in SPKI form (Ed25519, or
 * ECDSA on P-256), and the signature is over the words below and the policy's bytes. What the key is worth is not said in it: the shell
 * was put up with the fingerprints of the keys that it trusts, the SHA-256 of their SPKI form.
 */

/** What is signed begins with this, so that a signature made for something else is none here. */
export const SIGNED_WORDS = "chaperone-policy-1\n";

const TOKEN = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;

/** How a public key in SPKI form begins, and how signatures with it are checked. */
const KINDS = [
  { bytes: 44, begins: "302a300506032b6570032100", key: { name: "Ed25519" }, how: { name: "Ed25519" } },
  {
    bytes: 91,
    begins: "3059301306072a8648ce3d020106082a8648ce3d030107034200",
    key: { name: "ECDSA", namedCurve: "P-256" },
    how: { name: "ECDSA", hash: "SHA-256" },
  },
] as const;

/** Whether `policy` has the form of a signed one; else it is taken for JSON. */
export function isSigned(policy: string): boolean {
  return TOKEN.test(policy);
}

/** Resolves to the JSON of a signed policy, or to `undefined` where it is not signed with one of `keys`, or this browser cannot tell. */
export async function verified(token: string, keys: readonly string[]): Promise<string | undefined> {
  try {
    const [policy, spki, signature] = (TOKEN.exec(token)?.slice(1) ?? []).map(bytesOf);
    if (policy === undefined || spki === undefined || signature === undefined) return undefined;
    const kind = KINDS.find(({ bytes, begins }) => spki.byteLength === bytes && hex(spki).startsWith(begins));
    if (kind === undefined) return undefined;
    const { subtle } = crypto;
    if (!keys.includes(hex(new Uint8Array(await subtle.digest("SHA-256", spki))))) return undefined;
    const key = await subtle.importKey("spki", spki, kind.key, false, ["verify"]);
    const words = new TextEncoder().encode(SIGNED_WORDS);
    const signed = new Uint8Array(words.byteLength + policy.byteLength);
    signed.set(words);
    signed.set(policy, words.byteLength);
    if (!(await subtle.verify(kind.how, key, signature, signed))) return undefined;
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(policy);
  } catch {
    return undefined;
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
