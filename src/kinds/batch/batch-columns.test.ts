import { describe, expect, test } from "vitest";
import { cronJob, job } from "../../api/index.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "sum", creationTimestamp: "2025-06-01T11:00:00Z" };
const template = { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "app:1" }] } };

test("rows of Jobs show their status, completions and duration", () => {
  const row = rowOf(job, {
    metadata,
    spec: { completions: 3, selector: { matchLabels: { job: "sum" } }, template },
    status: {
      succeeded: 3,
      startTime: "2025-06-01T11:00:05Z",
      completionTime: "2025-06-01T11:01:35Z",
      conditions: [{ type: "Complete", status: "True" }],
    },
  });
  expect(row).toEqual({
    Name: "sum",
    Status: "Complete",
    Completions: "3/3",
    Duration: "90s",
    Age: "60m",
    Containers: "app",
    Images: "app:1",
    Selector: "job=sum",
  });
});

describe("the status of a Job", () => {
  const isTrue = (...types: string[]) => types.map((type) => ({ type, status: "True" }));
  const deletionTimestamp = "2025-06-01T11:30:00Z";

  test.each<[object[], object, string]>([
    [[], {}, "Running"],
    [isTrue("FailureTarget"), {}, "FailureTarget"],
    [isTrue("Suspended", "FailureTarget"), {}, "Suspended"],
    [isTrue("Suspended"), { deletionTimestamp }, "Terminating"],
    [isTrue("FailureTarget", "Failed"), { deletionTimestamp }, "Failed"],
    [isTrue("SuccessCriteriaMet", "Complete"), {}, "Complete"],
    [[{ type: "Failed", status: "False" }], {}, "Running"],
    // If there are several conditions of a type, the first one counts.
    [[{ type: "Complete", status: "False" }, ...isTrue("Complete", "Suspended")], {}, "Suspended"],
  ])("a Job with conditions %j and metadata %j has the status %s", (conditions, more, expected) => {
    expect(rowOf(job, { metadata: { ...metadata, ...more }, status: { conditions } })["Status"]).toBe(expected);
  });
});

test.each<[object, string]>([
  [{ parallelism: 5 }, "2/1 of 5"],
  [{ parallelism: 1 }, "2/1"],
  [{ parallelism: 5, completions: 4 }, "2/4"],
])("a Job with spec %j and two successes shows the completions %s", (spec, expected) => {
  expect(rowOf(job, { metadata, spec: { ...spec, template }, status: { succeeded: 2 } })["Completions"]).toBe(expected);
});

test("the duration of a running Job grows with time, and is empty before the Job starts", () => {
  const status = { startTime: "2025-06-01T11:40:00Z" };
  expect(rowOf(job, { metadata, status })["Duration"]).toBe("20m");
  expect(rowOf(job, { metadata })["Duration"]).toBe("");
});

test("rows of CronJobs show schedule, time zone and last run", () => {
  const row = rowOf(cronJob, {
    metadata,
    spec: { schedule: "*/5 * * * *", timeZone: "Europe/Berlin", suspend: true, jobTemplate: { spec: { template } } },
    status: { active: [{ name: "sum-1" }], lastScheduleTime: "2025-06-01T11:55:00Z" },
  });
  expect(row).toEqual({
    Name: "sum",
    Schedule: "*/5 * * * *",
    Timezone: "Europe/Berlin",
    Suspend: "True",
    Active: 1,
    "Last Schedule": "5m",
    Age: "60m",
    Containers: "app",
    Images: "app:1",
    Selector: "<none>",
  });
});

test("a CronJob whose lastScheduleTime is the zero time shows <unknown>", () => {
  const status = { lastScheduleTime: "0001-01-01T00:00:00Z" };
  expect(rowOf(cronJob, { metadata, status })["Last Schedule"]).toBe("<unknown>");
});

test("a CronJob that has not run shows <none>", () => {
  expect(rowOf(cronJob, { metadata, spec: { schedule: "@daily" } })).toMatchObject({
    Timezone: "<none>",
    Suspend: "False",
    Active: 0,
    "Last Schedule": "<none>",
  });
});
