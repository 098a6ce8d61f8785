import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyJsonPatch } from "./json-patch.ts";
import { type JsonPatchOperation, parseJsonPatch } from "./json-patch-operation.ts";
import type { PatchErrorKind } from "./patch-error.ts";
import { deepFreeze } from "./testing/deep-freeze.ts";
import { anyJsonObject, anyJsonValue } from "./testing/json-arbitraries.ts";
import { thrownPatchError } from "./testing/thrown-patch-error.ts";

function patched(document: unknown, patch: unknown): unknown {
  return applyJsonPatch(deepFreeze(document), parseJsonPatch(deepFreeze(patch)));
}

const add = (path: string, value: unknown) => ({ op: "add", path, value });
const remove = (path: string) => ({ op: "remove", path });
const replace = (path: string, value: unknown) => ({ op: "replace", path, value });
const move = (from: string, path: string) => ({ op: "move", from, path });
const copy = (from: string, path: string) => ({ op: "copy", from, path });
const holds = (path: string, value: unknown) => ({ op: "test", path, value });

describe("operations on objects", () => {
  test.each<[string, unknown, unknown[], unknown]>([
    ["add sets a new member", { a: 1 }, [add("/b", 2)], { a: 1, b: 2 }],
    ["add overwrites a member", { a: 1 }, [add("/a", [2])], { a: [2] }],
    ["add stores null", {}, [add("/a", null)], { a: null }],
    ["add reaches deep", { a: { b: {} } }, [add("/a/b/c", 1)], { a: { b: { c: 1 } } }],
    ["add to the empty name", {}, [add("/", 1)], { "": 1 }],
    ["add a member named as an index", {}, [add("/0", 1), add("/-", 2)], { 0: 1, "-": 2 }],
    ["names are unescaped", { "a/b": 1, "m~n": 2 }, [remove("/a~1b"), remove("/m~0n")], {}],
    ["~01 means ~1", { "~1": 1, "/": 2 }, [remove("/~01")], { "/": 2 }],
    ["remove takes a member out", { a: 1, b: 2 }, [remove("/a")], { b: 2 }],
    ["remove takes a null out", { a: null }, [remove("/a")], {}],
    ["replace sets a member", { a: 1 }, [replace("/a", { b: 2 })], { a: { b: 2 } }],
    ["replace adds the member when there is none", { a: {} }, [replace("/a/b", 1)], { a: { b: 1 } }],
    ["move takes a member elsewhere", { a: { b: 1 } }, [move("/a/b", "/c")], { a: {}, c: 1 }],
    ["move overwrites its target", { a: 1, b: 2 }, [move("/a", "/b")], { b: 1 }],
    ["move to its own place changes nothing", { a: { b: 1 } }, [move("/a", "/a")], { a: { b: 1 } }],
    ["copy keeps the source", { a: { b: 1 } }, [copy("/a", "/c")], { a: { b: 1 }, c: { b: 1 } }],
    ["copy of a missing member copies null, as in the reference", { a: 1 }, [copy("/b", "/a")], { a: null }],
    ["copy into itself", { a: { b: 1 } }, [copy("/a", "/a/c")], { a: { b: 1, c: { b: 1 } } }],
    ["bigints pass through", { a: 2n ** 60n }, [copy("/a", "/b")], { a: 2n ** 60n, b: 2n ** 60n }],
    ["operations see each other's results", {}, [add("/a", {}), add("/a/b", 1), move("/a/b", "/c")], { a: {}, c: 1 }],
    ["no operations at all", { a: 1 }, [], { a: 1 }],
  ])("applyJsonPatch() on objects: %s", (_title, document, patch, expected) => {
    expect(patched(document, patch)).toStrictEqual(expected);
  });
});

