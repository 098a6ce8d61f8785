/** Calls webhooks, and repeats calls that failed for a moment, with the reference's times. */
import { type Clock, sleep } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { EgressRequest, EgressResponse, SendEgressRequest } from "../egress-client.ts";
import { EgressError } from "../egress-error.ts";
import { requestedWaitSeconds, responseError } from "./failed-response.ts";
import { WebhookError } from "./webhook-error.ts";

/** Target, headers and body of a call. The method is always POST, and this file sets the limits. */
export type WebhookRequest = Omit<EgressRequest, "method" | "timeoutMs" | "bytesMax" | "signal">;

/** Services that webhook calls use. */
export interface WebhookServices {
  readonly send: SendEgressRequest;
  readonly clock: Clock;
  readonly random: Random;
}

/** Time limit of a call with all repetitions, in milliseconds. */
const callMs = 30_000;
/** Maximum size of a webhook's response. */
const responseBytesMax = 1_048_576;

/** Number of attempts. */
const attemptsMax = 5;
/** Wait before the second attempt, in milliseconds. Each wait is half as long again as the one before. */
const firstDelayMs = 500;
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
  const { clock, random } = services;
  const deadline = new AbortController();
  const timer = clock.after(callMs, () => {
    deadline.abort(new WebhookError("context deadline exceeded", { isTransient: false }));
  });
  try {
    for (let attempt = 1, delayMs = firstDelayMs; ; attempt++, delayMs *= delayFactor) {
      const outcome = await attemptCall(request, services, deadline.signal);
      if (!(outcome instanceof WebhookError)) return outcome;
      if (!outcome.isTransient || attempt === attemptsMax) throw outcome;
      const jitterMs = random.below(Math.ceil(delayMs * jitterFraction));
      await sleep(clock, delayMs + jitterMs, deadline.signal);
    }
  } finally {
    timer.cancel();
  }
}

/** Sends the request, and again after the time that the webhook requests. */
async function attemptCall(
  request: WebhookRequest,
  { send, clock }: WebhookServices,
  signal: AbortSignal,
): Promise<EgressResponse | WebhookError> {
  for (let retries = 0; ; retries++) {
    const response = await sendOnce(request, send, signal);
    if (response instanceof WebhookError) return response;
    const waitSeconds = requestedWaitSeconds(response);
    if (waitSeconds === undefined || retries === requestedRetriesMax) return responseError(response) ?? response;
    if (waitSeconds > 0) await sleep(clock, waitSeconds * 1000, signal);
  }
}

async function sendOnce(
  request: WebhookRequest,
  send: SendEgressRequest,
  signal: AbortSignal,
): Promise<EgressResponse | WebhookError> {
  try {
    return await send({ ...request, method: "POST", timeoutMs: callMs, bytesMax: responseBytesMax, signal });
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const prefix = error.isInBody ? "unexpected error when reading response body. Please retry. Original error: " : "";
    return new WebhookError(prefix + error.message, { isTransient: error.failure === "reset" });
  }
}
