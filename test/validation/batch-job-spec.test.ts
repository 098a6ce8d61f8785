import { describe } from "vitest";
import { notNegative, specWith } from "../support/controllers.ts";
import { jobs as collection, indexed, jobSpec } from "../support/jobs.ts";
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
    jobs.create(`[JobSpec#${id}] has no negative ${field}`, specWith({ [field]: -1 }), [
      `spec.${field}: Invalid value: -1: ${notNegative}`,
    ]);
    jobs.accepts(`may have a ${field} of 0`, specWith({ [field]: 0 }));
  }

  jobs.create("[JobSpec#9] is managed by somebody with a domain", specWith({ managedBy: "somebody" }), [
    'spec.managedBy: Invalid value: "somebody": must be a domain-prefixed path (such as "acme.io/foo")',
  ]);
  jobs.create("[JobSpec#10] is managed by a short name", specWith({ managedBy: `acme.io/${"a".repeat(56)}` }), [
    "spec.managedBy: Too long: may not be more than 63 bytes",
  ]);
  jobs.accepts(
    "may be managed by a name that is just short enough",
    specWith({ managedBy: `acme.io/${"a".repeat(55)}` }),
  );
  jobs.create("[JobSpec#11] has a completion mode that there is", specWith({ completionMode: "Sorted" }), [
    'spec.completionMode: Unsupported value: "Sorted": supported values: "NonIndexed", "Indexed"',
  ]);
  jobs.create("[JobSpec#19] counts no failures of an index without indexes", specWith({ backoffLimitPerIndex: 1 }), [
    "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
  ]);
  jobs.create(
    "[JobSpec#20] counts no failed indexes without indexes",
    specWith({ backoffLimitPerIndex: 1, maxFailedIndexes: 1 }),
    [
      "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
      "spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode",
    ],
  );
  jobs.create("[JobSpec#49] replaces Pods when there is a time for it", specWith({ podReplacementPolicy: "Never" }), [
    'spec.podReplacementPolicy: Unsupported value: "Never": supported values: "Failed", "TerminatingOrFailed"',
  ]);
});

describe("the spec of an indexed Job", () => {
  indexedJobs.create("[JobSpec#6] has no negative backoffLimitPerIndex", specWith({ backoffLimitPerIndex: -1 }), [
    `spec.backoffLimitPerIndex: Invalid value: -1: ${notNegative}`,
  ]);
  indexedJobs.create(
    "[JobSpec#7] has no negative maxFailedIndexes",
    specWith({ backoffLimitPerIndex: 1, maxFailedIndexes: -1 }),
    [`spec.maxFailedIndexes: Invalid value: -1: ${notNegative}`],
  );
  indexedJobs.create("[JobSpec#8] says when an index has failed", specWith({ maxFailedIndexes: 1 }), [
    "spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified",
  ]);
  indexedJobs.create("[JobSpec#12] has a number of completions", specWith({ completions: undefined }), [
    "spec.completions: Required value: when completion mode is Indexed",
  ]);
  indexedJobs.create("[JobSpec#13] runs no more than 100000 Pods at a time", specWith({ parallelism: 100_001 }), [
    "spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed",
  ]);
  indexedJobs.create(
    "[JobSpec#14] lets no more indexes fail than there are",
    specWith({ backoffLimitPerIndex: 1, maxFailedIndexes: 4 }),
    ["spec.maxFailedIndexes: Invalid value: 4: must be less than or equal to completions"],
  );
  indexedJobs.accepts("may let all indexes fail", specWith({ backoffLimitPerIndex: 1, maxFailedIndexes: 3 }));
  indexedJobs.create(
    "[JobSpec#15] [JobSpec#18] lets no more than 100000 indexes fail",
    specWith({ completions: 200_000, backoffLimitPerIndex: 1, maxFailedIndexes: 100_001 }),
    [
      "spec.maxFailedIndexes: Invalid value: 100001: must be less than or equal to 100000",
      `spec.maxFailedIndexes: Invalid value: 100001: ${manyBound}`,
    ],
  );
  indexedJobs.create("[JobSpec#16] says how many of many indexes may fail", specWith(many), [
    "spec.maxFailedIndexes: Required value: must be specified when completions is above 100000",
  ]);
  indexedJobs.create(
    "[JobSpec#17] runs fewer Pods at a time where there are many indexes",
    specWith({ ...many, maxFailedIndexes: 1, parallelism: 10_001 }),
    [`spec.parallelism: Invalid value: 10001: ${manyBound}`],
  );
  indexedJobs.create("lets fewer of many indexes fail", specWith({ ...many, maxFailedIndexes: 10_001 }), [
    `spec.maxFailedIndexes: Invalid value: 10001: ${manyBound}`,
  ]);
  indexedJobs.accepts("may use all that", specWith({ ...many, maxFailedIndexes: 10_000, parallelism: 10_000 }));
});

