import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { ManualClock } from "../../base/manual-clock.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { compileConfiguration } from "./configuration/compile-configuration.ts";
import type { CompiledAuthenticator } from "./configuration/compiled-authenticator.ts";
import type { JwtConfiguration } from "./configuration/schema.ts";
import type { JwtAuthenticator } from "./jwt-authenticator.ts";
import { authenticatorOf, FakeIssuers } from "./testing/fake-issuers.ts";
import { TestKey } from "./testing/test-tokens.ts";

const one = "https://one.example";
const two = "https://two.example";
const key = new TestKey("a");

function issuerAt(url: string, issuer: Partial<JwtConfiguration["issuer"]> = {}): JwtConfiguration {
  return {
    issuer: { url, audiences: ["app"], ...issuer },
    claimMappings: { username: { claim: "sub", prefix: `${url}#` } },
  };
}

function compiled(...jwt: readonly JwtConfiguration[]): Promise<readonly CompiledAuthenticator[]> {
  return compileConfiguration({ jwt: [...jwt] }, { vocabulary: vocabularies.orch, disallowedIssuers: [] });
}

/** The clock of the tests shows the beginning of 2030. */
const expiry = Date.UTC(2031, 0, 1) / 1000;

function tokenOf(issuer: string, claims: object = {}, signer = key): string {
  return signer.sign({ iss: issuer, aud: "app", sub: "jane", exp: expiry, ...claims });
}

let issuers: FakeIssuers;
let authenticator: JwtAuthenticator;
let clock: ManualClock;
let registry: MetricRegistry;

async function start(...jwt: readonly JwtConfiguration[]): Promise<void> {
  issuers = new FakeIssuers();
  issuers.add(one, { keys: [key.jwk] });
  issuers.add(two, { keys: [key.jwk] });
  ({ authenticator, clock, registry } = await authenticatorOf({ jwt: [...jwt] }, issuers));
  authenticator.start();
  await nextTurn();
}

afterEach(() => authenticator[Symbol.dispose]());

/** Returns the name of the token's user, or the reason why the token is rejected. */
async function review(token: string): Promise<string | undefined> {
  try {
    return (await authenticator.authenticate(token))?.user.name;
  } catch (error) {
    return reasonOf(error);
  }
}

const unverified = "oidc: verify token: failed to verify signature: failed to verify id token signature";

test("tokens of several issuers are accepted, and each has its own rules", async () => {
  await start(issuerAt(one), issuerAt(two));
  expect(await review(tokenOf(one))).toBe("https://one.example#jane");
  expect(await review(tokenOf(two))).toBe("https://two.example#jane");
  expect(await review(tokenOf("https://three.example"))).toBeUndefined();
});

test("the identity contains the time at which the token expires", async () => {
  await start(issuerAt(one));
  expect(await authenticator.authenticate(tokenOf(one))).toEqual({
    user: { name: "https://one.example#jane", groups: [] },
    expiresMs: Date.UTC(2031, 0, 1),
  });
});

test("the error of an extra field says what failed only if its result has a wrong type, as in the reference", async () => {
  const extra = [{ key: "example.com/team", valueExpression: "claims.team" }];
  const { claimMappings, issuer } = issuerAt(one);
  await start({ issuer, claimMappings: { ...claimMappings, extra } });
  expect(await review(tokenOf(one))).toBe("expression 'claims.team' resulted in error: no such key: team");
  expect(await review(tokenOf(one, { team: 5 }))).toBe(
    "oidc: error evaluating extra claim expression: claims.team: expression must return a string or a list of strings",
  );
});

test("a token is accepted until the second in which it expires", async () => {
  await start(issuerAt(one));
  const token = tokenOf(one);
  clock.setNowMs(Date.UTC(2031, 0, 1));
  expect(await review(token)).toBe("https://one.example#jane");
  clock.setNowMs(Date.UTC(2031, 0, 1, 0, 0, 0, 1));
  expect(await review(token)).toContain("token is expired (Token Expiry: 2031-01-01 00:00:00 +0000 UTC)");
});

test("a token is accepted one minute before its beginning, but no earlier", async () => {
  await start(issuerAt(one));
  const nowSeconds = Date.UTC(2030, 0, 1) / 1000;
  expect(await review(tokenOf(one, { nbf: nowSeconds + 60 }))).toBe("https://one.example#jane");
  expect(await review(tokenOf(one, { nbf: nowSeconds + 61 }))).toContain("before the nbf (not before) time");
});

// The verdicts are those of the reference, version 1.32.13.
test.each([
  [{ exp: 1e18 }, "https://one.example#jane"],
  [{ exp: 9.2233720368e18 }, "token is expired"],
  [{ exp: 1e20 }, "token is expired"],
  [{ exp: "1e20" }, "token is expired"],
  [{ nbf: 1e18 }, "before the nbf (not before) time"],
  [{ nbf: 9.2233720368e18 }, "https://one.example#jane"],
  [{ nbf: 1e20 }, "https://one.example#jane"],
])("the times %j of a token, which may exceed 64 bits, are read as in the reference", async (claims, verdict) => {
  await start(issuerAt(one));
  expect(await review(tokenOf(one, claims))).toContain(verdict);
});

