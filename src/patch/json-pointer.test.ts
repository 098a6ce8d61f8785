import { describe, expect, test } from "vitest";
import { insertionIndex, itemIndex, parseJsonPointer, showPointer } from "./json-pointer.ts";
import { thrownPatchError } from "./testing/thrown-patch-error.ts";

test.each<[string, readonly string[]]>([
  ["", []],
  ["/", [""]],
  ["//", ["", ""]],
  ["/a/0/-", ["a", "0", "-"]],
  ["/a~1b/m~0n", ["a/b", "m~n"]],
  ["/~01/~10", ["~1", "/0"]],
  ["/~/~2/a~", ["~", "~2", "a~"]],
  ["/__proto__/ /%22", ["__proto__", " ", "%22"]],
])("parseJsonPointer() reads %j as %j", (text, tokens) => {
  expect(parseJsonPointer(text)).toStrictEqual(tokens);
});

test.each(["a", "a/b", "#/a", " /a"])("parseJsonPointer() rejects %j", (text) => {
  expect(thrownPatchError(() => parseJsonPointer(text)).kind).toBe("unappliable");
});

test("showPointer() escapes a pointer and limits its length", () => {
  expect(showPointer(["a/b", "m~n"])).toBe('"/a~1b/m~0n"');
  expect(showPointer(["x".repeat(1000)])).toHaveLength(205);
});

describe("in a list of three", () => {
  const list = ["a", "b", "c"];

  test.each([
    ["0", 0],
    ["2", 2],
    ["-1", 2],
    ["-3", 0],
  ])("itemIndex() of %s in a list of three is %i", (token, index) => {
    expect(itemIndex(list, token)).toBe(index);
  });

  test.each([
    ["0", 0],
    ["3", 3],
    ["-", 3],
    ["-1", 3],
    ["-2", 2],
    ["-4", 0],
  ])("insertionIndex() of %s in a list of three is %i", (token, index) => {
    expect(insertionIndex(list, token)).toBe(index);
  });

  test.each(["3", "-4", "-", "", "00", "01", "-0", "+1", "1e0", "1.0", " 1", "0x1", "length", "9".repeat(400)])(
    "itemIndex() rejects %j in a list of three",
    (token) => {
      expect(thrownPatchError(() => itemIndex(list, token)).kind).toBe("unappliable");
    },
  );

  test.each(["4", "-5", "", "03", "--", "9007199254740993"])(
    "insertionIndex() rejects %j in a list of three",
    (token) => {
      expect(thrownPatchError(() => insertionIndex(list, token)).kind).toBe("unappliable");
    },
  );
});
