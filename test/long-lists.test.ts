/** The server responds to other clients while it renders a long list. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { allMapsPath, createMap, mapsPath } from "./support/config-maps.ts";
import { slowClock } from "./support/slow-clock.ts";
import { startTestServer, type TestServer } from "./support/test-server.ts";
import type { WireClient } from "./support/wire-client.ts";

const objectCount = 1000;

let running: TestServer;
let other: WireClient;

beforeAll(async () => {
  running = await startTestServer({ protocol: "h2" });
  other = running.connect();
  for (let createdCount = 0; createdCount < objectCount; createdCount += 100) {
    const labels = { wanted: createdCount === 0 ? "yes" : "no" };
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => createMap(running.client, `m${createdCount + index}`, { labels })),
    );
  }
});

afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await running[Symbol.asyncDispose]();
});

test.each<[form: string, query: string, headers: Record<string, string>]>([
  ["a Table", "?includeObject=None", { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" }],
  ["metadata", "", { accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io" }],
  ["protobuf", "", { accept: "application/vnd.kubernetes.protobuf" }],
  ["YAML", "", { accept: "application/yaml" }],
  ["indented JSON", "?pretty=true", {}],
  ["filtered by a selector", "?labelSelector=wanted%3Dyes", {}],
])("the server responds to another client while it renders a long list: %s", async (_form, query, headers) => {
  await other.request("/version");
  using clock = slowClock();
  const ends: string[] = [];
  const listing = running.client.request(`${allMapsPath}${query}`, { headers }).then((answer) => {
    ends.push("the list");
    return answer;
  });
  while (clock.readCount < 10) await new Promise((resolve) => setImmediate(resolve));
  const read = await other.request(`${mapsPath}/m7`);
  ends.push("the other");
  const { status } = await listing;
  expect([status, read.status, read.json.metadata.name]).toEqual([200, 200, "m7"]);
  expect(ends).toEqual(["the other", "the list"]);
});
