import { describe } from "vitest";
import { refuseNegativeCounts } from "../support/controller-refusals.ts";
import { notNegative, statusWith } from "../support/controllers.ts";
import { jobs as collection, indexedJob, jobSpec } from "../support/jobs.ts";
import { type Cause, type Change, Refusals, ruleServer } from "../support/refusals.ts";

const manifest = { spec: jobSpec };
const jobs = new Refusals(ruleServer(), collection, manifest);

const startTime = "2025-06-01T12:00:00Z";
const completionTime = "2025-06-01T13:00:00Z";
const started = { startTime };
const ended = { startTime, completionTime };

/** Conditions of these types with the status True. */
function trueConditions(...types: readonly string[]): { conditions: object[] } {
  return { conditions: types.map((type) => ({ type, status: "True" })) };
}

const complete = { ...ended, ...trueConditions("SuccessCriteriaMet", "Complete") };
const failed = { ...started, ...trueConditions("FailureTarget", "Failed") };

interface StatusCase {
  readonly job?: Change;
  readonly old?: Readonly<Record<string, unknown>>;
}

/** Registers a test that an update of a Job to this status is rejected. */
function refuseStatus(
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
  refuseStatus("[Job#24] a negative count of succeeded Pods is rejected", { succeeded: -1 }, [
    `status.succeeded: Invalid value: -1: ${notNegative}`,
    "status.succeeded: Invalid value: -1: cannot decrease the succeeded counter",
  ]);
  refuseStatus("[Job#25] a negative count of failed Pods is rejected", { failed: -1 }, [
    `status.failed: Invalid value: -1: ${notNegative}`,
    "status.failed: Invalid value: -1: cannot decrease the failed counter",
  ]);
  refuseStatus(
    "[Job#28] an empty uid in uncountedTerminatedPods is rejected",
    { uncountedTerminatedPods: { succeeded: [""], failed: ["a"] } },
    ['status.uncountedTerminatedPods.succeeded[0]: Invalid value: "": must not be empty'],
  );
  refuseStatus(
    "[Job#29] a repeated uid in uncountedTerminatedPods is rejected",
    { uncountedTerminatedPods: { succeeded: ["a"], failed: ["b", "a"] } },
    ['status.uncountedTerminatedPods.failed[1]: Duplicate value: "a"'],
  );
  refuseStatus("[Job#46] more ready Pods than active ones are rejected", { active: 1, ready: 2 }, [
    "status.ready: Invalid value: 2: cannot set more ready pods than active",
  ]);
  refuseStatus(
    "[Job#53] a decrease of the failed count is rejected",
    { failed: 1 },
    ["status.failed: Invalid value: 1: cannot decrease the failed counter"],
    { old: { failed: 2 } },
  );
  refuseStatus(
    "[Job#54] a decrease of the succeeded count is rejected",
    { succeeded: 1 },
    ["status.succeeded: Invalid value: 1: cannot decrease the succeeded counter"],
    { old: { succeeded: 2 } },
  );
});

describe("the conditions of a Job", () => {
  refuseStatus(
    "[Job#30] the conditions Complete and Failed together are rejected",
    { ...ended, ...trueConditions("Complete", "Failed") },
    conditions("cannot set Complete=True and Failed=true conditions", noTarget, noCriteria),
  );
  refuseStatus(
    "[Job#31] the conditions Complete and FailureTarget together are rejected",
    { ...ended, ...trueConditions("Complete", "FailureTarget") },
    conditions("cannot set Complete=True and FailureTarget=true conditions", noCriteria),
  );
  refuseStatus(
    "[Job#35] the condition Failed without FailureTarget is rejected",
    { ...started, ...trueConditions("Failed") },
    conditions(noTarget),
  );
  refuseStatus(
    "[Job#36] the condition Complete without SuccessCriteriaMet is rejected",
    { ...ended, ...trueConditions("Complete") },
    conditions(noCriteria),
  );
  refuseStatus(
    "[Job#48] the conditions SuccessCriteriaMet and Failed together are rejected",
    { ...started, ...trueConditions("SuccessCriteriaMet", "Failed") },
    conditions(noTarget, "cannot set SuccessCriteriaMet=True and Failed=true conditions"),
  );
  refuseStatus(
    "[Job#49] the conditions SuccessCriteriaMet and FailureTarget together are rejected",
    trueConditions("SuccessCriteriaMet", "FailureTarget"),
    conditions("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions"),
  );
  refuseStatus(
    "[Job#51] the condition Complete without SuccessCriteriaMet is rejected for a Job with a successPolicy",
    { ...ended, ...trueConditions("Complete") },
    conditions(noCriteria, "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True"),
    { job: indexedJob({ successPolicy: { rules: [{ succeededCount: 1 }] } }) },
  );
  refuseStatus(
    "[Job#52] removing the conditions Failed and FailureTarget is rejected",
    { conditions: [] },
    conditions(
      "cannot disable the terminal Failed=True condition",
      "cannot disable the terminal FailureTarget=True condition",
    ),
    { old: failed },
  );
  refuseStatus(
    "[Job#57] removing the condition SuccessCriteriaMet is rejected",
    { conditions: [] },
    conditions("cannot disable the SuccessCriteriaMet=True condition"),
    { old: trueConditions("SuccessCriteriaMet") },
  );
});

