import { describe, expect, test } from "vitest";
import { createMap, mapsPath, namesOf } from "../support/config-maps.ts";
import { oneOfEach } from "../support/one-of-each.ts";
import { entry, envelope, openEnvelope, part } from "../support/protobuf-message.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import type { WireRequest, WireResponse } from "../support/wire-client.ts";

const yaml = "application/yaml";
const protobuf = "application/vnd.orch.protobuf";
const unknownPatch =
  "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json, application/apply-patch+yaml";
const objectTypes = `application/json, application/yaml, ${protobuf}`;

async function startWithMaps(...names: string[]): Promise<TestServer> {
  const running = await startTestServer();
  for (const name of names) await createMap(running.client, name);
  return running;
}

interface Refusal {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details?: object;
}

function expectRefusal(answer: WireResponse, expected: Refusal): void {
  expect(answer.status, answer.text).toBe(expected.code);
  expect(answer.json).toEqual({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", ...expected });
}

describe("JSON responses", () => {
  test("[NEG-01] JSON is the default format of objects and lists of every type", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (const { collection, kind, apiVersion, body } of oneOfEach) {
      const created = await client.request(collection, { body });
      expect({ kind, status: created.status, text: created.text }).toMatchObject({ kind, status: 201 });
      const { name } = body.metadata;
      const read = await client.request(`${collection}/${name}`);
      expect([read.status, read.headers["content-type"]]).toEqual([200, "application/json"]);
      expect(read.json).toMatchObject({ kind, apiVersion, metadata: { name } });
      const listed = await client.request(collection);
      expect([listed.status, listed.headers["content-type"]]).toEqual([200, "application/json"]);
      expect(listed.json).toMatchObject({ kind: `${kind}List`, apiVersion });
      expect(namesOf(listed)).toContain(name);
    }
  });

  test("[NEG-01] the types of the previous test are all types that discovery lists and clients can create", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const groups: { versions: { groupVersion: string }[] }[] = (await client.request("/apis")).json.groups;
    const roots = ["/api/v1", ...groups.flatMap(({ versions }) => versions.map((one) => `/apis/${one.groupVersion}`))];
    const kinds: string[] = [];
    for (const root of roots) {
      const { resources } = (await client.request(root)).json;
      for (const { name, kind, verbs } of resources) {
        if (!name.includes("/") && verbs.includes("create") && verbs.includes("list")) kinds.push(kind);
      }
    }
    expect(oneOfEach.map(({ kind }) => kind).sort()).toEqual(kinds.sort());
  });

  test.each(["*/*", "application/*, */*", "", "application/json;charset=utf-8"])(
    "[NEG-01] a client that accepts '%s' gets JSON",
    async (accept) => {
      await using running = await startWithMaps("a");
      for (const target of [mapsPath, `${mapsPath}/a`, "/api/v1", "/version"]) {
        const answer = await running.client.request(target, { headers: { accept } });
        expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/json"]);
        expect(answer.json).toEqual(expect.any(Object));
      }
    },
  );
});

describe("an Accept header that matches no format of the path", () => {
  test.each(["application/*", "text/html, application/*;q=0.1", "APPLICATION/JSON"])(
    "a request that accepts only %s is rejected before any other check, as in the reference",
    async (accept) => {
      await using running = await startWithMaps("a");
      const { status, json } = await running.client.request(`${mapsPath}/nothing`, { headers: { accept } });
      expect([status, json.details, json.message]).toEqual([
        406,
        {},
        "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.orch.protobuf",
      ]);
    },
  );

  test("a watch is rejected if the first accepted format cannot be streamed", async () => {
    await using running = await startWithMaps("a");
    const headers = { accept: "application/yaml, application/json" };
    const { status, text } = await running.client.request(`${mapsPath}?watch=1`, { headers });
    expect(status).toBe(406);
    expect(text).toContain("only the following media types are accepted: application/json;stream=watch");
  });
});

