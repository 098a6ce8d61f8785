/**
 * Checks rules about the sources that imports do not show: only some files may contain names with the product's name,
 * read the clock, or create random values. Each complaint says what to do instead.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isForTests, listSources } from "../layers/check-imports.ts";
import { type SourceToken, tokenize } from "../layers/tokenize.ts";

interface Rule {
  /** Paths of the files that may break the rule. */
  readonly allowedFiles: readonly string[];
  /** Returns the text at a token that breaks the rule. Undefined if the token does not break it. */
  readonly findViolation: (token: SourceToken, at: NeighbouringTokens) => string | undefined;
  readonly remedy: string;
}

interface NeighbouringTokens {
  readonly before: SourceToken | undefined;
  /** The three tokens after this one. */
  readonly after: readonly (SourceToken | undefined)[];
}

/** Domains, extensions, media types and prefixes that contain a name of one of the two vocabularies. */
const productName =
  /(?:kubernetes|k8s|orch)\.io\b|\bio\.(?:k8s|orch)\b|\bx-(?:kubernetes|orch)-|\bvnd\.(?:kubernetes|orch)\b|^(?:kube|orch)-/;

const rules: readonly Rule[] = [
  {
    allowedFiles: ["src/meta/vocabulary.ts"],
    findViolation: ({ type, text }) =>
      type === "string" || type === "template" ? productName.exec(text)?.[0] : undefined,
    remedy: "declare a token of meta/vocabulary.ts and bind it",
  },
  {
    allowedFiles: ["src/base/clock.ts"],
    findViolation: clockCall,
    remedy: "take the time from a Clock that is passed in (base/clock.ts)",
  },
  {
    allowedFiles: ["src/base/random.ts", "src/base/web-random.ts"],
    findViolation: randomCall,
    remedy: "take random values from a Random that is passed in (base/random.ts)",
  },
];

function clockCall(token: SourceToken, { before, after: [dot, member, call] }: NeighbouringTokens): string | undefined {
  if (isWord(token, "Date") && dot?.text === "." && isWord(member, "now")) return "Date.now";
  if (isWord(token, "Date") && isWord(before, "new") && dot?.text === "(" && member?.text === ")") return "new Date()";
  if (isWord(token, "performance") && isWord(member, "now") && call?.text === "(") return "performance.now";
  // `session.setTimeout()` and `socket.setTimeout()` are not timers of the clock.
  return before?.text === "."
    ? wordAmong(token, ["hrtime"])
    : wordAmong(token, ["setTimeout", "setInterval", "hrtime"]);
}

function randomCall(token: SourceToken, { after: [dot, member] }: NeighbouringTokens): string | undefined {
  if (isWord(token, "Math") && dot?.text === "." && isWord(member, "random")) return "Math.random";
  return wordAmong(token, ["randomUUID", "randomBytes", "randomInt", "getRandomValues"]);
}

function wordAmong(token: SourceToken, names: readonly string[]): string | undefined {
  return token.type === "word" && names.includes(token.text) ? token.text : undefined;
}

function isWord(token: SourceToken | undefined, text: string): boolean {
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

function complaintsAbout(file: string, tokens: readonly SourceToken[]): string[] {
  const applicableRules = rules.filter(({ allowedFiles }) => !allowedFiles.includes(file));
  return tokens.flatMap((token, index) => {
    const at = { before: tokens[index - 1], after: tokens.slice(index + 1, index + 4) };
    return applicableRules.flatMap(({ findViolation, remedy }) => {
      const found = findViolation(token, at);
      return found === undefined ? [] : [`${file}:${token.line} contains ${found}; ${remedy}`];
    });
  });
}
