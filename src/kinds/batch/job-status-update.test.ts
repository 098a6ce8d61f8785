import { describe, expect, test } from "vitest";
import { type Job, job } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

const writes = new KindWrites(job);

const start = "2025-06-01T11:00:00Z";
const end = "2025-06-01T11:30:00Z";

function withStatus(status: object, spec: object = {}): Job {
  const template = { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "app:1" }] } };
  const created = writes.stored({ metadata: { name: "sum", namespace: "shop" }, spec: { template, ...spec } });
  return { ...created, status: writes.decode({ status }).status ?? {} };
}

/** Returns the errors of an update of the Job's status to `after`. */
function errorsOf(before: Job, after: object): readonly string[] {
  return writes.update(before, (one) => Object.assign(one, { status: after }), "status").errors;
}

function isTrue(...types: string[]): object[] {
  return types.map((type) => ({ type, status: "True" }));
}

const running = withStatus({ startTime: start, active: 1 });

const indexed = withStatus(
  { startTime: start },
  { completionMode: "Indexed", completions: 10, parallelism: 2, backoffLimitPerIndex: 1 },
);

describe("a Job may", () => {
  test.each<[string, Job, object]>([
    ["start", withStatus({}), { startTime: start, active: 2, ready: 1 }],
    [
      "succeed",
      running,
      { startTime: start, completionTime: end, conditions: isTrue("SuccessCriteriaMet", "Complete") },
    ],
    ["fail", running, { startTime: start, conditions: isTrue("FailureTarget", "Failed") }],
    ["list its indexes", indexed, { startTime: start, completedIndexes: "0-2,5", failedIndexes: "3,7-9" }],
  ])("a Job may %s", (_, before, after) => {
    expect(errorsOf(before, after)).toEqual([]);
  });

  test("an update that keeps an invalid stored condition is accepted", () => {
    const wrong = { active: 1, conditions: isTrue("Failed") };
    expect(errorsOf(withStatus(wrong), { ...wrong, failed: 1 })).toEqual([]);
  });
});

describe("conditions of a Job", () => {
  const finished = { startTime: start, completionTime: end };
  const invalid = (why: string) => `status.conditions: Invalid value: ${why}`;

  test.each<[string, object[], object, string[]]>([
    [
      "of both success and failure",
      isTrue("SuccessCriteriaMet", "Complete", "FailureTarget", "Failed"),
      finished,
      [
        invalid("cannot set Complete=True and Failed=true conditions"),
        invalid("cannot set Complete=True and FailureTarget=true conditions"),
        invalid("cannot set SuccessCriteriaMet=True and Failed=true conditions"),
        invalid("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions"),
      ],
    ],
    [
      "with Failed and without FailureTarget",
      isTrue("Failed"),
      { startTime: start },
      [invalid("cannot set Failed=True condition without the FailureTarget=true condition")],
    ],
    [
      "with Complete and without SuccessCriteriaMet",
      isTrue("Complete"),
      finished,
      [invalid("cannot set Complete=True condition without the SuccessCriteriaMet=true condition")],
    ],
  ])("conditions %s are rejected", (_, conditions, status, errors) => {
    expect(errorsOf(running, { ...status, conditions })).toEqual(errors);
  });

  test("an update that removes the conditions Failed and FailureTarget is rejected", () => {
    const failed = withStatus({ startTime: start, conditions: isTrue("FailureTarget", "Failed") });
    expect(errorsOf(failed, { startTime: start })).toEqual([
      invalid("cannot disable the terminal Failed=True condition"),
      invalid("cannot disable the terminal FailureTarget=True condition"),
    ]);
  });

  test("an update that removes the condition SuccessCriteriaMet is rejected", () => {
    const criteriaMet = withStatus({ startTime: start, conditions: isTrue("SuccessCriteriaMet") });
    expect(errorsOf(criteriaMet, { startTime: start })).toEqual([
      invalid("cannot disable the SuccessCriteriaMet=True condition"),
    ]);
  });
});