describe("YAML requests and responses", () => {
  const document = `# A comment.
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  labels: {app: web}
data:
  text: |
    two
    lines
  number: "1"
  "yes": 'yes'
`;

  test("[NEG-02] POST and PUT accept YAML, and GET can return it", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const headers = { "content-type": yaml, accept: yaml };
    const created = await client.request(mapsPath, { headers, body: document });
    expect([created.status, created.headers["content-type"]]).toEqual([201, yaml]);
    const { metadata, data } = (await client.request(`${mapsPath}/a`)).json;
    expect(metadata.labels).toEqual({ app: "web" });
    expect(data).toEqual({ text: "two\nlines\n", number: "1", yes: "yes" });

    const read = await client.request(`${mapsPath}/a`, { headers: { accept: yaml } });
    expect([read.status, read.headers["content-type"]]).toEqual([200, yaml]);
    expect(read.text).toBe(created.text);
    expect(read.text).toBe(
      `apiVersion: v1
data:
  number: "1"
  text: |
    two
    lines
  "yes": "yes"
kind: ConfigMap
metadata:
  creationTimestamp: "2025-01-01T00:00:00Z"
  labels:
    app: web
  managedFields:
  - apiVersion: v1
    fieldsType: FieldsV1
    fieldsV1:
      f:data:
        .: {}
        f:number: {}
        f:text: {}
        f:yes: {}
      f:metadata:
        f:labels:
          .: {}
          f:app: {}
    manager: unknown
    operation: Update
    time: "2025-01-01T00:00:00Z"
  name: a
  namespace: default
  resourceVersion: "${metadata.resourceVersion}"
  uid: ${metadata.uid}
`,
    );

    const changed = read.text.replace('number: "1"', 'number: "2"');
    const replaced = await client.request(`${mapsPath}/a`, { method: "PUT", headers, body: changed });
    expect([replaced.status, replaced.headers["content-type"]]).toEqual([200, yaml]);
    expect((await client.request(`${mapsPath}/a`)).json.data.number).toBe("2");
  });

  test("[NEG-02] lists, discovery, errors and deletions can return YAML", async () => {
    await using running = await startWithMaps("a", "b");
    const { client } = running;
    const headers = { accept: yaml };
    const listed = await client.request(`${mapsPath}?limit=1`, { headers });
    expect(listed.headers["content-type"]).toBe(yaml);
    expect(listed.text).toMatch(
      /^apiVersion: v1\nitems:\n- metadata:\n {4}creationTimestamp: "2025-01-01T00:00:00Z"\n {4}name: a\n/,
    );
    expect(listed.text).toMatch(/\nkind: ConfigMapList\nmetadata:\n {2}continue: \w+\n {2}remainingItemCount: 1\n/);
    const empty = await client.request("/api/v1/namespaces/orch-public/configmaps", { headers });
    expect(empty.text).toMatch(/^apiVersion: v1\nitems: \[\]\nkind: ConfigMapList\nmetadata:\n/);
    const discovery = await client.request("/api/v1", { headers });
    expect(discovery.text).toMatch(/^groupVersion: v1\nkind: APIResourceList\nresources:\n- /);
    const missing = await client.request(`${mapsPath}/none`, { headers });
    expect([missing.status, missing.headers["content-type"]]).toEqual([404, yaml]);
    expect(missing.text).toMatch(/^apiVersion: v1\ncode: 404\n/);
    const deleted = await client.request(`${mapsPath}/b`, { method: "DELETE", headers });
    expect([deleted.status, deleted.headers["content-type"]]).toEqual([200, yaml]);
    expect(deleted.text).toMatch(/\nkind: Status\nmetadata: \{\}\nstatus: Success\n$/);
  });

  test.each([
    ["a: [", "is not valid YAML"],
    ["- a\n- b\n", "is not an object"],
    ["kind: ConfigMap\nmetadata: {name: [a]}\n", "has a list instead of text"],
    ["kind: Secret\napiVersion: v1\nmetadata: {name: a}\n", "is of another kind"],
  ])("[NEG-02] the YAML body %j is rejected with 400: it %s", async (body) => {
    await using running = await startTestServer();
    const refused = await running.client.request(mapsPath, { headers: { "content-type": yaml }, body });
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ kind: "Status", reason: "BadRequest", code: 400 });
    expect(namesOf(await running.client.request(mapsPath))).toEqual([]);
  });
});

