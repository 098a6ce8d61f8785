import { describe } from "vitest";
import { notNegative, specWith } from "../support/controllers.ts";
import { jobs as collection, indexedJob, jobSpec } from "../support/jobs.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const jobs = new Refusals(server, collection, { spec: jobSpec });
const indexedJobs = new Refusals(server, collection, {
  spec: { completionMode: "Indexed", completions: 3, parallelism: 1, ...jobSpec },
});

const many = { completions: 100_001, backoffLimitPerIndex: 1 };
const manyBound =
  "must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index";

describe("the spec of a Job", () => {
  const bounds: readonly [id: number, field: string][] = [
    [1, "parallelism"],
    [2, "completions"],
    [3, "activeDeadlineSeconds"],
    [4, "backoffLimit"],
    [5, "ttlSecondsAfterFinished"],
  ];
  for (const [id, field] of bounds) {
    jobs.create(`[JobSpec#${id}] a Job with a negative ${field} is rejected`, specWith({ [field]: -1 }), [
      `spec.${field}: Invalid value: -1: ${notNegative}`,
    ]);
    jobs.accepts(`a Job with a ${field} of 0 is accepted`, specWith({ [field]: 0 }));
  }

  jobs.create("[JobSpec#9] a Job whose managedBy has no domain is rejected", specWith({ managedBy: "somebody" }), [
    'spec.managedBy: Invalid value: "somebody": must be a domain-prefixed path (such as "acme.io/foo")',
  ]);
  jobs.create(
    "[JobSpec#10] a Job with a managedBy of more than 63 bytes is rejected",
    specWith({ managedBy: `acme.io/${"a".repeat(56)}` }),
    ["spec.managedBy: Too long: may not be more than 63 bytes"],
  );
  jobs.accepts("a Job with a managedBy of 63 bytes is accepted", specWith({ managedBy: `acme.io/${"a".repeat(55)}` }));
  jobs.create("[JobSpec#11] a Job with an unknown completionMode is rejected", specWith({ completionMode: "Sorted" }), [
    'spec.completionMode: Unsupported value: "Sorted": supported values: "NonIndexed", "Indexed"',
  ]);
  jobs.create(
    "[JobSpec#19] a Job with backoffLimitPerIndex and without indexes is rejected",
    specWith({ backoffLimitPerIndex: 1 }),
    ["spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode"],
  );
  jobs.create(
    "[JobSpec#20] a Job with maxFailedIndexes and without indexes is rejected",
    specWith({ backoffLimitPerIndex: 1, maxFailedIndexes: 1 }),
    [
      "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
      "spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode",
    ],
  );
  jobs.create(
    "[JobSpec#49] a Job with an unknown podReplacementPolicy is rejected",
    specWith({ podReplacementPolicy: "Never" }),
    ['spec.podReplacementPolicy: Unsupported value: "Never": supported values: "Failed", "TerminatingOrFailed"'],
  );
});

describe("the spec of an indexed Job", () => {
  indexedJobs.create(
    "[JobSpec#6] an indexed Job with a negative backoffLimitPerIndex is rejected",
    specWith({ backoffLimitPerIndex: -1 }),
    [`spec.backoffLimitPerIndex: Invalid value: -1: ${notNegative}`],
  );
  indexedJobs.create(
    "[JobSpec#7] an indexed Job with negative maxFailedIndexes is rejected",
    specWith({ backoffLimitPerIndex: 1, maxFailedIndexes: -1 }),
    [`spec.maxFailedIndexes: Invalid value: -1: ${notNegative}`],
  );
  indexedJobs.create(
    "[JobSpec#8] an indexed Job with maxFailedIndexes and without backoffLimitPerIndex is rejected",
    specWith({ maxFailedIndexes: 1 }),
    ["spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified"],
  );
  indexedJobs.create(
    "[JobSpec#12] an indexed Job without completions is rejected",
    specWith({ completions: undefined }),
    ["spec.completions: Required value: when completion mode is Indexed"],
  );
  indexedJobs.create(
    "[JobSpec#13] an indexed Job with a parallelism of 100001 is rejected",
    specWith({ parallelism: 100_001 }),
    ["spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed"],
  );
  indexedJobs.create(
    "[JobSpec#14] an indexed Job with more maxFailedIndexes than completions is rejected",
    specWith({ backoffLimitPerIndex: 1, maxFailedIndexes: 4 }),
    ["spec.maxFailedIndexes: Invalid value: 4: must be less than or equal to completions"],
  );
  indexedJobs.accepts(
    "an indexed Job with as many maxFailedIndexes as completions is accepted",
    specWith({ backoffLimitPerIndex: 1, maxFailedIndexes: 3 }),
  );
  indexedJobs.create(
    "[JobSpec#15] [JobSpec#18] an indexed Job with 100001 maxFailedIndexes is rejected",
    specWith({ completions: 200_000, backoffLimitPerIndex: 1, maxFailedIndexes: 100_001 }),
    [
      "spec.maxFailedIndexes: Invalid value: 100001: must be less than or equal to 100000",
      `spec.maxFailedIndexes: Invalid value: 100001: ${manyBound}`,
    ],
  );
  indexedJobs.create(
    "[JobSpec#16] an indexed Job with more than 100000 completions and without maxFailedIndexes is rejected",
    specWith(many),
    ["spec.maxFailedIndexes: Required value: must be specified when completions is above 100000"],
  );
  indexedJobs.create(
    "[JobSpec#17] an indexed Job with more than 100000 completions and a parallelism of 10001 is rejected",
    specWith({ ...many, maxFailedIndexes: 1, parallelism: 10_001 }),
    [`spec.parallelism: Invalid value: 10001: ${manyBound}`],
  );
  indexedJobs.create(
    "an indexed Job with more than 100000 completions and 10001 maxFailedIndexes is rejected",
    specWith({ ...many, maxFailedIndexes: 10_001 }),
    [`spec.maxFailedIndexes: Invalid value: 10001: ${manyBound}`],
  );
  indexedJobs.accepts(
    "an indexed Job with more than 100000 completions and limits of 10000 is accepted",
    specWith({ ...many, maxFailedIndexes: 10_000, parallelism: 10_000 }),
  );
});

