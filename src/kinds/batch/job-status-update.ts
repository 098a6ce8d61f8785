/**
 * What the status of a Job may not turn into. A rule about a state applies only when something that it is about has
 * changed, so that a status which is wrong already does not hold up other changes.
 */
import type { Job, JobStatus } from "../../api/index.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import { duplicateField, type FieldError, invalidField } from "../../meta/field-error.ts";
import { hasChanged, hasNewState, type JobChange, jobChange, refuseIf } from "./job-change.ts";
import {
  earlySuccessErrors,
  finalConditionErrors,
  lastingConditionErrors,
  pairedConditionErrors,
  successErrors,
} from "./job-condition-errors.ts";
import { indexErrors } from "./job-index-errors.ts";
import { changedTimeErrors, timeErrors } from "./job-time-errors.ts";

/** @param isEnabled without JobManagedBy the server trusts its own controller to write what makes sense */
export function jobStatusErrors(job: Job, old: Job, isEnabled: IsEnabled): FieldError[] {
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

/** No Pod stands in the lists twice. */
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

/** Nothing of a finished Job goes on. */
function finishedErrors(change: JobChange): FieldError[] {
  const { active = 0, terminating = 0, uncountedTerminatedPods } = change.now;
  const { succeeded = [], failed = [] } = uncountedTerminatedPods ?? {};
  const isWrong = (field: keyof JobStatus, count: number): boolean =>
    change.state.finished && count > 0 && (hasNewState(change, "finished") || hasChanged(change, field));
  return [
    ...refuseIf(isWrong("active", active), () =>
      invalidField("status.active", active, "active>0 is invalid for finished job"),
    ),
    ...refuseIf(isWrong("uncountedTerminatedPods", succeeded.length + failed.length), () =>
      invalidField(
        "status.uncountedTerminatedPods",
        uncountedTerminatedPods,
        "uncountedTerminatedPods needs to be empty for finished job",
      ),
    ),
    ...refuseIf(isWrong("terminating", terminating), () =>
      invalidField("status.terminating", terminating, "terminating>0 is invalid for finished job"),
    ),
  ];
}

function readyErrors(change: JobChange): FieldError[] {
  const { ready, active = 0 } = change.now;
  return refuseIf(ready !== undefined && ready > active && hasChanged(change, "ready", "active"), () =>
    invalidField("status.ready", ready, "cannot set more ready pods than active"),
  );
}

/** Pods that have ended stay ended; only a Job that was made smaller counts fewer successes. */
function counterErrors({ spec, now, old }: JobChange): FieldError[] {
  const mayShrink = spec.completionMode === "Indexed" && spec.completions === spec.parallelism;
  const isLess = (field: "failed" | "succeeded"): boolean => (now[field] ?? 0) < (old[field] ?? 0);
  return [
    ...refuseIf(isLess("failed"), () =>
      invalidField("status.failed", now.failed ?? 0, "cannot decrease the failed counter"),
    ),
    ...refuseIf(isLess("succeeded") && !mayShrink, () =>
      invalidField("status.succeeded", now.succeeded ?? 0, "cannot decrease the succeeded counter"),
    ),
  ];
}
