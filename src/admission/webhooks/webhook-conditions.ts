/** The match conditions of webhooks. This module loads the expression engine. */
import { AdmissionCompiler } from "../../cel/admission/index.ts";
import { forbidden } from "../../meta/status-error.ts";
import type { AdmissionPhase } from "../admission-metrics.ts";
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
import type { AdmissionRequest, VersionedRequest } from "../plugin.ts";
import type { Webhook } from "./webhook.ts";
import type { AdmissionWebhookServices } from "./webhook-services.ts";

/** Evaluates the conditions of webhooks. */
export class ConditionEvaluation {
  readonly #services: AdmissionWebhookServices;
  readonly #phase: AdmissionPhase;
  readonly #metrics: MatchConditionMetrics;
  /** The compiled conditions of webhooks. */
  readonly #compiled = new WeakMap<Webhook, readonly RequestExpression[]>();

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
    const { vocabulary, isEnabled, authorize, clock } = this.#services;
    const decisions = new AuthorizerDecisions(authorize);
    const values = new RequestValues(request, version, { vocabulary, isEnabled, decisions });
    const nowMs = (): number => clock.monotonicMs();
    const run = new ExpressionRun(values, { budget: conditionsBudget, nowMs });
    const subject = { kind: "webhook", name: webhook.name, operation: request.operation, phase: this.#phase } as const;
    const matching = new MatchConditions(this.#expressionsOf(webhook, conditions), this.#metrics, nowMs);
    const match = await matching.match(run, subject);
    if (match instanceof Error && !webhook.ignoresFailures) {
      throw forbidden(request.resource, request.name, match.message);
    }
    if (match === true) return true;
    this.#metrics.countExclusion(subject);
    return false;
  }

  #expressionsOf(webhook: Webhook, conditions: NonNullable<Webhook["conditions"]>): readonly RequestExpression[] {
    let expressions = this.#compiled.get(webhook);
    if (!expressions) {
      const compiler = new AdmissionCompiler(this.#services, { hasParams: false, hasVariables: false });
      expressions = conditions.map(({ expression }) =>
        requestExpression(expression, compiler.compile(expression, "condition", { isStored: true })),
      );
      this.#compiled.set(webhook, expressions);
    }
    return expressions;
  }
}
