/**
 * The steps of paths into objects, as texts: `f:` and the name of a field, `k:` and the keys of a list's item as JSON,
 * `v:` and the item of a set as JSON, `i:` and a position. Equal steps are equal texts: `itemStep` writes keys in the
 * order of their names.
 */
import { goQuote } from "../meta/go-quote.ts";

export function fieldStep(name: string): string {
  return `f:${name}`;
}

/** @param keys in the order of their names */
export function keyStep(keys: readonly (readonly [name: string, value: unknown])[]): string {
  return `k:{${keys.map(([name, value]) => `${JSON.stringify(name)}:${scalarText(value)}`).join(",")}}`;
}

export function valueStep(value: unknown): string {
  return `v:${scalarText(value)}`;
}

function scalarText(value: unknown): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

/** The same steps in order: `.` first, then fields by name, items by their keys, by their value, by position. */
export function inOrder(steps: readonly string[]): readonly string[] {
  if (steps.every((step, index) => index === 0 || isPlainlyBefore(steps[index - 1] ?? "", step))) return steps;
  const known = steps.map((step) => ({ step, kind: kinds.indexOf(step[0] ?? ""), content: contentOf(step) }));
  return known.sort(compareKnown).map(({ step }) => step);
}

/** True for names of fields that are in order, which most steps are. */
function isPlainlyBefore(one: string, other: string): boolean {
  return other[0] === "f" && (one[0] === "f" || one[0] === ".") && one < other;
}

const kinds = ".fkvi";

interface KnownStep {
  readonly step: string;
  readonly kind: number;
  readonly content: unknown;
}

function compareKnown(left: KnownStep, right: KnownStep): number {
  return left.kind - right.kind || compareContents(left.content, right.content);
}

function compareContents(left: unknown, right: unknown): number {
  if (typeof left !== "object" || typeof right !== "object" || !left || !right) return compareScalars(left, right);
  const [one, other] = [Object.entries(left), Object.entries(right)];
  for (const [index, [name, value]] of one.entries()) {
    const counterpart = other[index];
    if (!counterpart) return 1;
    const order = compareTexts(name, counterpart[0]) || compareScalars(value, counterpart[1]);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** Numbers before texts, texts before truth values, and whatever else last. */
function compareScalars(left: unknown, right: unknown): number {
  const [one, other] = [rankOf(left), rankOf(right)];
  if (one !== other) return one - other;
  if (typeof left === "string" && typeof right === "string") return compareTexts(left, right);
  const [first, second] = [left as number, right as number];
  return first < second ? -1 : first > second ? 1 : 0;
}

function rankOf(value: unknown): number {
  const rank = scalarTypes.indexOf(typeof value);
  return rank < 0 ? scalarTypes.length : rank;
}

const scalarTypes = ["number", "string", "boolean"];

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The name of a field, the keys or the value of an item, a position. */
function contentOf(step: string): unknown {
  const text = step.slice(2);
  return step[0] === "k" || step[0] === "v" || step[0] === "i" ? JSON.parse(text) : text;
}

/** A path as messages show it: `.spec.containers[name="web"].image`. */
export function showPath(path: readonly string[]): string {
  return path.map(showStep).join("");
}

export function showStep(step: string): string {
  const text = step.slice(2);
  switch (step[0]) {
    case "k": {
      const keys = Object.entries(contentOf(step) as object);
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
  return typeof value === "string" ? goQuote(value) : String(value);
}