describe("the times of a Job", () => {
  const ends = "status.completionTime: Invalid value: 2025-06-01 13:00:00 +0000 UTC";

  refuseStatus("[Job#32] a completionTime without the condition Complete is rejected", ended, [
    `${ends}: cannot set completionTime when there is no Complete=True condition`,
  ]);
  refuseStatus(
    "[Job#33] the condition Complete without a completionTime is rejected",
    { ...complete, completionTime: undefined },
    ["status.completionTime: Required value: completionTime is required for Complete jobs"],
  );
  refuseStatus(
    "[Job#34] a completionTime before the startTime is rejected",
    { ...complete, startTime: "2025-06-01T14:00:00Z" },
    [`${ends}: completionTime cannot be set before startTime`],
  );
  refuseStatus("[Job#38] a finished Job without a startTime is rejected", { ...failed, startTime: undefined }, [
    "status.startTime: Required value: startTime is required for finished job",
  ]);
  refuseStatus(
    "[Job#55] a change of the completionTime is rejected",
    { completionTime: "2025-06-01T14:00:00Z" },
    ["status.completionTime: Invalid value: 2025-06-01 14:00:00 +0000 UTC: completionTime cannot be mutated"],
    { old: complete },
  );
  refuseStatus(
    "[Job#56] removing the startTime of a Job that is not suspended is rejected",
    { startTime: undefined },
    ["status.startTime: Required value: startTime cannot be removed for unsuspended job"],
    { old: started },
  );
});

describe("a Job that has ended", () => {
  refuseStatus("[Job#37] a finished Job with active Pods is rejected", { ...complete, active: 1 }, [
    "status.active: Invalid value: 1: active>0 is invalid for finished job",
  ]);
  refuseStatus(
    "[Job#39] a finished Job with uncounted Pods is rejected",
    { ...complete, uncountedTerminatedPods: { succeeded: ["a"] } },
    [
      /^status\.uncountedTerminatedPods: Invalid value: .*: uncountedTerminatedPods needs to be empty for finished job$/,
    ],
  );
  refuseStatus("[Job#45] a finished Job with terminating Pods is rejected", { ...complete, terminating: 1 }, [
    "status.terminating: Invalid value: 1: terminating>0 is invalid for finished job",
  ]);
});

describe("the indexes of a Job", () => {
  const perIndex = { job: indexedJob({ backoffLimitPerIndex: 1 }) };

  refuseStatus(
    "[Job#40] completedIndexes that are not a list of numbers are rejected",
    { completedIndexes: "one" },
    [
      'status.completedIndexes: Invalid value: "one": error parsing completedIndexes: cannot convert string to integer ' +
        'for index: "one"',
    ],
    { job: indexedJob() },
  );
  refuseStatus(
    "[Job#41] failedIndexes in descending order are rejected",
    { failedIndexes: "2,1" },
    [
      'status.failedIndexes: Invalid value: "2,1": error parsing failedIndexes: non-increasing order, previous: 2, ' +
        "current: 1",
    ],
    perIndex,
  );
  refuseStatus("[Job#42] completedIndexes of a Job without indexes are rejected", { completedIndexes: "0" }, [
    'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when non-indexed completion mode',
  ]);
  refuseStatus(
    "[Job#43] failedIndexes without backoffLimitPerIndex are rejected",
    { failedIndexes: "0" },
    ['status.failedIndexes: Invalid value: "0": cannot set non-null failedIndexes when backoffLimitPerIndex is null'],
    { job: indexedJob() },
  );
  refuseStatus(
    "[Job#44] an index that is both completed and failed is rejected",
    { completedIndexes: "0-1", failedIndexes: "1" },
    ['status.failedIndexes: Invalid value: "1": failedIndexes and completedIndexes overlap at index: 1'],
    perIndex,
  );
});

describe("a Job without the feature JobManagedBy", () => {
  const closed = new Refusals(ruleServer(["--feature-gates=JobManagedBy=false"]), collection, manifest);
  refuseStatus(
    "[Job#58] SuccessCriteriaMet is rejected if the Job is already Complete",
    trueConditions("Complete", "SuccessCriteriaMet"),
    conditions("cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions"),
    { old: trueConditions("Complete") },
    closed,
  );

  const flags = ["--feature-gates=JobManagedBy=false,JobPodReplacementPolicy=false"];
  const older = new Refusals(ruleServer(flags), collection, manifest);
  const noPolicy = "cannot set SuccessCriteriaMet=True for Job without SuccessPolicy";
  refuseStatus(
    "[Job#47] SuccessCriteriaMet of a Job without indexes is rejected",
    trueConditions("SuccessCriteriaMet"),
    conditions("cannot set SuccessCriteriaMet to NonIndexed Job", noPolicy),
    {},
    older,
  );
  refuseStatus(
    "[Job#50] SuccessCriteriaMet of an indexed Job without a successPolicy is rejected",
    trueConditions("SuccessCriteriaMet"),
    conditions(noPolicy),
    { job: indexedJob() },
    older,
  );
});