describe("patch formats", () => {
  const patch = (client: TestServer["client"], target: string, type: string, body: unknown): Promise<WireResponse> =>
    client.request(target, { method: "PATCH", headers: { "content-type": `application/${type}+json` }, body });

  async function startWithData(): Promise<TestServer> {
    const running = await startTestServer();
    await createMap(running.client, "a", { data: { one: "1", two: "2", three: "3" }, labels: { app: "web" } });
    return running;
  }

  test("[NEG-06] JSON patches support add, remove, replace, move, copy and test", async () => {
    await using running = await startWithData();
    const { client } = running;
    const patched = await patch(client, `${mapsPath}/a`, "json-patch", [
      { op: "test", path: "/data/one", value: "1" },
      { op: "add", path: "/data/four", value: "4" },
      { op: "remove", path: "/data/two" },
      { op: "replace", path: "/data/one", value: "one" },
      { op: "move", from: "/data/three", path: "/data/moved" },
      { op: "copy", from: "/data/four", path: "/data/copied" },
      { op: "add", path: "/metadata/labels/example.com~1tier", value: "front" },
    ]);
    expect([patched.status, patched.headers["content-type"]]).toEqual([200, "application/json"]);
    const { data, metadata } = (await client.request(`${mapsPath}/a`)).json;
    expect(data).toEqual({ one: "one", four: "4", moved: "3", copied: "4" });
    expect(metadata.labels).toEqual({ app: "web", "example.com/tier": "front" });
  });

  test("[NEG-06] a failed test operation rejects the whole JSON patch", async () => {
    await using running = await startWithData();
    const { client } = running;
    const before = await client.request(`${mapsPath}/a`);
    const refused = await patch(client, `${mapsPath}/a`, "json-patch", [
      { op: "remove", path: "/data/two" },
      { op: "test", path: "/data/one", value: "another" },
    ]);
    expectRefusal(refused, {
      code: 422,
      reason: "Invalid",
      message: "the server rejected our request due to an error in our request",
      details: {},
    });
    expect((await client.request(`${mapsPath}/a`)).text).toBe(before.text);
  });

  test("[NEG-07] a merge patch deletes fields set to null, keeps absent fields and replaces arrays", async () => {
    await using running = await startWithData();
    const { client } = running;
    const finalizers = ["example.com/one", "example.com/two"];
    expect((await patch(client, `${mapsPath}/a`, "merge-patch", { metadata: { finalizers } })).status).toBe(200);
    const body = {
      data: { one: null, two: "zwei", none: null },
      metadata: { labels: null, finalizers: ["example.com/two"] },
    };
    const patched = await patch(client, `${mapsPath}/a`, "merge-patch", body);
    expect(patched.status).toBe(200);
    const { data, metadata } = (await client.request(`${mapsPath}/a`)).json;
    expect(data).toEqual({ two: "zwei", three: "3" });
    expect(metadata).not.toHaveProperty("labels");
    expect(metadata.finalizers).toEqual(["example.com/two"]);
  });

  test("a strategic merge patch merges the lists of a Pod by their keys", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const pods = "/api/v1/namespaces/default/pods";
    const containers = ["a", "b"].map((name) => ({ name, image: `${name}:1` }));
    expect((await client.request(pods, { body: { metadata: { name: "p" }, spec: { containers } } })).status).toBe(201);
    const change = { spec: { containers: [{ name: "b", image: "b:2" }] } };
    const patched = await patch(client, `${pods}/p`, "strategic-merge-patch", change);
    expect(patched.status).toBe(200);
    const images = patched.json.spec.containers.map(({ image }: { image: string }) => image);
    expect(images).toEqual(["a:1", "b:2"]);
  });

  test.each([
    ["application/merge-patch+json;;", 200, undefined],
    ["application/merge-patch+json;charset=x;charset=y", 200, undefined],
    ["application/Merge-Patch+json", 415, "415: Unsupported Media Type"],
    ["application/merge-patch+json ; x=1", 415, unknownPatch],
    ["text/html,application/merge-patch+json;q=1", 415, unknownPatch],
  ])("a patch with the media type '%s' gets the reference's status: %i", async (type, status, message) => {
    await using running = await startWithData();
    const request = { method: "PATCH", headers: { "content-type": type }, body: { data: { two: "2" } } };
    const answer = await running.client.request(`${mapsPath}/a`, request);
    expect([answer.status, answer.json.message]).toEqual([status, message]);
  });

  test.each([
    [{}, 415, "415: Unsupported Media Type\n\nAvailable representations: "],
    [{ "content-length": "0" }, 406, "406: Not Acceptable\n\nAvailable representations: "],
    [
      { accept: "text/html", "content-type": "application/merge-patch+json" },
      415,
      `415: Unsupported Media Type\n\nAvailable representations: application/json, application/yaml, ${protobuf}`,
    ],
  ])(
    "a patch without a body and with the headers %o is rejected because no representation matches",
    async (headers, status, message) => {
      await using running = await startTestServer({ protocol: "h2" });
      const { json, ...answer } = await running.client.request(`${mapsPath}/a`, { method: "PATCH", headers });
      expect([answer.status, json.message, json.details]).toEqual([status, message, {}]);
    },
  );

  test.each(["text/plain", "application/json", protobuf, "application/merge-patch", ""])(
    "a patch with the media type '%s' is rejected with 415",
    async (type) => {
      await using running = await startWithData();
      const { client } = running;
      const before = await client.request(`${mapsPath}/a`);
      const request = { method: "PATCH", headers: { "content-type": type }, body: { data: { one: null } } };
      const refused = await client.request(`${mapsPath}/a`, request);
      expect(refused.status).toBe(415);
      expect(refused.json).toMatchObject({ reason: "UnsupportedMediaType", code: 415 });
      expect(refused.json.message).toBe("415: Unsupported Media Type");
      expect((await client.request(`${mapsPath}/a`)).text).toBe(before.text);
    },
  );
});

