import { describe } from "vitest";
import { refuseNegativeCounts } from "../support/controller-refusals.ts";
import { notNegative, statusWith } from "../support/controllers.ts";
import { jobs as collection, indexed, jobSpec } from "../support/jobs.ts";
import { type Cause, type Change, Refusals, ruleServer } from "../support/refusals.ts";

const manifest = { spec: jobSpec };
const jobs = new Refusals(ruleServer(), collection, manifest);

const startTime = "2025-06-01T12:00:00Z";
const completionTime = "2025-06-01T13:00:00Z";
const started = { startTime };
const ended = { startTime, completionTime };

/** Conditions of these types that hold. */
function holding(...types: readonly string[]): { conditions: object[] } {
  return { conditions: types.map((type) => ({ type, status: "True" })) };
}

const complete = { ...ended, ...holding("SuccessCriteriaMet", "Complete") };
const failed = { ...started, ...holding("FailureTarget", "Failed") };

interface StatusCase {
  readonly job?: Change;
  readonly old?: Readonly<Record<string, unknown>>;
}

/** Registers a test that a Job is not given this status. */
function refuses(
  title: string,
  status: Readonly<Record<string, unknown>>,
  causes: readonly Cause[],
  { job, old }: StatusCase = {},
  of: Refusals = jobs,
): void {
  of.update(title, {
    subresource: "status",
    ...(job ? { before: job } : {}),
    ...(old ? { beforeStatus: statusWith(old) } : {}),
    change: statusWith(status),
    causes,
  });
}

function conditions(...whys: readonly string[]): string[] {
  return whys.map((why) => `status.conditions: Invalid value: ${why}`);
}

const noTarget = "cannot set Failed=True condition without the FailureTarget=true condition";
const noCriteria = "cannot set Complete=True condition without the SuccessCriteriaMet=true condition";

describe("the counts of a Job", () => {
  refuseNegativeCounts(jobs, { "Job#23": ["active"], "Job#26": ["ready"], "Job#27": ["terminating"] });
  refuses("[Job#24] are of no negative number of successes", { succeeded: -1 }, [
    `status.succeeded: Invalid value: -1: ${notNegative}`,
    "status.succeeded: Invalid value: -1: cannot decrease the succeeded counter",
  ]);
  refuses("[Job#25] are of no negative number of failures", { failed: -1 }, [
    `status.failed: Invalid value: -1: ${notNegative}`,
    "status.failed: Invalid value: -1: cannot decrease the failed counter",
  ]);
  refuses("[Job#28] leave out no identifier", { uncountedTerminatedPods: { succeeded: [""], failed: ["a"] } }, [
    'status.uncountedTerminatedPods.succeeded[0]: Invalid value: "": must not be empty',
  ]);
  refuses("[Job#29] leave out each Pod once", { uncountedTerminatedPods: { succeeded: ["a"], failed: ["b", "a"] } }, [
    'status.uncountedTerminatedPods.failed[1]: Duplicate value: "a"',
  ]);
  refuses("[Job#46] are of no more ready Pods than active ones", { active: 1, ready: 2 }, [
    "status.ready: Invalid value: 2: cannot set more ready pods than active",
  ]);
  refuses(
    "[Job#53] never forget a failure",
    { failed: 1 },
    ["status.failed: Invalid value: 1: cannot decrease the failed counter"],
    { old: { failed: 2 } },
  );
  refuses(
    "[Job#54] never forget a success",
    { succeeded: 1 },
    ["status.succeeded: Invalid value: 1: cannot decrease the succeeded counter"],
    { old: { succeeded: 2 } },
  );
});

describe("the conditions of a Job", () => {
  refuses(
    "[Job#30] are not that it is complete and has failed",
    { ...ended, ...holding("Complete", "Failed") },
    conditions("cannot set Complete=True and Failed=true conditions", noTarget, noCriteria),
  );
  refuses(
    "[Job#31] are not that it is complete and will fail",
    { ...ended, ...holding("Complete", "FailureTarget") },
    conditions("cannot set Complete=True and FailureTarget=true conditions", noCriteria),
  );
  refuses(
    "[Job#35] say that it will fail before they say that it has",
    { ...started, ...holding("Failed") },
    conditions(noTarget),
  );
  refuses(
    "[Job#36] say that it will succeed before they say that it has",
    { ...ended, ...holding("Complete") },
    conditions(noCriteria),
  );
  refuses(
    "[Job#48] are not that it will succeed and has failed",
    { ...started, ...holding("SuccessCriteriaMet", "Failed") },
    conditions(noTarget, "cannot set SuccessCriteriaMet=True and Failed=true conditions"),
  );
  refuses(
    "[Job#49] are not that it will succeed and will fail",
    holding("SuccessCriteriaMet", "FailureTarget"),
    conditions("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions"),
  );
  refuses(
    "[Job#51] are not that it is complete unless its success policy is met",
    { ...ended, ...holding("Complete") },
    conditions(noCriteria, "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True"),
    { job: indexed({ successPolicy: { rules: [{ succeededCount: 1 }] } }) },
  );
  refuses(
    "[Job#52] never take back how it ended",
    { conditions: [] },
    conditions(
      "cannot disable the terminal Failed=True condition",
      "cannot disable the terminal FailureTarget=True condition",
    ),
    { old: failed },
  );
  refuses(
    "[Job#57] never take back that it will succeed",
    { conditions: [] },
    conditions("cannot disable the SuccessCriteriaMet=True condition"),
    { old: holding("SuccessCriteriaMet") },
  );
});

