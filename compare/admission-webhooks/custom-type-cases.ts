/** Cases about webhooks for custom types. */
import type { CaseServer } from "../admission-policies/policy-case.ts";
import type { Json } from "../suite.ts";
import { mergePatch, requestOf } from "./requests.ts";
import type { CaseWebhook, WebhookCase } from "./webhook-case.ts";

const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        size: { type: "integer", maximum: 9 },
        unit: { type: "string", default: "m" },
        note: { type: "string" },
      },
    },
    status: { type: "object", properties: { ready: { type: "boolean" } } },
  },
};

const groupOf = (server: CaseServer): string => `${server.name("g")}.example.com`;

function definition(server: CaseServer): Json {
  const group = groupOf(server);
  const versions = ["v1", "v2"].map((name) => ({
    name,
    served: true,
    storage: name === "v1",
    schema: { openAPIV3Schema: schema },
    subresources: { status: {} },
  }));
  const names = { kind: "Thing", plural: "things", singular: "thing", listKind: "ThingList" };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things.${group}` },
    spec: { group, scope: "Namespaced", names, versions },
  };
}

function things(server: CaseServer, version: string, name = ""): string {
  const path = `/apis/${groupOf(server)}/${version}/namespaces/${server.namespace}/things`;
  return name === "" ? path : `${path}/${name}`;
}

function thing(server: CaseServer, version: string, name: string, fields: Json = { spec: { size: 3 } }): Json {
  return { kind: "Thing", apiVersion: `${groupOf(server)}/${version}`, metadata: { name }, ...fields };
}

/** A webhook for one version of the type. */
function webhook(version: string, behaviour: CaseWebhook["behaviour"] = {}, others: Json = {}): CaseWebhook {
  return {
    behaviour,
    spec: (server: CaseServer) => ({
      rules: [
        { apiGroups: [groupOf(server)], apiVersions: [version], operations: ["*"], resources: ["things", "things/*"] },
      ],
      ...others,
    }),
  };
}

const patches: Readonly<Record<string, Json>> = {
  "sets a field": [{ op: "add", path: "/spec/note", value: "x" }],
  "adds an unknown field": [{ op: "add", path: "/spec/other", value: "x" }],
  "adds an unknown member": [{ op: "add", path: "/other", value: { x: 1 } }],
  "gives a field a wrong type": [{ op: "add", path: "/spec/note", value: 1 }],
  "gives metadata a wrong type": [{ op: "add", path: "/metadata/labels", value: { a: 1 } }],
  "makes the object invalid": [{ op: "replace", path: "/spec/size", value: 10 }],
  "removes a default": [{ op: "remove", path: "/spec/unit" }],
  "removes the spec": [{ op: "remove", path: "/spec" }],
  "sets a null": [{ op: "add", path: "/spec/unit", value: null }],
  "sets a fraction": [{ op: "add", path: "/spec/size", value: 2.5 }],
};

const everyWrite = (server: CaseServer): ReturnType<WebhookCase["requests"]> => [
  { target: things(server, "v1"), body: thing(server, "v1", "one") },
  { target: things(server, "v2"), body: thing(server, "v2", "two") },
  requestOf("GET", things(server, "v1", "two")),
  mergePatch(things(server, "v2", "old"), { spec: { size: 4 } }),
  mergePatch(`${things(server, "v1", "old")}/status`, { status: { ready: true } }),
  requestOf("GET", things(server, "v1", "old")),
  requestOf("DELETE", things(server, "v2", "old")),
];

const before = (server: CaseServer): ReturnType<WebhookCase["requests"]> => [
  { target: things(server, "v1"), body: thing(server, "v1", "old") },
];

/** Cases about custom types. */
export const customTypeCases: readonly WebhookCase[] = [
  {
    title: "a validating webhook sees custom objects in its version",
    definition,
    before,
    validating: [[webhook("v2", { echoes: true })]],
    requests: everyWrite,
  },
  {
    title: "a mutating webhook sees custom objects in its version",
    definition,
    before,
    mutating: [[webhook("v2", { echoes: true })]],
    requests: everyWrite,
  },
  {
    title: "a webhook with the policy Exact sees only its version",
    definition,
    before,
    validating: [[webhook("v2", { echoes: true }, { matchPolicy: "Exact" })]],
    requests: everyWrite,
  },
  ...Object.entries(patches).map(
    ([title, patch]): WebhookCase => ({
      title: `a patch of a custom object that ${title}`,
      definition,
      before,
      mutating: [[webhook("v2", { patch })]],
      requests: everyWrite,
    }),
  ),
];
