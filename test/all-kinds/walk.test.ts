/**
 * Tests of every resource that discovery lists, on a server with all versions and features enabled. An object with many
 * fields must be returned unchanged in every format, and every listed verb and subresource must work.
 */
import { afterAll, describe, expect, test } from "vitest";
import { readFacts } from "../../src/api/testing/facts.ts";
import { parseYaml } from "../../src/codec/index.ts";
import { formatGroupVersion } from "../../src/meta/group-version.ts";
import { openEnvelope } from "../support/protobuf-message.ts";
import { collectionOf, groupVersionsOf, type ServedResource, servedResources } from "../support/served-resources.ts";
import { startTestServer } from "../support/test-server.ts";
import { withoutManagedFields } from "../support/writes.ts";
import { annotations, filledObject, labels } from "./filled-objects.ts";
import { createSample, expectStatus, isMaintained } from "./stored-sample.ts";

const running = await startTestServer({
  vocabulary: "kubernetes",
  flags: ["--runtime-config=api/all=true", "--feature-gates=AllAlpha=true,AllBeta=true"],
});
const { client } = running;
afterAll(() => running[Symbol.asyncDispose]());

const served = await servedResources(client);
const storedResources = served
  .filter(({ verbs }) => verbs.includes("create") && verbs.includes("list"))
  .map((resource) => [`${resource.groupVersion} ${resource.kind}`, resource] as const);
const withSubresource = (name: string) =>
  storedResources.filter(([, { subresources }]) => subresources.some((one) => one.name === name));

const protobufType = "application/vnd.kubernetes.protobuf";
const metaVersion = "g=meta.k8s.io;v=v1";

/** Patches that set the label `walked`, with its new value. */
const labelPatches: readonly (readonly [type: string, body: unknown, walked: string])[] = [
  ["application/merge-patch+json", { metadata: { labels: { walked: "merge" } } }, "merge"],
  ["application/json-patch+json", [{ op: "add", path: "/metadata/labels/walked", value: "json" }], "json"],
  ["application/strategic-merge-patch+json", { metadata: { labels: { walked: "strategic" } } }, "strategic"],
];

/** Kinds whose first column is not the object's name. */
const kindsWithLaterName: readonly string[] = ["Event"];

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** Changes by kind that the server makes to an object, in addition to the metadata of every object. */
const serverChanges: Readonly<Record<string, (object: Json, uid: string) => void>> = {
  CertificateSigningRequest: ({ spec }) => Object.assign(spec, requester),
  DaemonSet: ({ metadata }) => Object.assign(metadata.annotations, { "deprecated.daemonset.template.generation": "1" }),
  // Only earlier versions have this field.
  EndpointSlice: ({ endpoints }) => endpoints.forEach((one: object) => deleteMembers(one, "deprecatedTopology")),
  // Fields that only the core group uses are present, but empty.
  "events.k8s.io/v1 Event": (event) =>
    Object.assign(event, { deprecatedSource: {}, deprecatedFirstTimestamp: null, deprecatedLastTimestamp: null }),
  Job: ({ spec }, uid) => {
    const controllerUid = { "batch.kubernetes.io/controller-uid": uid };
    const tracking = { "controller-uid": uid, "batch.kubernetes.io/job-name": "it", "job-name": "it" };
    Object.assign(spec, { manualSelector: false, selector: { matchLabels: controllerUid } });
    Object.assign(spec.template.metadata.labels, controllerUid, tracking);
  },
  Namespace: ({ metadata }) => Object.assign(metadata.labels, { "kubernetes.io/metadata.name": "it" }),
};

/** Changes by kind that the server makes to a status. */
const serverStatusChanges: Readonly<Record<string, (status: Json) => void>> = {
  PersistentVolume: (status) => Object.assign(status, { lastPhaseTransitionTime: "2025-01-01T00:00:00Z" }),
};

/** The user who sends the request. The digest differs between certificates. */
const requester = {
  username: "kubernetes-admin",
  uid: undefined,
  groups: ["system:masters", "system:authenticated"],
  extra: {
    "authentication.kubernetes.io/credential-id": [expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/)],
  },
};

function deleteMembers(object: Json, ...names: readonly string[]): void {
  for (const name of names) delete object[name];
}

/** Returns the expected object without server-set metadata. `uid` is the object's uid. */
function expectedObject(resource: ServedResource, uid: string): Json {
  const object = structuredClone(filledObject(resource)) as Json;
  if (resource.namespaced) object.metadata.namespace = "default";
  (serverChanges[`${resource.groupVersion} ${resource.kind}`] ?? serverChanges[resource.kind])?.(object, uid);
  // A separate test covers the status.
  if (hasStatus(resource)) delete object.status;
  return object;
}

function expectedStatus(resource: ServedResource): Json {
  const status = structuredClone(filledObject(resource).status);
  serverStatusChanges[resource.kind]?.(status);
  return status;
}

const hasStatus = ({ subresources }: ServedResource): boolean => subresources.some(({ name }) => name === "status");

