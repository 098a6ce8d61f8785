/** Rules of the fields of a custom type that field selectors can use. */
import type { SelectableField } from "../../api/apiextensions/v1/custom-resource-definition-version.ts";
import { duplicateField, invalidField, requiredField, tooManyField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { pathTokens } from "../custom-types/path-tokens.ts";
import { at } from "../reporting.ts";
import { valueSchema } from "./schemas/inner-schemas.ts";
import type { SchemaProps } from "./schemas/schema-extensions.ts";

const selectableMax = 8;
const selectableTypes: readonly (string | undefined)[] = ["string", "boolean", "integer"];

/**
 * Reports fields that do not exist, that have another type than text, boolean or integer, or that occur twice.
 * @param schema that of the objects
 * @param context at the object that contains the list
 */
export function reportSelectableFields(
  fields: readonly SelectableField[],
  schema: SchemaProps,
  context: ValidationContext,
): void {
  const seen = new Set<string>();
  fields.forEach(({ jsonPath }, index) => {
    const path = at(context, `selectableFields[${index}].jsonPath`);
    const reject = (why: string): void => context.report(invalidField(path, jsonPath, why));
    if (jsonPath === "") {
      context.report(requiredField(path));
      return;
    }
    const found = findField(jsonPath, schema);
    if ("fault" in found) {
      reject(`is an invalid path: ${found.fault}`);
      return;
    }
    if (found.steps[0] === "metadata") reject("must not point to fields in metadata");
    if (!selectableTypes.includes(found.schema?.type)) {
      const which = "must point to a field of type string, boolean or integer";
      reject(`${which}. Enum string fields and strings with formats are allowed.`);
    }
    const name = found.steps.join(".").replaceAll(".[", "[");
    if (seen.has(name)) context.report(duplicateField(path, jsonPath));
    seen.add(name);
  });
  if (seen.size <= selectableMax) return;
  context.report(tooManyField(at(context, "selectableFields"), { count: seen.size, max: selectableMax }));
}

interface FoundField {
  /** The names of the members. A key of a map is in brackets. */
  readonly steps: readonly string[];
  /** Undefined if the values of the last map have no schema. */
  readonly schema: SchemaProps | undefined;
}

function findField(jsonPath: string, root: SchemaProps): FoundField | { readonly fault: string } {
  const tokens = pathTokens(jsonPath);
  const steps: string[] = [];
  let schema: SchemaProps | undefined = root;
  for (let position = 0; position < tokens.length; position += 2) {
    const [delimiter, name] = tokens.slice(position, position + 2);
    if (delimiter === "[") return { fault: "array notation is not allowed" };
    if (delimiter !== ".") return { fault: `expected [ or . but got: ${delimiter}` };
    if (name === undefined) return { fault: "unexpected end of JSON path" };
    const properties: Readonly<Record<string, SchemaProps>> = schema?.properties ?? {};
    const isMap: boolean = Object.keys(properties).length === 0 && schema?.additionalProperties !== undefined;
    if (!isMap && !Object.hasOwn(properties, name)) return { fault: "does not refer to a valid field" };
    steps.push(isMap ? `[${name}]` : name);
    schema = isMap && schema ? valueSchema(schema) : properties[name];
  }
  return { steps, schema };
}
