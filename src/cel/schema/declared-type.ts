/** From schemas to types of the expression language, and the sizes of their values. */

import type { StructuralSchema } from "../../structural/index.ts";
import { escapeFieldName } from "../syntax/index.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  objectType,
  stringType,
  type Type,
  timestampType,
} from "../types/index.ts";
import { entriesMax, formatBytesMax, itemsMax, serializedBytesMin, textBytesMax } from "./request-size.ts";

/** The schema keyword that limits the size of a value. */
export type LimitKeyword = "maxItems" | "maxLength" | "maxProperties";

/** The type of the values of a schema, and their sizes. */
export interface DeclaredType {
  readonly type: Type;
  /** The largest number of elements, entries, characters or bytes; 0 for values without a size. */
  readonly sizeMax: number;
  /** The size of the shortest JSON text of a value. */
  readonly serializedBytesMin: number;
  /** The keyword that would limit the size; undefined if the schema limits it or the keyword does not apply. */
  readonly missingLimit?: LimitKeyword;
  /** The type of keys of a map. */
  readonly key?: DeclaredType;
  /** The type of elements of a list or of values of a map. */
  readonly element?: DeclaredType;
  /** Fields of an object, by their names in expressions. */
  readonly fields?: ReadonlyMap<string, DeclaredType>;
}

const keyType: DeclaredType = { type: stringType, sizeMax: 0, serializedBytesMin: serializedBytesMin.text };

/**
 * Returns the type of a schema's values; undefined if expressions cannot access them. Values without a declared type are
 * not accessible, nor lists and maps of such values.
 * @param name the name of the type if it is an object. The names of types in it begin with this name.
 */
export function declareType(schema: StructuralSchema, name: string): DeclaredType | undefined {
  // The longest value of an int-or-string is a text. The shortest one is 0.
  if (schema.isIntOrString) return { type: dynType, sizeMax: textBytesMax, serializedBytesMin: 1 };
  switch (schema.type) {
    case "array":
      return declareList(schema, name);
    case "object":
      return schema.values ? declareMap(schema, schema.values, name) : declareObject(schema, name);
    case "string":
      return declareText(schema);
    case "boolean":
      return { type: boolType, sizeMax: 0, serializedBytesMin: serializedBytesMin.boolean };
    case "number":
      return { type: doubleType, sizeMax: 0, serializedBytesMin: serializedBytesMin.number };
    case "integer":
      return { type: intType, sizeMax: 0, serializedBytesMin: serializedBytesMin.number };
    default:
      return undefined;
  }
}

function declareList({ items, maxItems }: StructuralSchema, name: string): DeclaredType | undefined {
  const element = items && declareType(items, `${name}.@idx`);
  if (!element) return undefined;
  return {
    type: listType(element.type),
    sizeMax: sizeLimit(maxItems) ?? itemsMax(element.serializedBytesMin),
    serializedBytesMin: serializedBytesMin.container,
    ...missing("maxItems", maxItems),
    element,
  };
}

function declareMap(
  { maxProperties }: StructuralSchema,
  values: StructuralSchema,
  name: string,
): DeclaredType | undefined {
  const element = declareType(values, `${name}.@elem`);
  if (!element) return undefined;
  return {
    type: mapType(stringType, element.type),
    sizeMax: sizeLimit(maxProperties) ?? entriesMax(element.serializedBytesMin),
    serializedBytesMin: serializedBytesMin.container,
    ...missing("maxProperties", maxProperties),
    key: keyType,
    element,
  };
}

function declareObject({ properties = new Map(), required }: StructuralSchema, name: string): DeclaredType {
  const fields = new Map<string, DeclaredType>();
  let bytes: number = serializedBytesMin.container;
  for (const [property, schema] of properties) {
    const fieldName = escapeFieldName(property);
    const field = declareType(schema, `${name}.${fieldName}`);
    if (!field) continue;
    if (fieldName !== undefined) fields.set(fieldName, field);
    // The quotation marks, the colon and the comma are four bytes. The server sets a property that has a default.
    if (required.has(property) && schema.default === undefined) {
      bytes += Buffer.byteLength(property) + field.serializedBytesMin + 4;
    }
  }
  return { type: objectType(name), sizeMax: 0, serializedBytesMin: bytes, fields };
}

function declareText({ format, maxLength, enum: values }: StructuralSchema): DeclaredType {
  switch (format) {
    case "byte":
      return {
        type: bytesType,
        sizeMax: sizeLimit(maxLength) ?? textBytesMax,
        serializedBytesMin: serializedBytesMin.text,
        ...missing("maxLength", maxLength),
      };
    case "duration":
      return { type: durationType, sizeMax: formatBytesMax[format], serializedBytesMin: serializedBytesMin.duration };
    case "date":
      return { type: timestampType, sizeMax: formatBytesMax[format], serializedBytesMin: serializedBytesMin.date };
    case "date-time":
      return { type: timestampType, sizeMax: formatBytesMax[format], serializedBytesMin: serializedBytesMin.dateTime };
    default:
      return {
        type: stringType,
        sizeMax: textSizeMax(sizeLimit(maxLength), values),
        serializedBytesMin: serializedBytesMin.text,
        ...(values.length === 0 && missing("maxLength", maxLength)),
      };
  }
}

/** A limit counts characters, which have up to four bytes. */
function textSizeMax(maxLength: number | undefined, values: readonly unknown[]): number {
  if (maxLength !== undefined) return maxLength * 4;
  if (values.length === 0) return textBytesMax;
  const sizes = values.map((value) => (typeof value === "string" ? Buffer.byteLength(value) : 0));
  return sizes.reduce((largest, size) => Math.max(largest, size));
}

/** Returns the greatest size that a limit of a schema allows. A negative limit allows no value, not even an empty one. */
export function sizeLimit(limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : Math.max(0, limit);
}

function missing(keyword: LimitKeyword, limit: number | undefined): Pick<DeclaredType, "missingLimit"> {
  return limit === undefined ? { missingLimit: keyword } : {};
}
