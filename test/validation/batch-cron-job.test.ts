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

  cronJobs.create("[CronJob#1] has a schedule", specWith({ schedule: "" }), ["spec.schedule: Required value"]);
  cronJobs.create("[CronJob#2] has a schedule that can be read", specWith({ schedule: "often" }), [
    'spec.schedule: Invalid value: "often": expected exactly 5 fields, found 1: [often]',
  ]);
  cronJobs.create("has a zone beside its schedule, not in it", specWith({ schedule: "TZ=UTC 0 * * * *" }), [
    'spec.schedule: Invalid value: "TZ=UTC 0 * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
  ]);
  cronJobs.create("[CronJob#3] has no negative startingDeadlineSeconds", specWith({ startingDeadlineSeconds: -1 }), [
    `spec.startingDeadlineSeconds: Invalid value: -1: ${notNegative}`,
  ]);
  cronJobs.create("[CronJob#4] has a zone that there is", specWith({ timeZone: "Mars/Olympus" }), [
    'spec.timeZone: Invalid value: "Mars/Olympus": unknown time zone Mars/Olympus',
  ]);
  cronJobs.create("[CronJob#6] treats overlaps in a way that there is", specWith({ concurrencyPolicy: "Queue" }), [
    'spec.concurrencyPolicy: Unsupported value: "Queue": supported values: "Allow", "Forbid", "Replace"',
  ]);
  cronJobs.create(
    "[CronJob#7] leaves it to the Jobs what they select",
    making({ selector: { matchLabels: { a: "b" } } }),
    [
      'spec.jobTemplate.spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, ' +
        "MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: `selector` will be auto-generated",
    ],
  );
  cronJobs.create(
    "a CronJob is not told what is wrong inside of a selector that it must not have",
    making({ selector: { matchLabels: { "a.com.": "b" } } }),
    [
      'spec.jobTemplate.spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a.com.":"b"}, ' +
        "MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: `selector` will be auto-generated",
    ],
  );

  cronJobs.create("[CronJob#8] lets Jobs have no selector by hand", making({ manualSelector: true }), [
    'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
  ]);
  cronJobs.create(
    "[CronJob#9] keeps no negative number of completed Jobs",
    specWith({ successfulJobsHistoryLimit: -1 }),
    [`spec.successfulJobsHistoryLimit: Invalid value: -1: ${notNegative}`],
  );
  cronJobs.create("[CronJob#10] keeps no negative number of failed Jobs", specWith({ failedJobsHistoryLimit: -1 }), [
    `spec.failedJobsHistoryLimit: Invalid value: -1: ${notNegative}`,
  ]);
  cronJobs.accepts(
    "may have limits of 0",
    specWith({ startingDeadlineSeconds: 0, successfulJobsHistoryLimit: 0, failedJobsHistoryLimit: 0 }),
  );
  const name = "a".repeat(53);
  const called =
    (text: string): Change =>
    ({ metadata }) => {
      metadata.name = text;
    };
  cronJobs.create("[CronJob#11] leaves room for the times in the names of its Jobs", called(name), [
    `metadata.name: Invalid value: "${name}": must be no more than 52 characters`,
  ]);
  cronJobs.accepts("may have a name of 52 characters", called(name.slice(1)));
});
