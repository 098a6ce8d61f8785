/**
 * Finds regular expressions of the sources that backtrack more than linearly. Exponential backtracking is never allowed. Polynomial
 * backtracking is allowed for expressions that only read short texts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isForTests, listSources } from "../layers/check-imports.ts";
import { tokenize } from "../layers/tokenize.ts";
import { backtrackingOf } from "./backtracking.ts";

/** A literal of the sources. */
export interface SourceExpression {
  /** Path of the file, relative to the root. */
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

interface Allowance {
  readonly file: string;
  readonly source: string;
  /** Why the texts are short, or why the expression matches all of them. */
  readonly reason: string;
}

const allowances: readonly Allowance[] = [
  { file: "src/app/bootstrap/start-hooks.ts", source: String.raw`\d+$`, reason: "an address of this server" },
  {
    file: "src/kinds/events/event-rules.ts",
    source: String.raw`(\.\d*?)0+Z$`,
    reason: "a time in its stored form, with six digits of fraction",
  },
  { file: "src/meta/duration.ts", source: "0+$", reason: "nine digits" },
  {
    file: "src/meta/go-url.ts",
    source: String.raw`^(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?<authority>[^/?#]*))?[^?#]*(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$`,
    reason: "matches every text, at the first attempt",
  },
  {
    file: "src/meta/name-formats.ts",
    source: String.raw`iqn\.\d{4}-\d{2}\.([A-Za-z0-9\-.]+)(:[^,;*&$|\t\n\f\r ]+)$`,
    reason: "iscsiLengthMax; the reference does not anchor it",
  },
  {
    file: "src/server/transport/h1-exchange.ts",
    source: String.raw`^https?:\/\/[^/?]*(.*)$`,
    reason: "the target of a request, which the parser of HTTP/1.1 limits",
  },
];

/**
 * Returns all regular expression literals of the sources, without those in tests.
 * @param root folder with `src/`
 * @throws Error if there are none
 */
export function expressionsIn(root: string): SourceExpression[] {
  const files = listSources(root, "src").filter((file) => !isForTests(file));
  const found = files.flatMap((file) => literalsOf(file, readFileSync(join(root, file), "utf8")));
  if (found.length === 0) throw new Error(`no regular expressions under ${join(root, "src")}`);
  return found;
}

function literalsOf(file: string, text: string): SourceExpression[] {
  return tokenize(text)
    .filter(({ type }) => type === "expression")
    .map(({ text: literal, line }) => {
      const end = literal.lastIndexOf("/");
      return { file, line, source: literal.slice(1, end), flags: literal.slice(end + 1) };
    });
}

const isAllowed = ({ file, source }: SourceExpression, allowance: Allowance): boolean =>
  file === allowance.file && source === allowance.source;

/** Returns a line for each expression that is slow or cannot be judged. */
export function slowExpressions(found: readonly SourceExpression[]): string[] {
  return found.flatMap((one) => {
    const verdict = verdictOn(one);
    if (verdict === "linear") return [];
    if (verdict === "polynomial" && allowances.some((allowance) => isAllowed(one, allowance))) return [];
    return [
      `${one.file}:${one.line} /${one.source}/${one.flags} is ${verdict}: change it so that no two loops read the same text`,
    ];
  });
}

/** Returns a line for each allowance that no expression uses. */
export function unusedAllowances(found: readonly SourceExpression[]): string[] {
  return allowances
    .filter((allowance) => !found.some((one) => isAllowed(one, allowance)))
    .map(({ file, source }) => `${file} no longer contains /${source}/; remove it from the allowances`);
}

function verdictOn(expression: SourceExpression): string {
  try {
    return backtrackingOf(expression);
  } catch (error) {
    return `not judgeable (${(error as Error).message})`;
  }
}
