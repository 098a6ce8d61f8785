import { expect, test } from "vitest";
import { type Deferred, deferred } from "../../base/deferred.ts";
import type { Filter } from "../chain.ts";
import { ServerMetrics } from "../metrics.ts";
import { passing, type TestCallOptions, testCall } from "../testing/test-call.ts";
import { flow } from "./flow.ts";

const path = "/api/v1/namespaces/default/configmaps";
const refused = { code: 429, message: "Too many requests, please try again later.\n", headers: { "retry-after": "1" } };
const newMetrics = (): ServerMetrics =>
  new ServerMetrics({ residentBytes: () => 0, cpuSeconds: () => 0, startedSeconds: 0 });

/** A request that lasts until its gate opens. */
function begin(
  filter: Filter,
  options: TestCallOptions = {},
  target = path,
): { gate: Deferred<void>; handled: Promise<void> } {
  const gate = deferred();
  return { gate, handled: passing(filter, testCall(target, options).call, () => gate.promise) };
}

test("as many reads are served at a time as the limit says; a later one finds a place again", async () => {
  const filter = flow({ readsMax: 2, writesMax: 1 }, newMetrics());
  const first = begin(filter);
  const second = begin(filter);
  await expect(begin(filter).handled).rejects.toMatchObject(refused);
  first.gate.resolve();
  await first.handled;
  const later = begin(filter);
  for (const { gate, handled } of [second, later]) {
    gate.resolve();
    await handled;
  }
});

test("reads and writes do not take each other's places", async () => {
  const filter = flow({ readsMax: 1, writesMax: 1 }, newMetrics());
  const read = begin(filter);
  const write = begin(filter, { method: "POST" });
  await expect(begin(filter, { method: "DELETE" }).handled).rejects.toMatchObject(refused);
  await expect(begin(filter, { method: "HEAD" }).handled).rejects.toMatchObject(refused);
  read.gate.resolve();
  write.gate.resolve();
  await Promise.all([read.handled, write.handled]);
});

test("a request that fails gives its place back", async () => {
  const filter = flow({ readsMax: 1, writesMax: 1 }, newMetrics());
  for (let count = 0; count < 3; count++) {
    const { gate, handled } = begin(filter);
    gate.reject(new Error("broken"));
    await expect(handled).rejects.toThrow("broken");
  }
});

test("watches and health take no place", async () => {
  const filter = flow({ readsMax: 1, writesMax: 1 }, newMetrics());
  const open = [
    begin(filter),
    begin(filter, { isWatch: true }),
    begin(filter, { isWatch: true }),
    begin(filter, {}, "/livez"),
    begin(filter, {}, "/readyz/ping"),
    begin(filter, {}, "/healthz"),
  ];
  await expect(begin(filter, {}, "/livezz").handled).rejects.toMatchObject(refused);
  for (const { gate } of open) gate.resolve();
  await Promise.all(open.map(({ handled }) => handled));
});

test("0 is no limit", async () => {
  const filter = flow({ readsMax: 0, writesMax: 0 }, newMetrics());
  const open = Array.from({ length: 1000 }, (_, index) => begin(filter, { method: index % 2 === 0 ? "GET" : "PUT" }));
  for (const { gate } of open) gate.resolve();
  await Promise.all(open.map(({ handled }) => handled));
});

test("the metrics tell what is under way", async () => {
  const metrics = newMetrics();
  const filter = flow({ readsMax: 5, writesMax: 5 }, metrics);
  const target = { group: "", version: "v1", resource: "configmaps", subresource: "" };
  const open = [
    begin(filter),
    begin(filter),
    begin(filter, { method: "POST" }),
    begin(filter, { isWatch: true, target }),
  ];
  const reads = 'apiserver_current_inflight_requests{request_kind="readOnly"}';
  const writes = 'apiserver_current_inflight_requests{request_kind="mutating"}';
  const watches =
    'apiserver_longrunning_requests{verb="WATCH",group="",version="v1",resource="configmaps",subresource="",scope="namespace",component="apiserver"}';
  const during = metrics.registry.render();
  for (const line of [`${reads} 2`, `${writes} 1`, `${watches} 1`]) expect(during).toContain(`${line}\n`);
  for (const { gate } of open) gate.resolve();
  await Promise.all(open.map(({ handled }) => handled));
  const after = metrics.registry.render();
  for (const line of [`${reads} 0`, `${writes} 0`, `${watches} 0`]) expect(after).toContain(`${line}\n`);
});