/**
 * Returns the metadata without the annotation that counts the versions of a DaemonSet's template. PartialObjectMetadata
 * lacks it.
 */
function withoutTemplateGeneration({ annotations, ...metadata }: Json): Json {
  const { "deprecated.daemonset.template.generation": _counter, ...rest } = annotations ?? {};
  return { ...metadata, ...(annotations ? { annotations: rest } : {}) };
}

/** Returns the object without the metadata that only the server sets. */
function withoutServerMetadata(resource: ServedResource, object: Json): Json {
  const { uid, resourceVersion, creationTimestamp, ...metadata } = object.metadata;
  deleteMembers(metadata, "generation", "managedFields");
  expect(uid).toMatch(/^[0-9a-f-]{36}$/);
  expect(resourceVersion).toMatch(/^[1-9]\d*$/);
  expect(creationTimestamp).toBe("2025-01-01T00:00:00Z");
  const rest = { ...object, metadata };
  if (hasStatus(resource)) deleteMembers(rest, "status");
  return rest;
}

test("[GEN-01] all group versions are served, and all stored kinds are tested", async () => {
  const recorded = readFacts("resources").resources.map(({ group, version }) => formatGroupVersion({ group, version }));
  const own = readFacts("own-kinds").kinds.map((title) => title.split(" ")[0] ?? "");
  expect([...(await groupVersionsOf(client))].sort()).toEqual([...new Set([...recorded, ...own])].sort());
  expect(storedResources.length).toBeGreaterThan(65);
});

describe.each(storedResources)("%s", (_, resource) => {
  test("an object with many fields is returned as sent in JSON, YAML and protobuf", async () => {
    await using made = await createSample(client, resource);
    expect(withoutServerMetadata(resource, made.created)).toEqual(expectedObject(resource, made.created.metadata.uid));
    const read = expectStatus(await made.read(), 200);
    expect(read.json).toEqual(made.created);
    const yaml = expectStatus(await made.read("application/yaml"), 200);
    expect(yaml.headers["content-type"]).toBe("application/yaml");
    expect((await parseYaml(yaml.bytes)).value).toEqual(made.created);
    const protobuf = expectStatus(await made.read(protobufType), 200);
    expect(openEnvelope(protobuf.bytes)).toMatchObject({ apiVersion: resource.groupVersion, kind: resource.kind });
    // Writing the object back in either format must change nothing, so no field was lost.
    const again = expectStatus(await made.write("PUT", protobuf.bytes, { type: protobufType }), 200);
    expect(again.json).toEqual(made.created);
    const { json } = expectStatus(await made.write("PUT", yaml.bytes, { type: "application/yaml" }), 200);
    // YAML sorts keys, even those of free-form JSON values. Their new order can count as a change.
    const { resourceVersion } = json.metadata;
    expect(json).toEqual({ ...made.created, metadata: { ...made.created.metadata, resourceVersion } });
  });

  test("an object is listed, has a row in plain and wide Tables, and is available as metadata", async () => {
    await using made = await createSample(client, resource);
    const { name, uid } = made.created.metadata;
    const list = expectStatus(await client.request(made.collection), 200).json;
    expect([list.kind, list.apiVersion]).toEqual([`${resource.kind}List`, resource.groupVersion]);
    const content = { ...made.created };
    deleteMembers(content, "apiVersion", "kind");
    // The list may also contain objects that the server created.
    expect(list.items.filter((one: Json) => one.metadata.uid === uid)).toEqual([content]);

    const table = expectStatus(await made.read(`application/json;as=Table;${metaVersion}`), 200).json;
    const { columnDefinitions, rows } = table;
    expect(table.kind).toBe("Table");
    expect(rows).toHaveLength(1);
    // Every column must have a cell, including those of wide tables. The row identifies its object by its metadata.
    expect(rows[0].cells).toHaveLength(columnDefinitions.length);
    for (const cell of rows[0].cells) expect(["string", "number", "boolean"]).toContain(typeof cell);
    const nameColumn = columnDefinitions.findIndex((one: Json) => one.name === "Name");
    if (!kindsWithLaterName.includes(resource.kind)) expect(nameColumn).toBe(0);
    expect(rows[0].cells[nameColumn]).toBe(name);
    expect(rows[0].object).toMatchObject({ kind: "PartialObjectMetadata", metadata: { name, uid } });
    const tables = expectStatus(
      await client.request(`${made.collection}?includeObject=Object`, {
        headers: { accept: `application/json;as=Table;${metaVersion}` },
      }),
      200,
    ).json;
    const row = tables.rows.find((one: Json) => one.object.metadata.uid === uid);
    expect(row.object).toEqual(made.created);
    expect(row.cells).toEqual(rows[0].cells);

    const metadata = expectStatus(
      await made.read(`application/json;as=PartialObjectMetadata;${metaVersion}`),
      200,
    ).json;
    expect(metadata).toEqual({
      kind: "PartialObjectMetadata",
      apiVersion: "meta.k8s.io/v1",
      metadata: withoutTemplateGeneration(made.created.metadata),
    });
  });

  // The server's own writes would be among the events.
  if (isMaintained(resource)) return;

  test("a watch receives the creation, each type of patch, the replacement and the deletion of an object", async () => {
    const selected = `${collectionOf(resource)}?watch=true&labelSelector=tier%3Dfront`;
    const events = await client.watch(selected);
    await using made = await createSample(client, resource);
    expect(await events.next()).toEqual({ type: "ADDED", object: made.created });
    for (const [type, body, walked] of labelPatches) {
      const patched = expectStatus(await made.write("PATCH", body, { type }), 200).json;
      expect(patched.metadata.labels).toMatchObject({ ...labels, walked });
      expect(await events.next()).toEqual({ type: "MODIFIED", object: patched });
    }
    const { json: before } = await made.read();
    const body = {
      ...before,
      metadata: { ...before.metadata, annotations: { ...before.metadata.annotations, replaced: "yes" } },
    };
    const replaced = expectStatus(await made.write("PUT", body), 200).json;
    expect(replaced.metadata.annotations).toMatchObject({ ...annotations, replaced: "yes" });
    // For some kinds a change of annotations increments the generation.
    const { resourceVersion, generation } = replaced.metadata;
    const metadata = { ...body.metadata, resourceVersion, ...(generation === undefined ? {} : { generation }) };
    expect(withoutManagedFields(replaced)).toEqual(withoutManagedFields({ ...body, metadata }));
    expect(await events.next()).toEqual({ type: "MODIFIED", object: replaced });
    expectStatus(await made.write("PUT", { ...before, metadata: { ...before.metadata, annotations: {} } }), 409);

    await made.delete();
    const last = await events.next();
    // Some objects first get a deletionTimestamp, which causes a MODIFIED event.
    if (last?.type === "MODIFIED") expect(last.object.metadata.deletionTimestamp).toBe("2025-01-01T00:00:00Z");
    const { uid } = replaced.metadata;
    expect(last?.type === "MODIFIED" ? await events.next() : last).toMatchObject({
      type: "DELETED",
      object: { kind: resource.kind, metadata: { uid } },
    });
    events.close();
  });
});

