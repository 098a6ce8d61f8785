/** A thousand servers in one process. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { ManualClock, type RunningServer, startServer } from "../../src/app/server.ts";
import { mapsPath } from "../support/config-maps.ts";
import { until } from "../support/until.ts";

const serverCount = 1000;

interface MapList {
  readonly items: readonly { readonly metadata: { readonly name: string; readonly resourceVersion: string } }[];
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the number of active resources that keep the process alive, by type. */
function activeResourceCounts(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Whether more resources of some type are active than `counts` says. */
function hasMoreThan(counts: Record<string, number>): boolean {
  return Object.entries(activeResourceCounts()).some(([name, count]) => count > (counts[name] ?? 0));
}

async function namesAndVersions(server: RunningServer): Promise<[string, string][]> {
  const { items } = await (await server.request(mapsPath)).json<MapList>();
  return items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]);
}

test("1,000 servers run in one process with separate objects, and release everything when they close", async () => {
  const clock = new ManualClock();
  const before = activeResourceCounts();
  const servers: RunningServer[] = [];
  // 1,000 other stores would need 1,000 folders or processes.
  for (let index = 0; index < serverCount; index++) servers.push(await startServer({ engine: "memory", clock }));
  const made = await Promise.all(
    servers.map((server, index) => server.request(mapsPath, { body: { metadata: { name: `of-${index}` } } })),
  );
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
  // Each server has made seven writes: its four namespaces, the Service `kubernetes` with its address, and one object.
  const seen = await Promise.all(servers.map(namesAndVersions));
  expect(seen).toEqual(Array.from({ length: serverCount }, (_, index) => [[`of-${index}`, "7"]]));

  // The other servers continue to work after some have closed.
  const watches = await Promise.all(servers.map((server) => server.request(`${mapsPath}?watch=1`)));
  for (const server of servers.splice(0, serverCount / 2)) await server.close();
  expect(await namesAndVersions(servers[0] as RunningServer)).toEqual([["of-500", "7"]]);
  expect(clock.pendingCount).toBeGreaterThan(0);

  // Every part of a server that handles requests refers to its faults. They can be collected only if no part remains.
  const kept = servers.map(({ faults }) => new WeakRef(faults));
  await Promise.all(servers.splice(0).map((server) => server.close()));
  for (const watch of watches.splice(0)) await watch.text();
  expect(clock.pendingCount).toBe(0);
  // The test runner sets timers and immediates too. They run soon.
  await until(() => !hasMoreThan(before), "no resource of the servers is active");
  await until(() => {
    collectGarbage();
    return kept.every((faults) => faults.deref() === undefined);
  }, "the memory of all servers is free");
}, 120_000);
