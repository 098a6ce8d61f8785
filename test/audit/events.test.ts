/** Events of requests, as the log has them. The expected events were compared with those of the reference (compare/suites/audit.ts). */
import { expect, test } from "vitest";
import type { InProcessRequest } from "../../src/app/server.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import { configurationsPath, patched, webhookSpec } from "../admission/admission-webhook.ts";
import { AuditFolder, startAudited } from "../support/audit-log.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const json = { "content-type": "application/json" };
const named = (auditID: string, more: Readonly<Record<string, string>> = {}) => ({ "audit-id": auditID, ...more });

test("a request has an event when it arrives and one when it is answered, with the reference's members in its order", async () => {
  using folder = new AuditFolder("RequestResponse");
  await using server = await startAudited(folder, { clock: new ManualClock(Date.parse("2026-05-06T07:08:09.123Z")) });
  const body = { metadata: { name: "a", labels: { x: "1" } }, data: { k: "v" } };
  const headers = named("create", { "user-agent": "test/1", "x-forwarded-for": "192.0.2.1, fe80::00:1" });
  const created = await server.request(maps, { headers, body, user: { name: "ann", groups: ["system:masters"] } });
  expect([created.status, created.headers["audit-id"]]).toEqual([201, "create"]);
  const object = await created.json();
  const facts = {
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level: "RequestResponse",
    auditID: "create",
    requestURI: maps,
    verb: "create",
    user: { username: "ann", groups: ["system:masters", "system:authenticated"] },
    sourceIPs: ["192.0.2.1", "fe80::1"],
    userAgent: "test/1",
    requestReceivedTimestamp: "2026-05-06T07:08:09.123000Z",
    stageTimestamp: "2026-05-06T07:08:09.123000Z",
  };
  const [received, complete, ...others] = folder.events();
  expect(others).toEqual([]);
  expect(received).toEqual({
    ...facts,
    stage: "RequestReceived",
    objectRef: { resource: "configmaps", namespace: "default", apiVersion: "v1" },
  });
  expect(complete).toEqual({
    ...facts,
    stage: "ResponseComplete",
    objectRef: { resource: "configmaps", namespace: "default", name: "a", apiVersion: "v1" },
    responseStatus: { metadata: {}, code: 201 },
    requestObject: {
      kind: "ConfigMap",
      apiVersion: "v1",
      ...body,
      metadata: { ...body.metadata, creationTimestamp: null },
    },
    responseObject: object,
    annotations: { "authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": "" },
  });
  expect(Object.keys(complete ?? {})).toEqual([
    "kind",
    "apiVersion",
    "level",
    "auditID",
    "stage",
    "requestURI",
    "verb",
    "user",
    "sourceIPs",
    "userAgent",
    "objectRef",
    "responseStatus",
    "requestObject",
    "responseObject",
    "requestReceivedTimestamp",
    "stageTimestamp",
    "annotations",
  ]);
});

test("the levels of a policy decide which objects an event has, and which requests have none", async () => {
  const forUser = (name: string, level: string) => ({ users: [name], level });
  using folder = new AuditFolder({
    omitStages: ["RequestReceived"],
    rules: [
      forUser("none", "None"),
      forUser("metadata", "Metadata"),
      forUser("request", "Request"),
      forUser("response", "RequestResponse"),
    ],
  });
  await using server = await startAudited(folder);
  for (const name of ["none", "metadata", "request", "response", "unknown"]) {
    const user = { name, groups: ["system:masters"] };
    await server.request(maps, { headers: named(name), body: { metadata: { name } }, user });
  }
  const shown = folder
    .events()
    .map((event) => [
      event.auditID,
      event.level,
      event.stage,
      event.objectRef?.["name"],
      event.requestObject?.metadata.name,
      event.responseObject?.metadata.name,
    ]);
  const complete = "ResponseComplete";
  expect(shown).toEqual([
    ["metadata", "Metadata", complete, "metadata", undefined, undefined],
    ["request", "Request", complete, "request", "request", undefined],
    ["response", "RequestResponse", complete, "response", "response", "response"],
  ]);
  const metrics = await (await server.request("/metrics")).text();
  expect(metrics).toContain("apiserver_audit_event_total 3\n");
  expect(metrics).toContain('apiserver_audit_level_total{level="Metadata"} 1\n');
  expect(metrics).toMatch(/apiserver_audit_level_total\{level="None"\} [23]\n/);
});

