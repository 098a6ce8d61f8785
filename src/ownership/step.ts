/**
 * Path steps as texts: `f:` with the name of a field, `k:` with the keys of a list item as JSON, `v:` with the item of
 * a set as JSON, `i:` with a position. Equal steps are equal texts, because `itemStep` writes keys in the order of
 * their names.
 */
import { compareText } from "../base/compare-text.ts";
import { parseJson } from "../codec/index.ts";
import { goQuote } from "../meta/go-quote.ts";

/** Returns the step to a field of an object. */
export function fieldStep(name: string): string {
  return knownFieldSteps.get(name) ?? newFieldStep(name);
}

/**
 * Cache of field steps. The same steps are created very often, and V8 is slow to look up a newly created string as the
 * name of a member. See docs/performance.md, "Micro-measurements", "fieldStep".
 */
const knownFieldSteps = new Map<string, string>();
const knownFieldStepsMax = 5000;
const knownNameLengthMax = 64;

function newFieldStep(name: string): string {
  const step = `f:${name}`;
  const isKept = name.length <= knownNameLengthMax && knownFieldSteps.size < knownFieldStepsMax;
  if (isKept) knownFieldSteps.set(name, step);
  return step;
}

/** Returns the step to a list item with these keys. @param keys in the order of their names */
export function keyStep(keys: readonly (readonly [name: string, value: unknown])[]): string {
  const [first] = keys;
  if (keys.length === 1 && first) return `k:{${scalarText(first[0])}:${scalarText(first[1])}}`;
  return `k:{${keys.map(([name, value]) => `${scalarText(name)}:${scalarText(value)}`).join(",")}}`;
}

/**
 * Whether `step` is the result of `keyStep` for a single key with a string value. Also false if the value contains
 * characters that JSON escapes.
 */
export function isKeyStep(name: string, value: string, step: string): boolean {
  const start = name.length + keyOpening.length + valueOpening.length;
  return (
    step.length === start + value.length + closing.length &&
    step.startsWith(value, start) &&
    step.startsWith(keyOpening) &&
    step.startsWith(name, keyOpening.length) &&
    step.startsWith(valueOpening, keyOpening.length + name.length) &&
    step.endsWith(closing) &&
    !escapedCharacters.test(value)
  );
}

const [keyOpening, valueOpening, closing] = ['k:{"', '":"', '"}'];

/** Returns the step to an item of a set. */
export function valueStep(value: unknown): string {
  return `v:${scalarText(value)}`;
}

