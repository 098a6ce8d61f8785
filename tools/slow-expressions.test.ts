import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { isForTests, listSources } from "./layers/check-imports.ts";
import { tokenize } from "./layers/tokenize.ts";
import { backtrackingOf } from "./sources/backtracking.ts";
import {
  expressionsIn,
  type FoundExpression,
  needlessAllowances,
  slowExpressions,
} from "./sources/slow-expressions.ts";

const root = dirname(import.meta.dirname);
const native = globalThis.RegExp;

afterEach(() => {
  globalThis.RegExp = native;
});

test("no regular expression of the sources is slow", () => {
  const found = expressionsIn(root);
  expect(found.length).toBeGreaterThan(150);
  expect([...slowExpressions(found), ...needlessAllowances(found)]).toEqual([]);
});

test("nor is one that is put together when its module is loaded, wherever that is done", async () => {
  const files = listSources(root, "src")
    .filter((file) => !isForTests(file))
    .filter((file) => constructs(readFileSync(join(root, file), "utf8")));
  expect(files.length).toBeGreaterThan(3);
  const built: FoundExpression[] = [];
  globalThis.RegExp = new Proxy(native, {
    construct: (target, [source, flags = ""]: [string, string?]) => {
      const made = new target(source, flags);
      // The first frames of the stack belong to the proxy.
      const file = /\/(src\/[^:?]+)/.exec(new Error().stack ?? "")?.[1];
      if (file !== undefined) built.push({ file, line: 0, source: made.source, flags: made.flags });
      return made;
    },
  });
  for (const file of files) await import(join(root, file));
  globalThis.RegExp = native;
  expect([...new Set(built.map(({ file }) => file))].sort()).toEqual(expect.arrayContaining(files));
  expect(slowExpressions(built)).toEqual([]);
});

function constructs(text: string): boolean {
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
])("%s is exponential", (expression) => {
  expect(backtrackingOf(expression)).toBe("exponential");
});

test.each([/^\d+\d+$/, /a+a+b/, /0+$/, /\s+$/, /^a|0+$/, /^a*a*$/, /^.*a.*$/, /x.*y/, /^\d+\.?\d*$/, /^[^@]+.+@$/])(
  "%s is polynomial",
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
])("%s is linear", (expression) => {
  expect(backtrackingOf(expression)).toBe("linear");
});

test("what is slow is complained of where it stands, allowed or not", () => {
  const file = "src/meta/duration.ts";
  const at = (source: string): FoundExpression => ({ file, line: 7, source, flags: "u" });
  expect(slowExpressions([at("(a+)+$"), at("0+$")])).toEqual([
    `${file}:7 /(a+)+$/u is exponential: let no two loops read the same text`,
  ]);
  expect(slowExpressions([at(String.raw`(a)\1`), at("0+$")])).toEqual([
    `${file}:7 /(a)\\1/u is beyond judgement (back references cannot be judged): let no two loops read the same text`,
  ]);
  expect(needlessAllowances([at("a")])).toContain(`${file} has no /0+$/ to be allowed`);
});

test("a tree without expressions is refused, because a guard that sees nothing must not be content", () => {
  expect(() => expressionsIn(join(root, "docs"))).toThrow();
});
