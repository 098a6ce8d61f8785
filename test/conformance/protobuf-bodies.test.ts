import { describe, expect, test } from "vitest";
import { createMap, mapsPath, namesOf } from "../support/config-maps.ts";
import { oneOfEach } from "../support/one-of-each.ts";
import { entry, envelope, envelopePrefix, Fields, integer, openEnvelope, part } from "../support/protobuf-message.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireRequest } from "../support/wire-client.ts";

const protobuf = "application/vnd.orch.protobuf";
const sendProtobuf = { "content-type": protobuf };
const acceptProtobuf = { accept: protobuf };
const deployments = "/apis/apps/v1/namespaces/default/deployments";
/** 2025-01-01T00:00:00Z, the start time of a test's clock. */
const startSeconds = 1_735_689_600;

const configMapType = { apiVersion: "v1", kind: "ConfigMap" };

/** Protobuf numbers of fields of every object and of ConfigMaps. */
const metadataField = 1;
const meta = { name: 1, namespace: 3, uid: 5, resourceVersion: 6, creationTimestamp: 8, labels: 11 };
const configMap = { data: 2, binaryData: 3, immutable: 4 };

function mapBody(name: string, data: Record<string, string> = {}): Buffer {
  const entries = Object.entries(data).map(([key, value]) => entry(configMap.data, key, value));
  return envelope(configMapType, Buffer.concat([part(metadataField, part(meta.name, name)), ...entries]));
}

