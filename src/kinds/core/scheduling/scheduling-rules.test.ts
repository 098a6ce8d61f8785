import { describe, expect, test } from "vitest";
import { pod } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const writes = new KindWrites(pod);

function write(spec: object) {
  return writes.create({
    metadata: { name: "web", namespace: "shop" },
    spec: { containers: [{ name: "app", image: "app" }], ...spec },
  });
}

describe("the choice of nodes", () => {
  const list = "requiredDuringSchedulingIgnoredDuringExecution";
  const term = `spec.affinity.nodeAffinity.${list}.nodeSelectorTerms[0]`;
  const errorsOf = (one: object) =>
    write({ affinity: { nodeAffinity: { [list]: { nodeSelectorTerms: [one] } } } }).errors;

  test.each<[string, object, string[]]>([
    ["by a label", { matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] }, []],
    [
      "by no value",
      { matchExpressions: [{ key: "zone", operator: "In" }] },
      [`${term}.matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`],
    ],
    [
      "by values that say nothing",
      { matchExpressions: [{ key: "zone", operator: "Exists", values: ["a"] }] },
      [
        `${term}.matchExpressions[0].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
      ],
    ],
    [
      "by comparison with several numbers",
      { matchExpressions: [{ key: "cores", operator: "Gt", values: ["1", "2"] }] },
      [
        `${term}.matchExpressions[0].values: Required value: must be specified single value when \`operator\` is 'Lt' or 'Gt'`,
      ],
    ],
    ["by name", { matchFields: [{ key: "metadata.name", operator: "In", values: ["node-1"] }] }, []],
    [
      "by another field",
      { matchFields: [{ key: "metadata.uid", operator: "In", values: ["a"] }] },
      [`${term}.matchFields[0].key: Invalid value: "metadata.uid": not a valid field selector key`],
    ],
  ])("%s", (_, one, errors) => {
    expect(errorsOf(one)).toEqual(errors);
  });

  test("has terms", () => {
    expect(write({ affinity: { nodeAffinity: { [list]: { nodeSelectorTerms: [] } } } }).errors).toEqual([
      `spec.affinity.nodeAffinity.${list}.nodeSelectorTerms: Required value: must have at least one node selector term`,
    ]);
  });

  test("that is only preferred has a weight", () => {
    const preferred = [{ weight: 0, preference: {} }];
    const { errors } = write({
      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } },
    });
    expect(errors).toEqual([
      "spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 0: must be " +
        "in the range 1-100",
    ]);
  });
});

describe("affinity to other Pods", () => {
  const path = "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]";
  const writeTerm = (term: object) =>
    write({ affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } });
  const labelSelector = { matchLabels: { app: "web" } };

  test.each<[string, object, string[]]>([
    ["within a zone", { topologyKey: "zone", labelSelector }, []],
    [
      "within nothing",
      { labelSelector },
      [
        `${path}.topologyKey: Required value: can not be empty`,
        `${path}.topologyKey: Invalid value: "": name part must be non-empty`,
        `${path}.topologyKey: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and ` +
          "must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for " +
          "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
    [
      "by keys without a selector",
      { topologyKey: "zone", matchLabelKeys: ["a"] },
      [`${path}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`],
    ],
    [
      "by a key that must match and must not",
      { topologyKey: "zone", labelSelector, matchLabelKeys: ["a"], mismatchLabelKeys: ["a"] },
      [`${path}.matchLabelKeys[0]: Invalid value: "a": exists in both matchLabelKeys and mismatchLabelKeys`],
    ],
  ])("%s", (_, term, errors) => {
    expect(writeTerm(term).errors).toEqual(errors);
  });

  test("draws advice when it matches no Pod", () => {
    expect(writeTerm({ topologyKey: "zone" }).warnings).toEqual([
      `${path}.labelSelector: a null labelSelector results in matching no pod`,
    ]);
  });
});

describe("spreading", () => {
  const base = { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule", labelSelector: {} };
  const path = "spec.topologySpreadConstraints[0]";
  const errorsOf = (...constraints: object[]) => write({ topologySpreadConstraints: constraints }).errors;

  test.each<[string, object, string[]]>([
    ["over zones", {}, []],
    ["without any skew", { maxSkew: 0 }, [`${path}.maxSkew: Invalid value: 0: must be greater than zero`]],
    [
      "over a number of zones, if possible",
      { minDomains: 2, whenUnsatisfiable: "ScheduleAnyway" },
      [
        `${path}.minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway`,
      ],
    ],
    [
      "by a key that the selector has",
      { labelSelector: { matchLabels: { a: "b" } }, matchLabelKeys: ["a"] },
      [`${path}.matchLabelKeys[0]: Invalid value: "a": exists in both matchLabelKeys and labelSelector`],
    ],
  ])("%s", (_, change, errors) => {
    expect(errorsOf({ ...base, ...change })).toEqual(errors);
  });

  test("is said once for each kind of zone", () => {
    expect(errorsOf(base, base)).toEqual([
      `${path}.{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"`,
    ]);
    expect(errorsOf(base, { ...base, whenUnsatisfiable: "ScheduleAnyway" })).toEqual([]);
  });
});

describe("a toleration", () => {
  const errorsOf = (toleration: object) =>
    write({ tolerations: [toleration] }).errors.map((error) => error.replace("spec.tolerations[0].", ""));

  test.each<[string, object, string[]]>([
    ["of everything", { operator: "Exists" }, []],
    ["of a value", { key: "a", value: "b" }, []],
    [
      "of any value and of one",
      { key: "a", operator: "Exists", value: "b" },
      ["operator: Invalid value: \"b\": value must be empty when `operator` is 'Exists'"],
    ],
    [
      "for a while, without an effect",
      { key: "a", operator: "Exists", tolerationSeconds: 5 },
      ["effect: Invalid value: \"\": effect must be 'NoExecute' when `tolerationSeconds` is set"],
    ],
  ])("%s", (_, toleration, errors) => {
    expect(errorsOf(toleration)).toEqual(errors);
  });
});
