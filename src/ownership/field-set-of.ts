/** Computes the field set of a value: its scalars, its atomic values, and the list items and map entries. */
import type { ReadonlyJsonObject } from "../base/json-object.ts";
import { memberShape, sortNodes } from "./compare.ts";
import {
  asFieldNode,
  type FieldSet,
  type FieldSetBuilder,
  isEmptySet,
  isFieldNode,
  noFields,
  selfStep,
} from "./field-set.ts";
import { isItemStep, itemStep } from "./list-items.ts";
import { isEmpty, isMap } from "./parts.ts";
import { formOf, type ListShape, type MapShape, type Shape } from "./shape.ts";
import { fieldStep } from "./step.ts";

/**
 * Returns the fields of a value.
 * @param known a set that is probably equal. The result reuses its equal parts.
 * @throws ItemError for a list item without a usable key
 */
export function fieldSetOf(shape: Shape, value: unknown, known?: FieldSet): FieldSet {
  return nodeOf(shape, value, known, false) ?? noFields;
}

/**
 * Returns the node of a value. Undefined if neither the value itself nor anything in it is a field.
 * @param isField whether the value itself is a field, whatever it contains
 */
function nodeOf(shape: Shape, value: unknown, known: FieldSet | undefined, isField: boolean): FieldSet | undefined {
  const { map, list } = formOf(shape, value);
  if ((!map && !list) || map?.isAtomic || list?.isAtomic) return noFields;
  if (typeof value !== "object" || value === null) return isField ? noFields : undefined;
  // Only lists are compared with `known` before their node is created, because lists are the large values. See
  // docs/performance.md, "Optimizations": an applied list of 10,000 items.
  if (known && list && matchesNode(known, shape, value, isField)) return known;
  const nodes: FieldSetBuilder = isField ? { [selfStep]: noFields } : {};
  let containsNoField = true;
  if (map) {
    for (const name in value) {
      const step = fieldStep(name);
      const member = (value as ReadonlyJsonObject)[name];
      const node = nodeOf(memberShape(map, name), member, known?.[step], isMemberField(map, name, member));
      if (!node) continue;
      nodes[step] = node;
      containsNoField = false;
    }
  } else if (list) {
    for (const item of value as unknown[]) {
      const step = itemStep(list, item);
      // Items with equal keys have one owner for all of them.
      nodes[step] = nodes[step] ? noFields : (nodeOf(list.items, item, known?.[step], true) ?? noFields);
      containsNoField = false;
    }
  }
  if (containsNoField) return isField ? noFields : undefined;
  return known && hasSameNodes(known, nodes) ? known : sortNodes(nodes);
}

/**
 * Whether `known` has the same steps and nodes as `nodes`. Leaves are compared by being empty, because each may be
 * another object.
 */
function hasSameNodes(known: FieldSet, nodes: FieldSet): boolean {
  let count = 0;
  for (const step in nodes) {
    const [node, counterpart] = [nodes[step], known[step]];
    if (!node || !counterpart || (counterpart !== node && !(isEmptySet(counterpart) && isEmptySet(node)))) return false;
    count++;
  }
  for (const _ in known) count--;
  return count === 0;
}

/**
 * Whether `nodeOf` would return a node equal to `known`, computed without creating nodes. Also false where a full
 * comparison would take longer than creating the node.
 */
function matchesNode(known: FieldSet | undefined, shape: Shape, value: unknown, isField: boolean): boolean {
  const { map, list } = formOf(shape, value);
  if ((!map && !list) || map?.isAtomic || list?.isAtomic) return isLeaf(known);
  if (typeof value !== "object" || value === null) return isField ? isLeaf(known) : known === undefined;
  let count = 0;
  if (map) {
    for (const name in value) {
      const member = (value as ReadonlyJsonObject)[name];
      const below = known?.[fieldStep(name)];
      if (!matchesNode(below, memberShape(map, name), member, isMemberField(map, name, member))) return false;
      if (below) count++;
    }
  } else if (list) {
    const items = value as readonly unknown[];
    if (items.length > 0)
      return known !== undefined && isFieldNode(known) === isField && matchesItems(known, list, items);
  }
  if (count === 0) return isField ? isLeaf(known) : known === undefined;
  return known !== undefined && isFieldNode(known) === isField && count === countBelow(known);
}

/**
 * Whether the items match the nodes of `known`. Only lists whose items are in the order of their steps, without equal
 * keys, can match. They need no look-up.
 */
function matchesItems(known: FieldSet, list: ListShape, items: readonly unknown[]): boolean {
  const steps = Object.keys(known);
  if (steps[0] === selfStep) steps.shift();
  if (steps.length !== items.length) return false;
  return items.every((item, index) => {
    const step = steps[index] ?? "";
    return isItemStep(list, item, step) && matchesNode(known[step], list.items, item, true);
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

/**
 * Whether a member is a field itself. Map entries always are. Fields of structs are only if their value is an empty
 * map.
 */
function isMemberField({ fields }: MapShape, name: string, member: unknown): boolean {
  return !fields.has(name) || (isMap(member) && isEmpty(member));
}

/** Returns the set, with each struct field added that contains fields of the set. */
export function withContainingStructs(shape: Shape, set: FieldSet): FieldSet {
  const out: FieldSetBuilder = {};
  for (const step in set) {
    const node = set[step] ?? noFields;
    if (step === selfStep) {
      out[step] = node;
      continue;
    }
    const isDeclared = step[0] === "f" && shape.map?.fields.has(step.slice(2)) === true;
    const below = withContainingStructs(shapeBelow(shape, step), node);
    out[step] = isDeclared || isFieldNode(node) ? asFieldNode(below) : below;
  }
  return out;
}

/** Returns the shape of the value to which a step leads. */
export function shapeBelow({ map, list }: Shape, step: string): Shape {
  if (step[0] === "f" && map) return memberShape(map, step.slice(2));
  return list?.items ?? {};
}
