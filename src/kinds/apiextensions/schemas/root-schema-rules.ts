/** Rules of the outermost schema of a type with the subresource status, whose schema is also used alone. */
import { type FieldError, invalidField } from "../../../meta/field-error.ts";
import { goSchema } from "./go-schema-text.ts";
import type { SchemaKeys, SchemaProps } from "./schema-extensions.ts";

/** The allowed keywords, as the message lists them. */
const allowedFields = [
  "Description",
  "Type",
  "Format",
  "Title",
  "Maximum",
  "ExclusiveMaximum",
  "Minimum",
  "ExclusiveMinimum",
  "MaxLength",
  "MinLength",
  "Pattern",
  "MaxItems",
  "MinItems",
  "UniqueItems",
  "MultipleOf",
  "Required",
  "Items",
  "Properties",
  "ExternalDocs",
  "Example",
  "XPreserveUnknownFields",
  "XValidations",
] as const;

/** Keywords that are reported before a wrong type. */
const firstKeywords: readonly string[] = ["id", "$schema", "$ref"];

/**
 * Returns the error of a root schema that has other keywords, or another type than `object`. Undefined if there is none.
 * @param path of the schema
 */
export function statusRootError(schema: SchemaProps, path: string, names: SchemaKeys): FieldError | undefined {
  const allowed = new Set<string>([
    ...allowedFields.filter((field) => !field.startsWith("X")).map((field) => field[0]?.toLowerCase() + field.slice(1)),
    names.preserveUnknownFields,
    names.validations,
  ]);
  const forbidden = Object.entries(schema).filter(([keyword, value]) => !allowed.has(keyword) && isUsed(value));
  const { type = "" } = schema;
  const isFirst = forbidden.some(([keyword]) => firstKeywords.includes(keyword));
  if (!isFirst && type !== "" && type !== "object") {
    const why = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return invalidField(`${path}.type`, type, why);
  }
  if (forbidden.length === 0) return undefined;
  const why = `only [${allowedFields.join(" ")}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return invalidField(path, goSchema(schema, names), why);
}

function isUsed(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "";
}