describe("protobuf responses", () => {
  test("[PB-01, PB-02, PB-03, PB-04] a protobuf response is an object in an envelope that names its type", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const labels = { app: "web", tier: "" };
    await createMap(client, "a", { data: { x: "1", y: "ü\u{1f600}" }, labels });
    const { metadata } = (await client.request(`${mapsPath}/a`)).json;

    const answer = await client.request(`${mapsPath}/a`, { headers: acceptProtobuf });
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, protobuf]);
    expect([...answer.bytes.subarray(0, 4)]).toEqual([0x6b, 0x38, 0x73, 0x00]);
    const unknown = new Fields(answer.bytes.subarray(4));
    expect(unknown.numbers.filter((number) => number > 4)).toEqual([]);
    const typeMeta = unknown.message(1);
    expect([typeMeta.text(1), typeMeta.text(2)]).toEqual(["v1", "ConfigMap"]);
    const { contentEncoding, contentType, raw } = openEnvelope(answer.bytes);
    expect([contentEncoding, contentType]).toEqual(["", ""]);

    const object = new Fields(raw);
    expect(object.map(configMap.data)).toEqual({ x: "1", y: "ü\u{1f600}" });
    const own = object.message(metadataField);
    expect([own.text(meta.name), own.text(meta.namespace)]).toEqual(["a", "default"]);
    expect([own.text(meta.uid), own.text(meta.resourceVersion)]).toEqual([metadata.uid, metadata.resourceVersion]);
    expect(own.message(meta.creationTimestamp).number(1)).toBe(startSeconds);
    expect(own.map(meta.labels)).toEqual(labels);
  });

  test("a protobuf list contains its metadata and items", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (const name of ["a", "b", "c"]) await createMap(client, name, { data: { is: name } });
    const plain = (await client.request(`${mapsPath}?limit=2`)).json;
    const answer = await client.request(`${mapsPath}?limit=2`, { headers: acceptProtobuf });
    const { apiVersion, kind, raw } = openEnvelope(answer.bytes);
    expect([apiVersion, kind]).toEqual(["v1", "ConfigMapList"]);
    const list = new Fields(raw);
    const metadata = list.message(1);
    expect([metadata.text(2), metadata.text(3), metadata.number(4)]).toEqual([
      plain.metadata.resourceVersion,
      plain.metadata.continue,
      1,
    ]);
    const items = list.messages(2);
    expect(items.map((item) => item.message(metadataField).text(meta.name))).toEqual(["a", "b"]);
    expect(items.map((item) => item.map(configMap.data))).toEqual([{ is: "a" }, { is: "b" }]);

    const empty = await client.request("/api/v1/namespaces/orch-public/configmaps", { headers: acceptProtobuf });
    expect(new Fields(openEnvelope(empty.bytes).raw).all(2)).toEqual([]);
  });

  test("an error in protobuf is a Status", async () => {
    await using running = await startTestServer();
    const missing = await running.client.request(`${mapsPath}/none`, { headers: acceptProtobuf });
    expect([missing.status, missing.headers["content-type"]]).toEqual([404, protobuf]);
    const { apiVersion, kind, raw } = openEnvelope(missing.bytes);
    expect([apiVersion, kind]).toEqual(["v1", "Status"]);
    const status = new Fields(raw);
    expect([2, 3, 4].map((field) => status.text(field))).toEqual([
      "Failure",
      'configmaps "none" not found',
      "NotFound",
    ]);
    const details = status.message(5);
    expect([details.text(1), details.text(3), status.number(6)]).toEqual(["none", "configmaps", 404]);
  });

  test("PartialObjectMetadata of an object or a collection is available in protobuf", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createMap(client, "a", { data: { x: "1" } });
    const type = { apiVersion: "meta.orch.io/v1", kind: "PartialObjectMetadata" };
    const asMetadata = { accept: `${protobuf};as=PartialObjectMetadata;g=meta.orch.io;v=v1` };
    const one = openEnvelope((await client.request(`${mapsPath}/a`, { headers: asMetadata })).bytes);
    expect(one).toMatchObject(type);
    expect(new Fields(one.raw).numbers).toEqual([metadataField]);
    expect(new Fields(one.raw).message(metadataField).text(meta.name)).toBe("a");

    const asList = { accept: `${protobuf};as=PartialObjectMetadataList;g=meta.orch.io;v=v1` };
    const many = openEnvelope((await client.request(mapsPath, { headers: asList })).bytes);
    expect(many).toMatchObject({ ...type, kind: "PartialObjectMetadataList" });
    const [item] = new Fields(many.raw).messages(2);
    expect(item?.numbers).toEqual([metadataField]);
    expect(item?.message(metadataField).text(meta.name)).toBe("a");
  });

  test("a PartialObjectMetadataList of v1beta1 has its items before its metadata, in field 1", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (const name of ["a", "b"]) await createMap(client, name);
    const headers = { accept: `${protobuf};as=PartialObjectMetadataList;g=meta.orch.io;v=v1beta1` };
    const list = openEnvelope((await client.request(mapsPath, { headers })).bytes);
    expect(list).toMatchObject({ apiVersion: "meta.orch.io/v1beta1", kind: "PartialObjectMetadataList" });
    const fields = new Fields(list.raw);
    expect(fields.numbers).toEqual([1, 2]);
    expect(fields.messages(1).map((item) => item.message(metadataField).text(meta.name))).toEqual(["a", "b"]);
    expect(Number(fields.message(2).text(2))).toBeGreaterThan(0);
  });

  test("a protobuf response of every type can be sent back unchanged and writes nothing", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (const { collection, kind, apiVersion, body } of oneOfEach) {
      expect((await client.request(collection, { body })).status).toBe(201);
      const target = `${collection}/${body.metadata.name}`;
      const before = await client.request(target);
      const read = await client.request(target, { headers: acceptProtobuf });
      expect(openEnvelope(read.bytes)).toMatchObject({ kind, apiVersion });
      const headers = { ...sendProtobuf, ...acceptProtobuf };
      const written = await client.request(target, { method: "PUT", headers, body: read.bytes });
      expect({ kind, status: written.status }).toEqual({ kind, status: 200 });
      expect(written.bytes.equals(read.bytes)).toBe(true);
      expect((await client.request(target)).text).toBe(before.text);
    }
  });
});

