/**
 * Applies patches: pure functions on parsed JSON, `(object, patch) -> object`.
 *
 * JSON patch (`json-patch.ts`, RFC 6902), JSON merge patch (`merge-patch.ts`, RFC 7386) and strategic merge patch
 * (`strategic-merge/`, which uses the schema). No function changes its inputs, but a result may share parts with them.
 * All keys are data, including `__proto__`. Numbers may be bigints. `limits.ts` limits the cost of a patch. An invalid
 * patch causes a `PatchError`. Code here does not depend on HTTP and does not check that a result matches its type.
 */
export type { JsonObject } from "../base/json-object.ts";
export { applyJsonPatch } from "./json-patch.ts";
export { applyJsonPatchChanges, type JsonPatchChange } from "./json-patch-changes.ts";
export { type JsonPatchOperation, parseJsonPatch } from "./json-patch-operation.ts";
export type { JsonPointer } from "./json-pointer.ts";
export { defaultPatchLimits, type PatchLimits } from "./limits.ts";
export { applyMergePatch } from "./merge-patch.ts";
export { PatchError, type PatchErrorKind } from "./patch-error.ts";
export { converterFault } from "./strategic-merge/converter-fault.ts";
export { goPrint } from "./strategic-merge/go-print.ts";
export { remainingPatch } from "./strategic-merge/remaining-patch.ts";
export { applyStrategicMergePatch } from "./strategic-merge/strategic-merge.ts";
