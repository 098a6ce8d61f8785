import { expect, test } from "vitest";
import { parseAccept } from "./accept.ts";

/** Expected results are those of github.com/munnerz/goautoneg, which the reference uses. */
test.each([
  ["application/json", ["application/json"]],
  ["application/yaml;q=0.5, application/json", ["application/json", "application/yaml"]],
  ["*/*, application/json", ["application/json", "*/*"]],
  ["*/*;q=0.9, application/json;q=0.1", ["application/json", "*/*"]],
  ["application/*, application/json", ["application/json", "application/*"]],
  ["a/b;q=0.1,c/d;q=0.2,e/f;q=0.3", ["e/f", "c/d", "a/b"]],
  ["a/b,c/d,e/f", ["a/b", "c/d", "e/f"]],
  ["a/b;q=0, c/d", ["c/d", "a/b"]],
  ["a/b;q=high, c/d;q=0.1", ["c/d", "a/b"]],
  ["*/json, a/json;q=0.5", ["a/json", "*/json"]],
  ["*", ["*/*"]],
  ["application", []],
  ["application/", []],
  ["a/b/c, d/e", ["d/e"]],
  ["", []],
  [",, ,", []],
  [" a / b ;x=y", ["a/b"]],
  ["APPLICATION/JSON", ["APPLICATION/JSON"]],
])("parseAccept() sorts the clauses of %j", (header, ranges) => {
  expect(parseAccept(header).map(({ type, subtype }) => `${type}/${subtype}`)).toStrictEqual(ranges);
});

test("parseAccept() keeps parameters and skips malformed ones", () => {
  const [clause] = parseAccept("application/json; as=Table ;v=v1;g=meta.k8s.io;novalue;empty=;two=a=b;q=0.5;v=v2");
  expect(clause?.quality).toBe(0.5);
  expect([...(clause?.parameters ?? [])]).toStrictEqual([
    ["as", "Table"],
    ["v", "v2"],
    ["g", "meta.k8s.io"],
  ]);
});

test("parseAccept() reads only 64 clauses", () => {
  expect(parseAccept("a/b,".repeat(10_000))).toHaveLength(64);
});
