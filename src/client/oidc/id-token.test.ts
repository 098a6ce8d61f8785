import { generateKeyPairSync } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { verifyIdToken } from "./id-token.ts";
import { FakeIssuer, type FakeResponse, issuerUrl } from "./testing/fake-issuer.ts";

const { signal } = new AbortController();
let fake: FakeIssuer;

beforeEach(() => {
  fake = new FakeIssuer();
});

function verify(text: unknown, nonce?: string) {
  return verifyIdToken(text, { client: fake.client(), nonce, signal });
}

test("verifyIdToken() returns the subject and the expiry of a valid token", async () => {
  const text = await fake.idToken({ nonce: "n", exp: fake.clock.nowMs() / 1000 + 60 });
  expect(await verify(text, "n")).toEqual({ text, subject: "ann", expiresMs: fake.clock.nowMs() + 60_000 });
});

test("verifyIdToken() accepts several audiences if the client is the authorized party", async () => {
  const text = await fake.idToken({ aud: ["other", "orch"], azp: "orch" });
  expect(await verify(text)).toMatchObject({ subject: "ann" });
});

describe("verifyIdToken() rejects", () => {
  const past = -3_600;
  test.each<[string, object, string]>([
    ["another issuer", { iss: "https://other.test" }, 'unexpected "iss" claim value'],
    ["another audience", { aud: "other" }, 'unexpected "aud" claim value'],
    ["an expired token", { exp: past }, '"exp" claim timestamp check failed'],
    ["a token that is not yet valid", { nbf: -past }, '"nbf" claim timestamp check failed'],
    ["a token without an expiry", { exp: undefined }, 'missing required "exp" claim'],
    ["a token without a subject", { sub: undefined }, 'missing required "sub" claim'],
    ["another nonce", { nonce: "other" }, 'unexpected "nonce" claim value: the token belongs to another login'],
    ["a nonce that is no text", { nonce: 7 }, 'unexpected "nonce" claim value: the token belongs to another login'],
    ["several audiences without an authorized party", { aud: ["orch", "other"] }, 'unexpected "azp" claim value'],
    ["another authorized party", { azp: "other" }, 'unexpected "azp" claim value'],
  ])("%s", async (_, claims, message) => {
    const nowSeconds = fake.clock.nowMs() / 1000;
    const absolute = Object.fromEntries(
      Object.entries(claims).map(([name, value]) => {
        const isTime = (name === "exp" || name === "nbf") && typeof value === "number";
        return [name, isTime ? nowSeconds + value : value];
      }),
    );
    const text = await fake.idToken({ nonce: "n", ...absolute });
    await expect(verify(text, "n")).rejects.toThrow(`the ID token of the issuer is invalid: ${message}`);
  });

  test("a signature by another key", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    await expect(verify(await fake.idToken({}, {}, privateKey))).rejects.toThrow("signature verification failed");
  });

  test("a token that is signed with the public key as a shared secret", async () => {
    const text = await fake.idToken({}, { alg: "HS256" }, Buffer.from("public key of the issuer, 32 bytes long"));
    await expect(verify(text)).rejects.toThrow("the ID token of the issuer is invalid:");
  });

  test("a token without a signature", async () => {
    const [, payload] = (await fake.idToken()).split(".");
    const header = Buffer.from('{"alg":"none"}').toString("base64url");
    await expect(verify(`${header}.${payload}.`)).rejects.toThrow("the ID token of the issuer is invalid:");
  });

  test("a key that the issuer does not publish", async () => {
    await expect(verify(await fake.idToken({}, { kid: "two" }))).rejects.toThrow("no applicable key found");
  });

  test.each([
    ["a missing token", undefined, "https://issuer.test returned no ID token"],
    ["a token of a wrong type", 7, "https://issuer.test returned no ID token"],
    ["a text that is no token", "secret", "the ID token of the issuer is invalid: Invalid Compact JWS"],
    ["a huge token", "x".repeat(65_537), "it has more than 65536 bytes"],
  ])("%s", async (_, text, message) => {
    await expect(verify(text)).rejects.toThrow(message);
  });

  test.each<[string, FakeResponse, string]>([
    ["a document without keys", { keys: "none" }, "keys is missing"],
    [
      "a document with thousands of keys",
      { keys: Array.from({ length: 1_001 }, () => ({ kty: "EC" })) },
      "more than 1000 keys",
    ],
    ["keys behind a redirect", { status: 301, body: "" }, "redirect (301)"],
  ])("%s", async (_, document, message) => {
    fake.responses.set(`${issuerUrl}/jwks`, document);
    await expect(verify(await fake.idToken())).rejects.toThrow(message);
  });
});

test("errors of tokens do not contain the token", async () => {
  const text = await fake.idToken({ aud: "other" });
  const error: unknown = await verify(text).catch((thrown: unknown) => thrown);
  for (const part of text.split(".")) expect(String(error)).not.toContain(part);
});