describe("times of a Job", () => {
  const complete = { conditions: isTrue("SuccessCriteriaMet", "Complete") };

  test.each<[string, object, string[]]>([
    [
      "a completionTime without Complete",
      { startTime: start, completionTime: end },
      [
        "status.completionTime: Invalid value: 2025-06-01 11:30:00 +0000 UTC: cannot set completionTime when there is no " +
          "Complete=True condition",
      ],
    ],
    [
      "Complete without a completionTime",
      { startTime: start, ...complete },
      ["status.completionTime: Required value: completionTime is required for Complete jobs"],
    ],
    [
      "a completionTime with a fraction without Complete",
      { startTime: start, completionTime: "2025-06-01T11:30:00.7Z" },
      [
        "status.completionTime: Invalid value: 2025-06-01 11:30:00.7 +0000 UTC: cannot set completionTime when there is " +
          "no Complete=True condition",
      ],
    ],
    [
      "a completionTime half a second before the startTime",
      { startTime: "2025-06-01T11:00:00.5Z", completionTime: start, ...complete },
      [
        "status.completionTime: Invalid value: 2025-06-01 11:00:00 +0000 UTC: completionTime cannot be set before " +
          "startTime",
        "status.startTime: Required value: startTime cannot be removed for unsuspended job",
      ],
    ],
    [
      "a completionTime half a second after the startTime",
      { startTime: start, completionTime: "2025-06-01T11:00:00.4Z", ...complete },
      [],
    ],
    [
      "a startTime that changes by half a second",
      { startTime: "2025-06-01T11:00:00.5Z", active: 1 },
      ["status.startTime: Required value: startTime cannot be removed for unsuspended job"],
    ],
    [
      "a completionTime before the startTime",
      { startTime: end, completionTime: start, ...complete },
      [
        "status.completionTime: Invalid value: 2025-06-01 11:00:00 +0000 UTC: completionTime cannot be set before " +
          "startTime",
        "status.startTime: Required value: startTime cannot be removed for unsuspended job",
      ],
    ],
    [
      "a completionTime without a startTime",
      { completionTime: end, ...complete },
      [
        "status.startTime: Required value: startTime is required for finished job",
        "status.startTime: Required value: startTime cannot be removed for unsuspended job",
      ],
    ],
  ])("a Job status with %s is rejected", (_, after, errors) => {
    expect(errorsOf(running, after)).toEqual(errors);
  });

  test("an update that changes the completionTime is rejected", () => {
    const completed = { startTime: start, completionTime: end, ...complete };
    const laterTime = "2025-06-01T11:45:00Z";
    expect(errorsOf(withStatus(completed), { ...completed, completionTime: laterTime })).toEqual([
      "status.completionTime: Invalid value: 2025-06-01 11:45:00 +0000 UTC: completionTime cannot be mutated",
    ]);
  });

  test("an update may remove or change the startTime of a suspended Job", () => {
    const suspended = withStatus({ startTime: start }, { suspend: true });
    expect(errorsOf(suspended, { conditions: isTrue("Suspended") })).toEqual([]);
    const paused = withStatus({ startTime: start, conditions: isTrue("Suspended") });
    const resumed = { startTime: end, conditions: [{ type: "Suspended", status: "False" }] };
    expect(errorsOf(paused, resumed)).toEqual([]);
  });
});

describe("counts of a Job", () => {
  test("a finished Job with active, terminating or uncounted Pods is rejected", () => {
    const after = {
      startTime: start,
      active: 1,
      terminating: 2,
      uncountedTerminatedPods: { failed: ["a"] },
      conditions: isTrue("FailureTarget", "Failed"),
    };
    expect(errorsOf(running, after)).toEqual([
      "status.active: Invalid value: 1: active>0 is invalid for finished job",
      'status.uncountedTerminatedPods: Invalid value: map[string]interface {}{"failed":[]string{"a"}}: ' +
        "uncountedTerminatedPods needs to be empty for finished job",
      "status.terminating: Invalid value: 2: terminating>0 is invalid for finished job",
    ]);
  });

  test("an update that decreases the counts of succeeded and failed Pods is rejected", () => {
    const before = withStatus({ startTime: start, succeeded: 2, failed: 2 });
    expect(errorsOf(before, { startTime: start, succeeded: 1, failed: 1 })).toEqual([
      "status.failed: Invalid value: 1: cannot decrease the failed counter",
      "status.succeeded: Invalid value: 1: cannot decrease the succeeded counter",
    ]);
  });

  test("more ready Pods than active ones are rejected", () => {
    expect(errorsOf(running, { startTime: start, active: 1, ready: 2 })).toEqual([
      "status.ready: Invalid value: 2: cannot set more ready pods than active",
    ]);
  });

  test("empty and repeated uids of uncounted Pods are rejected", () => {
    const uncountedTerminatedPods = { succeeded: ["a", ""], failed: ["a"] };
    expect(errorsOf(running, { startTime: start, uncountedTerminatedPods })).toEqual([
      'status.uncountedTerminatedPods.succeeded[1]: Invalid value: "": must not be empty',
      'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
    ]);
  });
});

describe("lists of indexes of a Job", () => {
  test.each<[string, object, string[]]>([
    [
      "that do not parse",
      { completedIndexes: "1-x" },
      [
        'status.completedIndexes: Invalid value: "1-x": error parsing completedIndexes: cannot convert string to integer ' +
          'for index: "x"',
      ],
    ],
    [
      "that overlap",
      { completedIndexes: "0-3,6", failedIndexes: "5-7" },
      ['status.failedIndexes: Invalid value: "5-7": failedIndexes and completedIndexes overlap at index: 6'],
    ],
  ])("lists of indexes %s are rejected", (_, lists, errors) => {
    expect(errorsOf(indexed, { startTime: start, ...lists })).toEqual(errors);
  });

  test("lists of indexes are rejected for a Job without indexes", () => {
    expect(errorsOf(running, { startTime: start, completedIndexes: "0", failedIndexes: "" })).toEqual([
      'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when non-indexed completion mode',
      'status.failedIndexes: Invalid value: "": cannot set non-null failedIndexes when backoffLimitPerIndex is null',
    ]);
  });
});
