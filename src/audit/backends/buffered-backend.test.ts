import { expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import { KeptBatches, TestReport, testEvent } from "../testing/events.ts";
import { type BatchOptions, BufferedBackend } from "./buffered-backend.ts";

function buffer(options: Partial<BatchOptions> = {}) {
  const reports = new TestReport("buffered");
  const backend = new KeptBatches();
  const { clock, report: failures } = reports;
  const defaults = { bufferSize: 100, batchSize: 3, maxWaitMs: 1000, throttle: undefined, parallelBatchesMax: 10 };
  const buffered = new BufferedBackend({ ...defaults, ...options, backend, clock, failures });
  const add = (...ids: string[]): void => buffered.add(ids.map((id) => testEvent(id)));
  return { buffered, backend, clock, reports, add };
}

test("events are sent when the batch is full, or when the oldest one has waited long enough", async () => {
  const { backend, clock, add } = buffer();
  add("a", "b");
  await clock.advance(999);
  expect(backend.batches).toEqual([]);
  add("c", "d", "e", "f", "g");
  await clock.advance(0);
  expect(backend.batches).toEqual([
    ["a", "b", "c"],
    ["d", "e", "f"],
  ]);
  await clock.advance(1000);
  expect(backend.batches.at(-1)).toEqual(["g"]);
});

test("events that do not fit into the buffer are lost, counted and logged together", async () => {
  const held = deferred();
  const { backend, clock, add, reports } = buffer({ bufferSize: 2, batchSize: 1, parallelBatchesMax: 1 });
  backend.hold = held.promise;
  add("a");
  await clock.advance(0);
  add("b");
  await clock.advance(0);
  add("c", "d", "e");
  add("f", "g");
  expect(reports.counted).toBe('apiserver_audit_error_total{plugin="buffered"} 4');
  const lost = (events: number) =>
    `Error in audit plugin 'buffered' affecting ${events} audit events: audit buffer queue blocked ${JSON.stringify({ plugin: "buffered", events })}`;
  expect(reports.lines).toEqual([lost(2)]);
  held.resolve();
  await clock.advance(5000);
  expect(reports.lines).toEqual([lost(2), lost(2)]);
  expect(backend.batches.flat()).toEqual(["a", "b", "c"]);
});

test("the number of batches per second is limited, after a burst", async () => {
  const { backend, clock, add } = buffer({ batchSize: 1, throttle: { perSecond: 2, burst: 2 } });
  add("a", "b", "c", "d");
  await clock.advance(0);
  expect(backend.batches.length).toBe(2);
  await clock.advance(499);
  expect(backend.batches.length).toBe(2);
  await clock.advance(1);
  expect(backend.batches.length).toBe(3);
  await clock.advance(500);
  expect(backend.batches.length).toBe(4);
});

test("closing sends the events that wait, and then closes the backend", async () => {
  const { buffered, backend, add } = buffer();
  add("a");
  await buffered[Symbol.asyncDispose]();
  expect([backend.batches, backend.isClosed]).toEqual([[["a"]], true]);
});
