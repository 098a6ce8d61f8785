import { expect, test } from "vitest";
import type { ApiObject } from "../meta/object-meta.ts";
import { areSameObject, equalsStored, expiryOf, presentUnwritten, StoredFormat } from "./object-format.ts";

const type = { kind: "Widget", apiVersion: "example.com/v1" };
const index = (): { labels: Record<string, string>; fields: string[] } => ({ labels: {}, fields: [] });
const inJson = new StoredFormat(type, index);
const inCbor = new StoredFormat(type, index, undefined, true);

function widget(spec: object): ApiObject {
  const metadata = { name: "a", uid: "u-1", creationTimestamp: "2025-01-01T00:00:00Z" };
  return { ...type, metadata, spec } as unknown as ApiObject;
}

const samples: readonly (readonly [what: string, spec: object])[] = [
  ["plain members", { b: 1, a: "x", nested: { z: null, y: [true, false, -1] } }],
  ["texts", { a: "", b: "ü日😀", c: '"uid":"other"', d: "\u0000\n\u007f\u2028\\", e: "x".repeat(300) }],
  ["numbers", { a: 0.1, b: 1e21, c: -1e-7, d: 2 ** 31, e: -(2 ** 53 - 1), f: 5e-324, g: 1.5, h: 65504, i: 100_000 }],
  ["large integers", { max: 2n ** 63n - 1n, min: -(2n ** 63n) }],
  ["keys like indexes", { "10": 1, "9": 2, "": 3, __proto__x: 4, constructor: 5 }],
];

test.each(samples)("an object with %s has the same JSON whether it is stored in JSON or in CBOR", (_, spec) => {
  const object = widget(spec);
  const value = inCbor.encode(object, true);
  expect(value.subarray(0, 5).toString("hex")).toBe("0109d9d9f7");
  const plain = inJson.encode(object, true);
  expect(inCbor.present(value, 7)).toEqual(inJson.present(plain, 7));
  expect(inJson.present(value, 7)).toEqual(inCbor.present(plain, 7));
  expect(presentUnwritten(value, "x")).toEqual(presentUnwritten(plain, "x"));
  expect(equalsStored(inJson.present(plain, 7).bytes, value)).toBe(true);
  expect(equalsStored(inJson.present(plain, 7).bytes, inCbor.encode(widget({ other: 1 }), true))).toBe(false);
  expect(areSameObject(value, plain)).toBe(true);
});

test("an object with an integer of more than 64 bits is stored in JSON, because CBOR would change it", () => {
  const value = inCbor.encode(widget({ a: 2n ** 64n }), true);
  expect(value).toEqual(inJson.encode(widget({ a: 2n ** 64n }), true));
});

test("an expiring object in CBOR keeps its time of expiry", () => {
  const value = inCbor.encode(widget({ a: 1 }), false, 1_000_000);
  expect(expiryOf(value)).toBe(1_000_000);
  expect(inCbor.present(value, 7)).toEqual(inJson.present(inJson.encode(widget({ a: 1 }), false, 1_000_000), 7));
});

test("a damaged object in CBOR is reported as corrupt, whatever byte is missing or wrong", () => {
  const value = inCbor.encode(widget({ a: [1, 2.5, "text"], b: { c: null } }), false);
  for (let length = 2; length < value.length; length++) {
    expect(() => inCbor.present(value.subarray(0, length), 7)).toThrow("a value that is not a whole object");
  }
  const wrong = Buffer.from(value);
  for (let at = 2; at < value.length; at++) {
    for (const byte of [0x00, 0xf7, 0xff, 0x9f, 0x5b]) {
      wrong[at] = byte;
      try {
        JSON.parse(inCbor.present(wrong, 7).bytes.toString("utf8"));
      } catch (error) {
        expect(error).toMatchObject({ name: expect.stringMatching(/^(StorageError|SyntaxError)$/) });
      }
    }
    wrong[at] = value[at] ?? 0;
  }
});
