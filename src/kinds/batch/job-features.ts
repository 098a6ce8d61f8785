/** Feature rules of Jobs. Job templates of CronJobs are exempt until a Job is created from them. */
import { type Job, job } from "../../api/batch/v1/job.ts";
import type { JobSpec } from "../../api/batch/v1/job-spec.ts";
import { type FeatureRule, type FeatureRuleEntry, featuresOf } from "../../schema/index.ts";

function specFieldRule(gate: string, field: "managedBy" | "podReplacementPolicy" | "successPolicy"): FeatureRule<Job> {
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

/** Feature rules of Jobs. */
export const jobFeatures: readonly FeatureRuleEntry[] = [
  featuresOf(job.schema, [
    specFieldRule("JobManagedBy", "managedBy"),
    specFieldRule("JobSuccessPolicy", "successPolicy"),
    specFieldRule("JobPodReplacementPolicy", "podReplacementPolicy"),
    perIndex,
  ]),
];
