/** A write to a Job's status, in the form that its rules need. */
import type { Job, JobSpec, JobStatus } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { FieldError } from "../../meta/field-error.ts";
import { hasJobCondition } from "./job-conditions.ts";

/** Conditions of a Job that are True. */
export interface JobState {
  readonly complete: boolean;
  readonly failed: boolean;
  /** Whether it is complete or failed. */
  readonly finished: boolean;
  readonly failureTarget: boolean;
  readonly successCriteriaMet: boolean;
}

/** Old and new state of a Job. */
export interface JobChange {
  readonly spec: Partial<JobSpec>;
  readonly now: JobStatus;
  readonly old: DeepReadonly<JobStatus>;
  readonly state: JobState;
  readonly oldState: JobState;
  /** Whether this write resumes a suspended Job. */
  readonly isResuming: boolean;
}

/** Returns the change from `old` to `job`. */
export function jobChange(job: Job, old: DeepReadonly<Job>): JobChange {
  return {
    spec: job.spec ?? {},
    now: job.status ?? {},
    old: old.status ?? {},
    state: stateOf(job),
    oldState: stateOf(old),
    isResuming: hasJobCondition(old, "Suspended") && hasJobCondition(job, "Suspended", "False"),
  };
}

function stateOf(job: DeepReadonly<Job>): JobState {
  const complete = hasJobCondition(job, "Complete");
  const failed = hasJobCondition(job, "Failed");
  return {
    complete,
    failed,
    finished: complete || failed,
    failureTarget: hasJobCondition(job, "FailureTarget"),
    successCriteriaMet: hasJobCondition(job, "SuccessCriteriaMet"),
  };
}

/** Whether one of the named conditions has changed. */
export function hasNewState({ state, oldState }: JobChange, ...names: readonly (keyof JobState)[]): boolean {
  return names.some((name) => state[name] !== oldState[name]);
}

/** Whether one of the named status fields has changed. */
export function hasChanged({ now, old }: JobChange, ...names: readonly (keyof JobStatus)[]): boolean {
  return names.some((name) => !equalJson(now[name] ?? null, old[name] ?? null));
}

/** Returns the error in a list if `isWrong`, or an empty list. */
export function rejectIf(isWrong: boolean, error: () => FieldError): FieldError[] {
  return isWrong ? [error()] : [];
}
