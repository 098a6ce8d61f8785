/**
 * Reads the operations of a JSON patch (RFC 6902) from parsed JSON. Members that an operation does not use are ignored.
 */

import { isJsonList, isJsonObject, type JsonObject } from "../base/json-object.ts";
import { getOwn } from "../base/own-property.ts";
import { type JsonPointer, parseJsonPointer, shownText } from "./json-pointer.ts";
import { defaultPatchLimits, type PatchLimits } from "./limits.ts";
import { PatchError } from "./patch-error.ts";

/** One operation of a JSON patch. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: JsonPointer; readonly value: unknown }
  | { readonly op: "remove"; readonly path: JsonPointer }
  | { readonly op: "move" | "copy"; readonly from: JsonPointer; readonly path: JsonPointer };

/**
 * Returns the operations of a patch.
 * @throws PatchError "malformed" for a patch that is not a list of objects; "too-many-operations"; "unappliable" for an
 * unknown operation, a missing member, a member of the wrong type, or an invalid pointer
 */
export function parseJsonPatch(
  patch: unknown,
  limits: PatchLimits = defaultPatchLimits,
): readonly JsonPatchOperation[] {
  if (!isJsonList(patch)) throw new PatchError("malformed", "a JSON patch must be a list of operations");
  if (patch.length > limits.operationsMax) {
    const message = `The allowed maximum operations in a JSON patch is ${limits.operationsMax}, got ${patch.length}`;
    throw new PatchError("too-many-operations", message);
  }
  return patch.map(parseOperation);
}

function parseOperation(operation: unknown, index: number): JsonPatchOperation {
  if (operation === null) throw missingMember("op", index);
  if (!isJsonObject(operation)) throw new PatchError("malformed", `operation ${index} must be an object`);
  const op = textMember(operation, "op", index);
  const pointer = (name: "path" | "from"): JsonPointer => parseJsonPointer(textMember(operation, name, index));
  switch (op) {
    case "add":
    case "replace":
    case "test":
      // As in the reference, a missing value is null.
      return { op, path: pointer("path"), value: getOwn(operation, "value") ?? null };
    case "remove":
      return { op, path: pointer("path") };
    case "move":
    case "copy":
      return { op, from: pointer("from"), path: pointer("path") };
    default:
      throw new PatchError("unappliable", `operation ${index} has the unknown op ${shownText(op)}`);
  }
}

function textMember(operation: JsonObject, name: string, index: number): string {
  const value = getOwn(operation, name) ?? undefined;
  if (value === undefined) throw missingMember(name, index);
  if (typeof value !== "string")
    throw new PatchError("unappliable", `"${name}" of operation ${index} must be a string`);
  return value;
}

function missingMember(name: string, index: number): PatchError {
  return new PatchError("unappliable", `operation ${index} has no "${name}"`);
}
