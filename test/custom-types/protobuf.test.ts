/**
 * Requests about custom objects in protobuf. Objects of custom types have no protobuf form, but their metadata, and the options of
 * requests, have one. Expected values are those of the reference, apart from bodies in protobuf, on which it fails.
 */
import { describe, expect, test } from "vitest";
import { defineWidgets, shopGroup, widget, widgetsPath } from "../support/custom-types.ts";
import { envelope, openEnvelope } from "../support/protobuf-message.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const protobuf = "application/vnd.orch.protobuf";
const path = `${widgetsPath}/a`;
const subresources = {
  status: {},
  scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
};

async function startWidgets(): Promise<TestServer> {
  const running = await startTestServer();
  await defineWidgets(running.client, { version: { subresources } });
  await running.client.request(widgetsPath, { body: widget("a", { spec: { replicas: 1 } }) });
  return running;
}

const unknownBody = "the body of the request was in an unknown format - accepted media types include: ";

test.each([
  ["POST", widgetsPath],
  ["PUT", path],
  ["PUT", `${path}/status`],
])("%s %s does not accept an object in protobuf", async (method, target) => {
  await using running = await startWidgets();
  const body = envelope({ apiVersion: `${shopGroup}/v1`, kind: "Widget" }, Buffer.alloc(0));
  for (const contentType of [protobuf, `${protobuf};charset=utf-8`]) {
    const { status, json } = await running.client.request(target, {
      method,
      headers: { "content-type": contentType },
      body,
    });
    expect([status, json.reason, json.message]).toEqual([
      415,
      "UnsupportedMediaType",
      `${unknownBody}application/json, application/yaml`,
    ]);
  }
});

test("a patch in protobuf is rejected with the types of patches", async () => {
  await using running = await startWidgets();
  const { status, json } = await running.client.request(path, {
    method: "PATCH",
    headers: { "content-type": protobuf },
    body: "{}",
  });
  expect([status, json.message]).toEqual([
    415,
    `${unknownBody}application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml`,
  ]);
});

test("options of deletions can be sent in protobuf", async () => {
  await using running = await startWidgets();
  const { client } = running;
  const headers = { "content-type": protobuf };
  const options = (apiVersion: string): Buffer => envelope({ apiVersion, kind: "DeleteOptions" }, Buffer.alloc(0));
  const one = await client.request(path, { method: "DELETE", headers, body: options("v1") });
  expect([one.status, one.json.status]).toEqual([200, "Success"]);
  await client.request(widgetsPath, { body: widget("b") });
  const all = await client.request(widgetsPath, { method: "DELETE", headers, body: options(`${shopGroup}/v1`) });
  expect([all.status, all.json.kind]).toEqual([200, "WidgetList"]);
  expect(all.json.items).toHaveLength(1);
});

describe("responses in protobuf", () => {
  const onlyTypes = "only the following media types are accepted: application/json, application/yaml, ";

  test.each([
    ["GET", path],
    ["GET", widgetsPath],
    ["GET", `${path}/status`],
    ["GET", `${path}/scale`],
    ["GET", `${widgetsPath}/missing`],
    ["GET", `${widgetsPath}?watch=1`],
    ["DELETE", `${path}?dryRun=All`],
    ["DELETE", `${widgetsPath}?dryRun=All`],
  ])("%s %s is 406", async (method, target) => {
    await using running = await startWidgets();
    const { status, headers, bytes } = await running.client.request(target, { method, headers: { accept: protobuf } });
    expect([status, headers["content-type"]]).toEqual([406, protobuf]);
    expect(openEnvelope(bytes)).toMatchObject({ apiVersion: "v1", kind: "Status" });
    expect(bytes.toString("latin1")).toContain(`${onlyTypes}${protobuf}`);
  });

  test.each([
    [`${protobuf};as=PartialObjectMetadata;v=v1;g=meta.orch.io`, path, "PartialObjectMetadata"],
    [`${protobuf};as=PartialObjectMetadata;v=v1;g=meta.orch.io`, `${path}/scale`, "PartialObjectMetadata"],
    [`${protobuf};as=PartialObjectMetadataList;v=v1;g=meta.orch.io`, widgetsPath, "PartialObjectMetadataList"],
  ])("%s of %s is sent", async (accept, target, kind) => {
    await using running = await startWidgets();
    const { status, headers, bytes } = await running.client.request(target, { headers: { accept } });
    expect([status, headers["content-type"]]).toEqual([200, protobuf]);
    expect(openEnvelope(bytes)).toMatchObject({ apiVersion: "meta.orch.io/v1", kind });
  });

  test("a Table is not sent in protobuf, but in the next type that the client accepts", async () => {
    await using running = await startWidgets();
    const accept = `${protobuf};as=Table;v=v1;g=meta.orch.io`;
    const refused = await running.client.request(widgetsPath, { headers: { accept } });
    expect([refused.status, refused.json.message]).toEqual([406, `${onlyTypes}${protobuf}`]);
    const listed = await running.client.request(widgetsPath, { headers: { accept: `${accept},application/json` } });
    expect([listed.status, listed.json.kind]).toEqual([200, "WidgetList"]);
  });

  test("an object is sent in JSON if the client accepts both, but an error in protobuf", async () => {
    await using running = await startWidgets();
    const headers = { accept: `${protobuf},application/json` };
    expect((await running.client.request(path, { headers })).json.kind).toBe("Widget");
    const missing = await running.client.request(`${widgetsPath}/missing`, { headers });
    expect([missing.status, missing.headers["content-type"]]).toEqual([404, protobuf]);
  });
});
