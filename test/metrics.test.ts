/** Metrics as a collector reads them. */
import { expect, test } from "vitest";
import { createMap, mapsPath } from "./support/config-maps.ts";
import { startTestServer } from "./support/test-server.ts";
import type { WireClient } from "./support/wire-client.ts";

async function seriesOf(client: WireClient, metric: string): Promise<string[]> {
  const { text } = await client.request("/metrics");
  return text.split("\n").filter((line) => line.startsWith(`${metric}{`));
}

test("apiserver_request_total counts requests by verb, scope, dry run and status code", async () => {
  await using running = await startTestServer();
  const { client, anonymous } = running;
  await createMap(client, "a");
  await client.request(`${mapsPath}/a`);
  await client.request(`${mapsPath}/a`);
  await client.request(`${mapsPath}/b`);
  await client.request(`${mapsPath}?fieldSelector=metadata.name%3Da`);
  await client.request(`${mapsPath}?labelSelector=a`, { method: "DELETE" });
  await anonymous.request(mapsPath);
  await client.request(`${mapsPath}?dryRun=All`, { body: { metadata: { name: "c" } } });
  const counted = await seriesOf(client, "apiserver_request_total");
  const of = (verb: string, scope: string, code: number, dryRun = ""): string =>
    `apiserver_request_total{verb="${verb}",dry_run="${dryRun}",group="",version="v1",resource="configmaps",subresource="",scope="${scope}",component="apiserver",code="${code}"}`;
  expect(counted.filter((line) => line.includes("configmaps")).sort()).toEqual(
    [
      `${of("GET", "resource", 200)} 2`,
      `${of("GET", "resource", 404)} 1`,
      `${of("LIST", "namespace", 200)} 1`,
      `${of("DELETE", "namespace", 200)} 1`,
      `${of("LIST", "namespace", 403)} 1`,
      `${of("POST", "resource", 201)} 1`,
      `${of("POST", "resource", 201, "All")} 1`,
    ].sort(),
  );
});

test("the number of series does not grow with unknown types, names, paths and methods in requests", async () => {
  await using running = await startTestServer();
  const { client, server } = running;
  const askForNonsense = async (word: string): Promise<void> => {
    await client.request(`/api/v1/namespaces/default/${word}s`);
    await client.request(`/apis/${word}.example.com/v1/widgets`);
    await client.request(`/apis/apps/${word}/deployments`);
    await client.request(`/api/v1/namespaces/${word}/configmaps/${word}`);
    await client.request(`${mapsPath}/a/${word}`);
    await client.request(`/${word}`);
    await client.request(`${mapsPath}?limit=${word}`);
    await (await server.request(mapsPath, { method: word.toUpperCase() })).text();
    await (await server.request("/version", { method: word.toUpperCase() })).text();
  };
  const metrics = ["apiserver_request_total", "apiserver_request_duration_seconds_count"];
  const count = async (): Promise<number[]> => {
    const series = await Promise.all(metrics.map((metric) => seriesOf(client, metric)));
    return series.map((lines) => lines.length);
  };
  await count();
  await askForNonsense("foo");
  const before = await count();
  for (const word of ["bar", "baz", "qux", "quux", "corge"]) await askForNonsense(word);
  expect(await count()).toEqual(before);
  const { text } = await client.request("/metrics");
  expect(text).not.toMatch(/foo|bar|baz|qux|quux|corge/i);
});
