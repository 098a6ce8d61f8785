/** Cases about the reviews that webhooks get. The webhooks deny each request with the review as the message. */
import type { CaseServer } from "../admission-policies/policy-case.ts";
import type { Json } from "../suite.ts";
import { applied, configMaps, createMap, mergePatch, requestOf, updateMap } from "./requests.ts";
import type { WebhookCase } from "./webhook-case.ts";

const echo = { behaviour: { echoes: true } };

function echoing(rules: Json, others: Json = {}): Pick<WebhookCase, "mutating" | "validating"> {
  const webhook = { behaviour: { echoes: true }, spec: { rules, ...others } };
  return {
    validating: [[webhook]],
    mutating: [[{ ...webhook, spec: { ...webhook.spec, objectSelector: { matchLabels: { phase: "mutating" } } } }]],
  };
}

const allOf = (apiGroups: string[], apiVersions: string[], resources: string[]): Json => [
  { apiGroups, apiVersions, resources, operations: ["*"] },
];

const mutatingLabels = { labels: { phase: "mutating" } };

const pod = (name: string, metadata: Json = {}): Json => ({
  kind: "Pod",
  apiVersion: "v1",
  metadata: { name, ...metadata },
  spec: { containers: [{ name: "c", image: "i" }] },
});

const deployment = (name: string, metadata: Json = {}): Json => ({
  kind: "Deployment",
  apiVersion: "apps/v1",
  metadata: { name, ...metadata },
  spec: {
    selector: { matchLabels: { app: "a" } },
    template: { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
});

const scaler = (version: string, name: string): Json => ({
  kind: "HorizontalPodAutoscaler",
  apiVersion: `autoscaling/${version}`,
  metadata: { name },
  spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "a", apiVersion: "apps/v1" } },
});

const pods = ({ namespace }: CaseServer): string => `/api/v1/namespaces/${namespace}/pods`;
const deployments = ({ namespace }: CaseServer): string => `/apis/apps/v1/namespaces/${namespace}/deployments`;

function selected(rules: Json): NonNullable<WebhookCase["mutating"]> {
  return [[{ behaviour: { echoes: true }, spec: { rules } }]];
}

