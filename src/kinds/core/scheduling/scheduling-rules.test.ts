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

describe("node affinity", () => {
  const list = "requiredDuringSchedulingIgnoredDuringExecution";
  const term = `spec.affinity.nodeAffinity.${list}.nodeSelectorTerms[0]`;
  const errorsOf = (one: object) =>
    write({ affinity: { nodeAffinity: { [list]: { nodeSelectorTerms: [one] } } } }).errors;

  test.each<[string, object, string[]]>([
    ["with a label expression is accepted", { matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] }, []],
    [
      "with operator In and no values is rejected",
      { matchExpressions: [{ key: "zone", operator: "In" }] },
      [`${term}.matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`],
    ],
    [
      "with operator Exists and values is rejected",
      { matchExpressions: [{ key: "zone", operator: "Exists", values: ["a"] }] },
      [
        `${term}.matchExpressions[0].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
      ],
    ],
    [
      "with operator Gt and two values is rejected",
      { matchExpressions: [{ key: "cores", operator: "Gt", values: ["1", "2"] }] },
      [
        `${term}.matchExpressions[0].values: Required value: must be specified single value when \`operator\` is 'Lt' or 'Gt'`,
      ],
    ],
    [
      "with the field metadata.name is accepted",
      { matchFields: [{ key: "metadata.name", operator: "In", values: ["node-1"] }] },
      [],
    ],
    [
      "with another field is rejected",
      { matchFields: [{ key: "metadata.uid", operator: "In", values: ["a"] }] },
      [`${term}.matchFields[0].key: Invalid value: "metadata.uid": not a valid field selector key`],
    ],
  ])("a node affinity term %s", (_, one, errors) => {
    expect(errorsOf(one)).toEqual(errors);
  });

  test("a required node affinity without terms is rejected", () => {
    expect(write({ affinity: { nodeAffinity: { [list]: { nodeSelectorTerms: [] } } } }).errors).toEqual([
      `spec.affinity.nodeAffinity.${list}.nodeSelectorTerms: Required value: must have at least one node selector term`,
    ]);
  });

  test("a preferred node affinity with weight 0 is rejected", () => {
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

describe("Pod affinity", () => {
  const path = "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]";
  const writeTerm = (term: object) =>
    write({ affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } });
  const labelSelector = { matchLabels: { app: "web" } };

  test.each<[string, object, string[]]>([
    ["with a topologyKey and a labelSelector is accepted", { topologyKey: "zone", labelSelector }, []],
    [
      "without a topologyKey is rejected",
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
      "with matchLabelKeys and no labelSelector is rejected",
      { topologyKey: "zone", matchLabelKeys: ["a"] },
      [`${path}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`],
    ],
    [
      "with a key in both matchLabelKeys and mismatchLabelKeys is rejected",
      { topologyKey: "zone", labelSelector, matchLabelKeys: ["a"], mismatchLabelKeys: ["a"] },
      [`${path}.matchLabelKeys[0]: Invalid value: "a": exists in both matchLabelKeys and mismatchLabelKeys`],
    ],
  ])("a Pod affinity term %s", (_, term, errors) => {
    expect(writeTerm(term).errors).toEqual(errors);
  });

  test("a Pod affinity term without a labelSelector draws a warning", () => {
    expect(writeTerm({ topologyKey: "zone" }).warnings).toEqual([
      `${path}.labelSelector: a null labelSelector results in matching no pod`,
    ]);
  });
});

describe("topology spread constraints", () => {
  const base = { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule", labelSelector: {} };
  const path = "spec.topologySpreadConstraints[0]";
  const errorsOf = (...constraints: object[]) => write({ topologySpreadConstraints: constraints }).errors;

  test.each<[string, object, string[]]>([
    ["over zones is accepted", {}, []],
    ["with maxSkew 0 is rejected", { maxSkew: 0 }, [`${path}.maxSkew: Invalid value: 0: must be greater than zero`]],
    [
      "with minDomains and ScheduleAnyway is rejected",
      { minDomains: 2, whenUnsatisfiable: "ScheduleAnyway" },
      [
        `${path}.minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway`,
      ],
    ],
    [
      "with a key in both matchLabelKeys and labelSelector is rejected",
      { labelSelector: { matchLabels: { a: "b" } }, matchLabelKeys: ["a"] },
      [`${path}.matchLabelKeys[0]: Invalid value: "a": exists in both matchLabelKeys and labelSelector`],
    ],
  ])("a topology spread constraint %s", (_, change, errors) => {
    expect(errorsOf({ ...base, ...change })).toEqual(errors);
  });

  test("two topology spread constraints with the same topologyKey and whenUnsatisfiable are rejected", () => {
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
    ["of all taints is accepted", { operator: "Exists" }, []],
    ["with a key and a value is accepted", { key: "a", value: "b" }, []],
    [
      "with operator Exists and a value is rejected",
      { key: "a", operator: "Exists", value: "b" },
      ["operator: Invalid value: \"b\": value must be empty when `operator` is 'Exists'"],
    ],
    [
      "with tolerationSeconds and no effect is rejected",
      { key: "a", operator: "Exists", tolerationSeconds: 5 },
      ["effect: Invalid value: \"\": effect must be 'NoExecute' when `tolerationSeconds` is set"],
    ],
  ])("a toleration %s", (_, toleration, errors) => {
    expect(errorsOf(toleration)).toEqual(errors);
  });
});
