/**
 * The steps of paths into objects, as texts: `f:` and the name of a field, `k:` and the keys of a list's item as JSON,
 * `v:` and the item of a set as JSON, `i:` and a position. Equal steps are equal texts: `itemStep` writes keys in the
 * order of their names.
 */
import { compareText } from "../base/compare-text.ts";
import { parseJson } from "../codec/index.ts";
import { goQuote } from "../meta/go-quote.ts";

export function fieldStep(name: string): string {
  return knownFieldSteps.get(name) ?? newFieldStep(name);
}

/** Steps of fields are made over and over, and a new text is slow to look up: those that were made are kept. */
const knownFieldSteps = new Map<string, string>();
const knownFieldStepsMax = 5000;
const knownNameLengthMax = 64;

function newFieldStep(name: string): string {
  const step = `f:${name}`;
  const isKept = name.length <= knownNameLengthMax && knownFieldSteps.size < knownFieldStepsMax;
  if (isKept) knownFieldSteps.set(name, step);
  return step;
}

/** @param keys in the order of their names */
export function keyStep(keys: readonly (readonly [name: string, value: unknown])[]): string {
  const [first] = keys;
  if (keys.length === 1 && first) return `k:{${scalarText(first[0])}:${scalarText(first[1])}}`;
  return `k:{${keys.map(([name, value]) => `${scalarText(name)}:${scalarText(value)}`).join(",")}}`;
}

/** True for the step that `keyStep` makes of one key that is a text; false also for a text that JSON escapes. */
export function isKeyStep(name: string, value: string, step: string): boolean {
  const start = name.length + keyOpening.length + valueOpening.length;
  return (
    step.length === start + value.length + closing.length &&
    step.startsWith(value, start) &&
    step.startsWith(keyOpening) &&
    step.startsWith(name, keyOpening.length) &&
    step.startsWith(valueOpening, keyOpening.length + name.length) &&
    step.endsWith(closing) &&
    !toEscape.test(value)
  );
}

const [keyOpening, valueOpening, closing] = ['k:{"', '":"', '"}'];

export function valueStep(value: unknown): string {
  return `v:${scalarText(value)}`;
}

function scalarText(value: unknown): string {
  if (typeof value === "string" && !toEscape.test(value)) return `"${value}"`;
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

/** What JSON escapes, and a little more. */
// oxlint-disable-next-line no-control-regex
const toEscape = /["\\\x00-\x1f\ud800-\udfff]/;

/** The same steps in order: `.` first, then fields by name, items by their keys, by their value, by position. */
export function inOrder(steps: readonly string[]): readonly string[] {
  if (steps.length < 2) return steps;
  if (arePlainlyInOrder(steps)) return steps;
  const known = steps.map((step) => ({ step, kind: kinds.indexOf(step[0] ?? ""), content: contentOf(step) }));
  if (known.every((step, index) => index === 0 || compareKnown(known[index - 1] ?? step, step) <= 0)) return steps;
  return known.sort(compareKnown).map(({ step }) => step);
}

/** True for `.`, names of fields, and items with one key, a text, that are in order, which most steps are. */
function arePlainlyInOrder(steps: readonly string[]): boolean {
  let last = "";
  for (const step of steps) {
    const isPlain = step[0] === "f" || step === "." || (step[0] === "k" && comparablePattern.test(step));
    if (!isPlain || step <= last) return false;
    last = step;
  }
  return true;
}

/** Steps whose order is that of their texts: no character of the key or its value comes before the quote that ends them. */
// oxlint-disable-next-line no-control-regex
const comparablePattern = /^k:\{"[^"\\\x00-!\x7f-\x9f]+":"[^"\\\x00-!\x7f-\x9f]*"\}$/;

const kinds = ".fkvi";

interface KnownStep {
  readonly step: string;
  readonly kind: number;
  readonly content: unknown;
}

type Key = readonly [name: string, value: unknown];

function compareKnown(left: KnownStep, right: KnownStep): number {
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

/** Numbers before texts, texts before truth values, and whatever else last. */
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

/** The name of a field, the keys or the value of an item, a position. */
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

/** The key of an item that has one, a text without escapes. */
function plainKey(step: string): readonly [Key] | undefined {
  if (!isPlainKey(step)) return undefined;
  const end = step.indexOf('"', 4);
  return [[step.slice(4, end), step.slice(end + 3, -2)]];
}

/** True for the step to an item that has one key, a text without escapes: most steps to items are such. */
export function isPlainKey(step: string): boolean {
  return plainKeyPattern.test(step);
}

// oxlint-disable-next-line no-control-regex -- the classes of `\p{Cc}`, which takes several times as long
const plainKeyPattern = /^k:\{"[^"\\\x00-\x1f\x7f-\x9f]+":"[^"\\\x00-\x1f\x7f-\x9f]*"\}$/;

/** True for the step to a text in a set that has no escapes. */
export function isPlainText(step: string): boolean {
  return plainTextPattern.test(step);
}

// oxlint-disable-next-line no-control-regex -- the same
const plainTextPattern = /^v:"[^"\\\x00-\x1f\x7f-\x9f]*"$/;

/**
 * Of the keys or the value of an item. Integers beyond those that a number holds are bigints.
 * @throws SyntaxError for what is no JSON
 */
export function parseContent(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  return manyDigits.test(text) ? parseJson(Buffer.from(text)).value : value;
}

const manyDigits = /\d{16}/;

/** A path as messages show it: `.spec.containers[name="web"].image`. */
export function showPath(path: readonly string[]): string {
  return path.map(showStep).join("");
}

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
