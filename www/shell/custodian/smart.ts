/**
 * Access to a FHIR server as SMART App Launch 2.2 has it: discovery, the address of the sign-in page, the token, its renewal and
 * its return. The steps of OAuth 2.1 with PKCE (S256) are oauth4webapi's. Tokens are held by the {@link Access} that is returned, in
 * memory, and nowhere else.
 */
import * as oauth from "oauth4webapi";
import { PortError } from "../port-error.ts";
import { askable, stem } from "./address.ts";
import { SHORT, bounded, jsonIn, type Bounds } from "./bounded.ts";

/** A FHIR server, and where its owner wants people to sign in. */
export interface Custodian {
  readonly base: URL;
  readonly authorize: URL;
  readonly token: URL;
  readonly revoke: URL | undefined;
  readonly issuer: string;
  /** What is asked for at sign-in. */
  readonly scope: string;
}

/** How this page is known to a custodian. */
export interface App {
  readonly clientId: string;
  /** Where the sign-in page leads back to. */
  readonly redirect: URL;
  /** What the hospital's own system gave along, where it opened this page. */
  readonly launch: string | undefined;
}

/** A sign-in that has begun. */
interface SignIn {
  /** The address of the sign-in page. */
  readonly page: URL;
  readonly verifier: string;
  readonly state: string;
}

/** A person's own access: a token, the patient, and perhaps a way to renew it. */
export interface Access {
  readonly token: string;
  readonly refresh: string | undefined;
  readonly patient: string;
}

const NO_SMART =
  "This address is not that of a FHIR server that people can sign in to with an app (it has no SMART configuration).";
const DOWNGRADE = "The server wants people to sign in at an address without encryption, which is refused.";
const REFUSED = "The server did not give access. Sign in again, and allow this app to read your records.";
const NO_PATIENT = "The server did not say whose records these are. Sign in again, and choose yourself as the patient.";

/** The form of a FHIR id: nothing that could lead out of a path. */
const FHIR_ID = /^[A-Za-z0-9\-.]{1,64}$/;

/** Asks the server at `base` how to sign in. */
export async function discover(base: URL, launched: boolean, signal: AbortSignal, bounds = SHORT): Promise<Custodian> {
  const url = new URL(`${stem(base)}/.well-known/smart-configuration`);
  const { status, bytes } = await bounded(url, { headers: { accept: "application/json" } }, bounds, signal);
  if (status !== 200) throw new PortError("not-found", NO_SMART);
  const said = jsonIn(bytes);
  if (typeof said !== "object" || said === null) throw new PortError("reply", NO_SMART);
  const field = (name: string): unknown => (said as Record<string, unknown>)[name];
  if (field("authorization_endpoint") === undefined || field("token_endpoint") === undefined)
    throw new PortError("not-found", NO_SMART);
  const endpoint = (name: string): URL => {
    const found = askable(field(name));
    if (found === undefined || (base.protocol === "https:" && found.protocol !== "https:"))
      throw new PortError("refused", DOWNGRADE);
    return found;
  };
  const methods = field("code_challenge_methods_supported");
  if (Array.isArray(methods) && !methods.includes("S256"))
    throw new PortError("unsupported", "The server does not protect sign-in as this app needs it (PKCE with S256).");
  const issuer = field("issuer");
  return {
    base,
    authorize: endpoint("authorization_endpoint"),
    token: endpoint("token_endpoint"),
    revoke: field("revocation_endpoint") === undefined ? undefined : endpoint("revocation_endpoint"),
    issuer: typeof issuer === "string" ? issuer : stem(base),
    scope: scopeOf(field("scopes_supported"), field("capabilities"), launched),
  };
}

/** What is asked for: to read this patient's records, and to go on reading for as long as the session lasts. */
function scopeOf(scopes: unknown, capabilities: unknown, launched: boolean): string {
  const has = (list: unknown, word: string): boolean => Array.isArray(list) && list.includes(word);
  const read =
    has(capabilities, "permission-v2") && !has(capabilities, "permission-v1") ? "patient/*.rs" : "patient/*.read";
  const renew = ["online_access", "offline_access"].filter((word) => has(scopes, word)).slice(0, 1);
  return [launched ? "launch" : "launch/patient", read, ...renew].join(" ");
}

