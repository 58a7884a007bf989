// Signs a policy for <chaperone-panel>, or prints the fingerprint of a key for the shell.
//
//   openssl genpkey -algorithm ed25519 -out policy-key.pem          a key; keep it where the portal's pages are made
//   node sign-policy.mjs --key policy-key.pem policy.json           prints the value of the attribute `policy`
//   node sign-policy.mjs --key policy-key.pem                       prints the fingerprint that the shell is put up with
//
// A key on the curve P-256 (-algorithm EC -pkeyopt ec_paramgen_curve:P-256) does as well, also in older browsers.
import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

/** What is signed begins with this; `shell/signed-policy.ts` has the same words. */
const SIGNED_WORDS = "chaperone-policy-1\n";

const spkiOf = (key) => createPublicKey(key).export({ type: "spki", format: "der" });

/** Returns the fingerprint of the public key that belongs to `key`, a private one. */
export function fingerprint(key) {
  return createHash("sha256").update(spkiOf(key)).digest("hex");
}

/** Returns `policy`, JSON as text, signed with the private key `key`. */
export function signPolicy(policy, key) {
  const isCurve = key.asymmetricKeyType === "ec";
  const signature = sign(
    isCurve ? "sha256" : null,
    Buffer.from(SIGNED_WORDS + policy),
    isCurve ? { key, dsaEncoding: "ieee-p1363" } : key,
  );
  return [Buffer.from(policy), spkiOf(key), signature].map((part) => part.toString("base64url")).join(".");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: "string" } } });
  if (values.key === undefined) throw new Error("which key? --key FILE");
  const key = createPrivateKey(readFileSync(values.key));
  const [path] = positionals;
  console.log(path === undefined ? fingerprint(key) : signPolicy(readFileSync(path, "utf8"), key));
}
