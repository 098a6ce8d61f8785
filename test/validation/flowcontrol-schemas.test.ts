import { describe } from "vitest";
import { notSubdomain } from "../support/format-messages.ts";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const user = { kind: "User", user: { name: "ann" } };
const resourceRule = { verbs: ["get"], apiGroups: [""], resources: ["pods"], namespaces: ["default"] };
const nonResourceRule = { verbs: ["get"], nonResourceURLs: ["/healthz"] };
const schemas = new Refusals(server, "/apis/flowcontrol.apiserver.orch.io/v1/flowschemas", {
  spec: {
    priorityLevelConfiguration: { name: "workload" },
    rules: [{ subjects: [user], resourceRules: [resourceRule], nonResourceRules: [nonResourceRule] }],
  },
});
const rule = "spec.rules[0]";

function specOf(members: object) {
  return ({ spec }: Manifest): void => {
    Object.assign(spec, members);
  };
}

function ruleOf(members: object) {
  return ({ spec }: Manifest): void => {
    Object.assign(spec.rules[0], members);
  };
}

describe("a FlowSchema", () => {
  schemas.create(
    "[FlowSchema#1] a FlowSchema with a negative matchingPrecedence is rejected",
    specOf({ matchingPrecedence: -1 }),
    ["spec.matchingPrecedence: Invalid value: -1: must be a positive value"],
  );
  schemas.create(
    "[FlowSchema#2] a FlowSchema with matchingPrecedence 10001 is rejected",
    specOf({ matchingPrecedence: 10_001 }),
    ["spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000"],
  );
  schemas.accepts("a FlowSchema with matchingPrecedence 10000 is accepted", specOf({ matchingPrecedence: 10_000 }));
  schemas.create(
    "[FlowSchema#3] a FlowSchema with matchingPrecedence 1 is rejected unless its name is exempt",
    specOf({ matchingPrecedence: 1 }),
    ["spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1"],
  );
  schemas.accepts("a FlowSchema with matchingPrecedence 2 is accepted", specOf({ matchingPrecedence: 2 }));
  schemas.create(
    "[FlowSchema#4] a FlowSchema with an unknown distinguisherMethod is rejected",
    specOf({ distinguisherMethod: { type: "ByColour" } }),
    [
      'spec.distinguisherMethod.type: Unsupported value: flowcontrol.FlowDistinguisherMethod{Type:"ByColour"}: supported values: "ByNamespace", "ByUser"',
    ],
  );
  schemas.create(
    "[FlowSchema#5] a FlowSchema whose level has an invalid name is rejected",
    specOf({ priorityLevelConfiguration: { name: "A" } }),
    [`spec.priorityLevelConfiguration.name: Invalid value: "A": ${notSubdomain}`],
  );
  schemas.create(
    "[FlowSchema#6] a FlowSchema without a level is rejected",
    specOf({ priorityLevelConfiguration: { name: "" } }),
    ["spec.priorityLevelConfiguration.name: Required value: must reference a priority level"],
  );
  for (const name of ["exempt", "catch-all"]) {
    schemas.create(
      `[FlowSchema#32] the FlowSchema ${name} must equal the fixed value`,
      (schema) => {
        schema.metadata.name = name;
      },
      [
        new RegExp(
          `^spec: Invalid value: flowcontrol\\.FlowSchemaSpec\\{.*\\}: spec of '${name}' must equal the fixed value$`,
        ),
      ],
    );
  }

  const statusOf = (...conditions: object[]) => {
    return (schema: Manifest): void => {
      schema.status = { conditions };
    };
  };
  schemas.update("[FlowSchema#33] two conditions of the same type are rejected", {
    subresource: "status",
    change: statusOf({ type: "Dangling" }, { type: "Dangling" }),
    causes: ['status.conditions[1].type: Duplicate value: "Dangling"'],
  });
  schemas.update("[FlowSchema#34] a condition without a type is rejected", {
    subresource: "status",
    change: statusOf({ status: "True" }),
    causes: ["status.conditions[0].type: Required value: must not be empty"],
  });
});

