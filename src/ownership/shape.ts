/**
 * The shape of a schema: the structure that field ownership needs. It says which values have one owner, and which
 * consist of parts with separate owners. Some schemas allow values of several forms, such as a number or a map.
 *
 * As in the reference, a list without a declared list type is a set, or a map with its merge key, if a strategic merge
 * patch merges it. Other lists are atomic, that is, they have one owner. In a field that can hold any JSON, objects are
 * granular and lists are atomic. But JSON that only other programs interpret is atomic as a whole.
 */
import type { Field, ListSchema, Schema, StructSchema } from "../schema/index.ts";
import {
  atomicJson,
  granularJson,
  type KeyRule,
  LazyListShape,
  LazyMapShape,
  type ListShape,
  noFields,
  type Shape,
  ShapeNode,
  sortedByName,
} from "./shape-nodes.ts";
import { structuralFields, structuralValues } from "./structural-shape.ts";

export type { KeyRule, ListShape, MapShape, ScalarForm, Shape } from "./shape-nodes.ts";

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
      return new ShapeNode({ map: structShape(schema) });
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

function structShape(schema: StructSchema): LazyMapShape {
  const { members, atomic } = schema;
  if (!members) return new LazyMapShape(atomic, () => new Map(fieldsOf(schema)));
  const fields = (): ReadonlyMap<string, Shape> => {
    const declared = fieldsOf(schema);
    const names = new Set(declared.map(([name]) => name));
    const others = [...structuralFields(members.schema)].filter(([name]) => !names.has(name));
    return new Map([...declared, ...others].sort(([one], [other]) => (one < other ? -1 : 1)));
  };
  return new LazyMapShape(atomic, fields, () => structuralValues(members.schema));
}

function fieldsOf({ fields }: StructSchema): readonly (readonly [string, Shape])[] {
  return sortedByName(fields).map((field) => [field.name, fieldShape(field)]);
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
