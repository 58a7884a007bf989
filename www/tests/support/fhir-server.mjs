// A stand-in for a hospital's FHIR server with SMART App Launch: it speaks real HTTP, and does on purpose what real ones do by mistake.
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";

/** What the stand-in's patient is called there. */
export const PATIENT = "canary-1";

const JSON_TYPE = { "Content-Type": "application/fhir+json" };

/**
 * Starts it with the resources of `bundle` (JSON as text). `requests` are those that arrived; `tokens` are those that hold now.
 * `set` changes what it does: `everything` (whether it has that), `size` (entries of a page), `refreshes`, `confirms` (whether it takes tokens back),
 * `allows` (whether the person allows it at sign-in), and `fault`, which may answer a request itself and return true.
 */
export async function startCustodian(bundle) {
  const resources = JSON.parse(bundle).entry.map(({ resource }) => resource);
  const does = {
    everything: true,
    size: 10,
    refreshes: true,
    confirms: true,
    allows: true,
    expires: 3600,
    patient: PATIENT,
    config: {},
    fault: () => false,
  };
  const requests = [];
  const codes = new Map();
  const tokens = new Set();
  const refreshTokens = new Set();
  let origin;

  const fresh = () => randomBytes(16).toString("hex");
  const json = (response, status, value, headers = {}) => {
    response.writeHead(status, { ...JSON_TYPE, ...headers });
    response.end(typeof value === "string" ? value : JSON.stringify(value, null, 2));
  };

  const configuration = () => ({
    issuer: `${origin}/fhir`,
    authorization_endpoint: `${origin}/auth/authorize`,
    token_endpoint: `${origin}/auth/token`,
    revocation_endpoint: `${origin}/auth/revoke`,
    scopes_supported: ["launch", "launch/patient", "patient/*.read", "online_access"],
    code_challenge_methods_supported: ["S256"],
    capabilities: ["launch-ehr", "launch-standalone", "client-public", "permission-v1"],
    ...does.config,
  });

  /** The sign-in page: the person has a button to press, which leads back. */
  const authorize = (url, response) => {
    const asked = Object.fromEntries(url.searchParams);
    const back = new URL(asked.redirect_uri);
    if (does.allows) {
      const code = fresh();
      codes.set(code, asked);
      back.searchParams.set("code", code);
    } else back.searchParams.set("error", "access_denied");
    back.searchParams.set("state", asked.state);
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><title>Sign in</title><a id="allow" href="${back.href.replaceAll("&", "&amp;")}">Allow</a>`,
    );
  };

  const grant = () => {
    const [access, refresh] = [fresh(), fresh()];
    tokens.add(access);
    if (does.refreshes) refreshTokens.add(refresh);
    return {
      access_token: access,
      token_type: "Bearer",
      expires_in: does.expires,
      scope: "launch/patient patient/*.read",
      ...(does.patient === undefined ? {} : { patient: does.patient }),
      ...(does.refreshes ? { refresh_token: refresh } : {}),
    };
  };

  const token = (form, response) => {
    const refused = () => json(response, 400, { error: "invalid_grant" });
    if (form.get("grant_type") === "refresh_token") {
      if (!refreshTokens.delete(form.get("refresh_token"))) return refused();
      return json(response, 200, grant());
    }
    const asked = codes.get(form.get("code"));
    codes.delete(form.get("code"));
    if (asked === undefined || asked.code_challenge_method !== "S256") return refused();
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (challenge !== asked.code_challenge || form.get("redirect_uri") !== asked.redirect_uri) return refused();
    if (form.get("client_id") !== asked.client_id || asked.aud !== `${origin}/fhir`) return refused();
    return json(response, 200, grant());
  };

  const page = (response, found, url, offset) => {
    const entry = found.slice(offset, offset + does.size).map((resource) => ({
      fullUrl: `${origin}/fhir/${resource.resourceType}/${resource.id}`,
      resource,
    }));
    // As HAPI has it: the next page is at the base itself.
    const next = new URL(`${origin}/fhir`);
    next.searchParams.set("_getpages", `${url.searchParams.get("_getpages") ?? url.pathname.slice("/fhir/".length)}`);
    next.searchParams.set("_offset", String(offset + does.size));
    const link = offset + does.size < found.length ? [{ relation: "next", url: next.href }] : [];
    json(response, 200, { resourceType: "Bundle", type: "searchset", total: found.length, link, entry });
  };

  const read = (url, response) => {
    const path = url.pathname.slice("/fhir/".length);
    const pages = url.searchParams.get("_getpages");
    const wanted = pages ?? path;
    const offset = Number(url.searchParams.get("_offset") ?? 0);
    if (wanted === `Patient/${PATIENT}/$everything`) {
      if (!does.everything) return json(response, 404, { resourceType: "OperationOutcome" });
      return page(response, resources, url, offset);
    }
    if (wanted === `Patient/${PATIENT}`)
      return json(
        response,
        200,
        resources.find(({ resourceType }) => resourceType === "Patient"),
      );
    if (!/^[A-Z][A-Za-z]+$/.test(wanted)) return json(response, 404, { resourceType: "OperationOutcome" });
    if (wanted === "Goal") return json(response, 403, { resourceType: "OperationOutcome" });
    if (pages === null && url.searchParams.get("patient") !== PATIENT) return json(response, 400, {});
    return page(
      response,
      resources.filter(({ resourceType }) => resourceType === wanted),
      url,
      offset,
    );
  };

  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url, origin);
      const body = Buffer.concat(chunks).toString("utf8");
      response.setHeader("Access-Control-Allow-Origin", "*");
      if (request.method === "OPTIONS") {
        response.writeHead(204, {
          "Access-Control-Allow-Headers": "authorization, accept, content-type",
          "Access-Control-Allow-Methods": "GET, POST",
        });
        return response.end();
      }
      requests.push({ method: request.method, path: request.url, headers: request.headers, body });
      if (does.fault(request, response, url)) return;
      if (url.pathname === "/fhir/.well-known/smart-configuration") return json(response, 200, configuration());
      if (url.pathname === "/auth/authorize") return authorize(url, response);
      if (url.pathname === "/auth/token") return token(new URLSearchParams(body), response);
      if (url.pathname === "/auth/revoke") {
        const given = new URLSearchParams(body).get("token");
        tokens.delete(given);
        refreshTokens.delete(given);
        return does.confirms ? (response.writeHead(200), response.end()) : json(response, 503, {});
      }
      if (!url.pathname.startsWith("/fhir")) return json(response, 404, {});
      if (request.method !== "GET") return json(response, 405, {});
      if (!tokens.has(request.headers.authorization?.replace("Bearer ", ""))) return json(response, 401, {});
      return read(url, response);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    base: `${origin}/fhir`,
    requests,
    tokens,
    refreshTokens,
    set: (change) => Object.assign(does, change),
    grant,
    /** The requests for records. */
    reads: () => requests.filter(({ path }) => path.startsWith("/fhir") && !path.includes(".well-known")),
    /** The person withdraws the access in their portal. */
    withdraw: () => (tokens.clear(), refreshTokens.clear()),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
