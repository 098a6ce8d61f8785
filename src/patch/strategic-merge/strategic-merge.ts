/**
 * Strategic merge patch: a merge patch that knows the types, so that lists merge by the key of their items. The rules
 * are those of the reference's server (k8s.io/apimachinery/pkg/util/strategicpatch), where they are defined; inside
 * maps of structs and raw JSON, which the reference cannot merge, a JSON merge patch takes over.
 */

import { isJsonObject, type JsonObject } from "../../base/json-object.ts";
import type { StructSchema } from "../../schema/index.ts";
import { assertDepth } from "../depth.ts";
import { defaultPatchLimits, type PatchLimits } from "../limits.ts";
import { notAnObject } from "./errors.ts";
import { mergeObject } from "./merge-object.ts";

/**
 * The object with the patch applied. Neither input is changed; the result shares parts with both, so it is to be
 * treated as immutable. It is not checked against the schema: values of the wrong type, unknown members and nulls
 * inside list items come out as the patch has them.
 * @throws PatchError "malformed" or "unappliable", in the words of the reference; "too-large" when nested too deeply
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
