/** The cases of the suite `admission-policies`. */
import { patchTypes } from "../patch-types.ts";
import type { CasePolicy, CaseRequest, CaseServer, PolicyCase } from "./policy-case.ts";
import { unconvertedDefinition, unconvertedPolicies, unconvertedRequests } from "./unconverted-types.ts";

const configMaps = { apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] };
const everything = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] };
const paramKind = { apiVersion: "v1", kind: "ConfigMap" };

function policy(rules: readonly object[], spec: object, bindings?: readonly object[]): CasePolicy {
  const { matchConstraints, ...others } = spec as { readonly matchConstraints?: object };
  return {
    spec: { matchConstraints: { resourceRules: rules, ...matchConstraints }, ...others },
    ...(bindings ? { bindings } : {}),
  };
}

/** A policy about ConfigMaps with these validations. */
function maps(validations: readonly object[], spec: object = {}, bindings?: readonly object[]): CasePolicy {
  return policy([configMaps], { validations, ...spec }, bindings);
}

function collection({ namespace }: CaseServer, plural = "configmaps"): string {
  return `/api/v1/namespaces/${namespace}/${plural}`;
}

function createMap(server: CaseServer, name: string, data: object = {}, metadata: object = {}): CaseRequest {
  return { target: collection(server), body: { metadata: { name, ...metadata }, data } };
}

function patchMap(server: CaseServer, name: string, body: object): CaseRequest {
  const headers = { "content-type": patchTypes.merge };
  return { target: `${collection(server)}/${name}`, method: "PATCH", headers, body };
}

function deployment(name: string, labels: object = {}): object {
  const template = {
    metadata: { labels: { app: name } },
    spec: { containers: [{ name: "c", image: "x" }] },
  };
  return { metadata: { name, labels }, spec: { selector: { matchLabels: { app: name } }, template } };
}

function deployments({ namespace }: CaseServer, version = "apps/v1"): string {
  return `/apis/${version}/namespaces/${namespace}/deployments`;
}

/** One request for each expression: the expression fails, and the message shows the value. */
function expressions(title: string, texts: readonly string[]): PolicyCase {
  return {
    title,
    before: (server) => [createMap(server, "old", { a: "1" }, { labels: { team: "red" } })],
    policies: () =>
      texts.map((text, index) =>
        maps([{ expression: "false", messageExpression: `'value: ' + string(${text})` }], {
          matchConditions: [{ name: "this", expression: `request.name == 'm${index}' || request.name == 'old'` }],
        }),
      ),
    requests: (server) =>
      texts.map((_, index) => createMap(server, `m${index}`, { a: "1", number: "12" }, { labels: { team: "blue" } })),
  };
}

/** One request for each expression, which is rejected if the expression is false. */
function conditions(title: string, texts: readonly string[]): PolicyCase {
  return {
    title,
    policies: () =>
      texts.map((expression, index) =>
        policy([{ ...configMaps, resourceNames: [`m${index}`] }], { validations: [{ expression }] }),
      ),
    requests: (server) => texts.map((_, index) => createMap(server, `m${index}`)),
  };
}

const manySteps = "[0,1,2,3,4,5,6,7,8,9]";

/** An expression with nested loops. */
function nested(depth: number): string {
  const opening = Array.from({ length: depth }, (_, index) => `${manySteps}.all(v${index}, `).join("");
  return `${opening}true${")".repeat(depth)}`;
}

const shape = (name: string): string =>
  `${name} == null ? 'null' : lists.join([])`.replace(
    "lists.join([])",
    `string(${name}.size()) + ' ' + ['kind', 'apiVersion', 'metadata', 'spec', 'status', 'data', 'command', 'path'].map(k, k in ${name} ? (type(${name}[k]) == string ? k + '=' + ${name}[k] : k) : '-').join(',')`,
  );

const requestText = [
  "request.operation",
  "request.kind.group + '/' + request.kind.version + '/' + request.kind.kind",
  "request.resource.group + '/' + request.resource.version + '/' + request.resource.resource",
  "request.requestKind.group + '/' + request.requestKind.version + '/' + request.requestKind.kind",
  "request.requestResource.group + '/' + request.requestResource.version + '/' + request.requestResource.resource",
  "(has(request.subResource) ? request.subResource : '-')",
  "(has(request.requestSubResource) ? request.requestSubResource : '-')",
  "(has(request.name) ? request.name : '-')",
  "(has(request.namespace) ? request.namespace : '-')",
  "(request.userInfo.username.endsWith('admin') ? 'name' : '-')",
  "(has(request.userInfo.uid) ? 'uid' : '-')",
  "request.userInfo.groups.join(',')",
  "(has(request.userInfo.extra) ? 'extra' : '-')",
  "string(request.dryRun)",
  "string(dyn(request).size())",
  "(request.options == null ? 'null' : string(request.options.size()) + ' ' + ['kind', 'apiVersion', 'fieldManager', 'fieldValidation', 'propagationPolicy', 'gracePeriodSeconds', 'orphanDependents'].map(k, k in request.options ? k + '=' + string(request.options[k]) : '-').join(',') + (has(request.options.dryRun) ? request.options.dryRun.join(',') : '') + (has(request.options.preconditions) ? ' preconditions' : ''))",
];

