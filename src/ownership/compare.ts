/** Compares two states of an object field by field. */
import type { ReadonlyJsonObject } from "../base/json-object.ts";
import { equalJson } from "../base/json-tree.ts";
import { getOwn } from "../base/own-property.ts";
import { asFieldNode, type FieldSet, type FieldSetBuilder, noFields, selfStep } from "./field-set.ts";
import { haveSameKeys, itemStep, itemsByStep } from "./list-items.ts";
import { commonParts, isEmpty, isMap } from "./parts.ts";
import { formOf, type ListShape, type MapShape, type Shape } from "./shape.ts";
import { fieldStep, sortSteps } from "./step.ts";

/**
 * The fields that differ: `added` are only in the second state, `modified` have different values, `removed` are only in
 * the first state.
 */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** Returns the fields that differ between two states. @throws ItemError for a list item without a usable key */
export function compare(shape: Shape, before: unknown, after: unknown): Comparison {
  const [one, other] = withoutEqualMembers(before, after);
  const { added = noFields, modified = noFields, removed = noFields } = difference(shape, one, other) ?? {};
  return { added, modified, removed };
}

/**
 * Returns both values with equal members set to undefined. Usually most members are equal, and `equalJson` is faster
 * than a comparison with the shape. See docs/performance.md, "Optimizations": an apply to an object of 1 MB.
 */
function withoutEqualMembers(before: unknown, after: unknown): readonly [before: unknown, after: unknown] {
  if (!isMap(before) || !isMap(after) || before === null || after === null) return [before, after];
  const [one, other]: [Record<string, unknown>, Record<string, unknown>] = [{ ...before }, { ...after }];
  for (const name in before) {
    if (!Object.hasOwn(after, name) || !equalJson(before[name], after[name])) continue;
    one[name] = undefined;
    other[name] = undefined;
  }
  return [one, other];
}

type Difference = Partial<Comparison>;
/** Returns the difference of two values. An undefined value is absent. Returns undefined if nothing differs. */
function difference(shape: Shape, before: unknown, after: unknown): Difference | undefined {
  if (before === after) return undefined;
  if (before === undefined) return { added: allFieldsOf(shape, after) };
  if (after === undefined) return { removed: allFieldsOf(shape, before) };
  const parts = commonParts(shape, before, after);
  if (parts) {
    return parts.map
      ? mapDifference(parts.map, parts.left, parts.right)
      : listDifference(parts.list, parts.left, parts.right);
  }
  if (equalJson(before, after)) return undefined;
  return {
    modified: noFields,
    ...membersOfOtherForm(shape, before, "removed"),
    ...membersOfOtherForm(shape, after, "added"),
  };
}

/** Returns the members that are added or removed when a value that can be a map or something else changes its type. */
function membersOfOtherForm(shape: Shape, value: unknown, change: "added" | "removed"): Difference | undefined {
  const { map, ...others } = shape;
  const isChosen = map && !map.isAtomic && (others.scalar || others.list);
  if (!isChosen || !isMap(value) || isEmpty(value)) return undefined;
  const { [selfStep]: _, ...members } = allFieldsOf(shape, value);
  return { [change]: members };
}

function mapDifference(map: MapShape, before: ReadonlyJsonObject, after: ReadonlyJsonObject): Difference | undefined {
  let all: DifferenceBuilder | undefined;
  for (const name in before) {
    const found = memberDifference(map, name, before[name], getOwn(after, name));
    if (found) all = addDifference(fieldStep(name), found, all);
  }
  for (const name in after) {
    if (Object.hasOwn(before, name)) continue;
    const found = memberDifference(map, name, undefined, after[name]);
    if (found) all = addDifference(fieldStep(name), found, all);
  }
  return all && sortDifferences(all);
}

function memberDifference(map: MapShape, name: string, before: unknown, after: unknown): Difference | undefined {
  if (before === after) return undefined;
  return difference(memberShape(map, name), before, after);
}

/** Returns the shape of a map's member. Undeclared members of a struct have a shape without any form. */
export function memberShape({ fields, values = unknownShape }: MapShape, name: string): Shape {
  return fields.get(name) ?? values;
}

