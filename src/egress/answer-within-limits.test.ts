import { expect, test } from "vitest";
import { ManualClock } from "../base/manual-clock.ts";
import { answerWithinLimits } from "./answer-within-limits.ts";
import type { EgressResponse } from "./response-collector.ts";

const request = { url: new URL("https://a.test/review"), method: "POST", timeoutMs: 1000, bytesMax: 1000 } as const;
const response: EgressResponse = { status: 200, headers: new Map(), body: Buffer.from("{}") };
const never = (): Promise<EgressResponse> => new Promise(() => undefined);

test("a response within the limit is returned, and a failure is thrown", async () => {
  const clock = new ManualClock();
  expect(await answerWithinLimits(async () => response, request, clock)).toBe(response);
  const failing = answerWithinLimits(() => Promise.reject(new Error("broken")), request, clock);
  await expect(failing).rejects.toThrow("broken");
});

test("no work begins after the signal is aborted", async () => {
  let calls = 0;
  const answer = (): Promise<EgressResponse> => {
    calls += 1;
    return Promise.reject(new Error("broken"));
  };
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(answerWithinLimits(answer, { ...request, signal }, new ManualClock())).rejects.toThrow("stopped");
  expect(calls).toBe(0);
});

test("the time limit and the signal end the wait", async () => {
  const clock = new ManualClock();
  const late = expect(answerWithinLimits(never, request, clock)).rejects.toThrow(
    'Post "https://a.test/review": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
  );
  await clock.advance(1000);
  await late;
  const abort = new AbortController();
  const aborted = answerWithinLimits(never, { ...request, signal: abort.signal }, clock);
  abort.abort(new Error("stopped"));
  await expect(aborted).rejects.toThrow("stopped");
});
