/** What Jobs have of features. Jobs to be made, as CronJobs hold them, are asked when they are made. */
import { type Job, job } from "../../api/batch/v1/job.ts";
import type { JobSpec } from "../../api/batch/v1/job-spec.ts";
import { type FeatureRule, type FeatureRuleEntry, featuresOf } from "../../schema/index.ts";

function ofSpec(gate: string, field: "managedBy" | "podReplacementPolicy" | "successPolicy"): FeatureRule<Job> {
  return {
    gate,
    isUsed: ({ spec }) => spec?.[field] !== undefined,
    drop: ({ spec }) => void delete spec?.[field],
  };
}

const perIndex: FeatureRule<Job> = {
  gate: "JobBackoffLimitPerIndex",
  isUsed: ({ spec }) => spec !== undefined && countsPerIndex(spec),
  drop: ({ spec }) => {
    delete spec?.backoffLimitPerIndex;
    delete spec?.maxFailedIndexes;
    const policy = spec?.podFailurePolicy;
    if (policy) policy.rules = (policy.rules ?? []).filter(({ action }) => action !== "FailIndex");
  },
};

function countsPerIndex({ backoffLimitPerIndex, maxFailedIndexes, podFailurePolicy }: JobSpec): boolean {
  if (backoffLimitPerIndex !== undefined || maxFailedIndexes !== undefined) return true;
  return (podFailurePolicy?.rules ?? []).some(({ action }) => action === "FailIndex");
}

export const jobFeatures: readonly FeatureRuleEntry[] = [
  featuresOf(job.schema, [
    ofSpec("JobManagedBy", "managedBy"),
    ofSpec("JobSuccessPolicy", "successPolicy"),
    ofSpec("JobPodReplacementPolicy", "podReplacementPolicy"),
    perIndex,
  ]),
];
