import { expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { seededRandom } from "../../base/random.ts";
import { EgressError } from "../egress-error.ts";
import type { EgressResponse } from "../response-collector.ts";
import { callWebhook } from "./call-webhook.ts";
import { WebhookError } from "./webhook-error.ts";

const url = new URL("https://webhook.test/review");

interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Outcome {
  /** Times at which the webhook was called, in milliseconds after the first call. */
  readonly callsMs: readonly number[];
  readonly response: EgressResponse | undefined;
  readonly error: unknown;
}

/** Calls a webhook that responds, or fails, as scripted. The last item repeats. */
async function call(...script: readonly (Scripted | EgressError)[]): Promise<Outcome> {
  const clock = new ManualClock();
  const callsMs: number[] = [];
  const send = async (): Promise<EgressResponse> => {
    callsMs.push(clock.monotonicMs());
    const step = script[Math.min(callsMs.length, script.length) - 1];
    if (step instanceof EgressError) throw step;
    const { status = 200, headers = {}, body = "" } = step ?? {};
    return { status, headers: new Map(Object.entries(headers)), body: Buffer.from(body) };
  };
  let response: EgressResponse | undefined;
  let error: unknown;
  const finished = callWebhook({ url }, { send, clock, random: seededRandom(1) }).then(
    (found) => (response = found),
    (thrown: unknown) => (error = thrown),
  );
  await clock.advance(40_000);
  await finished;
  return { callsMs, response, error };
}

test.each([
  ["500", { status: 500 }],
  ["429", { status: 429 }],
  ["504", { status: 504 }],
  ["502", { status: 502 }],
  ["a connection reset", new EgressError("reset", "read: connection reset by peer", { method: "POST", url })],
  ["a Status with the reason Timeout", { status: 418, body: '{"status":"Failure","reason":"Timeout"}' }],
  ["a Status that asks for a delay", { status: 418, body: '{"status":"Failure","details":{"retryAfterSeconds":1}}' }],
  ["an empty media type", { headers: { "content-type": ";" } }],
  ["400 with the header Retry-After", { status: 400, headers: { "retry-after": "3" } }],
] as const)("callWebhook() calls five times with growing waits after %s", async (_, step) => {
  const { callsMs, error } = await call(step);
  expect(error).toBeInstanceOf(WebhookError);
  expect(callsMs).toHaveLength(5);
  const waits = callsMs.slice(1).map((timeMs, index) => timeMs - (callsMs[index] ?? 0));
  for (const [index, shortestMs] of [500, 750, 1125, 1687.5].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(shortestMs);
    expect(waits[index]).toBeLessThan(shortestMs * 1.2 + 1);
  }
});

test.each([
  ["400", { status: 400 }],
  ["401", { status: 401 }],
  ["503", { status: 503 }],
  ["503 with a date in Retry-After", { status: 503, headers: { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" } }],
  ["307", { status: 307 }],
  ["a closed connection", new EgressError("closed", "EOF", { method: "POST", url })],
  ["a rejected certificate", new EgressError("tls", "tls: bad", { method: "POST", url })],
] as const)("callWebhook() does not call again after %s", async (_, step) => {
  const { callsMs, error } = await call(step);
  expect(error).toBeInstanceOf(WebhookError);
  expect(callsMs).toEqual([0]);
});

test("callWebhook() returns the first successful response", async () => {
  const { callsMs, response } = await call({ status: 500 }, { status: 201, body: "second" });
  expect([callsMs.length, response?.status, response?.body.toString()]).toEqual([2, 201, "second"]);
});

test("callWebhook() waits as long as a webhook asks for, and ends after 30 seconds", async () => {
  const { callsMs, error } = await call({ status: 503, headers: { "retry-after": "7" } });
  expect(callsMs).toEqual([0, 7_000, 14_000, 21_000, 28_000]);
  expect(error).toMatchObject({ message: "context deadline exceeded" });
});

test("callWebhook() repeats a call at most ten times if a webhook asks for no wait", async () => {
  const { callsMs } = await call({ status: 503, headers: { "retry-after": "0" } });
  expect(callsMs).toEqual(Array.from({ length: 11 }, () => 0));
});

test("callWebhook() says that a response failed in its body", async () => {
  const { error } = await call(new EgressError("closed", "unexpected EOF"));
  expect(error).toMatchObject({
    message: "unexpected error when reading response body. Please retry. Original error: unexpected EOF",
  });
});
