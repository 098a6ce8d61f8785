/** Defaults of Jobs. The Job templates of CronJobs do not get them. */
import type { Job, JobSpec } from "../../api/index.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";

const backoffLimit = 6;
/** Default for Jobs with a backoff limit per index, which have no limit as a whole. */
const noBackoffLimit = 2 ** 31 - 1;

/** Fills in the defaults of a Job. Changes `job`. */
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

/** Fills in the default that the field has only with the feature. Without it, no field manager owns the field. */
export function fillReplacementPolicy({ spec }: Job, isEnabled: IsEnabled): void {
  if (!spec || !isEnabled("JobPodReplacementPolicy")) return;
  spec.podReplacementPolicy ??= spec.podFailurePolicy ? "Failed" : "TerminatingOrFailed";
}

/**
 * Copies the labels of the Pod template to a Job without labels. Returns whether it did. Both then share one map, as in
 * the reference: labels that the server adds to the Pods of a new Job become labels of the Job. A copy of the Job, such
 * as one with a generated name, has separate maps.
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
