import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const group = "rbac.authorization.orch.io";
const api = `/apis/${group}/v1`;

describe("a rule of a role", () => {
  const roles = new Refusals(server, `${api}/clusterroles`, {
    rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }],
  });

  roles.create(
    "[PolicyRule#1] a rule without verbs is rejected",
    ({ rules }) => {
      rules[0].verbs = [];
    },
    ["rules[0].verbs: Required value: verbs must contain at least one value"],
  );

  new Refusals(server, `${api}/namespaces/default/roles`, { rules: [] }).create(
    "[PolicyRule#2] a Role with nonResourceURLs is rejected",
    (role) => {
      role.rules = [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/metrics"] }];
    },
    [
      'rules[0].nonResourceURLs: Invalid value: []string{"/healthz", "/metrics"}: namespaced rules cannot apply to non-resource URLs',
    ],
  );

  roles.create(
    "[PolicyRule#3] a rule with both resource names and nonResourceURLs is rejected",
    ({ rules }) => {
      rules[0] = { verbs: ["get"], nonResourceURLs: ["/healthz"], resourceNames: ["it"] };
    },
    [
      'rules[0].nonResourceURLs: Invalid value: []string{"/healthz"}: rules cannot apply to both regular resources and non-resource URLs',
    ],
  );

  roles.create(
    "[PolicyRule#4] a resource rule without apiGroups is rejected",
    ({ rules }) => {
      delete rules[0].apiGroups;
    },
    ["rules[0].apiGroups: Required value: resource rules must supply at least one api group"],
  );

  roles.create(
    "[PolicyRule#5] a resource rule without resources is rejected",
    ({ rules }) => {
      rules[0].resources = [];
    },
    ["rules[0].resources: Required value: resource rules must supply at least one resource"],
  );

  roles.accepts("a ClusterRole with only nonResourceURLs is accepted", ({ rules }) => {
    rules[0] = { verbs: ["get"], nonResourceURLs: ["/healthz"] };
  });

  roles.update("an update of a ClusterRole reports an invalid rule twice", {
    change: ({ rules }) => {
      rules[0].verbs = [];
    },
    causes: [
      "rules[0].verbs: Required value: verbs must contain at least one value",
      "rules[0].verbs: Required value: verbs must contain at least one value",
    ],
  });
});

describe("a ClusterRole with an aggregationRule", () => {
  const roles = new Refusals(server, `${api}/clusterroles`, {
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { area: "web" } }] },
  });

  roles.create(
    "[ClusterRole#1] an aggregationRule without selectors is rejected",
    ({ aggregationRule }) => {
      aggregationRule.clusterRoleSelectors = [];
    },
    [
      "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil",
    ],
  );

  roles.create(
    "[ClusterRole#2] an aggregationRule whose selector has an unknown operator is rejected",
    ({ aggregationRule }) => {
      aggregationRule.clusterRoleSelectors.push({ matchExpressions: [{ key: "area", operator: "Near" }] });
    },
    [
      'aggregationRule.clusterRoleSelectors[1].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
      'aggregationRule.clusterRoleSelectors[1]: Invalid value: "null": invalid label selector.',
    ],
  );
});

describe("a RoleBinding", () => {
  const bindings = new Refusals(server, `${api}/namespaces/default/rolebindings`, {
    roleRef: { apiGroup: group, kind: "Role", name: "reader" },
    subjects: [{ kind: "User", apiGroup: group, name: "ann" }],
  });

  bindings.create(
    "[RoleBinding#1] a RoleBinding whose roleRef has another apiGroup is rejected",
    ({ roleRef }) => {
      roleRef.apiGroup = "apps";
    },
    [`roleRef.apiGroup: Unsupported value: "apps": supported values: "${group}"`],
  );

  bindings.create(
    "[RoleBinding#2] a RoleBinding whose roleRef has an unknown kind is rejected",
    ({ roleRef }) => {
      roleRef.kind = "Group";
    },
    ['roleRef.kind: Unsupported value: "Group": supported values: "Role", "ClusterRole"'],
  );

  bindings.create(
    "[RoleBinding#3] a RoleBinding whose roleRef has no name is rejected",
    ({ roleRef }) => {
      roleRef.name = "";
    },
    ["roleRef.name: Required value"],
  );

  bindings.create(
    "[RoleBinding#4] a RoleBinding whose roleRef has a slash in its name is rejected",
    ({ roleRef }) => {
      roleRef.name = "a/b";
    },
    [`roleRef.name: Invalid value: "a/b": may not contain '/'`],
  );

  bindings.update("[RoleBinding#5] an update that changes the roleRef of a RoleBinding is rejected", {
    change: ({ roleRef }) => {
      roleRef.name = "writer";
    },
    causes: [
      `roleRef: Invalid value: rbac.RoleRef{APIGroup:"${group}", Kind:"Role", Name:"writer"}: cannot change roleRef`,
    ],
  });

  bindings.accepts(
    "a RoleBinding to a ClusterRole with a service account without a namespace is accepted",
    (binding) => {
      binding.roleRef.kind = "ClusterRole";
      binding.subjects = [{ kind: "ServiceAccount", name: "default" }];
    },
  );
});