describe("operations on arrays", () => {
  test.each<[string, unknown, unknown[], unknown]>([
    ["add inserts before an item", ["a", "c"], [add("/1", "b")], ["a", "b", "c"]],
    ["add at the length appends", ["a"], [add("/1", "b")], ["a", "b"]],
    ["add at - appends", ["a"], [add("/-", "b")], ["a", "b"]],
    ["add to an empty array", { a: [] }, [add("/a/0", 1)], { a: [1] }],
    ["add at -1 appends, as in the reference", [1, 2], [add("/-1", 3)], [1, 2, 3]],
    ["add at -2 inserts before the last", [1, 2], [add("/-2", 3)], [1, 3, 2]],
    ["remove closes the gap", ["a", "b", "c"], [remove("/1")], ["a", "c"]],
    ["remove at -1 takes the last", ["a", "b"], [remove("/-1")], ["a"]],
    ["replace sets an item", ["a", "b"], [replace("/1", 1)], ["a", 1]],
    ["replace at -2", ["a", "b"], [replace("/-2", 1)], [1, "b"]],
    ["add goes through negative indexes", [{ a: 1 }, {}], [add("/-1/b", 1)], [{ a: 1 }, { b: 1 }]],
    ["move within an array removes first", ["a", "b", "c"], [move("/0", "/2")], ["b", "c", "a"]],
    ["move between arrays", { a: [1, 2], b: [3] }, [move("/a/0", "/b/-")], { a: [2], b: [3, 1] }],
    ["copy of an item", [[1]], [copy("/0", "/-")], [[1], [1]]],
    ["an added array is one item", [1], [add("/0", [2, 3])], [[2, 3], 1]],
  ])("applyJsonPatch() on arrays: %s", (_title, document, patch, expected) => {
    expect(patched(document, patch)).toStrictEqual(expected);
  });
});

describe("operations on the whole document", () => {
  test.each<[string, unknown, unknown[], unknown]>([
    ["add replaces it", { a: 1 }, [add("", [1])], [1]],
    ["replace replaces it", [1], [replace("", { a: 1 })], { a: 1 }],
    ["a replaced document is changed further", { a: 1 }, [replace("", { b: {} }), add("/b/c", 1)], { b: { c: 1 } }],
    ["move puts a part in its place", { a: { b: 1 } }, [move("/a", "")], { b: 1 }],
    ["copy puts it into itself", { a: 1 }, [copy("", "/b")], { a: 1, b: { a: 1 } }],
    ["test compares it", { a: [1] }, [holds("", { a: [1] })], { a: [1] }],
  ])("applyJsonPatch() on the whole document: %s", (_title, document, patch, expected) => {
    expect(patched(document, patch)).toStrictEqual(expected);
  });
});

describe("test passes", () => {
  test.each<[string, unknown, string, unknown]>([
    ["for an equal scalar", { a: "x" }, "/a", "x"],
    ["for an equal number in another form", { a: 1 }, "/a", 1n],
    ["for members in another order", { a: { b: 1, c: 2 } }, "/a", { c: 2, b: 1 }],
    ["for an equal item at a negative index", ["a", "b"], "/-1", "b"],
    ["for null where null is", { a: null }, "/a", null],
    ["for null where nothing is, as in the reference", {}, "/a", null],
  ])("a test operation passes %s", (_title, document, path, value) => {
    expect(patched(document, [holds(path, value)])).toStrictEqual(document);
  });
});

