/** What is wrong with a value that somebody applies: types, fields that nobody knows, items given twice. */
import { goUntyped } from "../meta/go-quote.ts";
import { goPrint, goType } from "../patch/index.ts";
import { memberShape } from "./compare.ts";
import { ItemError, itemStep } from "./list-items.ts";
import { formOf, type ListShape, type MapShape, type ScalarForm, type Shape } from "./shape.ts";
import { fieldStep, showPath, showStep } from "./step.ts";

/** What is wrong, in the reference's words. */
export interface ShapeError {
  /** Of what is wrong; empty: the value itself. */
  readonly path: readonly string[];
  readonly message: string;
}

/** No more than this many are looked for. */
const errorsMax = 1000;

/** @param options.allowsRepeatedItems whether items may share their keys, as they may in a stored object */
export function checkShape(
  shape: Shape,
  value: unknown,
  { allowsRepeatedItems = false }: { readonly allowsRepeatedItems?: boolean } = {},
): readonly ShapeError[] {
  const errors: ShapeError[] = [];
  check(shape, value, [], errors);
  return allowsRepeatedItems ? errors.filter(({ message }) => !message.startsWith(repeatedItem)) : errors;
}

const repeatedItem = "duplicate entries for key ";

/** All errors as one text. */
export function formatShapeErrors(errors: readonly ShapeError[]): string {
  const lines = errors.map(({ path, message }) => (path.length > 0 ? `${showPath(path)}: ${message}` : message));
  return lines.length === 1 ? (lines[0] ?? "") : ["errors:", ...lines.map((line) => `  ${line}`)].join("\n");
}

function check(shape: Shape, value: unknown, path: readonly string[], errors: ShapeError[]): void {
  if (errors.length >= errorsMax) return;
  const { map, scalar, list } = formOf(shape, value);
  if (map) checkMap(map, value, path, errors);
  else if (scalar) checkScalar(scalar, value, path, errors);
  else if (list) checkList(list, value, path, errors);
}

function checkMap(map: MapShape, value: unknown, path: readonly string[], errors: ShapeError[]): void {
  if (value === null) return;
  if (typeof value !== "object" || Array.isArray(value)) {
    errors.push({ path, message: `expected map, got &{${goPrint(value)}}` });
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (errors.length >= errorsMax) return;
    const below = [...path, fieldStep(name)];
    if (map.fields.has(name) || map.values) check(memberShape(map, name), member, below, errors);
    else errors.push({ path: below, message: "field not declared in schema" });
  }
}

function checkList(list: ListShape, value: unknown, path: readonly string[], errors: ShapeError[]): void {
  if (value === null) return;
  if (!Array.isArray(value)) {
    errors.push({ path, message: `expected list, got &{${goPrint(value)}}` });
    return;
  }
  const seen = new Set<string>();
  for (const [index, item] of value.entries()) {
    const step = list.isAtomic ? `i:${index}` : stepOrError(list, item);
    if (typeof step !== "string") {
      errors.push({ path, message: `element ${index}: ${step.message}` });
      return;
    }
    if (seen.has(step)) errors.push({ path, message: `${repeatedItem}${showStep(step)}` });
    seen.add(step);
    check(list.items, item, [...path, step], errors);
  }
}

function stepOrError(list: ListShape, item: unknown): string | ItemError {
  try {
    return itemStep(list, item);
  } catch (error) {
    if (error instanceof ItemError) return error;
    throw error;
  }
}

function checkScalar(scalar: ScalarForm, value: unknown, path: readonly string[], errors: ShapeError[]): void {
  if (value === null) return;
  const message = scalarError(scalar, value);
  if (message) errors.push({ path, message });
}

function scalarError(scalar: ScalarForm, value: unknown): string | undefined {
  switch (scalar) {
    case "number":
      return isNumber(value) ? undefined : `expected numeric (int or float), got ${goType(value)}`;
    case "text":
      return typeof value === "string" ? undefined : `expected string, got ${syntaxOf(value)}`;
    case "boolean":
      return typeof value === "boolean" ? undefined : `expected boolean, got &{${goPrint(value)}}`;
    case "any":
      return typeof value === "object" ? `expected any scalar, got &{${goPrint(value)}}` : undefined;
  }
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/** A value as Go's `%#v` shows what holds it. */
function syntaxOf(value: unknown): string {
  return `&value.valueUnstructured{Value:${goUntyped(value)}}`;
}
