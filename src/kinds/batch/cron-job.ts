import { type CronJob, type CronJobSpec, cronJobSpec } from "../../api/batch/v1/cron-job.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type FieldError, invalidField, notSupportedField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { label, type Vocabulary } from "../../meta/vocabulary.ts";
import {
  type HookContext,
  type KindHooks,
  type RuleEntry,
  rulesFor,
  type ValidationContext,
} from "../../schema/index.ts";
import { hasNewGeneration, podNameWarnings } from "../core/replication-controller/controller-warnings.ts";
import { goLabelSelector } from "../meta/go-values.ts";
import { previousValue } from "../previous-value.ts";
import { at, reportFormat } from "../reporting.ts";
import { cronJobColumns } from "./cron-job-columns.ts";
import { jobSpecWarnings } from "./job-warnings.ts";

/** Hooks of CronJobs: length of the name, warnings, columns. */
export const cronJobHooks: KindHooks<CronJob> = {
  validateCreate: nameErrors,
  nameFormat: "dns1123Subdomain",
  warnings: cronJobWarnings,
  columns: cronJobColumns,
};

/** Validation of CronJobs: schedule, time zone, Job template. */
export const cronJobRules: readonly RuleEntry[] = [
  rulesFor(cronJobSpec, {
    validate: reportSpec,
    validateLast: reportJobTemplate,
    order: ["schedule", "startingDeadlineSeconds", "timeZone", "concurrencyPolicy", "jobTemplate"],
  }),
];

function reportSpec(spec: CronJobSpec, context: ValidationContext): void {
  const previous = previousValue<CronJobSpec>(context);
  reportSchedule(spec, context, previous);
  reportZone(spec, context, previous);
}

/** Reports a selector in the Job template. The server generates the selector of each Job. */
function reportJobTemplate({ jobTemplate }: CronJobSpec, context: ValidationContext): void {
  const { selector, manualSelector } = jobTemplate.spec ?? {};
  if (selector) {
    const path = at(context, "jobTemplate.spec.selector");
    context.report(invalidField(path, goLabelSelector(selector), "`selector` will be auto-generated"));
  }
  if (manualSelector === true) {
    const path = at(context, "jobTemplate.spec.manualSelector");
    context.report(notSupportedField(path, manualSelector, ["nil", "false"]));
  }
}

/**
 * Reports an invalid schedule. A time zone in the schedule is deprecated, and allowed only if the stored schedule has
 * one.
 */
function reportSchedule(spec: CronJobSpec, context: ValidationContext, previous?: CronJobSpec): void {
  const { schedule, timeZone } = spec;
  if (schedule === "") return;
  const messages = checkFormat("cron", schedule);
  if (namesZone(schedule) && !namesZone(previous?.schedule)) {
    messages.push("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
  } else if (namesZone(schedule) && timeZone !== undefined) {
    messages.push("cannot use both timeZone field and TZ or CRON_TZ in schedule");
  }
  for (const message of messages) context.report(invalidField(at(context, "schedule"), schedule, message));
}

function namesZone(schedule: string | undefined): boolean {
  return schedule?.includes("TZ") === true;
}

/** Reports an unknown time zone. A stored one is not checked again, because the time zone database may have lost it. */
function reportZone({ timeZone }: CronJobSpec, context: ValidationContext, previous?: CronJobSpec): void {
  if (timeZone === undefined || timeZone === previous?.timeZone) return;
  reportFormat(context, "timeZone", "timeZone", timeZone);
}

/** Maximum length of the name. The name of a Job is the name of its CronJob with a time. */
const nameLengthMax = 52;

function nameErrors({ metadata: { name = "" } }: CronJob): FieldError[] {
  if (name.length <= nameLengthMax) return [];
  return [invalidField("metadata.name", name, `must be no more than ${nameLengthMax} characters`)];
}

function cronJobWarnings(
  cronJob: DeepReadonly<CronJob>,
  old: DeepReadonly<CronJob> | undefined,
  context: HookContext,
): string[] {
  const { spec } = cronJob;
  const hasNewSpec = hasNewGeneration(cronJob, old);
  const hasOldZone = old !== undefined && namesZone(spec?.schedule);
  return [
    ...(old ? [] : podNameWarnings(cronJob)),
    ...(hasNewSpec ? jobSpecWarnings(spec?.jobTemplate.spec, "spec.jobTemplate.spec", context) : []),
    ...(hasOldZone ? [zoneAdvice(context.vocabulary)] : []),
  ];
}

/** Returns the warning about a time zone in the schedule. The reference writes `spec` twice in the path. */
function zoneAdvice(vocabulary: Vocabulary): string {
  const page = vocabulary.bind(label("docs/concepts/workloads/controllers/cron-jobs/"));
  return `cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://${page} for more details`;
}
