/** Keywords of a structural schema that only the validation of values uses. */
import { isJsonList, isJsonObject, type ReadonlyJsonObject } from "../base/json-object.ts";
import type { StructuralSchema, ValueConstraints } from "./structural-schema.ts";

const numberKeywords = ["multipleOf", "maximum", "minimum", "minLength", "minItems", "minProperties"] as const;
const booleanKeywords = ["exclusiveMaximum", "exclusiveMinimum", "uniqueItems"] as const;
const listKeywords = ["allOf", "anyOf", "oneOf"] as const;

/** Returns the constraints in the JSON of a schema; undefined if there are none. Members with a wrong type are ignored. */
export function readConstraints(
  json: ReadonlyJsonObject,
  read: (inner: ReadonlyJsonObject) => StructuralSchema,
): ValueConstraints | undefined {
  const found: { -readonly [K in keyof ValueConstraints]: ValueConstraints[K] } = {};
  for (const keyword of numberKeywords) {
    const value = json[keyword];
    if (typeof value === "number" || typeof value === "bigint") found[keyword] = Number(value);
  }
  for (const keyword of booleanKeywords) if (json[keyword] === true) found[keyword] = true;
  if (typeof json["pattern"] === "string" && json["pattern"] !== "") found.pattern = json["pattern"];
  for (const keyword of listKeywords) {
    const schemas = json[keyword];
    if (isJsonList(schemas) && schemas.length > 0) found[keyword] = schemas.filter(isJsonObject).map(read);
  }
  if (isJsonObject(json["not"])) found.not = read(json["not"]);
  return Object.keys(found).length === 0 ? undefined : found;
}
