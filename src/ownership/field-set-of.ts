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
import { isItemStep, itemStep } from "./list-items.ts";
import { isEmpty, isMap, type JsonObject } from "./parts.ts";
import { formOf, type ListShape, type MapShape, type Shape } from "./shape.ts";
import { fieldStep } from "./step.ts";

/**
 * @param known a set that is likely to be the same, and lends the parts that are
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
  // Lists are what is large.
  if (known && list && isNodeOf(known, shape, value, isField)) return known;
  const nodes: FieldSetBuilder = isField ? { [selfStep]: noFields } : {};
  let isBare = true;
  if (map) {
    for (const name in value) {
      const step = fieldStep(name);
      const member = (value as JsonObject)[name];
      const node = nodeOf(memberShape(map, name), member, known?.[step], isMemberField(map, name, member));
      if (!node) continue;
      nodes[step] = node;
      isBare = false;
    }
  } else if (list) {
    for (const item of value as unknown[]) {
      const step = itemStep(list, item);
      // Items that share their keys have one owner together.
      nodes[step] = nodes[step] ? noFields : (nodeOf(list.items, item, known?.[step], true) ?? noFields);
      isBare = false;
    }
  }
  if (isBare) return isField ? noFields : undefined;
  return known && isMadeOf(known, nodes) ? known : ordered(nodes);
}

/** Leaves have no node that could be another one. */
function isMadeOf(known: FieldSet, nodes: FieldSet): boolean {
  let count = 0;
  for (const step in nodes) {
    const [node, counterpart] = [nodes[step], known[step]];
    if (!node || !counterpart || (counterpart !== node && !(isEmptySet(counterpart) && isEmptySet(node)))) return false;
    count++;
  }
  for (const _ in known) count--;
  return count === 0;
}

/** True when `nodeOf` would make this node, found out without making one; false also where that takes longer. */
function isNodeOf(known: FieldSet | undefined, shape: Shape, value: unknown, isField: boolean): boolean {
  const { map, list } = formOf(shape, value);
  if ((!map && !list) || map?.isAtomic || list?.isAtomic) return isLeaf(known);
  if (typeof value !== "object" || value === null) return isField ? isLeaf(known) : known === undefined;
  let count = 0;
  if (map) {
    for (const name in value) {
      const member = (value as JsonObject)[name];
      const below = known?.[fieldStep(name)];
      if (!isNodeOf(below, memberShape(map, name), member, isMemberField(map, name, member))) return false;
      if (below) count++;
    }
  } else if (list) {
    const items = value as readonly unknown[];
    if (items.length > 0) return known !== undefined && isMember(known) === isField && areNodesOf(known, list, items);
  }
  if (count === 0) return isField ? isLeaf(known) : known === undefined;
  return known !== undefined && isMember(known) === isField && count === countBelow(known);
}

/** Only of items in the order of their steps, which need no look-up, and of which no two share their keys. */
function areNodesOf(known: FieldSet, list: ListShape, items: readonly unknown[]): boolean {
  const steps = Object.keys(known);
  if (steps[0] === selfStep) steps.shift();
  if (steps.length !== items.length) return false;
  return items.every((item, index) => {
    const step = steps[index] ?? "";
    return isItemStep(list, item, step) && isNodeOf(known[step], list.items, item, true);
  });
}

function isLeaf(known: FieldSet | undefined): boolean {
  return known !== undefined && isEmptySet(known);
}

function countBelow(node: FieldSet): number {
  let count = node[selfStep] ? -1 : 0;
  for (const _ in node) count++;
  return count;
}

/** Entries of maps are fields themselves; fields of structs only where they hold nothing. */
function isMemberField({ fields }: MapShape, name: string, member: unknown): boolean {
  return !fields.has(name) || (isMap(member) && isEmpty(member));
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
