/** Logins at real TLS servers that are slow, huge, redirect, or return wrong tokens. The browser is scripted. */
import { generateKeyPairSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { type JWTPayload, SignJWT } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ClientAuthority } from "../../../test/support/client-authority.ts";
import { until } from "../../../test/support/until.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { systemRandom } from "../../base/random.ts";
import { login } from "../../cli/index.ts";
import { issuerHttp } from "./issuer-http.ts";
import { listenForRedirect } from "./redirect-listener.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { privateKey: otherKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { signal } = new AbortController();

type Handler = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

let authority: ClientAuthority;
let server: Server;
let url: string;
let clock: ManualClock;
/** Handler by path. */
let handlers: Map<string, Handler>;
/** Nonce of the last login. */
let nonce: string;
let stored: string[];

const json =
  (document: object): Handler =>
  (response) =>
    void response.end(JSON.stringify(document));

beforeEach(async () => {
  authority = await ClientAuthority.create();
  clock = new ManualClock();
  stored = [];
  server = createServer(
    await authority.issue({ name: "issuer", usage: "serverAuth", hosts: ["127.0.0.1"] }),
    (request, response) => void handlers.get(request.url ?? "")?.(response, request),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration = {
    issuer: url,
    authorization_endpoint: `${url}/auth`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
  };
  handlers = new Map<string, Handler>([
    ["/.well-known/openid-configuration", json(configuration)],
    ["/keys", json({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one" }] })],
    ["/token", async (response) => json({ id_token: await idToken({}) })(response, {} as IncomingMessage)],
  ]);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  authority[Symbol.dispose]();
});

/** Returns a valid token, except for the claims and the key that the test passes. */
async function idToken(claims: JWTPayload, key = privateKey): Promise<string> {
  const nowSeconds = clock.nowMs() / 1000;
  const payload = { iss: url, aud: "orch", sub: "ann", iat: nowSeconds, exp: nowSeconds + 600, nonce, ...claims };
  return await new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid: "one" }).sign(key);
}

/** Logs in, and returns the output or the message of the error. */
async function logIn(ca = authority.certificate): Promise<string> {
  let [out, error] = ["", ""];
  const settings = {
    issuerUrl: url,
    clientId: "orch",
    clientSecret: undefined,
    scopes: ["openid"],
    usesDevice: false,
    port: 0,
    opensBrowser: true,
  };
  const host = {
    send: issuerHttp({ ca, clock, env: {} }),
    sessions: {
      list: async () => [],
      remove: async () => undefined,
      read: async () => undefined,
      write: async (_: string, text: string) => void stored.push(text),
      exclusively: <T>(_: string, work: () => Promise<T>) => work(),
    },
    listen: listenForRedirect,
    openBrowser: (page: string) => {
      const { searchParams } = new URL(page);
      nonce = searchParams.get("nonce") ?? "";
      void fetch(`${searchParams.get("redirect_uri")}?code=c&state=${searchParams.get("state")}`);
      return true;
    },
    isInteractive: true,
    terminal: { out: (text: string) => (out += text), error: (text: string) => (error += text) },
    clock,
    random: systemRandom,
    signal,
  };
  try {
    await login({ action: "login", settings, vocabulary: "orch", caFile: undefined }, host);
    return out;
  } catch (thrown) {
    expect(stored).toEqual([]);
    return String(thrown).replaceAll(url, "ISSUER");
  }
}

test("a login at this server succeeds if it behaves well", async () => {
  expect(await logIn()).toMatch(/ as ann; the token expires at /);
  expect(stored).toHaveLength(1);
});

const configurationTitle = "the configuration of the issuer at ISSUER/.well-known/openid-configuration";

test.each<[string, string, Handler, string]>([
  [
    "redirects",
    "/.well-known/openid-configuration",
    (response) => void response.writeHead(302, { location: "https://other.test" }).end(),
    `LoginError: ${configurationTitle}: the issuer responded with a redirect (302), which is not followed; name the final URL`,
  ],
  [
    "names another issuer",
    "/.well-known/openid-configuration",
    json({ issuer: "https://other.test" }),
    `LoginError: ${configurationTitle}: the issuer is "https://other.test", not "ISSUER"`,
  ],
  [
    "sends a configuration of 100 MB",
    "/.well-known/openid-configuration",
    (response) => void response.writeHead(200, { "content-length": 100_000_000 }).write("{"),
    "LoginError: the response of ISSUER is invalid: the response is larger than 1048576 bytes",
  ],
  [
    "publishes 10,000 keys",
    "/keys",
    json({ keys: Array.from({ length: 10_000 }, () => ({ kty: "EC" })) }),
    "LoginError: the issuer publishes more than 1000 keys",
  ],
  [
    "rejects the code",
    "/token",
    (response) => void response.writeHead(400).end('{"error":"invalid_grant","error_description":"no"}'),
    "TokenRejectedError: ISSUER/token: the issuer rejected the request: invalid_grant: no",
  ],
  [
    "closes the connection",
    "/token",
    (response) => void response.destroy(),
    "IssuerUnreachableError: ISSUER did not respond: EOF",
  ],
  ["returns no ID token", "/token", json({ access_token: "a" }), "LoginError: ISSUER returned no ID token"],
])("an issuer that %s is reported, and no login is stored", async (_, path, handler, message) => {
  handlers.set(path, handler);
  expect(await logIn()).toBe(message);
});

test.each<[string, () => Promise<string>, string]>([
  ["the nonce of another login", () => idToken({ nonce: "other" }), 'unexpected "nonce" claim value'],
  ["another audience", () => idToken({ aud: "other" }), 'unexpected "aud" claim value'],
  ["another issuer", () => idToken({ iss: "https://other.test" }), 'unexpected "iss" claim value'],
  ["a signature by another key", () => idToken({}, otherKey), "signature verification failed"],
  ["an expiry in the past", () => idToken({ exp: 1 }), '"exp" claim timestamp check failed'],
])("an ID token with %s is rejected, and no login is stored", async (_, token, message) => {
  handlers.set("/token", async (response) => json({ id_token: await token() })(response, {} as IncomingMessage));
  const text = await logIn();
  expect(text).toContain(`LoginError: the ID token of the issuer is invalid: ${message}`);
  expect(text).not.toContain("eyJ");
});

test("an issuer that does not respond is reported after 10 seconds", async () => {
  let isRequested = false;
  handlers.set("/token", () => {
    isRequested = true;
  });
  const message = logIn();
  await until(() => isRequested, "the code is sent");
  await clock.advance(10_000);
  expect(await message).toBe("IssuerUnreachableError: ISSUER did not respond within 10 s");
});

test("a certificate of another authority is reported with the flag that names one", async () => {
  using other = await ClientAuthority.create();
  expect(await logIn(other.certificate)).toMatch(
    /^LoginError: no connection to ISSUER: tls: failed to verify certificate: .*; --ca-file names the certificates/,
  );
});