const withFreeStatus = withSubresource("status").filter(([, resource]) => !isMaintained(resource));

describe.each(withFreeStatus)("the status of %s", (_, resource) => {
  test("a status can be read, replaced and patched separately, and is returned as sent", async () => {
    await using made = await createSample(client, resource);
    const status = expectedStatus(resource);
    expect(status).toBeDefined();
    const { status: sentStatus } = filledObject(resource);
    const read = expectStatus(await client.request(`${made.path}/status`), 200);
    expect(read.json).toEqual(made.created);
    const ignored = { ...made.created.spec, nonsense: "of a field that is not written here" };
    const answer = expectStatus(
      await made.write("PUT", { ...made.created, spec: ignored, status: sentStatus }, { below: "/status" }),
      200,
    );
    expect(answer.json.status).toEqual(status);
    expect(answer.json.spec).toEqual(made.created.spec);
    expect((await made.read()).json).toEqual(answer.json);
    const type = "application/merge-patch+json";
    const patch = { metadata: { annotations: { "example.com/seen": "yes" } } };
    const patched = expectStatus(await made.write("PATCH", patch, { type, below: "/status" }), 200);
    expect(patched.json.status).toEqual(status);
    const table = expectStatus(await made.read(`application/json;as=Table;${metaVersion}`), 200).json;
    expect(table.rows[0].cells).toHaveLength(table.columnDefinitions.length);
    // A write to the object keeps its status. Only ServiceCIDR drops it, because its status is not protected there.
    const left = resource.kind === "ServiceCIDR" ? {} : status;
    const object = (await made.read()).json;
    expect(expectStatus(await made.write("PUT", { ...object, status: undefined }), 200).json.status).toEqual(left);
  });
});

describe.each(withSubresource("scale"))("the scale of %s", (_, resource) => {
  test("a scale can be read, replaced and patched, and its object follows", async () => {
    await using made = await createSample(client, resource);
    const below = "/scale";
    const scale = expectStatus(await client.request(made.path + below), 200).json;
    const { name } = made.created.metadata;
    expect(scale).toMatchObject({ kind: "Scale", apiVersion: "autoscaling/v1", metadata: { name } });
    expect(scale.spec).toEqual({ replicas: made.created.spec.replicas });
    const replaced = expectStatus(await made.write("PUT", { ...scale, spec: { replicas: 7 } }, { below }), 200);
    expect(replaced.json.spec).toEqual({ replicas: 7 });
    const type = "application/merge-patch+json";
    expectStatus(await made.write("PATCH", { spec: { replicas: 5 } }, { type, below }), 200);
    expect((await made.read()).json.spec).toEqual({ ...made.created.spec, replicas: 5 });
  });
});
