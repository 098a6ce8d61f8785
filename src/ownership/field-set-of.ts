/** The fields that somebody has who wrote a value: its scalars, its wholes, and the items and entries that hold others. */
import { memberShape, ordered } from "./compare.ts";
import {
  asMember,
  type FieldSet,
  type FieldSetBuilder,
  isEmptySet,
  isMember,
  noFields,
  selfStep,
} from "./field-set.ts";
import { itemStep } from "./list-items.ts";
import { formOf, type Shape } from "./shape.ts";
import { fieldStep } from "./step.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * @param known a set that is likely to be the same, and is answered then
 * @throws ItemError for an item that nothing identifies
 */
export function fieldSetOf(shape: Shape, value: unknown, known?: FieldSet): FieldSet {
  return nodeOf(shape, value, known, false) ?? noFields;
}

/**
 * Undefined: neither the value itself nor anything that it holds is a field.
 * @param isField whether the value itself is one, whatever it holds
 */
function nodeOf(shape: Shape, value: unknown, known: FieldSet | undefined, isField: boolean): FieldSet | undefined {
  const { map, list } = formOf(shape, value);
  if ((!map && !list) || map?.isAtomic || list?.isAtomic) return noFields;
  if (typeof value !== "object" || value === null) return isField ? noFields : undefined;
  const steps: string[] = [];
  const nodes: FieldSet[] = [];
  if (map) {
    for (const name in value) {
      const step = fieldStep(name);
      const member = (value as JsonObject)[name];
      // Entries of maps are fields themselves; fields of structs only where they hold nothing.
      const isMemberField = !map.fields.has(name) || isEmptyMap(member);
      const node = nodeOf(memberShape(map, name), member, known?.[step], isMemberField);
      if (!node) continue;
      steps.push(step);
      nodes.push(node);
    }
  } else if (list) {
    for (const item of value as unknown[]) {
      const step = itemStep(list, item);
      steps.push(step);
      nodes.push(nodeOf(list.items, item, known?.[step], true) ?? noFields);
    }
  }
  return known && isMember(known) === isField && isMadeOf(known, steps, nodes) ? known : made(steps, nodes, isField);
}

/** Leaves have no node that could be another one. */
function isMadeOf(known: FieldSet, steps: readonly string[], nodes: readonly FieldSet[]): boolean {
  for (const [index, step] of steps.entries()) {
    const node = nodes[index] ?? noFields;
    const counterpart = known[step];
    if (counterpart !== node && !(counterpart && isEmptySet(counterpart) && isEmptySet(node))) return false;
  }
  let count = known[selfStep] ? 1 : 0;
  for (const _ in known) count--;
  return count + steps.length === 0 && new Set(steps).size === steps.length;
}

function made(steps: readonly string[], nodes: readonly FieldSet[], isField: boolean): FieldSet | undefined {
  if (steps.length === 0) return isField ? noFields : undefined;
  const out: FieldSetBuilder = isField ? { [selfStep]: noFields } : {};
  // Items that share their keys have one owner together.
  for (const [index, step] of steps.entries()) out[step] = out[step] ? noFields : (nodes[index] ?? noFields);
  return ordered(out);
}

/** True for null, too. */
function isEmptyMap(value: unknown): boolean {
  if (typeof value !== "object" || Array.isArray(value)) return false;
  for (const _ in value) return false;
  return true;
}

/** The set with every field of a struct that holds some of its fields. */
export function withHolders(shape: Shape, set: FieldSet): FieldSet {
  const out: FieldSetBuilder = {};
  for (const step in set) {
    const node = set[step] ?? noFields;
    if (step === selfStep) {
      out[step] = node;
      continue;
    }
    const isDeclared = step[0] === "f" && shape.map?.fields.has(step.slice(2)) === true;
    const below = withHolders(shapeBelow(shape, step), node);
    out[step] = isDeclared || isMember(node) ? asMember(below) : below;
  }
  return out;
}

/** The shape of what a step leads to. */
export function shapeBelow({ map, list }: Shape, step: string): Shape {
  if (step[0] === "f" && map) return memberShape(map, step.slice(2));
  return list?.items ?? {};
}
