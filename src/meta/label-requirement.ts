/**
 * One term of a label selector: a key, an operator and values. Immutable. Its test of a label's value is compiled once,
 * because lists and watches run it for every object. See docs/performance.md, "Micro-measurements", "LabelRequirement".
 */
import { unreachable } from "../base/assert.ts";
import { aggregateErrors } from "./aggregate-errors.ts";
import { type FieldError, formatFieldError, invalidField } from "./field-error.ts";
import { checkFormat } from "./formats.ts";
import { readGoInt } from "./go-int.ts";
import { ParseError } from "./parse-error.ts";

/** Operator of a label requirement. `exists` and `!` test only whether the label is present. */
export type LabelOperator = "=" | "==" | "!=" | "in" | "notin" | "exists" | "!" | "gt" | "lt";

/** Labels of an object. */
export type Labels = Readonly<Record<string, string>>;

type ValueTest = (value: string | undefined) => boolean;

/** One immutable term of a label selector. */
export class LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values: readonly string[];
  readonly #test: ValueTest;

  /** Does not validate its arguments. Use `checkedRequirement` for text from clients. */
  constructor(key: string, operator: LabelOperator, values: readonly string[]) {
    this.key = key;
    this.operator = operator;
    this.values = Object.freeze([...values]);
    this.#test = compileTest(operator, this.values);
    Object.freeze(this);
  }

  /** Whether an object with these labels meets the requirement. */
  matches(labels: Labels): boolean {
    const value: unknown = labels[this.key];
    // An inherited member such as `constructor` is never a string, so it counts as absent.
    return this.#test(typeof value === "string" ? value : undefined);
  }

  /** The only value that the label may have. Undefined if the requirement allows others. */
  get exactValue(): string | undefined {
    const exact = this.operator === "=" || this.operator === "==" || this.operator === "in";
    return exact && this.values.length === 1 ? this.values[0] : undefined;
  }

  /** Returns the canonical text, with sorted values. */
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

/** An absent label has none of the values, so it passes. */
function compileNone(values: readonly string[]): ValueTest {
  const any = compileAny(values);
  return (value) => !any(value);
}

/** An absent label, or one that is not an integer, is neither greater nor less, so it fails. */
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
 * Returns a requirement made of text from a client.
 * @throws ParseError with the reference's text, which names every fault
 */
export function checkedRequirement(key: string, operator: LabelOperator, values: readonly string[]): LabelRequirement {
  const errors = [
    ...labelKeyErrors("key", key),
    ...operandErrors(operator, values),
    ...values.flatMap((value, index) => labelValueErrors(`values[${index}][${key}]`, value)),
  ];
  if (errors.length > 0) throw new ParseError(aggregateErrors(errors.map(formatFieldError)));
  return new LabelRequirement(key, operator, values);
}

/** Returns at most one error, which joins all faults of the key. */
export function labelKeyErrors(path: string, key: string): FieldError[] {
  return joinedFormatErrors(path, key, checkFormat("labelKey", key));
}

/** Returns at most one error, which joins all faults of the value. */
export function labelValueErrors(path: string, value: string): FieldError[] {
  return joinedFormatErrors(path, value, checkFormat("labelValue", value));
}

function joinedFormatErrors(path: string, value: string, messages: readonly string[]): FieldError[] {
  return messages.length === 0 ? [] : [invalidField(path, value, messages.join("; "))];
}

/** Returns the errors in the number of values, and in their form if the operator needs integers. */
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
