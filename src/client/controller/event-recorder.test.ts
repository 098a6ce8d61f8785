import { afterEach, beforeEach, expect, test } from "vitest";
import type { EventsEvent } from "../../api/events/index.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { seededRandom } from "../../base/random.ts";
import { forbidden, notFound, serviceUnavailable } from "../../meta/status-error.ts";
import type { Api } from "../api.ts";
import { thing } from "../informer/testing/simulated-source.ts";
import { EventRecorder, type Occurrence, type RecordedEvent } from "./event-recorder.ts";
import { eventSink } from "./event-sink.ts";

const events = { group: "events.k8s.io", resource: "events" };
const occurrence: Occurrence = {
  regarding: thing("ns/a", 7),
  type: "Warning",
  reason: "BackOff",
  action: "Starting",
  note: "it failed",
};

let clock: ManualClock;
let written: { verb: string; event: RecordedEvent }[];
let errors: unknown[];
/** Errors that the next write requests throw, in order. When the list is empty, writes succeed. */
let answers: Error[];
let recorder: EventRecorder;

const write = (verb: string) => async (event: RecordedEvent) => {
  const answer = answers.shift();
  if (answer) throw answer;
  written.push({ verb, event });
};

function newRecorder(options: { readonly countsEveryOccurrence?: boolean } = {}): EventRecorder {
  return new EventRecorder({
    sink: { ...options, create: write("create"), updateSeries: write("updateSeries") },
    clock,
    random: seededRandom(1),
    reportingController: "example.com/greeter",
    reportingInstance: "greeter-1",
    onError: (error) => errors.push(error),
  });
}

beforeEach(() => {
  clock = new ManualClock();
  written = [];
  errors = [];
  answers = [];
  recorder = newRecorder();
});

afterEach(async () => {
  await recorder[Symbol.asyncDispose]();
  expect(clock.pendingCount).toBe(0);
});

const counts = (): (string | number)[][] => written.map(({ verb, event }) => [verb, event.series?.count ?? 1]);

test("record() writes an occurrence as an Event", async () => {
  recorder.record(occurrence);
  await recorder.flush();
  expect(written).toEqual([
    {
      verb: "create",
      event: {
        metadata: { name: "a.1816687ec0570000", namespace: "ns" },
        eventTime: "2025-01-01T00:00:00.000000Z",
        reportingController: "example.com/greeter",
        reportingInstance: "greeter-1",
        type: "Warning",
        reason: "BackOff",
        action: "Starting",
        note: "it failed",
        regarding: { kind: "Thing", apiVersion: "v1", namespace: "ns", name: "a", uid: "ns/a", resourceVersion: "7" },
      },
    },
  ]);
});

test("a repeated occurrence is counted; the count is written at the second occurrence, every 30 minutes, and at the end of the series", async () => {
  for (let minute = 0; minute < 35; minute++) {
    recorder.record({ ...occurrence, regarding: thing("ns/a", 7 + minute), note: `it failed ${minute} times` });
    await clock.advance(60_000);
  }
  expect(counts()).toEqual([
    ["create", 1],
    ["updateSeries", 2],
    ["updateSeries", 32],
  ]);
  await clock.advance(5 * 60_000);
  expect(counts().slice(3)).toEqual([["updateSeries", 35]]);
  expect(written[3]?.event.series?.lastObservedTime).toBe("2025-01-01T00:34:00.000000Z");
  expect(new Set(written.map(({ event }) => event.metadata.name)).size).toBe(1);
  expect(recorder.size).toBe(0);
  expect(clock.pendingCount).toBe(0);
  recorder.record(occurrence);
  await recorder.flush();
  expect(counts().slice(4)).toEqual([["create", 1]]);
});

test("occurrences form separate series if they differ in anything except the note and the object's resourceVersion", async () => {
  const others: Partial<Occurrence>[] = [
    { reason: "Killing" },
    { action: "Stopping" },
    { type: "Normal" },
    { regarding: thing("ns/b", 1) },
    { regarding: thing("ns/a", 7, { uid: "another" }) },
    { related: thing("ns/c", 1) },
  ];
  recorder.record(occurrence);
  for (const other of others) recorder.record({ ...occurrence, ...other });
  await recorder.flush();
  expect(counts()).toEqual(Array.from({ length: 7 }, () => ["create", 1]));
  expect(new Set(written.map(({ event }) => event.metadata.name)).size).toBe(7);
});

test("the Event of a cluster-scoped object is in namespace default, and long names and notes are truncated", async () => {
  const { metadata, ...rest } = thing("ns/a", 1);
  const { namespace: _, ...clusterScoped } = { ...metadata, name: `${"n".repeat(235)}.${"n".repeat(16)}` };
  recorder.record({ ...occurrence, regarding: { ...rest, metadata: clusterScoped }, note: "n".repeat(2000) });
  await recorder.flush();
  expect(written[0]?.event.metadata).toEqual({ name: `${"n".repeat(235)}.1816687ec0570000`, namespace: "default" });
  expect(written[0]?.event.note).toHaveLength(1024);
});