describe("the times of a Job", () => {
  const ends = "status.completionTime: Invalid value: 2025-06-01 13:00:00 +0000 UTC";

  refuses("[Job#32] tell no end of one that is not complete", ended, [
    `${ends}: cannot set completionTime when there is no Complete=True condition`,
  ]);
  refuses("[Job#33] tell the end of one that is complete", { ...complete, completionTime: undefined }, [
    "status.completionTime: Required value: completionTime is required for Complete jobs",
  ]);
  refuses("[Job#34] are in order", { ...complete, startTime: "2025-06-01T14:00:00Z" }, [
    `${ends}: completionTime cannot be set before startTime`,
  ]);
  refuses("[Job#38] tell the start of one that has ended", { ...failed, startTime: undefined }, [
    "status.startTime: Required value: startTime is required for finished job",
  ]);
  refuses(
    "[Job#55] keep the end",
    { completionTime: "2025-06-01T14:00:00Z" },
    ["status.completionTime: Invalid value: 2025-06-01 14:00:00 +0000 UTC: completionTime cannot be mutated"],
    { old: complete },
  );
  refuses(
    "[Job#56] keep the start of one that is not suspended",
    { startTime: undefined },
    ["status.startTime: Required value: startTime cannot be removed for unsuspended job"],
    { old: started },
  );
});

describe("a Job that has ended", () => {
  refuses("[Job#37] has no active Pods", { ...complete, active: 1 }, [
    "status.active: Invalid value: 1: active>0 is invalid for finished job",
  ]);
  refuses("[Job#39] has counted all its Pods", { ...complete, uncountedTerminatedPods: { succeeded: ["a"] } }, [
    /^status\.uncountedTerminatedPods: Invalid value: .*: uncountedTerminatedPods needs to be empty for finished job$/,
  ]);
  refuses("[Job#45] has no Pods that are ending", { ...complete, terminating: 1 }, [
    "status.terminating: Invalid value: 1: terminating>0 is invalid for finished job",
  ]);
});

describe("the indexes of a Job", () => {
  const perIndex = { job: indexed({ backoffLimitPerIndex: 1 }) };

  refuses(
    "[Job#40] that have succeeded are a list",
    { completedIndexes: "one" },
    [
      'status.completedIndexes: Invalid value: "one": error parsing completedIndexes: cannot convert string to integer ' +
        'for index: "one"',
    ],
    { job: indexed() },
  );
  refuses(
    "[Job#41] that have failed are a list",
    { failedIndexes: "2,1" },
    [
      'status.failedIndexes: Invalid value: "2,1": error parsing failedIndexes: non-increasing order, previous: 2, ' +
        "current: 1",
    ],
    perIndex,
  );
  refuses("[Job#42] that have succeeded are those of an indexed one", { completedIndexes: "0" }, [
    'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when non-indexed completion mode',
  ]);
  refuses(
    "[Job#43] that have failed are counted one by one",
    { failedIndexes: "0" },
    ['status.failedIndexes: Invalid value: "0": cannot set non-null failedIndexes when backoffLimitPerIndex is null'],
    { job: indexed() },
  );
  refuses(
    "[Job#44] have not both succeeded and failed",
    { completedIndexes: "0-1", failedIndexes: "1" },
    ['status.failedIndexes: Invalid value: "1": failedIndexes and completedIndexes overlap at index: 1'],
    perIndex,
  );
});

describe("a Job that only the server's own controller runs", () => {
  const closed = new Refusals(ruleServer(["--feature-gates=JobManagedBy=false"]), collection, manifest);
  refuses(
    "[Job#58] does not get a reason for its success afterwards",
    holding("Complete", "SuccessCriteriaMet"),
    conditions("cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions"),
    { old: holding("Complete") },
    closed,
  );

  const flags = ["--feature-gates=JobManagedBy=false,JobPodReplacementPolicy=false"];
  const older = new Refusals(ruleServer(flags), collection, manifest);
  const noPolicy = "cannot set SuccessCriteriaMet=True for Job without SuccessPolicy";
  refuses(
    "[Job#47] succeeds early only with indexes",
    holding("SuccessCriteriaMet"),
    conditions("cannot set SuccessCriteriaMet to NonIndexed Job", noPolicy),
    {},
    older,
  );
  refuses(
    "[Job#50] succeeds early only by its success policy",
    holding("SuccessCriteriaMet"),
    conditions(noPolicy),
    { job: indexed() },
    older,
  );
});
