/**
 * The shapes of structural schemas. As in the reference, a schema that keeps unknown fields makes all schemas inside it do so, and
 * a value without a type can have any form.
 */
import type { StructuralSchema } from "../structural/index.ts";
import {
  atomicJson,
  granularJson,
  type KeyRule,
  LazyListShape,
  LazyMapShape,
  type ScalarForm,
  type Shape,
  ShapeNode,
  sortedByName,
} from "./shape-nodes.ts";

const shapes = new WeakMap<StructuralSchema, Shape>();
const preservingShapes = new WeakMap<StructuralSchema, Shape>();

/** Returns the shapes of the properties of an object with this schema. */
export function structuralFields(schema: StructuralSchema): ReadonlyMap<string, Shape> {
  return fieldsOf(schema, schema.preservesUnknownFields);
}

/** Returns the shape of the other members of an API object with this schema. Undefined if there are none. */
export function structuralValues(schema: StructuralSchema): Shape | undefined {
  // An API object always has properties, even if its schema declares none.
  return valuesOf(schema, { preserves: schema.preservesUnknownFields, hasProperties: true });
}

function shapeOf(schema: StructuralSchema, outerPreserves: boolean): Shape {
  const preserves = outerPreserves || schema.preservesUnknownFields;
  const cache = preserves ? preservingShapes : shapes;
  let shape = cache.get(schema);
  if (!shape) {
    shape = makeShape(schema, preserves);
    cache.set(schema, shape);
  }
  return shape;
}

function makeShape(schema: StructuralSchema, preserves: boolean): Shape {
  switch (schema.type) {
    case "object":
      return new ShapeNode({ map: mapShape(schema, preserves) });
    case "array":
      return new ShapeNode({ list: listShape(schema, preserves) });
    case "":
      return new ShapeNode({ scalar: "any", list: listShape(schema, preserves), map: mapShape(schema, preserves) });
    default:
      return new ShapeNode({ scalar: scalarForm(schema) });
  }
}

function scalarForm({ type, format }: StructuralSchema): ScalarForm {
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "boolean";
  return type === "string" && (format === "" || format === "byte") ? "text" : "any";
}

function mapShape(schema: StructuralSchema, preserves: boolean): LazyMapShape {
  const hasProperties = schema.properties !== undefined;
  return new LazyMapShape(
    schema.mapType === "atomic",
    () => fieldsOf(schema, preserves),
    () => valuesOf(schema, { preserves, hasProperties }),
  );
}

function fieldsOf({ properties }: StructuralSchema, preserves: boolean): ReadonlyMap<string, Shape> {
  const all = [...(properties ?? [])].map(([name, property]) => ({ name, shape: shapeOf(property, preserves) }));
  return new Map(sortedByName(all).map(({ name, shape }) => [name, shape]));
}

function valuesOf(
  { values, hasAdditionalProperties, forbidsAdditionalProperties }: StructuralSchema,
  { preserves, hasProperties }: { readonly preserves: boolean; readonly hasProperties: boolean },
): Shape | undefined {
  if (values) return shapeOf(values, preserves);
  if (hasAdditionalProperties) return forbidsAdditionalProperties ? undefined : granularJson;
  return preserves || !hasProperties ? granularJson : undefined;
}

function listShape(schema: StructuralSchema, preserves: boolean): LazyListShape {
  const { listType, listMapKeys, items } = schema;
  const names = listType === "map" ? listMapKeys : [];
  const keys = sortedByName(names.map((name) => keyRule(name, items)));
  const isAtomic = listType !== "map" && listType !== "set";
  return new LazyListShape(isAtomic, keys, () => (items ? shapeOf(items, preserves) : atomicJson));
}

function keyRule(name: string, items: StructuralSchema | undefined): KeyRule {
  const value = items?.properties?.get(name)?.default;
  return value === undefined ? { name } : { name, default: value };
}