/** A policy that rejects every request and shows it in the message. */
function dumping(rules: readonly object[], spec: object = {}): CasePolicy {
  const texts = [...requestText, shape("object"), shape("oldObject")].map((text) => `(${text})`);
  return policy(rules, {
    validations: [{ expression: "false", messageExpression: texts.join(" + ' | ' + ") }],
    ...spec,
  });
}

const pod = (name: string): object => ({
  metadata: { name },
  spec: { containers: [{ name: "c", image: "x" }], automountServiceAccountToken: false },
});

/** All cases. */
/** A definition of limits, which policies use as parameters. */
function limitsDefinition(server: CaseServer, scope: "Cluster" | "Namespaced" = "Namespaced"): CaseRequest {
  const group = limitsGroup(server);
  const spec = { type: "object", properties: { max: { type: "integer", default: 3 }, size: { type: "string" } } };
  const openAPIV3Schema = { type: "object", properties: { spec } };
  return {
    target: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    body: {
      metadata: { name: `limits.${group}` },
      spec: {
        group,
        scope,
        names: { plural: "limits", singular: "limit", kind: "Limit", listKind: "LimitList" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    },
  };
}

function limitsGroup(server: CaseServer): string {
  return `${server.name("limits")}.example.com`;
}

/** An object of the custom type. */
function limit(server: CaseServer, name: string, parts: object, namespace = server.namespace): CaseRequest {
  const group = limitsGroup(server);
  const metadata = { name, labels: { role: "limits" } };
  return {
    target: `/apis/${group}/v1/namespaces/${namespace}/limits`,
    untilServed: true,
    body: { apiVersion: `${group}/v1`, kind: "Limit", metadata, ...parts },
  };
}

/** A policy for the ConfigMap with this name, with parameters of the custom type. */
function limited(server: CaseServer, name: string, paramRef: object, spec: object = {}): CasePolicy {
  const validations = [
    {
      expression: "int(object.data.count) <= params.spec.max",
      messageExpression:
        "'more than ' + string(params.spec.max) + ' of ' + params.kind + ' in ' + params.metadata.namespace",
    },
  ];
  return policy(
    [{ ...configMaps, operations: ["CREATE"], resourceNames: [name] }],
    { paramKind: { apiVersion: `${limitsGroup(server)}/v1`, kind: "Limit" }, validations, ...spec },
    [{ paramRef: { parameterNotFoundAction: "Deny", ...paramRef } }],
  );
}

/** The reference follows the objects of a type that is new to it after some seconds. */
const newTypeMs = 30_000;

const customParameters: PolicyCase = {
  title: "parameters of a custom type, in two namespaces",
  settlingMs: newTypeMs,
  before: (server) => [
    { target: "/api/v1/namespaces", body: { metadata: { name: server.name("other") } } },
    limitsDefinition(server),
    limit(server, "here", { spec: { max: 4 } }),
    limit(server, "default", { spec: {} }),
    limit(server, "there", { spec: { max: 6 } }, server.name("other")),
    limit(server, "here", { spec: { max: 8 } }, server.name("other")),
  ],
  policies: (server) => [
    limited(server, "a", { name: "here" }),
    limited(server, "b", { name: "here", namespace: server.name("other") }),
    limited(server, "c", { name: "there", namespace: server.name("other") }),
    limited(server, "d", { name: "there" }),
    limited(server, "e", { selector: { matchLabels: { role: "limits" } } }),
    limited(server, "f", { selector: { matchLabels: { role: "limits" } }, namespace: server.name("other") }),
    limited(server, "g", { name: "default" }),
    limited(server, "h", { selector: { matchLabels: { role: "none" } } }),
    limited(server, "i", { name: "here" }, { validations: [{ expression: "params.spec.size == 'x'" }] }),
  ],
  requests: (server) => [
    ..."abcdfghi".split("").map((name) => createMap(server, name, { count: "5" })),
    ..."abcdefgh".split("").map((name) => createMap(server, name, { count: "9" })),
    ..."abg".split("").map((name) => createMap(server, name, { count: "1" })),
    {
      target: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/limits.${limitsGroup(server)}`,
      method: "DELETE",
    },
    { target: `/api/v1/namespaces/${server.name("other")}`, method: "DELETE" },
  ],
};

const lateDefinition: PolicyCase = {
  title: "a type of parameters that is defined after the policy",
  settlingMs: newTypeMs,
  policies: (server) => [
    limited(server, "a", { name: "late" }),
    limited(server, "b", { name: "missing" }),
    limited(server, "c", { name: "missing" }, { failurePolicy: "Ignore" }),
  ],
  after: (server) => [limitsDefinition(server), limit(server, "late", { spec: { max: 4 } })],
  requests: (server) => [
    ..."abc".split("").map((name) => createMap(server, name, { count: "5" })),
    {
      target: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/limits.${limitsGroup(server)}`,
      method: "DELETE",
    },
  ],
};

export const policyCases: readonly PolicyCase[] = [
  {
    title: "messages and reasons",
    policies: () => [
      maps([{ expression: "object.data.a == '1'" }], {
        matchConditions: [{ name: "n", expression: "object.metadata.name.startsWith('a')" }],
      }),
      maps([{ expression: " object.data.a ==\n'1'\n", message: " the message  " }], {
        matchConditions: [{ name: "n", expression: "object.metadata.name.startsWith('b')" }],
      }),
      ...["Unauthorized", "Forbidden", "Invalid", "RequestEntityTooLarge"].slice(1).map((reason, index) =>
        maps([{ expression: "false", reason, message: `reason ${reason}` }], {
          matchConditions: [{ name: "n", expression: `object.metadata.name == 'c${index}'` }],
        }),
      ),
      ...[
        "'first ' + object.metadata.name",
        "' blanks '",
        "''",
        "'line\\nbreak'",
        "string(object.data.missing)",
        `'${"x".repeat(5121)}'`,
        `'${"x".repeat(5120)}'`,
      ].map((messageExpression, index) =>
        maps([{ expression: "false", message: "the other message", messageExpression }], {
          matchConditions: [{ name: "n", expression: `object.metadata.name == 'd${index}'` }],
        }),
      ),
      maps([{ expression: "false", messageExpression: "string(object.data.missing)" }], {
        matchConditions: [{ name: "n", expression: "object.metadata.name == 'e'" }],
      }),
      maps([{ expression: "true" }, { expression: "1 == 2" }, { expression: "2 == 3" }], {
        matchConditions: [{ name: "n", expression: "object.metadata.name == 'f'" }],
      }),
    ],
    requests: (server) =>
      ["a", "a1", "b", "b1", "c0", "c1", "c2", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "e", "f"].map((name) =>
        createMap(server, name, { a: name.endsWith("1") ? "1" : "2" }),
      ),
  },
  {
    title: "the request in each operation",
    before: (server) => [
      createMap(server, "old", { a: "1" }),
      { target: deployments(server), body: deployment("web") },
      { target: collection(server, "pods"), body: pod("p") },
      { target: collection(server, "serviceaccounts"), body: { metadata: { name: "web" } } },
    ],
    policies: () => [dumping([everything])],
    requests: (server) => [
      createMap(server, "new"),
      {
        ...createMap(server, "new"),
        target: `${collection(server)}?dryRun=All&fieldManager=me&fieldValidation=Strict`,
      },
      { target: `${collection(server)}/old`, method: "PUT", body: { metadata: { name: "old" }, data: { b: "2" } } },
      patchMap(server, "old", { data: { b: "2" } }),
      {
        target: `${collection(server)}/old?fieldManager=me&force=true`,
        method: "PATCH",
        headers: { "content-type": "application/apply-patch+yaml" },
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "old" }, data: { c: "d" } },
      },
      {
        target: `${collection(server)}/applied?fieldManager=me`,
        method: "PATCH",
        headers: { "content-type": "application/apply-patch+yaml" },
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "applied" }, data: { c: "d" } },
      },
      { target: `${collection(server)}/old`, method: "DELETE" },
      {
        target: `${collection(server)}/old`,
        method: "DELETE",
        body: { propagationPolicy: "Foreground", gracePeriodSeconds: 3, dryRun: ["All"] },
      },
      { target: `${collection(server)}/old?orphanDependents=true`, method: "DELETE" },
      { target: `${collection(server)}?labelSelector=a!=b&fieldSelector=metadata.name=old`, method: "DELETE" },
      { target: `${deployments(server)}/web`, method: "DELETE" },
      {
        target: `${deployments(server)}/web/scale`,
        method: "PUT",
        body: { metadata: { name: "web" }, spec: { replicas: 3 } },
      },
      {
        target: `${deployments(server)}/web/status`,
        method: "PATCH",
        headers: { "content-type": patchTypes.merge },
        body: { status: { observedGeneration: 7 } },
      },
      { target: deployments(server), body: deployment("new") },
      { target: `${collection(server, "pods")}/p/exec?command=ls&stdout=true`, method: "POST", body: "" },
      { target: `${collection(server, "pods")}/p/attach`, method: "GET" },
      { target: `${collection(server, "pods")}/p/portforward?ports=80`, method: "GET" },
      { target: `${collection(server, "pods")}/p/proxy/a/b`, method: "GET" },
      { target: `${collection(server, "pods")}/p/log`, method: "GET" },
      { target: `${collection(server, "services")}/s/proxy/x`, method: "PUT", body: {} },
      { target: `${collection(server, "pods")}/p/eviction`, body: { metadata: { name: "p" } } },
      { target: `${collection(server, "pods")}/p/binding`, body: { metadata: { name: "p" }, target: { name: "n" } } },
      { target: `${collection(server, "serviceaccounts")}/web/token`, body: { spec: {} } },
      { target: collection(server, "pods"), body: pod("new") },
      {
        target: `/api/v1/namespaces/${server.namespace}`,
        method: "PATCH",
        headers: { "content-type": patchTypes.merge },
        body: { metadata: { labels: { a: "b" } } },
      },
      {
        target: `/api/v1/namespaces/${server.namespace}/finalize`,
        method: "PUT",
        body: { metadata: { name: server.namespace }, spec: { finalizers: [] } },
      },
      { target: `/api/v1/namespaces/${server.namespace}`, method: "DELETE", body: { dryRun: ["All"] } },
      {
        target: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        body: { spec: { resourceAttributes: { verb: "get", resource: "pods", namespace: server.namespace } } },
      },
      {
        target: `/apis/authorization.k8s.io/v1/namespaces/${server.namespace}/localsubjectaccessreviews`,
        body: {
          spec: { user: "a", resourceAttributes: { verb: "get", resource: "pods", namespace: server.namespace } },
        },
      },
    ],
  },
  {
    title: "rules: operations, groups, versions, resources, subresources",
    before: (server) => [
      createMap(server, "old"),
      { target: deployments(server), body: deployment("web") },
      { target: collection(server, "pods"), body: pod("p") },
    ],
    policies: () => [
      policy([{ ...configMaps, operations: ["DELETE"] }], {
        validations: [{ expression: "false", message: "no deletion" }],
      }),
      policy([{ ...configMaps, operations: ["UPDATE", "CREATE"], resourceNames: ["named"] }], {
        validations: [{ expression: "false", message: "the name" }],
      }),
      policy([{ ...everything, apiGroups: ["apps"], resources: ["*/scale"] }], {
        validations: [{ expression: "false", message: "any scale" }],
      }),
      policy([{ ...everything, apiGroups: ["apps"], resources: ["deployments/*"] }], {
        validations: [{ expression: "request.operation != 'CREATE'", message: "any part" }],
      }),
      policy([{ ...everything, apiGroups: [""], resources: ["pods/exec", "pods/log"] }], {
        validations: [{ expression: "false", message: "exec" }],
      }),
      policy([{ ...everything, resources: ["*"], apiGroups: [""], apiVersions: ["v2"] }], {
        validations: [{ expression: "false", message: "v2" }],
      }),
      policy([{ ...everything, resources: ["secrets"] }], {
        matchConstraints: {
          excludeResourceRules: [{ ...everything, resources: ["secrets"], resourceNames: ["free"] }],
        },
        validations: [{ expression: "false", message: "not excluded" }],
      }),
      policy([{ ...everything, resources: ["services"], scope: "Cluster" }], {
        validations: [{ expression: "false", message: "cluster" }],
      }),
      policy([{ ...everything, resources: ["endpoints"], scope: "Namespaced" }], {
        validations: [{ expression: "false", message: "namespaced" }],
      }),
      policy([{ ...everything, apiGroups: [""], resources: ["namespaces"], scope: "Namespaced" }], {
        validations: [{ expression: "false", message: "namespaced namespace" }],
      }),
      policy(
        [{ ...everything, apiGroups: [""], resources: ["namespaces"], scope: "Cluster", operations: ["UPDATE"] }],
        {
          validations: [{ expression: "false", message: "cluster namespace" }],
        },
      ),
    ],
    requests: (server) => [
      createMap(server, "named"),
      createMap(server, "other"),
      patchMap(server, "other", { data: { a: "b" } }),
      { target: `${collection(server)}/other`, method: "DELETE" },
      {
        target: `${deployments(server)}/web/scale`,
        method: "PUT",
        body: { metadata: { name: "web" }, spec: { replicas: 3 } },
      },
      { target: deployments(server), body: deployment("new") },
      { target: `${collection(server, "pods")}/p/exec?command=ls`, method: "POST", body: "" },
      { target: `${collection(server, "pods")}/p/log`, method: "GET" },
      { target: collection(server, "secrets"), body: { metadata: { name: "free" } } },
      { target: collection(server, "secrets"), body: { metadata: { name: "bound" } } },
      { target: collection(server, "services"), body: { metadata: { name: "s" }, spec: { ports: [{ port: 1 }] } } },
      { target: collection(server, "endpoints"), body: { metadata: { name: "e" } } },
      {
        target: `/api/v1/namespaces/${server.namespace}`,
        method: "PATCH",
        headers: { "content-type": patchTypes.merge },
        body: { metadata: { labels: { a: "b" } } },
      },
    ],
  },
  {
    title: "other versions and groups of the same objects",
    policies: () => [
      dumping([
        { ...everything, apiGroups: ["autoscaling"], apiVersions: ["v1"], resources: ["horizontalpodautoscalers"] },
      ]),
      policy([{ ...everything, apiGroups: ["events.k8s.io"], resources: ["events"] }], {
        validations: [
          {
            expression: "false",
            messageExpression:
              "request.kind.group + ' ' + object.apiVersion + ' ' + (has(object.note) ? object.note : 'no note')",
          },
        ],
      }),
      policy(
        [{ ...everything, apiGroups: ["resource.k8s.io"], apiVersions: ["v1beta1"], resources: ["resourceclaims"] }],
        {
          matchConstraints: { matchPolicy: "Exact" },
          validations: [{ expression: "false", message: "exact" }],
        },
      ),
    ],
    requests: (server) => [
      {
        target: `/apis/autoscaling/v2/namespaces/${server.namespace}/horizontalpodautoscalers`,
        body: {
          metadata: { name: "h" },
          spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "a", apiVersion: "apps/v1" } },
        },
      },
      {
        target: `/apis/autoscaling/v1/namespaces/${server.namespace}/horizontalpodautoscalers`,
        body: {
          metadata: { name: "h" },
          spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "a", apiVersion: "apps/v1" } },
        },
      },
      {
        target: collection(server, "events"),
        body: {
          metadata: { name: "e" },
          involvedObject: { namespace: server.namespace },
          message: "the message",
          reason: "a",
        },
      },
      {
        target: `/apis/resource.k8s.io/v1beta1/namespaces/${server.namespace}/resourceclaims`,
        body: { metadata: { name: "c" }, spec: {} },
      },
      {
        target: `/apis/resource.k8s.io/v1alpha3/namespaces/${server.namespace}/resourceclaims`,
        body: { metadata: { name: "c" }, spec: {} },
      },
    ],
  },
  {
    title: "selectors of objects and namespaces",
    before: (server) => [createMap(server, "red", {}, { labels: { team: "red" } }), createMap(server, "none")],
    policies: () => [
      maps([{ expression: "false", message: "object" }], {
        matchConstraints: { objectSelector: { matchLabels: { team: "red" } } },
      }),
      maps([{ expression: "false", message: "expressions" }], {
        matchConstraints: {
          objectSelector: { matchExpressions: [{ key: "size", operator: "In", values: ["big", "huge"] }] },
        },
      }),
      policy([{ ...everything, resources: ["secrets"] }], {
        matchConstraints: { namespaceSelector: { matchLabels: { "no-such-label": "a" } } },
        validations: [{ expression: "false", message: "no namespace" }],
      }),
      policy(
        [{ ...everything, resources: ["services"] }],
        { validations: [{ expression: "false", message: "the binding" }] },
        [
          { matchResources: { objectSelector: { matchLabels: { bound: "yes" } } } },
          { matchResources: { namespaceSelector: { matchLabels: { nowhere: "a" } } } },
          { matchResources: { resourceRules: [{ ...everything, operations: ["DELETE"], resources: ["services"] }] } },
        ],
      ),
    ],
    requests: (server) => [
      createMap(server, "a", {}, { labels: { team: "red" } }),
      createMap(server, "a", {}, { labels: { team: "blue" } }),
      createMap(server, "b", {}, { labels: { size: "huge" } }),
      createMap(server, "c", {}, { labels: { size: "small" } }),
      patchMap(server, "red", { metadata: { labels: { team: "blue" } } }),
      patchMap(server, "none", { metadata: { labels: { team: "red" } } }),
      patchMap(server, "none", { data: { x: "y" } }),
      { target: `${collection(server)}/red`, method: "DELETE" },
      { target: collection(server, "secrets"), body: { metadata: { name: "s" } } },
      {
        target: collection(server, "services"),
        body: { metadata: { name: "a", labels: { bound: "yes" } }, spec: { ports: [{ port: 1 }] } },
      },
      { target: collection(server, "services"), body: { metadata: { name: "a" }, spec: { ports: [{ port: 1 }] } } },
      { target: `${collection(server, "services")}/a`, method: "DELETE" },
    ],
  },
  {
    title: "parameters",
    before: (server) => [
      createMap(server, "limits", { max: "3" }, { labels: { role: "limits" } }),
      createMap(server, "limits-2", { max: "5" }, { labels: { role: "limits" } }),
      {
        target: "/apis/scheduling.k8s.io/v1/priorityclasses",
        body: { metadata: { name: server.name("class") }, value: 7 },
      },
    ],
    policies: (server) => {
      const validations = [
        {
          expression: "object.data.count <= params.data.max",
          messageExpression: "'more than ' + params.data.max + ' ' + params.kind + ' ' + params.apiVersion",
        },
      ];
      const only = (name: string): object => ({
        matchConditions: [{ name: "n", expression: `object.metadata.name == '${name}'` }],
      });
      const ref = (parts: object): readonly object[] => [{ paramRef: { parameterNotFoundAction: "Deny", ...parts } }];
      const create = { ...configMaps, operations: ["CREATE"] };
      const named = (name: string, bindings: readonly object[], spec: object = {}): CasePolicy =>
        policy([{ ...create, resourceNames: [name] }], { paramKind, validations, ...spec }, bindings);
      const { namespace } = server;
      return [
        named("a", ref({ name: "limits" })),
        named("b", ref({ name: "limits", namespace })),
        named("c", ref({ name: "missing" })),
        named("d", [{ paramRef: { name: "missing", parameterNotFoundAction: "Allow" } }]),
        named("e", ref({ selector: { matchLabels: { role: "limits" } } })),
        named("f", ref({ selector: { matchLabels: { role: "none" } } })),
        named("g", [{}]),
        named("h", ref({ name: "limits", namespace: "no-such-namespace" })),
        named("i", ref({ name: "x" }), { paramKind: { apiVersion: "example.com/v1", kind: "Missing" } }),
        named("j", ref({ name: "x" }), {
          paramKind: { apiVersion: "example.com/v1", kind: "Missing" },
          failurePolicy: "Ignore",
        }),
        named("k", ref({ name: server.name("class") }), {
          paramKind: { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass" },
          validations: [{ expression: "params.value == 8", messageExpression: "string(params.value) + params.kind" }],
        }),
        named("l", ref({ name: server.name("class"), namespace }), {
          paramKind: { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass" },
        }),
        named("m", ref({ name: "missing" }), { failurePolicy: "Ignore" }),
        named("n", ref({ name: "limits" }), { ...only("n"), validations: [{ expression: "params.data.min == '1'" }] }),
        named("o", ref({ name: "limits" }), { paramKind: { apiVersion: "v1", kind: "NoSuchKind" } }),
        policy(
          [{ ...everything, apiGroups: [""], resources: ["namespaces"], operations: ["UPDATE"] }],
          { paramKind, validations },
          ref({ name: "missing" }),
        ),
      ];
    },
    requests: (server) => [
      ..."abcdefghijklmno".split("").map((name) => createMap(server, name, { count: "4" })),
      createMap(server, "e", { count: "6" }),
      createMap(server, "a", { count: "2" }),
      {
        target: `/api/v1/namespaces/${server.namespace}`,
        method: "PATCH",
        headers: { "content-type": patchTypes.merge },
        body: { metadata: { labels: { a: "b" } } },
      },
    ],
  },
  {
    title: "the namespace in match conditions",
    policies: () => [
      policy([{ ...configMaps, resourceNames: ["a"] }], {
        matchConditions: [{ name: "c", expression: "namespaceObject.metadata.name != ''" }],
        validations: [{ expression: "namespaceObject.metadata.name == ''" }],
      }),
      policy([{ ...configMaps, resourceNames: ["b"] }], {
        matchConditions: [{ name: "c", expression: "namespaceObject == null" }],
        validations: [{ expression: "namespaceObject == null" }],
      }),
    ],
    requests: (server) => "ab".split("").map((name) => createMap(server, name)),
  },
  customParameters,
  lateDefinition,
  {
    title: "objects that a webhook does not convert to the version of a policy",
    settlingMs: newTypeMs,
    before: (server) => [unconvertedDefinition(server)],
    policies: (server) => unconvertedPolicies(server, { validations: [{ expression: "object.spec.size < 5" }] }),
    requests: unconvertedRequests,
  },
  {
    title: "failure policies",
    policies: () => {
      const cases: readonly object[] = [
        { validations: [{ expression: "object.data.missing == 'a'" }] },
        {
          validations: [{ expression: "true" }],
          matchConditions: [{ name: "c", expression: "object.data.missing == 'a'" }],
        },
        {
          validations: [{ expression: "true" }],
          auditAnnotations: [{ key: "k", valueExpression: "object.data.missing + ''" }],
        },
        {
          validations: [{ expression: "variables.v == 'a'" }],
          variables: [{ name: "v", expression: "object.data.missing" }],
        },
        { validations: [{ expression: nested(6) }] },
        { validations: Array.from({ length: 40 }, () => ({ expression: nested(5) })) },
        { validations: [{ expression: "variables.v" }], variables: [{ name: "v", expression: nested(6) }] },
        {
          validations: [{ expression: "true" }],
          matchConditions: Array.from({ length: 12 }, (_, index) => ({ name: `c${index}`, expression: nested(5) })),
        },
        {
          validations: [{ expression: "true" }],
          matchConditions: [
            { name: "a", expression: "object.data.one == 'a'" },
            { name: "b", expression: "object.data.two == 'a'" },
          ],
        },
        {
          validations: [{ expression: "false", message: "never" }],
          matchConditions: [
            { name: "a", expression: "object.data.one == 'a'" },
            { name: "b", expression: "false" },
          ],
        },
        {
          validations: [
            ...Array.from({ length: 18 }, () => ({ expression: nested(5) })),
            { expression: "true", messageExpression: `${nested(5)} ? 'a' : 'b'` },
            { expression: "true", messageExpression: `${nested(5)} ? 'a' : 'b'` },
            { expression: "true", messageExpression: `${nested(5)} ? 'a' : 'b'` },
            { expression: "true", messageExpression: `${nested(5)} ? 'a' : 'b'` },
          ],
        },
        {
          validations: [{ expression: "true" }],
          auditAnnotations: [{ key: "k", valueExpression: "authorizer.path('/').check('get').allowed() ? 'a' : 'b'" }],
        },
        {
          validations: [{ expression: "false", message: "fallback", messageExpression: "variables.v" }],
          variables: [{ name: "v", expression: "authorizer.path('/').check('get').allowed() ? 'a' : 'b'" }],
        },
        { validations: [{ expression: "int(object.data.a) > 0" }] },
        { validations: [{ expression: "[1, 2][5] == 1" }] },
        { validations: [{ expression: "1 / 0 == 1" }] },
      ];
      return cases.flatMap((spec, index) =>
        ["Fail", "Ignore"].map((failurePolicy) => {
          const name = `${failurePolicy.toLowerCase()}-${index}`;
          return policy([{ ...configMaps, resourceNames: [name] }], { failurePolicy, ...spec });
        }),
      );
    },
    requests: (server) =>
      Array.from({ length: 16 }, (_, index) => index).flatMap((index) =>
        ["fail", "ignore"].map((policyName) => createMap(server, `${policyName}-${index}`, { a: "x" })),
      ),
  },
  {
    title: "validation actions",
    policies: () => {
      const named = (
        name: string,
        validations: readonly object[],
        bindings: readonly object[],
        spec: object = {},
      ): CasePolicy => policy([{ ...configMaps, resourceNames: [name] }], { validations, ...spec }, bindings);
      const failing = [{ expression: "object.metadata.name == 'x'", message: "not x" }, { expression: "false" }];
      return [
        named("a", failing, [{ validationActions: ["Warn"] }]),
        named("b", failing, [{ validationActions: ["Audit"] }]),
        named("c", failing, [{ validationActions: ["Audit", "Deny"] }]),
        named("d", failing, [{ validationActions: ["Warn", "Audit"] }]),
        named("e", failing, [{ validationActions: ["Warn"] }, { validationActions: ["Deny"] }]),
        named("f", [{ expression: "object.data.missing == 'a'" }], [{ validationActions: ["Warn"] }]),
        named("g", [{ expression: "true" }], [{ validationActions: ["Warn"] }], {
          auditAnnotations: [{ key: "k", valueExpression: "object.data.missing + ''" }],
        }),
        named("h", [{ expression: "object.data.missing == 'a'" }], [{ validationActions: ["Warn"] }], {
          failurePolicy: "Ignore",
        }),
        named(
          "i",
          [{ expression: "false", messageExpression: "'quotes \" and ü ' + object.metadata.name" }],
          [{ validationActions: ["Warn"] }],
        ),
        named("j", [{ expression: "false" }], []),
      ];
    },
    requests: (server) => "abcdefghij".split("").map((name) => createMap(server, name)),
  },
  expressions("values of the request and the objects", [
    "object.metadata.name",
    "object.metadata.labels.team",
    "has(object.metadata.labels.other)",
    "object.data.a == '1' && !has(object.data.b)",
    "object.kind + object.apiVersion",
    "oldObject == null",
    "size(object.data)",
    "int(object.data.number) + 1",
    "namespaceObject.metadata.name == object.metadata.namespace",
    "namespaceObject.metadata.labels.size()",
    "namespaceObject.status.phase",
    "namespaceObject.spec.finalizers.size()",
    "has(namespaceObject.metadata.annotations)",
    "request.userInfo.groups.exists(g, g == 'system:masters')",
    "object.?data.?zzz.orValue('default')",
    "object.metadata.managedFields.size()",
    "has(object.metadata.uid)",
    "type(object.metadata.creationTimestamp) == string",
    "object.metadata.generation",
    "quantity('1Gi').isGreaterThan(quantity('1Mi'))",
  ]),
  conditions("the authorizer", [
    "authorizer.path('/healthz').check('get').allowed()",
    "authorizer.group('').resource('pods').namespace('default').check('create').allowed()",
    "authorizer.group('apps').resource('deployments').subresource('scale').namespace('default').name('web').check('update').allowed()",
    "authorizer.serviceAccount('default', 'default').group('').resource('pods').namespace('default').check('create').allowed()",
    "authorizer.serviceAccount('default', 'default').group('').resource('pods').namespace('default').check('create').reason() == ''",
    "authorizer.requestResource.check('create').allowed()",
    "authorizer.requestResource.check('create').reason() == ''",
    "authorizer.serviceAccount('default', 'default').path('/healthz').check('get').allowed()",
    "authorizer.serviceAccount('default', 'default').path('/metrics').check('get').allowed()",
    "authorizer.group('').resource('pods').check('get').errored()",
  ]),
  {
    title: "variables",
    policies: () => {
      const named = (
        name: string,
        variables: readonly (readonly [string, string])[],
        validations: readonly object[],
      ): CasePolicy =>
        policy([{ ...configMaps, resourceNames: [name] }], {
          variables: variables.map(([variable, expression]) => ({ name: variable, expression })),
          validations,
        });
      const heavy = nested(5);
      return [
        named(
          "a",
          [
            ["x", "object.data"],
            ["y", "variables.x.a + '!'"],
          ],
          [{ expression: "variables.y == 'no'", messageExpression: "variables.y" }],
        ),
        named(
          "b",
          [["x", "object.data.missing"]],
          [{ expression: "true" }, { expression: "variables.x == 'a' || true" }, { expression: "has(variables.x)" }],
        ),
        named(
          "c",
          [["x", heavy]],
          [
            ...Array.from({ length: 30 }, () => ({ expression: "variables.x" })),
            { expression: "false", message: "end" },
          ],
        ),
        named(
          "d",
          Array.from({ length: 30 }, (_, index): readonly [string, string] => [`x${index}`, heavy]),
          Array.from({ length: 30 }, (_, index) => ({ expression: `variables.x${index}` })),
        ),
        named(
          "e",
          [
            ["x", "[1, 2]"],
            ["z", "{'a': variables.x}"],
          ],
          [{ expression: "variables.z.a.size() == 3" }],
        ),
        named(
          "f",
          [["x", "authorizer"]],
          [{ expression: "variables.x.path('/').check('get').allowed() == false", message: "dyn" }],
        ),
        named("g", [["x", "1 / int(object.data.zero)"]], [{ expression: "variables.x == 1" }]),
      ];
    },
    requests: (server) => "abcdefg".split("").map((name) => createMap(server, name, { a: "1", zero: "0" })),
  },
  {
    title: "policies and bindings are exempt, webhook configurations are not",
    policies: (server) => [
      policy([{ ...everything, apiGroups: ["admissionregistration.k8s.io"], resourceNames: [server.name("exempt")] }], {
        validations: [{ expression: "false", message: "never" }],
      }),
    ],
    requests: (server) => [
      {
        target: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings?dryRun=All",
        body: {
          metadata: { name: server.name("exempt") },
          spec: { policyName: "nothing", validationActions: ["Deny"] },
        },
      },
      {
        target: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All",
        body: { metadata: { name: server.name("exempt") } },
      },
    ],
  },
];
