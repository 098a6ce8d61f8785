/** Deletion of a CustomResourceDefinition. It stays until all objects of its type were deleted. */
import {
  type CustomResourceDefinitionCondition,
  type CustomResourceDefinitionStatus,
} from "../../api/apiextensions/v1/custom-resource-definition.ts";
import type { CustomResourceDefinition } from "../../api/index.ts";
import { formatTime } from "../../meta/time.ts";
import { group, type Name } from "../../meta/vocabulary.ts";
import type { HookContext } from "../../schema/index.ts";
import { withCondition } from "../meta/conditions.ts";
import { type ConditionState, terminating } from "./definition-conditions.ts";

/** Finalizer of a definition whose objects are to be deleted. */
export const cleanupFinalizer: Name = group("customresourcecleanup.apiextensions");

/** Marks a definition whose deletion begins. */
export function markDeleting(
  definition: CustomResourceDefinition,
  { vocabulary, nowMs }: Pick<HookContext, "vocabulary" | "nowMs">,
): void {
  const finalizers = definition.metadata.finalizers ?? [];
  const finalizer = vocabulary.bind(cleanupFinalizer);
  if (definition.status?.conditions?.some(({ type }) => type === "Terminating")) return;
  if (!finalizers.includes(finalizer)) definition.metadata.finalizers = [...finalizers, finalizer];
  definition.status = statusWithCondition(definition.status, terminating.pending, nowMs);
}

/** Returns the status with the condition. Its time changes with its status. */
export function statusWithCondition(
  status: CustomResourceDefinitionStatus | undefined,
  state: ConditionState,
  nowMs: number,
): CustomResourceDefinitionStatus {
  const condition: CustomResourceDefinitionCondition = { ...state, lastTransitionTime: formatTime(nowMs) };
  return { ...status, conditions: withCondition(status?.conditions ?? undefined, condition) };
}
