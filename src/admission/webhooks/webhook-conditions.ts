/** The match conditions of webhooks. This module loads the expression engine. */
import { AdmissionCompiler } from "../../cel/admission/index.ts";
import { forbidden } from "../../meta/status-error.ts";
import {
  AuthorizerDecisions,
  conditionsBudget,
  ExpressionRun,
  MatchConditionMetrics,
  MatchConditions,
  type RequestExpression,
  RequestValues,
  requestExpression,
} from "../expressions/index.ts";
import type { AdmissionPhase, AdmissionRequest, VersionedRequest } from "../index.ts";
import type { Webhook } from "./webhook.ts";
import type { AdmissionWebhookServices } from "./webhook-services.ts";

/** The conditions of one webhook. */
export class WebhookConditions {
  readonly #expressions: readonly RequestExpression[];

  constructor(conditions: NonNullable<Webhook["conditions"]>, services: AdmissionWebhookServices) {
    const compiler = new AdmissionCompiler(services, { hasParams: false, hasVariables: false });
    this.#expressions = conditions.map(({ expression }) =>
      requestExpression(expression, compiler.compile(expression, "condition", { isStored: true })),
    );
  }

  get expressions(): readonly RequestExpression[] {
    return this.#expressions;
  }
}

/** Evaluates the conditions of webhooks. */
export class ConditionEvaluation {
  readonly #services: AdmissionWebhookServices;
  readonly #phase: AdmissionPhase;
  readonly #metrics: MatchConditionMetrics;

  constructor(services: AdmissionWebhookServices, phase: AdmissionPhase) {
    this.#services = services;
    this.#phase = phase;
    this.#metrics = services.metrics.shared(MatchConditionMetrics);
  }

  /**
   * Returns whether a request meets the conditions of a webhook.
   * @throws StatusError 403 if they cannot be evaluated, and the webhook does not ignore failures
   */
  async match(webhook: Webhook, request: AdmissionRequest, version: VersionedRequest): Promise<boolean> {
    const { conditions } = webhook;
    if (!conditions || conditions.length === 0) return true;
    webhook.compiledConditions ??= new WebhookConditions(conditions, this.#services);
    const { vocabulary, isEnabled, authorize, clock } = this.#services;
    const decisions = new AuthorizerDecisions(authorize);
    const values = new RequestValues(request, version, { vocabulary, isEnabled, decisions });
    const nowMs = (): number => clock.monotonicMs();
    const run = new ExpressionRun(values, { budget: conditionsBudget, nowMs });
    const subject = { kind: "webhook", name: webhook.name, operation: request.operation, phase: this.#phase } as const;
    const matching = new MatchConditions(webhook.compiledConditions.expressions, this.#metrics, nowMs);
    const match = await matching.match(run, subject);
    if (match instanceof Error && !webhook.ignoresFailures) {
      throw forbidden(request.resource, request.name, match.message);
    }
    if (match === true) return true;
    this.#metrics.countExclusion(subject);
    return false;
  }
}
