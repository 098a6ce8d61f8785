/**
 * Applies strategic merge patches. They use the schema, so that lists are merged by the key of their items. The rules
 * are those of the reference's server (k8s.io/apimachinery/pkg/util/strategicpatch), as far as it defines them. Inside
 * maps of structs and raw JSON, which the reference cannot merge, the rules are those of JSON merge patch.
 */

import { isJsonObject, type JsonObject } from "../../base/json-object.ts";
import type { StructSchema } from "../../schema/index.ts";
import { assertDepth } from "../depth.ts";
import { defaultPatchLimits, type PatchLimits } from "../limits.ts";
import { notAnObject } from "./errors.ts";
import { mergeObject } from "./merge-object.ts";

/**
 * Returns the object with the patch applied. The inputs are not changed. The result shares parts with both, so it must
 * not be changed. It is not checked against the schema: values of the wrong type, unknown members and nulls inside list
 * items are those of the patch.
 * @throws PatchError "malformed" or "unappliable" with the reference's message; "too-large" if the patch is nested too
 * deeply
 */
export function applyStrategicMergePatch(
  object: JsonObject,
  patch: unknown,
  schema: StructSchema,
  limits: PatchLimits = defaultPatchLimits,
): JsonObject {
  if (!isJsonObject(patch)) throw notAnObject(patch);
  assertDepth(patch, limits.mergeDepthMax);
  return mergeObject(object, patch, schema);
}