describe("members of the result", () => {
  const document = {
    kind: "K",
    apiVersion: "v1",
    spec: { z: 1, a: { y: 1, b: 2 } },
    data: { d: 1, c: [{ f: 1, e: 2 }] },
  };

  test.each<[string, unknown[], string]>([
    [
      "on the paths of operations are sorted, and others keep their order",
      [replace("/spec/z", 2)],
      '{"apiVersion":"v1","data":{"d":1,"c":[{"f":1,"e":2}]},"kind":"K","spec":{"a":{"y":1,"b":2},"z":2}}',
    ],
    [
      "of the source of a copy are sorted, and those of the copy are not",
      [copy("/spec/a", "/data/d")],
      '{"apiVersion":"v1","data":{"c":[{"f":1,"e":2}],"d":{"y":1,"b":2}},"kind":"K","spec":{"a":{"y":1,"b":2},"z":1}}',
    ],
    [
      "of a copy that holds its destination are sorted",
      [copy("/spec", "/spec/z")],
      '{"apiVersion":"v1","data":{"d":1,"c":[{"f":1,"e":2}]},"kind":"K",' +
        '"spec":{"a":{"y":1,"b":2},"z":{"a":{"y":1,"b":2},"z":1}}}',
    ],
    [
      "of an object that an index was counted in are sorted when that object moves",
      [replace("/data/c/0/e", 3), move("/data/c/0", "/spec/a")],
      '{"apiVersion":"v1","data":{"c":[],"d":1},"kind":"K","spec":{"a":{"e":3,"f":1},"z":1}}',
    ],
    [
      "that a test compared are sorted",
      [holds("/data/c", [{ e: 2, f: 1 }])],
      '{"apiVersion":"v1","data":{"c":[{"e":2,"f":1}],"d":1},"kind":"K","spec":{"z":1,"a":{"y":1,"b":2}}}',
    ],
  ])("members %s", (_title, patch, expected) => {
    expect(JSON.stringify(patched(document, patch))).toBe(expected);
  });
});

describe("patches that cannot be applied", () => {
  test.each<[string, PatchErrorKind, unknown, unknown[]]>([
    ["test for another value", "test-failed", { a: 1 }, [holds("/a", 2)]],
    ["test for a text that shows the number", "test-failed", { a: 1 }, [holds("/a", "1")]],
    ["test for a part of a list", "test-failed", { a: [1, 2] }, [holds("/a", [1])]],
    ["test for a value where nothing is", "test-failed", {}, [holds("/a", {})]],
    ["test below what is inherited", "unappliable", {}, [holds("/toString/name", "toString")]],
    ["test below a missing member", "unappliable", {}, [holds("/a/b", null)]],
    ["test of an item past the end", "unappliable", [1], [holds("/1", null)]],
    ["add below a missing member", "unappliable", {}, [add("/a/b", 1)]],
    ["add below a scalar", "unappliable", { a: "x" }, [add("/a/b", 1)]],
    ["add below null", "unappliable", { a: null }, [add("/a/b", 1)]],
    ["add past the end", "unappliable", [1], [add("/2", 1)]],
    ["add before the beginning", "unappliable", [1], [add("/-3", 1)]],
    ["add an item by a name", "unappliable", [1], [add("/a", 1)]],
    ["add to an item of a text", "unappliable", { a: "xyz" }, [add("/a/0", 1)]],
    ["remove of a missing member", "unappliable", { a: 1 }, [remove("/b")]],
    ["remove of an item past the end", "unappliable", [1], [remove("/1")]],
    ["remove of the end", "unappliable", [1], [remove("/-")]],
    ["remove of what was removed", "unappliable", { a: 1 }, [remove("/a"), remove("/a")]],
    ["remove of the whole document", "unappliable", { a: 1 }, [remove("")]],
    ["replace below a missing member", "unappliable", {}, [replace("/a/b", 1)]],
    ["replace of an item past the end", "unappliable", [1], [replace("/1", 1)]],
    ["move of a missing member", "unappliable", { a: 1 }, [move("/b", "/c")]],
    ["move into what is moved", "unappliable", { a: {} }, [move("/a", "/a/b")]],
    ["move of the whole document", "unappliable", { a: {} }, [move("", "/a")]],
    ["copy of a missing item", "unappliable", { a: [] }, [copy("/a/0", "/c")]],
    ["copy from below a missing member", "unappliable", { a: 1 }, [copy("/b/d", "/c")]],
    ["copy to a missing parent", "unappliable", { a: 1 }, [copy("/a", "/b/c")]],
    ["an operation below a scalar document", "unappliable", "text", [add("/a", 1)]],
  ])("applyJsonPatch() rejects a patch: %s is %s", (_title, kind, document, patch) => {
    expect(thrownPatchError(() => patched(document, patch)).kind).toBe(kind);
  });

  test("the error names the failed operation and its path", () => {
    const error = thrownPatchError(() => patched({ a: 1 }, [holds("/a", 1), remove("/b~1c")]));
    expect(error.message).toBe('operation 1 (remove): there is nothing at "/b~1c"');
  });

  test("a failed patch does not change the document", () => {
    const document = { list: [1, 2, 3], a: {} };
    thrownPatchError(() => patched(document, [remove("/list/0"), add("/a/b", 1), holds("/a", 2)]));
    expect(document).toStrictEqual({ list: [1, 2, 3], a: {} });
  });
});

