/** The parts that mutating and validating webhooks share: their subjects, their matching, and the measurement of calls. */
import { type StatusError, timeout } from "../../meta/status-error.ts";
import { convertObjects } from "../convert-objects.ts";
import { type CriteriaOutcome, exemptFromWebhooks, type IsExempt, RequestNamespace } from "../matching/index.ts";
import type { AdmissionRequest, VersionedRequest } from "../plugin.ts";
import type { ReviewedDecision } from "./admission-review.ts";
import { callWebhook, type WebhookCall } from "./call-webhook.ts";
import { loadConditions } from "./load-conditions.ts";
import { type Webhook, WebhookIndex, type WebhookSort } from "./webhook.ts";
import type { ConditionEvaluation } from "./webhook-conditions.ts";
import { WebhookCallFailure, WebhookRejection } from "./webhook-failure.ts";
import { WebhookMetrics } from "./webhook-metrics.ts";
import type { AdmissionWebhookServices } from "./webhook-services.ts";

/** Parts of slow requests in audit events. */
const latencyParts = { admit: "mutating-webhook", validate: "validating-webhook" } as const;

/** The webhooks of one sort. */
export class WebhookDispatch {
  readonly index: WebhookIndex;
  readonly services: AdmissionWebhookServices;
  readonly #sort: WebhookSort;
  readonly #metrics: WebhookMetrics;
  readonly #isExempt: IsExempt;
  #conditions: Promise<ConditionEvaluation> | undefined;

  constructor(sort: WebhookSort, services: AdmissionWebhookServices) {
    this.#sort = sort;
    this.services = services;
    this.index = new WebhookIndex(sort.kind, services.follow, services.vocabulary);
    this.#metrics = services.metrics.shared(WebhookMetrics);
    this.#isExempt = exemptFromWebhooks(services.vocabulary);
  }

  /** Returns the webhooks that may see a request, before their rules are compared with it. Returns them synchronously if possible. */
  candidates(request: AdmissionRequest): readonly Webhook[] | Promise<readonly Webhook[]> {
    if (this.#isExempt(request)) return [];
    return this.index.isReady ? this.index.webhooks : this.index.ready().then(() => this.index.webhooks);
  }

  /** Returns the namespace of a request, for `match`. */
  namespaceOf(request: AdmissionRequest): RequestNamespace {
    return new RequestNamespace(request, this.services.namespaces);
  }

  /**
   * Returns the version of the request that a webhook sees, with its objects converted. Undefined if the webhook does not see the
   * request. Returns undefined synchronously if possible, because most webhooks do not match.
   * @throws StatusError 404 if the namespace does not exist, 403 if match conditions cannot be evaluated, 500 if a webhook does not
   * convert an object
   */
  match(
    webhook: Webhook,
    request: AdmissionRequest,
    namespace: RequestNamespace,
  ): VersionedRequest | undefined | Promise<VersionedRequest | undefined> {
    const outcome = webhook.criteria?.match(request, namespace);
    if (outcome instanceof Promise) return outcome.then((found) => this.#seenVersion(webhook, request, found));
    return this.#seenVersion(webhook, request, outcome);
  }

  #seenVersion(
    webhook: Webhook,
    request: AdmissionRequest,
    outcome: CriteriaOutcome | undefined,
  ): VersionedRequest | undefined | Promise<VersionedRequest | undefined> {
    if (!outcome || typeof outcome === "string") return undefined;
    return this.#readyVersion(webhook, request, outcome);
  }

  async #readyVersion(
    webhook: Webhook,
    request: AdmissionRequest,
    version: VersionedRequest,
  ): Promise<VersionedRequest | undefined> {
    // A version that is converted only after the first call would make the plugin, and so that call, run again.
    await convertObjects(request, version);
    if (!webhook.conditions || webhook.conditions.length === 0) return version;
    const conditions = await this.#loadConditions();
    return (await conditions.match(webhook, request, version)) ? version : undefined;
  }

  #loadConditions(): Promise<ConditionEvaluation> {
    this.#conditions ??= loadConditions(this.services, this.#sort.phase);
    return this.#conditions;
  }

  /**
   * Calls a webhook, and then `use` with its decision. Both are measured together.
   * @returns the result of `use`. Undefined if the webhook failed, and its failures are ignored
   * @throws StatusError if the webhook rejects the request, or if it failed. 504 if the time of the request is over
   */
  async call<T>(
    call: WebhookCall,
    use: (decision: ReviewedDecision) => Promise<T>,
    onIgnoredFailure: () => void,
  ): Promise<T | undefined> {
    const { webhook, request } = call;
    const { name, ignoresFailures } = webhook;
    const { clock, logger } = this.services;
    const startMs = clock.monotonicMs();
    const { phase } = this.#sort;
    const count = (error: unknown): void => {
      const durationMs = clock.monotonicMs() - startMs;
      this.#metrics.count({ name, phase, operation: request.operation, ignoresFailures, durationMs, error });
      // Mutating webhooks are called one after the other, and validating ones at the same time.
      request.addLatency(latencyParts[phase], durationMs, phase === "admit" ? "sum" : "longest");
    };
    try {
      const result = await use(await callWebhook(call, this.services));
      count(undefined);
      return result;
    } catch (error) {
      count(error);
      if (error instanceof WebhookRejection) throw error.error;
      if (!(error instanceof WebhookCallFailure)) throw error;
      logger.warning("a webhook failed", { webhook: name, reason: error.message, isIgnored: ignoresFailures });
      if (ignoresFailures) onIgnoredFailure();
      // A failure that the end of the request's own time caused is not the fault of the webhook.
      if (request.signal.aborted || request.remainingMs() <= 0) throw outOfTime();
      if (!ignoresFailures) throw error.toStatusError();
      return undefined;
    }
  }
}

function outOfTime(): StatusError {
  return timeout("request did not complete within the allotted timeout");
}
