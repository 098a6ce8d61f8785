/** Places in an object: its members, their members, and so on, with their schemas. */
import { fieldOf, type Schema } from "../../src/schema/index.ts";

/** Name of a member or index of an item. */
export type Step = string | number;

/** Value that marks a removed member. */
export const removed = Symbol("removed");

export interface Place {
  readonly steps: readonly Step[];
  readonly schema: Schema;
  readonly value: unknown;
  /** Whether the place is a field of a struct, rather than an item or a map value. */
  readonly isField: boolean;
}

/** Returns all places below a place. */
export function descendants(place: Place): Place[] {
  return placesWithin(place).flatMap((inner) => [inner, ...descendants(inner)]);
}

/** Returns the direct places in a value: members, the first two items, the first two map entries. */
export function placesWithin({ steps, schema, value }: Place): Place[] {
  // A value of another type than its place has no places.
  if (typeof value !== "object" || value === null) return [];
  if (schema.node !== "union" && Array.isArray(value) !== (schema.node === "list")) return [];
  switch (schema.node) {
    case "struct":
      return Object.entries(value).flatMap(([name, member]) => {
        const field = fieldOf(schema, name);
        return field ? [{ steps: [...steps, name], schema: field.schema, value: member, isField: true }] : [];
      });
    case "list":
      return (value as unknown[])
        .slice(0, 2)
        .map((item, index) => ({ steps: [...steps, index], schema: schema.items, value: item, isField: false }));
    case "map":
      return Object.entries(value)
        .slice(0, 2)
        .map(([key, item]) => ({ steps: [...steps, key], schema: schema.values, value: item, isField: false }));
    case "union":
      return Array.isArray(value) || typeof value !== "object"
        ? []
        : placesWithin({ steps, schema: schema.object.schema, value, isField: false });
    default:
      return [];
  }
}

/**
 * Returns a copy of `root` with `value` at `steps`. `removed` removes the member. The copy shares all other parts with
 * `root`.
 */
export function withValueAt(root: unknown, steps: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (Array.isArray(root)) return root.map((item, index) => (index === step ? withValueAt(item, rest, value) : item));
  const source = (root ?? {}) as Record<string, unknown>;
  const next = rest.length === 0 ? value : withValueAt(source[step], rest, value);
  const copy = Object.fromEntries(Object.entries(source).map(([name, one]) => [name, name === step ? next : one]));
  if (!Object.hasOwn(source, step)) copy[step] = next;
  if (next === removed) delete copy[step];
  return copy;
}

/** Returns the empty value of a list, a map or a struct. Undefined for other schemas. */
export function emptyCollection({ node }: Schema): object | undefined {
  if (node === "list") return [];
  return node === "map" || node === "struct" ? {} : undefined;
}
