import { describe, expect, test } from "vitest";
import { type Job, job } from "../../api/index.ts";
import { KindWrites, uid } from "../testing/kind-writes.ts";
import { fieldValueOf } from "../testing/rows.ts";
import { jobHooks } from "./job.ts";

const writes = new KindWrites(job);
const podSpec = { restartPolicy: "Never", containers: [{ name: "app", image: "app:1" }] };
const template = { spec: podSpec };

function stored(spec: object = {}): Job {
  return writes.stored({ metadata: { name: "sum", namespace: "shop" }, spec: { template, ...spec } });
}

function errorsOf(spec: object): readonly string[] {
  return writes.create({ metadata: { name: "sum", namespace: "shop" }, spec: { template, ...spec } }).errors;
}

describe("defaults of a Job", () => {
  const decoded = (spec: object) => writes.decode({ spec: { template, ...spec } }).spec;

  test.each<[object, object]>([
    [{}, { parallelism: 1, completions: 1 }],
    [{ completions: 3 }, { parallelism: 1, completions: 3 }],
    [{}, { backoffLimit: 6, completionMode: "NonIndexed", suspend: false, manualSelector: false }],
    [{ completionMode: "Indexed", backoffLimitPerIndex: 2 }, { backoffLimit: 2_147_483_647 }],
    [{}, { podReplacementPolicy: "TerminatingOrFailed" }],
    [{ podFailurePolicy: { rules: [] } }, { podReplacementPolicy: "Failed" }],
  ])("a Job with %j gets %j", (spec, expected) => {
    expect(decoded(spec)).toMatchObject(expected);
  });

  test("completions have no default if only parallelism is set", () => {
    expect(decoded({ parallelism: 3 })).not.toHaveProperty("completions");
  });

  test("the status of onPodConditions defaults to True", () => {
    const rules = [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }];
    expect(decoded({ podFailurePolicy: { rules } })?.podFailurePolicy?.rules[0]?.onPodConditions).toEqual([
      { type: "DisruptionTarget", status: "True" },
    ]);
  });

  test("a Job without labels gets those of its Pod template", () => {
    const labelled = { metadata: { labels: { a: "b" } }, spec: podSpec };
    const labelsOf = (metadata: object) => writes.decode({ metadata, spec: { template: labelled } }).metadata.labels;
    expect(labelsOf({})).toEqual({ a: "b" });
    expect(labelsOf({ labels: { c: "d" } })).toEqual({ c: "d" });
  });
});

describe("the selector", () => {
  test.each([
    ["kubernetes", "batch.kubernetes.io"],
    ["orch", "batch.orch.io"],
  ] as const)(
    "the server creates the selector of a Job, in the vocabulary %s with labels below %s",
    (vocabulary, domain) => {
      const { object, errors } = new KindWrites(job, vocabulary).create({
        metadata: { name: "sum", namespace: "shop" },
        spec: { template },
      });
      expect(errors).toEqual([]);
      expect(object.spec?.selector).toEqual({ matchLabels: { [`${domain}/controller-uid`]: uid } });
      expect(object.spec?.template.metadata?.labels).toEqual({
        [`${domain}/controller-uid`]: uid,
        [`${domain}/job-name`]: "sum",
        "controller-uid": uid,
        "job-name": "sum",
      });
      // A Job without labels gets those of its Pods when it is stored, after its validation.
      expect(object.metadata.labels).toBeUndefined();
      expect(jobHooks.fillStored?.(object)).toBe(true);
      expect(object.metadata.labels).toEqual(object.spec?.template.metadata?.labels);
      expect(jobHooks.fillStored?.(object)).toBe(false);
    },
  );

  test("a job-name label that differs from the name of the Job is rejected", () => {
    const labelled = { metadata: { labels: { "job-name": "other" } }, spec: podSpec };
    const labels =
      `map[string]string{"batch.kubernetes.io/controller-uid":"${uid}", "batch.kubernetes.io/job-name":"sum", ` +
      `"controller-uid":"${uid}", "job-name":"other"}`;
    expect(errorsOf({ template: labelled })).toEqual([
      `spec.template.metadata.labels[job-name]: Invalid value: ${labels}: must be 'sum'`,
    ]);
  });

  test("a manual selector is kept, and rejected if it is missing or does not match the template", () => {
    const labelled = { metadata: { labels: { a: "b" } }, spec: podSpec };
    const selector = { matchLabels: { a: "b" } };
    expect(errorsOf({ manualSelector: true, selector, template: labelled })).toEqual([]);
    expect(errorsOf({ manualSelector: true, selector: { matchLabels: { a: "c" } }, template: labelled })).toEqual([
      'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template ' +
        "`labels`",
    ]);
    expect(errorsOf({ manualSelector: true, template: labelled })).toContain("spec.selector: Required value");
  });
});

