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
  readonly scalar?: ScalarForm | undefined;
  readonly list?: ListShape | undefined;
  readonly map?: MapShape | undefined;
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
  readonly values?: Shape | undefined;
}

const noFieldShapes: ReadonlyMap<string, Shape> = new Map();

// Shapes are asked for at every step of every walk: classes, for of literals with getters each has a form of its own in V8.

class ShapeNode implements Shape {
  readonly scalar: ScalarForm | undefined;
  readonly list: ListShape | undefined;
  readonly map: MapShape | undefined;

  constructor({ scalar, list, map }: Shape) {
    this.scalar = scalar;
    this.list = list;
    this.map = map;
  }
}

/** Of whose parts the shapes are made when they are first needed: types may hold themselves. */
class Members implements MapShape {
  readonly isAtomic: boolean;
  readonly #makeFields: () => ReadonlyMap<string, Shape>;
  readonly #makeValues: (() => Shape | undefined) | undefined;
  #fields: ReadonlyMap<string, Shape> | undefined;
  #values: Shape | undefined;

  constructor(isAtomic: boolean, fields: () => ReadonlyMap<string, Shape>, values?: () => Shape | undefined) {
    this.isAtomic = isAtomic;
    this.#makeFields = fields;
    this.#makeValues = values;
  }

  get fields(): ReadonlyMap<string, Shape> {
    this.#fields ??= this.#makeFields();
    return this.#fields;
  }

  get values(): Shape | undefined {
    this.#values ??= this.#makeValues?.();
    return this.#values;
  }
}

class Items implements ListShape {
  readonly isAtomic: boolean;
  readonly keys: readonly KeyRule[];
  readonly #makeItems: () => Shape;
  #items: Shape | undefined;

  constructor(isAtomic: boolean, keys: readonly KeyRule[], items: () => Shape) {
    this.isAtomic = isAtomic;
    this.keys = keys;
    this.#makeItems = items;
  }

  get items(): Shape {
    this.#items ??= this.#makeItems();
    return this.#items;
  }
}

const noFields = (): ReadonlyMap<string, Shape> => noFieldShapes;
const opaqueList = new Items(true, [], () => opaque);

/** JSON with one owner. */
const opaque: Shape = new ShapeNode({
  scalar: "any",
  list: opaqueList,
  map: new Members(true, noFields, () => opaque),
});

/** Where any JSON may stand that the server understands. */
const deduced: Shape = new ShapeNode({
  scalar: "any",
  list: opaqueList,
  map: new Members(false, noFields, () => deduced),
});

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
      return new ShapeNode({ map: new Members(schema.atomic, () => fieldsOf(schema)) });
    case "map":
      return new ShapeNode({ map: new Members(schema.atomic, noFields, () => shapeOf(schema.values)) });
    case "list":
      return new ShapeNode({ list: listShape(schema) });
    case "integer":
    case "number":
      return new ShapeNode({ scalar: "number" });
    case "boolean":
      return new ShapeNode({ scalar: "boolean" });
    case "quantity":
    case "time":
    case "microTime":
      return new ShapeNode({ scalar: "any" });
    case "raw":
      return schema.type ? deduced : opaque;
    case "union":
    case "intOrString":
      return deduced;
    default:
      return new ShapeNode({ scalar: "text" });
  }
}

function fieldsOf({ fields }: StructSchema): ReadonlyMap<string, Shape> {
  return new Map(byName(fields).map((field) => [field.name, fieldShape(field)]));
}

function byName<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  return [...all].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function fieldShape({ schema, granular }: Field): Shape {
  const shape = shapeOf(schema);
  if (granular === undefined || !shape.map) return shape;
  const { map } = shape;
  return new ShapeNode({
    ...shape,
    map: new Members(
      !granular,
      () => map.fields,
      () => map.values,
    ),
  });
}

function listShape(schema: ListSchema): ListShape {
  const { listType = schema.merge ? "merged" : "atomic", mapKeys = [], merge, items } = schema;
  const names = listType === "map" ? mapKeys : listType === "merged" && merge?.key ? [merge.key] : [];
  const keys = byName(names.map((name) => keyRule(name, items)));
  return new Items(listType === "atomic", keys, () => shapeOf(items));
}

function keyRule(name: string, items: Schema): KeyRule {
  const field = items.node === "struct" ? items.fields.find((one) => one.name === name) : undefined;
  // The reference publishes the empty value as the default of each field that is always written.
  const published = field?.publishesDefault || field?.presence === "always" ? emptyOf(field.schema) : undefined;
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
  if (Array.isArray(value)) return list ? new ShapeNode({ list }) : fallback(shape);
  if (value === null) return fallback(shape);
  if (typeof value === "object") return map ? new ShapeNode({ map }) : fallback(shape);
  return scalar ? new ShapeNode({ scalar }) : fallback(shape);
}

function fallback({ map, scalar, list }: Shape): Shape {
  if (map) return new ShapeNode({ map });
  return new ShapeNode(scalar ? { scalar } : { list });
}
