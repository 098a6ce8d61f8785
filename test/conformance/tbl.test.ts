import { describe, expect, test } from "vitest";
import { changeMap, createMap, deleteMap, listVersion, mapsPath } from "../support/config-maps.ts";
import { defineWidgets, definitionsPath, widgetsPath } from "../support/custom-types.ts";
import { oneOfEach } from "../support/one-of-each.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const minuteMs = 60_000;
const pods = "/api/v1/namespaces/default/pods";
const mergePatch = { "content-type": "application/merge-patch+json" };
const asTable = { accept: "application/json;as=Table;g=meta.orch.io;v=v1" };
const asMetadata = { accept: "application/json;as=PartialObjectMetadata;g=meta.orch.io;v=v1" };
const asMetadataList = { accept: "application/json;as=PartialObjectMetadataList;g=meta.orch.io;v=v1" };

interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

async function startWithPod(): Promise<TestServer> {
  const running = await startTestServer();
  const spec = { containers: [{ name: "c", image: "image" }], nodeName: "one" };
  const made = await running.client.request(pods, { body: { metadata: { name: "p" }, spec } });
  expect(made.status, made.text).toBe(201);
  return running;
}

describe("a Table", () => {
  test.each([
    ["null, for a kind that declares no columns", "limitranges", null],
    ["an empty list, for a kind with columns", "pods", []],
  ])("a Table of an empty collection has rows that are %s", async (_what, resource, rows) => {
    await using running = await startTestServer();
    const answer = await running.client.request(`/api/v1/namespaces/default/${resource}`, { headers: asTable });
    expect([answer.status, answer.json.kind, answer.json.rows]).toEqual([200, "Table", rows]);
  });

  test("a Table of FlowSchemas sorts the rows of each page by precedence, but a list sorts objects by name", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const schemas = "/apis/flowcontrol.apiserver.orch.io/v1/flowschemas";
    const create = async (name: string, matchingPrecedence: number): Promise<void> => {
      const spec = { matchingPrecedence, priorityLevelConfiguration: { name: "low" } };
      const { status, text } = await client.request(schemas, { body: { metadata: { name }, spec } });
      expect(status, text).toBe(201);
    };
    await create("a", 300);
    await create("b", 200);
    await create("c", 100);
    await create("d", 100);
    const rowsOf = async (query: string): Promise<unknown> => {
      const { json } = await client.request(`${schemas}${query}`, { headers: asTable });
      return cellsOf(json).map(([name, , precedence]) => [name, precedence]);
    };
    expect(await rowsOf("")).toEqual([
      ["c", 100],
      ["d", 100],
      ["b", 200],
      ["a", 300],
    ]);
    expect(await rowsOf("?limit=2")).toEqual([
      ["b", 200],
      ["a", 300],
    ]);
    const { items } = (await client.request(schemas)).json;
    expect(items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(["a", "b", "c", "d"]);
  });

  test("[TBL-01] a Table of a collection has a row per object and the list's metadata", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (const name of ["a", "b", "c"]) await createMap(client, name, { data: { x: "1" } });
    const version = await listVersion(client);
    const first = await client.request(`${mapsPath}?limit=2`, { headers: asTable });
    expect([first.status, first.headers["content-type"]]).toEqual([200, "application/json"]);
    expect(first.json).toMatchObject({
      kind: "Table",
      apiVersion: "meta.orch.io/v1",
      metadata: { resourceVersion: version, continue: expect.any(String), remainingItemCount: 1 },
    });
    expect(cellsOf(first.json)).toEqual([
      ["a", 1, "0s"],
      ["b", 1, "0s"],
    ]);
    const token = encodeURIComponent(first.json.metadata.continue);
    const second = await client.request(`${mapsPath}?limit=2&continue=${token}`, { headers: asTable });
    expect(second.json.metadata).toEqual({ resourceVersion: version });
    expect(cellsOf(second.json)).toEqual([["c", 1, "0s"]]);
  });

  const cellsOf = ({ rows }: { rows: { cells: unknown[] }[] }): unknown[][] => rows.map(({ cells }) => cells);

  test("[TBL-01] a Table of one object has one row and the object's resourceVersion", async () => {
    await using running = await startWithPod();
    const { client, clock } = running;
    await clock.advance(5 * minuteMs);
    const plain = (await client.request(`${pods}/p`)).json;
    const table = (await client.request(`${pods}/p`, { headers: asTable })).json;
    expect(table).toMatchObject({ kind: "Table", apiVersion: "meta.orch.io/v1" });
    expect(table.metadata).toEqual({ resourceVersion: plain.metadata.resourceVersion });
    expect(table.rows).toEqual([
      {
        cells: ["p", "0/1", "Pending", "0", "5m", "<none>", "one", "<none>", "<none>"],
        object: { kind: "PartialObjectMetadata", apiVersion: "meta.orch.io/v1", metadata: plain.metadata },
      },
    ]);
  });

  test("[TBL-01] a Table of an empty collection has columns and no rows", async () => {
    await using running = await startTestServer();
    const { rows, columnDefinitions } = (await running.client.request(mapsPath, { headers: asTable })).json;
    expect([rows, columnDefinitions.length]).toEqual([[], 3]);
  });

  test.each([
    ["orch", "meta.orch.io"],
    ["orch", "meta.k8s.io"],
    ["kubernetes", "meta.k8s.io"],
    ["kubernetes", "meta.orch.io"],
  ] as const)("[TBL-01] a client of the %s vocabulary can request a Table as one of %s", async (vocabulary, group) => {
    await using running = await startTestServer({ vocabulary });
    await createMap(running.client, "a");
    for (const version of ["v1", "v1beta1"]) {
      const headers = { accept: `application/json;as=Table;g=${group};v=${version}` };
      for (const target of [mapsPath, `${mapsPath}/a`]) {
        const { json } = await running.client.request(target, { headers });
        expect([json.kind, json.apiVersion]).toEqual(["Table", `${group}/${version}`]);
        expect(json.rows[0].object.apiVersion).toBe(`${group}/${version}`);
      }
    }
  });

  test("[TBL-01] a Table in YAML has the same content as in JSON", async () => {
    await using running = await startWithPod();
    const headers = { accept: asTable.accept.replace("json", "yaml") };
    const answer = await running.client.request(pods, { headers });
    expect(answer.headers["content-type"]).toBe("application/yaml");
    expect(answer.text).toMatch(/^apiVersion: meta\.orch\.io\/v1\ncolumnDefinitions:\n- description: /);
    expect(answer.text).toMatch(/\nkind: Table\nmetadata:\n {2}resourceVersion: "\d+"\nrows:\n- cells:\n {2}- p\n/);
  });

  test("[TBL-02] the columns of a Table have name, type, format, description and priority", async () => {
    await using running = await startWithPod();
    for (const target of [pods, `${pods}/p`]) {
      const { columnDefinitions } = (await running.client.request(target, { headers: asTable })).json;
      for (const definition of columnDefinitions as ColumnDefinition[]) {
        expect(Object.keys(definition)).toEqual(["name", "type", "format", "description", "priority"]);
        expect(definition.description).toMatch(/^[A-Z].*\.$/);
      }
      const brief = (columnDefinitions as ColumnDefinition[]).map(
        ({ name, type, format, priority }) => `${name}: ${type} ${format} ${priority}`,
      );
      expect(brief).toEqual([
        "Name: string name 0",
        "Ready: string  0",
        "Status: string  0",
        "Restarts: string  0",
        "Age: string  0",
        "IP: string  1",
        "Node: string  1",
        "Nominated Node: string  1",
        "Readiness Gates: string  1",
      ]);
    }
  });

  test("[TBL-03] a type without a separate table has the columns Name and Created At, from its metadata", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await defineWidgets(client);
    const { columnDefinitions, rows } = (await client.request(definitionsPath, { headers: asTable })).json;
    expect(columnDefinitions.map(({ name, type }: ColumnDefinition) => [name, type])).toEqual([
      ["Name", "string"],
      ["Created At", "date"],
    ]);
    const [{ cells, object }] = rows;
    expect(cells).toEqual([object.metadata.name, object.metadata.creationTimestamp]);
    const ofWidgets = (await client.request(widgetsPath, { headers: asTable })).json;
    expect(ofWidgets.columnDefinitions.map(({ name }: ColumnDefinition) => name)).toEqual(["Name", "Age"]);
  });

  test("[TBL-02] the Tables of all kinds have a name column, and a cell for each column", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (const { collection, kind, body } of oneOfEach) {
      expect((await client.request(collection, { body })).status).toBe(201);
      const { columnDefinitions, rows } = (await client.request(collection, { headers: asTable })).json;
      const row = rows.find(
        ({ object }: { object: { metadata: { name: string } } }) => object.metadata.name === body.metadata.name,
      );
      expect({ kind, cells: row.cells.length }).toEqual({ kind, cells: columnDefinitions.length });
      const nameAt = columnDefinitions.findIndex(({ format }: ColumnDefinition) => format === "name");
      expect({ kind, name: row.cells[nameAt] }).toEqual({ kind, name: body.metadata.name });
      for (const { priority, type } of columnDefinitions as ColumnDefinition[]) {
        expect([0, 1]).toContain(priority);
        expect(["string", "integer", "number", "boolean", "date"]).toContain(type);
      }
    }
  });

  test("the row of a finished Pod has a condition that says so", async () => {
    await using running = await startWithPod();
    const { client } = running;
    const status = { method: "PATCH", headers: mergePatch, body: { status: { phase: "Succeeded" } } };
    expect((await client.request(`${pods}/p/status`, status)).status).toBe(200);
    const { rows } = (await client.request(pods, { headers: asTable })).json;
    expect(rows[0].conditions).toEqual([
      { type: "Completed", status: "True", reason: "Succeeded", message: "The pod has completed successfully." },
    ]);
  });

  test("the Table of a scale shows the Scale and not its object", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const deployment = oneOfEach.find(({ kind }) => kind === "Deployment");
    expect((await client.request(deployment?.collection ?? "", { body: deployment?.body })).status).toBe(201);
    const { columnDefinitions, rows } = (
      await client.request(`${deployment?.collection}/it/scale`, { headers: asTable })
    ).json;
    expect(columnDefinitions.map(({ name }: ColumnDefinition) => name)).toEqual([
      "Name",
      "Desired",
      "Available",
      "Age",
    ]);
    expect(cellsOf({ rows })).toEqual([["it", 1, 0, "0s"]]);
  });

  test("the rows of a Table contain the object, its metadata or nothing, as includeObject says", async () => {
    await using running = await startWithPod();
    const { client } = running;
    const plain = (await client.request(`${pods}/p`)).json;
    const metadata = { kind: "PartialObjectMetadata", apiVersion: "meta.orch.io/v1", metadata: plain.metadata };
    for (const [query, object] of [
      ["", metadata],
      ["includeObject=", metadata],
      ["includeObject=Metadata", metadata],
      ["includeObject=Object", plain],
      ["includeObject=None", null],
    ] as const) {
      for (const target of [pods, `${pods}/p`]) {
        const { rows } = (await client.request(`${target}?${query}`, { headers: asTable })).json;
        expect({ query, object: rows[0].object }).toEqual({ query, object });
      }
    }
    for (const target of [pods, `${pods}/p`, `${pods}?watch=1`]) {
      const rest = `${target.includes("?") ? "&" : "?"}includeObject=Everything`;
      const refused = await client.request(`${target}${rest}`, { headers: asTable });
      expect([refused.status, refused.json.message]).toEqual([
        400,
        `Unable to convert to Table as requested: includeObject: Invalid value: "Everything": must be 'Metadata', 'Object', 'None', or empty`,
      ]);
    }
  });

  test("a write that accepts a Table gets one", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const created = await client.request(mapsPath, { headers: asTable, body: { metadata: { name: "a" } } });
    expect([created.status, created.json.kind, cellsOf(created.json)]).toEqual([201, "Table", [["a", 0, "0s"]]]);
    const patch = { method: "PATCH", headers: { ...asTable, ...mergePatch }, body: { data: { x: "1" } } };
    expect(cellsOf((await client.request(`${mapsPath}/a`, patch)).json)).toEqual([["a", 1, "0s"]]);
    // The response to a deletion is a Status, which has no row.
    const deleted = await client.request(`${mapsPath}/a`, { method: "DELETE", headers: asTable });
    expect([deleted.status, deleted.json.kind]).toEqual([200, "Status"]);
    const missing = await client.request(`${mapsPath}/a`, { headers: asTable });
    expect([missing.status, missing.json.kind]).toEqual([404, "Status"]);
  });
});

