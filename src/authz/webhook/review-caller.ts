/** Sends reviews to a webhook, repeats calls that failed for a moment, and counts them. */
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { ReviewResponse } from "../../codec/index.ts";
import { repeatWhileTransient, WebhookError } from "../../egress/index.ts";
import type { AccessStatus, ReviewFormat } from "./review.ts";
import type { ReviewSpec } from "./review-spec.ts";
import type { AccessWebhookMetrics, CallResult } from "./webhook-metrics.ts";

/** Time limit of all attempts, in milliseconds. The reference ends them with the client's request, which usually takes at most as long. */
const totalMs = 60_000;

/** The webhook gave no usable response. */
export interface FailedReview {
  readonly failure: string;
  /** Result of the last call. */
  readonly result: CallResult;
}

/** The webhook that a caller asks, and the services that it needs. */
export interface ReviewCallerOptions {
  /** Name of the authorizer, for metrics. */
  readonly name: string;
  readonly format: ReviewFormat;
  /**
   * Sends a body once, and returns a response with status 200 to 206.
   * @throws WebhookError if there is no such response
   */
  readonly send: (body: string, signal: AbortSignal) => Promise<ReviewResponse>;
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics: AccessWebhookMetrics;
}

/** Asks a webhook. */
export class ReviewCaller {
  readonly #options: ReviewCallerOptions;

  constructor(options: ReviewCallerOptions) {
    this.#options = options;
  }

  /** Returns the webhook's decision, or why there is none. */
  async ask(spec: ReviewSpec): Promise<AccessStatus | FailedReview> {
    const body = this.#options.format.write(spec);
    let result: CallResult = "error";
    const attempt = async (signal: AbortSignal): Promise<AccessStatus> =>
      await this.#call(body, signal, (last) => (result = last));
    try {
      return await repeatWhileTransient(attempt, this.#options, totalMs);
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      return { failure: error.message, result };
    }
  }

  async #call(body: string, signal: AbortSignal, onResult: (result: CallResult) => void): Promise<AccessStatus> {
    const { name, format, send, clock, metrics } = this.#options;
    const startedMs = clock.monotonicMs();
    let result: CallResult = "error";
    try {
      const status = await format.read(await send(body, signal));
      result = "success";
      return status;
    } catch (error) {
      if (signal.aborted) result = "canceled";
      else if (error instanceof WebhookError && error.isTimeout) result = "timeout";
      throw error;
    } finally {
      metrics.countCall(name, result, clock.monotonicMs() - startedMs);
      onResult(result);
    }
  }
}