test("the keys are fetched with the first token, and not again while they are fresh", async () => {
  await start(issuerAt(one));
  issuers.headers.set("cache-control", "public, max-age=600");
  expect(issuers.paths).toEqual(["/.well-known/openid-configuration"]);
  await review(tokenOf(one));
  await review(tokenOf(one));
  expect(await review(tokenOf(one, {}, new TestKey("other")))).toBe(unverified);
  expect(issuers.paths).toEqual(["/.well-known/openid-configuration", "/jwks"]);
});

test("a token with a forged signature is rejected, whatever its algorithm", async () => {
  await start(issuerAt(one));
  issuers.add(one, { keys: [key.jwk, new TestKey("e", "ES256").jwk] });
  const forger = new TestKey("a");
  for (const alg of ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]) {
    const forged = forger.sign({ iss: one, aud: "app", sub: "jane", exp: expiry }, { alg });
    expect(await review(forged), alg).toBe(unverified);
  }
  expect(await review(tokenOf(one, {}, new TestKey("e", "ES256")))).toBe(unverified);
});

test("a token with an unknown key makes the server fetch the keys, unless they are fresh", async () => {
  await start(issuerAt(one));
  issuers.headers.set("cache-control", "max-age=600");
  await review(tokenOf(one));
  const next = new TestKey("b");
  issuers.add(one, { keys: [next.jwk] });
  expect(await review(tokenOf(one, {}, next))).toBe(unverified);
  await clock.advance(571_000);
  expect(await review(tokenOf(one, {}, next))).toBe("https://one.example#jane");
  // The issuer has withdrawn this key.
  expect(await review(tokenOf(one))).toBe(unverified);
});

test("forged tokens cause only a few fetches of the keys", async () => {
  await start(issuerAt(one));
  const forged = tokenOf(one, {}, new TestKey("a"));
  for (let count = 0; count < 50; count++) expect(await review(forged)).toBe(unverified);
  expect(issuers.paths.filter((path) => path === "/jwks")).toHaveLength(5);
  await clock.advance(4_000);
  for (let count = 0; count < 50; count++) await review(forged);
  expect(issuers.paths.filter((path) => path === "/jwks")).toHaveLength(7);
  expect(await review(tokenOf(one))).toBe("https://one.example#jane");
});

test("tokens at the same time share one fetch of the keys", async () => {
  await start(issuerAt(one));
  const names = await Promise.all(Array.from({ length: 20 }, () => review(tokenOf(one))));
  expect(new Set(names)).toEqual(new Set(["https://one.example#jane"]));
  expect(issuers.paths.filter((path) => path === "/jwks")).toHaveLength(1);
});

test("tokens are accepted with stale keys while the issuer is down", async () => {
  await start(issuerAt(one));
  await review(tokenOf(one));
  issuers.documents.set(`${one}/jwks`, new Error("connection refused"));
  await clock.advance(3_600_000);
  expect(await review(tokenOf(one))).toBe("https://one.example#jane");
  expect(await review(tokenOf(one, {}, new TestKey("b")))).toBe(
    "oidc: verify token: failed to verify signature: fetching keys oidc: get keys failed connection refused",
  );
});

test.each([
  ["no JSON", "<html>", "oidc: failed to decode keys"],
  ["no keys", "{}", "oidc: failed to decode keys"],
  [
    "10,000 keys",
    JSON.stringify({ keys: Array.from({ length: 10_000 }, () => ({ kty: "EC" })) }),
    "oidc: the issuer has 10000 keys, but only 256 are allowed",
  ],
])("a key set with %s verifies no token", async (_, document, reason) => {
  await start(issuerAt(one));
  issuers.documents.set(`${one}/jwks`, document);
  expect(await review(tokenOf(one))).toBe(`oidc: verify token: failed to verify signature: fetching keys ${reason}`);
});

test("keys that cannot verify signatures are left out", async () => {
  await start(issuerAt(one));
  const unusable = [null, "x", {}, { kty: "oct", k: "AAAA", kid: "a" }, { kty: "RSA", n: 1, e: "AQAB" }];
  const broken = { kty: "EC", crv: "P-256", x: "AAAA", y: "AAAA", kid: "a" };
  issuers.add(one, { keys: [...unusable, broken, { ...key.jwk, n: "AQAB" }, key.jwk] });
  expect(await review(tokenOf(one))).toBe("https://one.example#jane");
});

