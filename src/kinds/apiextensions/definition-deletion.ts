/** Deletion of a CustomResourceDefinition. It stays until all objects of its type were deleted. */
import {
  type CustomResourceDefinitionCondition,
  type CustomResourceDefinitionStatus,
} from "../../api/apiextensions/v1/custom-resource-definition.ts";
import type { CustomResourceDefinition } from "../../api/index.ts";
import { formatTime } from "../../meta/time.ts";
import { group, type Name } from "../../meta/vocabulary.ts";
import type { HookContext } from "../../schema/index.ts";
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
  definition.status = withCondition(definition.status, terminating.pending, nowMs);
}

/** Returns the status with the condition. Its time changes with its status. */
export function withCondition(
  status: CustomResourceDefinitionStatus | undefined,
  state: ConditionState,
  nowMs: number,
): CustomResourceDefinitionStatus {
  const conditions = [...(status?.conditions ?? [])];
  const index = conditions.findIndex(({ type }) => type === state.type);
  const old = conditions[index];
  const since = old?.status === state.status ? old.lastTransitionTime : undefined;
  const condition: CustomResourceDefinitionCondition = { ...state, lastTransitionTime: since ?? formatTime(nowMs) };
  if (index < 0) conditions.push(condition);
  else conditions[index] = condition;
  return { ...status, conditions };
}