describe("a watch of Tables", () => {
  test("[TBL-01] a watch of Tables sends a Table of one row per event, and the columns only in the first", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await createMap(client, "a");
    await clock.advance(2 * minuteMs);
    await using events = await client.watch(`${mapsPath}?watch=1`, { headers: asTable });
    await using latecomer = await client.watch(`${mapsPath}?watch=1`, { headers: asTable });
    const version = await changeMap(client, "a", { x: "1" });
    await deleteMap(client, "a");
    const [added, modified, deleted] = await events.take(3);
    expect([added?.type, modified?.type, deleted?.type]).toEqual(["ADDED", "MODIFIED", "DELETED"]);
    expect(added?.object.columnDefinitions.map(({ name }: ColumnDefinition) => name)).toEqual(["Name", "Data", "Age"]);
    expect(modified?.object).toEqual({
      kind: "Table",
      apiVersion: "meta.orch.io/v1",
      metadata: { resourceVersion: version },
      columnDefinitions: null,
      rows: [
        {
          cells: ["a", 1, "2m"],
          object: {
            kind: "PartialObjectMetadata",
            apiVersion: "meta.orch.io/v1",
            metadata: { ...added?.object.rows[0].object.metadata, resourceVersion: version },
          },
        },
      ],
    });
    expect(deleted?.object.rows[0].cells).toEqual(["a", 1, "2m"]);
    // Each watch has the columns in its own first event.
    expect((await latecomer.take(1))[0]?.object.columnDefinitions).toHaveLength(3);
  });

  test("a watch of Tables sends bookmarks as Tables without rows", async () => {
    await using running = await startTestServer();
    const version = await listVersion(running.client);
    const query = `watch=1&resourceVersion=${version}&allowWatchBookmarks=true&timeoutSeconds=10`;
    await using events = await running.client.watch(`${mapsPath}?${query}`, { headers: asTable });
    await running.clock.advance(8000);
    expect(await events.next()).toEqual({
      type: "BOOKMARK",
      object: {
        kind: "Table",
        apiVersion: "meta.orch.io/v1",
        metadata: { resourceVersion: version },
        columnDefinitions: null,
        rows: [],
      },
    });
    await createMap(running.client, "a");
    expect((await events.next())?.object.columnDefinitions).toHaveLength(3);
  });
});

