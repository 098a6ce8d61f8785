import { expect, test } from "vitest";
import { ManualClock } from "../base/manual-clock.ts";
import { type RetryOptions, retrying } from "./retry.ts";
import type { Transport, TransportRequest } from "./transport.ts";

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Scripted {
  readonly transport: Transport;
  readonly clock: ManualClock;
  /** The time of each request, in milliseconds since the start. */
  readonly askedMs: readonly number[];
  /** Returns how many response bodies were read completely. */
  readonly read: () => number;
}

/** Returns a transport that responds with these answers, and then repeats the last one. */
function scripted(answers: readonly Answer[], options: RetryOptions = {}): Scripted {
  const clock = new ManualClock();
  const startMs = clock.monotonicMs();
  const askedMs: number[] = [];
  let read = 0;
  const inner: Transport = {
    async send() {
      const { status, headers = {} } = answers[Math.min(askedMs.length, answers.length - 1)] ?? { status: 200 };
      askedMs.push(clock.monotonicMs() - startMs);
      const body = (async function* (): AsyncIterable<Uint8Array> {
        yield Buffer.from("text");
        read++;
      })();
      return { status, headers, body };
    },
    close: async () => undefined,
  };
  return { transport: retrying(inner, { clock, ...options }), clock, askedMs, read: () => read };
}

const rejection: Answer = { status: 429, headers: { "retry-after": "1" } };
const request: TransportRequest = { method: "POST", target: "/", headers: {} };

test.each<[what: string, first: Answer, waitMs: number]>([
  ["429 with Retry-After, after this time", { status: 429, headers: { "retry-after": "7" } }, 7000],
  ["429 with Retry-After: 0, immediately", { status: 429, headers: { "retry-after": "0" } }, 0],
  ["503 with Retry-After, after this time", { status: 503, headers: { "retry-after": "2" } }, 2000],
  [
    "504 with a date in Retry-After, after a second",
    { status: 504, headers: { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" } },
    1000,
  ],
])("a request is repeated on %s", async (_what, first, waitMs) => {
  const { transport, clock, askedMs, read } = scripted([first, { status: 201 }]);
  const responsePromise = transport.send(request);
  if (waitMs > 0) {
    await clock.advance(waitMs - 1);
    expect(askedMs).toEqual([0]);
  }
  await clock.advance(1);
  expect((await responsePromise).status).toBe(201);
  expect(askedMs).toEqual([0, waitMs]);
  expect(read()).toBe(1);
});

test.each<Answer>([
  { status: 429 },
  { status: 503 },
  { status: 500 },
  { status: 409, headers: { "retry-after": "1" } },
  { status: 200, headers: { "retry-after": "1" } },
  { status: 429, headers: { "retry-after": "61" } },
])("retrying() returns a response that requests no retry, or one after more than a minute: %o", async (answer) => {
  const { transport, askedMs, read } = scripted([answer]);
  expect((await transport.send(request)).status).toBe(answer.status);
  expect([askedMs.length, read()]).toEqual([1, 0]);
});

test("retrying() returns the last rejection after retriesMax retries", async () => {
  const { transport, clock, askedMs } = scripted([rejection], { retriesMax: 3 });
  const responsePromise = transport.send(request);
  for (let second = 0; second < 5; second++) await clock.advance(1000);
  expect((await responsePromise).status).toBe(429);
  expect(askedMs).toEqual([0, 1000, 2000, 3000]);
});

test("an abort during a wait rejects send() with the reason of the abort", async () => {
  const { transport, clock, askedMs } = scripted([rejection]);
  const stop = new AbortController();
  const responsePromise = transport.send({ ...request, signal: stop.signal });
  await clock.advance(500);
  stop.abort(new Error("enough"));
  await expect(responsePromise).rejects.toThrow("enough");
  await clock.advance(10_000);
  expect(askedMs).toEqual([0]);
});

test("rate limits the requests per second after a burst", async () => {
  const { transport, clock, askedMs } = scripted([{ status: 200 }], { rate: { perSecond: 4, burst: 2 } });
  const responses = Array.from({ length: 6 }, () => transport.send(request));
  for (let step = 0; step < 8; step++) await clock.advance(250);
  await Promise.all(responses);
  expect(askedMs).toEqual([0, 0, 250, 500, 750, 1000]);
});

test("retries count towards the rate limit", async () => {
  const late = { status: 429, headers: { "retry-after": "0" } };
  const { transport, clock, askedMs } = scripted([late, late, { status: 200 }], { rate: { perSecond: 1, burst: 1 } });
  const responsePromise = transport.send(request);
  for (let second = 0; second < 3; second++) await clock.advance(1000);
  expect((await responsePromise).status).toBe(200);
  expect(askedMs).toEqual([0, 1000, 2000]);
});
