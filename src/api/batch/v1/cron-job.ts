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
  spec: optional(jobSpec, 2, "Desired state of the Jobs."),
};

export interface JobTemplateSpec extends FieldsOf<typeof jobTemplateSpecFields> {}

export const jobTemplateSpec: StructSchema<JobTemplateSpec> = struct(
  "batch/v1.JobTemplateSpec",
  "Template of the Jobs.",
  jobTemplateSpecFields,
);

const cronJobSpecFields = {
  schedule: required(text, 1, "Schedule in cron format: five fields, or a word such as @hourly.", {
    nonEmpty: true,
  }),
  timeZone: pointer(text, 8, "Name of the time zone of the schedule. Default: the time zone of the controller."),
  startingDeadlineSeconds: pointer(
    nonNegative64,
    2,
    "Seconds after the scheduled time within which a missed run may start. Default: no limit.",
  ),
  concurrencyPolicy: optional(
    enumText("v1.ConcurrencyPolicy", ["Allow", "Forbid", "Replace"]),
    3,
    "Handling of a run that is due while the last one is running: Allow starts it, Forbid skips it, Replace stops the old one. Default: Allow.",
    { default: "Allow" },
  ),
  suspend: pointer(boolean, 4, "Whether the CronJob is suspended. Default: false.", { default: false }),
  jobTemplate: required(jobTemplateSpec, 5, "Template of the Jobs that the CronJob creates."),
  successfulJobsHistoryLimit: pointer(nonNegative32, 6, "Number of completed Jobs that are kept. Default: 3.", {
    default: 3,
  }),
  failedJobsHistoryLimit: pointer(nonNegative32, 7, "Number of failed Jobs that are kept. Default: 1.", { default: 1 }),
};

export interface CronJobSpec extends FieldsOf<typeof cronJobSpecFields> {}

export const cronJobSpec: StructSchema<CronJobSpec> = struct(
  "batch/v1.CronJobSpec",
  "Schedule and Job template of a CronJob.",
  cronJobSpecFields,
);

const cronJobStatusFields = {
  active: optional(list(objectReference, { type: "atomic" }), 1, "Jobs that are running."),
  lastScheduleTime: pointer(time, 4, "Time of the last start of a Job."),
  lastSuccessfulTime: pointer(time, 5, "Time of the last completion of a Job."),
};

export interface CronJobStatus extends FieldsOf<typeof cronJobStatusFields> {}

export const cronJobStatus: StructSchema<CronJobStatus> = struct(
  "batch/v1.CronJobStatus",
  "Observed state of a CronJob.",
  cronJobStatusFields,
);

const cronJobFields = {
  spec: optional(cronJobSpec, 2, "Schedule and Job template."),
  status: optional(cronJobStatus, 3, "Observed state."),
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
  doc: "Creates Jobs on a schedule.",
  fields: cronJobFields,
});