const unknownShape: Shape = {};

function listDifference(
  list: ListShape,
  before: readonly unknown[],
  after: readonly unknown[],
): Difference | undefined {
  // Most lists have not changed. Comparing them as JSON avoids computing keys. See docs/performance.md,
  // "Optimizations": recording an update of a Deployment.
  const firstIndex = firstDifference(before, after);
  if (firstIndex === before.length && firstIndex === after.length) return undefined;
  let all: DifferenceBuilder | undefined;
  if (haveSameKeys(list, before, after)) {
    for (let index = firstIndex; index < before.length; index++) {
      const found = difference(list.items, before[index], after[index]);
      if (found) all = addDifference(itemStep(list, before[index]), found, all);
    }
    return all && sortDifferences(all);
  }
  const [left, right] = [itemsByStep(list, before), itemsByStep(list, after)];
  for (const [step, items] of left) {
    const found = itemDifference(list.items, items, right.get(step) ?? []);
    if (found) all = addDifference(step, found, all);
  }
  for (const [step, items] of right) {
    const found = left.has(step) ? undefined : itemDifference(list.items, [], items);
    if (found) all = addDifference(step, found, all);
  }
  return all && sortDifferences(all);
}

/** Returns the index of the first items that differ. Returns the length if both lists are equal. */
function firstDifference(before: readonly unknown[], after: readonly unknown[]): number {
  let index = 0;
  while (index < before.length && index < after.length && equalJson(before[index], after[index])) index++;
  return index;
}

/** Compares the items of one step. Items with equal keys have one owner for all of them. */
function itemDifference(shape: Shape, before: readonly unknown[], after: readonly unknown[]): Difference | undefined {
  if (before.length <= 1 && after.length <= 1) return difference(shape, before[0], after[0]);
  if (before.length > 1 && after.length > 1) return equalJson(before, after) ? undefined : { modified: noFields };
  return before.length > 1
    ? { ...difference(shape, undefined, after[0]), removed: noFields }
    : { ...difference(shape, before[0], undefined), added: noFields };
}

/** The difference below a node, while it is computed. */
interface DifferenceBuilder {
  added?: FieldSetBuilder;
  modified?: FieldSetBuilder;
  removed?: FieldSetBuilder;
}

/** Adds the difference at one step to the difference of the node. */
function addDifference(
  step: string,
  { added, modified, removed }: Difference,
  all: DifferenceBuilder = {},
): DifferenceBuilder {
  if (added) (all.added ??= {})[step] = added;
  if (modified) (all.modified ??= {})[step] = modified;
  if (removed) (all.removed ??= {})[step] = removed;
  return all;
}

function sortDifferences(all: DifferenceBuilder): Difference {
  if (all.added) all.added = sortNodes(all.added);
  if (all.modified) all.modified = sortNodes(all.modified);
  if (all.removed) all.removed = sortNodes(all.removed);
  return all;
}

/** Returns the same nodes in the order of their steps. */
export function sortNodes(nodes: FieldSetBuilder): FieldSetBuilder {
  const steps = Object.keys(nodes);
  const order = sortSteps(steps);
  if (order === steps) return nodes;
  const out: FieldSetBuilder = {};
  for (const step of order) out[step] = nodes[step] ?? noFields;
  return out;
}

/** Returns the fields of a value that is added or removed as a whole: the value itself and everything in it. */
function allFieldsOf(shape: Shape, value: unknown): FieldSet {
  const { map, list } = formOf(shape, value);
  const nodes: FieldSetBuilder = {};
  if (map && !map.isAtomic && isMap(value)) {
    for (const name in value) nodes[fieldStep(name)] = allFieldsOf(memberShape(map, name), value[name]);
  } else if (list && !list.isAtomic && Array.isArray(value)) {
    for (const [step, items] of itemsByStep(list, value)) {
      nodes[step] = items.length > 1 ? noFields : allFieldsOf(list.items, items[0]);
    }
  }
  return asFieldNode(sortNodes(nodes));
}
