/** The two sides of a write to a Job's status, as its rules ask about them. */
import type { Job, JobSpec, JobStatus } from "../../api/index.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { FieldError } from "../../meta/field-error.ts";
import { hasJobCondition } from "./job-conditions.ts";

/** What conditions that are True say. */
export interface JobState {
  readonly complete: boolean;
  readonly failed: boolean;
  /** Complete or failed. */
  readonly finished: boolean;
  readonly failureTarget: boolean;
  readonly successCriteriaMet: boolean;
}

export interface JobChange {
  readonly spec: Partial<JobSpec>;
  readonly now: JobStatus;
  readonly old: JobStatus;
  readonly state: JobState;
  readonly oldState: JobState;
  /** Whether suspension ends with this write. */
  readonly isResuming: boolean;
}

export function jobChange(job: Job, old: Job): JobChange {
  return {
    spec: job.spec ?? {},
    now: job.status ?? {},
    old: old.status ?? {},
    state: stateOf(job),
    oldState: stateOf(old),
    isResuming: hasJobCondition(old, "Suspended") && hasJobCondition(job, "Suspended", "False"),
  };
}

function stateOf(job: Job): JobState {
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

export function hasNewState({ state, oldState }: JobChange, ...names: readonly (keyof JobState)[]): boolean {
  return names.some((name) => state[name] !== oldState[name]);
}

export function hasChanged({ now, old }: JobChange, ...names: readonly (keyof JobStatus)[]): boolean {
  return names.some((name) => !equalJson(now[name] ?? null, old[name] ?? null));
}

/** An error, or nothing. */
export function refuseIf(isWrong: boolean, error: () => FieldError): FieldError[] {
  return isWrong ? [error()] : [];
}