describe("responses by Accept header", () => {
  test.each([
    ["application/json", "application/json"],
    [yaml, yaml],
    [protobuf, protobuf],
    ["application/vnd.kubernetes.protobuf", "application/vnd.kubernetes.protobuf"],
    ["application/json;as=Table;g=meta.orch.io;v=v1", "application/json"],
    [`${yaml};as=Table;g=meta.orch.io;v=v1`, yaml],
    [`${yaml}, application/json`, yaml],
    [`application/json;q=0.5, ${yaml};q=0.9`, yaml],
    ["text/csv, text/html;q=0.9, application/yaml;q=0.1", yaml],
    [`application/json;as=Table;g=other;v=v1, ${yaml}`, yaml],
    ["application/vnd.orch.protobuf;as=Table;g=meta.orch.io;v=v1, application/json", "application/json"],
  ])("[NEG-09] a client that accepts %s gets %s", async (accept, type) => {
    await using running = await startWithMaps("a");
    for (const target of [`${mapsPath}/a`, mapsPath]) {
      const answer = await running.client.request(target, { headers: { accept } });
      expect([answer.status, answer.headers["content-type"]]).toEqual([200, type]);
      expect(beginning(answer)).toBe(type.replace("vnd.kubernetes", "vnd.orch"));
    }
  });

  /** Returns the media type that the beginning of a body indicates, or the body itself. */
  function beginning({ bytes, text }: WireResponse): string {
    if (bytes.subarray(0, 4).equals(Buffer.from("k8s\0"))) return protobuf;
    return text.startsWith("{") ? "application/json" : text.startsWith("apiVersion: ") ? yaml : text;
  }

  test.each([
    ["application/json", "application/json"],
    ["application/json;stream=watch", "application/json"],
    [protobuf, `${protobuf};stream=watch`],
    [`${protobuf};stream=watch, application/json`, `${protobuf};stream=watch`],
  ])("[NEG-09] a watch that accepts %s gets %s", async (accept, type) => {
    await using running = await startWithMaps("a");
    const stream = await running.client.open(`${mapsPath}?watch=1`, { headers: { accept } });
    expect([stream.status, stream.headers["content-type"]]).toEqual([200, type]);
    stream.close();
  });

  const streamTypes = `application/json;stream=watch, ${protobuf};stream=watch`;
  const refusals: readonly (readonly [what: string, target: string, request: WireRequest, accepted: string])[] = [
    ["a get", `${mapsPath}/a`, {}, objectTypes],
    ["a list", mapsPath, {}, `${objectTypes}, ${streamTypes}`],
    ["a watch", `${mapsPath}?watch=1`, {}, `${objectTypes}, ${streamTypes}`],
    ["a creation", mapsPath, { body: { metadata: { name: "b" } } }, objectTypes],
    ["an update", `${mapsPath}/a`, { method: "PUT", body: { metadata: { name: "a" }, data: { x: "1" } } }, objectTypes],
    [
      "a patch",
      `${mapsPath}/a`,
      { method: "PATCH", headers: { "content-type": "application/merge-patch+json" }, body: { data: { x: "1" } } },
      objectTypes,
    ],
    ["a deletion", `${mapsPath}/a`, { method: "DELETE" }, objectTypes],
    ["a deletion of the collection", mapsPath, { method: "DELETE" }, objectTypes],
  ];

  test.each(refusals)(
    "[NEG-11] a request that accepts only unsupported formats is rejected with 406 before it has an effect: %s",
    async (_what, target, request, accepted) => {
      await using running = await startWithMaps("a");
      const { client } = running;
      const before = await client.request(mapsPath);
      const headers = { ...request.headers, accept: "text/csv" };
      expectRefusal(await client.request(target, { ...request, headers }), {
        code: 406,
        reason: "NotAcceptable",
        message: `406: Not Acceptable\n\nAvailable representations: ${accepted}`,
        details: {},
      });
      expect((await client.request(mapsPath)).text).toBe(before.text);
    },
  );

  test.each([
    ["application/json;as=Table;g=meta.orch.io;v=v2", mapsPath],
    ["application/json;as=Table;g=other.orch.io;v=v1", `${mapsPath}/a`],
    ["application/json;as=Chair;g=meta.orch.io;v=v1", mapsPath],
    ["application/json;as=PartialObjectMetadata;g=meta.orch.io;v=v1", mapsPath],
    ["application/json;as=PartialObjectMetadataList;g=meta.orch.io;v=v1", `${mapsPath}/a`],
    ["application/vnd.orch.protobuf;as=Table;g=meta.orch.io;v=v1", mapsPath],
    [yaml, `${mapsPath}?watch=1`],
    ["application/json;stream=watch2", mapsPath],
    ["application/json;sv=v2", mapsPath],
    ["APPLICATION/JSON", mapsPath],
    ["application", mapsPath],
  ])("[NEG-11] a request that accepts only %s gets 406 from %s", async (accept, target) => {
    await using running = await startWithMaps("a");
    const refused = await running.client.request(target, { headers: { accept } });
    expect(refused.status).toBe(406);
    expect(refused.text).toMatch(/"?reason"?: ?"?NotAcceptable/);
  });

  test("[NEG-11] discovery is available in JSON, YAML and protobuf", async () => {
    await using running = await startTestServer();
    const refused = await running.client.request("/api/v1", { headers: { accept: "text/csv" } });
    expect([refused.status, refused.json.reason]).toEqual([406, "NotAcceptable"]);
    const first = await running.client.request("/api/v1", { headers: { accept: `${protobuf}, application/json` } });
    expect([first.status, first.headers["content-type"]]).toEqual([200, protobuf]);
  });
});

describe("the Content-Type header of requests", () => {
  const configMap = { apiVersion: "v1", kind: "ConfigMap" };
  const named = (name: string, ...more: Buffer[]): Buffer =>
    envelope(configMap, Buffer.concat([part(1, part(1, name)), ...more]));

  test("[NEG-10] a protobuf body of a POST or PUT must have the protobuf media type", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const body = named("a", entry(2, "x", "1"));
    const mislabelled = await client.request(mapsPath, { headers: { "content-type": "application/json" }, body });
    expectRefusal(mislabelled, {
      code: 400,
      reason: "BadRequest",
      message: `the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: invalid character 'k' looking for beginning of value (${body.toString("hex", 0, 30)} ...)`,
    });
    expect(namesOf(await client.request(mapsPath))).toEqual([]);

    const headers = { "content-type": protobuf };
    expect((await client.request(mapsPath, { headers, body })).status).toBe(201);
    expect((await client.request(`${mapsPath}/a`)).json.data).toEqual({ x: "1" });

    const change = named("a", entry(2, "x", "2"));
    const wrong = { method: "PUT", headers: { "content-type": yaml }, body: change };
    expect((await client.request(`${mapsPath}/a`, wrong)).status).toBe(400);
    expect((await client.request(`${mapsPath}/a`)).json.data).toEqual({ x: "1" });
    expect((await client.request(`${mapsPath}/a`, { method: "PUT", headers, body: change })).status).toBe(200);
    expect((await client.request(`${mapsPath}/a`)).json.data).toEqual({ x: "2" });
  });

  test("[NEG-10] a JSON body with the protobuf media type is rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const request = { headers: { "content-type": protobuf }, body: { metadata: { name: "a" } } };
    const refused = await client.request(mapsPath, request);
    expectRefusal(refused, {
      code: 400,
      reason: "BadRequest",
      message:
        'the object provided is unrecognized (must be of type ConfigMap): provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] ({"metadata":{"name":"a"}})',
    });
    expect(namesOf(await client.request(mapsPath))).toEqual([]);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "application/json; a; b"])(
    "a body with the unknown media type %s is rejected with 415",
    async (type) => {
      await using running = await startWithMaps("a");
      const { client } = running;
      const headers = { "content-type": type };
      for (const [target, method] of [
        [mapsPath, "POST"],
        [`${mapsPath}/a`, "PUT"],
      ] as const) {
        const refused = await client.request(target, { method, headers, body: { metadata: { name: "b" } } });
        expectRefusal(refused, {
          code: 415,
          reason: "UnsupportedMediaType",
          message: `the body of the request was in an unknown format - accepted media types include: ${objectTypes}`,
        });
      }
      expect(namesOf(await client.request(mapsPath))).toEqual(["a"]);
    },
  );

  test.each(["application/json; charset=utf-8", "Application/JSON", "application/json;", ""])(
    "the media type of JSON can be written as '%s'",
    async (type) => {
      await using running = await startTestServer();
      const request = { headers: { "content-type": type }, body: { metadata: { name: "a" } } };
      expect((await running.client.request(mapsPath, request)).status).toBe(201);
    },
  );
});

