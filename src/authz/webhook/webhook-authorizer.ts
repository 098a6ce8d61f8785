/** Authorizes requests by asking a webhook. Its decisions are kept for a limited time. */
import { ExpiringCache, type ExpiringCacheLimits } from "../../base/expiring-cache.ts";
import type { Logger } from "../../base/logger.ts";
import type { Attributes, Decision } from "../../meta/access/access-control.ts";
import { aggregateErrors } from "../../meta/aggregate-errors.ts";
import type { User } from "../../meta/user.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { noOpinion } from "../authorizer.ts";
import type { WebhookSettings } from "../configuration/index.ts";
import type { ListedAuthorizer } from "../everything.ts";
import { noRules } from "../rules.ts";
import { CallLimit } from "./call-limit.ts";
import type { ConditionMatcher } from "./conditions/condition-matcher.ts";
import { loadConditions } from "./conditions/load-conditions.ts";
import { type AccessStatus, ReviewFormat } from "./review.ts";
import { type FailedReview, ReviewCaller, type ReviewCallerOptions } from "./review-caller.ts";
import { type ReviewSpec, reviewSpec } from "./review-spec.ts";

/** Longer attributes are not kept, as in the reference, because a client may send many of them. */
const keptCharsMax = 10_000;

/** The number of kept decisions is that of the reference, which has no limit on their size. */
const cacheLimits: ExpiringCacheLimits = { entriesMax: 8192, bytesMax: 16_777_216, entryBytesMax: 131_072 };

/** Settings and services of a webhook authorizer. */
export interface WebhookAuthorizerOptions extends Omit<ReviewCallerOptions, "name" | "format"> {
  readonly settings: Omit<WebhookSettings, "configFile" | "configContent" | "timeoutMs">;
  readonly vocabulary: Vocabulary;
  readonly logger: Logger;
}

/** Returns the authorizer. It cannot list the rules of users. */
export function webhookAuthorizer(options: WebhookAuthorizerOptions): ListedAuthorizer {
  const authorizer = new WebhookAuthorizer(options);
  return {
    authorize: (user, attributes) => authorizer.authorize(user, attributes),
    list: () => ({
      ...noRules,
      incomplete: true,
      errors: ["webhook authorizer does not support user rule resolution"],
    }),
  };
}

class WebhookAuthorizer {
  readonly #options: WebhookAuthorizerOptions;
  readonly #caller: ReviewCaller;
  readonly #callLimit: CallLimit;
  readonly #cache: ExpiringCache<Decision>;
  /** Questions that the webhook is being asked. Requests with the same question share the decision. */
  readonly #pending = new Map<string, Promise<Decision>>();
  /** Undefined until the first request, because the expression engine is loaded later than the authorizer is composed. */
  #conditions: { readonly matcher: ConditionMatcher | undefined } | undefined;

  constructor(options: WebhookAuthorizerOptions) {
    const { settings, vocabulary } = options;
    this.#options = options;
    const format = new ReviewFormat(settings.reviewVersion, vocabulary);
    this.#caller = new ReviewCaller({ ...options, name: settings.name, format });
    this.#callLimit = new CallLimit(options.clock);
    this.#cache = new ExpiringCache({
      clock: options.clock,
      limits: cacheLimits,
      charsOf: ({ reason }) => reason.length,
    });
  }

  /** Returns the decision, at once if it is kept or a match condition excludes the request. */
  authorize(user: User, attributes: Attributes): Decision | Promise<Decision> {
    const conditions = this.#conditions;
    if (!conditions) return this.#loadAndAuthorize(user, attributes);
    const unmatched = conditions.matcher && this.#match(conditions.matcher, user, attributes);
    if (unmatched) return unmatched;
    const spec = reviewSpec(user, attributes);
    const key = JSON.stringify(spec);
    return this.#cache.get(key) ?? this.#review(key, spec, attributes);
  }

  async #loadAndAuthorize(user: User, attributes: Attributes): Promise<Decision> {
    const { settings, vocabulary } = this.#options;
    this.#conditions ??= { matcher: await loadConditions(settings.matchConditions, vocabulary) };
    return await this.authorize(user, attributes);
  }

  /** Returns the decision about a request that the webhook does not review. Undefined if it reviews the request. */
  #match(matcher: ConditionMatcher, user: User, attributes: Attributes): Decision | undefined {
    const { clock, metrics, settings } = this.#options;
    const nowMs = (): number => clock.monotonicMs();
    const startedMs = nowMs();
    const { isExcluded, errors } = matcher(user, attributes, nowMs);
    metrics.countMatch(settings.name, { isExcluded, hasErrors: errors.length > 0 }, nowMs() - startedMs);
    if (isExcluded) return noOpinion;
    return errors.length > 0 ? this.#decisionOnError(aggregateErrors(errors)) : undefined;
  }

  async #review(key: string, spec: ReviewSpec, attributes: Attributes): Promise<Decision> {
    if (attributeChars(attributes) >= keptCharsMax) return (await this.#ask(spec)).decision;
    const { authorizedMs, unauthorizedMs } = this.#options.settings;
    // Without a lifetime, the administrator wants the webhook to see every request.
    if (authorizedMs <= 0 || unauthorizedMs <= 0) return await this.#askAndKeep(key, spec);
    let decision = this.#pending.get(key);
    if (!decision) {
      decision = this.#askAndKeep(key, spec).finally(() => this.#pending.delete(key));
      this.#pending.set(key, decision);
    }
    return await decision;
  }

  async #askAndKeep(key: string, spec: ReviewSpec): Promise<Decision> {
    const { decision, lifetimeMs } = await this.#ask(spec);
    this.#cache.set(key, decision, lifetimeMs);
    return decision;
  }

  async #ask(spec: ReviewSpec): Promise<{ readonly decision: Decision; readonly lifetimeMs: number }> {
    const status = await this.#callLimit.run(spec.user ?? "", async () => await this.#caller.ask(spec));
    if ("failure" in status) return { decision: this.#failed(status), lifetimeMs: 0 };
    const { authorizedMs, unauthorizedMs } = this.#options.settings;
    return { decision: decisionOf(status), lifetimeMs: status.allowed ? authorizedMs : unauthorizedMs };
  }

  #failed({ failure, result }: FailedReview): Decision {
    const { settings, metrics, logger } = this.#options;
    logger.warning("an authorization webhook failed", { webhook: settings.name, failure });
    if (settings.failurePolicy === "NoOpinion" && result !== "canceled") metrics.countFailOpen(settings.name, result);
    return this.#decisionOnError(failure);
  }

  #decisionOnError(error: string): Decision {
    const decision = this.#options.settings.failurePolicy === "Deny" ? "deny" : "no opinion";
    return { decision, reason: "", error };
  }
}

/** A webhook that allows and denies at the same time denies. */
function decisionOf({ allowed, denied, reason }: AccessStatus): Decision {
  if (allowed && denied) {
    return { decision: "deny", reason, error: "webhook subject access review returned both allow and deny response" };
  }
  if (denied) return { decision: "deny", reason };
  return { decision: allowed ? "allow" : "no opinion", reason };
}

/** Returns the length of the texts that the client chooses. */
function attributeChars(attributes: Attributes): number {
  const texts = attributes.isResource
    ? [
        attributes.namespace,
        attributes.verb,
        attributes.group,
        attributes.version,
        attributes.resource,
        attributes.subresource,
        attributes.name,
      ]
    : [attributes.path, attributes.verb];
  return texts.reduce((chars, text) => chars + text.length, 0);
}