test("[PATCH-03] every form of patch has the verb patch, and is recorded as it was sent", async () => {
  using folder = new AuditFolder("Request");
  await using server = await startAudited(folder);
  await server.request(maps, { body: { metadata: { name: "a" } } });
  const patches = {
    "json-patch": '[{"op": "add", "path": "/data", "value": {"a": "1 2"}}]',
    "merge-patch": '{ "data": {\n "b": "\\u00e9 \\"" } }',
    "strategic-merge-patch": '{"data": {"c": "3"}}',
    "apply-patch": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {d: '4'}\n",
  };
  for (const [type, text] of Object.entries(patches)) {
    const suffix = type === "apply-patch" ? "yaml" : "json";
    const headers = named(type, { "content-type": `application/${type}+${suffix}` });
    const response = await server.request(`${maps}/a?fieldManager=m`, { method: "PATCH", headers, body: text });
    expect(response.status, type).toBe(200);
    const event = folder.last(type);
    expect(event.verb).toBe("patch");
    const expected =
      type === "apply-patch"
        ? { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { d: "4" } }
        : JSON.parse(text);
    expect(event.requestObject).toEqual(expected);
  }
});

test("the event of a malformed patch has no object, unlike in the reference, which loses the event", async () => {
  using folder = new AuditFolder("RequestResponse");
  await using server = await startAudited(folder);
  await server.request(maps, { body: { metadata: { name: "a" } } });
  const headers = named("broken", { "content-type": "application/merge-patch+json" });
  await server.request(`${maps}/a`, { method: "PATCH", headers, body: '{"data":' });
  const event = folder.last("broken");
  expect([event.stage, event.requestObject, event.responseStatus?.["code"]]).toEqual([
    "ResponseComplete",
    undefined,
    400,
  ]);
});

