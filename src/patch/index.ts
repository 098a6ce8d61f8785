/**
 * Patches: pure functions on parsed JSON, `(object, patch) -> object`.
 *
 * JSON patch (`json-patch.ts`, RFC 6902), JSON merge patch (`merge-patch.ts`, RFC 7386) and strategic merge patch
 * (`strategic-merge/`, which reads the schema). No function changes its inputs, every result may share parts with them.
 * Keys are data, whatever their names; numbers may be bigints. What a patch costs is bounded by `limits.ts`, and what is
 * wrong with it is a `PatchError`. Nothing here knows HTTP, or whether a result fits its type.
 */
export type { JsonObject } from "../base/json-object.ts";
export { applyJsonPatch } from "./json-patch.ts";
export { type JsonPatchOperation, parseJsonPatch } from "./json-patch-operation.ts";
export type { JsonPointer } from "./json-pointer.ts";
export { defaultPatchLimits, type PatchLimits } from "./limits.ts";
export { applyMergePatch } from "./merge-patch.ts";
export { PatchError, type PatchErrorKind } from "./patch-error.ts";
export { converterFault } from "./strategic-merge/converter-fault.ts";
export { goPrint, goType, isGoInteger } from "./strategic-merge/go-print.ts";
export { applyStrategicMergePatch } from "./strategic-merge/strategic-merge.ts";
export { usedPatch } from "./strategic-merge/used-patch.ts";
