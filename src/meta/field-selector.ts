/**
 * The fieldSelector parameter: `metadata.name=a,status.phase!=Running`. A backslash before a backslash, a comma or an
 * equals sign takes that character as it is. Terms are kept in the order of their texts, all of them must hold, and a
 * field that an object does not have counts as empty.
 */
import { ParseError } from "./parse-error.ts";

export interface FieldRequirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

/** Limits of what is read; far above what clients send, low enough that matching a whole collection stays cheap. */
const textLengthMax = 65_536;
const requirementsMax = 1000;

/** An immutable list of requirements. */
export class FieldSelector {
  readonly requirements: readonly FieldRequirement[];

  constructor(requirements: readonly FieldRequirement[]) {
    this.requirements = Object.freeze(requirements.map((requirement) => Object.freeze({ ...requirement })));
  }

  /** True when it selects everything. */
  get isEmpty(): boolean {
    return this.requirements.length === 0;
  }

  /** @param getField gives undefined or an empty text for a field that is not there */
  matches(getField: (field: string) => string | undefined): boolean {
    for (const { field, operator, value } of this.requirements) {
      if (((getField(field) ?? "") === value) !== (operator === "=")) return false;
    }
    return true;
  }

  /** The value that `field` must have, or undefined when it may have several. */
  requiresExact(field: string): string | undefined {
    return this.requirements.find((one) => one.field === field && one.operator === "=")?.value;
  }

  /** The canonical text; parses to the same selector. */
  toString(): string {
    return this.requirements.map((one) => `${one.field}${one.operator}${escapeFieldValue(one.value)}`).join(",");
  }
}

/** Selects everything. */
export const everyField = new FieldSelector([]);

/** @throws ParseError with the reference's text */
export function parseFieldSelector(text: string): FieldSelector {
  if (text === "") return everyField;
  if (text.length > textLengthMax) throw new ParseError(`field selector is longer than ${textLengthMax} characters`);
  const terms = splitTerms(text)
    .filter((term) => term !== "")
    .sort();
  if (terms.length > requirementsMax) throw new ParseError(`field selector has more than ${requirementsMax} terms`);
  const requirements = terms.map((term) => parseTerm(term, text));
  return new FieldSelector(requirements.filter(({ field, value }) => field !== "" || value !== ""));
}

/** Backslashes stay; they are resolved once the parts of the terms are known. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === ",") {
      terms.push(text.slice(start, index));
      start = index + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

function parseTerm(term: string, text: string): FieldRequirement {
  // The first operator splits: a field's name cannot escape anything.
  const operator = /!=|==|=/.exec(term);
  if (!operator) throw new ParseError(`invalid selector: '${text}'; can't understand '${term}'`);
  const value = unescapeFieldValue(term.slice(operator.index + operator[0].length));
  return { field: term.slice(0, operator.index), operator: operator[0] === "!=" ? "!=" : "=", value };
}

/** Makes any text a value of a selector. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, "\\$&");
}

function unescapeFieldValue(escaped: string): string {
  return escaped.replace(/\\([^]?)|[,=]/gu, (found, next: string | undefined) => {
    if (next === undefined) {
      throw new ParseError(`invalid field selector: unescaped character in value: ${found.charCodeAt(0)}`);
    }
    if (next !== "\\" && next !== "," && next !== "=") {
      throw new ParseError(`invalid field selector: invalid escape sequence: ${found}`);
    }
    return next;
  });
}
