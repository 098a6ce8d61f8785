/**
 * The `fieldSelector` parameter, such as `metadata.name=a,status.phase!=Running`. In values, a backslash escapes a
 * backslash, a comma or an equals sign. All terms must match. They are sorted by their text. A field that an object
 * does not have counts as empty.
 */
import { ParseError } from "./parse-error.ts";

/** One term of a field selector. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

/** Limits on a selector: far above what clients send, but low enough that matching a whole collection stays cheap. */
const textLengthMax = 65_536;
const requirementsMax = 1000;

/** An immutable list of requirements. */
export class FieldSelector {
  readonly requirements: readonly FieldRequirement[];

  constructor(requirements: readonly FieldRequirement[]) {
    this.requirements = Object.freeze(requirements.map((requirement) => Object.freeze({ ...requirement })));
  }

  /** Whether the selector matches every object. */
  get isEmpty(): boolean {
    return this.requirements.length === 0;
  }

  /**
   * Whether an object matches all requirements.
   * @param getField returns undefined or an empty text for a field that the object does not have
   */
  matches(getField: (field: string) => string | undefined): boolean {
    for (const { field, operator, value } of this.requirements) {
      if (((getField(field) ?? "") === value) !== (operator === "=")) return false;
    }
    return true;
  }

  /** Returns the value that `field` must equal, or undefined if no requirement fixes it. */
  requiresExact(field: string): string | undefined {
    return this.requirements.find((one) => one.field === field && one.operator === "=")?.value;
  }

  /** Returns the canonical text, which parses to the same selector. */
  toString(): string {
    return this.requirements.map((one) => `${one.field}${one.operator}${escapeFieldValue(one.value)}`).join(",");
  }
}

/** Selector that matches every object. */
export const matchAllFields = new FieldSelector([]);

/** Returns the selector for the text of a `fieldSelector` parameter. @throws ParseError with the reference's text */
export function parseFieldSelector(text: string): FieldSelector {
  if (text === "") return matchAllFields;
  if (text.length > textLengthMax) throw new ParseError(`field selector is longer than ${textLengthMax} characters`);
  const terms = splitTerms(text)
    .filter((term) => term !== "")
    .sort();
  if (terms.length > requirementsMax) throw new ParseError(`field selector has more than ${requirementsMax} terms`);
  const requirements = terms.map((term) => parseTerm(term, text));
  return new FieldSelector(requirements.filter(({ field, value }) => field !== "" || value !== ""));
}

/** Splits the text at unescaped commas. The terms keep their backslashes, which `unescapeFieldValue` resolves. */
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
  // The first operator separates field and value, because a field's name cannot contain an escape.
  const operator = /!=|==|=/.exec(term);
  if (!operator) throw new ParseError(`invalid selector: '${text}'; can't understand '${term}'`);
  const value = unescapeFieldValue(term.slice(operator.index + operator[0].length));
  return { field: term.slice(0, operator.index), operator: operator[0] === "!=" ? "!=" : "=", value };
}

/** Returns `value` with backslashes, commas and equals signs escaped, for use in a selector. */
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
