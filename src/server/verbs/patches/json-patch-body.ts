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
  op: optional(text, 0, "What to do."),
  path: optional(text, 0, "Where."),
  from: optional(text, 0, "Where from."),
  value: optional(anyJson, 0, "With what."),
});

const operations = list(operation);

/**
 * Returns the complaints of strict decoding about a JSON patch, such as `json patch unknown field "[0].foo"`.
 * @param body the parsed `bytes`
 * @throws StatusError 400 if the patch is not a list of operations
 */
export function jsonPatchComplaints(bytes: Buffer, body: ParsedJson, compiler: SchemaCompiler): readonly string[] {
  const value = body.value ?? [];
  if (!Array.isArray(value)) throw mistyped(`${jsonType(value)} into Go value of type ${typeNameOf(operations)}`);
  const known = value.reduce((sum: number, one) => sum + knownKeys(one, compiler), 0);
  if (known === body.keyCount) return [];
  return strictFieldErrors(parseJsonNode(bytes.toString("utf8")), operations).map((what) => `json patch ${what}`);
}

function knownKeys(value: unknown, compiler: SchemaCompiler): number {
  try {
    return compiler.compile(operation).decode(value ?? {}).keyCount;
  } catch (error) {
    if (error instanceof SchemaDecodeError) throw badRequest(`error decoding patch: ${error.message}`, error);
    throw error;
  }
}

function mistyped(what: string): Error {
  return badRequest(`error decoding patch: json: cannot unmarshal ${what}`);
}