describe("a subject of a FlowSchema", () => {
  const subjectOf = (subject: object) => ruleOf({ subjects: [subject] });
  const subject = `${rule}.subjects[0]`;
  const account = { namespace: "default", name: "builder" };
  const accountOf = (members: object) =>
    subjectOf({ kind: "ServiceAccount", serviceAccount: { ...account, ...members } });

  schemas.create("[FlowSchema#7] a rule without subjects is rejected", ruleOf({ subjects: [] }), [
    `${rule}.subjects: Required value: subjects must contain at least one value`,
  ]);
  schemas.create(
    "[FlowSchema#8] a subject of kind ServiceAccount without serviceAccount is rejected",
    subjectOf({ kind: "ServiceAccount" }),
    [`${subject}.serviceAccount: Required value: serviceAccount is required when subject kind is 'ServiceAccount'`],
  );
  schemas.create("[FlowSchema#9] a service account without a name is rejected", accountOf({ name: "" }), [
    `${subject}.serviceAccount.name: Required value`,
  ]);
  schemas.create(
    "[FlowSchema#10] a service account whose name is no DNS subdomain is rejected",
    accountOf({ name: "A" }),
    [`${subject}.serviceAccount.name: Invalid value: "A": ${notSubdomain}`],
  );
  schemas.accepts("a subject with all service accounts of a namespace is accepted", accountOf({ name: "*" }));
  schemas.create(
    "[FlowSchema#11] a service account with an invalid namespace is rejected",
    accountOf({ namespace: "a.b" }),
    [`${subject}.serviceAccount.namespace: Invalid value: "a.b": must not contain dots`],
  );
  schemas.create("[FlowSchema#12] a service account without a namespace is rejected", accountOf({ namespace: "" }), [
    `${subject}.serviceAccount.namespace: Required value: must specify namespace for service account`,
  ]);
  schemas.create("[FlowSchema#13] a subject of kind User without user is rejected", subjectOf({ kind: "User" }), [
    `${subject}.user: Required value: user is required when subject kind is 'User'`,
  ]);
  schemas.create("[FlowSchema#14] a user without a name is rejected", subjectOf({ kind: "User", user: { name: "" } }), [
    `${subject}.user.name: Required value`,
  ]);
  schemas.create("[FlowSchema#15] a subject of kind Group without group is rejected", subjectOf({ kind: "Group" }), [
    `${subject}.group: Required value: group is required when subject kind is 'Group'`,
  ]);
  schemas.create(
    "[FlowSchema#16] a group without a name is rejected",
    subjectOf({ kind: "Group", group: { name: "" } }),
    [`${subject}.group.name: Required value`],
  );

  const group = { name: "ops" };
  schemas.create(
    "[FlowSchema#17] a subject of kind Group with user is rejected",
    subjectOf({ ...user, kind: "Group", group }),
    [`${subject}.user: Forbidden: user is forbidden when subject kind is not 'User'`],
  );
  schemas.create("[FlowSchema#18] a subject of kind User with group is rejected", subjectOf({ ...user, group }), [
    `${subject}.group: Forbidden: group is forbidden when subject kind is not 'Group'`,
  ]);
  schemas.create(
    "[FlowSchema#19] a subject of kind User with serviceAccount is rejected",
    subjectOf({ ...user, serviceAccount: account }),
    [`${subject}.serviceAccount: Forbidden: serviceAccount is forbidden when subject kind is not 'ServiceAccount'`],
  );
  schemas.create("[FlowSchema#20] a subject of an unknown kind is rejected", subjectOf({ kind: "Robot" }), [
    `${subject}.kind: Unsupported value: "Robot": supported values: "Group", "ServiceAccount", "User"`,
  ]);
});