test("an issuer that is not found is looked for every ten seconds", async () => {
  await start(issuerAt("https://late.example"));
  const token = tokenOf("https://late.example");
  expect(await review(token)).toBe("oidc: authenticator not initialized");
  issuers.add("https://late.example", { keys: [key.jwk] });
  await clock.advance(9_000);
  expect(await review(token)).toBe("oidc: authenticator not initialized");
  await clock.advance(1_000);
  await nextTurn();
  expect(await review(token)).toBe("https://late.example#jane");
});

test("an issuer is not accepted if its discovery document names another one", async () => {
  await start(issuerAt("https://other.example"));
  issuers.documents.set(
    "https://other.example/.well-known/openid-configuration",
    JSON.stringify({ issuer: one, jwks_uri: `${one}/jwks` }),
  );
  await clock.advance(10_000);
  await nextTurn();
  expect(await review(tokenOf("https://other.example"))).toBe("oidc: authenticator not initialized");
});

test("the case of the names in a discovery document does not count, as in the reference", async () => {
  await start(issuerAt("https://upper.example"));
  const document = JSON.stringify({ ISSUER: "https://upper.example", Jwks_Uri: `${one}/jwks` });
  issuers.documents.set("https://upper.example/.well-known/openid-configuration", document);
  await clock.advance(10_000);
  await nextTurn();
  expect(await review(tokenOf("https://upper.example"))).toBe("https://upper.example#jane");
});

test("the discovery document is fetched from the discovery URL, with the issuer's certificates", async () => {
  await start(issuerAt(one, { discoveryURL: "https://inside.example/discovery" }));
  expect(issuers.requests.map(({ url }) => url.href)).toEqual(["https://inside.example/discovery"]);
  issuers.documents.set("https://inside.example/discovery", JSON.stringify({ issuer: one, jwks_uri: `${one}/jwks` }));
  await clock.advance(10_000);
  await nextTurn();
  expect(await review(tokenOf(one))).toBe("https://one.example#jane");
});

test("keys are not fetched without TLS", async () => {
  await start(issuerAt("https://plain.example"));
  issuers.add("https://plain.example", { keys: [key.jwk] }, "http://plain.example/jwks");
  await clock.advance(10_000);
  await nextTurn();
  expect(await review(tokenOf("https://plain.example"))).toContain("does not begin with https://");
});

test("replace() changes the issuers when all new ones have been found", async () => {
  await start(issuerAt(one));
  await authenticator.replace(await compiled(issuerAt(two)));
  expect(await review(tokenOf(two))).toBe("https://two.example#jane");
  expect(await review(tokenOf(one))).toBeUndefined();
});

test("replace() keeps the issuers if a new one is not found within a minute", async () => {
  await start(issuerAt(one));
  const replacing = authenticator.replace(await compiled(issuerAt(two), issuerAt("https://down.example")));
  const failure = replacing.catch(reasonOf);
  for (let second = 0; second < 61; second++) await clock.advance(1_000);
  expect(await failure).toBe("not all token issuers are available: the discovery document has the status 404");
  expect(await review(tokenOf(one))).toBe("https://one.example#jane");
  expect(await review(tokenOf(two))).toBeUndefined();
});

test("a disposed authenticator no longer looks for issuers, also for those that were replaced", async () => {
  await start(issuerAt("https://down.example"));
  await authenticator.replace(await compiled(issuerAt(two)));
  authenticator[Symbol.dispose]();
  const before = issuers.requests.length;
  await clock.advance(60_000);
  expect(issuers.requests).toHaveLength(before);
});

test("an authenticator without issuers recognizes no token", async () => {
  await start();
  expect(await review(tokenOf(one))).toBeUndefined();
});

test("a token of 64 KB and a deep token are rejected without a request to the issuer", async () => {
  await start(issuerAt(one));
  expect(await review(tokenOf(one, { filler: "x".repeat(64 * 1024) }))).toBeUndefined();
  const deep = `[`.repeat(100_000);
  expect(await review(`e30.${Buffer.from(`{"iss":"${one}","a":${deep}`).toString("base64url")}.AAAA`)).toBeUndefined();
  expect(issuers.paths).toEqual(["/.well-known/openid-configuration"]);
});

test("metrics record the duration of authentications by result and by the hash of the issuer", async () => {
  await start(issuerAt(one));
  await review(tokenOf(one));
  await review(tokenOf(one, { aud: "other" }));
  await review(tokenOf(two));
  // sha256sum of https://one.example
  const hash = "sha256:ec97c070ab287a52432ae841fbdf423a4a7c52b7f0057a51f57a16e3d3827c87";
  const counts = registry
    .render()
    .split("\n")
    .filter((line) => line.startsWith("apiserver_authentication_jwt_authenticator_latency_seconds_count"));
  expect(counts).toEqual([
    `apiserver_authentication_jwt_authenticator_latency_seconds_count{result="success",jwt_issuer_hash="${hash}"} 1`,
    `apiserver_authentication_jwt_authenticator_latency_seconds_count{result="failure",jwt_issuer_hash="${hash}"} 1`,
  ]);
});