test("eventSink() writes each Event in the namespace that the Event names", async () => {
  const calls: unknown[] = [];
  const apiIn = (namespace: string): unknown => ({
    in: apiIn,
    create: async (event: RecordedEvent) => void calls.push(["create", event.metadata.namespace]),
    patch: async (...args: unknown[]) => void calls.push([namespace, ...args.slice(0, 3)]),
  });
  const sink = eventSink(apiIn("") as Api<EventsEvent>);
  const { signal } = new AbortController();
  const series = { count: 3, lastObservedTime: "2025-01-01T00:00:00.000000Z" };
  recorder.record(occurrence);
  await recorder.flush();
  const event = { ...(written[0]?.event as RecordedEvent), series };
  await sink.create(event, { signal });
  await sink.updateSeries(event, { signal });
  expect(calls).toEqual([
    ["create", "ns"],
    ["ns", "a.1816687ec0570000", "merge", { series }],
  ]);
});

test("a write is retried after a connection error and a 503", async () => {
  answers = [new Error("no connection"), serviceUnavailable("busy")];
  recorder.record(occurrence);
  await clock.advance(5000);
  expect(counts()).toEqual([["create", 1]]);
  expect(errors).toEqual([]);
});

test("after 12 failed tries, an Event is dropped and the next one is written", async () => {
  answers = Array.from({ length: 12 }, () => new Error("no connection"));
  recorder.record(occurrence);
  recorder.record({ ...occurrence, reason: "Killing" });
  await clock.advance(600_000);
  expect(written.map(({ event }) => event.reason)).toEqual(["Killing"]);
  expect(errors).toEqual([new Error("no connection")]);
  expect(recorder.dropped).toBe(1);
});

test("an Event that the server rejects is reported and dropped", async () => {
  const error = forbidden(events, "", "the namespace is being terminated");
  answers = [error];
  recorder.record(occurrence);
  await recorder.flush();
  expect(errors).toEqual([error]);
  expect(recorder.dropped).toBe(1);
});

test("if the Event of a series has expired, the recorder creates it again", async () => {
  recorder.record(occurrence);
  await recorder.flush();
  answers = [notFound(events, "a")];
  recorder.record(occurrence);
  await recorder.flush();
  expect(counts()).toEqual([
    ["create", 1],
    ["create", 2],
  ]);
});

test("the recorder writes at most 25 new Events about one object at once", async () => {
  for (let count = 0; count < 40; count++) recorder.record({ ...occurrence, reason: `Reason${count}` });
  recorder.record({ ...occurrence, regarding: thing("ns/b", 1) });
  await recorder.flush();
  expect(written).toHaveLength(26);
  expect(recorder.dropped).toBe(15);
});

test("the recorder remembers at most 4096 series and queues at most 1000 writes", async () => {
  for (let count = 0; count < 6000; count++) recorder.record({ ...occurrence, regarding: thing(`ns/${count}`, 1) });
  expect(recorder.size).toBe(4096);
  await recorder.flush();
  expect(written).toHaveLength(1001);
  expect(recorder.dropped).toBe(4999);
});

test("a disposed recorder writes nothing", async () => {
  answers = [new Error("no connection")];
  recorder.record(occurrence);
  await clock.advance(100);
  await recorder[Symbol.asyncDispose]();
  recorder.record({ ...occurrence, reason: "Killing" });
  await clock.advance(100_000);
  expect(written).toEqual([]);
  expect(recorder.dropped).toBe(1);
});

test("a sink that counts every occurrence gets each one, and a separate Event for each note", async () => {
  await using counting = newRecorder({ countsEveryOccurrence: true });
  for (const note of ["it failed", "it failed", "it failed twice", "it failed"])
    counting.record({ ...occurrence, note });
  await clock.advance(24 * 3600_000);
  counting.record(occurrence);
  await counting.flush();
  expect(written.map(({ verb, event }) => [verb, event.note, event.series?.count ?? 1])).toEqual([
    ["create", "it failed", 1],
    ["updateSeries", "it failed", 2],
    ["create", "it failed twice", 1],
    ["updateSeries", "it failed", 3],
    ["updateSeries", "it failed", 4],
  ]);
});

test("occurrences beyond the rate limit of an object are counted, but not written", async () => {
  await using counting = newRecorder({ countsEveryOccurrence: true });
  for (let count = 0; count < 40; count++) counting.record(occurrence);
  await counting.flush();
  expect(written.at(-1)?.event.series?.count).toBe(25);
  await clock.advance(5 * 60_000);
  counting.record(occurrence);
  await counting.flush();
  expect(written.at(-1)?.event.series?.count).toBe(41);
});