describe("a rule of a FlowSchema", () => {
  const resourcesOf = (members: object) => ruleOf({ resourceRules: [{ ...resourceRule, ...members }] });
  const pathsOf = (members: object) => ruleOf({ nonResourceRules: [{ ...nonResourceRule, ...members }] });
  const resources = `${rule}.resourceRules[0]`;
  const paths = `${rule}.nonResourceRules[0]`;

  schemas.create(
    "[FlowSchema#21] a rule without resourceRules and nonResourceRules is rejected",
    ruleOf({ resourceRules: [], nonResourceRules: [] }),
    [`${rule}: Required value: at least one of resourceRules and nonResourceRules has to be non-empty`],
  );
  schemas.create("[VerbsRule#1] a rule without verbs is rejected", pathsOf({ verbs: [] }), [
    `${paths}.verbs: Required value: verbs must contain at least one value`,
  ]);
  schemas.create("[VerbsRule#2] a rule with another verb beside * is rejected", resourcesOf({ verbs: ["*", "get"] }), [
    `${resources}.verbs: Invalid value: []string{"*", "get"}: if '*' is present, must not specify other verbs`,
  ]);
  schemas.create("[VerbsRule#3] a rule with an unknown verb is rejected", resourcesOf({ verbs: ["get", "read"] }), [
    `${resources}.verbs: Unsupported value: []string{"get", "read"}: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"`,
  ]);
  schemas.accepts(
    "a rule with * in all lists is accepted",
    ruleOf({
      resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"] }],
      nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
    }),
  );
  schemas.create("[FlowSchema#22] a rule without apiGroups is rejected", resourcesOf({ apiGroups: [] }), [
    `${resources}.apiGroups: Required value: resource rules must supply at least one api group`,
  ]);
  schemas.create(
    "[FlowSchema#23] a rule with another group beside * is rejected",
    resourcesOf({ apiGroups: ["apps", "*"] }),
    [
      `${resources}.apiGroups: Invalid value: []string{"apps", "*"}: if '*' is present, must not specify other api groups`,
    ],
  );
  schemas.create("[FlowSchema#24] a rule without resources is rejected", resourcesOf({ resources: [] }), [
    `${resources}.resources: Required value: resource rules must supply at least one resource`,
  ]);
  schemas.create(
    "[FlowSchema#25] a rule with another resource beside * is rejected",
    resourcesOf({ resources: ["*", "pods"] }),
    [
      `${resources}.resources: Invalid value: []string{"*", "pods"}: if '*' is present, must not specify other resources`,
    ],
  );
  schemas.create(
    "[FlowSchema#26] a rule without namespaces is rejected unless it has clusterScope",
    resourcesOf({ namespaces: [] }),
    [
      `${resources}.namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace`,
    ],
  );
  schemas.accepts(
    "a rule with clusterScope and without namespaces is accepted",
    resourcesOf({ namespaces: [], clusterScope: true }),
  );
  schemas.create(
    "[FlowSchema#27] a rule with another namespace beside * is rejected",
    resourcesOf({ namespaces: ["*", "a"] }),
    [
      `${resources}.namespaces: Invalid value: []string{"*", "a"}: if '*' is present, must not specify other namespaces`,
    ],
  );
  schemas.create("[FlowSchema#28] a rule with an invalid namespace is rejected", resourcesOf({ namespaces: ["a.b"] }), [
    `${resources}.namespaces[0]: Invalid value: "a.b": each member of this list must be '*' or a DNS-1123 label; must not contain dots`,
  ]);
  schemas.create("[FlowSchema#29] a rule without nonResourceURLs is rejected", pathsOf({ nonResourceURLs: [] }), [
    `${paths}.nonResourceURLs: Required value: nonResourceURLs must contain at least one value`,
  ]);
  schemas.create(
    "[FlowSchema#30] a rule with another URL beside * is rejected",
    pathsOf({ nonResourceURLs: ["/a", "*"] }),
    [
      `${paths}.nonResourceURLs: Invalid value: []string{"/a", "*"}: if '*' is present, must not specify other non-resource URLs`,
    ],
  );
  schemas.create(
    "[FlowSchema#31] malformed nonResourceURLs and asterisks before the end are rejected",
    pathsOf({ nonResourceURLs: ["", "a", "/a b", "/a//b", "/*/a", "/a/*", "/"] }),
    [
      `${paths}.nonResourceURLs[0]: Invalid value: "": must not be empty`,
      `${paths}.nonResourceURLs[1]: Invalid value: "a": must start with slash`,
      `${paths}.nonResourceURLs[2]: Invalid value: "/a b": must not contain white-space`,
      `${paths}.nonResourceURLs[3]: Invalid value: "/a//b": must not contain double slash`,
      `${paths}.nonResourceURLs[4]: Invalid value: "/*/a": wildcard can only do suffix matching`,
    ],
  );
});
