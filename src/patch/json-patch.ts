/**
 * JSON patch (RFC 6902) with the liberties of the reference: a `replace` may name a member that does not exist, a `test`
 * for null passes when there is none, and a `copy` of such a member copies null. As in the reference, the members of the objects that operations look into
 * come out sorted.
 */
import { equalJson } from "../base/json-tree.ts";
import { assertDepth } from "./depth.ts";
import type { JsonPatchOperation } from "./json-patch-operation.ts";
import { type JsonPointer, showPointer } from "./json-pointer.ts";
import { defaultPatchLimits, type PatchLimits } from "./limits.ts";
import { PatchError } from "./patch-error.ts";
import { PatchedDocument } from "./patched-document.ts";

/**
 * The document after all operations, in their order. The input stays as it is; the result shares parts with it and
 * with the operations, so it is to be treated as immutable.
 * @throws PatchError "test-failed", "unappliable" or "too-large" at the first operation that fails
 */
export function applyJsonPatch(
  document: unknown,
  operations: readonly JsonPatchOperation[],
  limits: PatchLimits = defaultPatchLimits,
): unknown {
  const patched = new PatchedDocument(document, limits);
  for (const [index, operation] of operations.entries()) {
    try {
      apply(patched, operation);
    } catch (error) {
      throw atOperation(error, index, operation);
    }
  }
  const result = patched.finish();
  // Nested operations build depth that no single value of the patch has.
  assertDepth(result, limits.resultDepthMax);
  return result;
}

function apply(document: PatchedDocument, operation: JsonPatchOperation): void {
  switch (operation.op) {
    case "add":
      return document.add(operation.path, operation.value);
    case "replace":
      return document.replace(operation.path, operation.value);
    case "remove":
      document.remove(operation.path);
      return;
    case "move":
      return document.add(operation.path, document.remove(operation.from));
    case "copy":
      return document.copy(operation.from, operation.path);
    case "test":
      test(document, operation);
  }
}

function test(
  document: PatchedDocument,
  { path, value }: { readonly path: JsonPointer; readonly value: unknown },
): void {
  const found = document.find(path);
  if (!equalJson(found ?? null, value)) {
    throw new PatchError("test-failed", `another value at ${showPointer(path)}`);
  }
  if (found !== undefined) document.open(path);
}

function atOperation(error: unknown, index: number, operation: JsonPatchOperation): unknown {
  if (!(error instanceof PatchError)) return error;
  return new PatchError(error.kind, `operation ${index} (${operation.op}): ${error.message}`, { cause: error });
}