/** Makes the address of the sign-in page, with a fresh state and a fresh secret of which only the hash is in it. */
export async function begin(custodian: Custodian, { clientId, redirect, launch }: App): Promise<SignIn> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const page = new URL(custodian.authorize);
  const asked = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirect.href,
    scope: custodian.scope,
    state,
    aud: stem(custodian.base),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(launch === undefined ? {} : { launch }),
  };
  for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value);
  return { page, verifier, state };
}

/** Takes what the sign-in page led back with, and resolves to the access. */
export async function redeem(
  custodian: Custodian,
  app: App,
  { verifier, state }: SignIn,
  back: URL,
  signal: AbortSignal,
): Promise<Access> {
  return refusing(async () => {
    const [server, client] = parties(custodian, app);
    const answer = oauth.validateAuthResponse(server, client, back, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      answer,
      app.redirect.href,
      verifier,
      how(custodian, signal),
    );
    const given = await oauth.processAuthorizationCodeResponse(server, client, response);
    return accessIn(given, undefined);
  });
}

/** Resolves to renewed access, or to `undefined` where the server gives none any more. */
export async function renew(
  custodian: Custodian,
  app: App,
  access: Access,
  signal: AbortSignal,
): Promise<Access | undefined> {
  const { refresh } = access;
  if (refresh === undefined) return undefined;
  try {
    const [server, client] = parties(custodian, app);
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      refresh,
      how(custodian, signal),
    );
    return accessIn(await oauth.processRefreshTokenResponse(server, client, response), access);
  } catch (error) {
    if (signal.aborted) throw new PortError("cancelled", "Cancelled.");
    if (error instanceof PortError && error.code === "network") throw error;
    return undefined;
  }
}

/** Gives the access back; resolves to whether the server said that it holds no more. */
export async function giveBack(
  custodian: Custodian,
  app: App,
  { token, refresh }: Access,
  signal: AbortSignal,
): Promise<boolean> {
  if (custodian.revoke === undefined) return false;
  const [server, client] = parties(custodian, app);
  try {
    // The refresh token first: with it goes, at many servers, everything that was given for it.
    for (const each of refresh === undefined ? [token] : [refresh, token]) {
      const response = await oauth.revocationRequest(server, client, oauth.None(), each, how(custodian, signal));
      await oauth.processRevocationResponse(response);
    }
    return true;
  } catch {
    return false;
  }
}

function parties(
  { authorize, token, revoke, issuer }: Custodian,
  { clientId }: App,
): [oauth.AuthorizationServer, oauth.Client] {
  return [
    {
      issuer,
      authorization_endpoint: authorize.href,
      token_endpoint: token.href,
      ...(revoke === undefined ? {} : { revocation_endpoint: revoke.href }),
    },
    { client_id: clientId },
  ];
}

/** Has the library's requests go through ours: bounded, without cookie, and to the addresses of `custodian` only. */
function how({ token, revoke }: Custodian, signal: AbortSignal, bounds: Bounds = SHORT) {
  const send = async (
    address: string,
    init: oauth.CustomFetchOptions<string, BodyInit | undefined>,
  ): Promise<Response> => {
    if (address !== token.href && address !== revoke?.href)
      throw new PortError("refused", "This is no address of the server that was chosen.");
    const { method, headers, body } = init;
    const answered = await bounded(new URL(address), { method, headers, body: body ?? null }, bounds, signal);
    const { status } = answered;
    return new Response(status === 204 || status === 205 ? null : answered.bytes, {
      status,
      headers: answered.headers,
    });
  };
  // What may go without encryption is decided by `askable`: this computer only.
  return { [oauth.customFetch]: send, [oauth.allowInsecureRequests]: true } as const;
}

function accessIn(given: oauth.TokenEndpointResponse, before: Access | undefined): Access {
  const patient = given["patient"] ?? before?.patient;
  if (typeof patient !== "string" || !FHIR_ID.test(patient)) throw new PortError("reply", NO_PATIENT);
  // Renewed access to somebody else's records would mix two people up.
  if (before !== undefined && patient !== before.patient) throw new PortError("refused", REFUSED);
  return { token: given.access_token, refresh: given.refresh_token ?? before?.refresh, patient };
}

/** The library's errors may quote what a server said: none of that is told. */
async function refusing(work: () => Promise<Access>): Promise<Access> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PortError ? error : new PortError("refused", REFUSED);
  }
}