describe("malformed patches", () => {
  test.each<[string, PatchErrorKind, unknown]>([
    ["that is an object", "malformed", { op: "remove", path: "/a" }],
    ["that is null", "malformed", null],
    ["with an operation that is a text", "malformed", ["remove"]],
    ["with an operation that is null", "unappliable", [null]],
    ["with an operation that is a list", "malformed", [["remove", "/a"]]],
    ["with a number as op", "unappliable", [{ op: 1, path: "/a" }]],
    ["with a number as path", "unappliable", [{ op: "remove", path: 1 }]],
    ["with a list as from", "unappliable", [{ op: "move", from: ["a"], path: "/a" }]],
    ["with an unknown op", "unappliable", [{ op: "spam", path: "/a" }]],
    ["with an op in capitals", "unappliable", [{ op: "Remove", path: "/a" }]],
    ["without op", "unappliable", [{ path: "/a" }]],
    ["with null as op", "unappliable", [{ op: null, path: "/a" }]],
    ["without path", "unappliable", [{ op: "remove" }]],
    ["with null as path", "unappliable", [{ op: "remove", path: null }]],
    ["without from", "unappliable", [{ op: "copy", path: "/a" }]],
    ["with a path that has no slash", "unappliable", [{ op: "remove", path: "a" }]],
  ])("parseJsonPatch() rejects a patch: %s is %s", (_title, kind, patch) => {
    expect(thrownPatchError(() => parseJsonPatch(patch)).kind).toBe(kind);
  });

  test("a missing value counts as null", () => {
    expect(patched({ a: 1 }, [{ op: "add", path: "/b" }])).toStrictEqual({ a: 1, b: null });
    expect(patched({ a: 1 }, [{ op: "replace", path: "/a" }])).toStrictEqual({ a: null });
    expect(patched({ a: 1 }, [{ op: "test", path: "/b" }])).toStrictEqual({ a: 1 });
  });

  test("parseJsonPatch() ignores members that an operation does not use", () => {
    expect(patched({ a: 1 }, [{ op: "remove", path: "/a", value: 1, from: 7, note: "x" }])).toStrictEqual({});
  });

  test("parseJsonPatch() ignores inherited members of an operation", () => {
    const operation = Object.create({ value: 1 }) as Record<string, unknown>;
    operation["op"] = "add";
    operation["path"] = "/a";
    expect(patched({}, [operation])).toStrictEqual({ a: null });
  });
});

describe("sharing", () => {
  test("applyJsonPatch() shares unchanged parts with the document", () => {
    const document = { touched: { a: 1 }, other: { b: 1 }, list: [{ c: 1 }] };
    const result = patched(document, [add("/touched/b", 2), add("/list/-", 1)]) as typeof document;
    expect(result.other).toBe(document.other);
    expect(result.list[0]).toBe(document.list[0]);
  });

  test("changing the source of a copy does not change the copy", () => {
    const patch = [add("/a/x", {}), copy("/a", "/b"), add("/a/x/y", 1), add("/a/z", 2)];
    expect(patched({ a: {} }, patch)).toStrictEqual({ a: { x: { y: 1 }, z: 2 }, b: { x: {} } });
  });

  test("changing a copy does not change its source", () => {
    const patch = [add("/a/0/x", []), copy("/a", "/b"), add("/b/0/x/-", 1), remove("/b/1")];
    expect(patched({ a: [{}, 1] }, patch)).toStrictEqual({ a: [{ x: [] }, 1], b: [{ x: [1] }] });
  });

  test("a copy of the whole document does not change with the document", () => {
    const patch = [add("/a/x", 1), copy("", "/b"), add("/a/x", 2)];
    expect(patched({ a: {} }, patch)).toStrictEqual({ a: { x: 2 }, b: { a: { x: 1 } } });
  });

  test("applying the same patch twice returns the same result", () => {
    const operations = parseJsonPatch([add("/a", { b: [] }), add("/a/b/-", 1), move("/a/b", "/c"), add("/c/-", 2)]);
    expect(applyJsonPatch({}, operations)).toStrictEqual({ a: {}, c: [1, 2] });
    expect(applyJsonPatch({}, operations)).toStrictEqual({ a: {}, c: [1, 2] });
  });
});

