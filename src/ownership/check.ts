/** Validates a configuration that a client applies: types, undeclared fields, and duplicate list items. */

import { goType } from "../base/go-type.ts";
import { goUntyped } from "../meta/go-quote.ts";
import { goPrint } from "../patch/index.ts";
import { memberShape } from "./compare.ts";
import { ForeignValue } from "./foreign-value.ts";
import { ItemError, itemStep } from "./list-items.ts";
import { formOf, type ListShape, type MapShape, type ScalarForm, type Shape } from "./shape.ts";
import { fieldStep, showPath, showStep } from "./step.ts";

/** An error, with the reference's message. */
export interface ShapeError {
  /** The path of the invalid value. Empty for the validated value itself. */
  readonly path: readonly string[];
  readonly message: string;
}

/** The check stops after this many errors, or when their paths and messages have more characters than this. */
const errorsMax = 1000;
const charsMax = 16 * 1024 * 1024;

/** Collects the errors of one check. */
class ShapeErrors {
  readonly all: ShapeError[] = [];
  readonly #allowsRepeatedItems: boolean;
  #chars = 0;

  constructor(allowsRepeatedItems: boolean) {
    this.#allowsRepeatedItems = allowsRepeatedItems;
  }

  get areEnough(): boolean {
    return this.all.length >= errorsMax || this.#chars > charsMax;
  }

  add(path: readonly string[], message: string): void {
    this.all.push({ path, message });
    this.#chars += path.reduce((chars, step) => chars + step.length, message.length);
  }

  addRepeatedItem(path: readonly string[], step: string): void {
    if (!this.#allowsRepeatedItems) this.add(path, `duplicate entries for key ${showStep(step)}`);
  }
}

/**
 * Returns the errors of a value.
 * @param options.allowsRepeatedItems whether several list items may have equal keys, as in stored objects
 */
export function checkShape(
  shape: Shape,
  value: unknown,
  { allowsRepeatedItems = false }: { readonly allowsRepeatedItems?: boolean } = {},
): readonly ShapeError[] {
  const errors = new ShapeErrors(allowsRepeatedItems);
  check(shape, value, [], errors);
  return errors.all;
}

/** Returns all errors in one text, as in the reference's message. */
export function formatShapeErrors(errors: readonly ShapeError[]): string {
  const lines = errors.map(({ path, message }) => (path.length > 0 ? `${showPath(path)}: ${message}` : message));
  return lines.length === 1 ? (lines[0] ?? "") : ["errors:", ...lines.map((line) => `  ${line}`)].join("\n");
}

function check(shape: Shape, value: unknown, path: readonly string[], errors: ShapeErrors): void {
  if (errors.areEnough) return;
  const { map, scalar, list } = formOf(shape, value);
  if (map) checkMap(map, value, path, errors);
  else if (scalar) checkScalar(scalar, value, path, errors);
  else if (list) checkList(list, value, path, errors);
}

function checkMap(map: MapShape, value: unknown, path: readonly string[], errors: ShapeErrors): void {
  if (value === null) return;
  if (typeof value !== "object" || Array.isArray(value) || value instanceof ForeignValue) {
    errors.add(path, `expected map, got &{${textOf(value)}}`);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (errors.areEnough) return;
    const below = [...path, fieldStep(name)];
    if (map.fields.has(name) || map.values) check(memberShape(map, name), member, below, errors);
    else errors.add(below, "field not declared in schema");
  }
}

function checkList(list: ListShape, value: unknown, path: readonly string[], errors: ShapeErrors): void {
  if (value === null) return;
  if (!Array.isArray(value)) {
    errors.add(path, `expected list, got &{${textOf(value)}}`);
    return;
  }
  const seen = new Set<string>();
  for (const [index, item] of value.entries()) {
    const step = list.isAtomic ? `i:${index}` : stepOrError(list, item);
    if (typeof step !== "string") {
      errors.add(path, `element ${index}: ${step.message}`);
      return;
    }
    if (seen.has(step)) errors.addRepeatedItem(path, step);
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

function checkScalar(scalar: ScalarForm, value: unknown, path: readonly string[], errors: ShapeErrors): void {
  if (value === null) return;
  const message = scalarError(scalar, value);
  if (message) errors.add(path, message);
}

function scalarError(scalar: ScalarForm, value: unknown): string | undefined {
  switch (scalar) {
    case "number":
      return isNumber(value) ? undefined : `expected numeric (int or float), got ${typeOf(value)}`;
    case "text":
      return typeof value === "string" ? undefined : `expected string, got ${syntaxOf(value)}`;
    case "boolean":
      return typeof value === "boolean" ? undefined : `expected boolean, got &{${textOf(value)}}`;
    case "any":
      return typeof value === "object" ? `expected any scalar, got &{${textOf(value)}}` : undefined;
  }
}

function textOf(value: unknown): string {
  return value instanceof ForeignValue ? value.prints.text : goPrint(value);
}

function typeOf(value: unknown): string {
  return value instanceof ForeignValue ? value.prints.type : goType(value);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/** Returns a value as Go's `%#v` prints the reference's wrapper of the value. */
function syntaxOf(value: unknown): string {
  return `&value.valueUnstructured{Value:${goUntyped(value)}}`;
}