describe("the success policy of a Job", () => {
  const path = "spec.successPolicy.rules";
  const succeeding = (...rules: readonly object[]) => specWith({ successPolicy: { rules } });

  jobs.create(
    "[JobSpec#39] a Job with a successPolicy and without indexes is rejected",
    succeeding({ succeededCount: 1 }),
    [/^spec\.successPolicy: Invalid value: .*: requires indexed completion mode$/],
  );
  indexedJobs.create("[JobSpec#40] a successPolicy without rules is rejected", succeeding(), [
    `${path}: Required value: at least one rules must be specified when the successPolicy is specified`,
  ]);
  const rules = Array.from({ length: 21 }, () => ({ succeededCount: 1 }));
  indexedJobs.create("[JobSpec#41] a successPolicy with 21 rules is rejected", succeeding(...rules), [
    `${path}: Too many: 21: must have at most 20 items`,
  ]);
  indexedJobs.accepts("a successPolicy with 20 rules is accepted", succeeding(...rules.slice(1)));
  indexedJobs.create("[JobSpec#42] a rule without succeededCount and succeededIndexes is rejected", succeeding({}), [
    `${path}[0]: Required value: at least one of succeededCount or succeededIndexes must be specified`,
  ]);
  // Each number takes 6 bytes: five digits and a comma.
  const list = Array.from({ length: 10_923 }, (_, index) => 10_000 + index).join(",");
  indexedJobs.create(
    "[JobSpec#43] succeededIndexes of more than 65536 bytes are rejected",
    indexedJob({
      completions: 100_000,
      successPolicy: { rules: [{ succeededIndexes: list, succeededCount: 10_923 }] },
    }),
    [`${path}[0].succeededIndexes: Too long: may not be more than 65536 bytes`],
  );
  indexedJobs.accepts(
    "succeededIndexes of less than 65536 bytes are accepted",
    indexedJob({ completions: 100_000, successPolicy: { rules: [{ succeededIndexes: list.slice(6) }] } }),
  );
  indexedJobs.create(
    "[JobSpec#44] succeededIndexes above the completions are rejected",
    succeeding({ succeededIndexes: "0,3" }),
    [`${path}[0].succeededIndexes: Invalid value: "0,3": error parsing succeededIndexes: too large index: "3"`],
  );
  indexedJobs.create("[JobSpec#45] a negative succeededCount is rejected", succeeding({ succeededCount: -1 }), [
    `${path}[0].succeededCount: Invalid value: -1: ${notNegative}`,
  ]);
  indexedJobs.create(
    "[JobSpec#46] a succeededCount above the completions is rejected",
    succeeding({ succeededCount: 4 }),
    [
      `${path}[0].succeededCount: Invalid value: 4: must be less than or equal to 3 (the number of specified completions)`,
    ],
  );
  indexedJobs.create(
    "[JobSpec#47] a succeededCount above the number of succeededIndexes is rejected",
    succeeding({ succeededIndexes: "0-1", succeededCount: 3 }),
    [
      `${path}[0].succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the ` +
        "specified succeededIndexes field)",
    ],
  );
});

describe("the template of a Job", () => {
  const path = "spec.template.spec.restartPolicy";
  const restarting = (restartPolicy: string, change: object = {}) =>
    specWith({ template: { spec: { ...jobSpec.template.spec, restartPolicy } }, ...change });

  jobs.create("[JobSpec#50] a Job whose template has the restartPolicy Always is rejected", restarting("Always"), [
    `${path}: Required value: valid values: "OnFailure", "Never"`,
  ]);
  jobs.create("[JobSpec#51] a Job whose template has an unknown restartPolicy is rejected", restarting("Sometimes"), [
    `${path}: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"`,
    `${path}: Unsupported value: "Sometimes": supported values: "OnFailure", "Never"`,
  ]);
  const rules = [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }];
  jobs.create(
    "[JobSpec#52] a Job with a podFailurePolicy and the restartPolicy OnFailure is rejected",
    restarting("OnFailure", { podFailurePolicy: { rules } }),
    [`${path}: Invalid value: "OnFailure": only "Never" is supported when podFailurePolicy is specified`],
  );
});
