/** Objects and maps with a schema. */
import { equalJson } from "../../../base/json-tree.ts";
import type { StructuralSchema } from "../../../structural/index.ts";
import { escapeFieldName, unescapeFieldName } from "../../syntax/index.ts";
import { EvaluationError, equalValues, MapValue, noSuchOverload, type Value } from "../../values/index.ts";
import type { Convert } from "./convert.ts";
import type { ValueOfJson } from "./element-data.ts";

/** An object or a map with a schema. Members without a schema are not accessible, but count for size and equality. */
export class SchemaMapValue extends MapValue implements ValueOfJson {
  readonly json: Readonly<Record<string, unknown>>;
  readonly #schema: StructuralSchema;
  readonly #convert: Convert;
  #size: number | undefined;

  constructor(json: Readonly<Record<string, unknown>>, schema: StructuralSchema, convert: Convert) {
    super();
    this.json = json;
    this.#schema = schema;
    this.#convert = convert;
  }

  override get size(): number {
    this.#size ??= Object.keys(this.json).length;
    return this.#size;
  }

  /** A property of an object that is null counts as unset. */
  override get(key: Value): Value | undefined {
    if (typeof key !== "string") return key instanceof EvaluationError ? key : noSuchOverload();
    const { properties } = this.#schema;
    const name = properties ? unescapeFieldName(key) : key;
    if (name === undefined || !Object.hasOwn(this.json, name)) return undefined;
    const data = this.json[name];
    if (properties && data === null) return undefined;
    const schema = this.#schemaOf(name);
    return schema && this.#convert(data, schema);
  }

  override *keys(): Iterable<Value> {
    for (const name of Object.keys(this.json)) {
      if (this.#schemaOf(name)) yield this.#schema.properties ? (escapeFieldName(name) ?? name) : name;
    }
  }

  #schemaOf(name: string): StructuralSchema | undefined {
    const { properties, values } = this.#schema;
    return properties ? properties.get(name) : values;
  }

  override equals(other: Value): boolean | EvaluationError {
    if (!(other instanceof MapValue)) return other instanceof EvaluationError ? other : noSuchOverload();
    if (this.size !== other.size) return false;
    for (const [name, data] of Object.entries(this.json)) {
      const schema = this.#schemaOf(name);
      const equal = schema
        ? this.#equalsMember(name, this.#convert(data, schema), other)
        : equalsUnknown(name, data, other);
      if (equal !== true) return equal;
    }
    return true;
  }

  #equalsMember(name: string, value: Value, other: MapValue): boolean | EvaluationError {
    const otherValue = other.get(name);
    return otherValue === undefined ? false : equalValues(value, otherValue);
  }
}

/** As in the reference, a member without a schema may be missing in the other object. */
function equalsUnknown(name: string, data: unknown, other: MapValue): boolean | EvaluationError {
  if (!(other instanceof SchemaMapValue)) return noSuchOverload();
  return !Object.hasOwn(other.json, name) || equalJson(data, other.json[name]);
}
