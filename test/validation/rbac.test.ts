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
    "[PolicyRule#1] allows at least one verb",
    ({ rules }) => {
      rules[0].verbs = [];
    },
    ["rules[0].verbs: Required value: verbs must contain at least one value"],
  );

  new Refusals(server, `${api}/namespaces/default/roles`, { rules: [] }).create(
    "[PolicyRule#2] is about no paths within a namespace",
    (role) => {
      role.rules = [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/metrics"] }];
    },
    [
      'rules[0].nonResourceURLs: Invalid value: []string{"/healthz", "/metrics"}: namespaced rules cannot apply to non-resource URLs',
    ],
  );

  roles.create(
    "[PolicyRule#3] is about paths or about resources",
    ({ rules }) => {
      rules[0] = { verbs: ["get"], nonResourceURLs: ["/healthz"], resourceNames: ["it"] };
    },
    [
      'rules[0].nonResourceURLs: Invalid value: []string{"/healthz"}: rules cannot apply to both regular resources and non-resource URLs',
    ],
  );

  roles.create(
    "[PolicyRule#4] names the groups of its resources",
    ({ rules }) => {
      delete rules[0].apiGroups;
    },
    ["rules[0].apiGroups: Required value: resource rules must supply at least one api group"],
  );

  roles.create(
    "[PolicyRule#5] names its resources",
    ({ rules }) => {
      rules[0].resources = [];
    },
    ["rules[0].resources: Required value: resource rules must supply at least one resource"],
  );

  roles.accepts("may be about paths alone in a cluster role", ({ rules }) => {
    rules[0] = { verbs: ["get"], nonResourceURLs: ["/healthz"] };
  });

  roles.update("keeps to the same rules when the role is changed, and clients are told twice", {
    change: ({ rules }) => {
      rules[0].verbs = [];
    },
    causes: [
      "rules[0].verbs: Required value: verbs must contain at least one value",
      "rules[0].verbs: Required value: verbs must contain at least one value",
    ],
  });
});

describe("a ClusterRole that is put together from others", () => {
  const roles = new Refusals(server, `${api}/clusterroles`, {
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { area: "web" } }] },
  });

  roles.create(
    "[ClusterRole#1] says from which ones",
    ({ aggregationRule }) => {
      aggregationRule.clusterRoleSelectors = [];
    },
    [
      "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil",
    ],
  );

  roles.create(
    "[ClusterRole#2] selects them in a way that can be read",
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
    "[RoleBinding#1] gives a role of this group",
    ({ roleRef }) => {
      roleRef.apiGroup = "apps";
    },
    [`roleRef.apiGroup: Unsupported value: "apps": supported values: "${group}"`],
  );

  bindings.create(
    "[RoleBinding#2] gives a role of either kind",
    ({ roleRef }) => {
      roleRef.kind = "Group";
    },
    ['roleRef.kind: Unsupported value: "Group": supported values: "Role", "ClusterRole"'],
  );

  bindings.create(
    "[RoleBinding#3] names the role",
    ({ roleRef }) => {
      roleRef.name = "";
    },
    ["roleRef.name: Required value"],
  );

  bindings.create(
    "[RoleBinding#4] names a role that can be asked for",
    ({ roleRef }) => {
      roleRef.name = "a/b";
    },
    [`roleRef.name: Invalid value: "a/b": may not contain '/'`],
  );

  bindings.update("[RoleBinding#5] gives the same role for its whole life", {
    change: ({ roleRef }) => {
      roleRef.name = "writer";
    },
    causes: [
      `roleRef: Invalid value: rbac.RoleRef{APIGroup:"${group}", Kind:"Role", Name:"writer"}: cannot change roleRef`,
    ],
  });

  bindings.accepts("may give a ClusterRole to an account of its own namespace", (binding) => {
    binding.roleRef.kind = "ClusterRole";
    binding.subjects = [{ kind: "ServiceAccount", name: "default" }];
  });
});

describe("a ClusterRoleBinding", () => {
  const bindings = new Refusals(server, `${api}/clusterrolebindings`, {
    roleRef: { apiGroup: group, kind: "ClusterRole", name: "reader" },
  });

  bindings.create(
    "[ClusterRoleBinding#1] gives a role of this group",
    ({ roleRef }) => {
      roleRef.apiGroup = "apps";
    },
    [`roleRef.apiGroup: Unsupported value: "apps": supported values: "${group}"`],
  );

  bindings.create(
    "[ClusterRoleBinding#2] gives no role of a namespace",
    ({ roleRef }) => {
      roleRef.kind = "Role";
    },
    ['roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"'],
  );

  bindings.create(
    "[ClusterRoleBinding#3] names the role",
    ({ roleRef }) => {
      roleRef.name = "";
    },
    ["roleRef.name: Required value"],
  );

  bindings.create(
    "[ClusterRoleBinding#4] names a role that can be asked for",
    ({ roleRef }) => {
      roleRef.name = "..";
    },
    [`roleRef.name: Invalid value: "..": may not be '..'`],
  );

  bindings.update("[ClusterRoleBinding#5] gives the same role for its whole life", {
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
    "[Subject#1] has a name",
    ({ subjects }) => {
      subjects[0].name = "";
    },
    ["subjects[0].name: Required value"],
  );

  bindings.create(
    "[Subject#2] has a name that an account can have",
    ({ subjects }) => {
      subjects[0].name = "Builder";
    },
    [
      `subjects[0].name: Invalid value: "Builder": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
  );

  bindings.create(
    "[Subject#3] is of the core group when it is an account",
    ({ subjects }) => {
      subjects[0].apiGroup = group;
    },
    [`subjects[0].apiGroup: Unsupported value: "${group}": supported values: ""`],
  );

  bindings.create(
    "[Subject#4] says of which namespace an account is where the binding has none",
    ({ subjects }) => {
      delete subjects[0].namespace;
    },
    ["subjects[0].namespace: Required value"],
  );

  bindings.create(
    "[Subject#5] is of this group when it is a user",
    ({ subjects }) => {
      subjects[0] = { kind: "User", apiGroup: "apps", name: "Ann" };
    },
    [`subjects[0].apiGroup: Unsupported value: "apps": supported values: "${group}"`],
  );

  bindings.create(
    "[Subject#6] is a user, a group or an account",
    ({ subjects }) => {
      subjects[0].kind = "Robot";
    },
    ['subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"'],
  );
});
