/** Cases about the patches of webhooks. */
import type { CaseServer } from "../admission-policies/policy-case.ts";
import type { Json } from "../suite.ts";
import { applied, configMaps, createMap, mergePatch, requestOf, updateMap } from "./requests.ts";
import type { CaseWebhook, WebhookCase } from "./webhook-case.ts";

const add = (path: string, value: Json): Json => ({ op: "add", path, value });
const patching = (...patch: Json[]): CaseWebhook => ({ behaviour: { patch } });

/** Patches, each in a separate case. */
const patches: Readonly<Record<string, Json>> = {
  "adds a label": [add("/metadata/labels", { webhook: "was-here" })],
  "adds data": [add("/data/more", "2")],
  "replaces data": [{ op: "replace", path: "/data/size", value: "9" }],
  "removes data": [{ op: "remove", path: "/data" }],
  "moves data": [{ op: "move", from: "/data/size", path: "/data/length" }],
  "copies data": [{ op: "copy", from: "/data/size", path: "/data/length" }],
  "tests data": [{ op: "test", path: "/data/size", value: "1" }, add("/data/tested", "yes")],
  "changes nothing": [{ op: "replace", path: "/data/size", value: "1" }],
  "is empty": [],
  "is no list": { op: "add" },
  "has a text": ["x"],
  "has an unknown operation": [{ op: "append", path: "/data/size", value: "1" }],
  "has no path": [{ op: "add", value: "1" }],
  "has no value": [{ op: "add", path: "/data/size" }],
  "has a path that does not exist": [{ op: "remove", path: "/data/missing" }],
  "has a parent that does not exist": [add("/spec/x/y", 1)],
  "has a test that fails": [{ op: "test", path: "/data/size", value: "2" }],
  "gives a field a wrong type": [add("/data/size", 1)],
  "gives metadata a wrong type": [add("/metadata", "x")],
  "adds an unknown field": [add("/spec", { x: 1 }), add("/data/more", "2")],
  "replaces the whole document": [
    { op: "replace", path: "", value: { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "z" } } },
  ],
  "changes the name": [{ op: "replace", path: "/metadata/name", value: "renamed" }],
  "removes the name": [{ op: "remove", path: "/metadata/name" }],
  "changes the namespace": [add("/metadata/namespace", "default")],
  "changes the kind": [{ op: "replace", path: "/kind", value: "ServiceAccount" }],
  "changes the version": [{ op: "replace", path: "/apiVersion", value: "v2" }],
  "removes the kind": [{ op: "remove", path: "/kind" }],
  "sets a uid": [add("/metadata/uid", "u")],
  "sets a resource version": [add("/metadata/resourceVersion", "1")],
  "sets a time": [add("/metadata/creationTimestamp", "2020-01-01T00:00:00Z")],
  "sets a time of deletion": [add("/metadata/deletionTimestamp", "2020-01-01T00:00:00Z")],
  "makes the object invalid": [add("/metadata/labels", { "a b": "c" })],
  "makes it immutable": [add("/immutable", true)],
  "adds a finalizer": [add("/metadata/finalizers", ["example.com/f"])],
  "adds owners twice": [
    add("/metadata/ownerReferences", [
      { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "1" },
      { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "1" },
    ]),
  ],
  "removes the managed fields": [add("/metadata/managedFields", [])],
  "damages the managed fields": [
    add("/metadata/managedFields", [{ manager: "m", operation: "Update", apiVersion: "v1" }]),
  ],
  "damages the operation of managed fields": [add("/metadata/managedFields", [{ manager: "m", operation: "Other" }])],
  "damages the version of managed fields": [add("/metadata/managedFields", [{ manager: "m", operation: "Apply" }])],
  "damages the type of managed fields": [
    add("/metadata/managedFields", [{ manager: "m", operation: "Apply", apiVersion: "v1", fieldsType: "X" }]),
  ],
  "replaces the managed fields": [
    add("/metadata/managedFields", [
      {
        manager: "m",
        operation: "Update",
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": {} },
        time: "2020-01-01T00:00:00Z",
      },
    ]),
  ],
};

function patchCase([title, patch]: readonly [string, Json]): WebhookCase {
  const behaviour =
    Array.isArray(patch) && patch.length > 0
      ? { patch }
      : { response: { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") } };
  return {
    title: `a patch that ${title}`,
    before: (server) => [createMap(server, "a"), createMap(server, "b")],
    mutating: [[{ behaviour }]],
    requests: (server) => [
      createMap(server, "new"),
      requestOf("GET", configMaps(server, "new")),
      updateMap(server, "a", { data: { size: "1", other: "x" } }),
      mergePatch(configMaps(server, "a"), { data: { size: "1" } }),
      mergePatch(configMaps(server, "b"), {}),
      applied(configMaps(server, "b"), { kind: "ConfigMap", apiVersion: "v1", data: { size: "1" } }),
      applied(configMaps(server, "b"), { kind: "ConfigMap", apiVersion: "v1", data: { size: "1" } }),
      requestOf("GET", configMaps(server, "b")),
      requestOf("DELETE", configMaps(server, "b")),
    ],
  };
}

/** Appends the name of the webhook to a list in an annotation, by one of two patches. */
function note(name: string, spec: Json = {}): CaseWebhook {
  return {
    behaviour: { patch: [add("/metadata/annotations", { [name]: "yes" })] },
    spec,
  };
}

const labels = (...names: string[]): Json => Object.fromEntries(names.map((name) => [name, "yes"]));

/** A webhook that sees only objects without its own label, and adds the label. */
function labelling(name: string, spec: Json = {}): CaseWebhook {
  return { behaviour: { patch: [add(`/metadata/labels/${name}`, "yes")] }, spec };
}

const scaler = (version: string, name: string): Json => ({
  kind: "HorizontalPodAutoscaler",
  apiVersion: `autoscaling/${version}`,
  metadata: { name },
  spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "a", apiVersion: "apps/v1" } },
});

