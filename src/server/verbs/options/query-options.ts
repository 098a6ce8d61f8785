/** Options that a request tells in its query, one parameter for each field. */
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
 * @param given what is told otherwise, and goes before the query
 * @throws StatusError 400
 */
export function readQueryOptions<T extends object>(call: Call, schema: CompiledSchema<T>, given: object): T {
  const { fields } = schema.schema;
  const told = fields.map((field) => [field.name, readField(call, field)] as const);
  const options = Object.fromEntries(told.filter(([, value]) => value !== undefined));
  try {
    return schema.decode({ ...options, ...given }).object;
  } catch (error) {
    if (error instanceof SchemaDecodeError) throw badRequest(error.message, error);
    throw error;
  }
}

/** Undefined when the query does not say. */
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
