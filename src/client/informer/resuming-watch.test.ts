import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { seededRandom } from "../../base/random.ts";
import { badRequest, expired, StatusError, tooLargeResourceVersion, tooManyRequests } from "../../meta/status-error.ts";
import type { ObjectSource, SourceEvent, SourceWatchOptions } from "./object-source.ts";
import { resumingWatch } from "./resuming-watch.ts";
import { bookmark, initialEventsEnd, type Thing, thing } from "./testing/simulated-source.ts";

let clock: ManualClock;
let stop: AbortController;
let startPoints: string[];
let errors: unknown[];

beforeEach(() => {
  clock = new ManualClock();
  stop = new AbortController();
  startPoints = [];
  errors = [];
});

afterEach(() => {
  stop.abort();
});

const added = (version: number): SourceEvent<Thing> => ({ type: "ADDED", object: thing(`ns/${version}`, version) });

/**
 * Returns a source whose n-th watch yields the n-th script. An Error in a script is thrown. Watches after the last
 * script never end.
 */
function connections(...scripts: readonly (SourceEvent<Thing> | Error)[][]): ObjectSource<Thing> {
  return {
    list: () => Promise.reject(new Error("nobody lists")),
    async *watch({ resourceVersion, sendInitialEvents, signal }: SourceWatchOptions) {
      startPoints.push(sendInitialEvents ? "from the beginning" : `after ${resourceVersion}`);
      const script = scripts[startPoints.length - 1];
      if (!script) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      for (const item of script ?? []) {
        if (item instanceof Error) throw item;
        yield item;
      }
    },
  };
}

async function watchFor(
  source: ObjectSource<Thing>,
  { resourceVersion = "5", waitMs = 60_000 }: { resourceVersion?: string; waitMs?: number } = {},
): Promise<string[]> {
  const received: string[] = [];
  const options = { clock, random: seededRandom(1), resourceVersion, signal: stop.signal };
  const watching = (async () => {
    for await (const event of resumingWatch(source, { ...options, onError: (error) => errors.push(error) })) {
      received.push(event.type === "EXPIRED" ? "EXPIRED" : `${event.type} ${event.object.metadata.resourceVersion}`);
    }
    received.push("end");
  })();
  watching.catch((error: unknown) => received.push(`thrown: ${(error as Error).message}`));
  await clock.advance(waitMs);
  return received;
}

test("resumingWatch() resumes from the last version without delay if the watch has sent an event", async () => {
  expect(await watchFor(connections([added(6), added(9)], [added(12)]), { waitMs: 0 })).toEqual([
    "ADDED 6",
    "ADDED 9",
    "ADDED 12",
  ]);
  expect(startPoints).toEqual(["after 5", "after 9", "after 12"]);
  expect(errors).toEqual([]);
});

test("resumingWatch() resumes from the version of the last bookmark", async () => {
  await watchFor(connections([added(6), bookmark(20)]));
  expect(startPoints).toEqual(["after 5", "after 20"]);
});

test("resumingWatch() waits longer after each error", async () => {
  const down = new Error("down");
  const source = connections([down], [down], [down], [added(6)]);
  await watchFor(source, { waitMs: 1600 });
  expect(startPoints).toHaveLength(2);
  await clock.advance(3200);
  expect(startPoints).toHaveLength(3);
  await clock.advance(6400);
  expect(startPoints).toEqual(["after 5", "after 5", "after 5", "after 5", "after 6"]);
  expect(errors).toEqual([down, down, down]);
});

test("resumingWatch() waits before it retries a watch that ended immediately", async () => {
  await watchFor(connections([], [], []), { waitMs: 700 });
  expect(startPoints).toHaveLength(1);
  expect(errors).toEqual([new Error("the server ended the watch at once")]);
});

test("resumingWatch() waits as long as the server requests", async () => {
  const source = connections([tooManyRequests("busy", 30)]);
  await watchFor(source, { waitMs: 29_999 });
  expect(startPoints).toHaveLength(1);
  await clock.advance(1000);
  expect(startPoints).toHaveLength(2);
});

test.each([
  ["an expired version", expired("gone")],
  ["a version that the server has not reached", tooLargeResourceVersion(5, 3)],
])("%s ends resumingWatch() with an EXPIRED event", async (_, error) => {
  expect(await watchFor(connections([added(6)], [error]))).toEqual(["ADDED 6", "EXPIRED", "end"]);
});

test("resumingWatch() throws the error of a rejected request", async () => {
  expect(await watchFor(connections([badRequest("no such field")]))).toEqual(["thrown: no such field"]);
});

test("resumingWatch() retries after a 403, because permissions may be added later", async () => {
  expect(await watchFor(connections([new StatusError(403, "forbidden")], [added(6)]))).toEqual(["ADDED 6"]);
});

test.each([
  ["an error", [added(6), new Error("down")], "down"],
  ["the end of the connection", [added(6)], "end"],
])(
  "before the end of the initial events, %s ends resumingWatch(), because there is no version to resume from",
  async (_, script, end) => {
    const options = { clock, random: seededRandom(1), resourceVersion: undefined, signal: stop.signal };
    const received: string[] = [];
    const watching = async (): Promise<void> => {
      for await (const { type } of resumingWatch(connections(script), options)) received.push(type);
    };
    const ended = await watching().then(
      () => "end",
      (error: Error) => error.message,
    );
    expect([...received, ended]).toEqual(["ADDED", end]);
  },
);

test("after the initial events, resumingWatch() resumes from the version of the bookmark that ended them", async () => {
  const source = connections([added(9), added(6), bookmark(9, initialEventsEnd)], [added(10)]);
  const received: string[] = [];
  const options = { clock, random: seededRandom(1), resourceVersion: undefined, signal: stop.signal };
  for await (const { type } of resumingWatch(source, options)) {
    received.push(type);
    if (received.length === 4) stop.abort();
  }
  expect(received).toEqual(["ADDED", "ADDED", "BOOKMARK", "ADDED"]);
  expect(startPoints).toEqual(["from the beginning", "after 9"]);
});

test("an abort ends resumingWatch() without an error, even during a wait", async () => {
  const received = await watchFor(connections([new Error("down")]), { waitMs: 100 });
  stop.abort();
  await clock.advance(0);
  expect(received).toEqual(["end"]);
  expect(clock.pendingCount).toBe(0);
});

test('resumingWatch() throws on resourceVersion "0", from which a watch cannot resume', async () => {
  expect(await watchFor(connections(), { resourceVersion: "0" })).toEqual([
    "thrown: a watch goes on from a version of a list",
  ]);
});
