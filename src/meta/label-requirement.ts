/**
 * One term of a label selector: a key, an operator and values. Checked when it is made, immutable afterwards, and
 * compiled to one test of the label's value, because lists and watches run it for every object.
 */
import { unreachable } from "../base/assert.ts";
import { type FieldError, formatFieldError, invalidField } from "./field-error.ts";
import { checkFormat } from "./formats.ts";
import { readGoInt } from "./go-int.ts";
import { ParseError } from "./parse-error.ts";

export type LabelOperator = "=" | "==" | "!=" | "in" | "notin" | "exists" | "!" | "gt" | "lt";

/** Labels of an object; none is the same as an empty set. */
export type Labels = Readonly<Record<string, string>>;

type ValueTest = (value: string | undefined) => boolean;

export class LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values: readonly string[];
  readonly #test: ValueTest;

  /** Trusts its arguments; texts from outside go through `checkedRequirement`. */
  constructor(key: string, operator: LabelOperator, values: readonly string[]) {
    this.key = key;
    this.operator = operator;
    this.values = Object.freeze([...values]);
    this.#test = compileTest(operator, this.values);
    Object.freeze(this);
  }

  matches(labels: Labels): boolean {
    const value: unknown = labels[this.key];
    // What an object inherits under a name such as `constructor` is never a text.
    return this.#test(typeof value === "string" ? value : undefined);
  }

  /** The one value that the label must have, if there is only one. */
  get exactValue(): string | undefined {
    const exact = this.operator === "=" || this.operator === "==" || this.operator === "in";
    return exact && this.values.length === 1 ? this.values[0] : undefined;
  }

  toString(): string {
    const values = [...this.values].sort().join(",");
    switch (this.operator) {
      case "exists":
        return this.key;
      case "!":
        return `!${this.key}`;
      case "in":
      case "notin":
        return `${this.key} ${this.operator} (${values})`;
      case "gt":
        return `${this.key}>${values}`;
      case "lt":
        return `${this.key}<${values}`;
      case "=":
      case "==":
      case "!=":
        return this.key + this.operator + values;
      default:
        return unreachable(this.operator);
    }
  }
}

function compileTest(operator: LabelOperator, values: readonly string[]): ValueTest {
  switch (operator) {
    case "exists":
      return (value) => value !== undefined;
    case "!":
      return (value) => value === undefined;
    case "gt":
    case "lt":
      return compileOrder(operator, values[0] ?? "");
    case "notin":
    case "!=":
      return compileNone(values);
    case "in":
    case "=":
    case "==":
      return compileAny(values);
    default:
      return unreachable(operator);
  }
}

function compileAny(values: readonly string[]): ValueTest {
  const [only] = values;
  if (values.length === 1) return (value) => value === only;
  const set = new Set<string | undefined>(values);
  return (value) => set.has(value);
}

/** A label that is not there has none of the values. */
function compileNone(values: readonly string[]): ValueTest {
  const any = compileAny(values);
  return (value) => !any(value);
}

/** A label that is not there, or is no integer, is neither greater nor less. */
function compileOrder(operator: "gt" | "lt", text: string): ValueTest {
  const bound = readGoInt(text);
  if (typeof bound !== "bigint") return () => false;
  return (value) => {
    const number = value === undefined ? undefined : readGoInt(value);
    if (typeof number !== "bigint") return false;
    return operator === "gt" ? number > bound : number < bound;
  };
}

/**
 * A requirement made from texts of a client.
 * @throws ParseError with the reference's text, naming every fault
 */
export function checkedRequirement(key: string, operator: LabelOperator, values: readonly string[]): LabelRequirement {
  const errors = [
    ...labelKeyErrors("key", key),
    ...operandErrors(operator, values),
    ...values.flatMap((value, index) => labelValueErrors(`values[${index}][${key}]`, value)),
  ];
  if (errors.length > 0) throw new ParseError(joinErrors(errors));
  return new LabelRequirement(key, operator, values);
}

/** At most one error, holding every message. */
export function labelKeyErrors(path: string, key: string): FieldError[] {
  return joinedFormatErrors(path, key, checkFormat("labelKey", key));
}

function labelValueErrors(path: string, value: string): FieldError[] {
  return joinedFormatErrors(path, value, checkFormat("labelValue", value));
}

function joinedFormatErrors(path: string, value: string, messages: readonly string[]): FieldError[] {
  return messages.length === 0 ? [] : [invalidField(path, value, messages.join("; "))];
}

/** Whether the operator may have so many values, and can use them. */
function operandErrors(operator: LabelOperator, values: readonly string[]): FieldError[] {
  switch (operator) {
    case "in":
    case "notin":
      return values.length > 0 ? [] : [countError(values, "for 'in', 'notin' operators, values set can't be empty")];
    case "exists":
    case "!":
      return values.length === 0 ? [] : [countError(values, "values set must be empty for exists and does not exist")];
    case "gt":
    case "lt":
      return [
        ...(values.length === 1 ? [] : [countError(values, "for 'Gt', 'Lt' operators, exactly one value is required")]),
        ...values.flatMap(integerErrors),
      ];
    case "=":
    case "==":
    case "!=":
      return values.length === 1 ? [] : [countError(values, "exact-match compatibility requires one single value")];
    default:
      return unreachable(operator);
  }
}

function countError(values: readonly string[], detail: string): FieldError {
  return invalidField("values", values, detail);
}

function integerErrors(value: string, index: number): FieldError[] {
  if (typeof readGoInt(value) === "bigint") return [];
  return [invalidField(`values[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer")];
}

/** One text for all errors: equal ones once, in brackets when there are several. */
function joinErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(formatFieldError))];
  return texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`;
}
