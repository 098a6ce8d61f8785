/** Rules of a claim's status: the size of its volume and the progress of a resize. */
import { type PersistentVolumeClaimStatus, resizeStates } from "../../../api/core/v1/persistent-volume-claim.ts";
import type { PersistentVolumeClaim } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import { type FieldError, invalidField, notSupportedField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { isNative } from "../../../meta/resources/resource-names.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at, collect } from "../../reporting.ts";
import { reportVolumeSize } from "../resources/resource-lists.ts";
import { goResourceName } from "../resources/resource-names.ts";

/** Whether a failed resize can be reverted: with the feature, or if the stored claim has a resize under way. */
export function mayRecover({ status = {} }: DeepReadonly<PersistentVolumeClaim>, isEnabled: IsEnabled): boolean {
  const { allocatedResources, allocatedResourceStatuses } = status;
  const begun = allocatedResources !== undefined || allocatedResourceStatuses !== undefined;
  return begun || isEnabled("RecoverVolumeExpansionFailure");
}

/**
 * Returns the errors of a claim's status.
 * @param old the stored claim
 */
export function claimStatusErrors(
  { status = {} }: PersistentVolumeClaim,
  old: DeepReadonly<PersistentVolumeClaim>,
  isEnabled: IsEnabled,
): FieldError[] {
  return collect((context) => {
    for (const [name, text] of Object.entries(status.capacity ?? {})) {
      reportVolumeSize(context, `capacity[${name}]`, text);
    }
    if (mayRecover(old, isEnabled)) reportResize(status, context);
  }, "status");
}

/**
 * Reports invalid resize states. The reference uses another name of the field, and the resource's name as the value.
 */
function reportResize(status: PersistentVolumeClaimStatus, context: ValidationContext): void {
  const { allocatedResourceStatuses = {}, allocatedResources = {} } = status;
  const states: readonly string[] = resizeStates;
  for (const [name, state] of Object.entries(allocatedResourceStatuses)) {
    const path = at(context, "allocatedResourceStatus");
    for (const error of nameErrors(name, path)) context.report(error);
    if (!states.includes(state)) context.report(notSupportedField(path, goResourceName(name), states));
  }
  for (const [name, text] of Object.entries(allocatedResources)) {
    const errors = nameErrors(name, at(context, "allocatedResources"));
    for (const error of errors) context.report(error);
    if (errors.length === 0) reportVolumeSize(context, `allocatedResources[${name}]`, text);
  }
}

/** Returns the errors of a resource name. Of the product's own resources, only `storage` is valid. */
function nameErrors(name: string, path: string): FieldError[] {
  const messages = checkFormat("qualifiedName", name);
  if (messages.length > 0) return messages.map((message) => invalidField(path, name, message));
  return isNative(name) && name !== "storage" ? [notSupportedField(path, name, ["storage"])] : [];
}