describe("protobuf requests", () => {
  test.each(["h1", "h2"] as const)(
    "objects can be created, replaced and deleted with protobuf bodies (%s)",
    async (protocol) => {
      await using running = await startTestServer({ protocol });
      const { client } = running;
      const headers = { ...sendProtobuf, accept: `${protobuf}, application/json` };
      const created = await client.request(mapsPath, { headers, body: mapBody("a", { x: "1" }) });
      expect([created.status, created.headers["content-type"]]).toEqual([201, protobuf]);
      const stored = new Fields(openEnvelope(created.bytes).raw).message(metadataField);
      const { metadata, data } = (await client.request(`${mapsPath}/a`)).json;
      expect(data).toEqual({ x: "1" });
      expect([stored.text(meta.uid), stored.text(meta.resourceVersion)]).toEqual([
        metadata.uid,
        metadata.resourceVersion,
      ]);

      const taken = await client.request(mapsPath, { headers, body: mapBody("a") });
      expect([taken.status, new Fields(openEnvelope(taken.bytes).raw).text(4)]).toEqual([409, "AlreadyExists"]);

      const put = { method: "PUT", headers, body: mapBody("a", { y: "2" }) };
      expect((await client.request(`${mapsPath}/a`, put)).status).toBe(200);
      expect((await client.request(`${mapsPath}/a`)).json.data).toEqual({ y: "2" });

      const wrong = part(2, part(1, "00000000-0000-0000-0000-000000000000"));
      const right = part(2, part(1, metadata.uid));
      const options = { apiVersion: "v1", kind: "DeleteOptions" };
      const deletion = (content: Buffer): WireRequest => ({
        method: "DELETE",
        headers,
        body: envelope(options, content),
      });
      expect((await client.request(`${mapsPath}/a`, deletion(wrong))).status).toBe(409);
      const deleted = await client.request(`${mapsPath}/a`, deletion(Buffer.concat([right, part(4, "Background")])));
      const answer = openEnvelope(deleted.bytes);
      expect([deleted.status, answer.kind, new Fields(answer.raw).text(2)]).toEqual([200, "Status", "Success"]);
      expect(namesOf(await client.request(mapsPath))).toEqual([]);
    },
  );

  test("a protobuf body can have every field of a Deployment", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const labels = (field: number): Buffer => entry(field, "app", "web");
    const port = part(6, part(1, "http"), integer(3, 8080), part(4, "TCP"));
    const env = part(7, part(1, "MODE"), part(2, "fast"));
    const limits = part(8, part(1, part(1, "cpu"), part(2, part(1, "500m"))));
    const probe = (portValue: Buffer): Buffer => part(1, part(2, part(1, "/healthz"), part(2, portValue)));
    const liveness = part(10, probe(Buffer.concat([integer(1, 1), part(3, "http")])), integer(2, 5));
    const readiness = part(11, probe(Buffer.concat([integer(1, 0), integer(2, 8080)])));
    const container = part(2, part(1, "c"), part(2, "image"), port, env, limits, liveness, readiness);
    const template = part(3, part(1, labels(11)), part(2, container, integer(4, 30)));
    const strategy = part(4, part(1, "RollingUpdate"), part(2, part(1, integer(1, 1), part(3, "25%"))));
    const spec = part(2, integer(1, 3), part(2, labels(1)), template, strategy);
    const body = envelope(
      { apiVersion: "apps/v1", kind: "Deployment" },
      Buffer.concat([part(1, part(meta.name, "d"), labels(meta.labels)), spec]),
    );
    const created = await client.request(deployments, { headers: { ...sendProtobuf, ...acceptProtobuf }, body });
    expect(created.status).toBe(201);
    const json = (await client.request(`${deployments}/d`)).json;
    expect(json.metadata).toMatchObject({ name: "d", labels: { app: "web" }, generation: 1 });
    expect(json.spec).toMatchObject({
      replicas: 3,
      selector: { matchLabels: { app: "web" } },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
    });
    expect(json.spec.template.metadata).toEqual({ creationTimestamp: null, labels: { app: "web" } });
    expect(json.spec.template.spec).toMatchObject({ terminationGracePeriodSeconds: 30, restartPolicy: "Always" });
    expect(json.spec.template.spec.containers).toEqual([
      expect.objectContaining({
        name: "c",
        image: "image",
        ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }],
        env: [{ name: "MODE", value: "fast" }],
        resources: { limits: { cpu: "500m" } },
        livenessProbe: expect.objectContaining({
          httpGet: { path: "/healthz", port: "http", scheme: "HTTP" },
          initialDelaySeconds: 5,
        }),
        readinessProbe: expect.objectContaining({ httpGet: { path: "/healthz", port: 8080, scheme: "HTTP" } }),
      }),
    ]);
    expect(new Fields(openEnvelope(created.bytes).raw).message(2).number(1)).toBe(3);
  });

  test("a subresource can be written in protobuf with its type", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const deployment = oneOfEach.find(({ kind }) => kind === "Deployment");
    expect((await client.request(deployments, { body: deployment?.body })).status).toBe(201);
    const read = openEnvelope((await client.request(`${deployments}/it/scale`, { headers: acceptProtobuf })).bytes);
    expect([read.apiVersion, read.kind]).toEqual(["autoscaling/v1", "Scale"]);
    expect(new Fields(read.raw).message(2).number(1)).toBe(1);
    const body = envelope(read, Buffer.concat([part(1, part(meta.name, "it")), part(2, integer(1, 5))]));
    const scaled = await client.request(`${deployments}/it/scale`, { method: "PUT", headers: sendProtobuf, body });
    expect([scaled.status, scaled.json.spec.replicas]).toEqual([200, 5]);
    expect((await client.request(`${deployments}/it`)).json.spec.replicas).toBe(5);
  });

  test("a protobuf body can be posted to a subresource that returns a Status", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const pods = "/api/v1/namespaces/default/pods";
    const pod = { metadata: { name: "it" }, spec: { containers: [{ name: "c", image: "image" }] } };
    expect((await client.request(pods, { body: pod })).status).toBe(201);
    const target = Buffer.concat([part(1, "Node"), part(3, "node-1")]);
    const content = Buffer.concat([part(metadataField, part(meta.name, "it")), part(2, target)]);
    const body = envelope({ apiVersion: "v1", kind: "Binding" }, content);
    const bound = await client.request(`${pods}/it/binding`, { headers: { ...sendProtobuf, ...acceptProtobuf }, body });
    const answer = openEnvelope(bound.bytes);
    expect([bound.status, answer.kind, new Fields(answer.raw).text(2)]).toEqual([201, "Status", "Success"]);
    expect((await client.request(`${pods}/it`)).json.spec.nodeName).toBe("node-1");
  });

  test("binary data and booleans in a protobuf body are stored unchanged", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const noText = Buffer.from([0x00, 0xff, 0xfe, 0x80]);
    const content = Buffer.concat([
      part(metadataField, part(meta.name, "a")),
      entry(configMap.binaryData, "b", noText),
      integer(configMap.immutable, 1),
    ]);
    const created = await client.request(mapsPath, { headers: sendProtobuf, body: envelope(configMapType, content) });
    expect([created.status, created.json.binaryData, created.json.immutable]).toEqual([201, { b: "AP/+gA==" }, true]);
    const back = new Fields(
      openEnvelope((await client.request(`${mapsPath}/a`, { headers: acceptProtobuf })).bytes).raw,
    );
    expect(back.messages(configMap.binaryData)[0]?.bytes(2).equals(noText)).toBe(true);
    expect(back.number(configMap.immutable)).toBe(1);
  });

  test.each([
    ["unknown fields", { more: Buffer.concat([integer(99, 7), part(1000, "text")]) }],
    ["the fields of metadata in two parts", { more: part(metadataField, entry(meta.labels, "app", "web")) }],
  ])("a protobuf body with %s is accepted, also with strict validation", async (_what, { more }) => {
    await using running = await startTestServer();
    const content = Buffer.concat([part(metadataField, part(meta.name, "a")), more, entry(configMap.data, "x", "1")]);
    const created = await running.client.request(`${mapsPath}?fieldValidation=Strict`, {
      headers: sendProtobuf,
      body: envelope(configMapType, content),
    });
    expect([created.status, created.headers["warning"]]).toEqual([201, undefined]);
    expect(created.json).toMatchObject({ metadata: { name: "a" }, data: { x: "1" } });
    expect(created.json.metadata.labels).toEqual(more.includes("web") ? { app: "web" } : undefined);
  });

  test.each(["orch", "kubernetes"] as const)(
    "protobuf is accepted under both media types in the %s vocabulary, and names types of that vocabulary",
    async (vocabulary) => {
      await using running = await startTestServer({ vocabulary });
      const { client } = running;
      const group = { orch: "coordination.orch.io", kubernetes: "coordination.k8s.io" }[vocabulary];
      const other = { orch: "coordination.k8s.io", kubernetes: "coordination.orch.io" }[vocabulary];
      const leases = `/apis/${group}/v1/namespaces/default/leases`;
      const lease = (of: string, name: string): Buffer => {
        const spec = part(2, part(1, "me"), integer(2, 15), part(3, integer(1, startSeconds), integer(2, 123_456_000)));
        return envelope(
          { apiVersion: `${of}/v1`, kind: "Lease" },
          Buffer.concat([part(1, part(meta.name, name)), spec]),
        );
      };
      for (const name of ["orch", "kubernetes"]) {
        const type = `application/vnd.${name}.protobuf`;
        const headers = { "content-type": type, accept: type };
        const created = await client.request(leases, { headers, body: lease(group, name) });
        expect([created.status, created.headers["content-type"]]).toEqual([201, type]);
        expect(openEnvelope(created.bytes)).toMatchObject({ apiVersion: `${group}/v1`, kind: "Lease" });
        expect((await client.request(`${leases}/${name}`)).json.spec).toEqual({
          holderIdentity: "me",
          leaseDurationSeconds: 15,
          acquireTime: "2025-01-01T00:00:00.123456Z",
        });
      }
      expect((await client.request(leases, { headers: sendProtobuf, body: lease(other, "third") })).status).toBe(400);
    },
  );

  test("an invalid object in protobuf is rejected like one in JSON", async () => {
    await using running = await startTestServer();
    const refused = await running.client.request(mapsPath, { headers: sendProtobuf, body: mapBody("No Name!") });
    expect([refused.status, refused.json.reason]).toEqual([422, "Invalid"]);
    expect(refused.json.details.causes[0].field).toBe("metadata.name");
    const elsewhere = envelope(configMapType, part(1, part(meta.name, "a"), part(meta.namespace, "orch-system")));
    const misplaced = await running.client.request(mapsPath, { headers: sendProtobuf, body: elsewhere });
    expect([misplaced.status, misplaced.json.message]).toEqual([
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ]);
  });

  test("a protobuf envelope can contain the object as JSON if it says so", async () => {
    await using running = await startTestServer();
    const json = Buffer.from(JSON.stringify({ metadata: { name: "a" }, data: { x: "1" } }));
    const body = envelope(configMapType, json, { contentType: "application/json" });
    const created = await running.client.request(mapsPath, { headers: sendProtobuf, body });
    expect([created.status, created.json.data]).toEqual([201, { x: "1" }]);
  });
});

