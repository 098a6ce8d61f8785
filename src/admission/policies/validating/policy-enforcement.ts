/** Applies the decisions of matching policies to a request: denials, warnings and annotations of the audit event. */

import { StatusError } from "../../../meta/status-error.ts";
import { group } from "../../../meta/vocabulary.ts";
import { convertObjects } from "../../convert-objects.ts";
import { AuthorizerDecisions, MatchConditionMetrics, RequestValues } from "../../expressions/index.ts";
import type { AdmissionRequest, VersionedRequest } from "../../plugin.ts";
import type { MatchedPolicies, MatchedPolicy } from "../matched-policies.ts";
import { ConfigurationFault, type ParameterObjects } from "../policy-parameters.ts";
import type { PolicyServices } from "../policy-services.ts";
import { AuditValues, failureAnnotation } from "./audit-values.ts";
import { CompiledPolicy } from "./compiled-policy.ts";
import { type Denial, denialError } from "./denial.ts";
import { evaluatePolicy } from "./evaluate-policy.ts";
import type { PolicyDecision, PolicyResult } from "./policy-decision.ts";
import { type Enforcement, PolicyMetrics } from "./policy-metrics.ts";
import type { ValidatingBinding, ValidatingPolicy } from "./policy-objects.ts";
import type { ObservedEvaluation } from "./policy-observer.ts";

/** Group of the annotation about failures. */
const auditGroup = group("validation.policy.admission");

type Matched = MatchedPolicies<ValidatingPolicy, ValidatingBinding>;

/** Enforces policies. */
export class PolicyEnforcement {
  readonly services: PolicyServices;
  readonly metrics: PolicyMetrics;
  readonly conditionMetrics: MatchConditionMetrics;

  constructor(services: PolicyServices) {
    this.services = services;
    this.metrics = new PolicyMetrics(services.metrics);
    this.conditionMetrics = services.metrics.shared(MatchConditionMetrics);
  }

  /** Evaluates all policies that match. @throws StatusError for the first denial */
  async enforce(matched: Matched): Promise<void> {
    const enforced = new EnforcedRequest(this, matched);
    for (const policy of matched.policies) await enforced.applyPolicy(policy);
    const [first] = enforced.denials;
    if (first) throw denialError(matched.request, first);
  }
}

/** The enforcement of policies on one request. */
class EnforcedRequest {
  readonly denials: Denial[] = [];
  readonly #enforcement: PolicyEnforcement;
  readonly #matched: Matched;
  readonly #request: AdmissionRequest;
  readonly #decisions: AuthorizerDecisions;
  readonly #values = new Map<VersionedRequest, RequestValues>();

  constructor(enforcement: PolicyEnforcement, matched: Matched) {
    this.#enforcement = enforcement;
    this.#matched = matched;
    this.#request = matched.request;
    this.#decisions = new AuthorizerDecisions(enforcement.services.authorize);
  }

  async applyPolicy(matchedPolicy: MatchedPolicy<ValidatingPolicy, ValidatingBinding>): Promise<void> {
    const { policy, bindings, match } = matchedPolicy;
    const parameters = this.#matched.parameterKind(matchedPolicy);
    if (parameters instanceof Error) return this.#denyFault(policy, undefined, parameters);
    const auditValues = new AuditValues();
    for (const binding of bindings) {
      try {
        await this.#applyBinding({ policy, binding, match: match as VersionedRequest, parameters, auditValues });
      } catch (error) {
        if (!(error instanceof ConfigurationFault)) throw error;
        this.#denyFault(policy, binding, error);
      }
    }
    auditValues.publish(policy.name, this.#request);
  }

  /** @throws ConfigurationFault */
  async #applyBinding(pair: BoundMatch): Promise<void> {
    const { policy, binding, match, parameters } = pair;
    const { observer } = this.#enforcement.services;
    const params = await this.#matched.bindingParameters(binding, parameters, (outcome) =>
      observer?.binding(policy, binding, outcome),
    );
    if (params.length === 0) return;
    const values = this.#values.get(match) ?? (await this.#createValues(match));
    const { vocabulary, isEnabled } = this.#enforcement.services;
    const compiled = policy.compiled((spec) => new CompiledPolicy(spec, { vocabulary, isEnabled }));
    if (compiled.usesNamespace) values.setNamespace(await this.#matched.namespace.ofObject());
    for (const param of params) {
      this.#apply(pair, await this.#evaluate({ policy, compiled, binding, params: param }, values));
    }
  }

