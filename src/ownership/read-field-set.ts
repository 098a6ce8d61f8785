/** Parses and validates field sets that clients send. */

import { isJsonObject } from "../base/json-object.ts";
import {
  asFieldNode,
  type FieldSet,
  type FieldSetBuilder,
  isEmptySet,
  noFields,
  selfStep,
  sortFieldSet,
  union,
} from "./field-set.ts";
import { fieldStep, isPlainKey, isPlainText, keyStep, parseContent, sortSteps, valueStep } from "./step.ts";

/**
 * Returns the set in canonical form. Steps of unknown types are omitted.
 * @returns undefined if `value` is not a field set
 */
export function parseFieldSet(value: unknown): FieldSet | undefined {
  if (isCanonical(value)) return value;
  const node = parseNode(value);
  return node && sortFieldSet(node);
}

/** Whether the set is in canonical form, like all sets that the server wrote. Such a set is used without a copy. */
function isCanonical(value: unknown): value is FieldSet {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if (isEmptySet(value as FieldSet)) return true;
  const steps = Object.keys(value);
  if (steps.length === 1 && steps[0] === selfStep) return false;
  for (const step of steps) {
    const below = (value as Readonly<Record<string, unknown>>)[step];
    if (!isCanonical(below) || (step === selfStep ? !isEmptySet(below) : parseStep(step) !== step)) return false;
  }
  return sortSteps(steps) === steps;
}

function parseNode(value: unknown): FieldSet | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const out: FieldSetBuilder = {};
  let isField = false;
  for (const [text, below] of Object.entries(value)) {
    if (text === selfStep) {
      isField = true;
      continue;
    }
    const step = parseStep(text);
    if (step === undefined) return undefined;
    if (step === "") continue;
    // The reference reads null below a step as an empty set.
    const node = below === null ? noFields : parseNode(below);
    if (!node) return undefined;
    const known = out[step];
    out[step] = known ? unionOf(known, node, step) : node;
  }
  return isField ? asFieldNode(out) : out;
}

/** Returns the union of two nodes whose steps are equal but have different spellings. */
function unionOf(one: FieldSet, other: FieldSet, step: string): FieldSet {
  return union({ [step]: one }, { [step]: other })[step] ?? noFields;
}

/** @returns empty for a step of an unknown type, undefined for an invalid step */
function parseStep(text: string): string | undefined {
  if (text.length < 2 || text[1] !== ":") return undefined;
  const content = text.slice(2);
  switch (text[0]) {
    case "f":
      return fieldStep(content);
    case "i":
      return /^[+-]?\d{1,15}$/.test(content) ? `i:${Number(content)}` : undefined;
    case "v":
      return isPlainText(text) ? text : parseStepContent(content, valueStep);
    case "k":
      if (isPlainKey(text)) return text;
      return parseStepContent(content, (keys) => {
        if (!isJsonObject(keys)) return undefined;
        return keyStep(Object.entries(keys).sort(([one], [other]) => (one < other ? -1 : 1)));
      });
    default:
      return "";
  }
}

function parseStepContent(text: string, use: (value: unknown) => string | undefined): string | undefined {
  try {
    return use(parseContent(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