describe("a ClusterRoleBinding", () => {
  const bindings = new Refusals(server, `${api}/clusterrolebindings`, {
    roleRef: { apiGroup: group, kind: "ClusterRole", name: "reader" },
  });

  bindings.create(
    "[ClusterRoleBinding#1] a ClusterRoleBinding whose roleRef has another apiGroup is rejected",
    ({ roleRef }) => {
      roleRef.apiGroup = "apps";
    },
    [`roleRef.apiGroup: Unsupported value: "apps": supported values: "${group}"`],
  );

  bindings.create(
    "[ClusterRoleBinding#2] a ClusterRoleBinding to a Role is rejected",
    ({ roleRef }) => {
      roleRef.kind = "Role";
    },
    ['roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"'],
  );

  bindings.create(
    "[ClusterRoleBinding#3] a ClusterRoleBinding whose roleRef has no name is rejected",
    ({ roleRef }) => {
      roleRef.name = "";
    },
    ["roleRef.name: Required value"],
  );

  bindings.create(
    "[ClusterRoleBinding#4] a ClusterRoleBinding whose roleRef has the name .. is rejected",
    ({ roleRef }) => {
      roleRef.name = "..";
    },
    [`roleRef.name: Invalid value: "..": may not be '..'`],
  );

  bindings.update("[ClusterRoleBinding#5] an update that changes the roleRef of a ClusterRoleBinding is rejected", {
    change: ({ roleRef }) => {
      roleRef.name = "writer";
    },
    causes: [
      `roleRef: Invalid value: rbac.RoleRef{APIGroup:"${group}", Kind:"ClusterRole", Name:"writer"}: cannot change roleRef`,
    ],
  });
});

describe("a subject", () => {
  const bindings = new Refusals(server, `${api}/clusterrolebindings`, {
    roleRef: { apiGroup: group, kind: "ClusterRole", name: "reader" },
    subjects: [{ kind: "ServiceAccount", name: "builder", namespace: "ci" }],
  });

  bindings.create(
    "[Subject#1] a subject without a name is rejected",
    ({ subjects }) => {
      subjects[0].name = "";
    },
    ["subjects[0].name: Required value"],
  );

  bindings.create(
    "[Subject#2] a service account with a capital letter in its name is rejected",
    ({ subjects }) => {
      subjects[0].name = "Builder";
    },
    [
      `subjects[0].name: Invalid value: "Builder": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
  );

  bindings.create(
    "[Subject#3] a service account with an apiGroup is rejected",
    ({ subjects }) => {
      subjects[0].apiGroup = group;
    },
    [`subjects[0].apiGroup: Unsupported value: "${group}": supported values: ""`],
  );

  bindings.create(
    "[Subject#4] a service account without a namespace is rejected in a ClusterRoleBinding",
    ({ subjects }) => {
      delete subjects[0].namespace;
    },
    ["subjects[0].namespace: Required value"],
  );

  bindings.create(
    "[Subject#5] a user with another apiGroup is rejected",
    ({ subjects }) => {
      subjects[0] = { kind: "User", apiGroup: "apps", name: "Ann" };
    },
    [`subjects[0].apiGroup: Unsupported value: "apps": supported values: "${group}"`],
  );

  bindings.create(
    "[Subject#6] a subject of an unknown kind is rejected",
    ({ subjects }) => {
      subjects[0].kind = "Robot";
    },
    ['subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"'],
  );
});