/** Cases about reviews. */
export const reviewCases: readonly WebhookCase[] = [
  {
    title: "a validating webhook sees creates, updates, patches and deletions",
    before: (server) => [
      createMap(server, "a"),
      createMap(server, "b", { data: {}, metadata: { labels: { x: "y" } } }),
    ],
    validating: [[echo]],
    requests: (server) => [
      createMap(server, "new"),
      createMap(server, "new", undefined, "?fieldManager=me&fieldValidation=Strict&dryRun=All"),
      createMap(server, "", { metadata: { generateName: "gen-" }, data: { a: "b" } }),
      updateMap(server, "a", { data: { size: "2" } }),
      updateMap(server, "a", { data: { size: "2" } }, "?dryRun=All"),
      mergePatch(configMaps(server, "a"), { data: { size: "3" } }),
      mergePatch(configMaps(server, "a"), {}),
      mergePatch(`${configMaps(server, "a")}?fieldManager=me`, { metadata: { labels: { a: "b" } } }),
      applied(configMaps(server, "a"), { kind: "ConfigMap", apiVersion: "v1", data: { size: "4" } }),
      applied(configMaps(server, "applied"), { kind: "ConfigMap", apiVersion: "v1", data: { size: "4" } }),
      requestOf("DELETE", configMaps(server, "a")),
      requestOf("DELETE", `${configMaps(server, "a")}?dryRun=All&propagationPolicy=Background`),
      requestOf("DELETE", configMaps(server, "a"), {
        body: {
          kind: "DeleteOptions",
          apiVersion: "v1",
          gracePeriodSeconds: 3,
          preconditions: { resourceVersion: "1" },
        },
      }),
      requestOf("DELETE", configMaps(server)),
      requestOf("DELETE", `${configMaps(server)}?labelSelector=x=y`),
      requestOf("GET", configMaps(server, "a")),
    ],
  },
  {
    title: "a mutating webhook sees creates, updates, patches and deletions",
    before: (server) => [
      createMap(server, "a"),
      createMap(server, "b", { data: {}, metadata: { labels: { x: "y" } } }),
    ],
    mutating: [[echo]],
    requests: (server) => [
      createMap(server, "new", {
        metadata: { uid: "u", creationTimestamp: "2020-01-01T00:00:00Z", labels: { a: "b" } },
        immutable: false,
      }),
      createMap(server, "", { metadata: { generateName: "gen-" }, data: { a: "b" } }),
      updateMap(server, "a", { data: { size: "2" } }),
      updateMap(server, "new", { data: { size: "2" } }),
      mergePatch(configMaps(server, "a"), { data: { size: "3" } }),
      mergePatch(configMaps(server, "a"), {}),
      applied(configMaps(server, "a"), { kind: "ConfigMap", apiVersion: "v1", data: { size: "1" } }),
      applied(configMaps(server, "applied"), { kind: "ConfigMap", apiVersion: "v1", data: { size: "4" } }),
      requestOf("DELETE", configMaps(server, "a")),
      requestOf("DELETE", configMaps(server)),
    ],
  },
  {
    title: "a review of v1beta1",
    validating: [[{ behaviour: { echoes: true }, spec: { admissionReviewVersions: ["v2", "v1beta1", "v1"] } }]],
    requests: (server) => [createMap(server, "a")],
  },
  {
    title: "Pods, their status and their other subresources",
    before: (server) => [{ target: pods(server), body: pod("a") }],
    ...echoing(allOf([""], ["v1"], ["pods", "pods/*"])),
    requests: (server) => [
      { target: pods(server), body: pod("b") },
      { target: pods(server), body: pod("b", mutatingLabels) },
      mergePatch(`${pods(server)}/a/status`, { status: { phase: "Running" } }),
      {
        target: `${pods(server)}/a/binding`,
        body: { kind: "Binding", apiVersion: "v1", metadata: { name: "a" }, target: { kind: "Node", name: "n" } },
      },
      {
        target: `${pods(server)}/a/eviction`,
        body: { kind: "Eviction", apiVersion: "policy/v1", metadata: { name: "a" } },
      },
      mergePatch(`${pods(server)}/a/ephemeralcontainers`, {
        spec: { ephemeralContainers: [{ name: "e", image: "i" }] },
      }),
      requestOf("POST", `${pods(server)}/a/exec?command=ls&command=-l&stdin=true&container=c`),
      requestOf("POST", `${pods(server)}/a/attach?stdout=true`),
      requestOf("POST", `${pods(server)}/a/portforward?ports=80`),
      requestOf("GET", `${pods(server)}/a/proxy/index.html?x=y`),
      requestOf("GET", `${pods(server)}/a/log`),
    ],
  },
  {
    title: "exec in the mutating phase",
    before: (server) => [{ target: pods(server), body: pod("a") }],
    mutating: selected(allOf([""], ["v1"], ["pods/exec", "pods/attach", "pods/eviction"])),
    requests: (server) => [
      requestOf("POST", `${pods(server)}/a/exec?command=ls&command=-l&stdin=true&container=c`),
      requestOf("POST", `${pods(server)}/a/attach?stdout=true`),
      {
        target: `${pods(server)}/a/eviction`,
        body: { kind: "Eviction", apiVersion: "policy/v1", metadata: { name: "a" } },
      },
    ],
  },
  {
    title: "a Deployment and its scale",
    before: (server) => [{ target: deployments(server), body: deployment("a") }],
    ...echoing(allOf(["apps"], ["v1"], ["deployments", "deployments/scale", "deployments/status"])),
    requests: (server) => [
      { target: deployments(server), body: deployment("b") },
      { target: deployments(server), body: deployment("b", mutatingLabels) },
      mergePatch(`${deployments(server)}/a/scale`, { spec: { replicas: 3 } }),
      mergePatch(`${deployments(server)}/a/status`, { status: { replicas: 3 } }),
      requestOf("DELETE", `${deployments(server)}/a?propagationPolicy=Foreground`),
    ],
  },
  {
    title: "scale in the mutating phase",
    before: (server) => [{ target: deployments(server), body: deployment("a") }],
    mutating: selected(allOf(["apps"], ["v1"], ["deployments/scale"])),
    requests: (server) => [mergePatch(`${deployments(server)}/a/scale`, { spec: { replicas: 3 } })],
  },
  {
    title: "an autoscaler in an equivalent version",
    ...echoing(allOf(["autoscaling"], ["v2"], ["horizontalpodautoscalers"])),
    requests: ({ namespace }) =>
      ["v1", "v2"].map((version) => ({
        target: `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers`,
        body: scaler(version, "a"),
      })),
  },
  {
    title: "an autoscaler in an equivalent version, in the mutating phase",
    mutating: selected(allOf(["autoscaling"], ["v1"], ["horizontalpodautoscalers"])),
    requests: ({ namespace }) =>
      ["v1", "v2"].map((version) => ({
        target: `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers`,
        body: scaler(version, "a"),
      })),
  },
  {
    title: "an event in an equivalent group",
    ...echoing(allOf(["events.k8s.io"], ["v1"], ["events"])),
    requests: ({ namespace }) => [
      {
        target: `/api/v1/namespaces/${namespace}/events`,
        body: {
          kind: "Event",
          apiVersion: "v1",
          metadata: { name: "a" },
          involvedObject: { kind: "Pod", name: "a", namespace },
          reason: "Because",
          type: "Normal",
          source: { component: "c" },
          firstTimestamp: "2024-01-01T00:00:00Z",
        },
      },
    ],
  },
  {
    title: "namespaces",
    validating: [
      [
        {
          behaviour: { echoes: true },
          spec: {
            rules: allOf([""], ["v1"], ["namespaces"]),
            namespaceSelector: { matchLabels: { suite: "webhooks" } },
          },
        },
      ],
    ],
    requests: (server) => [
      { target: "/api/v1/namespaces", body: { metadata: { name: server.name("new"), labels: { suite: "webhooks" } } } },
      { target: "/api/v1/namespaces", body: { metadata: { name: server.name("new"), labels: { suite: "others" } } } },
      mergePatch(`/api/v1/namespaces/${server.name("new")}`, { metadata: { labels: { suite: "webhooks" } } }),
      requestOf("DELETE", `/api/v1/namespaces/${server.name("new")}`),
    ],
  },
  {
    title: "a cluster-scoped kind, which every namespace selector selects",
    validating: [
      [
        {
          behaviour: { echoes: true },
          spec: (server: CaseServer) => ({
            rules: allOf(["scheduling.k8s.io"], ["v1"], ["priorityclasses"]),
            objectSelector: { matchLabels: { of: server.name("a") } },
          }),
        },
      ],
    ],
    requests: (server) => [
      {
        target: "/apis/scheduling.k8s.io/v1/priorityclasses",
        body: { metadata: { name: server.name("p"), labels: { of: server.name("a") } }, value: 3 },
      },
    ],
  },
  {
    title: "reviews of permissions",
    ...echoing(allOf(["authorization.k8s.io"], ["v1"], ["localsubjectaccessreviews"])),
    requests: ({ namespace }) => [
      {
        target: `/apis/authorization.k8s.io/v1/namespaces/${namespace}/localsubjectaccessreviews`,
        body: {
          metadata: { namespace },
          spec: { user: "u", resourceAttributes: { namespace, verb: "get", resource: "pods" } },
        },
      },
    ],
  },
];
