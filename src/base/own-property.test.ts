import { expect, test } from "vitest";
import { getOwn, setOwn } from "./own-property.ts";

test.each(["a", "", "constructor", "hasOwnProperty", "toString", "__proto__"])(
  "setOwn() sets %j as an ordinary member",
  (name) => {
    const target: Record<string, unknown> = {};
    setOwn(target, name, { polluted: true });
    expect(Object.keys(target)).toEqual([name]);
    expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
    expect(target["polluted"]).toBeUndefined();
    expect(JSON.stringify(target)).toBe(`{"${name}":{"polluted":true}}`);
  },
);

test.each(["a", "__proto__"])("a member %j can be replaced and removed after setOwn()", (name) => {
  const target: Record<string, unknown> = {};
  setOwn(target, name, 1);
  setOwn(target, name, 2);
  expect(Object.entries(target)).toEqual([[name, 2]]);
  expect(Reflect.deleteProperty(target, name)).toBe(true);
  expect(Object.keys(target)).toEqual([]);
});

test.each(["constructor", "toString", "__proto__"])("getOwn() returns %j only if it was set", (name) => {
  const source: Record<string, unknown> = {};
  expect(getOwn(source, name)).toBeUndefined();
  expect(getOwn(undefined, name)).toBeUndefined();
  setOwn(source, name, 1);
  expect(getOwn(source, name)).toBe(1);
});
