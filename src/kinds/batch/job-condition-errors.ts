/** Rules of a Job's conditions: which ones exclude each other, and which ones are final. */
import type { FieldError } from "../../meta/field-error.ts";
import { hasChanged, hasNewState, type JobChange, rejectIf } from "./job-change.ts";

/** Returns the errors of conditions that exclude each other. */
export function pairedConditionErrors(change: JobChange): FieldError[] {
  const { complete, failed, failureTarget } = change.state;
  return [
    ...rejectConditions(
      complete && failed && hasNewState(change, "complete", "failed"),
      "cannot set Complete=True and Failed=true conditions",
    ),
    ...rejectConditions(
      complete && failureTarget && hasNewState(change, "complete", "failureTarget"),
      "cannot set Complete=True and FailureTarget=true conditions",
    ),
  ];
}

/** Returns the errors of final conditions without the condition that must precede them. */
export function finalConditionErrors(change: JobChange): FieldError[] {
  const { complete, failed, failureTarget, successCriteriaMet } = change.state;
  const hasFailedNow = hasNewState(change, "failed") || hasChanged(change, "failedIndexes");
  return [
    ...rejectConditions(
      failed && !failureTarget && hasFailedNow,
      "cannot set Failed=True condition without the FailureTarget=true condition",
    ),
    ...rejectConditions(
      complete && !successCriteriaMet && hasNewState(change, "complete", "successCriteriaMet"),
      "cannot set Complete=True condition without the SuccessCriteriaMet=true condition",
    ),
  ];
}

/**
 * Returns the errors of early success conditions while the features are off. Then only a success policy can end a Job
 * early. Stored conditions are allowed.
 */
export function earlySuccessErrors({ spec, state, oldState }: JobChange): FieldError[] {
  const isNew = state.successCriteriaMet && !oldState.successCriteriaMet;
  return [
    ...rejectConditions(isNew && spec.completionMode !== "Indexed", "cannot set SuccessCriteriaMet to NonIndexed Job"),
    ...rejectConditions(
      isNew && spec.successPolicy === undefined,
      "cannot set SuccessCriteriaMet=True for Job without SuccessPolicy",
    ),
  ];
}

/** Returns the errors of success conditions, with any controller. */
export function successErrors({ spec, state, oldState }: JobChange): FieldError[] {
  const { complete, failed, failureTarget, successCriteriaMet } = state;
  return [
    ...rejectConditions(successCriteriaMet && failed, "cannot set SuccessCriteriaMet=True and Failed=true conditions"),
    ...rejectConditions(
      successCriteriaMet && failureTarget,
      "cannot set SuccessCriteriaMet=True and FailureTarget=true conditions",
    ),
    ...rejectConditions(
      complete && spec.successPolicy !== undefined && !successCriteriaMet,
      "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True",
    ),
    ...rejectConditions(
      oldState.successCriteriaMet && !successCriteriaMet,
      "cannot disable the SuccessCriteriaMet=True condition",
    ),
    ...rejectConditions(
      oldState.complete && !oldState.successCriteriaMet && successCriteriaMet,
      "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions",
    ),
  ];
}

/** Returns the errors of final conditions that the write removes. */
export function lastingConditionErrors({ state, oldState }: JobChange): FieldError[] {
  const ends = (name: keyof typeof state): boolean => oldState[name] && !state[name];
  const cannotEnd = (type: string): string => `cannot disable the terminal ${type}=True condition`;
  return [
    ...rejectConditions(ends("failed"), cannotEnd("Failed")),
    ...rejectConditions(ends("complete"), cannotEnd("Complete")),
    ...rejectConditions(ends("failureTarget"), cannotEnd("FailureTarget")),
  ];
}

/** Returns an error about the conditions. It does not show them. */
function rejectConditions(isWrong: boolean, why: string): FieldError[] {
  return rejectIf(isWrong, () => ({ type: "Invalid", path: "status.conditions", detail: why }));
}
