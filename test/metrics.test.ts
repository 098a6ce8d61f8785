/** Metrics as a collector reads them. */
import { once } from "node:events";
import { connect } from "node:net";
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

test("the sizes of request bodies are counted by resource and verb, also without a body", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
  const bytes = JSON.stringify(body).length;
  await client.request(mapsPath, { body });
  await client.request(mapsPath, { body });
  await client.request(`${mapsPath}/a`, { method: "PUT", body });
  await client.request(`${mapsPath}/a`, { method: "DELETE" });
  await client.request(`${mapsPath}?labelSelector=a`, { method: "DELETE" });
  const series = await seriesOf(client, "apiserver_request_body_size_bytes_count");
  const sums = await seriesOf(client, "apiserver_request_body_size_bytes_sum");
  const of = (verb: string, value: number): string => `{resource="configmaps",verb="${verb}"} ${value}`;
  const shown = [...series, ...sums].filter((line) => line.includes("configmaps"));
  expect(shown.map((line) => line.replace(/^[^{]*/, ""))).toEqual([
    of("create", 2),
    of("update", 1),
    of("delete", 1),
    of("delete_collection", 1),
    of("create", 2 * bytes),
    of("update", bytes),
    of("delete", 0),
    of("delete_collection", 0),
  ]);
});

test("the events of watches are counted by kind, each with its size", async () => {
  await using running = await startTestServer();
  const { client, clock } = running;
  for (const name of ["a", "b", "c"]) await createMap(client, name);
  // The objects come first, all together, and a bookmark marks their end.
  const parameters =
    "watch=1&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
  const watch = await client.open(`${mapsPath}?${parameters}`);
  await clock.advance(1000);
  const text = String(await watch.readAll());
  const events = text.trimEnd().split("\n");
  expect(events.filter((event) => event.startsWith('{"type":"ADDED"')).length).toBeGreaterThanOrEqual(3);
  const labels = '{group="",version="v1",kind="ConfigMap"}';
  expect(await seriesOf(client, "apiserver_watch_events_total")).toContain(
    `apiserver_watch_events_total${labels} ${events.length}`,
  );
  expect(await seriesOf(client, "apiserver_watch_events_sizes_sum")).toContain(
    `apiserver_watch_events_sizes_sum${labels} ${text.length}`,
  );
  expect(await seriesOf(client, "apiserver_watch_list_duration_seconds_count")).toContain(
    'apiserver_watch_list_duration_seconds_count{group="",version="v1",resource="configmaps",scope="namespace"} 1',
  );
  const small = '{group="",version="v1",kind="ConfigMap",le="1024"}';
  expect(await seriesOf(client, "apiserver_watch_events_sizes_bucket")).toContain(
    `apiserver_watch_events_sizes_bucket${small} ${events.filter((event) => event.length < 1024).length}`,
  );
});

test("connections whose TLS handshake fails are counted", async () => {
  await using running = await startTestServer();
  const { client, server } = running;
  const shown = async (): Promise<string | undefined> =>
    /^apiserver_tls_handshake_errors_total .*$/m.exec((await client.request("/metrics")).text)?.[0];
  expect(await shown()).toBe("apiserver_tls_handshake_errors_total 0");
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname, () => socket.end("this is not TLS\r\n\r\n"));
  socket.resume();
  await once(socket, "close");
  expect(await shown()).toBe("apiserver_tls_handshake_errors_total 1");
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