const pods = ({ namespace }: CaseServer): string => `/api/v1/namespaces/${namespace}/pods`;
const podRules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }];

/** Cases about patches. */
export const patchCases: readonly WebhookCase[] = [
  ...Object.entries(patches).map(patchCase),
  {
    title: "several webhooks of several configurations change an object in order",
    mutating: [[note("one"), note("two")], [note("three")]],
    validating: [[{ behaviour: { echoes: true } }]],
    requests: (server) => [createMap(server, "a")],
  },
  {
    title: "a webhook with IfNeeded is called again after a later change",
    mutating: [
      [
        {
          behaviour: { patch: [{ op: "copy", from: "/data/size", path: "/data/copied" }] },
          spec: { reinvocationPolicy: "IfNeeded" },
        },
        { behaviour: { patch: [{ op: "replace", path: "/data/size", value: "9" }] } },
      ],
    ],
    requests: (server) => [createMap(server, "a"), updateMap(server, "a", { data: { size: "5" } })],
  },
  {
    title: "a webhook with Never is not called again after a later change",
    mutating: [
      [
        { behaviour: { patch: [{ op: "copy", from: "/data/size", path: "/data/copied" }] } },
        { behaviour: { patch: [{ op: "replace", path: "/data/size", value: "9" }] } },
      ],
    ],
    requests: (server) => [createMap(server, "a")],
  },
  {
    title: "a webhook is not called for the first time in the second round",
    mutating: [
      [
        labelling("first", { reinvocationPolicy: "IfNeeded", objectSelector: { matchLabels: labels("second") } }),
        labelling("second"),
        labelling("third", { reinvocationPolicy: "IfNeeded", objectSelector: { matchLabels: labels("second") } }),
      ],
    ],
    requests: (server) => [createMap(server, "a", { metadata: { labels: { a: "b" } } })],
  },
  {
    title: "plugins see the object again after a webhook",
    mutating: [
      [
        {
          behaviour: { patch: [add("/spec/tolerations", [])] },
          spec: { rules: podRules },
        },
        {
          behaviour: { echoes: true },
          spec: { rules: podRules, reinvocationPolicy: "IfNeeded", objectSelector: { matchLabels: { echoed: "yes" } } },
        },
      ],
    ],
    validating: [[{ behaviour: { echoes: true }, spec: { rules: podRules } }]],
    requests: (server) => [
      {
        target: pods(server),
        body: { metadata: { name: "a" }, spec: { containers: [{ name: "c", image: "i" }] } },
      },
    ],
  },
  {
    title: "a patch of an equivalent version",
    mutating: [
      [
        {
          behaviour: {
            patch: [
              { op: "replace", path: "/spec/maxReplicas", value: 7 },
              add("/spec/targetCPUUtilizationPercentage", 33),
            ],
          },
          spec: {
            rules: [
              {
                apiGroups: ["autoscaling"],
                apiVersions: ["v1"],
                operations: ["*"],
                resources: ["horizontalpodautoscalers"],
              },
            ],
          },
        },
        {
          behaviour: { patch: [{ op: "replace", path: "/spec/minReplicas", value: 2 }] },
          spec: {
            rules: [
              {
                apiGroups: ["autoscaling"],
                apiVersions: ["v2"],
                operations: ["*"],
                resources: ["horizontalpodautoscalers"],
              },
            ],
          },
        },
      ],
    ],
    requests: ({ namespace }) =>
      ["v1", "v2"].map((version) => ({
        target: `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers`,
        body: scaler(version, `a${version}`),
      })),
  },
  {
    title: "a patch of a scale",
    before: ({ namespace }) => [
      {
        target: `/apis/apps/v1/namespaces/${namespace}/deployments`,
        body: {
          metadata: { name: "a" },
          spec: {
            selector: { matchLabels: { app: "a" } },
            template: { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "i" }] } },
          },
        },
      },
    ],
    mutating: [
      [
        {
          behaviour: { patch: [{ op: "replace", path: "/spec/replicas", value: 5 }] },
          spec: {
            rules: [{ apiGroups: ["apps"], apiVersions: ["v1"], operations: ["*"], resources: ["deployments/scale"] }],
          },
        },
      ],
    ],
    requests: ({ namespace }) => [
      mergePatch(`/apis/apps/v1/namespaces/${namespace}/deployments/a/scale`, { spec: { replicas: 3 } }),
      requestOf("GET", `/apis/apps/v1/namespaces/${namespace}/deployments/a`),
    ],
  },
  {
    title: "a patch of a status",
    before: (server) => [
      { target: pods(server), body: { metadata: { name: "a" }, spec: { containers: [{ name: "c", image: "i" }] } } },
    ],
    mutating: [
      [
        {
          behaviour: {
            patch: [
              add("/status/message", "patched"),
              add("/metadata/labels", { x: "y" }),
              { op: "replace", path: "/spec/containers/0/image", value: "j" },
            ],
          },
          spec: { rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["pods/status"] }] },
        },
      ],
    ],
    requests: (server) => [mergePatch(`${pods(server)}/a/status`, { status: { phase: "Running" } })],
  },
  {
    title: "a patch that a dry run does not store",
    before: (server) => [createMap(server, "a")],
    mutating: [[patching(add("/data/more", "2"))]],
    requests: (server) => [
      createMap(server, "new", undefined, "?dryRun=All"),
      updateMap(server, "a", { data: { size: "3" } }, "?dryRun=All"),
      requestOf("GET", configMaps(server, "a")),
      requestOf("GET", configMaps(server, "new")),
    ],
  },
];
