/**
 * The Accept header as the reference reads it, which is not quite RFC 9110: a clause of `q=0` still counts, clauses that
 * make no sense are skipped, and a specific type comes before a wildcard whatever their weights.
 */
export interface AcceptClause {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
  /** All but `q`; names and values as written. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Further clauses are not read; clients send five at most. */
const clausesMax = 64;

/** The clauses, the most wanted first. */
export function parseAccept(header: string): AcceptClause[] {
  const clauses: AcceptClause[] = [];
  for (const part of header.split(",", clausesMax)) {
    const clause = parseClause(part);
    if (clause !== undefined) insertClause(clauses, clause);
  }
  return clauses;
}

function parseClause(part: string): AcceptClause | undefined {
  const [range, parameterText] = cut(trimBlanks(part), ";");
  const [type, afterType] = cut(range, "/");
  const [subtype, excess] = cut(afterType, "/");
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
    const [name, afterName] = cut(parameter, "=");
    const [value, excess] = cut(afterName, "=");
    if (afterName === "" || excess !== "") continue;
    if (trimBlanks(name) === "q") quality = parseQuality(value);
    else parameters.set(trimBlanks(name), trimBlanks(value));
  }
  return { quality, parameters };
}

/** The text before the first separator and the text behind it; empty when there is none. */
function cut(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Like the reference, no other white space. */
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
 * Moves the clause before those that it precedes, beginning at the end. The comparison is no order (a specific type
 * and a wildcard of greater weight precede each other), so the way of sorting matters: this is the reference's.
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