describe("names such as `__proto__`", () => {
  test("applyJsonPatch() treats names such as `__proto__` as data", () => {
    const patch = [add("/__proto__", { polluted: 1 }), add("/constructor", {}), add("/constructor/prototype", 2)];
    const result = patched({}, patch);
    expect(JSON.stringify(result)).toBe('{"__proto__":{"polluted":1},"constructor":{"prototype":2}}');
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("paths through inherited members do not exist", () => {
    for (const path of ["/__proto__/a", "/constructor/a", "/a/__proto__/b", "/list/__proto__/x", "/list/length"]) {
      const error = thrownPatchError(() => patched({ a: {}, list: [] }, [add(path, 1)]));
      expect(error.kind, path).toBe("unappliable");
    }
  });

  test("members named `__proto__` can be moved, copied and removed", () => {
    const document = JSON.parse('{"__proto__":{"a":1}}') as unknown;
    expect(patched(document, [copy("/__proto__/a", "/b")])).toHaveProperty("b", 1);
    expect(patched(document, [move("/__proto__", "/c")])).toStrictEqual({ c: { a: 1 } });
    expect(patched(document, [remove("/__proto__")])).toStrictEqual({});
  });
});

describe("for random documents", () => {
  const memberNames = fc.constantFrom("a", "b", "a/b", "~", "__proto__", "new");

  function member(op: "add" | "replace", name: string, value: unknown): readonly JsonPatchOperation[] {
    const target = { path: [name], value };
    return [
      { op, ...target },
      { op: "test", ...target },
    ];
  }

  test("a test operation passes for an added or replaced value", () => {
    fc.assert(
      fc.property(anyJsonObject, memberNames, anyJsonValue, (document, name, value) => {
        deepFreeze([document, value]);
        const added = applyJsonPatch(document, member("add", name, value));
        expect(isDeepStrictEqual(added, applyJsonPatch(document, member("replace", name, value)))).toBe(true);
      }),
    );
  });

  test("a test operation fails for every other value", () => {
    fc.assert(
      fc.property(anyJsonValue, anyJsonValue, (left, right) => {
        fc.pre(!isDeepStrictEqual(left, right));
        const operations = [{ op: "test" as const, path: ["a"], value: right }];
        expect(thrownPatchError(() => applyJsonPatch({ a: left }, operations)).kind).toBe("test-failed");
      }),
    );
  });

  test("removing an inserted item restores the document", () => {
    fc.assert(
      fc.property(fc.array(anyJsonValue), fc.nat(), anyJsonValue, (list, at, value) => {
        const path = ["list", String(at % (list.length + 1))];
        const operations = [{ op: "add", path, value } as const, { op: "remove", path } as const];
        const result = applyJsonPatch(deepFreeze({ list }), operations);
        expect(isDeepStrictEqual(result, { list })).toBe(true);
      }),
    );
  });

  test("copying a value and removing its source equals moving it", () => {
    fc.assert(
      fc.property(anyJsonValue, anyJsonObject, (value, rest) => {
        const document = deepFreeze({ rest, source: value });
        const from = ["source"];
        const path = ["rest", "target"];
        const moved = applyJsonPatch(document, [{ op: "move", from, path }]);
        const copied = applyJsonPatch(document, [
          { op: "copy", from, path },
          { op: "remove", path: from },
        ]);
        expect(isDeepStrictEqual(moved, copied)).toBe(true);
      }),
    );
  });
});
