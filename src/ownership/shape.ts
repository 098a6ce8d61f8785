/**
 * The shape of a schema: the structure that field ownership needs. It says which values have one owner, and which
 * consist of parts with separate owners. Some schemas allow values of several forms, such as a number or a map.
 *
 * As in the reference, a list without a declared list type is a set, or a map with its merge key, if a strategic merge
 * patch merges it. Other lists are atomic, that is, they have one owner. In a field that can hold any JSON, objects are
 * granular and lists are atomic. But JSON that only other programs interpret is atomic as a whole.
 */
import type { Field, ListSchema, Schema, StructSchema } from "../schema/index.ts";

/** The scalar types that ownership distinguishes. `any` accepts all of them. */
export type ScalarForm = "text" | "number" | "boolean" | "any";

/** The forms that a value of a schema can have. Most shapes have one form. */
export interface Shape {
  readonly scalar?: ScalarForm | undefined;
  readonly list?: ListShape | undefined;
  readonly map?: MapShape | undefined;
}

/** How the fields of a list and of its items are owned. */
export interface ListShape {
  /**
   * Whether the list has one owner. Otherwise its items have separate owners, and are identified by `keys`, or by their
   * values if there are no keys.
   */
  readonly isAtomic: boolean;
  /** In the order of their names. */
  readonly keys: readonly KeyRule[];
  readonly items: Shape;
}

/** A key of list items. */
export interface KeyRule {
  readonly name: string;
  /** The value of the key in an item that does not contain it. */
  readonly default?: unknown;
}

/** A map or a struct. */
export interface MapShape {
  readonly isAtomic: boolean;
  /** In the order of their names. */
  readonly fields: ReadonlyMap<string, Shape>;
  /** The shape of members that are not declared as fields. Absent if there are none. */
  readonly values?: Shape | undefined;
}

const noFieldShapes: ReadonlyMap<string, Shape> = new Map();

// Shapes are read at each step of a walk. They are classes, because V8 would create a new hidden
// class for each literal with getters. See docs/performance.md, "Optimizations": an apply to an object of 1 MB.

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

/** The members of a map or a struct. Their shapes are created on first use, because types can be recursive. */
class LazyMapShape implements MapShape {
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

class LazyListShape implements ListShape {
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
const atomicList = new LazyListShape(true, [], () => atomicJson);

/** Any JSON, with one owner. */
const atomicJson: Shape = new ShapeNode({
  scalar: "any",
  list: atomicList,
  map: new LazyMapShape(true, noFields, () => atomicJson),
});

/** Any JSON that the server interprets: objects are granular. */
const granularJson: Shape = new ShapeNode({
  scalar: "any",
  list: atomicList,
  map: new LazyMapShape(false, noFields, () => granularJson),
});

const shapes = new WeakMap<Schema, Shape>();

/** Returns the shape of a schema. Each schema has one shape, which is created on first use. */
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
      return new ShapeNode({ map: new LazyMapShape(schema.atomic, () => fieldsOf(schema)) });
    case "map":
      return new ShapeNode({ map: new LazyMapShape(schema.atomic, noFields, () => shapeOf(schema.values)) });
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
      return schema.type ? granularJson : atomicJson;
    case "union":
    case "intOrString":
      return granularJson;
    default:
      return new ShapeNode({ scalar: "text" });
  }
}

function fieldsOf({ fields }: StructSchema): ReadonlyMap<string, Shape> {
  return new Map(sortedByName(fields).map((field) => [field.name, fieldShape(field)]));
}

function sortedByName<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  return [...all].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function fieldShape({ schema, granular }: Field): Shape {
  const shape = shapeOf(schema);
  if (granular === undefined || !shape.map) return shape;
  const { map } = shape;
  return new ShapeNode({
    ...shape,
    map: new LazyMapShape(
      !granular,
      () => map.fields,
      () => map.values,
    ),
  });
}

function listShape(schema: ListSchema): ListShape {
  const { listType = schema.merge ? "merged" : "atomic", mapKeys = [], merge, items } = schema;
  const names = listType === "map" ? mapKeys : listType === "merged" && merge?.key ? [merge.key] : [];
  const keys = sortedByName(names.map((name) => keyRule(name, items)));
  return new LazyListShape(listType === "atomic", keys, () => shapeOf(items));
}

function keyRule(name: string, items: Schema): KeyRule {
  const field = items.node === "struct" ? items.fields.find((one) => one.name === name) : undefined;
  // As in the reference's published schema, the default of a field that is always written is the empty value of its
  // type.
  const published = field?.publishesDefault || field?.presence === "always" ? emptyValueOf(field.schema) : undefined;
  const value = field?.default ?? published;
  return value === undefined ? { name } : { name, default: value };
}

/** Returns the value of an unset scalar. */
function emptyValueOf({ node }: Schema): unknown {
  return node === "text" ? "" : node === "boolean" ? false : 0;
}

/**
 * Returns the shape with only the form that a value has. Null, and values that match no form, count as a map, else as a
 * scalar, else as a list, depending on which forms the shape has.
 */
export function formOf(shape: Shape, value: unknown): Shape {
  const { map, scalar, list } = shape;
  // Nearly all shapes have a single form, and this function runs for every value. So this case comes first.
  if (map ? !scalar && !list : !scalar || !list) return shape;
  if (Array.isArray(value)) return list ? new ShapeNode({ list }) : fallbackForm(shape);
  if (value === null) return fallbackForm(shape);
  if (typeof value === "object") return map ? new ShapeNode({ map }) : fallbackForm(shape);
  return scalar ? new ShapeNode({ scalar }) : fallbackForm(shape);
}

function fallbackForm({ map, scalar, list }: Shape): Shape {
  if (map) return new ShapeNode({ map });
  return new ShapeNode(scalar ? { scalar } : { list });
}
