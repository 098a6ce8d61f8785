/**
 * Rules of updates to a Job's status. Most of them apply only if a related field changes, so that an invalid stored
 * status does not prevent other changes.
 */
import type { Job, JobStatus } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import { duplicateField, type FieldError, invalidField } from "../../meta/field-error.ts";
import { hasChanged, hasNewState, type JobChange, jobChange, rejectIf } from "./job-change.ts";
import {
  earlySuccessErrors,
  finalConditionErrors,
  lastingConditionErrors,
  pairedConditionErrors,
  successErrors,
} from "./job-condition-errors.ts";
import { indexErrors } from "./job-index-errors.ts";
import { changedTimeErrors, timeErrors } from "./job-time-errors.ts";

/**
 * Returns the errors of an update of the status.
 * @param isEnabled Without `JobManagedBy`, most rules are skipped, because only the built-in controller writes the
 * status.
 */
export function jobStatusErrors(job: Job, old: DeepReadonly<Job>, isEnabled: IsEnabled): FieldError[] {
  const change = jobChange(job, old);
  const isOpen = isEnabled("JobManagedBy");
  return [
    ...uncountedErrors(change.now),
    ...(isOpen ? transitionErrors(change) : []),
    ...(isOpen || isEnabled("JobPodReplacementPolicy") ? [] : earlySuccessErrors(change)),
    ...successErrors(change),
  ];
}

function transitionErrors(change: JobChange): FieldError[] {
  return [
    ...pairedConditionErrors(change),
    ...timeErrors(change),
    ...finalConditionErrors(change),
    ...finishedErrors(change),
    ...indexErrors(change),
    ...readyErrors(change),
    ...lastingConditionErrors(change),
    ...counterErrors(change),
    ...changedTimeErrors(change),
  ];
}

/** Returns the errors of Pods that are listed twice or without a uid. */
function uncountedErrors({ uncountedTerminatedPods: lists }: JobStatus): FieldError[] {
  const seen = new Set<string>();
  return (["succeeded", "failed"] as const).flatMap((list) =>
    (lists?.[list] ?? []).flatMap((uid, index) => {
      const path = `status.uncountedTerminatedPods.${list}[${index}]`;
      if (uid === "") return [invalidField(path, uid, "must not be empty")];
      if (seen.has(uid)) return [duplicateField(path, uid)];
      seen.add(uid);
      return [];
    }),
  );
}

/** Returns the errors of a finished Job that still has Pods. */
function finishedErrors(change: JobChange): FieldError[] {
  const { active = 0, terminating = 0, uncountedTerminatedPods } = change.now;
  const { succeeded = [], failed = [] } = uncountedTerminatedPods ?? {};
  const isWrong = (field: keyof JobStatus, count: number): boolean =>
    change.state.finished && count > 0 && (hasNewState(change, "finished") || hasChanged(change, field));
  return [
    ...rejectIf(isWrong("active", active), () =>
      invalidField("status.active", active, "active>0 is invalid for finished job"),
    ),
    ...rejectIf(isWrong("uncountedTerminatedPods", succeeded.length + failed.length), () =>
      invalidField(
        "status.uncountedTerminatedPods",
        uncountedTerminatedPods,
        "uncountedTerminatedPods needs to be empty for finished job",
      ),
    ),
    ...rejectIf(isWrong("terminating", terminating), () =>
      invalidField("status.terminating", terminating, "terminating>0 is invalid for finished job"),
    ),
  ];
}

function readyErrors(change: JobChange): FieldError[] {
  const { ready, active = 0 } = change.now;
  return rejectIf(ready !== undefined && ready > active && hasChanged(change, "ready", "active"), () =>
    invalidField("status.ready", ready, "cannot set more ready pods than active"),
  );
}

/** Returns the errors of decreased counters. Successes may decrease if an indexed Job was made smaller. */
function counterErrors({ spec, now, old }: JobChange): FieldError[] {
  const mayShrink = spec.completionMode === "Indexed" && spec.completions === spec.parallelism;
  const isLess = (field: "failed" | "succeeded"): boolean => (now[field] ?? 0) < (old[field] ?? 0);
  return [
    ...rejectIf(isLess("failed"), () =>
      invalidField("status.failed", now.failed ?? 0, "cannot decrease the failed counter"),
    ),
    ...rejectIf(isLess("succeeded") && !mayShrink, () =>
      invalidField("status.succeeded", now.succeeded ?? 0, "cannot decrease the succeeded counter"),
    ),
  ];
}