test("errors and deletions have their Status, with which the response's object also begins", async () => {
  using folder = new AuditFolder("RequestResponse");
  await using server = await startAudited(folder);
  await server.request(maps, { body: { metadata: { name: "a" } } });
  await server.request(`${maps}/x`, { headers: named("missing") });
  await server.request(`${maps}/a`, {
    method: "DELETE",
    headers: named("delete", json),
    body: { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Background" },
  });
  await server.request("/nowhere", { headers: named("nowhere") });
  await server.request(maps, { headers: named("unacceptable", { accept: "text/x" }) });
  const status = { status: "Failure", reason: "NotFound", message: 'configmaps "x" not found', code: 404 };
  const details = { name: "x", kind: "configmaps" };
  expect(folder.last("missing")).toMatchObject({
    responseStatus: { metadata: {}, ...status, details },
    responseObject: { kind: "Status", apiVersion: "v1", metadata: {}, ...status, details },
  });
  expect(folder.last("delete")).toMatchObject({
    verb: "delete",
    requestObject: { kind: "DeleteOptions", apiVersion: "meta.k8s.io/__internal", propagationPolicy: "Background" },
    responseStatus: { status: "Success", code: 200, details: { name: "a", kind: "configmaps" } },
  });
  expect(folder.last("nowhere").responseStatus).toEqual({ metadata: {}, code: 404 });
  expect(folder.last("nowhere").objectRef).toBeUndefined();
  expect(folder.last("unacceptable").responseStatus).toEqual({ metadata: {}, code: 406 });
});

test("a watch has an event when its response begins, and one when it ends", async () => {
  using folder = new AuditFolder("Metadata");
  await using server = await startAudited(folder);
  const client = new AbortController();
  await server.request(`${maps}?watch=1&resourceVersion=0`, { headers: named("watch"), signal: client.signal });
  const stages = () => folder.events("watch").map(({ stage, responseStatus }) => [stage, responseStatus?.["code"]]);
  await expect.poll(stages).toEqual([
    ["RequestReceived", undefined],
    ["ResponseStarted", 200],
  ]);
  client.abort();
  await expect.poll(() => folder.last("watch").stage).toBe("ResponseComplete");
});

test("a page of profiles has an event when its response begins, like other requests that can last", async () => {
  using folder = new AuditFolder("Metadata");
  await using server = await startAudited(folder);
  const stagesOf = (id: string) =>
    folder.events(id).map(({ stage, responseStatus }) => [stage, responseStatus?.["code"]]);
  await server.request("/debug/pprof/unknown", { headers: named("profile") });
  await expect
    .poll(() => stagesOf("profile"))
    .toEqual([
      ["RequestReceived", undefined],
      ["ResponseStarted", 404],
      ["ResponseComplete", 404],
    ]);
  await server.request("/version", { headers: named("version") });
  await expect
    .poll(() => stagesOf("version"))
    .toEqual([
      ["RequestReceived", undefined],
      ["ResponseComplete", 200],
    ]);
});

test("[IMP-05] the event of a request that acts as another user has both users, and the decision about the other one", async () => {
  using folder = new AuditFolder("Metadata");
  await using server = await startAudited(folder);
  const headers = named("as-bob", { "impersonate-user": "bob", "impersonate-group": "dev" });
  expect((await server.request(maps, { headers })).status).toBe(403);
  expect(folder.last("as-bob")).toMatchObject({
    user: { username: "in-process-admin" },
    impersonatedUser: { username: "bob", groups: ["dev", "system:authenticated"] },
    annotations: { "authorization.k8s.io/decision": "forbid", "authorization.k8s.io/reason": "" },
  });
  const refused = named("refused", { "impersonate-user": "root" });
  await server.request(maps, { headers: refused, user: { name: "eve", groups: [] } });
  expect(folder.last("refused").impersonatedUser).toBeUndefined();
  expect(folder.last("refused").annotations).toBeUndefined();
});

test("[RBAC-43] a write of a controller has the controller's service account as its user", async () => {
  using folder = new AuditFolder({ rules: [{ level: "Metadata", verbs: ["create"] }] });
  await using server = await startAudited(folder, { controllers: ["serviceaccount-controller"] });
  await server.request("/api/v1/namespaces", { body: { metadata: { name: "shop" } } });
  await expect
    .poll(() =>
      folder.events().map(({ user, objectRef }) => [user.username, objectRef?.["namespace"], objectRef?.["resource"]]),
    )
    .toContainEqual(["system:serviceaccount:kube-system:service-account-controller", "shop", "serviceaccounts"]);
});

test.each([
  ["kubernetes", "k8s.io"],
  ["orch", "orch.io"],
] as const)(
  "[DEPR-25] [DEPR-27] a request to a deprecated version is marked in the vocabulary %s",
  async (vocabulary, domain) => {
    using folder = new AuditFolder("Metadata", `audit.${domain}`);
    await using server = await startAudited(folder, { vocabulary });
    const old = await server.request("/api/v1/componentstatuses", { headers: named("old") });
    expect(String(old.headers["warning"])).toContain("v1 ComponentStatus is deprecated in v1.19+");
    await server.request(maps, { headers: named("new") });
    expect(folder.last("old").annotations).toEqual({
      [`authorization.${domain}/decision`]: "allow",
      [`authorization.${domain}/reason`]: "",
      [`${domain}/deprecated`]: "true",
    });
    expect(Object.keys(folder.last("new").annotations ?? {})).not.toContain(`${domain}/deprecated`);
    const metrics = await (await server.request("/metrics")).text();
    expect(metrics).toMatch(/apiserver_requested_deprecated_apis\{.*resource="componentstatuses".*\} 1\n/);
  },
);

test("omitManagedFields removes managed fields from objects, lists, Tables and requests", async () => {
  using folder = new AuditFolder({ omitManagedFields: true, rules: [{ level: "RequestResponse" }] });
  await using server = await startAudited(folder);
  const managedFields = [
    { manager: "m", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: { "f:data": {} } },
  ];
  const created = await server.request(maps, {
    headers: named("create"),
    body: { metadata: { name: "a", managedFields }, data: { k: "v" } },
  });
  expect((await created.json<{ metadata: object }>()).metadata).toHaveProperty("managedFields");
  const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
  await server.request(`${maps}/a`, { headers: named("get") });
  await server.request(maps, { headers: named("list") });
  await server.request(maps, { headers: named("yaml", { accept: "application/yaml" }) });
  await server.request(`${maps}?includeObject=Object`, { headers: named("table", { accept: table }) });
  await server.request(`${maps}/a`, { headers: named("row", { accept: table }) });
  const partial = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
  await server.request(maps, { headers: named("partial", { accept: partial }) });
  await server.request("/apis/authentication.k8s.io/v1/tokenreviews", {
    headers: named("review"),
    body: { spec: { token: "t" } },
  });
  const objects = ["create", "get", "list", "yaml", "table", "row", "partial", "review"].map(
    (id) => folder.last(id).responseObject,
  );
  expect(JSON.stringify([folder.last("create").requestObject, ...objects])).not.toContain("managedFields");
  expect(objects.map(({ kind }) => kind)).toEqual([
    "ConfigMap",
    "ConfigMap",
    "ConfigMapList",
    "ConfigMapList",
    "Table",
    "Table",
    "PartialObjectMetadataList",
    "TokenReview",
  ]);
  expect(objects[4].rows[0].object.metadata.name).toBe("a");
  expect(objects[3].items[0].metadata.name).toBe("a");
});

test("the object of a response is recorded as JSON, in whichever form the client gets it", async () => {
  using folder = new AuditFolder("RequestResponse");
  await using server = await startAudited(folder);
  await server.request(maps, { body: { metadata: { name: "a" }, data: { k: "v" } } });
  const plain = await (await server.request(maps)).json();
  const one = await (await server.request(`${maps}/a`)).json();
  for (const accept of [
    "application/json",
    "application/yaml",
    "application/vnd.kubernetes.protobuf",
    "application/json;pretty=1",
  ]) {
    await server.request(maps, { headers: named(`list ${accept}`, { accept }) });
    await server.request(`${maps}/a`, { headers: named(`get ${accept}`, { accept }) });
    expect(folder.last(`list ${accept}`).responseObject, accept).toEqual(plain);
    expect(folder.last(`get ${accept}`).responseObject, accept).toEqual(one);
  }
});

test("events contain no tokens, unlike in the reference", async () => {
  using folder = new AuditFolder("RequestResponse");
  await using server = await startAudited(folder);
  await server.request("/api/v1/namespaces/default/serviceaccounts", { body: { metadata: { name: "web" } } });
  const requested = await server.request("/api/v1/namespaces/default/serviceaccounts/web/token", {
    headers: named("request"),
    body: { kind: "TokenRequest", apiVersion: "authentication.k8s.io/v1", spec: {} },
  });
  const { status } = await requested.json<{ status: { token: string } }>();
  expect(status.token).toMatch(/^ey/);
  await server.request("/apis/authentication.k8s.io/v1/tokenreviews", {
    headers: named("review"),
    body: { spec: { token: status.token } },
  });
  await server.request(`${maps}?access_token=${status.token}&limit=1`, {
    headers: { authorization: `Bearer ${status.token}` },
  });
  expect(folder.last("request").responseObject.status.token).toBe("REDACTED");
  expect(folder.last("review").requestObject.spec.token).toBe("REDACTED");
  expect(folder.last("review").responseObject.status.authenticated).toBe(true);
  expect(folder.events().at(-1)?.requestURI).toBe(`${maps}?access_token=REDACTED&limit=1`);
  expect(JSON.stringify(folder.events())).not.toContain(status.token);
});

test.each(["Metadata", "Request"])(
  "at the level %s, the annotations about a webhook have its patch only with objects",
  async (level) => {
    using folder = new AuditFolder(level);
    await using server = await startAudited(folder, {
      webhooks: {
        "https://hooks.example.com/label": () => ({
          allowed: true,
          ...patched({ op: "add", path: "/data", value: { by: "hook" } }),
        }),
      },
    });
    const webhook = webhookSpec("label", { url: "https://hooks.example.com/label" });
    const configuration = { metadata: { name: "labels" }, webhooks: [webhook] };
    const added = await server.request(configurationsPath("mutating"), { body: configuration });
    expect(added.status).toBe(201);
    await server.request(maps, { headers: named("create"), body: { metadata: { name: "a" } } });
    const annotations = folder.last("create").annotations ?? {};
    const keys = Object.keys(annotations).filter((key) => key.includes("webhook"));
    expect(JSON.parse(annotations["mutation.webhook.admission.k8s.io/round_0_index_0"] ?? "")).toEqual({
      configuration: "labels",
      webhook: "label.example.com",
      mutated: true,
    });
    const patchKey = "patch.webhook.admission.k8s.io/round_0_index_0";
    expect(keys).toContain("mutation.webhook.admission.k8s.io/round_0_index_0");
    expect(keys.includes(patchKey)).toBe(level === "Request");
  },
);

test.each(["mutating", "validating"] as const)(
  "annotations of a %s webhook are in the event if their keys are qualified names",
  async (phase) => {
    using folder = new AuditFolder("Metadata");
    const longest = "z".repeat(63);
    const valid = { ok: "1", "Up.er_1": "7", [longest]: "8" };
    const invalid = { "a/b": "2", ümlaut: "3", "": "4", [`${longest}z`]: "5", "-x": "6", "x-": "9", "bad key": "x" };
    await using server = await startAudited(folder, {
      webhooks: {
        "https://hooks.example.com/note": () => ({ allowed: true, auditAnnotations: { ...invalid, ...valid } }),
      },
    });
    const webhook = webhookSpec("note", { url: "https://hooks.example.com/note" });
    await server.request(configurationsPath(phase), { body: { metadata: { name: "notes" }, webhooks: [webhook] } });
    await server.request(maps, { headers: named("create"), body: { metadata: { name: "a" } } });
    const annotations = Object.entries(folder.last("create").annotations ?? {});
    expect(Object.fromEntries(annotations.filter(([key]) => key.startsWith("note.example.com/")))).toEqual({
      "note.example.com/ok": "1",
      "note.example.com/Up.er_1": "7",
      [`note.example.com/${longest}`]: "8",
    });
  },
);

/** A clock on which 200 ms pass with each look, so that all steps take time. */
class TickingClock extends ManualClock {
  #looks = 0;

  override monotonicMs(): number {
    return super.monotonicMs() + 200 * this.#looks++;
  }
}

test("a slow request has annotations about the durations of its parts", async () => {
  using folder = new AuditFolder("Metadata");
  await using server = await startAudited(folder, { clock: new TickingClock() });
  const partsOf = async (name: string, path: string, request: InProcessRequest = {}): Promise<string[]> => {
    const response = await server.request(path, { ...request, headers: { ...named(name), ...request.headers } });
    await response.text();
    const keys = Object.keys(folder.last(name).annotations ?? {});
    const parts = keys.filter((key) => key.startsWith("apiserver.latency.k8s.io/"));
    return parts
      .map((key) => key.slice("apiserver.latency.k8s.io/".length))
      .filter((part) => part !== "apf-queue-wait");
  };
  const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
  const created = await partsOf("create", maps, { body: { metadata: { name: "a" } } });
  expect(created).toEqual(["etcd", "serialize-response-object", "total"]);
  expect(await partsOf("get", `${maps}/a`)).toEqual(["etcd", "serialize-response-object", "total"]);
  expect(await partsOf("yaml", `${maps}/a`, { headers: { accept: "application/yaml" } })).toEqual([
    "decode-response-object",
    "etcd",
    "serialize-response-object",
    "total",
  ]);
  expect(await partsOf("table", `${maps}/a`, { headers: table })).toEqual([
    "etcd",
    "total",
    "transform-response-object",
  ]);
  expect(await partsOf("list", maps)).toEqual(["etcd", "serialize-response-object", "total"]);
  expect(await partsOf("tables", maps, { headers: table })).toEqual(["etcd", "total", "transform-response-object"]);
  expect(await partsOf("protobuf", maps, { headers: { accept: "application/vnd.kubernetes.protobuf" } })).toEqual([
    "etcd",
    "serialize-response-object",
    "total",
  ]);
  const patch = { method: "PATCH", body: { data: { a: "b" } } };
  const headers = { "content-type": "application/merge-patch+json" };
  expect(await partsOf("patch", `${maps}/a`, { ...patch, headers })).toContain("etcd");
  expect(await partsOf("delete", `${maps}/a`, { method: "DELETE" })).toContain("etcd");
});

test("the time in which a client reads a long response is that of its writes", async () => {
  using folder = new AuditFolder("Metadata");
  await using server = await startAudited(folder, { clock: new TickingClock() });
  for (const name of ["a", "b", "c"]) {
    await server.request(maps, { body: { metadata: { name }, data: { text: "x".repeat(500_000) } } });
  }
  await (await server.request(maps, { headers: named("long") })).text();
  expect(folder.last("long").annotations).toHaveProperty("apiserver.latency.k8s.io/response-write");
});

test("a slow request has annotations about its duration", async () => {
  using folder = new AuditFolder("Metadata");
  const clock = new ManualClock();
  await using server = await startAudited(folder, { clock });
  const fault = server.faults.add({ verb: "list", resource: "configmaps", delayMs: 700, times: 1 });
  const slow = server.request(maps, { headers: named("slow") });
  await expect.poll(() => fault.hits).toBe(1);
  await clock.advance(700);
  await slow;
  await server.request(maps, { headers: named("fast") });
  expect(folder.last("slow").annotations).toMatchObject({ "apiserver.latency.k8s.io/total": "700ms" });
  expect(folder.last("fast").annotations).not.toHaveProperty("apiserver.latency.k8s.io/total");
});
