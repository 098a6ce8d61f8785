/** Comparisons in filters: strings, integers, fractions and booleans can each be compared with their own kind. */
import { compareText } from "../base/compare-text.ts";
import { TemplateError } from "./template.ts";

/** Whether the comparison is true. @throws TemplateError for values that cannot be compared */
export function isComparisonTrue(operator: string, left: unknown, right: unknown): boolean {
  const order = compare(left, right);
  if (operator === "==") return order === 0;
  if (operator === "!=") return order !== 0;
  if (typeof left === "boolean") throw new TemplateError(`booleans cannot be compared with ${operator}`);
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  return operator === ">" ? order > 0 : order >= 0;
}

function compare(left: unknown, right: unknown): number {
  const [one, other] = [sortOf(left), sortOf(right)];
  if (one !== other) throw new TemplateError(`${one} cannot be compared with ${other}`);
  if (typeof left === "string") return compareText(left, right as string);
  const [number, limit] = [left as number | bigint, right as number | bigint];
  return number < limit ? -1 : number > limit ? 1 : 0;
}

function sortOf(value: unknown): string {
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return "a boolean";
  if (typeof value === "bigint") return "a whole number";
  if (typeof value === "number") return Number.isInteger(value) ? "a whole number" : "a number with a fraction";
  throw new TemplateError("a filter compares texts, numbers and booleans, but the value is of another type");
}
