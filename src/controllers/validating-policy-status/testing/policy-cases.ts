/** Policies with faults, which the reference's controller has checked. */

/** A policy. */
export interface PolicyStatusCase {
  readonly title: string;
  readonly spec: object;
}

function rule(apiGroups: readonly string[], apiVersions: readonly string[], resources: readonly string[]): object {
  return { apiGroups, apiVersions, resources, operations: ["*"] };
}

const deployments = rule(["apps"], ["v1"], ["deployments"]);
const configMaps = rule([""], ["v1"], ["configmaps"]);

function policy(
  title: string,
  resourceRules: readonly object[],
  expressions: readonly string[],
  spec: object = {},
): PolicyStatusCase {
  const validations = expressions.map((expression) => ({ expression }));
  return { title, spec: { matchConstraints: { resourceRules }, validations, ...spec } };
}

/** Every case. */
export const policyStatusCases: readonly PolicyStatusCase[] = [
  policy(
    "fields of a Deployment",
    [deployments],
    [
      'object.spec.replicas > "2"',
      "object.spec.replicas > 2",
      "object.metadata.labels.x == 1",
      "object.metadata.creationTimestamp > 1",
      'object.metadata.creationTimestamp > timestamp("2020-01-01T00:00:00Z")',
      "object.spec.template.spec.containers.all(c, c.image == 1)",
      'object.spec.template.spec.containers[0].resources.limits["cpu"] == 1',
      "object.spec.template.spec.containers[0].resources.foo == 1",
      "object.spec.strategy.rollingUpdate.maxSurge == 1",
      'object.spec.strategy.rollingUpdate.maxSurge == "1"',
      "object == 1",
      "object.spec == 1",
      "object.spec.template.spec.containers == 1",
      "oldObject.spec.foo == 1",
      "has(object.spec.foo)",
      'object.metadata.annotations["a"] == object.spec.replicas',
      "object.kind == 1 || object.apiVersion == 2",
      "object.spec.template.spec.volumes[0].configMap.foo == 1",
      'object.spec.template.spec.securityContext.runAsUser == "x"',
      "object.spec.selector.matchLabels.foo == 1",
      "object.spec.template.metadata.name == 1",
      "object.spec.template.spec.containers[0].livenessProbe.httpGet.port == true",
      'object.spec.template.spec.nodeSelector["x"] == 1',
      "size(object.spec.replicas) == 1",
      "object.metadata == 1",
      "object.metadata.managedFields[0].fieldsV1.x == 1",
      "object.spec.foo.bar.baz == 1",
      "object.spec.?foo.orValue(1) == 1",
      "object.spec[0] == 1",
      "object.foo == oldObject.bar",
      "[object.spec.replicas].exists(r, r == 'a')",
      "object.spec.template.spec.containers.map(c, c.foo).size() == 1",
      "object.status.conditions.exists(c, c.lastTransitionTime.getFullYear() == 2020 && c.reason == 1)",
    ],
  ),
  policy(
    "variables of the request",
    [deployments],
    [
      "request.options.foo.bar == 1",
      "request.userInfo.username == 'x' || object.spec.foo",
      "namespaceObject.metadata.labels.x == 'y'",
      'authorizer.requestResource.check("get").allowed()',
      'authorizer.group("").resource("pods").check("get").allowed()',
      "authorizer.path('/').check('get').allowed() && object.spec.replicas == 'x'",
    ],
  ),
  policy(
    "names that are escaped",
    [rule(["networking.k8s.io"], ["v1"], ["networkpolicies"])],
    [
      "object.spec.ingress[0].__from__ == 1",
      "object.spec.ingress[0].from == 1",
      "object.metadata.__namespace__ == 1",
      "object.metadata.namespace == 1",
    ],
  ),
  policy(
    "several kinds",
    [rule(["apps", ""], ["v1"], ["deployments", "configmaps", "pods", "replicasets"])],
    ["object.spec.replicas > 2", "object.data.x == 'y'", "object.metadata.name == 1"],
  ),
  policy(
    "more kinds than the limit",
    [
      rule(
        [""],
        ["v1"],
        [
          "pods",
          "services",
          "configmaps",
          "secrets",
          "endpoints",
          "nodes",
          "namespaces",
          "limitranges",
          "resourcequotas",
          "serviceaccounts",
          "persistentvolumes",
          "persistentvolumeclaims",
        ],
      ),
      deployments,
    ],
    ["object.metadata.name == 1"],
  ),
  policy(
    "the limit of a second rule",
    [
      deployments,
      rule(
        [""],
        ["v1"],
        ["pods", "services", "configmaps", "secrets", "endpoints", "nodes", "namespaces", "limitranges"],
      ),
      rule(["apps"], ["v1"], ["daemonsets"]),
    ],
    ["object.metadata.name == 1"],
  ),
  policy(
    "wildcards",
    [rule(["*"], ["v1"], ["deployments"]), rule(["apps"], ["*"], ["deployments"]), rule(["apps"], ["v1"], ["*"])],
    ["object.spec.foo == 1"],
  ),
  policy(
    "subresources and wildcards besides a resource",
    [rule(["apps"], ["v1"], ["deployments", "deployments/scale", "*/status"])],
    ["object.spec.foo == 1"],
  ),
  policy(
    "an unknown resource",
    [rule(["apps"], ["v1"], ["nothings"]), rule(["nowhere.example.com"], ["v1"], ["deployments"])],
    ["object.spec.foo == 1"],
  ),
  policy(
    "the singular of a resource, and another case",
    [rule(["apps"], ["v1"], ["deployment", "DaemonSets"])],
    ["object.spec.foo == 1"],
  ),
  policy(
    "the core group, whose resources other groups also have",
    [rule([""], ["v1"], ["events"])],
    ["object.foo == 1"],
  ),
  policy(
    "versions of a kind",
    [rule(["autoscaling"], ["v1", "v2"], ["horizontalpodautoscalers"])],
    ["object.spec.targetCPUUtilizationPercentage == 'x'", "object.spec.metrics == 'x'"],
  ),
  policy(
    "parameters",
    [configMaps],
    ["params.data.x == 1", "params.foo == 1", "params.data.x == object.data.x", "params == object"],
    {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
    },
  ),
  policy("parameters of an unknown kind", [configMaps], ["params.data.x == 1", "object.foo == params.foo"], {
    paramKind: { apiVersion: "nowhere.example.com/v1", kind: "Nothing" },
  }),
  policy(
    "variables",
    [deployments],
    [
      "variables.replicas == 'x'",
      "variables.names.exists(n, n == 1)",
      "variables.faulty == 1",
      "variables.spec.foo == 1",
      "variables.labels.x == 1",
      "variables.later.exists(n, n == 1)",
    ],
    {
      variables: [
        { name: "replicas", expression: "object.spec.replicas" },
        { name: "names", expression: "object.spec.template.spec.containers.map(c, c.name)" },
        { name: "faulty", expression: "object.spec.foo" },
        { name: "spec", expression: "object.spec" },
        { name: "labels", expression: "object.metadata.labels" },
        { name: "later", expression: "variables.names" },
      ],
    },
  ),
  {
    title: "messages, and fields that are not checked",
    spec: {
      matchConstraints: { resourceRules: [deployments] },
      validations: [
        { expression: "object.spec.replicas == 1", messageExpression: "'replicas: ' + object.spec.replicas" },
        { expression: "object.spec.foo == 1", messageExpression: "string(object.spec.bar)" },
      ],
      matchConditions: [{ name: "c", expression: "object.spec.foo == 1" }],
      auditAnnotations: [{ key: "k", valueExpression: "string(object.spec.foo)" }],
    },
  },
  policy(
    "definitions of custom types",
    [rule(["apiextensions.k8s.io"], ["v1"], ["customresourcedefinitions"])],
    [
      "object.spec.versions[0].schema.openAPIV3Schema.properties == 1",
      "object.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.x == 1",
      "object.spec.versions[0].schema.openAPIV3Schema.items == 1",
      "object.spec.versions[0].schema.openAPIV3Schema.default == 1",
      "object.spec.versions[0].schema.openAPIV3Schema.not == 1",
      "object.spec.versions[0].schema.openAPIV3Schema.enum == 1",
    ],
  ),
];
