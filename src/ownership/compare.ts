/** What makes two states of an object differ, field by field. */
import { equalJson } from "../base/json-tree.ts";
import { getOwn } from "../base/own-property.ts";
import { asMember, type FieldSet, type FieldSetBuilder, noFields, selfStep } from "./field-set.ts";
import { haveSameKeys, itemStep, itemsByStep } from "./list-items.ts";
import { commonParts, isEmpty, isMap, type JsonObject } from "./parts.ts";
import { formOf, type ListShape, type MapShape, type Shape } from "./shape.ts";
import { fieldStep, inOrder } from "./step.ts";

/** Fields that only the second state has, that both have with other values, that only the first has. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** @throws ItemError for an item that nothing identifies */
export function compare(shape: Shape, before: unknown, after: unknown): Comparison {
  const { added = noFields, modified = noFields, removed = noFields } = difference(shape, before, after) ?? {};
  return { added, modified, removed };
}

type Difference = Partial<Comparison>;
/** Undefined stands for no value; undefined is answered where nothing differs. */
function difference(shape: Shape, before: unknown, after: unknown): Difference | undefined {
  if (before === after) return undefined;
  if (before === undefined) return { added: wholeOf(shape, after) };
  if (after === undefined) return { removed: wholeOf(shape, before) };
  const parts = commonParts(shape, before, after);
  if (parts) {
    return parts.map
      ? mapDifference(parts.map, parts.one, parts.other)
      : listDifference(parts.list, parts.one, parts.other);
  }
  if (equalJson(before, after)) return undefined;
  return { modified: noFields, ...membersOf(shape, before, "removed"), ...membersOf(shape, after, "added") };
}

/** What a value of several forms holds that takes another form: its members come or go by themselves. */
function membersOf(shape: Shape, value: unknown, change: "added" | "removed"): Difference | undefined {
  const { map, ...others } = shape;
  const isChosen = map && !map.isAtomic && (others.scalar || others.list);
  if (!isChosen || !isMap(value) || isEmpty(value)) return undefined;
  const { [selfStep]: _, ...members } = wholeOf(shape, value);
  return { [change]: members };
}

function mapDifference(map: MapShape, before: JsonObject, after: JsonObject): Difference | undefined {
  const found = new Differences(fieldStep);
  for (const name in before) found.put(name, memberDifference(map, name, before[name], getOwn(after, name)));
  for (const name in after) {
    if (!Object.hasOwn(before, name)) found.put(name, memberDifference(map, name, undefined, after[name]));
  }
  return found.all();
}

function memberDifference(map: MapShape, name: string, before: unknown, after: unknown): Difference | undefined {
  if (before === after) return undefined;
  return difference(memberShape(map, name), before, after);
}

/** @returns a shape that nothing has, for a member that may not be there */
export function memberShape({ fields, values = unknownShape }: MapShape, name: string): Shape {
  return fields.get(name) ?? values;
}

const unknownShape: Shape = {};

function listDifference(
  list: ListShape,
  before: readonly unknown[],
  after: readonly unknown[],
): Difference | undefined {
  if (haveSameKeys(list, before, after)) {
    const found = new Differences((item) => itemStep(list, item));
    for (const [index, item] of before.entries()) found.put(item, difference(list.items, item, after[index]));
    return found.all();
  }
  const found = new Differences((step: string) => step);
  const [left, right] = [itemsByStep(list, before), itemsByStep(list, after)];
  for (const [step, items] of left) found.put(step, itemDifference(list.items, items, right.get(step) ?? []));
  for (const [step, items] of right) if (!left.has(step)) found.put(step, itemDifference(list.items, [], items));
  return found.all();
}

/** Items that share their keys have one owner together. */
function itemDifference(shape: Shape, before: readonly unknown[], after: readonly unknown[]): Difference | undefined {
  if (before.length <= 1 && after.length <= 1) return difference(shape, before[0], after[0]);
  if (before.length > 1 && after.length > 1) return equalJson(before, after) ? undefined : { modified: noFields };
  return before.length > 1
    ? { ...difference(shape, undefined, after[0]), removed: noFields }
    : { ...difference(shape, before[0], undefined), added: noFields };
}

/** Collects what differs below a node. */
class Differences<Part> {
  readonly #stepOf: (part: Part) => string;
  #added: FieldSetBuilder | undefined;
  #modified: FieldSetBuilder | undefined;
  #removed: FieldSetBuilder | undefined;

  /** @param stepOf asked only of parts that differ */
  constructor(stepOf: (part: Part) => string) {
    this.#stepOf = stepOf;
  }

  put(part: Part, found: Difference | undefined): void {
    if (!found) return;
    const step = this.#stepOf(part);
    const { added, modified, removed } = found;
    if (added) (this.#added ??= {})[step] = added;
    if (modified) (this.#modified ??= {})[step] = modified;
    if (removed) (this.#removed ??= {})[step] = removed;
  }

  all(): Difference | undefined {
    const [added, modified, removed] = [this.#added, this.#modified, this.#removed];
    if (!added && !modified && !removed) return undefined;
    return {
      ...(added ? { added: ordered(added) } : {}),
      ...(modified ? { modified: ordered(modified) } : {}),
      ...(removed ? { removed: ordered(removed) } : {}),
    };
  }
}

/** The same nodes in the order of their steps. */
export function ordered(nodes: FieldSetBuilder): FieldSet {
  const steps = Object.keys(nodes);
  const order = inOrder(steps);
  if (order === steps) return nodes;
  const out: FieldSetBuilder = {};
  for (const step of order) out[step] = nodes[step] ?? noFields;
  return out;
}

/** A value that comes or goes as a whole: it and all that it holds. */
function wholeOf(shape: Shape, value: unknown): FieldSet {
  const { map, list } = formOf(shape, value);
  const nodes: FieldSetBuilder = {};
  if (map && !map.isAtomic && isMap(value)) {
    for (const name in value) nodes[fieldStep(name)] = wholeOf(memberShape(map, name), value[name]);
  } else if (list && !list.isAtomic && Array.isArray(value)) {
    for (const [step, items] of itemsByStep(list, value)) {
      nodes[step] = items.length > 1 ? noFields : wholeOf(list.items, items[0]);
    }
  }
  return asMember(ordered(nodes));
}