describe("broken protobuf envelopes", () => {
  const unrecognized = "the object provided is unrecognized (must be of type ConfigMap): ";
  const noEnvelope = "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]";
  const cannot = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: ';
  const named = part(metadataField, part(meta.name, "a"));
  const ofType = (apiVersion: string, kind: string): Buffer => envelope({ apiVersion, kind }, named);

  test.each<[what: string, body: Buffer, message: string]>([
    ["no bytes", Buffer.alloc(0), `${unrecognized}empty data (<empty>)`],
    ["a prefix alone", envelopePrefix, `${unrecognized}empty body (6b387300)`],
    ["a prefix of another version", Buffer.from("6b38730100", "hex"), `${unrecognized}${noEnvelope} (6b38730100)`],
    ["a truncated prefix", Buffer.from("6b38", "hex"), `${unrecognized}${noEnvelope} (6b38)`],
    ["the object without envelope", named, `${unrecognized}${noEnvelope} (0a030a0161)`],
    [
      "a truncated envelope",
      Buffer.concat([envelopePrefix, Buffer.from([0x0a, 0x7f])]),
      `${unrecognized}unexpected EOF (6b3873000a7f)`,
    ],
    [
      "a group end without a start",
      Buffer.concat([envelopePrefix, Buffer.from([0x0c])]),
      `${unrecognized}proto: wiretype end group for non-group (6b3873000c)`,
    ],
    ["truncated content", envelope(configMapType, Buffer.from([0x0a, 0x7f])), `${cannot}unexpected EOF`],
    [
      "a number for the metadata",
      envelope(configMapType, integer(metadataField, 1)),
      `${cannot}proto: wrong wireType = 0 for field metadata`,
    ],
    [
      "text that is not UTF-8",
      envelope(configMapType, part(metadataField, part(meta.name, Buffer.from([0xff])))),
      `${cannot}invalid UTF-8 in protobuf input`,
    ],
    [
      "another kind",
      ofType("v1", "Secret"),
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
    [
      "another group",
      ofType("apps/v1", "ConfigMap"),
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "apps/v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    ],
    [
      "another version",
      ofType("v2", "ConfigMap"),
      'ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    ],
  ])("a broken envelope is rejected with 400 and stores nothing: %s", async (_what, body, message) => {
    await using running = await startTestServer();
    const { client } = running;
    const refused = await client.request(mapsPath, { headers: sendProtobuf, body });
    expect(refused.status, refused.text).toBe(400);
    expect(refused.json).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message,
      reason: "BadRequest",
      code: 400,
    });
    expect(namesOf(await client.request(mapsPath))).toEqual([]);
  });

  test.each([
    ["in an unknown encoding", { contentEncoding: "gzip" }],
    ["in an unknown media type", { contentType: "text/plain" }],
  ])("an envelope whose content is %s is rejected with 400", async (_what, options) => {
    await using running = await startTestServer();
    const body = envelope(configMapType, named, options);
    const refused = await running.client.request(mapsPath, { headers: sendProtobuf, body });
    expect([refused.status, refused.json.reason]).toEqual([400, "BadRequest"]);
    expect(namesOf(await running.client.request(mapsPath))).toEqual([]);
  });

  test("a broken envelope in a PUT or DELETE is rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createMap(client, "a", { data: { x: "1" } });
    const before = await client.request(mapsPath);
    for (const method of ["PUT", "DELETE"]) {
      for (const body of [Buffer.from("6b38730100", "hex"), ofType("v1", "Secret")]) {
        expect((await client.request(`${mapsPath}/a`, { method, headers: sendProtobuf, body })).status).toBe(400);
      }
    }
    expect((await client.request(mapsPath)).text).toBe(before.text);
  });

  test("an envelope over 3 MiB is rejected with 413", async () => {
    await using running = await startTestServer();
    const body = mapBody("a", { x: "x".repeat(3 * 1024 * 1024) });
    const refused = await running.client.request(mapsPath, { headers: sendProtobuf, body });
    expect([refused.status, refused.json.reason]).toEqual([413, "RequestEntityTooLarge"]);
  });
});

/** A client without write permission must not get details about the body. */
test("a broken envelope from a client without write permission gets 403", async () => {
  await using running = await startTestServer();
  const body = Buffer.from("nonsense");
  const refused = await running.anonymous.request(mapsPath, { headers: sendProtobuf, body });
  expect([refused.status, refused.json.reason]).toEqual([403, "Forbidden"]);
});