describe("PartialObjectMetadata", () => {
  test("PartialObjectMetadata of an object or a collection contains only the metadata", async () => {
    await using running = await startWithPod();
    const { client } = running;
    const { metadata } = (await client.request(`${pods}/p`)).json;
    const object = await client.request(`${pods}/p`, { headers: asMetadata });
    expect(object.json).toEqual({ kind: "PartialObjectMetadata", apiVersion: "meta.orch.io/v1", metadata });
    const listed = await client.request(pods, { headers: asMetadataList });
    expect(listed.json).toEqual({
      kind: "PartialObjectMetadataList",
      apiVersion: "meta.orch.io/v1",
      metadata: { resourceVersion: await listVersion(client, pods) },
      items: [{ kind: "PartialObjectMetadata", apiVersion: "meta.orch.io/v1", metadata }],
    });
  });

  test("PartialObjectMetadata contains all metadata", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const annotations = {
      braces: '{"a": [{}]}',
      quotes: 'a \\" \\\\',
      text: "ü \u2028 \u{1f600}",
      metadata: '"metadata":{',
    };
    const body = { metadata: { name: "a", annotations }, data: { metadata: "}" } };
    const created = await client.request(mapsPath, { body });
    expect(created.status, created.text).toBe(201);
    const shown = await client.request(`${mapsPath}/a`, { headers: asMetadata });
    expect(shown.json.metadata).toEqual(created.json.metadata);
    expect(shown.json.metadata.annotations).toEqual(annotations);
  });

  test("a watch can send PartialObjectMetadata", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const created = await createMap(client, "a", { data: { x: "1" } });
    const query = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    await using events = await client.watch(`${mapsPath}?${query}`, { headers: asMetadata });
    const [added, bookmark] = await events.take(2);
    const type = { kind: "PartialObjectMetadata", apiVersion: "meta.orch.io/v1" };
    expect(added).toEqual({ type: "ADDED", object: { ...type, metadata: created.json.metadata } });
    expect(bookmark).toMatchObject({
      type: "BOOKMARK",
      object: { ...type, metadata: { resourceVersion: created.json.metadata.resourceVersion } },
    });
  });
});

