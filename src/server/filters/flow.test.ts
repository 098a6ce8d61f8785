import { expect, test } from "vitest";
import { type Deferred, deferred } from "../../base/deferred.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import type { Filter } from "../chain.ts";
import { ServerMetrics } from "../metrics.ts";
import { waitingLimits } from "../requests/request-seats.ts";
import { runFilter, type TestCallOptions, testCall } from "../testing/test-call.ts";
import { flow, type InFlightLimits } from "./flow.ts";

const path = "/api/v1/namespaces/default/configmaps";
const tooManyRequests = {
  code: 429,
  message: "Too many requests, please try again later.\n",
  headers: { "retry-after": "1" },
};
const noWaiting = { ...waitingLimits, perUserMax: 0 };
const newMetrics = (): ServerMetrics =>
  new ServerMetrics({ residentBytes: () => 0, cpuSeconds: () => 0, startedSeconds: 0 });

function newFlow(limits: InFlightLimits, metrics = newMetrics(), clock = new ManualClock()): Filter {
  return flow(limits, metrics, clock);
}

/** Starts a request that lasts until its gate opens. */
function begin(
  filter: Filter,
  options: TestCallOptions = {},
  target = path,
): { gate: Deferred<void>; handled: Promise<void> } {
  const gate = deferred();
  return { gate, handled: runFilter(filter, testCall(target, options).call, () => gate.promise) };
}

test("flow() rejects a read if it must not wait, and accepts one after another has ended", async () => {
  const filter = newFlow({ readsMax: 2, writesMax: 1, waiting: noWaiting });
  const first = begin(filter);
  const second = begin(filter);
  await expect(begin(filter).handled).rejects.toMatchObject(tooManyRequests);
  first.gate.resolve();
  await first.handled;
  const later = begin(filter);
  for (const { gate, handled } of [second, later]) {
    gate.resolve();
    await handled;
  }
});

test("flow() limits reads and writes separately", async () => {
  const filter = newFlow({ readsMax: 1, writesMax: 1, waiting: noWaiting });
  const read = begin(filter);
  const write = begin(filter, { method: "POST" });
  await expect(begin(filter, { method: "DELETE" }).handled).rejects.toMatchObject(tooManyRequests);
  await expect(begin(filter, { method: "HEAD" }).handled).rejects.toMatchObject(tooManyRequests);
  read.gate.resolve();
  write.gate.resolve();
  await Promise.all([read.handled, write.handled]);
});

test("flow() does not count a request that has failed", async () => {
  const filter = newFlow({ readsMax: 1, writesMax: 1 });
  for (let count = 0; count < 3; count++) {
    const { gate, handled } = begin(filter);
    gate.reject(new Error("broken"));
    await expect(handled).rejects.toThrow("broken");
  }
});

test("flow() does not count watches and health checks", async () => {
  const filter = newFlow({ readsMax: 1, writesMax: 1, waiting: noWaiting });
  const open = [
    begin(filter),
    begin(filter, { isWatch: true }),
    begin(filter, { isWatch: true }),
    begin(filter, {}, "/livez"),
    begin(filter, {}, "/readyz/ping"),
    begin(filter, {}, "/healthz"),
  ];
  await expect(begin(filter, {}, "/livezz").handled).rejects.toMatchObject(tooManyRequests);
  for (const { gate } of open) gate.resolve();
  await Promise.all(open.map(({ handled }) => handled));
});

test("flow() lets a request over the limit wait until another has ended", async () => {
  const metrics = newMetrics();
  const filter = newFlow({ readsMax: 1, writesMax: 1 }, metrics);
  const waiting = 'apiserver_current_inqueue_requests{request_kind="mutating"}';
  const first = begin(filter, { method: "POST" });
  const second = begin(filter, { method: "POST" });
  expect(metrics.registry.render()).toContain(`${waiting} 1\n`);
  second.gate.resolve();
  first.gate.resolve();
  await Promise.all([first.handled, second.handled]);
  expect(metrics.registry.render()).toContain(`${waiting} 0\n`);
});

test("flow() rejects a request that has waited for five seconds", async () => {
  const clock = new ManualClock();
  const filter = newFlow({ readsMax: 1, writesMax: 1 }, newMetrics(), clock);
  const first = begin(filter);
  const second = begin(filter);
  await clock.advance(4999);
  const third = begin(filter);
  const rejected = expect(second.handled).rejects.toMatchObject(tooManyRequests);
  await clock.advance(1);
  await rejected;
  first.gate.resolve();
  third.gate.resolve();
  await Promise.all([first.handled, third.handled]);
});

test("flow() lets members of system:masters continue without a seat, and does not give their seats to others", async () => {
  const filter = newFlow({ readsMax: 1, writesMax: 1, waiting: noWaiting });
  const open = [begin(filter)];
  const user = { name: "root", groups: ["system:masters", "system:authenticated"] };
  for (const method of ["GET", "POST", "POST"]) open.push(begin(filter, { method, user }));
  const others = { name: "ann", groups: ["system:authenticated"] };
  for (const method of ["GET", "POST"]) {
    await expect(begin(filter, { method, user: others }).handled).rejects.toMatchObject(tooManyRequests);
  }
  for (const { gate } of open) gate.resolve();
  await Promise.all(open.map(({ handled }) => handled));
  const later = begin(filter, { user: others });
  await expect(begin(filter, { user: others }).handled).rejects.toMatchObject(tooManyRequests);
  later.gate.resolve();
  await later.handled;
});

test("flow() with the limit 0 accepts any number of requests", async () => {
  const filter = newFlow({ readsMax: 0, writesMax: 0 });
  const open = Array.from({ length: 1000 }, (_, index) => begin(filter, { method: index % 2 === 0 ? "GET" : "PUT" }));
  for (const { gate } of open) gate.resolve();
  await Promise.all(open.map(({ handled }) => handled));
});

test("the metrics show the number of running requests", async () => {
  const metrics = newMetrics();
  const filter = newFlow({ readsMax: 5, writesMax: 5 }, metrics);
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
