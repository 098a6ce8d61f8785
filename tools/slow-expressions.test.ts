import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { isForTests, listSources } from "./layers/check-imports.ts";
import { tokenize } from "./layers/tokenize.ts";
import { backtrackingOf } from "./sources/backtracking.ts";
import { expressionsIn, type SourceExpression, slowExpressions, unusedAllowances } from "./sources/slow-expressions.ts";

const root = dirname(import.meta.dirname);
const native = globalThis.RegExp;

afterEach(() => {
  globalThis.RegExp = native;
});

test("no regular expression literal of the sources is slow", () => {
  const found = expressionsIn(root);
  expect(found.length).toBeGreaterThan(150);
  expect([...slowExpressions(found), ...unusedAllowances(found)]).toEqual([]);
});

test("no regular expression that a module constructs when it is loaded is slow", async () => {
  const files = listSources(root, "src")
    .filter((file) => !isForTests(file))
    .filter((file) => constructsExpression(readFileSync(join(root, file), "utf8")));
  expect(files.length).toBeGreaterThan(3);
  const built: SourceExpression[] = [];
  globalThis.RegExp = new Proxy(native, {
    construct: (target, [source, flags = ""]: [string, string?]) => {
      const expression = new target(source, flags);
      // The first frames of the stack belong to the proxy.
      const file = /\/(src\/[^:?]+)/.exec(new Error().stack ?? "")?.[1];
      if (file !== undefined) built.push({ file, line: 0, source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  for (const file of files) await import(join(root, file));
  globalThis.RegExp = native;
  expect([...new Set(built.map(({ file }) => file))].sort()).toEqual(expect.arrayContaining(files));
  expect(slowExpressions(built)).toEqual([]);
});

function constructsExpression(text: string): boolean {
  return tokenize(text).some(({ type, text: word }, index, tokens) => {
    return type === "word" && word === "RegExp" && tokens[index - 1]?.text === "new";
  });
}

test.each([
  /(a+)+$/,
  /(a*)*b/,
  /(.*)*x/,
  /(a|a)*b/,
  /(a|ab|b)*c/,
  /^(?:a|b|ab)+$/,
  /(?:a+b?)+c/,
  /([a-z]+\.?)+$/,
  /^(\w+\s?)*$/,
  /(x+x+)+y/,
  /^(([a-z])+.)+[A-Z]([a-z])+$/,
  /(a{0,61})*b/,
  /(?:a?){30}b/,
  /^(?:\w|\d)+$/,
  /^(?:[^"]|\\.)*"$/,
  /(?=(a+)+$)b/,
])("backtrackingOf() returns exponential for %s", (expression) => {
  expect(backtrackingOf(expression)).toBe("exponential");
});

test.each([/^\d+\d+$/, /a+a+b/, /0+$/, /\s+$/, /^a|0+$/, /^a*a*$/, /^.*a.*$/, /x.*y/, /^\d+\.?\d*$/, /^[^@]+.+@$/])(
  "backtrackingOf() returns polynomial for %s",
  (expression) => {
    expect(backtrackingOf(expression)).toBe("polynomial");
  },
);

test.each([
  /^a*b*$/,
  /\s+/,
  /^a+$/,
  /^(?:ab|ac)*$/,
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
  /^(?:[^"\\]|\\.)*"$/,
  /^\p{L}+\P{L}+$/u,
  /\d*x/y,
  /^\x41*\u0042*\u{43}*[\]\\D]*$/u,
  /^(?<name>a{2,3})(?!b)c*$/,
])("backtrackingOf() returns linear for %s", (expression) => {
  expect(backtrackingOf(expression)).toBe("linear");
});

test("slowExpressions() reports file and line of a slow expression unless it is allowed, and always if it is exponential", () => {
  const file = "src/meta/duration.ts";
  const at = (source: string): SourceExpression => ({ file, line: 7, source, flags: "u" });
  expect(slowExpressions([at("(a+)+$"), at("0+$")])).toEqual([
    `${file}:7 /(a+)+$/u is exponential: change it so that no two loops read the same text`,
  ]);
  expect(slowExpressions([at(String.raw`(a)\1`), at("0+$")])).toEqual([
    `${file}:7 /(a)\\1/u is not judgeable (back references are not supported): change it so that no two loops read the same text`,
  ]);
  expect(unusedAllowances([at("a")])).toContain(`${file} no longer contains /0+$/; remove it from the allowances`);
});

test("expressionsIn() rejects a tree without expressions instead of reporting success", () => {
  expect(() => expressionsIn(join(root, "docs"))).toThrow();
});