  #evaluate(evaluation: ObservedEvaluation, values: RequestValues): Promise<PolicyResult> {
    const { services, conditionMetrics: metrics } = this.#enforcement;
    const { policy, compiled, params } = evaluation;
    return evaluatePolicy({
      policyName: policy.name,
      policy: compiled,
      ignoresFailures: policy.ignoresFailures,
      values,
      params,
      operation: this.#request.operation,
      metrics,
      nowMs: () => services.clock.monotonicMs(),
      observe: services.observer?.evaluation(evaluation),
    });
  }

  /** Converts the objects to the version before expressions read them. @throws ConfigurationFault */
  async #createValues(version: VersionedRequest): Promise<RequestValues> {
    await convertForPolicy(version);
    const { vocabulary, isEnabled } = this.#enforcement.services;
    const values = new RequestValues(this.#request, version, { vocabulary, isEnabled, decisions: this.#decisions });
    this.#values.set(version, values);
    return values;
  }

  #apply({ policy, binding, auditValues }: BoundMatch, { decisions, annotations }: PolicyResult): void {
    for (const [index, decision] of decisions.entries()) {
      if (decision.isDenied) this.#applyActions(policy, binding, decision, index);
      else if (decision.isError) this.#count(policy, binding, decision, "allow");
    }
    for (const { key, value, error, durationMs } of annotations) {
      if (value !== undefined) auditValues.add(key, value);
      if (error === undefined) continue;
      this.denials.push({ policy: policy.name, binding: binding.name, message: error, reason: undefined });
      this.#count(policy, binding, { message: error, durationMs }, "deny");
    }
  }

  #applyActions(policy: ValidatingPolicy, binding: ValidatingBinding, decision: PolicyDecision, index: number): void {
    const { message, reason } = decision;
    for (const action of binding.actions) {
      switch (action) {
        case "Deny":
          this.denials.push({ policy: policy.name, binding: binding.name, message, reason });
          this.#count(policy, binding, decision, "deny");
          break;
        case "Warn":
          this.#request.warn(
            `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}': ${message}`,
          );
          this.#count(policy, binding, decision, "warn");
          break;
        case "Audit":
          this.#annotate(binding, message, index);
          this.#count(policy, binding, decision, "audit");
          break;
      }
    }
  }

  #annotate(binding: ValidatingBinding, message: string, expressionIndex: number): void {
    const prefix = this.#enforcement.services.vocabulary.bind(auditGroup);
    const { actions: validationActions, name, policyName: policy } = binding;
    const value = failureAnnotation({ message, policy, binding: name, expressionIndex, validationActions });
    this.#request.annotate(`${prefix}/validation_failure`, value);
  }

  #count(
    { name: policy }: ValidatingPolicy,
    { name: binding }: ValidatingBinding,
    { message, durationMs }: Pick<PolicyDecision, "message" | "durationMs">,
    enforcement: Enforcement,
  ): void {
    this.#enforcement.metrics.count({ policy, binding, message, durationMs }, enforcement);
  }

  #denyFault(policy: ValidatingPolicy, binding: ValidatingBinding | undefined, { message }: Error): void {
    this.#enforcement.services.observer?.fault(policy, binding, message);
    if (policy.ignoresFailures) return;
    const subject = binding ? "binding" : "policy";
    const why = `failed to configure ${subject}: ${message}`;
    this.denials.push({ policy: policy.name, binding: binding?.name, message: why, reason: undefined });
  }
}

/** A policy and one of its bindings, for a request that matches the policy. */
interface BoundMatch {
  readonly policy: ValidatingPolicy;
  readonly binding: ValidatingBinding;
  readonly match: VersionedRequest;
  /** Undefined if the policy has no parameters. */
  readonly parameters: ParameterObjects | undefined;
  readonly auditValues: AuditValues;
}

/** Converts the objects to the version. @throws ConfigurationFault if a webhook does not convert them */
async function convertForPolicy(version: VersionedRequest): Promise<void> {
  try {
    await convertObjects(version);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    throw new ConfigurationFault(`failed to convert object version: ${error.message}`, { cause: error });
  }
}
