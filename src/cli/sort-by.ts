/** The order of objects by a field of theirs: `.metadata.name`, `{.status.conditions[0].type}`. */
import { compareText } from "../base/compare-text.ts";
import { getOwn } from "../base/own-property.ts";
import { stringifyJson } from "../codec/index.ts";
import { CommandError } from "./terminal.ts";

const step = /\.([A-Za-z0-9_-]+)|\[(\d{1,9})\]|\['([^']+)'\]/y;

/** @throws CommandError for what is no path */
export function readFieldPath(text: string): readonly string[] {
  const inner = text.replace(/^\{/, "").replace(/\}$/, "");
  const path = /^[.[]/.test(inner) ? inner : `.${inner}`;
  const steps: string[] = [];
  for (let at = 0; at < path.length; at = step.lastIndex) {
    step.lastIndex = at;
    const found = step.exec(path);
    if (!found) {
      throw new CommandError(
        `--sort-by: ${JSON.stringify(text)} is no path to a field, as in .metadata.name, .spec.ports[0].port or .metadata.labels['app']`,
      );
    }
    steps.push(found[1] ?? found[2] ?? found[3] ?? "");
  }
  return steps;
}

/** What has no such field comes first. */
export function compareByField(path: readonly string[]): (one: unknown, other: unknown) => number {
  return (one, other) => compareValues(valueAt(one, path), valueAt(other, path));
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const name of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = getOwn(value as Readonly<Record<string, unknown>>, name);
  }
  return value;
}

const wholeNumber = /^\d{1,30}$/;

function compareValues(one: unknown, other: unknown): number {
  if (one === undefined || one === null || other === undefined || other === null) {
    return Number(one !== undefined && one !== null) - Number(other !== undefined && other !== null);
  }
  if (isNumeric(one) && isNumeric(other)) return one < other ? -1 : one > other ? 1 : 0;
  const [left, right] = [textOf(one), textOf(other)];
  // Versions of objects, for example.
  if (wholeNumber.test(left) && wholeNumber.test(right)) return left.length - right.length || compareText(left, right);
  return compareText(left, right);
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : stringifyJson(value);
}
