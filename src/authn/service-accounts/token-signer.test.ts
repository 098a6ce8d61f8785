import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { compactVerify, decodeProtectedHeader } from "jose";
import { expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { boundClaims } from "./bound-claims.ts";
import { tokenSigner } from "./token-signer.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const ecKey = (namedCurve: string): KeyObject => generateKeyPairSync("ec", { namedCurve }).privateKey;

test.each([
  ["RS256", rsa],
  ["ES256", ecKey("P-256")],
  ["ES384", ecKey("P-384")],
  ["ES512", ecKey("P-521")],
])("tokenSigner() signs with %s, and other libraries verify the token", async (algorithm, key) => {
  const token = await tokenSigner(key)({ b: 1, a: "ü" });
  const { payload, protectedHeader } = await compactVerify(token, createPublicKey(key));
  expect(Buffer.from(payload).toString()).toBe('{"b":1,"a":"ü"}');
  expect(Object.keys(protectedHeader)).toEqual(["alg", "kid"]);
  expect(decodeProtectedHeader(token).alg).toBe(algorithm);
});

const request = {
  account: { namespace: "default", name: "bot", uid: "1" },
  audiences: ["a", "b"],
  nowMs: 1_800_000_000_999,
  lifetimeSeconds: 3600,
  tokenId: "7",
};

test("boundClaims() has the claims of the reference in their order, in whole seconds", () => {
  expect(JSON.stringify(boundClaims("https://issuer.example", request, vocabularies.kubernetes))).toBe(
    '{"aud":["a","b"],"exp":1800003600,"iat":1800000000,"iss":"https://issuer.example","jti":"7",' +
      '"kubernetes.io":{"namespace":"default","serviceaccount":{"name":"bot","uid":"1"}},"nbf":1800000000,' +
      '"sub":"system:serviceaccount:default:bot"}',
  );
});

test("boundClaims() names the bound objects and the time after which clients should replace the token", () => {
  const bound = { pod: { name: "web", uid: "2" }, node: { name: "n1", uid: "" }, warnAfterSeconds: 3607 };
  expect(boundClaims("https://issuer.example", { ...request, ...bound }, vocabularies.orch)["orch.io"]).toEqual({
    namespace: "default",
    node: { name: "n1" },
    pod: { name: "web", uid: "2" },
    serviceaccount: { name: "bot", uid: "1" },
    warnafter: 1_800_003_607,
  });
  const secret = { name: "note", uid: "3" };
  expect(boundClaims("https://issuer.example", { ...request, secret }, vocabularies.orch)["orch.io"]).toMatchObject({
    secret: { name: "note", uid: "3" },
  });
});