function scalarText(value: unknown): string {
  if (typeof value === "string" && !escapedCharacters.test(value)) return `"${value}"`;
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

/** The characters that JSON escapes. Also matches all surrogates, although JSON escapes only unpaired ones. */
// oxlint-disable-next-line no-control-regex
const escapedCharacters = /["\\\x00-\x1f\ud800-\udfff]/;

/**
 * Returns the steps in order. `.` comes first, then fields by name, items by their keys, items by their value, and
 * positions.
 */
export function sortSteps(steps: readonly string[]): readonly string[] {
  if (steps.length < 2) return steps;
  if (areSimpleAndSorted(steps)) return steps;
  const parsed = steps.map((step) => ({ step, kind: stepTypes.indexOf(step[0] ?? ""), content: contentOf(step) }));
  if (parsed.every((step, index) => index === 0 || compareParsed(parsed[index - 1] ?? step, step) <= 0)) return steps;
  return parsed.sort(compareParsed).map(({ step }) => step);
}

/**
 * Whether the steps are in order and consist only of `.`, field names, and items with one string key. Most steps do.
 * See docs/performance.md, "Micro-measurements", "sortSteps".
 */
function areSimpleAndSorted(steps: readonly string[]): boolean {
  let last = "";
  for (const step of steps) {
    const isPlain = step[0] === "f" || step === "." || (step[0] === "k" && sortableKeyPattern.test(step));
    if (!isPlain || step <= last) return false;
    last = step;
  }
  return true;
}

/**
 * Matches steps that can be compared as texts, because no character in the key or its value is less than the closing
 * quote.
 */
// oxlint-disable-next-line no-control-regex
const sortableKeyPattern = /^k:\{"[^"\\\x00-!\x7f-\x9f]+":"[^"\\\x00-!\x7f-\x9f]*"\}$/;

const stepTypes = ".fkvi";

interface ParsedStep {
  readonly step: string;
  readonly kind: number;
  readonly content: unknown;
}

type Key = readonly [name: string, value: unknown];

function compareParsed(left: ParsedStep, right: ParsedStep): number {
  if (left.kind !== right.kind) return left.kind - right.kind;
  const [one, other] = [left.content, right.content];
  return left.step[0] === "k" ? compareKeys(one as Key[], other as Key[]) : compareScalars(one, other);
}

function compareKeys(left: readonly Key[], right: readonly Key[]): number {
  for (const [index, [name, value]] of left.entries()) {
    const counterpart = right[index];
    if (!counterpart) return 1;
    const order = compareText(name, counterpart[0]) || compareScalars(value, counterpart[1]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Compares scalars. Numbers come before strings, strings before booleans, and other values last. */
function compareScalars(left: unknown, right: unknown): number {
  const [one, other] = [rankOf(left), rankOf(right)];
  if (one !== other) return one - other;
  if (typeof left === "string" && typeof right === "string") return compareText(left, right);
  const [first, second] = [left as number, right as number];
  return first < second ? -1 : first > second ? 1 : 0;
}

function rankOf(value: unknown): number {
  const rank = scalarTypes.indexOf(typeof value === "bigint" ? "number" : typeof value);
  return rank < 0 ? scalarTypes.length : rank;
}

const scalarTypes = ["number", "string", "boolean"];

/** Returns the content of a step: the name of a field, the keys or the value of an item, or a position. */
function contentOf(step: string): unknown {
  const text = step.slice(2);
  switch (step[0]) {
    case "k":
      return plainKey(step) ?? Object.entries(parseContent(text) as object);
    case "v":
      return isPlainText(step) ? step.slice(3, -1) : parseContent(text);
    case "i":
      return Number(text);
    default:
      return text;
  }
}

/** Returns the key of an item that has a single string key without escapes. Otherwise undefined. */
function plainKey(step: string): readonly [Key] | undefined {
  if (!isPlainKey(step)) return undefined;
  const end = step.indexOf('"', 4);
  return [[step.slice(4, end), step.slice(end + 3, -2)]];
}

/** Whether a step leads to an item with a single string key without escapes. Most steps to items do. */
export function isPlainKey(step: string): boolean {
  return plainKeyPattern.test(step);
}

const plainKeyPattern = /^k:\{"[^"\\\p{Cc}]+":"[^"\\\p{Cc}]*"\}$/u;

/** Whether a step leads to a string without escapes in a set. */
export function isPlainText(step: string): boolean {
  return plainTextPattern.test(step);
}

const plainTextPattern = /^v:"[^"\\\p{Cc}]*"$/u;

/**
 * Returns the parsed keys or value of an item. Integers that a number cannot hold become bigints.
 * @throws SyntaxError if `text` is not JSON
 */
export function parseContent(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  return manyDigits.test(text) ? parseJson(Buffer.from(text)).value : value;
}

const manyDigits = /\d{16}/;

/** Returns a path as messages show it: `.spec.containers[name="web"].image`. */
export function showPath(path: readonly string[]): string {
  return path.map(showStep).join("");
}

/** Returns one step as messages show it. */
export function showStep(step: string): string {
  const text = step.slice(2);
  switch (step[0]) {
    case "k": {
      const keys = contentOf(step) as readonly Key[];
      return `[${keys.map(([name, value]) => `${name}=${showScalar(value)}`).join(",")}]`;
    }
    case "v":
      return `[=${showScalar(contentOf(step))}]`;
    case "i":
      return `[${text}]`;
    case "u":
      return `[=${text}]`;
    default:
      return `.${text}`;
  }
}

function showScalar(value: unknown): string {
  if (typeof value === "string") return goQuote(value);
  if (Array.isArray(value)) return `[${value.map(showScalar).join(",")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}=${showScalar(member)}`)
    .join("");
}
