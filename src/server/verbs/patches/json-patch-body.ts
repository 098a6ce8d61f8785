/** Checks a JSON patch as a strict decoder does: the members of its operations, and their types. */
import { jsonType, type ParsedJson, parseJsonNode, strictFieldErrors } from "../../../codec/index.ts";
import { badRequest } from "../../../meta/status-error.ts";
import {
  anyJson,
  list,
  optional,
  type SchemaCompiler,
  SchemaDecodeError,
  struct,
  text,
  typeNameOf,
} from "../../../schema/index.ts";

/** Error messages show the reference's name of this type. */
const operation = struct("handlers.jsonPatchOp", "One operation of a JSON patch.", {
  op: optional(text, 0, "Name of the operation."),
  path: optional(text, 0, "Path of the value to change."),
  from: optional(text, 0, "Path of the value to move or copy."),
  value: optional(anyJson, 0, "Value to add, replace or test."),
});

const operations = list(operation);

/**
 * Returns the complaints of strict decoding about a JSON patch, such as `json patch unknown field "[0].foo"`.
 * @param body the parsed `bytes`
 * @throws StatusError 400 if the patch is not a list of operations
 */
export function jsonPatchComplaints(bytes: Buffer, body: ParsedJson, compiler: SchemaCompiler): readonly string[] {
  const value = body.value ?? [];
  if (!Array.isArray(value)) throw typeError(`${jsonType(value)} into Go value of type ${typeNameOf(operations)}`);
  const knownKeyCount = value.reduce((sum: number, one) => sum + countKnownKeys(one, compiler), 0);
  if (knownKeyCount === body.keyCount) return [];
  return strictFieldErrors(parseJsonNode(bytes.toString("utf8")), operations).map(
    (complaint) => `json patch ${complaint}`,
  );
}

function countKnownKeys(value: unknown, compiler: SchemaCompiler): number {
  try {
    return compiler.compile(operation).decode(value ?? {}).keyCount;
  } catch (error) {
    if (error instanceof SchemaDecodeError) throw badRequest(`error decoding patch: ${error.message}`, error);
    throw error;
  }
}

function typeError(mismatch: string): Error {
  return badRequest(`error decoding patch: json: cannot unmarshal ${mismatch}`);
}