describe("a Job is refused", () => {
  test.each<[string, object, string[]]>([
    [
      "with Pods that always restart",
      { template: { spec: { containers: podSpec.containers } } },
      ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ],
    [
      "with a negative parallelism",
      { parallelism: -1 },
      ["spec.parallelism: Invalid value: -1: must be greater than or equal to 0"],
    ],
    [
      "without completions in completionMode Indexed",
      { completionMode: "Indexed", parallelism: 2 },
      ["spec.completions: Required value: when completion mode is Indexed"],
    ],
    [
      "with limits per index and without indexes",
      { backoffLimitPerIndex: 1, maxFailedIndexes: 1 },
      [
        "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
        "spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode",
      ],
    ],
    [
      "with limits per index in an unknown mode, which alone is reported",
      { backoffLimitPerIndex: 1, maxFailedIndexes: 1, completionMode: "x" },
      ['spec.completionMode: Unsupported value: "x": supported values: "NonIndexed", "Indexed"'],
    ],
    [
      "with more failed indexes than there are",
      { completionMode: "Indexed", completions: 2, backoffLimitPerIndex: 1, maxFailedIndexes: 3 },
      ["spec.maxFailedIndexes: Invalid value: 3: must be less than or equal to completions"],
    ],
    [
      "with a managedBy without a domain",
      { managedBy: "me" },
      ['spec.managedBy: Invalid value: "me": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      "with a successPolicy and without indexes",
      { successPolicy: { rules: [{ succeededCount: 1 }] } },
      [
        'spec.successPolicy: Invalid value: map[string]interface {}{"rules":[]interface {}{map[string]interface ' +
          '{}{"succeededCount":1}}}: requires indexed completion mode',
      ],
    ],
    [
      "with mounts of unknown volumes",
      {
        template: {
          spec: {
            restartPolicy: "Never",
            containers: [{ ...podSpec.containers[0], volumeMounts: [{ name: "data", mountPath: "/data" }] }],
          },
        },
      },
      ['spec.template.spec.containers[0].volumeMounts[0].name: Not found: "data"'],
    ],
  ])("a Job is rejected %s", (_, spec, errors) => {
    expect(errorsOf(spec)).toEqual(errors);
  });

  test.each<[object, string[]]>([
    [
      { completions: 200_000, backoffLimitPerIndex: 1, parallelism: 10_001 },
      [
        "spec.maxFailedIndexes: Required value: must be specified when completions is above 100000",
        "spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions are above 100000 and " +
          "used with backoff limit per index",
      ],
    ],
    [
      { completions: 200_000, parallelism: 100_001 },
      ["spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed"],
    ],
  ])("an indexed Job with too many indexes is rejected: %j", (spec, errors) => {
    expect(errorsOf({ completionMode: "Indexed", ...spec })).toEqual(errors);
  });

  test("an indexed Job whose name leaves no room for the index in hostnames is rejected", () => {
    const name = `a${"b".repeat(61)}`;
    const { errors } = writes.create({
      metadata: { name, namespace: "shop" },
      spec: { completionMode: "Indexed", completions: 3, template },
    });
    expect(errors).toEqual([
      `metadata.name: Invalid value: "${name}": will not able to create pod with invalid DNS label: ${name}-2`,
    ]);
  });
});

describe("a failure policy", () => {
  const errorsWith = (rule: object) =>
    errorsOf({ podFailurePolicy: { rules: [rule] } }).map((error) =>
      error.replace("spec.podFailurePolicy.rules[0]", ""),
    );

  test.each<[string, object, string[]]>([
    ["with exit codes is accepted", { action: "FailJob", onExitCodes: { operator: "In", values: [1, 42] } }, []],
    [
      "without a requirement is rejected",
      { action: "Ignore" },
      [": Invalid value: specifying one of OnExitCodes and OnPodConditions is required"],
    ],
    [
      "with exit codes and conditions is rejected",
      {
        action: "Ignore",
        onExitCodes: { operator: "In", values: [1] },
        onPodConditions: [{ type: "A", status: "True" }],
      },
      [": Invalid value: specifying both OnExitCodes and OnPodConditions is not supported"],
    ],
    [
      "with FailIndex and without backoffLimitPerIndex is rejected",
      { action: "FailIndex", onExitCodes: { operator: "In", values: [1] } },
      ['.action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set'],
    ],
    [
      "with unordered and repeated exit codes is rejected",
      { action: "FailJob", onExitCodes: { operator: "In", values: [2, 1, 1, 0] } },
      [
        ".onExitCodes.values[2]: Duplicate value: 1",
        ".onExitCodes.values[3]: Invalid value: 0: must not be 0 for the In operator",
        ".onExitCodes.values: Invalid value: []int32{2, 1, 1, 0}: must be ordered",
      ],
    ],
    [
      "with exit codes of an unknown container is rejected",
      { action: "FailJob", onExitCodes: { containerName: "log", operator: "In", values: [1] } },
      [
        '.onExitCodes.containerName: Invalid value: "log": must be one of the container or initContainer names in the ' +
          "pod template",
      ],
    ],
  ])("a podFailurePolicy rule %s", (_, rule, errors) => {
    expect(errorsWith(rule)).toEqual(errors);
  });

  test("a podFailurePolicy is rejected if Pods are restarted", () => {
    const restarted = { spec: { ...podSpec, restartPolicy: "OnFailure" } };
    expect(errorsOf({ template: restarted, podFailurePolicy: { rules: [] } })).toEqual([
      'spec.template.spec.restartPolicy: Invalid value: "OnFailure": only "Never" is supported when podFailurePolicy is ' +
        "specified",
    ]);
  });
});

describe("a success policy", () => {
  const errorsWith = (rule: object) =>
    errorsOf({ completionMode: "Indexed", completions: 5, successPolicy: { rules: [rule] } }).map((error) =>
      error.replace("spec.successPolicy.rules[0]", ""),
    );

  test.each<[string, object, string[]]>([
    ["with indexes is accepted", { succeededIndexes: "0-2,4", succeededCount: 3 }, []],
    [
      "without indexes and count is rejected",
      {},
      [": Required value: at least one of succeededCount or succeededIndexes must be specified"],
    ],
    [
      "with a count above the number of its indexes is rejected",
      { succeededIndexes: "0-1", succeededCount: 3 },
      [
        ".succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the specified " +
          "succeededIndexes field)",
      ],
    ],
    [
      "with indexes above the completions is rejected",
      { succeededIndexes: "4-5" },
      ['.succeededIndexes: Invalid value: "4-5": error parsing succeededIndexes: too large index: "5"'],
    ],
  ])("a successPolicy rule %s", (_, rule, errors) => {
    expect(errorsWith(rule)).toEqual(errors);
  });
});

describe("an update", () => {
  type Change = (spec: NonNullable<Job["spec"]>) => void;

  function errorsAfter(old: Job, change: Change): readonly string[] {
    return writes.update(old, ({ spec }) => {
      if (spec) change(spec);
    }).errors;
  }

  test("an update may suspend a Job and change its limits", () => {
    const change: Change = (spec) => {
      Object.assign(spec, { suspend: true, parallelism: 4, backoffLimit: 9, ttlSecondsAfterFinished: 5 });
    };
    expect(errorsAfter(stored(), change)).toEqual([]);
  });

  test.each<[string, Change, string]>([
    [
      "completions",
      (spec) => Object.assign(spec, { completions: 2 }),
      "spec.completions: Invalid value: 2: field is immutable",
    ],
    [
      "completionMode",
      (spec) => Object.assign(spec, { completionMode: "Indexed" }),
      'spec.completionMode: Invalid value: "Indexed": field is immutable',
    ],
    [
      "managedBy",
      (spec) => Object.assign(spec, { managedBy: "example.com/me" }),
      'spec.managedBy: Invalid value: "example.com/me": field is immutable',
    ],
  ])("an update that changes %s of a Job is rejected", (_, change, error) => {
    expect(errorsAfter(stored(), change)).toEqual([error]);
  });

  test("an update may decrease the completions of an indexed Job together with its parallelism", () => {
    const old = stored({ completionMode: "Indexed", completions: 5, parallelism: 5 });
    expect(errorsAfter(old, (spec) => Object.assign(spec, { completions: 3, parallelism: 3 }))).toEqual([]);
    expect(errorsAfter(old, (spec) => Object.assign(spec, { completions: 3 }))).toEqual([
      "spec.completions: Invalid value: 3: can only be modified in tandem with spec.parallelism",
    ]);
  });

  describe("an update of the template of a Job", () => {
    const place: Change = ({ template: { metadata, spec } }) => {
      Object.assign(metadata?.labels ?? {}, { queue: "a" });
      Object.assign(spec ?? {}, {
        nodeSelector: { disk: "ssd" },
        tolerations: [{ operator: "Exists" }],
        affinity: { nodeAffinity: {} },
      });
    };

    test("an update may change the scheduling of a suspended Job that has not started", () => {
      expect(errorsAfter(stored({ suspend: true }), place)).toEqual([]);
    });

    test("an update of the scheduling is rejected if the Job is not suspended or has started", () => {
      const started = { ...stored({ suspend: true }), status: { startTime: "2025-06-01T11:00:00Z" } };
      for (const old of [stored(), started]) {
        expect(errorsAfter(old, place)).toEqual([
          expect.stringMatching(/^spec\.template: Invalid value: .*: field is immutable$/),
        ]);
      }
    });

    test("an update that changes the containers of a Job is rejected", () => {
      const change: Change = ({ template: { spec } }) => {
        if (spec) spec.containers = [{ ...podSpec.containers[0], name: "app", image: "app:2" }];
      };
      expect(errorsAfter(stored({ suspend: true }), change)).toEqual([
        expect.stringMatching(/^spec\.template: Invalid value: .*: field is immutable$/),
      ]);
    });
  });
});

test("the field status.successful of a Job without a status is 0", () => {
  const successful = (found: Job): string => fieldValueOf(job, "status.successful", found);
  expect(successful(stored())).toBe("0");
  expect(successful({ ...stored(), status: { succeeded: 3 } })).toBe("3");
});

describe("advice", () => {
  test("a new Job gets warnings about its name and its template", () => {
    const { warnings } = writes.create({
      metadata: { name: "sum.1", namespace: "shop" },
      spec: { template: { spec: { ...podSpec, nodeSelector: { "beta.kubernetes.io/os": "linux" } } } },
    });
    expect(warnings).toEqual([
      "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is " +
        "recommended: [must not contain dots]",
      'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
    ]);
  });

  test("an indexed Job with very many indexes gets a warning", () => {
    const spec = { completionMode: "Indexed", completions: 100_001, parallelism: 10_001, template };
    expect(new KindWrites(job, "orch").create({ spec }).warnings).toEqual([
      "spec: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Orch might " +
        "not be able to track completedIndexes when a big number of indexes fail",
    ]);
  });
});
