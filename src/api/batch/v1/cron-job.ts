import {
  boolean,
  enumText,
  type FieldsOf,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { objectReference } from "../../core/v1/object-reference.ts";
import { kind } from "../../kind.ts";
import { objectMeta } from "../../meta/v1/object-meta.ts";
import { nonNegative32, nonNegative64 } from "../../numbers.ts";
import { jobSpec } from "./job-spec.ts";

const jobTemplateSpecFields = {
  metadata: optional(objectMeta, 1, "Labels, annotations and other metadata of the Jobs."),
  spec: optional(jobSpec, 2, "What the Jobs run."),
};

export interface JobTemplateSpec extends FieldsOf<typeof jobTemplateSpecFields> {}

export const jobTemplateSpec: StructSchema<JobTemplateSpec> = struct(
  "batch/v1.JobTemplateSpec",
  "What the Jobs made from a template look like.",
  jobTemplateSpecFields,
);

const cronJobSpecFields = {
  schedule: required(text, 1, "When to run, in cron format: five fields, or a word such as @hourly.", {
    nonEmpty: true,
  }),
  timeZone: pointer(text, 8, "Name of the time zone of the schedule. Default: the time zone of the controller."),
  startingDeadlineSeconds: pointer(
    nonNegative64,
    2,
    "Seconds within which a missed run may still start. Unset: no limit.",
  ),
  concurrencyPolicy: optional(
    enumText("v1.ConcurrencyPolicy", ["Allow", "Forbid", "Replace"]),
    3,
    "What happens to a run that is due while the last one goes on: Allow starts it, Forbid skips it, Replace ends the old one. Default: Allow.",
    { default: "Allow" },
  ),
  suspend: pointer(boolean, 4, "Whether no further runs are started. Default: false.", { default: false }),
  jobTemplate: required(jobTemplateSpec, 5, "The Jobs to make."),
  successfulJobsHistoryLimit: pointer(nonNegative32, 6, "Number of completed Jobs that are kept. Default: 3.", {
    default: 3,
  }),
  failedJobsHistoryLimit: pointer(nonNegative32, 7, "Number of failed Jobs that are kept. Default: 1.", { default: 1 }),
};

export interface CronJobSpec extends FieldsOf<typeof cronJobSpecFields> {}

export const cronJobSpec: StructSchema<CronJobSpec> = struct(
  "batch/v1.CronJobSpec",
  "When a CronJob runs, and what.",
  cronJobSpecFields,
);

const cronJobStatusFields = {
  active: optional(list(objectReference, { type: "atomic" }), 1, "Jobs that are running."),
  lastScheduleTime: pointer(time, 4, "When a Job was last started."),
  lastSuccessfulTime: pointer(time, 5, "When a Job last completed."),
};

export interface CronJobStatus extends FieldsOf<typeof cronJobStatusFields> {}

export const cronJobStatus: StructSchema<CronJobStatus> = struct(
  "batch/v1.CronJobStatus",
  "What a CronJob has run.",
  cronJobStatusFields,
);

const cronJobFields = {
  spec: optional(cronJobSpec, 2, "When to run, and what."),
  status: optional(cronJobStatus, 3, "What has run."),
};

export interface CronJob extends ObjectOf<typeof cronJobFields> {}

export const cronJob: KindDeclaration<CronJob> = kind({
  group: "batch",
  version: "v1",
  kind: "CronJob",
  package: "batch",
  plural: "cronjobs",
  shortNames: ["cj"],
  categories: ["all"],
  scope: "Namespaced",
  subresources: { status: statusSubresource() },
  rules: { updateChecks: { subresource: ["schema", "hook"] }, generation: ["spec"] },
  doc: "Makes a Job again and again, on a schedule.",
  fields: cronJobFields,
});
