/** The types of this group, and the kinds that declare them. */
export {
  type CronJob,
  type CronJobSpec,
  type CronJobStatus,
  cronJob,
  type JobTemplateSpec,
} from "./v1/cron-job.ts";
export { type Job, type JobCondition, type JobStatus, job, type UncountedTerminatedPods } from "./v1/job.ts";
export type { JobSpec } from "./v1/job-spec.ts";
export type {
  PodFailurePolicy,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
} from "./v1/pod-failure-policy.ts";
export type { SuccessPolicy, SuccessPolicyRule } from "./v1/success-policy.ts";
