import { createPublicKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { discoveryDocument, discoveryProblem, keySet } from "./openid-documents.ts";
import { VerificationKeys } from "./verification-keys.ts";

const rsa = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAiEPWoiq4gFQaPgkXlTOg
lt3gCeXTAonUheWoYbFkgKUJ11VCB7pvya9ywJrA0Er+vwwha5/0T2CajT3+qCjA
O5sE+2eTSTYJuqtKM9tgcoWIVor/VpWUfjqGCCijv63K2kgCBv4KWiSl4FMcpzSV
OW451uPfi6RnlonLr4Qjhk600yN0YuqkPegpr4kln0ouKWKtXSekorWCr1MwubNW
Stkb6eWpY5A9Rm2wQkjlOjX+uWnJL5VBxDHA5xA4xb+DzuC2Kyr7ijN4EjmoNsFN
ZeYhyE+feECyP6ajaC4FwKqtwEvo4BmelZQSCnePaVq0ksQOJXYyz/+UdxrUTG9O
gQIDAQAB
-----END PUBLIC KEY-----`);
const ec = createPublicKey(`-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEF6ULMsojpdcTxDZJNJh0wlSK0xwI
PVlSLbcARzY4Mo5GC4iKA4ZWR3Ml9jyJlHst4S7BC9rVgnqv1lG2QY/jOg==
-----END PUBLIC KEY-----`);

/** Computed by: openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary | basenc --base64url */
const rsaId = "crYBmYOsyyTmoxslizONm28FajjUJtFIBA36AeFyPko";
const ecId = "aBn-AJiVlLv1HSlpkrbNw8UhjxALnnlfYIcT2AVeS_A";

describe("VerificationKeys", () => {
  const keys = new VerificationKeys([rsa, ec, rsa]);

  test("the ids of keys are the SHA-256 of their DER, and repeated keys count once", () => {
    expect(keys.all.map(({ id }) => id)).toEqual([rsaId, ecId]);
  });

  test("withId() returns the key with the id, all keys for an empty id, and none for an unknown one", () => {
    expect(keys.withId(ecId).map(({ id }) => id)).toEqual([ecId]);
    expect(keys.withId("").map(({ id }) => id)).toEqual([rsaId, ecId]);
    expect(keys.withId("__proto__")).toEqual([]);
  });

  test("keySet() contains the numbers of RSA keys and the points of ECDSA keys, as the reference orders them", () => {
    const parsed = JSON.parse(keySet(keys.all)) as { keys: Record<string, string>[] };
    expect(parsed.keys.map((key) => Object.keys(key))).toEqual([
      ["use", "kty", "kid", "alg", "n", "e"],
      ["use", "kty", "kid", "crv", "alg", "x", "y"],
    ]);
    expect(parsed.keys[0]).toMatchObject({ use: "sig", kty: "RSA", kid: rsaId, alg: "RS256", e: "AQAB" });
    expect(parsed.keys[1]).toEqual({
      use: "sig",
      kty: "EC",
      kid: ecId,
      crv: "P-256",
      alg: "ES256",
      x: "F6ULMsojpdcTxDZJNJh0wlSK0xwIPVlSLbcARzY4Mo4",
      y: "RguIigOGVkdzJfY8iZR7LeEuwQva1YJ6r9ZRtkGP4zo",
    });
  });

  test("discoveryDocument() has the members of the reference, with sorted algorithms", () => {
    expect(discoveryDocument("https://issuer.example", "https://keys.example/jwks", keys.all)).toBe(
      '{"issuer":"https://issuer.example","jwks_uri":"https://keys.example/jwks","response_types_supported":["id_token"],' +
        '"subject_types_supported":["public"],"id_token_signing_alg_values_supported":["ES256","RS256"]}',
    );
  });
});

test.each([
  ["https://issuer.example", undefined],
  ["https://issuer.example/path", undefined],
  ["http://issuer.example", "issuer URL must use https scheme, got: http://issuer.example"],
  ["my-issuer", "issuer URL must use https scheme, got: my-issuer"],
  ["https://issuer.example?a=b", "issuer URL may not include a query, got: https://issuer.example?a=b"],
  ["https://issuer.example#a", "issuer URL may not include a fragment, got: https://issuer.example#a"],
])("discoveryProblem() of the issuer %s is %j", (issuer, problem) => {
  expect(discoveryProblem(issuer)).toBe(problem);
});
