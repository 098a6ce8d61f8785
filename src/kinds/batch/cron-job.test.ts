import { describe, expect, test } from "vitest";
import { type CronJob, cronJob } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

const writes = new KindWrites(cronJob);
const template = { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "app:1" }] } };
const base = { schedule: "*/5 * * * *", jobTemplate: { spec: { template } } };

function errorsOf(spec: object): readonly string[] {
  return writes.create({ spec: { ...base, ...spec } }).errors;
}

test("a CronJob gets default limits of its history, and no defaults in its Job template", () => {
  expect(writes.stored({ spec: base }).spec).toMatchObject({
    concurrencyPolicy: "Allow",
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  });
  expect(Object.keys(writes.stored({ spec: base }).spec?.jobTemplate.spec ?? {})).toEqual(["template"]);
});

describe("a CronJob is refused", () => {
  test.each<[string, object, string[]]>([
    ["without a schedule", { schedule: "" }, ["spec.schedule: Required value"]],
    [
      "with a schedule of the wrong length",
      { schedule: "* * *" },
      ['spec.schedule: Invalid value: "* * *": expected exactly 5 fields, found 3: [* * *]'],
    ],
    [
      "with a zone in its schedule",
      { schedule: "TZ=UTC * * * * *" },
      [
        'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
      ],
    ],
    [
      "with an unknown zone",
      { timeZone: "Nowhere/Atall" },
      ['spec.timeZone: Invalid value: "Nowhere/Atall": unknown time zone Nowhere/Atall'],
    ],
    [
      "with an empty time zone",
      { timeZone: "" },
      ['spec.timeZone: Invalid value: "": timeZone must be nil or non-empty string'],
    ],
    [
      "with an unknown policy",
      { concurrencyPolicy: "Queue" },
      ['spec.concurrencyPolicy: Unsupported value: "Queue": supported values: "Allow", "Forbid", "Replace"'],
    ],
    [
      "with a selector for its Jobs",
      { jobTemplate: { spec: { template, manualSelector: true, selector: { matchLabels: { a: "b" } } } } },
      [
        'spec.jobTemplate.spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, ' +
          "MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: `selector` will be auto-generated",
        'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
      ],
    ],
    [
      "with Pods that always restart",
      { jobTemplate: { spec: { template: { spec: { containers: template.spec.containers } } } } },
      ['spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ],
  ])("a CronJob is rejected %s", (_, spec, errors) => {
    expect(errorsOf(spec)).toEqual(errors);
  });

  test("a CronJob with a name of more than 52 characters is rejected", () => {
    const create = (length: number) =>
      writes.create({ metadata: { name: "a".repeat(length), namespace: "shop" }, spec: base }).errors;
    expect(create(52)).toEqual([]);
    expect(create(53)).toEqual([
      `metadata.name: Invalid value: "${"a".repeat(53)}": must be no more than 52 characters`,
    ]);
  });
});

describe("a time zone in a stored schedule", () => {
  const created = writes.stored({ spec: base });
  const old: CronJob = { ...created, spec: { ...base, schedule: "TZ=UTC 0 0 * * *" } as never };

  test("a stored time zone in the schedule may stay, with a warning", () => {
    const { errors, warnings } = writes.update(old, (one) => {
      if (one.spec) one.spec.schedule = "TZ=UTC 0 1 * * *";
    });
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details",
    ]);
  });

  test("a timeZone is rejected if the stored schedule contains a time zone", () => {
    const { errors } = writes.update(old, (one) => {
      if (one.spec) one.spec.timeZone = "UTC";
    });
    expect(errors).toEqual([
      'spec.schedule: Invalid value: "TZ=UTC 0 0 * * *": cannot use both timeZone field and TZ or CRON_TZ in schedule',
    ]);
  });
});

test("an unknown stored timeZone does not prevent other changes", () => {
  const created = writes.stored({ spec: base });
  const old: CronJob = { ...created, spec: { ...base, timeZone: "Nowhere/Atall" } as never };
  const { errors } = writes.update(old, (one) => {
    if (one.spec) one.spec.suspend = true;
  });
  expect(errors).toEqual([]);
});

test("warnings about the Pod template of a CronJob have its full path", () => {
  const selecting = { spec: { ...template.spec, nodeSelector: { "beta.kubernetes.io/os": "linux" } } };
  expect(writes.create({ spec: { ...base, jobTemplate: { spec: { template: selecting } } } }).warnings).toEqual([
    "spec.jobTemplate.spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use " +
      '"kubernetes.io/os" instead',
  ]);
});