describe("a form that does not fit the response is rejected with 406", () => {
  const list = "PartialObjectMetadataList";

  test("a request for PartialObjectMetadata of a list gets 406", async () => {
    await using running = await startWithPod();
    const { client } = running;
    for (const headers of [asMetadata, { accept: `${asMetadata.accept}, application/json` }]) {
      for (const method of ["GET", "DELETE"]) {
        const answer = await client.request(`${pods}?dryRun=All`, { method, headers });
        expect([answer.status, answer.json.reason, answer.json.message]).toEqual([
          406,
          "NotAcceptable",
          "you requested PartialObjectMetadata, but the requested object is a list (*core.PodList)",
        ]);
      }
    }
  });

  test("a request for PartialObjectMetadataList of an object gets 406, unless the response is a Status", async () => {
    await using running = await startWithPod();
    const { client } = running;
    const answer = await client.request(`${pods}/p`, { headers: asMetadataList });
    const message = `you requested ${list}, but the requested object is not a list (*core.Pod)`;
    expect([answer.status, answer.json.message]).toEqual([406, message]);
    const body = { metadata: { labels: { a: "b" } } };
    const headers = { ...asMetadataList, ...mergePatch };
    const patched = await client.request(`${pods}/p`, { method: "PATCH", headers, body });
    expect([patched.status, patched.json.message]).toEqual([406, message]);
    expect((await client.request(`${pods}/none`, { headers: asMetadataList })).status).toBe(404);
    const deleted = await client.request(`${mapsPath}/none`, { method: "DELETE", headers: asMetadataList });
    expect(deleted.status).toBe(404);
  });

  test("the error of an unsupported form contains the type name with its Go package", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const typeOf = async (collection: string): Promise<string> =>
      (await client.request(collection, { headers: asMetadata })).json.message.match(/\((.*)\)/)[1];
    expect(await typeOf("/apis/apps/v1/deployments")).toBe("*apps.DeploymentList");
    expect(await typeOf("/apis/events.orch.io/v1/events")).toBe("*core.EventList");
    expect(await typeOf("/apis/rbac.authorization.orch.io/v1/roles")).toBe("*rbac.RoleList");
  });
});

