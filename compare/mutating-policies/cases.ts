/** The cases of the suite `mutating-policies`. */
import type { CasePolicy, CaseRequest, CaseServer, PolicyCase } from "../admission-policies/policy-case.ts";
import {
  unconvertedDefinition,
  unconvertedPolicies,
  unconvertedRequests,
} from "../admission-policies/unconverted-types.ts";
import { patchTypes } from "../patch-types.ts";
import { configurationExpressions, deploymentConfigurations, mapPatches } from "./expressions.ts";

const configMaps = {
  apiGroups: [""],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE"],
  resources: ["configmaps"],
};
const deploymentRule = { ...configMaps, apiGroups: ["apps"], resources: ["deployments"] };
const paramKind = { apiVersion: "v1", kind: "ConfigMap" };

/** A mutation that applies a configuration. */
function applying(expression: string): object {
  return { patchType: "ApplyConfiguration", applyConfiguration: { expression } };
}

/** A mutation by the operations of a JSON patch. */
function patching(...operations: readonly string[]): object {
  return { patchType: "JSONPatch", jsonPatch: { expression: `[${operations.join(", ")}]` } };
}

/** A mutation that sets a key of a ConfigMap. @param value an expression */
function setting(key: string, value: string): object {
  return applying(`Object{data: Object.data{${key}: ${value}}}`);
}

function policy(
  rules: readonly object[],
  mutations: readonly object[],
  spec: object = {},
  bindings?: readonly object[],
): CasePolicy {
  return {
    spec: { matchConstraints: { resourceRules: rules }, mutations, ...spec },
    ...(bindings ? { bindings } : {}),
  };
}

/** A policy for the ConfigMap with this name. */
function forMap(
  name: string,
  mutations: readonly object[],
  spec: object = {},
  bindings?: readonly object[],
): CasePolicy {
  return policy([{ ...configMaps, resourceNames: [name] }], mutations, spec, bindings);
}

function collection({ namespace }: CaseServer, plural = "configmaps"): string {
  return `/api/v1/namespaces/${namespace}/${plural}`;
}

function createMap(server: CaseServer, name: string, data: object = { a: "b" }, metadata: object = {}): CaseRequest {
  return { target: collection(server), body: { metadata: { name, ...metadata }, data } };
}

/** One ConfigMap for each mutation. */
function mapCases(title: string, mutations: readonly object[]): PolicyCase {
  return {
    title,
    policies: () => mutations.map((mutation, index) => forMap(`m${index}`, [mutation])),
    requests: (server) => mutations.map((_, index) => createMap(server, `m${index}`)),
  };
}

function deployment(name: string): object {
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "x" }] } };
  return { metadata: { name }, spec: { selector: { matchLabels: { a: "b" } }, template } };
}

