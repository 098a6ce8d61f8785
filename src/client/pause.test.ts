import { expect, test } from "vitest";
import { systemClock } from "../base/clock.ts";
import { ManualClock } from "../base/manual-clock.ts";
import { StatusError } from "../meta/status-error.ts";
import { LeaderElector } from "./controller/leader-election.ts";
import { Informer } from "./informer/informer.ts";
import { pauseOrAbort } from "./pause.ts";
import { retrying } from "./retry.ts";

/** Number of timers that keep the process alive. */
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

const unavailable = async (): Promise<never> => {
  throw new StatusError(503, "unavailable");
};

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("a pause keeps the process alive until it is aborted, unless a test controls the clock", async () => {
  const stop = new AbortController();
  const before = timers();
  const pauses = [pauseOrAbort(systemClock, 60_000, stop.signal)];
  expect(timers()).toBe(before + 1);
  pauses.push(pauseOrAbort(new ManualClock(), 60_000, stop.signal));
  expect(timers()).toBe(before + 1);
  stop.abort();
  await Promise.all(pauses);
  expect(timers()).toBe(before);
});

test.each<[what: string, run: (signal: AbortSignal) => Promise<unknown>]>([
  [
    "an informer whose server is unreachable",
    (signal) => {
      const source = {
        list: unavailable,
        // oxlint-disable-next-line require-yield
        async *watch(): AsyncGenerator<never> {
          await unavailable();
        },
      };
      return new Informer(source).run(signal);
    },
  ],
  [
    "a candidate that waits for a Lease",
    (signal) => {
      const leases = { get: unavailable, create: unavailable, update: unavailable };
      const elector = new LeaderElector({ leases, name: "greeter", identity: "one" });
      return elector.run(signal, async () => undefined);
    },
  ],
  [
    "a request that is repeated later",
    async (signal) => {
      const body = (async function* (): AsyncGenerator<Uint8Array> {})();
      const response = { status: 429, headers: { "retry-after": "30" }, body };
      const transport = retrying({ send: async () => response, close: async () => undefined });
      await transport.send({ method: "GET", target: "/", headers: {}, signal }).catch(() => undefined);
    },
  ],
])("%s keeps the process alive", async (_what, run) => {
  const stop = new AbortController();
  const before = timers();
  const running = run(stop.signal);
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect(timers()).toBe(before + 1);
  stop.abort();
  await running;
  expect(timers()).toBe(before);
});
