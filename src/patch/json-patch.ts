/**
 * Applies JSON patches (RFC 6902) with the deviations of the reference. A `replace` may name a member that does not
 * exist. A `applyTest` for null passes for a missing member. A `copy` of a missing member copies null. The members of
 * objects that operations access are sorted in the result.
 */
import { equalJson } from "../base/json-tree.ts";
import { assertDepth } from "./depth.ts";
import type { JsonPatchOperation } from "./json-patch-operation.ts";
import { type JsonPointer, showPointer } from "./json-pointer.ts";
import { defaultPatchLimits, type PatchLimits } from "./limits.ts";
import { PatchError } from "./patch-error.ts";
import { PatchedDocument } from "./patched-document.ts";

/**
 * Returns the document after all operations. The document is not changed. The result shares parts with it and with the
 * operations, so it must not be changed.
 * @throws PatchError "test-failed", "unappliable" or "too-large" for the first operation that fails
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
      throw withOperation(error, index, operation);
    }
  }
  const result = patched.finish();
  // Nested operations can create more levels than any value of the patch has.
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
      applyTest(document, operation);
  }
}

function applyTest(
  document: PatchedDocument,
  { path, value }: { readonly path: JsonPointer; readonly value: unknown },
): void {
  const found = document.find(path);
  if (!equalJson(found ?? null, value)) {
    throw new PatchError("test-failed", `another value at ${showPointer(path)}`);
  }
  if (found !== undefined) document.markAccessed(path);
}

function withOperation(error: unknown, index: number, operation: JsonPatchOperation): unknown {
  if (!(error instanceof PatchError)) return error;
  return new PatchError(error.kind, `operation ${index} (${operation.op}): ${error.message}`, { cause: error });
}