function deployments({ namespace }: CaseServer): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments`;
}

const manySteps = "[0,1,2,3,4,5,6,7,8,9]";

/** An expression with nested loops. */
function nested(depth: number): string {
  const opening = Array.from({ length: depth }, (_, index) => `${manySteps}.all(v${index}, `).join("");
  return `${opening}true${")".repeat(depth)}`;
}

const widgetMutations: readonly object[] = [
  applying("Object{spec: Object.spec{size: 7}}"),
  applying('Object{spec: Object.spec{tags: ["two", "one"]}}'),
  applying(
    'Object{spec: Object.spec{ports: [Object.spec.ports{name: "a", port: 2}, Object.spec.ports{name: "b", port: 3}]}}',
  ),
  applying('Object{spec: Object.spec{notes: ["y"]}}'),
  applying("Object{spec: Object.spec{unknown: 1}}"),
  applying('Object{spec: Object.spec{size: "big"}}'),
  applying("Object{spec: Object.spec{size: 1000}}"),
  applying("Object{spec: Object.spec{size: object.spec.size + 1}}"),
  applying("Object{spec: Object.spec{free: Object.spec.free{any: [1, 2]}}}"),
  applying("Object{metadata: Object.metadata{labels: {'a': object.kind}}}"),
  patching('JSONPatch{op: "add", path: "/spec/unknown", value: 1}'),
  patching('JSONPatch{op: "replace", path: "/spec/size", value: "big"}'),
  patching('JSONPatch{op: "remove", path: "/spec/size"}'),
  patching('JSONPatch{op: "remove", path: "/spec"}'),
  patching('JSONPatch{op: "add", path: "/spec/ports/-", value: Object.spec.ports{name: "z", port: 9}}'),
];

/** The reference reads the schemas of types every five seconds, and follows new types after some seconds. */
const newTypeMs = 30_000;

/** Every case. */
export const mutatingPolicyCases: readonly PolicyCase[] = [
  mapCases("configurations of ConfigMaps", configurationExpressions.map(applying)),
  {
    title: "configurations of Deployments",
    policies: () =>
      deploymentConfigurations.map((expression, index) =>
        policy([{ ...deploymentRule, resourceNames: [`d${index}`] }], [applying(expression)]),
      ),
    requests: (server) =>
      deploymentConfigurations.map((_, index) => ({ target: deployments(server), body: deployment(`d${index}`) })),
  },
  mapCases(
    "JSON patches",
    mapPatches.map((operations) => patching(operations)),
  ),
  {
    title: "the objects of an update and of its subresources",
    before: (server) => [createMap(server, "old", { a: "1" }), { target: deployments(server), body: deployment("d") }],
    policies: () => [
      forMap("old", [setting("seen", "oldObject.data.a + object.data.a + request.operation")]),
      policy(
        [{ ...deploymentRule, resources: ["deployments/scale"] }],
        [applying("Object{spec: Object.spec{replicas: object.spec.replicas + 1}}")],
      ),
      policy(
        [{ ...deploymentRule, resources: ["deployments/status"] }],
        [
          applying(
            "Object{status: Object.status{observedGeneration: 7}, metadata: Object.metadata{labels: {'x': 'y'}}}",
          ),
        ],
      ),
    ],
    requests: (server) => [
      { target: `${collection(server)}/old`, method: "PUT", body: { metadata: { name: "old" }, data: { a: "2" } } },
      {
        target: `${collection(server)}/old`,
        method: "PATCH",
        headers: { "content-type": patchTypes.merge },
        body: { data: { a: "3" } },
      },
      {
        target: `${collection(server)}/old?fieldManager=me`,
        method: "PATCH",
        headers: { "content-type": patchTypes.apply },
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "old" }, data: { z: "4" } },
      },
      {
        target: `${collection(server)}/old?fieldManager=me`,
        method: "PATCH",
        headers: { "content-type": patchTypes.apply },
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "old" }, data: { z: "4" } },
      },
      {
        target: `${deployments(server)}/d/scale`,
        method: "PATCH",
        headers: { "content-type": patchTypes.merge },
        body: { spec: { replicas: 3 } },
      },
      {
        target: `${deployments(server)}/d/status`,
        method: "PATCH",
        headers: { "content-type": patchTypes.merge },
        body: { status: { replicas: 3 } },
      },
      { target: `${deployments(server)}/d` },
      { target: `${collection(server)}/old`, method: "DELETE" },
    ],
  },
  {
    title: "several mutations and policies",
    policies: () => [
      forMap("a", [setting("x", "object.data.a + '1'"), setting("y", "object.data.x + '2'")]),
      forMap("b", [setting("x", "object.data.nope"), setting("y", "'2'"), setting("z", "object.data.neither")]),
      forMap("c", [setting("x", "object.data.nope"), setting("y", "'2'")], { failurePolicy: "Ignore" }),
      // The reference applies policies in a random order.
      forMap("c", [setting("z", "object.data.a + '3'")]),
      forMap("d", [setting("x", "'1'")], {}, [{}, {}]),
      forMap("e", [patching('JSONPatch{op: "add", path: "/data/x", value: 1}'), setting("y", "'2'")], {
        failurePolicy: "Ignore",
      }),
      forMap("f", [setting("x", "variables.v + variables.v")], {
        variables: [{ name: "v", expression: "object.data.a + '!'" }],
      }),
      forMap("g", [setting("x", "variables.v")], { variables: [{ name: "v", expression: "object.data.missing" }] }),
    ],
    requests: (server) => "abcdefg".split("").map((name) => createMap(server, name)),
  },
  {
    title: "match conditions",
    policies: () => {
      const cases: readonly (readonly [string, readonly string[], object?])[] = [
        ["a", ["object.data.a == 'b'"]],
        ["b", ["object.data.a == 'c'"]],
        ["c", ["object.data.missing == 'c'"]],
        ["d", ["object.data.missing == 'c'"], { failurePolicy: "Ignore" }],
        ["e", ["object.data.one == 'c'", "object.data.two == 'c'"]],
        ["f", ["object.data.one == 'c'", "false"]],
        ["g", ["namespaceObject.metadata.name == 'x'"]],
        ["h", [nested(6)]],
        ["i", ["authorizer.path('/healthz').check('get').allowed()"]],
      ];
      return cases.map(([name, conditions, spec]) =>
        forMap(name, [setting("x", "namespaceObject.metadata.name == object.metadata.namespace ? 'same' : 'other'")], {
          matchConditions: conditions.map((expression, index) => ({ name: `c${index}`, expression })),
          ...spec,
        }),
      );
    },
    requests: (server) => "abcdefghi".split("").map((name) => createMap(server, name)),
  },
  {
    title: "budgets",
    policies: () => [
      forMap("a", [setting("x", `string(${nested(6)})`)]),
      forMap(
        "b",
        Array.from({ length: 20 }, (_, index) => setting(`x${index}`, `string(${nested(5)})`)),
      ),
      forMap("c", [setting("x", `string(${nested(6)})`)], { failurePolicy: "Ignore" }),
      forMap("d", [setting("x", Array.from({ length: 20 }, (_, index) => `string(variables.v${index})`).join(" + "))], {
        variables: Array.from({ length: 20 }, (_, index) => ({ name: `v${index}`, expression: nested(4) })),
      }),
    ],
    requests: (server) => "abcd".split("").map((name) => createMap(server, name)),
  },
  {
    title: "parameters",
    before: (server) => [
      createMap(server, "first", { value: "1" }, { labels: { role: "values" } }),
      createMap(server, "second", { value: "2" }, { labels: { role: "values" } }),
    ],
    policies: (server) => {
      const mutations = [applying("Object{data: {params.metadata.name: params.data.value}}")];
      const ref = (parts: object): readonly object[] => [{ paramRef: { parameterNotFoundAction: "Deny", ...parts } }];
      const named = (name: string, bindings: readonly object[], spec: object = {}): CasePolicy =>
        forMap(name, mutations, { paramKind, ...spec }, bindings);
      return [
        named("a", ref({ name: "first" })),
        named("b", ref({ selector: { matchLabels: { role: "values" } } })),
        named("c", ref({ name: "missing" })),
        named("d", [{ paramRef: { name: "missing", parameterNotFoundAction: "Allow" } }]),
        named("e", [{}]),
        named("f", ref({ name: "x" }), { paramKind: { apiVersion: "example.com/v1", kind: "Missing" } }),
        named("g", ref({ name: "x" }), {
          paramKind: { apiVersion: "example.com/v1", kind: "Missing" },
          failurePolicy: "Ignore",
        }),
        named("h", ref({ name: "first", namespace: server.namespace })),
        named("i", ref({ name: "missing" }), { failurePolicy: "Ignore" }),
      ];
    },
    requests: (server) => "abcdefghi".split("").map((name) => createMap(server, name)),
  },
  {
    title: "results that the kind rejects",
    policies: () => [
      forMap("a", [setting("x", "'1'"), applying('Object{data: {"not valid!": "x"}}')]),
      forMap("b", [applying('Object{metadata: Object.metadata{labels: {"a": "not valid!"}}}')]),
      forMap("c", [applying('Object{metadata: Object.metadata{name: "other"}}')]),
      forMap("d", [applying('Object{metadata: Object.metadata{namespace: "other"}}')]),
      forMap("e", [patching('JSONPatch{op: "remove", path: "/metadata"}')]),
      forMap("f", [patching('JSONPatch{op: "remove", path: "/metadata/name"}')]),
      forMap("g", [applying('Object{metadata: Object.metadata{generateName: "x-", uid: "a", resourceVersion: "5"}}')]),
      forMap("h", [patching('JSONPatch{op: "add", path: "/metadata/managedFields", value: [{"manager": "x"}]}')]),
    ],
    requests: (server) => "abcdefgh".split("").map((name) => createMap(server, name)),
  },
  {
    title: "other versions of an object",
    policies: () => {
      const scalers = { ...configMaps, apiGroups: ["autoscaling"], resources: ["horizontalpodautoscalers"] };
      const rule = (version: string, name: string): object => ({
        ...scalers,
        apiVersions: [version],
        resourceNames: [name],
      });
      return [
        policy([rule("v1", "a")], [applying("Object{spec: Object.spec{targetCPUUtilizationPercentage: 33}}")]),
        policy([rule("v2", "b")], [applying("Object{spec: Object.spec{minReplicas: 2}}")]),
        policy([rule("v1", "c")], [applying("Object{metadata: Object.metadata{labels: {'a': object.apiVersion}}}")]),
        policy([rule("v2", "c")], [applying("Object{metadata: Object.metadata{labels: {'b': object.apiVersion}}}")]),
        policy(
          [rule("v1", "d")],
          [patching('JSONPatch{op: "add", path: "/spec/targetCPUUtilizationPercentage", value: 33}')],
        ),
      ];
    },
    requests: (server) =>
      "abcd".split("").map((name) => ({
        target: `/apis/autoscaling/v2/namespaces/${server.namespace}/horizontalpodautoscalers`,
        body: {
          metadata: { name },
          spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" } },
        },
      })),
  },
  {
    title: "reinvocation",
    policies: () => {
      const counting = (key: string, spec: object = {}): CasePolicy =>
        forMap("a", [setting(key, `object.data.?${key}.orValue('') + 'x'`)], spec);
      const ifNeeded = { reinvocationPolicy: "IfNeeded" };
      return [
        counting("one", ifNeeded),
        counting("two", ifNeeded),
        counting("three"),
        forMap("b", [setting("x", "object.data.?x.orValue('') + 'x'")], ifNeeded),
        forMap("c", [setting("x", "object.data.?y.orValue('none')")], ifNeeded),
        forMap("c", [setting("y", "'set'")]),
        forMap("e", [setting("a", "'b'")], ifNeeded),
      ];
    },
    requests: (server) => "abce".split("").map((name) => createMap(server, name)),
  },
  {
    title: "reinvocation of other plugins",
    policies: () => {
      const forPod = (name: string, mutations: readonly object[], spec: object = {}): CasePolicy =>
        policy(
          [{ ...configMaps, operations: ["CREATE"], resources: ["pods"], resourceNames: [name] }],
          mutations,
          spec,
        );
      const counting =
        "Object{metadata: Object.metadata{labels: {'count': object.metadata.?labels['count'].orValue('') + " +
        "string(object.spec.?tolerations.orValue([]).size())}}}";
      return [
        forPod("a", [patching('JSONPatch{op: "remove", path: "/spec/tolerations"}')]),
        forPod("b", [applying(counting), patching('JSONPatch{op: "remove", path: "/spec/tolerations"}')], {
          reinvocationPolicy: "IfNeeded",
        }),
        forPod("c", [applying(counting)], { reinvocationPolicy: "IfNeeded" }),
        forPod("d", [applying("Object{spec: Object.spec{nodeName: 'x'}}")]),
      ];
    },
    requests: (server) =>
      "abcd".split("").map((name) => ({
        target: `${collection(server, "pods")}?dryRun=All`,
        body: { metadata: { name }, spec: { containers: [{ name: "c", image: "x" }] } },
      })),
  },
  {
    title: "connections, reviews and policies",
    policies: (server) => [
      policy(
        [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CONNECT"], resources: ["pods/exec"] }],
        [applying("Object{stdin: true}")],
      ),
      policy(
        [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CONNECT"], resources: ["pods/attach"] }],
        [patching('JSONPatch{op: "add", path: "/stdin", value: true}')],
      ),
      policy(
        [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CONNECT"], resources: ["pods/portforward"] }],
        [patching('JSONPatch{op: "add", path: "/nope", value: true}')],
      ),
      {
        spec: {
          matchConstraints: {
            namespaceSelector: {},
            resourceRules: [
              {
                apiGroups: ["admissionregistration.k8s.io"],
                apiVersions: ["*"],
                operations: ["CREATE"],
                resources: ["*"],
                resourceNames: [server.name("exempt")],
              },
            ],
          },
          mutations: [applying("Object{metadata: Object.metadata{labels: {'a': 'b'}}}")],
        },
      },
      policy(
        [
          {
            apiGroups: [""],
            apiVersions: ["v1"],
            operations: ["CREATE"],
            resources: ["serviceaccounts/token", "pods/binding"],
          },
        ],
        [applying("Object{metadata: Object.metadata{labels: {'a': 'b'}}}")],
      ),
    ],
    requests: (server) => [
      { target: `${collection(server, "pods")}/x/exec?command=a`, method: "POST" },
      { target: `${collection(server, "pods")}/x/attach`, method: "POST" },
      { target: `${collection(server, "pods")}/x/portforward`, method: "POST" },
      {
        target: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings?dryRun=All",
        body: { metadata: { name: server.name("exempt") }, spec: { policyName: "x", validationActions: ["Deny"] } },
      },
      {
        target: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All",
        body: { metadata: { name: server.name("exempt") } },
      },
    ],
  },
  {
    title: "objects that a webhook does not convert to the version of a policy",
    settlingMs: newTypeMs,
    before: (server) => [unconvertedDefinition(server)],
    policies: (server) =>
      unconvertedPolicies(server, { mutations: [applying("Object{metadata: Object.metadata{labels: {'a': 'b'}}}")] }),
    requests: unconvertedRequests,
  },
  {
    title: "objects of custom types",
    settlingMs: newTypeMs,
    before: (server) => [widgets(server)],
    policies: (server) => {
      const rule = {
        apiGroups: [`${server.name("mutated")}.example.com`],
        apiVersions: ["v1"],
        operations: ["CREATE", "UPDATE"],
        resources: ["widgets"],
      };
      return widgetMutations.map((mutation, index) => policy([{ ...rule, resourceNames: [`w${index}`] }], [mutation]));
    },
    requests: (server) => {
      const group = `${server.name("mutated")}.example.com`;
      return [
        ...widgetMutations.map((_, index) => ({
          target: `/apis/${group}/v1/namespaces/${server.namespace}/widgets`,
          body: {
            apiVersion: `${group}/v1`,
            kind: "Widget",
            metadata: { name: `w${index}` },
            spec: { tags: ["one"], ports: [{ name: "a", port: 1 }], notes: ["x"] },
          },
        })),
        {
          target: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`,
          method: "DELETE",
        },
      ];
    },
  },
];

/** The definition of a type. */
function widgets(server: CaseServer): CaseRequest {
  const group = `${server.name("mutated")}.example.com`;
  const port = {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, port: { type: "integer" } },
  };
  const properties = {
    size: { type: "integer", default: 3, maximum: 100 },
    tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
    ports: { type: "array", items: port, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
    notes: { type: "array", items: { type: "string" } },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } } };
  const body = {
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
  return { target: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", body };
}
