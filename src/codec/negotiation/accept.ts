import { splitOnce } from "../../base/split-once.ts";

/**
 * A clause of an `Accept` header. The header is read as the reference reads it, which differs from RFC 9110: a clause
 * with `q=0` still counts, malformed clauses are skipped, and a specific type precedes a wildcard regardless of their
 * weights.
 */
export interface AcceptClause {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
  /** All parameters except `q`, with names and values as written. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Maximum number of clauses that are read. Clients send at most five. */
const clausesMax = 64;

/** Greatest number and length of headers whose clauses are remembered. Clients send few different ones. */
const rememberedMax = 64;
const rememberedCharsMax = 256;

const remembered = new Map<string, readonly AcceptClause[]>();

/** Returns the clauses of an `Accept` header, most preferred first. */
export function parseAccept(header: string): readonly AcceptClause[] {
  const known = remembered.get(header);
  if (known) return known;
  const clauses = parseClauses(header);
  if (header.length > rememberedCharsMax) return clauses;
  if (remembered.size === rememberedMax) remembered.clear();
  remembered.set(header, clauses);
  return clauses;
}

function parseClauses(header: string): AcceptClause[] {
  const clauses: AcceptClause[] = [];
  for (const part of header.split(",", clausesMax)) {
    const clause = parseClause(part);
    if (clause !== undefined) insertClause(clauses, clause);
  }
  return clauses;
}

function parseClause(part: string): AcceptClause | undefined {
  const [range, parameterText = ""] = splitOnce(trimBlanks(part), ";");
  const [type, afterType = ""] = splitOnce(range, "/");
  const [subtype, excess = ""] = splitOnce(afterType, "/");
  const isLoneWildcard = afterType === "" && trimBlanks(type) === "*";
  if (excess !== "" || (afterType === "" && !isLoneWildcard)) return undefined;
  return {
    type: trimBlanks(type),
    subtype: isLoneWildcard ? "*" : trimBlanks(subtype),
    ...parseParameters(parameterText),
  };
}

function parseParameters(text: string): Pick<AcceptClause, "quality" | "parameters"> {
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const parameter of text.split(";")) {
    const [name, afterName = ""] = splitOnce(parameter, "=");
    const [value, excess = ""] = splitOnce(afterName, "=");
    if (afterName === "" || excess !== "") continue;
    if (trimBlanks(name) === "q") quality = parseQuality(value);
    else parameters.set(trimBlanks(name), trimBlanks(value));
  }
  return { quality, parameters };
}

/** Removes blanks only, not other white space, as the reference does. */
function trimBlanks(text: string): string {
  let first = 0;
  let end = text.length;
  while (text[first] === " ") first++;
  while (end > first && text[end - 1] === " ") end--;
  return text.slice(first, end);
}

function parseQuality(text: string): number {
  return /^[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(text) ? Number(text) : 0;
}

/**
 * Moves the clause before those that it precedes, starting at the end. `precedes` is not a consistent order: a specific
 * type and a wildcard with a greater weight precede each other. The result therefore depends on the algorithm, which is
 * the reference's.
 */
function insertClause(clauses: AcceptClause[], clause: AcceptClause): void {
  let at = clauses.length;
  for (; at > 0; at--) {
    const before = clauses[at - 1];
    if (before === undefined || !precedes(clause, before)) break;
  }
  clauses.splice(at, 0, clause);
}

function precedes(a: AcceptClause, b: AcceptClause): boolean {
  if (a.quality > b.quality) return true;
  if (a.type !== "*" && b.type === "*") return true;
  return a.subtype !== "*" && b.subtype === "*";
}
