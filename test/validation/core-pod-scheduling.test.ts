import { describe } from "vitest";
import { type Change, type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const pods = new Refusals(server, "/api/v1/namespaces/default/pods", {
  spec: { containers: [{ name: "app", image: "app:1" }] },
});

const notAKey =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

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

  pods.create("[Affinity#1] weighs 1 at least", weighted(0), [
    `spec.affinity.nodeAffinity.${preferred}[0].weight: Invalid value: 0: must be in the range 1-100`,
  ]);
  pods.accepts("weighs 100 at most", weighted(100));

  pods.create("[NodeSelector#1] has a term", withNodes({ [required]: { nodeSelectorTerms: [] } }), [
    `${terms}: Required value: must have at least one node selector term`,
  ]);

  pods.create("[NodeSelectorTerm#1] compares with values", expression({ key: "disk", operator: "In" }), [
    `${terms}[0].matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
  ]);
  pods.create(
    "[NodeSelectorTerm#2] has no values for what is there or not",
    expression({ key: "disk", operator: "Exists", values: ["ssd"] }),
    [
      `${terms}[0].matchExpressions[0].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
    ],
  );
  pods.create(
    "[NodeSelectorTerm#3] is greater than one value",
    expression({ key: "cpus", operator: "Gt", values: ["1", "2"] }),
    [
      `${terms}[0].matchExpressions[0].values: Required value: must be specified single value when \`operator\` is 'Lt' or 'Gt'`,
    ],
  );
  pods.create("[NodeSelectorTerm#4] has a known operator", expression({ key: "disk", operator: "Near" }), [
    `${terms}[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator`,
  ]);
  pods.create("[NodeSelectorTerm#5] names a label", expression({ key: "disk!", operator: "Exists" }), [
    `${terms}[0].matchExpressions[0].key: Invalid value: "disk!": ${notAKey}`,
  ]);
  pods.create(
    "[NodeSelectorTerm#6] compares fields with one value",
    field({ key: "metadata.name", operator: "In", values: ["a", "b"] }),
    [
      `${terms}[0].matchFields[0].values: Required value: must be only one value when \`operator\` is 'In' or 'NotIn' for node field selector`,
    ],
  );
  pods.create(
    "[NodeSelectorTerm#7] asks fields for equality only",
    field({ key: "metadata.name", operator: "Exists" }),
    [`${terms}[0].matchFields[0].operator: Invalid value: "Exists": not a valid selector operator`],
  );
  pods.create(
    "[NodeSelectorTerm#8] knows the name only",
    field({ key: "metadata.uid", operator: "In", values: ["a"] }),
    [`${terms}[0].matchFields[0].key: Invalid value: "metadata.uid": not a valid field selector key`],
  );
  pods.create(
    "[NodeSelectorTerm#9] gives a name that a node may have",
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

  pods.create("[Affinity#2] weighs 100 at most", weighted("podAffinity", 101), [
    `spec.affinity.podAffinity.${preferred}[0].weight: Invalid value: 101: must be in the range 1-100`,
  ]);
  pods.create("[Affinity#3] weighs 100 at most when it repels", weighted("podAntiAffinity", 101), [
    `spec.affinity.podAntiAffinity.${preferred}[0].weight: Invalid value: 101: must be in the range 1-100`,
  ]);

  pods.create(
    "[PodAffinityTerm#1] names namespaces",
    withTerm((one) => {
      one.namespaces = ["a.b"];
    }),
    [`${path}.namespace: Invalid value: "a.b": must not contain dots`],
  );
  pods.create(
    "[PodAffinityTerm#2] takes labels for a selector",
    withTerm((one) => {
      delete one.labelSelector;
      one.matchLabelKeys = ["tier"];
    }),
    [`${path}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`],
  );
  pods.create(
    "[PodAffinityTerm#3] takes labels that may be",
    withTerm((one) => {
      one.matchLabelKeys = ["tier!"];
    }),
    [`${path}.matchLabelKeys[0]: Invalid value: "tier!": ${notAKey}`],
  );
  pods.create(
    "[PodAffinityTerm#4] excludes labels for a selector",
    withTerm((one) => {
      delete one.labelSelector;
      one.mismatchLabelKeys = ["tier"];
    }),
    [`${path}.mismatchLabelKeys: Forbidden: must not be specified when labelSelector is not set`],
  );
  pods.create(
    "[PodAffinityTerm#5] excludes labels that may be",
    withTerm((one) => {
      one.mismatchLabelKeys = ["tier!"];
    }),
    [`${path}.mismatchLabelKeys[0]: Invalid value: "tier!": ${notAKey}`],
  );
  pods.create(
    "[PodAffinityTerm#6] takes no label that the selector has",
    (pod) => {
      pod.metadata.labels = { app: "web" };
      withTerm((one) => {
        one.matchLabelKeys = ["app"];
      })(pod);
    },
    [`${path}[0]: Invalid value: "app": exists in both matchLabelKeys and labelSelector`],
  );
  pods.create(
    "[PodAffinityTerm#7] takes no label that it excludes",
    withTerm((one) => {
      one.matchLabelKeys = ["tier"];
      one.mismatchLabelKeys = ["tier"];
    }),
    [`${path}.matchLabelKeys[0]: Invalid value: "tier": exists in both matchLabelKeys and mismatchLabelKeys`],
  );
  pods.create(
    "[PodAffinityTerm#8, PodAffinityTerm#9] says what is near",
    withTerm((one) => {
      one.topologyKey = "";
    }),
    [
      `${path}.topologyKey: Required value: can not be empty`,
      `${path}.topologyKey: Invalid value: "": name part must be non-empty`,
      `${path}.topologyKey: Invalid value: "": ${notAKey}`,
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

  pods.create("[Tolerations#1] names a taint", tolerating({ key: "gpu!", operator: "Exists" }), [
    `${path}.key: Invalid value: "gpu!": ${notAKey}`,
  ]);
  pods.create("[Tolerations#2] of all taints says so", tolerating({ operator: "Equal" }), [
    `${path}.operator: Invalid value: "Equal": operator must be Exists when \`key\` is empty, which means "match all values and all keys"`,
  ]);
  pods.create(
    "[Tolerations#3] ends for what evicts only",
    tolerating({ key: "gpu", operator: "Exists", effect: "NoSchedule", tolerationSeconds: 5 }),
    [`${path}.effect: Invalid value: "NoSchedule": effect must be 'NoExecute' when \`tolerationSeconds\` is set`],
  );
  pods.create("[Tolerations#4] has the value of a label", tolerating({ key: "gpu", value: "a b" }), [
    `${path}.operator: Invalid value: "a b": a valid label must be an empty string or consist of alphanumeric ` +
      "characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or " +
      "'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  ]);
  pods.create("[Tolerations#5] of any value has none", tolerating({ key: "gpu", operator: "Exists", value: "a" }), [
    `${path}.operator: Invalid value: "a": value must be empty when \`operator\` is 'Exists'`,
  ]);
  pods.create("[Tolerations#6] has a known operator", tolerating({ key: "gpu", operator: "Like" }), [
    `${path}.operator: Unsupported value: "Like": supported values: "Equal", "Exists"`,
  ]);
  pods.create("[Tolerations#7] has a known effect", tolerating({ key: "gpu", effect: "Slow" }), [
    `${path}.effect: Unsupported value: "Slow": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"`,
  ]);
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
      "[TopologySpreadConstraints#1] admits some difference",
      (one) => (one.maxSkew = 0),
      "maxSkew: Invalid value: 0: must be greater than zero",
    ],
    [
      "[TopologySpreadConstraints#2] says what is a group",
      (one) => (one.topologyKey = ""),
      "topologyKey: Required value: can not be empty",
    ],
    [
      "[TopologySpreadConstraints#3] holds back or does not",
      (one) => (one.whenUnsatisfiable = "Wait"),
      'whenUnsatisfiable: Unsupported value: "Wait": supported values: "DoNotSchedule", "ScheduleAnyway"',
    ],
    [
      "[TopologySpreadConstraints#5] wants some groups",
      (one) => (one.minDomains = 0),
      "minDomains: Invalid value: 0: must be greater than zero",
    ],
    [
      "[TopologySpreadConstraints#6] wants groups when it holds back",
      (one) => Object.assign(one, { minDomains: 1, whenUnsatisfiable: "ScheduleAnyway" }),
      "minDomains: Invalid value: 1: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
    ],
    [
      "[TopologySpreadConstraints#7] honors affinity or ignores it",
      (one) => (one.nodeAffinityPolicy = "Maybe"),
      'nodeAffinityPolicy: Unsupported value: "Maybe": supported values: "Honor", "Ignore"',
    ],
    [
      "[TopologySpreadConstraints#8] honors taints or ignores them",
      (one) => (one.nodeTaintsPolicy = "Maybe"),
      'nodeTaintsPolicy: Unsupported value: "Maybe": supported values: "Honor", "Ignore"',
    ],
    [
      "[TopologySpreadConstraints#9] takes labels for a selector",
      (one) => {
        delete one.labelSelector;
        one.matchLabelKeys = ["tier"];
      },
      "matchLabelKeys: Forbidden: must not be specified when labelSelector is not set",
    ],
    [
      "[TopologySpreadConstraints#10] takes labels that may be",
      (one) => (one.matchLabelKeys = ["tier!"]),
      `matchLabelKeys[0]: Invalid value: "tier!": ${notAKey}`,
    ],
    [
      "[TopologySpreadConstraints#11] takes no label that the selector has",
      (one) => (one.matchLabelKeys = ["app"]),
      'matchLabelKeys[0]: Invalid value: "app": exists in both matchLabelKeys and labelSelector',
    ],
  ];
  for (const [title, change, cause] of cases) pods.create(title, spread(change), [`${path}.${cause}`]);

  pods.create(
    "[TopologySpreadConstraints#4] is asked for once",
    ({ spec }) => {
      spec.topologySpreadConstraints = [constraint, constraint];
    },
    [`${path}.{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"`],
  );
});
