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

describe("defaults", () => {
  const decoded = (spec: object) => writes.decode({ spec: { template, ...spec } }).spec;

  test.each<[object, object]>([
    [{}, { parallelism: 1, completions: 1 }],
    [{ completions: 3 }, { parallelism: 1, completions: 3 }],
    [{}, { backoffLimit: 6, completionMode: "NonIndexed", suspend: false, manualSelector: false }],
    [{ completionMode: "Indexed", backoffLimitPerIndex: 2 }, { backoffLimit: 2_147_483_647 }],
    [{}, { podReplacementPolicy: "TerminatingOrFailed" }],
    [{ podFailurePolicy: { rules: [] } }, { podReplacementPolicy: "Failed" }],
  ])("a Job with %j has %j", (spec, expected) => {
    expect(decoded(spec)).toMatchObject(expected);
  });

  test("one success is enough for a Job that only says how many Pods run at a time", () => {
    expect(decoded({ parallelism: 3 })).not.toHaveProperty("completions");
  });

  test("conditions that failures are judged by are True ones", () => {
    const rules = [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }];
    expect(decoded({ podFailurePolicy: { rules } })?.podFailurePolicy?.rules[0]?.onPodConditions).toEqual([
      { type: "DisruptionTarget", status: "True" },
    ]);
  });

  test("a Job has the labels of its Pods, unless it has some", () => {
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
  ] as const)("is made by the server, in the vocabulary %s with labels below %s", (vocabulary, domain) => {
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
  });

  test("cannot be another", () => {
    const labelled = { metadata: { labels: { "job-name": "other" } }, spec: podSpec };
    const labels =
      `map[string]string{"batch.kubernetes.io/controller-uid":"${uid}", "batch.kubernetes.io/job-name":"sum", ` +
      `"controller-uid":"${uid}", "job-name":"other"}`;
    expect(errorsOf({ template: labelled })).toEqual([
      `spec.template.metadata.labels[job-name]: Invalid value: ${labels}: must be 'sum'`,
    ]);
  });

  test("written by hand is left alone, but must be there and match", () => {
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
      "with Pods that never end",
      { template: { spec: { containers: podSpec.containers } } },
      ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ],
    [
      "with fewer than no Pods",
      { parallelism: -1 },
      ["spec.parallelism: Invalid value: -1: must be greater than or equal to 0"],
    ],
    [
      "without completions, where each has an index",
      { completionMode: "Indexed", parallelism: 2 },
      ["spec.completions: Required value: when completion mode is Indexed"],
    ],
    [
      "with limits per index, where there are none",
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
      "with a manager that has no domain",
      { managedBy: "me" },
      ['spec.managedBy: Invalid value: "me": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      "with a success policy, where there are no indexes",
      { successPolicy: { rules: [{ succeededCount: 1 }] } },
      [
        'spec.successPolicy: Invalid value: map[string]interface {}{"rules":[]interface {}{map[string]interface ' +
          '{}{"succeededCount":1}}}: requires indexed completion mode',
      ],
    ],
    [
      "with mounts of volumes that are not there",
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
  ])("%s", (_, spec, errors) => {
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
  ])("with more indexes than can be kept: %j", (spec, errors) => {
    expect(errorsOf({ completionMode: "Indexed", ...spec })).toEqual(errors);
  });

  test("with a name that its Pods cannot have as host name", () => {
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
    ["by exit codes", { action: "FailJob", onExitCodes: { operator: "In", values: [1, 42] } }, []],
    [
      "by nothing",
      { action: "Ignore" },
      [": Invalid value: specifying one of OnExitCodes and OnPodConditions is required"],
    ],
    [
      "by both",
      {
        action: "Ignore",
        onExitCodes: { operator: "In", values: [1] },
        onPodConditions: [{ type: "A", status: "True" }],
      },
      [": Invalid value: specifying both OnExitCodes and OnPodConditions is not supported"],
    ],
    [
      "for indexes that have no limit",
      { action: "FailIndex", onExitCodes: { operator: "In", values: [1] } },
      ['.action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set'],
    ],
    [
      "by codes out of order",
      { action: "FailJob", onExitCodes: { operator: "In", values: [2, 1, 1, 0] } },
      [
        ".onExitCodes.values[2]: Duplicate value: 1",
        ".onExitCodes.values[3]: Invalid value: 0: must not be 0 for the In operator",
        ".onExitCodes.values: Invalid value: []int32{2, 1, 1, 0}: must be ordered",
      ],
    ],
    [
      "by codes of a container that is not there",
      { action: "FailJob", onExitCodes: { containerName: "log", operator: "In", values: [1] } },
      [
        '.onExitCodes.containerName: Invalid value: "log": must be one of the container or initContainer names in the ' +
          "pod template",
      ],
    ],
  ])("%s", (_, rule, errors) => {
    expect(errorsWith(rule)).toEqual(errors);
  });

  test("needs Pods that are not restarted", () => {
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
    ["by indexes", { succeededIndexes: "0-2,4", succeededCount: 3 }, []],
    ["by nothing", {}, [": Required value: at least one of succeededCount or succeededIndexes must be specified"]],
    [
      "by more indexes than it names",
      { succeededIndexes: "0-1", succeededCount: 3 },
      [
        ".succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the specified " +
          "succeededIndexes field)",
      ],
    ],
    [
      "by indexes that do not exist",
      { succeededIndexes: "4-5" },
      ['.succeededIndexes: Invalid value: "4-5": error parsing succeededIndexes: too large index: "5"'],
    ],
  ])("%s", (_, rule, errors) => {
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

  test("may pause a Job and change its limits", () => {
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
      "the mode",
      (spec) => Object.assign(spec, { completionMode: "Indexed" }),
      'spec.completionMode: Invalid value: "Indexed": field is immutable',
    ],
    [
      "the manager",
      (spec) => Object.assign(spec, { managedBy: "example.com/me" }),
      'spec.managedBy: Invalid value: "example.com/me": field is immutable',
    ],
  ])("cannot change %s", (_, change, error) => {
    expect(errorsAfter(stored(), change)).toEqual([error]);
  });

  test("may make a Job of indexes smaller, which then all run at once", () => {
    const old = stored({ completionMode: "Indexed", completions: 5, parallelism: 5 });
    expect(errorsAfter(old, (spec) => Object.assign(spec, { completions: 3, parallelism: 3 }))).toEqual([]);
    expect(errorsAfter(old, (spec) => Object.assign(spec, { completions: 3 }))).toEqual([
      "spec.completions: Invalid value: 3: can only be modified in tandem with spec.parallelism",
    ]);
  });

  describe("of the template", () => {
    const place: Change = ({ template: { metadata, spec } }) => {
      Object.assign(metadata?.labels ?? {}, { queue: "a" });
      Object.assign(spec ?? {}, {
        nodeSelector: { disk: "ssd" },
        tolerations: [{ operator: "Exists" }],
        affinity: { nodeAffinity: {} },
      });
    };

    test("may place Pods of a Job that has not started", () => {
      expect(errorsAfter(stored({ suspend: true }), place)).toEqual([]);
    });

    test("may do so only then", () => {
      const started = { ...stored({ suspend: true }), status: { startTime: "2025-06-01T11:00:00Z" } };
      for (const old of [stored(), started]) {
        expect(errorsAfter(old, place)).toEqual([
          expect.stringMatching(/^spec\.template: Invalid value: .*: field is immutable$/),
        ]);
      }
    });

    test("cannot change what runs", () => {
      const change: Change = ({ template: { spec } }) => {
        if (spec) spec.containers = [{ ...podSpec.containers[0], name: "app", image: "app:2" }];
      };
      expect(errorsAfter(stored({ suspend: true }), change)).toEqual([
        expect.stringMatching(/^spec\.template: Invalid value: .*: field is immutable$/),
      ]);
    });
  });
});

test("a selector finds Jobs by their successes, none included", () => {
  const successful = (found: Job): string => fieldValueOf(job, "status.successful", found);
  expect(successful(stored())).toBe("0");
  expect(successful({ ...stored(), status: { succeeded: 3 } })).toBe("3");
});

describe("advice", () => {
  test("on names and templates is given for a new Job", () => {
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

  test("is given on more indexes than can be listed", () => {
    const spec = { completionMode: "Indexed", completions: 100_001, parallelism: 10_001, template };
    expect(new KindWrites(job, "orch").create({ spec }).warnings).toEqual([
      "spec: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Orch might " +
        "not be able to track completedIndexes when a big number of indexes fail",
    ]);
  });
});
