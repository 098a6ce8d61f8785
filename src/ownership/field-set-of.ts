/** The fields that somebody has who wrote a value: its scalars, its wholes, and the items and entries that hold others. */
import { memberShape, ordered } from "./compare.ts";
import { asMember, type FieldSet, type FieldSetBuilder, isMember, noFields, selfStep } from "./field-set.ts";
import { itemsByStep } from "./list-items.ts";
import { formOf, type Shape } from "./shape.ts";
import { fieldStep } from "./step.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** @throws ItemError for an item that nothing identifies */
export function fieldSetOf(shape: Shape, value: unknown): FieldSet {
  return nodeOf(shape, value) ?? noFields;
}

/** Undefined: neither the value itself nor anything that it holds is a field. */
function nodeOf(shape: Shape, value: unknown): FieldSet | undefined {
  const { map, list } = formOf(shape, value);
  if ((!map && !list) || map?.isAtomic || list?.isAtomic) return noFields;
  if (typeof value !== "object" || value === null) return undefined;
  const nodes: FieldSetBuilder = {};
  if (map) {
    for (const name in value) {
      const node = memberNode(memberShape(map, name), (value as JsonObject)[name], map.fields.has(name));
      if (node) nodes[fieldStep(name)] = node;
    }
  } else if (list) {
    for (const [step, items] of itemsByStep(list, value as unknown[])) {
      nodes[step] = items.length > 1 ? noFields : asMember(nodeOf(list.items, items[0]) ?? noFields);
    }
  }
  for (const _ in nodes) return ordered(nodes);
  return undefined;
}

/** Entries of maps are fields themselves; fields of structs only where they hold nothing. */
function memberNode(shape: Shape, value: unknown, isDeclared: boolean): FieldSet | undefined {
  const node = nodeOf(shape, value);
  return isDeclared && !isEmptyMap(value) ? node : asMember(node ?? noFields);
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
