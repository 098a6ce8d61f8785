import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject } from "../base/json-object.ts";
import { applyMergePatch } from "./merge-patch.ts";
import { deepFreeze } from "./testing/deep-freeze.ts";
import { anyJsonObject, anyJsonValue } from "./testing/json-arbitraries.ts";

describe("the examples of RFC 7386", () => {
  const document = {
    title: "Goodbye!",
    author: { givenName: "John", familyName: "Doe" },
    tags: ["example", "sample"],
    content: "This will be unchanged",
  };
  const patch = { title: "Hello!", phoneNumber: "+01-123-456-7890", author: { familyName: null }, tags: ["example"] };

  test.each<[unknown, unknown, unknown]>([
    [
      document,
      patch,
      {
        title: "Hello!",
        author: { givenName: "John" },
        tags: ["example"],
        content: "This will be unchanged",
        phoneNumber: "+01-123-456-7890",
      },
    ],
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ a: "b" }, ["c"], ["c"]],
    [{ a: "foo" }, null, null],
    [{ a: "foo" }, "bar", "bar"],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])("applyMergePatch() follows RFC 7386: %j merged with %j", (target, patch, expected) => {
    expect(applyMergePatch(deepFreeze(target), deepFreeze(patch))).toStrictEqual(expected);
  });
});

test("applyMergePatch() drops null members of objects inside added lists, as in the reference", () => {
  expect(applyMergePatch({ a: [1] }, { a: [{ b: null }, null] })).toStrictEqual({ a: [{}, null] });
});

test("applyMergePatch() does not change a list that replaces an object, as in the reference", () => {
  expect(applyMergePatch({ a: {} }, { a: [{ b: null }] })).toStrictEqual({ a: [{ b: null }] });
});

test("applyMergePatch() sorts the members of changed objects only", () => {
  const document = { kind: "K", apiVersion: "v1", spec: { z: 1, a: { y: 1, b: 2 } }, data: { d: 1, c: 2 } };
  expect(JSON.stringify(applyMergePatch(document, { spec: { a: [1], new: { b: 1, a: null, A: 2 } } }))).toBe(
    '{"apiVersion":"v1","data":{"d":1,"c":2},"kind":"K","spec":{"a":[1],"new":{"A":2,"b":1},"z":1}}',
  );
});

test("applyMergePatch() keeps bigints", () => {
  expect(applyMergePatch({ a: 1, b: 2n ** 60n }, { a: 2n ** 61n })).toStrictEqual({ a: 2n ** 61n, b: 2n ** 60n });
});

test("applyMergePatch() shares unchanged parts with the target", () => {
  const target = { touched: { a: 1 }, other: { b: 1 } };
  const result = applyMergePatch(target, { touched: { a: 2 } }) as typeof target;
  expect(result.other).toBe(target.other);
});

test("applyMergePatch() treats `__proto__` as an ordinary member", () => {
  const result = applyMergePatch({}, JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}'));
  expect(JSON.stringify(result)).toBe('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}');
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(JSON.stringify(applyMergePatch(result, JSON.parse('{"__proto__":null}')))).toBe(
    '{"constructor":{"prototype":1}}',
  );
});

test("applyMergePatch() does not merge into inherited members", () => {
  expect(applyMergePatch({}, { toString: { a: 1 } })).toStrictEqual({ toString: { a: 1 } });
});

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)]));
}

describe("for random targets and patches", () => {
  test("every member of the result is that of the patch, or else that of the target", () => {
    fc.assert(
      fc.property(anyJsonObject, anyJsonObject, (target, patch) => {
        const result = applyMergePatch(deepFreeze(target), deepFreeze(patch)) as Record<string, unknown>;
        for (const [name, value] of Object.entries(patch)) {
          if (value === null) expect(Object.hasOwn(result, name)).toBe(false);
          else if (!isJsonObject(value)) {
            const isKept = Object.hasOwn(target, name) && isJsonObject(target[name]);
            expect(isDeepStrictEqual(result[name], isKept ? value : withoutNulls(value))).toBe(true);
          } else {
            const current = Object.hasOwn(target, name) ? target[name] : {};
            expect(isDeepStrictEqual(result[name], applyMergePatch(current, value))).toBe(true);
          }
        }
        for (const name of Object.keys(target)) {
          if (!Object.hasOwn(patch, name)) expect(result[name]).toBe(target[name]);
        }
        const names = new Set([...Object.keys(target), ...Object.keys(patch)]);
        expect(Object.keys(result).every((name) => names.has(name))).toBe(true);
      }),
    );
  });

  test("a patch that is not an object replaces the target", () => {
    fc.assert(
      fc.property(anyJsonValue, anyJsonValue, (target, patch) => {
        fc.pre(!isJsonObject(patch));
        expect(isDeepStrictEqual(applyMergePatch(target, patch), withoutNulls(patch))).toBe(true);
      }),
    );
  });

  test("applying a JSON merge patch again changes nothing", () => {
    fc.assert(
      fc.property(anyJsonValue, anyJsonValue, (target, patch) => {
        const once = applyMergePatch(target, patch);
        expect(isDeepStrictEqual(applyMergePatch(deepFreeze(once), patch), once)).toBe(true);
      }),
    );
  });
});
