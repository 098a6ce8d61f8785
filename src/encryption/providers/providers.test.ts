import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ValueTransformer } from "../value-transformer.ts";
import { AesCbc } from "./aes-cbc.ts";
import { AesGcm } from "./aes-gcm.ts";
import { identity } from "./identity.ts";
import { Secretbox } from "./secretbox.ts";

/** Values that kube-apiserver v1.32.13 has stored in etcd. */
interface ReferenceValues {
  /** In base64. */
  readonly secret: string;
  readonly values: readonly {
    readonly key: string;
    readonly provider: "aesgcm" | "aescbc" | "secretbox";
    readonly stored: string;
    /** The kind in the decrypted value. */
    readonly kind: string;
  }[];
}

const reference = JSON.parse(
  readFileSync(new URL("../fixtures/reference-values.json", import.meta.url), "utf8"),
) as ReferenceValues;

const makers = {
  aesgcm: (key: Buffer) => new AesGcm(key),
  aescbc: (key: Buffer) => new AesCbc(key),
  secretbox: (key: Buffer) => new Secretbox(key),
};
const key = "/registry/secrets/default/a";
const secret = Buffer.alloc(32, 7);
const value = Buffer.from("a value of some length, which is not a multiple of a block");

/** Opens stored bytes. All of these providers do that without waiting. */
function open(transformer: ValueTransformer, stored: Uint8Array, storedKey = key): string {
  const opened = transformer.fromStorage(stored, storedKey);
  if (opened instanceof Promise) throw new TypeError("the provider waits");
  return Buffer.from(opened.value).toString("latin1");
}

test.each(reference.values)(
  "$provider reads what the reference has stored",
  ({ key: storedKey, provider, stored, kind }) => {
    const bytes = Buffer.from(stored, "base64");
    const prefix = `k8s:enc:${provider}:v1:key1:`;
    expect(bytes.toString("latin1", 0, prefix.length)).toBe(prefix);
    const transformer = makers[provider](Buffer.from(reference.secret, "base64"));
    // The reference's protobuf begins with this mark, and contains the kind.
    const text = open(transformer, bytes.subarray(prefix.length), storedKey);
    expect(text.slice(0, 4)).toBe("k8s\0");
    expect(text).toContain(kind);
  },
);

describe.each(["aesgcm", "aescbc", "secretbox"] as const)("%s", (name) => {
  const transformer = makers[name](secret);

  test.each([0, 1, 15, 16, 17, 5000])("a value of %d bytes is the same after it was stored and read", (length) => {
    const original = Buffer.alloc(length, "x");
    const stored = transformer.toStorage(original, key);
    expect(Buffer.from(stored).includes("xxx")).toBe(false);
    expect(open(transformer, stored)).toBe(original.toString());
  });

  test("equal values are stored as different bytes", () => {
    expect(transformer.toStorage(value, key)).not.toEqual(transformer.toStorage(value, key));
  });

  test("another key cannot read a value", () => {
    const stored = transformer.toStorage(value, key);
    expect(() => open(makers[name](Buffer.alloc(32, 8)), stored)).toThrow();
  });

  test.each([0, 5, 11, 15, 20, 39])("stored bytes that were cut to %d bytes are an error", (length) => {
    const stored = transformer.toStorage(value, key);
    expect(() => open(transformer, stored.subarray(0, length))).toThrow();
  });
});

test.each(["aesgcm", "secretbox"] as const)("%s notices each changed byte", (name) => {
  const transformer = makers[name](secret);
  const stored = Buffer.from(transformer.toStorage(value, key));
  for (let index = 0; index < stored.length; index++) {
    const changed = Buffer.from(stored);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => open(transformer, changed)).toThrow();
  }
});

test("aesgcm does not read a value under another key of the store", () => {
  const stored = new AesGcm(secret).toStorage(value, key);
  expect(() => open(new AesGcm(secret), stored, "/registry/secrets/default/b")).toThrow(
    "cipher: message authentication failed",
  );
});

test.each([
  ["aesgcm", "x", "the stored data was shorter than the required size"],
  ["aescbc", "x", "the stored data was shorter than the required size"],
  ["aescbc", "0123456789abcdefx", "the stored data is not a multiple of the block size"],
  ["aescbc", "0123456789abcdef", "invalid PKCS7 data (empty or not padded)"],
  ["secretbox", "x", "the stored data was shorter than the required size"],
  ["secretbox", "x".repeat(64), "output array was not large enough for encryption"],
] as const)("%s reports %s as in the reference", (name, stored, message) => {
  expect(() => open(makers[name](secret), Buffer.from(stored))).toThrow(message);
});

test("identity does not read encrypted values", () => {
  expect(open(identity, Buffer.from("k8s:encoded"))).toBe("k8s:encoded");
  expect(() => open(identity, Buffer.from("k8s:enc:aesgcm:v1:key1:x"))).toThrow(
    "identity transformer tried to read encrypted data",
  );
});
