import { rootCertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { TestKey } from "../../src/authn/jwt/testing/test-tokens.ts";
import { sendJson, TokenIssuer } from "../support/token-issuer.ts";
import { TokenServer } from "../support/token-server.ts";
import { until } from "../support/until.ts";

let issuer: TokenIssuer;

beforeAll(async () => {
  issuer = await TokenIssuer.start();
});
afterEach(() => {
  issuer.requests.length = 0;
  issuer.responses.clear();
});
afterAll(() => issuer[Symbol.asyncDispose]());

function issuerFlags(from = issuer): readonly string[] {
  return [`--oidc-issuer-url=${from.url}`, "--oidc-client-id=app", `--oidc-ca-file=${from.caFile}`];
}

/** Starts a server with the usual flags, and waits until it accepts a token of the issuer. */
async function start(flags: readonly string[] = [], token = issuer.sign()): Promise<TokenServer> {
  const running = await TokenServer.start([...issuerFlags(), ...flags]);
  await running.waitForAcceptance(token);
  return running;
}

const authenticated = "system:authenticated";

test("an ID token of the issuer is accepted, and an opaque access token is not [OIDC-01]", async () => {
  await using running = await start();
  expect(await running.userOf(issuer.sign())).toEqual({ username: `${issuer.url}#jane`, groups: [authenticated] });
  expect(await running.userOf("2YotnFZFEjr1zCsicMWpAA")).toBe(401);
});

test("an altered, a forged and an expired token are rejected [OIDC-02]", async () => {
  await using running = await start();
  const [header = "", , signature = ""] = issuer.sign().split(".");
  const [, payload = ""] = issuer.sign({ sub: "eve" }).split(".");
  expect(await running.userOf(`${header}.${payload}.${signature}`)).toBe(401);
  expect(await running.userOf(issuer.sign({}, {}, new TestKey("first")))).toBe(401);
  expect(await running.userOf(issuer.sign({ exp: 1_577_836_800 }))).toBe(401);
});

test("the keys of the issuer are found by discovery [OIDC-03]", async () => {
  await using running = await start();
  expect(issuer.requests).toEqual(["/.well-known/openid-configuration", "/jwks"]);
  expect(await running.errorOf(issuer.sign())).toBeUndefined();
});

test("without a discovery document, tokens are rejected [OIDC-03]", async () => {
  issuer.responses.set("/.well-known/openid-configuration", (_, response) => sendJson(response, undefined));
  await using running = await TokenServer.start(issuerFlags());
  await until(() => issuer.requests.length > 0, "the server looks for the issuer");
  expect(await running.userOf(issuer.sign())).toBe(401);
  expect(await running.errorOf(issuer.sign())).toBe("[invalid bearer token, oidc: authenticator not initialized]");
});

test.each([
  [
    ["--oidc-issuer-url=http://one.example", "--oidc-client-id=app"],
    'the flags --oidc-*: jwt[0].issuer.url: Invalid value: "http://one.example": URL scheme must be https',
  ],
  [["--oidc-client-id=app"], "--oidc-client-id needs --oidc-issuer-url"],
])(
  "the flags %j stop the server, because the issuer is required and must use TLS [OIDC-04]",
  async (flags, problem) => {
    await expect(TokenServer.start(flags)).rejects.toThrow(problem);
  },
);

test("a token for another client is rejected, and the client is required [OIDC-05]", async () => {
  await using running = await start();
  expect(await running.userOf(issuer.sign({ aud: "other" }))).toBe(401);
  expect(await running.userOf(issuer.sign({ aud: ["other", "app"] }))).toMatchObject({
    username: `${issuer.url}#jane`,
  });
  await expect(TokenServer.start([`--oidc-issuer-url=${issuer.url}`])).rejects.toThrow(
    "--oidc-issuer-url needs --oidc-client-id",
  );
});

test("the user name is the claim sub after the issuer and #, and an email address has no prefix [OIDC-06]", async () => {
  await using bySub = await start();
  expect(await bySub.userOf(issuer.sign({ sub: "123" }))).toMatchObject({ username: `${issuer.url}#123` });
  const token = issuer.sign({ email: "jane@example.com" });
  await using byEmail = await start(["--oidc-username-claim=email"], token);
  expect(await byEmail.userOf(token)).toMatchObject({ username: "jane@example.com" });
});

test("an email address that is not verified is rejected [OIDC-06]", async () => {
  const token = issuer.sign({ email: "jane@example.com", email_verified: true });
  await using running = await start(["--oidc-username-claim=email"], token);
  expect(await running.userOf(issuer.sign({ email: "jane@example.com", email_verified: false }))).toBe(401);
});

test.each([
  ["oidc:", "oidc:jane"],
  ["-", "jane"],
])("with the prefix %s, the user name is %s [OIDC-07]", async (prefix, username) => {
  await using running = await start([`--oidc-username-prefix=${prefix}`]);
  expect(await running.userOf(issuer.sign())).toMatchObject({ username });
});

test("groups come from a claim, after their prefix [OIDC-08]", async () => {
  await using running = await start(["--oidc-groups-claim=roles", "--oidc-groups-prefix=oidc:"]);
  expect(await running.userOf(issuer.sign({ roles: ["dev", "ops"] }))).toMatchObject({
    groups: ["oidc:dev", "oidc:ops", authenticated],
  });
  expect(await running.userOf(issuer.sign({ roles: "dev" }))).toMatchObject({ groups: ["oidc:dev", authenticated] });
  expect(await running.userOf(issuer.sign({ roles: 1 }))).toBe(401);
});

test("a token must have all required claims [OIDC-09]", async () => {
  const flags = ["--oidc-required-claim=hd=example.com", "--oidc-required-claim=note=a,b=c"];
  const claims = { hd: "example.com", note: "a,b=c" };
  await using running = await start(flags, issuer.sign(claims));
  expect(await running.userOf(issuer.sign({ ...claims, note: undefined }))).toBe(401);
  expect(await running.userOf(issuer.sign({ ...claims, hd: "other.com" }))).toBe(401);
});

test("a private CA is trusted only with the flag [OIDC-10] [OIDC-13]", async () => {
  await using running = await TokenServer.start([`--oidc-issuer-url=${issuer.url}`, "--oidc-client-id=app"]);
  expect(await running.userOf(issuer.sign())).toBe(401);
  expect(issuer.requests).toEqual([]);
  expect(rootCertificates).not.toContain(issuer.ca);
  await using trusting = await start();
  expect(await trusting.userOf(issuer.sign())).toMatchObject({ username: `${issuer.url}#jane` });
});

test("a missing and a malformed CA file stop the server [OIDC-10]", async () => {
  const flags = [`--oidc-issuer-url=${issuer.url}`, "--oidc-client-id=app"];
  await expect(TokenServer.start([...flags, "--oidc-ca-file=/none.crt"])).rejects.toThrow(
    "--oidc-ca-file: file /none.crt does not exist",
  );
  const notPem = new URL(import.meta.url).pathname;
  await expect(TokenServer.start([...flags, `--oidc-ca-file=${notPem}`])).rejects.toThrow(
    'jwt[0].issuer.certificateAuthority: Invalid value: "<omitted>": data does not contain any valid RSA or ECDSA certificates',
  );
});

test("only RS256 is accepted by default, and the flag lists other algorithms [OIDC-11]", async () => {
  const ecKey = new TestKey("ec", "ES256");
  issuer.keys.push(ecKey);
  const token = issuer.sign({}, {}, ecKey);
  await using running = await start();
  expect(await running.userOf(token)).toBe(401);
  expect(await running.errorOf(token)).toContain('expected ["RS256"] got "ES256"');
  await using accepting = await start(["--oidc-signing-algs=ES256"], token);
  expect(await accepting.userOf(issuer.sign())).toBe(401);
  await expect(TokenServer.start([...issuerFlags(), "--oidc-signing-algs=HS256"])).rejects.toThrow(
    'the flags --oidc-*: oidc: unsupported signing alg: "HS256"',
  );
});

test("an issuer with an obsolete version of TLS is not used [OIDC-12]", async () => {
  await using obsolete = await TokenIssuer.start({ minVersion: "TLSv1", maxVersion: "TLSv1.1" });
  await using running = await TokenServer.start(issuerFlags(obsolete));
  expect(await running.userOf(obsolete.sign())).toBe(401);
  expect(obsolete.requests).toEqual([]);
});
