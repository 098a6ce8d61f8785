import { deserialize, serialize } from "node:v8";
import { anything, assert, property } from "fast-check";
import { expect, test } from "vitest";
import { assertPlainData } from "./plain-data.ts";

class Limits {
  readonly max = 1;
}

const withAccessor = {
  get max(): number {
    return 1;
  },
};
const withSetter = Object.defineProperty({}, "max", { set: (_value) => {}, enumerable: true });
const withHiddenMember = Object.defineProperty({}, "max", { value: 1, enumerable: false });
const arrayWithHiddenMember = Object.defineProperty([1], "max", { value: 1, enumerable: false });

test.each([
  { name: "a function", value: () => true, fault: "a function" },
  { name: "a symbol", value: Symbol("limit"), fault: "a symbol" },
  { name: "a URL", value: new URL("https://example.com"), fault: "an object of the class URL" },
  { name: "a date", value: new Date(0), fault: "an object of the class Date" },
  { name: "a buffer", value: Buffer.from("x"), fault: "an object of the class Buffer" },
  { name: "an array of bytes", value: new Uint8Array(1), fault: "an object of the class Uint8Array" },
  { name: "a regular expression", value: /x/gu, fault: "an object of the class RegExp" },
  { name: "an error", value: new Error("x"), fault: "an object of the class Error" },
  { name: "a promise", value: Promise.resolve(), fault: "an object of the class Promise" },
  { name: "a weak map", value: new WeakMap(), fault: "an object of the class WeakMap" },
  { name: "a boxed number", value: Object(1) as unknown, fault: "an object of the class Number" },
  { name: "an object of a class", value: new Limits(), fault: "an object of the class Limits" },
  { name: "a subclass of Map", value: new (class Names extends Map {})(), fault: "an object of the class Names" },
  { name: "a subclass of Array", value: new (class List extends Array {})(), fault: "an object of the class List" },
  { name: "an object without a prototype", value: Object.create(null), fault: "an object without a prototype" },
  { name: "a getter", value: withAccessor, fault: "an object with the accessor max" },
  { name: "a setter", value: withSetter, fault: "an object with the accessor max" },
  { name: "a hidden member", value: withHiddenMember, fault: "an object with the hidden member max" },
  { name: "a hidden member of an array", value: arrayWithHiddenMember, fault: "an object with the hidden member max" },
  { name: "a symbol as a name", value: { [Symbol("x")]: 1 }, fault: "an object with a symbol as the name of a member" },
  { name: "a map with members", value: Object.assign(new Map(), { a: 1 }), fault: "a collection with further members" },
])("$name is rejected at any depth, with its path", ({ value, fault }) => {
  const rule = `cannot be sent to another process: it is ${fault}`;
  expect(() => assertPlainData(value)).toThrow(`the value ${rule}`);
  expect(() => assertPlainData({ limits: [0, value] }, "config")).toThrow(`config.limits[1] ${rule}`);
  expect(() => assertPlainData(new Map([["a", value]]), "config")).toThrow(`config.get(a) ${rule}`);
  expect(() => assertPlainData(new Map([[value, 1]]), "config")).toThrow(`a key of config ${rule}`);
  expect(() => assertPlainData(new Set([value]), "config")).toThrow(`an item of config ${rule}`);
});

test("an accessor is rejected without being called", () => {
  const value = {
    get max(): never {
      throw new Error("it was called");
    },
  };
  expect(() => assertPlainData(value)).toThrow("the accessor max");
});

test("values that JSON changes are permitted if a structured clone keeps them", () => {
  const shared = { max: Infinity };
  const cyclic: Record<string, unknown> = { shared, again: shared };
  cyclic["self"] = cyclic;
  const values = [
    Infinity,
    -Infinity,
    Number.NaN,
    -0,
    2n ** 70n,
    undefined,
    [undefined],
    Array(2),
    new Map([[1, new Set([-0])]]),
    { a: undefined },
  ];
  for (const value of [...values, cyclic]) {
    expect(() => assertPlainData(value)).not.toThrow();
    expect(deserialize(serialize(value))).toStrictEqual(value);
  }
});

test("every value that is permitted equals its structured clone", () => {
  const anyValue = anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withObjectString: true,
    withBoxedValues: true,
    withSparseArray: true,
    withTypedArray: true,
  });
  assert(
    property(anyValue, (value) => {
      try {
        assertPlainData(value);
      } catch {
        return;
      }
      expect(deserialize(serialize(value))).toStrictEqual(value);
    }),
  );
});
