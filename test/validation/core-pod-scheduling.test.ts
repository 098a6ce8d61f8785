import { describe } from "vitest";
import { notQualifiedName } from "../support/format-messages.ts";
import { type Change, type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const pods = new Refusals(server, "/api/v1/namespaces/default/pods", {
  spec: { containers: [{ name: "app", image: "app:1" }] },
});

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";

describe("affinity to nodes", () => {
  const terms = `spec.affinity.nodeAffinity.${required}.nodeSelectorTerms`;
  const expression = (one: object): Change => withTerm({ matchExpressions: [one] });
  const field = (one: object): Change => withTerm({ matchFields: [one] });

  function withTerm(term: object): Change {
    return withNodes({ [required]: { nodeSelectorTerms: [term] } });
  }

  function withNodes(nodeAffinity: object): Change {
    return ({ spec }) => {
      spec.affinity = { nodeAffinity };
    };
  }

  const weighted = (weight: number): Change => withNodes({ [preferred]: [{ weight, preference: {} }] });

  pods.create("[Affinity#1] a preferred node affinity of weight 0 is rejected", weighted(0), [
    `spec.affinity.nodeAffinity.${preferred}[0].weight: Invalid value: 0: must be in the range 1-100`,
  ]);
  pods.accepts("a preferred node affinity of weight 100 is accepted", weighted(100));

  pods.create(
    "[NodeSelector#1] a required node affinity without terms is rejected",
    withNodes({ [required]: { nodeSelectorTerms: [] } }),
    [`${terms}: Required value: must have at least one node selector term`],
  );

  pods.create(
    "[NodeSelectorTerm#1] a node expression with the operator In and without values is rejected",
    expression({ key: "disk", operator: "In" }),
    [`${terms}[0].matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`],
  );
  pods.create(
    "[NodeSelectorTerm#2] a node expression with the operator Exists and values is rejected",
    expression({ key: "disk", operator: "Exists", values: ["ssd"] }),
    [
      `${terms}[0].matchExpressions[0].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
    ],
  );
  pods.create(
    "[NodeSelectorTerm#3] a node expression with the operator Gt and two values is rejected",
    expression({ key: "cpus", operator: "Gt", values: ["1", "2"] }),
    [
      `${terms}[0].matchExpressions[0].values: Required value: must be specified single value when \`operator\` is 'Lt' or 'Gt'`,
    ],
  );
  pods.create(
    "[NodeSelectorTerm#4] a node expression with an unknown operator is rejected",
    expression({ key: "disk", operator: "Near" }),
    [`${terms}[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator`],
  );
  pods.create(
    "[NodeSelectorTerm#5] a node expression whose key is no label name is rejected",
    expression({ key: "disk!", operator: "Exists" }),
    [`${terms}[0].matchExpressions[0].key: Invalid value: "disk!": ${notQualifiedName}`],
  );
  pods.create(
    "[NodeSelectorTerm#6] a node field with two values is rejected",
    field({ key: "metadata.name", operator: "In", values: ["a", "b"] }),
    [
      `${terms}[0].matchFields[0].values: Required value: must be only one value when \`operator\` is 'In' or 'NotIn' for node field selector`,
    ],
  );
  pods.create(
    "[NodeSelectorTerm#7] a node field with the operator Exists is rejected",
    field({ key: "metadata.name", operator: "Exists" }),
    [`${terms}[0].matchFields[0].operator: Invalid value: "Exists": not a valid selector operator`],
  );
  pods.create(
    "[NodeSelectorTerm#8] a node field other than metadata.name is rejected",
    field({ key: "metadata.uid", operator: "In", values: ["a"] }),
    [`${terms}[0].matchFields[0].key: Invalid value: "metadata.uid": not a valid field selector key`],
  );
  pods.create(
    "[NodeSelectorTerm#9] a node field whose value is no DNS subdomain is rejected",
    field({ key: "metadata.name", operator: "In", values: ["A"] }),
    [
      `${terms}[0].matchFields[0].values[0]: Invalid value: "A": a lowercase RFC 1123 subdomain must consist of lower case ` +
        "alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', " +
        "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  );
});

describe("affinity to Pods", () => {
  const term = { labelSelector: { matchLabels: { app: "web" } }, topologyKey: "zone" };
  const path = `spec.affinity.podAffinity.${required}[0]`;

  function withTerm(change: (one: Manifest) => void): Change {
    return ({ spec }) => {
      const one = structuredClone(term);
      change(one);
      spec.affinity = { podAffinity: { [required]: [one] } };
    };
  }

  const weighted =
    (kind: string, weight: number): Change =>
    ({ spec }) => {
      spec.affinity = { [kind]: { [preferred]: [{ weight, podAffinityTerm: term }] } };
    };

  pods.create("[Affinity#2] a preferred Pod affinity of weight 101 is rejected", weighted("podAffinity", 101), [
    `spec.affinity.podAffinity.${preferred}[0].weight: Invalid value: 101: must be in the range 1-100`,
  ]);
  pods.create(
    "[Affinity#3] a preferred Pod anti-affinity of weight 101 is rejected",
    weighted("podAntiAffinity", 101),
    [`spec.affinity.podAntiAffinity.${preferred}[0].weight: Invalid value: 101: must be in the range 1-100`],
  );

  pods.create(
    "[PodAffinityTerm#1] a Pod affinity with an invalid namespace is rejected",
    withTerm((one) => {
      one.namespaces = ["a.b"];
    }),
    [`${path}.namespace: Invalid value: "a.b": must not contain dots`],
  );
  pods.create(
    "[PodAffinityTerm#2] a Pod affinity with matchLabelKeys and without a labelSelector is rejected",
    withTerm((one) => {
      delete one.labelSelector;
      one.matchLabelKeys = ["tier"];
    }),
    [`${path}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`],
  );
  pods.create(
    "[PodAffinityTerm#3] a Pod affinity with an invalid matchLabelKey is rejected",
    withTerm((one) => {
      one.matchLabelKeys = ["tier!"];
    }),
    [`${path}.matchLabelKeys[0]: Invalid value: "tier!": ${notQualifiedName}`],
  );
  pods.create(
    "[PodAffinityTerm#4] a Pod affinity with mismatchLabelKeys and without a labelSelector is rejected",
    withTerm((one) => {
      delete one.labelSelector;
      one.mismatchLabelKeys = ["tier"];
    }),
    [`${path}.mismatchLabelKeys: Forbidden: must not be specified when labelSelector is not set`],
  );
  pods.create(
    "[PodAffinityTerm#5] a Pod affinity with an invalid mismatchLabelKey is rejected",
    withTerm((one) => {
      one.mismatchLabelKeys = ["tier!"];
    }),
    [`${path}.mismatchLabelKeys[0]: Invalid value: "tier!": ${notQualifiedName}`],
  );
  pods.create(
    "[PodAffinityTerm#6] a Pod affinity with a label in both matchLabelKeys and labelSelector is rejected",
    (pod) => {
      pod.metadata.labels = { app: "web" };
      withTerm((one) => {
        one.matchLabelKeys = ["app"];
      })(pod);
    },
    [`${path}[0]: Invalid value: "app": exists in both matchLabelKeys and labelSelector`],
  );
  pods.create(
    "[PodAffinityTerm#7] a Pod affinity with a label in both matchLabelKeys and mismatchLabelKeys is rejected",
    withTerm((one) => {
      one.matchLabelKeys = ["tier"];
      one.mismatchLabelKeys = ["tier"];
    }),
    [`${path}.matchLabelKeys[0]: Invalid value: "tier": exists in both matchLabelKeys and mismatchLabelKeys`],
  );
  pods.create(
    "[PodAffinityTerm#8, PodAffinityTerm#9] a Pod affinity without a topologyKey is rejected",
    withTerm((one) => {
      one.topologyKey = "";
    }),
    [
      `${path}.topologyKey: Required value: can not be empty`,
      `${path}.topologyKey: Invalid value: "": name part must be non-empty`,
      `${path}.topologyKey: Invalid value: "": ${notQualifiedName}`,
    ],
  );
});

describe("a toleration", () => {
  const path = "spec.tolerations[0]";
  const tolerating =
    (toleration: object): Change =>
    ({ spec }) => {
      spec.tolerations = [toleration];
    };

  pods.create(
    "[Tolerations#1] a toleration whose key is no label name is rejected",
    tolerating({ key: "gpu!", operator: "Exists" }),
    [`${path}.key: Invalid value: "gpu!": ${notQualifiedName}`],
  );
  pods.create(
    "[Tolerations#2] a toleration without a key whose operator is not Exists is rejected",
    tolerating({ operator: "Equal" }),
    [
      `${path}.operator: Invalid value: "Equal": operator must be Exists when \`key\` is empty, which means "match all values and all keys"`,
    ],
  );
  pods.create(
    "[Tolerations#3] tolerationSeconds with the effect NoSchedule are rejected",
    tolerating({ key: "gpu", operator: "Exists", effect: "NoSchedule", tolerationSeconds: 5 }),
    [`${path}.effect: Invalid value: "NoSchedule": effect must be 'NoExecute' when \`tolerationSeconds\` is set`],
  );
  pods.create(
    "[Tolerations#4] a toleration whose value is no label value is rejected",
    tolerating({ key: "gpu", value: "a b" }),
    [
      `${path}.operator: Invalid value: "a b": a valid label must be an empty string or consist of alphanumeric ` +
        "characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or " +
        "'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
  );
  pods.create(
    "[Tolerations#5] a toleration with the operator Exists and a value is rejected",
    tolerating({ key: "gpu", operator: "Exists", value: "a" }),
    [`${path}.operator: Invalid value: "a": value must be empty when \`operator\` is 'Exists'`],
  );
  pods.create(
    "[Tolerations#6] a toleration with an unknown operator is rejected",
    tolerating({ key: "gpu", operator: "Like" }),
    [`${path}.operator: Unsupported value: "Like": supported values: "Equal", "Exists"`],
  );
  pods.create(
    "[Tolerations#7] a toleration with an unknown effect is rejected",
    tolerating({ key: "gpu", effect: "Slow" }),
    [`${path}.effect: Unsupported value: "Slow": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"`],
  );
});

describe("a spread over nodes", () => {
  const path = "spec.topologySpreadConstraints[0]";
  const constraint = {
    maxSkew: 1,
    topologyKey: "zone",
    whenUnsatisfiable: "DoNotSchedule",
    labelSelector: { matchLabels: { app: "web" } },
  };
  const spread =
    (change: (one: Manifest) => void): Change =>
    ({ spec }) => {
      const one = structuredClone(constraint);
      change(one);
      spec.topologySpreadConstraints = [one];
    };

  const cases: readonly [title: string, change: (one: Manifest) => void, cause: string][] = [
    [
      "[TopologySpreadConstraints#1] a spread constraint with maxSkew 0 is rejected",
      (one) => (one.maxSkew = 0),
      "maxSkew: Invalid value: 0: must be greater than zero",
    ],
    [
      "[TopologySpreadConstraints#2] a spread constraint without a topologyKey is rejected",
      (one) => (one.topologyKey = ""),
      "topologyKey: Required value: can not be empty",
    ],
    [
      "[TopologySpreadConstraints#3] a spread constraint with an unknown whenUnsatisfiable is rejected",
      (one) => (one.whenUnsatisfiable = "Wait"),
      'whenUnsatisfiable: Unsupported value: "Wait": supported values: "DoNotSchedule", "ScheduleAnyway"',
    ],
    [
      "[TopologySpreadConstraints#5] a spread constraint with minDomains 0 is rejected",
      (one) => (one.minDomains = 0),
      "minDomains: Invalid value: 0: must be greater than zero",
    ],
    [
      "[TopologySpreadConstraints#6] a spread constraint with minDomains and ScheduleAnyway is rejected",
      (one) => Object.assign(one, { minDomains: 1, whenUnsatisfiable: "ScheduleAnyway" }),
      "minDomains: Invalid value: 1: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
    ],
    [
      "[TopologySpreadConstraints#7] a spread constraint with an unknown nodeAffinityPolicy is rejected",
      (one) => (one.nodeAffinityPolicy = "Maybe"),
      'nodeAffinityPolicy: Unsupported value: "Maybe": supported values: "Honor", "Ignore"',
    ],
    [
      "[TopologySpreadConstraints#8] a spread constraint with an unknown nodeTaintsPolicy is rejected",
      (one) => (one.nodeTaintsPolicy = "Maybe"),
      'nodeTaintsPolicy: Unsupported value: "Maybe": supported values: "Honor", "Ignore"',
    ],
    [
      "[TopologySpreadConstraints#9] a spread constraint with matchLabelKeys and without a labelSelector is rejected",
      (one) => {
        delete one.labelSelector;
        one.matchLabelKeys = ["tier"];
      },
      "matchLabelKeys: Forbidden: must not be specified when labelSelector is not set",
    ],
    [
      "[TopologySpreadConstraints#10] a spread constraint with an invalid matchLabelKey is rejected",
      (one) => (one.matchLabelKeys = ["tier!"]),
      `matchLabelKeys[0]: Invalid value: "tier!": ${notQualifiedName}`,
    ],
    [
      "[TopologySpreadConstraints#11] a spread constraint with a label in both matchLabelKeys and labelSelector is rejected",
      (one) => (one.matchLabelKeys = ["app"]),
      'matchLabelKeys[0]: Invalid value: "app": exists in both matchLabelKeys and labelSelector',
    ],
  ];
  for (const [title, change, cause] of cases) pods.create(title, spread(change), [`${path}.${cause}`]);

  pods.create(
    "[TopologySpreadConstraints#4] two spread constraints with the same topologyKey and whenUnsatisfiable are rejected",
    ({ spec }) => {
      spec.topologySpreadConstraints = [constraint, constraint];
    },
    [`${path}.{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"`],
  );
});
