import { describe } from "vitest";
import { notNegative, specWith } from "../support/controllers.ts";
import { jobSpec } from "../support/jobs.ts";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

describe("a CronJob", () => {
  const cronJobs = new Refusals(ruleServer(), "/apis/batch/v1/namespaces/default/cronjobs", {
    spec: { schedule: "@hourly", jobTemplate: { spec: jobSpec } },
  });
  const making =
    (change: object): Change =>
    ({ spec }) => {
      Object.assign(spec.jobTemplate.spec, change);
    };

  cronJobs.create("[CronJob#1] a CronJob without a schedule is rejected", specWith({ schedule: "" }), [
    "spec.schedule: Required value",
  ]);
  cronJobs.create(
    "[CronJob#2] a CronJob whose schedule has too few fields is rejected",
    specWith({ schedule: "often" }),
    ['spec.schedule: Invalid value: "often": expected exactly 5 fields, found 1: [often]'],
  );
  cronJobs.create(
    "a CronJob with a time zone in its schedule is rejected",
    specWith({ schedule: "TZ=UTC 0 * * * *" }),
    [
      'spec.schedule: Invalid value: "TZ=UTC 0 * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
    ],
  );
  cronJobs.create(
    "[CronJob#3] a CronJob with a negative startingDeadlineSeconds is rejected",
    specWith({ startingDeadlineSeconds: -1 }),
    [`spec.startingDeadlineSeconds: Invalid value: -1: ${notNegative}`],
  );
  cronJobs.create(
    "[CronJob#4] a CronJob with an unknown timeZone is rejected",
    specWith({ timeZone: "Mars/Olympus" }),
    ['spec.timeZone: Invalid value: "Mars/Olympus": unknown time zone Mars/Olympus'],
  );
  cronJobs.create(
    "[CronJob#6] a CronJob with an unknown concurrencyPolicy is rejected",
    specWith({ concurrencyPolicy: "Queue" }),
    ['spec.concurrencyPolicy: Unsupported value: "Queue": supported values: "Allow", "Forbid", "Replace"'],
  );
  cronJobs.create(
    "[CronJob#7] a CronJob with a selector in its Job template is rejected",
    making({ selector: { matchLabels: { a: "b" } } }),
    [
      'spec.jobTemplate.spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, ' +
        "MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: `selector` will be auto-generated",
    ],
  );
  cronJobs.create(
    "a forbidden selector in the Job template of a CronJob gets no errors about its content",
    making({ selector: { matchLabels: { "a.com.": "b" } } }),
    [
      'spec.jobTemplate.spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a.com.":"b"}, ' +
        "MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: `selector` will be auto-generated",
    ],
  );

  cronJobs.create(
    "[CronJob#8] a CronJob with manualSelector in its Job template is rejected",
    making({ manualSelector: true }),
    ['spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"'],
  );
  cronJobs.create(
    "[CronJob#9] a CronJob with a negative successfulJobsHistoryLimit is rejected",
    specWith({ successfulJobsHistoryLimit: -1 }),
    [`spec.successfulJobsHistoryLimit: Invalid value: -1: ${notNegative}`],
  );
  cronJobs.create(
    "[CronJob#10] a CronJob with a negative failedJobsHistoryLimit is rejected",
    specWith({ failedJobsHistoryLimit: -1 }),
    [`spec.failedJobsHistoryLimit: Invalid value: -1: ${notNegative}`],
  );
  cronJobs.accepts(
    "a CronJob with limits of 0 is accepted",
    specWith({ startingDeadlineSeconds: 0, successfulJobsHistoryLimit: 0, failedJobsHistoryLimit: 0 }),
  );
  const name = "a".repeat(53);
  const called =
    (text: string): Change =>
    ({ metadata }) => {
      metadata.name = text;
    };
  cronJobs.create("[CronJob#11] a CronJob with a name of 53 characters is rejected", called(name), [
    `metadata.name: Invalid value: "${name}": must be no more than 52 characters`,
  ]);
  cronJobs.accepts("a CronJob with a name of 52 characters is accepted", called(name.slice(1)));
});
