/** Options from the query of a request, with one parameter for each field. */
import { badRequest } from "../../../meta/status-error.ts";
import { type CompiledSchema, type Field, SchemaDecodeError } from "../../../schema/index.ts";
import type { Call } from "../../requests/call.ts";
import {
  booleanParameter,
  integerParameter,
  integerParameters,
  textParameters,
} from "../../requests/query-parameters.ts";

/**
 * Returns the options in the query.
 * @param fixedOptions options that do not come from the query, and override it
 * @throws StatusError 400 for a malformed parameter
 */
export function readQueryOptions<T extends object>(call: Call, schema: CompiledSchema<T>, fixedOptions: object): T {
  const { fields } = schema.schema;
  const values = fields.map((field) => [field.name, readField(call, field)] as const);
  const options = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  try {
    return schema.decode({ ...options, ...fixedOptions }).object;
  } catch (error) {
    if (error instanceof SchemaDecodeError) throw badRequest(error.message, error);
    throw error;
  }
}

/** Returns the value of a field's parameter. Undefined if the query does not contain it. */
function readField(call: Call, { name, schema }: Field): unknown {
  switch (schema.node) {
    case "boolean":
      return booleanParameter(call, name);
    case "integer":
      return integerParameter(call, name);
    case "list":
      return schema.items.node === "integer" ? integerParameters(call, name) : textParameters(call, name);
    default:
      return textParameters(call, name)[0];
  }
}
