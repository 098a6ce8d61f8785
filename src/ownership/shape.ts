/**
 * What ownership has to know of a schema: what is a value by itself, and what has parts with owners of their own. A value
 * of a schema may be allowed several forms, of which it shows one.
 *
 * As in the reference: a list without a type of its own is a set, or a map by its merge key, where a strategic merge
 * patch merges it; other lists belong to one owner. Where any JSON may stand, objects have members of their own and lists
 * belong to one owner; but what only other programs understand belongs to one owner as a whole.
 */
import type { Field, ListSchema, Schema, StructSchema } from "../schema/index.ts";

export type ScalarForm = "text" | "number" | "boolean" | "any";

export interface Shape {
  readonly scalar?: ScalarForm;
  readonly list?: ListShape;
  readonly map?: MapShape;
}

export interface ListShape {
  /** Lists with parts: by keys, or, without, by the items themselves. */
  readonly isAtomic: boolean;
  /** In the order of their names. */
  readonly keys: readonly KeyRule[];
  readonly items: Shape;
}

export interface KeyRule {
  readonly name: string;
  /** What an item that does not say has. */
  readonly default?: unknown;
}

export interface MapShape {
  readonly isAtomic: boolean;
  /** In the order of their names. */
  readonly fields: ReadonlyMap<string, Shape>;
  /** Of members that are no fields; absent: there may be none. */
  readonly values?: Shape;
}

const noFieldShapes: ReadonlyMap<string, Shape> = new Map();

/** Where any JSON may stand that the server understands. */
const deduced: Shape = {
  scalar: "any",
  get list() {
    return opaqueList;
  },
  get map() {
    return deducedMap;
  },
};

/** JSON with one owner. */
const opaque: Shape = {
  scalar: "any",
  get list() {
    return opaqueList;
  },
  get map() {
    return opaqueMap;
  },
};

const deducedMap: MapShape = { isAtomic: false, fields: noFieldShapes, values: deduced };
const opaqueMap: MapShape = { isAtomic: true, fields: noFieldShapes, values: opaque };
const opaqueList: ListShape = { isAtomic: true, keys: [], items: opaque };

const shapes = new WeakMap<Schema, Shape>();

export function shapeOf(schema: Schema): Shape {
  let shape = shapes.get(schema);
  if (!shape) {
    shape = makeShape(schema);
    shapes.set(schema, shape);
  }
  return shape;
}

function makeShape(schema: Schema): Shape {
  switch (schema.node) {
    case "struct":
      return { map: structShape(schema) };
    case "map":
      return { map: { isAtomic: schema.atomic, fields: noFieldShapes, values: shapeOf(schema.values) } };
    case "list":
      return { list: listShape(schema) };
    case "integer":
    case "number":
      return { scalar: "number" };
    case "boolean":
      return { scalar: "boolean" };
    case "quantity":
    case "intOrString":
      return { scalar: "any" };
    case "raw":
      return schema.type ? deduced : opaque;
    case "union":
      return deduced;
    default:
      return { scalar: "text" };
  }
}

/** Its fields are looked at when they are first needed: structs may hold themselves. */
function structShape(schema: StructSchema): MapShape {
  let fields: ReadonlyMap<string, Shape> | undefined;
  return {
    isAtomic: schema.atomic,
    get fields() {
      fields ??= new Map(byName(schema.fields).map((field) => [field.name, fieldShape(field)]));
      return fields;
    },
  };
}

function byName<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  return [...all].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function fieldShape({ schema, granular }: Field): Shape {
  const shape = shapeOf(schema);
  if (granular === undefined || !shape.map) return shape;
  const { fields, values } = shape.map;
  return { ...shape, map: { isAtomic: !granular, fields, ...(values ? { values } : {}) } };
}

function listShape(schema: ListSchema): ListShape {
  const { listType = schema.merge ? "merged" : "atomic", mapKeys = [], merge, items } = schema;
  const names = listType === "map" ? mapKeys : listType === "merged" && merge?.key ? [merge.key] : [];
  const keys = byName(names.map((name) => keyRule(name, items)));
  return {
    isAtomic: listType === "atomic",
    keys,
    get items() {
      return shapeOf(items);
    },
  };
}

function keyRule(name: string, items: Schema): KeyRule {
  const field = items.node === "struct" ? items.fields.find((one) => one.name === name) : undefined;
  const published = field?.publishesDefault ? emptyOf(field.schema) : undefined;
  const value = field?.default ?? published;
  return value === undefined ? { name } : { name, default: value };
}

/** The value of an unset scalar. */
function emptyOf({ node }: Schema): unknown {
  return node === "text" ? "" : node === "boolean" ? false : 0;
}

/**
 * The form that a value shows: a shape of one member. What a value of none of the forms is treated as, and what null
 * is, comes first of the forms that there are: a map, a scalar, a list.
 */
export function formOf(shape: Shape, value: unknown): Shape {
  const { map, scalar, list } = shape;
  // Nearly all shapes have but one form, and are asked for every value that there is.
  if (map ? !scalar && !list : !scalar || !list) return shape;
  if (Array.isArray(value)) return list ? { list } : fallback(shape);
  if (value === null) return fallback(shape);
  if (typeof value === "object") return map ? { map } : fallback(shape);
  return scalar ? { scalar } : fallback(shape);
}

function fallback({ map, scalar, list }: Shape): Shape {
  if (map) return { map };
  return scalar ? { scalar } : list ? { list } : {};
}