test.each(["orch", "kubernetes"] as const)(
  "protobuf has its own media type in the %s vocabulary, and that of the other vocabulary is accepted too",
  async (vocabulary) => {
    await using running = await startTestServer({ vocabulary });
    const { client } = running;
    await createMap(client, "a");
    const refused = await client.request(mapsPath, { headers: { accept: "text/csv" } });
    expect(refused.json.message).toBe(
      `406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.${vocabulary}.protobuf, application/json;stream=watch, application/vnd.${vocabulary}.protobuf;stream=watch`,
    );
    for (const name of ["orch", "kubernetes"]) {
      const type = `application/vnd.${name}.protobuf`;
      const read = await client.request(`${mapsPath}/a`, { headers: { accept: type } });
      expect([read.headers["content-type"], openEnvelope(read.bytes).kind]).toEqual([type, "ConfigMap"]);
    }
  },
);

test("compact JSON ends with a newline, and indented JSON does not", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const created = await client.request(mapsPath, { body: { metadata: { name: "a" } } });
  const targets = [`${mapsPath}/a`, mapsPath, `${mapsPath}/missing`, "/api", "/apis", "/api/v1"];
  const responses = await Promise.all(targets.map((target) => client.request(target)));
  for (const { text } of [created, ...responses]) expect(text).toMatch(/[^\n]\n$/);
  for (const target of targets) expect((await client.request(`${target}?pretty=true`)).text).toMatch(/^\{[^]*\}$/);
});
