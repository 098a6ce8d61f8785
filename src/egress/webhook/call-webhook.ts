/** Calls webhooks, and repeats calls that failed for a moment, with the reference's times. */
import { type Clock, sleep } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { EgressRequest, SendEgressRequest } from "../egress-client.ts";
import { EgressError } from "../egress-error.ts";
import type { EgressResponse } from "../response-collector.ts";
import { requestedWaitSeconds, responseError } from "./failed-response.ts";
import { WebhookError } from "./webhook-error.ts";

/** Target, headers and body of a call. The method is always POST, and this file sets the limits. */
export interface WebhookRequest extends Omit<EgressRequest, "method" | "timeoutMs" | "bytesMax" | "signal"> {
  /** Maximum size of the response. Default: 1 MiB. */
  readonly bytesMax?: number;
}

/** Services that webhook calls use. */
export interface WebhookServices {
  readonly send: SendEgressRequest;
  readonly clock: Clock;
  readonly random: Random;
}

/** Time limits of a call, in milliseconds. */
interface CallLimits {
  /** For one attempt, with the repetitions that the webhook itself requests. */
  readonly attemptMs: number;
  /** For all attempts. */
  readonly totalMs: number;
}

const defaultLimits: CallLimits = { attemptMs: 30_000, totalMs: 30_000 };

/** Maximum size of a webhook's response, unless the request has another one. */
const responseBytesMax = 1_048_576;

/** Number of attempts. */
const attemptsMax = 5;
/** Wait before the second attempt by default, in milliseconds. Each wait is half as long again as the one before. */
const defaultFirstDelayMs = 500;
const delayFactor = 1.5;
/** Up to a fifth is added to each wait, so that servers do not repeat their calls at the same moment. */
const jitterFraction = 0.2;

/** Number of repetitions within one attempt that the webhook itself requests with the header Retry-After. */
const requestedRetriesMax = 10;

/**
 * Returns the first successful response of a webhook. It waits between attempts, and ends after 30 seconds.
 * @throws WebhookError with the last failure
 */
export async function callWebhook(request: WebhookRequest, services: WebhookServices): Promise<EgressResponse> {
  const attempt = async (signal: AbortSignal): Promise<EgressResponse> =>
    await sendToWebhook(request, services, defaultLimits.attemptMs, signal);
  return await repeatWhileTransient(attempt, services, defaultLimits.totalMs);
}

/**
 * Returns the result of the first successful attempt. It waits between attempts.
 * @param attempt its WebhookErrors say whether it is repeated. The signal ends it after `totalMs`
 * @param firstDelayMs wait before the second attempt
 * @throws WebhookError with the last failure
 */
export async function repeatWhileTransient<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { clock, random }: Omit<WebhookServices, "send">,
  totalMs: number,
  firstDelayMs = defaultFirstDelayMs,
): Promise<T> {
  const deadline = new AbortController();
  const timer = clock.after(totalMs, () => deadline.abort(deadlineExceeded()));
  try {
    for (let number = 1, delayMs = firstDelayMs; ; number++, delayMs *= delayFactor) {
      const outcome = await attempt(deadline.signal).catch(webhookErrorOrThrow);
      if (!(outcome instanceof WebhookError)) return outcome;
      if (!outcome.isTransient || number === attemptsMax) throw outcome;
      const jitterMs = random.below(Math.ceil(delayMs * jitterFraction));
      await sleep(clock, delayMs + jitterMs, deadline.signal);
    }
  } finally {
    timer.cancel();
  }
}

function webhookErrorOrThrow(error: unknown): WebhookError {
  if (error instanceof WebhookError) return error;
  throw error;
}

function deadlineExceeded(): WebhookError {
  return new WebhookError("context deadline exceeded", { isTransient: false, isTimeout: true });
}

/**
 * Returns the response to a request. It sends the request again after the time that the webhook requests.
 * @param attemptMs time limit with all repetitions
 * @throws WebhookError if there is no successful response
 */
export async function sendToWebhook(
  request: WebhookRequest,
  { send, clock }: Omit<WebhookServices, "random">,
  attemptMs: number,
  signal: AbortSignal,
): Promise<EgressResponse> {
  const endMs = clock.monotonicMs() + attemptMs;
  for (let retries = 0; ; retries++) {
    const remainingMs = Math.max(0, endMs - clock.monotonicMs());
    const response = await sendOnce(request, send, remainingMs, signal);
    const waitSeconds = requestedWaitSeconds(response);
    if (waitSeconds === undefined || retries === requestedRetriesMax) {
      const error = responseError(response);
      if (error) throw error;
      return response;
    }
    if (waitSeconds > 0) await sleepWithin(clock, waitSeconds * 1000, endMs, signal);
  }
}

/** Waits. @throws WebhookError at the end of the attempt, if it comes first */
async function sleepWithin(clock: Clock, delayMs: number, endMs: number, signal: AbortSignal): Promise<void> {
  const remainingMs = endMs - clock.monotonicMs();
  await sleep(clock, Math.min(delayMs, remainingMs), signal);
  if (delayMs >= remainingMs) throw deadlineExceeded();
}

async function sendOnce(
  request: WebhookRequest,
  send: SendEgressRequest,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<EgressResponse> {
  try {
    return await send({ bytesMax: responseBytesMax, ...request, method: "POST", timeoutMs, signal });
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const prefix = error.isInBody ? "unexpected error when reading response body. Please retry. Original error: " : "";
    throw new WebhookError(prefix + error.message, {
      isTransient: error.failure === "reset",
      isTimeout: error.failure === "timeout",
    });
  }
}
