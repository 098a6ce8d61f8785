/** Defaults of Jobs, which the Job templates of CronJobs go without. */
import type { Job, JobSpec } from "../../api/index.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";

const backoffLimit = 6;
/** With a limit per index there is none for the Job as a whole. */
const noBackoffLimit = 2 ** 31 - 1;

export function fillJob(job: Job): void {
  const { spec } = job;
  if (!spec) return;
  if (spec.parallelism === undefined) spec.completions ??= 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? backoffLimit : noBackoffLimit;
  spec.completionMode ??= "NonIndexed";
  spec.suspend ??= false;
  spec.manualSelector ??= false;
  fillConditions(spec);
  fillLabels(job);
}

/** Without the feature the field has no default, so its writer does not own it. */
export function fillReplacementPolicy({ spec }: Job, isEnabled: IsEnabled): void {
  if (!spec || !isEnabled("JobPodReplacementPolicy")) return;
  spec.podReplacementPolicy ??= spec.podFailurePolicy ? "Failed" : "TerminatingOrFailed";
}

/**
 * Gives a Job without labels those of its Pods, and returns whether it did. The two share one map, as in the reference:
 * labels that the server adds to the Pods of a new Job become labels of the Job. A copy of the Job, such as that of a
 * generated name, shares nothing.
 */
export function fillLabels({ metadata, spec }: Job): boolean {
  const labels = spec?.template.metadata?.labels;
  if (!labels || metadata.labels) return false;
  metadata.labels = labels;
  return true;
}

function fillConditions({ podFailurePolicy }: JobSpec): void {
  for (const rule of podFailurePolicy?.rules ?? []) {
    for (const pattern of rule.onPodConditions ?? []) pattern.status ||= "True";
  }
}
