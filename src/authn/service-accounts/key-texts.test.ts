import { generateKeyPairSync, type KeyExportOptions, type KeyObject } from "node:crypto";
import { expect, test } from "vitest";
import { readPrivateKey, readPublicKeys } from "./key-texts.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const curves = ["P-256", "P-384", "P-521"].map((namedCurve) => generateKeyPairSync("ec", { namedCurve }));
const [ec = generateKeyPairSync("ec", { namedCurve: "P-256" })] = curves;
const stranger = generateKeyPairSync("ed25519");

function pem(key: KeyObject, type: "pkcs1" | "pkcs8" | "sec1" | "spki"): string {
  return key.export({ type, format: "pem" } as KeyExportOptions<"pem">).toString();
}

const parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";

test.each([
  ["an RSA key in PKCS #8", pem(rsa.privateKey, "pkcs8"), rsa.publicKey],
  ["an RSA key in PKCS #1", pem(rsa.privateKey, "pkcs1"), rsa.publicKey],
  ["a public RSA key", pem(rsa.publicKey, "spki"), rsa.publicKey],
  ["an ECDSA key in SEC 1 after its parameters", parameters + pem(ec.privateKey, "sec1"), ec.publicKey],
  ["an ECDSA key in PKCS #8", pem(ec.privateKey, "pkcs8"), ec.publicKey],
  ["a public ECDSA key", pem(ec.publicKey, "spki"), ec.publicKey],
])("readPublicKeys() returns the public key of %s", (_, text, expected) => {
  const keys = readPublicKeys(text);
  expect(keys).toHaveLength(1);
  expect(keys[0]?.equals(expected)).toBe(true);
});

test("readPublicKeys() returns all keys of a file in order, and skips other text", () => {
  const pairs = [rsa, ...curves];
  const keys = readPublicKeys(["# keys", ...pairs.map(({ publicKey }) => pem(publicKey, "spki"))].join("\n"));
  expect(keys.map((key, index) => pairs[index]?.publicKey.equals(key))).toEqual([true, true, true, true]);
});

const encrypted = rsa.privateKey
  .export({ type: "pkcs8", format: "pem", cipher: "aes-128-cbc", passphrase: "secret" })
  .toString();

test.each([
  ["", "empty"],
  ["-----BEGIN PUBLIC KEY-----\nbm8gZGVy\n-----END PUBLIC KEY-----", "damaged"],
  [pem(stranger.publicKey, "spki"), "of another type"],
  [pem(generateKeyPairSync("ec", { namedCurve: "secp256k1" }).publicKey, "spki"), "on another curve"],
  [encrypted, "encrypted"],
  [encrypted.replaceAll("ENCRYPTED ", ""), "encrypted, with the label of a plain key"],
])("readPublicKeys() returns nothing for the text %j, which is %s", (text) => {
  expect(readPublicKeys(text)).toEqual([]);
  expect(readPrivateKey(text)).toBeUndefined();
});

test("readPrivateKey() returns the first private key and ignores public ones", () => {
  const text = [pem(rsa.publicKey, "spki"), pem(ec.privateKey, "sec1"), pem(rsa.privateKey, "pkcs8")].join("\n");
  expect(readPrivateKey(text)?.equals(ec.privateKey)).toBe(true);
  expect(readPrivateKey(pem(rsa.publicKey, "spki"))).toBeUndefined();
});
