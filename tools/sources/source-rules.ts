/**
 * Checks rules about the sources that imports do not show: only some files may contain names with the product's name,
 * read the clock, or create random values. Each complaint says what to do instead.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isForTests, listSources } from "../layers/check-imports.ts";
import { type Token, tokenize } from "../layers/tokenize.ts";

interface Rule {
  /** Paths of the files that may do it. */
  readonly homes: readonly string[];
  /** Returns the text at a token that breaks the rule. Undefined if the token does not break it. */
  readonly broken: (token: Token, at: Surroundings) => string | undefined;
  readonly remedy: string;
}

interface Surroundings {
  readonly before: Token | undefined;
  /** The three tokens after this one. */
  readonly after: readonly (Token | undefined)[];
}

/** Domains, extensions, media types and prefixes that contain a name of one of the two vocabularies. */
const spelledName =
  /(?:kubernetes|k8s|orch)\.io\b|\bio\.(?:k8s|orch)\b|\bx-(?:kubernetes|orch)-|\bvnd\.(?:kubernetes|orch)\b|^(?:kube|orch)-/;

const rules: readonly Rule[] = [
  {
    homes: ["src/meta/vocabulary.ts"],
    broken: ({ type, text }) => (type === "string" || type === "template" ? spelledName.exec(text)?.[0] : undefined),
    remedy: "declare a token of meta/vocabulary.ts and bind it",
  },
  {
    homes: ["src/base/clock.ts"],
    broken: readsClock,
    remedy: "take the time from a Clock that is passed in (base/clock.ts)",
  },
  {
    homes: ["src/base/random.ts", "src/base/web-random.ts"],
    broken: rollsDice,
    remedy: "take it from a Random that is passed in (base/random.ts)",
  },
];

function readsClock(token: Token, { before, after: [dot, member, call] }: Surroundings): string | undefined {
  if (isWord(token, "Date") && dot?.text === "." && isWord(member, "now")) return "Date.now";
  if (isWord(token, "Date") && isWord(before, "new") && dot?.text === "(" && member?.text === ")") return "new Date()";
  if (isWord(token, "performance") && isWord(member, "now") && call?.text === "(") return "performance.now";
  // `session.setTimeout()` and `socket.setTimeout()` are not timers of the clock.
  return before?.text === "." ? anyOf(token, ["hrtime"]) : anyOf(token, ["setTimeout", "setInterval", "hrtime"]);
}

function rollsDice(token: Token, { after: [dot, member] }: Surroundings): string | undefined {
  if (isWord(token, "Math") && dot?.text === "." && isWord(member, "random")) return "Math.random";
  return anyOf(token, ["randomUUID", "randomBytes", "randomInt", "getRandomValues"]);
}

function anyOf(token: Token, names: readonly string[]): string | undefined {
  return token.type === "word" && names.includes(token.text) ? token.text : undefined;
}

function isWord(token: Token | undefined, text: string): boolean {
  return token?.type === "word" && token.text === text;
}

/**
 * Returns a line for each token that breaks a rule.
 * @param root folder with `src/`
 * @throws Error if there are no sources
 */
export function brokenSourceRules(root: string): string[] {
  const files = listSources(root, "src").filter((file) => !isForTests(file));
  if (files.length === 0) throw new Error(`no source files under ${join(root, "src")}`);
  return files.flatMap((file) => complaintsAbout(file, tokenize(readFileSync(join(root, file), "utf8"))));
}

function complaintsAbout(file: string, tokens: readonly Token[]): string[] {
  const own = rules.filter(({ homes }) => !homes.includes(file));
  return tokens.flatMap((token, index) => {
    const at = { before: tokens[index - 1], after: tokens.slice(index + 1, index + 4) };
    return own.flatMap(({ broken, remedy }) => {
      const found = broken(token, at);
      return found === undefined ? [] : [`${file}:${token.line} says ${found}: ${remedy}`];
    });
  });
}