describe("the success policy of a Job", () => {
  const path = "spec.successPolicy.rules";
  const succeeding = (...rules: readonly object[]) => specWith({ successPolicy: { rules } });

  jobs.create("[JobSpec#39] needs indexes", succeeding({ succeededCount: 1 }), [
    /^spec\.successPolicy: Invalid value: .*: requires indexed completion mode$/,
  ]);
  indexedJobs.create("[JobSpec#40] has a rule", succeeding(), [
    `${path}: Required value: at least one rules must be specified when the successPolicy is specified`,
  ]);
  const rules = Array.from({ length: 21 }, () => ({ succeededCount: 1 }));
  indexedJobs.create("[JobSpec#41] has no more than 20 rules", succeeding(...rules), [
    `${path}: Too many: 21: must have at most 20 items`,
  ]);
  indexedJobs.accepts("may have 20 rules", succeeding(...rules.slice(1)));
  indexedJobs.create("[JobSpec#42] has rules that say something", succeeding({}), [
    `${path}[0]: Required value: at least one of succeededCount or succeededIndexes must be specified`,
  ]);
  // Numbers of five digits and their commas: 6 bytes each.
  const list = Array.from({ length: 10_923 }, (_, index) => 10_000 + index).join(",");
  indexedJobs.create(
    "[JobSpec#43] names its indexes in 65536 bytes",
    indexed({ completions: 100_000, successPolicy: { rules: [{ succeededIndexes: list, succeededCount: 10_923 }] } }),
    [`${path}[0].succeededIndexes: Too long: may not be more than 65536 bytes`],
  );
  indexedJobs.accepts(
    "may use nearly all of them",
    indexed({ completions: 100_000, successPolicy: { rules: [{ succeededIndexes: list.slice(6) }] } }),
  );
  indexedJobs.create("[JobSpec#44] names indexes that there are", succeeding({ succeededIndexes: "0,3" }), [
    `${path}[0].succeededIndexes: Invalid value: "0,3": error parsing succeededIndexes: too large index: "3"`,
  ]);
  indexedJobs.create("[JobSpec#45] asks for no negative number", succeeding({ succeededCount: -1 }), [
    `${path}[0].succeededCount: Invalid value: -1: ${notNegative}`,
  ]);
  indexedJobs.create("[JobSpec#46] asks for no more than there are", succeeding({ succeededCount: 4 }), [
    `${path}[0].succeededCount: Invalid value: 4: must be less than or equal to 3 (the number of specified completions)`,
  ]);
  indexedJobs.create(
    "[JobSpec#47] asks for no more than it names",
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

  jobs.create("[JobSpec#50] makes Pods that end", restarting("Always"), [
    `${path}: Required value: valid values: "OnFailure", "Never"`,
  ]);
  jobs.create("[JobSpec#51] makes Pods with a policy that there is", restarting("Sometimes"), [
    `${path}: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"`,
    `${path}: Unsupported value: "Sometimes": supported values: "OnFailure", "Never"`,
  ]);
  const rules = [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }];
  jobs.create("[JobSpec#52] makes Pods that fail once", restarting("OnFailure", { podFailurePolicy: { rules } }), [
    `${path}: Invalid value: "OnFailure": only "Never" is supported when podFailurePolicy is specified`,
  ]);
});
