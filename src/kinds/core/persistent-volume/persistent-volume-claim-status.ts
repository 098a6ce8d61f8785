/** What the status of a claim must say: how large its volume is, and how far a resize has come. */
import { type PersistentVolumeClaimStatus, resizeStates } from "../../../api/core/v1/persistent-volume-claim.ts";
import type { PersistentVolumeClaim } from "../../../api/index.ts";
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import { type FieldError, invalidField, notSupportedField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at, collect } from "../../reporting.ts";
import { reportVolumeSize } from "../resources/resource-lists.ts";
import { goResourceName, isNative } from "../resources/resource-names.ts";

/** Whether a resize that failed can be taken back. A claim that has begun one goes on with it. */
export function mayRecover({ status = {} }: PersistentVolumeClaim, isEnabled: IsEnabled): boolean {
  const { allocatedResources, allocatedResourceStatuses } = status;
  const begun = allocatedResources !== undefined || allocatedResourceStatuses !== undefined;
  return begun || isEnabled("RecoverVolumeExpansionFailure");
}

export function claimStatusErrors(
  { status = {} }: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  isEnabled: IsEnabled,
): FieldError[] {
  return collect((context) => {
    for (const [name, text] of Object.entries(status.capacity ?? {})) {
      reportVolumeSize(context, `capacity[${name}]`, text);
    }
    if (mayRecover(old, isEnabled)) reportResize(status, context);
  }, "status");
}

/** Clients know the states under another name, and see the resource's name as the wrong value. */
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

/** Of what is not somebody else's, there is nothing but storage. */
function nameErrors(name: string, path: string): FieldError[] {
  const messages = checkFormat("qualifiedName", name);
  if (messages.length > 0) return messages.map((message) => invalidField(path, name, message));
  return isNative(name) && name !== "storage" ? [notSupportedField(path, name, ["storage"])] : [];
}