test("an empty PartialObjectMetadataList has null items in JSON and YAML, also for a deletion", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const empty = await client.request(pods, { headers: asMetadataList });
  expect(empty.text).toMatch(/"items":null\}\n$/);
  const accept = asMetadataList.accept.replace("json", "yaml");
  expect((await client.request(pods, { headers: { accept } })).text).toContain("\nitems: null\n");
  expect((await client.request(pods, { method: "DELETE", headers: asMetadataList })).json.items).toBeNull();
});

describe("annotations that rows and PartialObjectMetadata omit", () => {
  test("rows and PartialObjectMetadata of a DaemonSet omit the annotation of the template generation", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const collection = "/apis/apps/v1/namespaces/default/daemonsets";
    const labels = { app: "a" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
    const made = await client.request(collection, {
      body: { metadata: { name: "a" }, spec: { selector: { matchLabels: labels }, template } },
    });
    expect(made.json.metadata.annotations).toEqual({ "deprecated.daemonset.template.generation": "1" });
    const [row] = (await client.request(collection, { headers: asTable })).json.rows;
    expect(row.object.metadata.name).toBe("a");
    expect(row.object.metadata).not.toHaveProperty("annotations");
    const whole = await client.request(`${collection}?includeObject=Object`, { headers: asTable });
    expect(whole.json.rows[0].object.metadata.annotations).toEqual(made.json.metadata.annotations);
    const alone = await client.request(`${collection}/a`, { headers: asMetadata });
    expect(alone.json.metadata).toEqual(row.object.metadata);
    const list = await client.request(collection, { headers: asMetadataList });
    expect(list.json.items[0].metadata).toEqual(row.object.metadata);
  });

  test("rows and PartialObjectMetadata omit annotations in which an older version stores fields", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const path = "/namespaces/default/horizontalpodautoscalers";
    const memory = { name: "memory", target: { type: "Utilization", averageUtilization: 50 } };
    const spec = {
      maxReplicas: 2,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" },
      metrics: [{ type: "Resource", resource: memory }],
    };
    await client.request(`/apis/autoscaling/v2${path}`, { body: { metadata: { name: "a" }, spec } });
    const object = await client.request(`/apis/autoscaling/v1${path}/a`);
    expect(Object.keys(object.json.metadata.annotations)).toEqual(["autoscaling.alpha.orch.io/metrics"]);
    const rows = await client.request(`/apis/autoscaling/v1${path}`, { headers: asTable });
    expect(rows.json.rows[0].object.metadata).not.toHaveProperty("annotations");
  });
});

test.each([
  ["the ephemeralcontainers of a Pod", `${pods}/p/ephemeralcontainers`],
  ["the approval of a signing request", "/apis/certificates.orch.io/v1/certificatesigningrequests/a/approval"],
  ["the status of an APIService", "/apis/apiregistration.orch.io/v1/apiservices/a/status"],
  ["the status of a CustomResourceDefinition", "/apis/apiextensions.orch.io/v1/customresourcedefinitions/a/status"],
])("a request for a Table of %s is rejected", async (_, path) => {
  await using running = await startTestServer();
  expect((await running.client.request(path, { headers: asTable })).status).toBe(406);
  expect((await running.client.request(path.replace(/\/[^/]*$/, ""), { headers: asTable })).status).toBe(404);
});
