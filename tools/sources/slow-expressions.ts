/**
 * Regular expressions of the sources that go back over a text which they do not match: exponentially never, and more
 * than in proportion to the text only where it is known to be short.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isForTests, listSources } from "../layers/check-imports.ts";
import { tokenize } from "../layers/tokenize.ts";
import { backtrackingOf } from "./backtracking.ts";

export interface FoundExpression {
  /** Where it stands. */
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

interface Allowance {
  readonly file: string;
  readonly source: string;
  /** What keeps its texts short, or makes it match them all. */
  readonly reason: string;
}

const allowances: readonly Allowance[] = [
  { file: "src/app/bootstrap/start-hooks.ts", source: String.raw`\d+$`, reason: "an address of this server" },
  { file: "src/app/config/server-config.ts", source: String.raw`\/+$`, reason: "a flag" },
  {
    file: "src/kinds/events/event-rules.ts",
    source: String.raw`(\.\d*?)0+Z$`,
    reason: "a time in its stored form, with six digits of fraction",
  },
  { file: "src/meta/duration.ts", source: "0+$", reason: "nine digits" },
  {
    file: "src/meta/name-formats.ts",
    source: String.raw`iqn\.\d{4}-\d{2}\.([A-Za-z0-9\-.]+)(:[^,;*&$|\t\n\f\r ]+)$`,
    reason: "iscsiLengthMax; the reference does not anchor it",
  },
  {
    file: "src/meta/webhook-url.ts",
    source: String.raw`^(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?<authority>[^/?#]*))?[^?#]*(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$`,
    reason: "matches every text, at the first attempt",
  },
  {
    file: "src/server/transport/h1-exchange.ts",
    source: String.raw`^https?:\/\/[^/?]*(.*)$`,
    reason: "the target of a request, which the parser of HTTP/1.1 limits",
  },
];

/**
 * @param root folder with `src/`
 * @returns all literals of the sources that are no tests
 * @throws Error when there is none
 */
export function expressionsIn(root: string): FoundExpression[] {
  const files = listSources(root, "src").filter((file) => !isForTests(file));
  const found = files.flatMap((file) => literalsOf(file, readFileSync(join(root, file), "utf8")));
  if (found.length === 0) throw new Error(`no regular expressions under ${join(root, "src")}`);
  return found;
}

function literalsOf(file: string, text: string): FoundExpression[] {
  return tokenize(text)
    .filter(({ type }) => type === "expression")
    .map(({ text: literal, line }) => {
      const end = literal.lastIndexOf("/");
      return { file, line, source: literal.slice(1, end), flags: literal.slice(end + 1) };
    });
}

const isAllowed = ({ file, source }: FoundExpression, allowance: Allowance): boolean =>
  file === allowance.file && source === allowance.source;

/** One line for each expression that is slow or cannot be judged. */
export function slowExpressions(found: readonly FoundExpression[]): string[] {
  return found.flatMap((one) => {
    const judged = judge(one);
    if (judged === "linear") return [];
    if (judged === "polynomial" && allowances.some((allowance) => isAllowed(one, allowance))) return [];
    return [`${one.file}:${one.line} /${one.source}/${one.flags} is ${judged}: let no two loops read the same text`];
  });
}

/** One line for each that is allowed, but is not there any more. */
export function needlessAllowances(found: readonly FoundExpression[]): string[] {
  return allowances
    .filter((allowance) => !found.some((one) => isAllowed(one, allowance)))
    .map(({ file, source }) => `${file} has no /${source}/ to be allowed`);
}

function judge(expression: FoundExpression): string {
  try {
    return backtrackingOf(expression);
  } catch (error) {
    return `beyond judgement (${(error as Error).message})`;
  }
}
