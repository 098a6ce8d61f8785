/** Applies mutating policies to a request, in the order and with the messages of the reference. */
import { EvaluationError, fromJson, type Value } from "../../../cel/index.ts";
import type { SharedObject } from "../../../meta/object-meta.ts";
import { StatusError } from "../../../meta/status-error.ts";
import {
  AuthorizerDecisions,
  conditionsBudget,
  ExpressionRun,
  MatchConditionMetrics,
  MatchConditions,
  OutOfBudget,
  RequestValues,
} from "../../expressions/index.ts";
import type { MutationRounds } from "../../mutation-rounds.ts";
import type { MutableRequest } from "../../plugin.ts";
import type { MatchedPolicies, MatchedPolicy } from "../matched-policies.ts";
import type { PolicyBinding } from "../policy.ts";
import { ConfigurationFault } from "../policy-parameters.ts";
import type { PolicyServices } from "../policy-services.ts";
import { applyConfiguration } from "./apply-configuration.ts";
import { type CompiledMutation, CompiledMutations } from "./compiled-mutations.ts";
import { applyJsonPatchMutation } from "./json-patch-mutation.ts";
import { MutationFault } from "./mutation-fault.ts";
import type { MutationObserver } from "./mutation-observer.ts";
import { type PolicyFailure, policyError } from "./policy-error.ts";
import type { MutatingPolicy } from "./policy-objects.ts";
import { Reinvocation } from "./reinvocation.ts";
import { type WorkingVersion, WorkingVersions } from "./working-versions.ts";

/** Greatest cost of one mutation, as in the reference. */
const mutationBudget = 10_000_000;

type Matched = MatchedPolicies<MutatingPolicy, PolicyBinding, MutableRequest>;

/** A policy with one of its bindings and one set of parameters. */
interface Invocation {
  readonly policy: MutatingPolicy;
  readonly binding: PolicyBinding;
  readonly params: SharedObject | undefined;
  readonly version: WorkingVersion;
}

/** Applies policies. */
export class PolicyApplication {
  readonly services: PolicyServices;
  readonly conditionMetrics: MatchConditionMetrics;

  constructor(services: PolicyServices) {
    this.services = services;
    this.conditionMetrics = services.metrics.shared(MatchConditionMetrics);
  }

  /** Applies all policies that match. @throws StatusError if one of them fails and does not ignore failures */
  async apply(matched: Matched, rounds: MutationRounds): Promise<void> {
    const mutated = new MutatedRequest(this, matched);
    const invocations = await mutated.invocations();
    if (invocations.length > 0) await mutated.run(invocations, Reinvocation.of(rounds));
    const [first, ...others] = mutated.failures;
    if (first) throw policyError(matched.request, [first, ...others]);
  }
}

/** The policies of one request, in one round. */
class MutatedRequest {
  /** Failures that count. */
  readonly failures: PolicyFailure[] = [];
  readonly #application: PolicyApplication;
  readonly #matched: Matched;
  readonly #versions: WorkingVersions;
  readonly #decisions: AuthorizerDecisions;

  constructor(application: PolicyApplication, matched: Matched) {
    this.#application = application;
    this.#matched = matched;
    this.#versions = new WorkingVersions(matched.request);
    this.#decisions = new AuthorizerDecisions(application.services.authorize);
  }

  get #observer(): MutationObserver | undefined {
    return this.#application.services.mutationObserver;
  }

  /** Returns all invocations. Reports policies and bindings that cannot be used. */
  async invocations(): Promise<readonly Invocation[]> {
    const invocations: Invocation[] = [];
    for (const matched of this.#matched.policies) invocations.push(...(await this.#invocationsOf(matched)));
    return invocations;
  }

  async #invocationsOf(matched: MatchedPolicy<MutatingPolicy, PolicyBinding>): Promise<readonly Invocation[]> {
    const { policy, bindings, match } = matched;
    const parameters = this.#matched.parameterKind(matched);
    if (parameters instanceof Error) {
      this.#reportConfiguration(policy, undefined, parameters);
      return [];
    }
    const invocations: Invocation[] = [];
    for (const binding of bindings) {
      try {
        const all = await this.#matched.bindingParameters(binding, parameters, (outcome) =>
          this.#observer?.binding(policy, binding, outcome),
        );
        if (all.length === 0) continue;
        const version = await this.#versions.of(match as Exclude<typeof match, StatusError>);
        invocations.push(...all.map((params) => ({ policy, binding, params, version })));
      } catch (error) {
        if (error instanceof ConfigurationFault) this.#reportConfiguration(policy, binding, error);
        else if (error instanceof StatusError) this.#reportConfiguration(policy, undefined, error);
        else throw error;
      }
    }
    return invocations;
  }

  /** Applies the policies. @throws StatusError if an object does not match its type after a patch */
  async run(invocations: readonly Invocation[], reinvocation: Reinvocation): Promise<void> {
    const { request } = this.#matched;
    const presentObject = (): unknown => request.documents(request).read();
    reinvocation.begin(presentObject());
    let last: WorkingVersion | undefined;
    for (const invocation of invocations) {
      if (!(await this.#matches(invocation))) continue;
      const { policy, version } = invocation;
      const key = keyOf(invocation);
      if (!reinvocation.isApplied(key)) continue;
      last = version;
      const before = version.object;
      const faults = await this.#mutate(invocation);
      this.#observer?.applied(invocation, before, version.object, faults);
      if (version.differsFrom(before)) reinvocation.changed();
      if (policy.isReinvoked) reinvocation.applied(key);
    }
    if (last?.isChanged) {
      reinvocation.changed();
      await last.finish(request);
    }
    reinvocation.end(presentObject());
  }

  async #matches(invocation: Invocation): Promise<boolean> {
    const { policy } = invocation;
    const { matchConditions } = this.#compiled(policy);
    if (matchConditions.length === 0) return true;
    const { services, conditionMetrics } = this.#application;
    const nowMs = (): number => services.clock.monotonicMs();
    const conditions = new MatchConditions(matchConditions, conditionMetrics, nowMs);
    const run = this.#run(invocation, this.#valuesOf(invocation.version), conditionsBudget);
    const { operation } = this.#matched.request;
    // The reference counts these conditions as those of the validating phase.
    const isMatch = await conditions.match(run, { kind: "policy", name: policy.name, operation, phase: "validate" });
    if (isMatch === true) return true;
    const fault = isMatch === false ? undefined : isMatch.message;
    this.#observer?.excluded(invocation, fault);
    if (fault !== undefined) this.#report(invocation, fault);
    return false;
  }

  /** Returns the faults of mutations that had no effect. */
  async #mutate(invocation: Invocation): Promise<readonly string[]> {
    const compiled = this.#compiled(invocation.policy);
    const faults: string[] = [];
    for (const mutation of compiled.mutations) {
      if (!invocation.version.object) continue;
      try {
        await this.#change(invocation, mutation, compiled.usesNamespace);
      } catch (error) {
        if (!(error instanceof MutationFault)) throw error;
        faults.push(error.message);
        this.#report(invocation, error.message);
      }
    }
    return faults;
  }

  /** @throws MutationFault */
  async #change(invocation: Invocation, { type, expression }: CompiledMutation, usesNamespace: boolean): Promise<void> {
    const { version } = invocation;
    if (!expression.program) throw new MutationFault(expression.fault);
    const values = this.#valuesOf(version);
    if (usesNamespace) values.setNamespace(await this.#matched.namespace.ofObject());
    const value = await evaluated(() => this.#run(invocation, values, mutationBudget).evaluate(expression));
    const { object } = version;
    if (!object) return;
    const { kind: requestKind } = this.#matched.request;
    const mutated = { kind: version.kind, requestKind, object, documents: version.documents };
    version.change(type === "jsonPatch" ? applyJsonPatchMutation(value, mutated) : applyConfiguration(value, mutated));
  }

  #run({ policy, params }: Invocation, values: RequestValues, budget: number): ExpressionRun {
    const { variables } = this.#compiled(policy);
    const nowMs = (): number => this.#application.services.clock.monotonicMs();
    return new ExpressionRun(values, { variables, params: params && fromJson(params), nowMs, budget });
  }

  #compiled(policy: MutatingPolicy): CompiledMutations {
    const { vocabulary, isEnabled } = this.#application.services;
    return policy.compiled((spec) => new CompiledMutations(spec, { vocabulary, isEnabled }));
  }

  /** Mutations change the object, so each expression gets new values. */
  #valuesOf(version: WorkingVersion): RequestValues {
    const { vocabulary, isEnabled } = this.#application.services;
    return new RequestValues(this.#matched.request, version, { vocabulary, isEnabled, decisions: this.#decisions });
  }

  #report({ policy, binding }: Invocation, message: string): void {
    if (policy.ignoresFailures) return;
    this.failures.push({ policy: policy.name, binding: binding.name, message, reason: "Invalid" });
  }

  #reportConfiguration(policy: MutatingPolicy, binding: PolicyBinding | undefined, { message }: Error): void {
    this.#observer?.fault(policy, binding, message);
    if (policy.ignoresFailures) return;
    const why = `failed to configure ${binding ? "binding" : "policy"}: ${message}`;
    this.failures.push({ policy: policy.name, binding: binding?.name, message: why, reason: undefined });
  }
}

/** @throws MutationFault if the expression cannot be evaluated */
async function evaluated(evaluate: () => Value | Promise<Value>): Promise<Value> {
  try {
    const value = await evaluate();
    if (value instanceof EvaluationError) throw new MutationFault(value.message);
    return value;
  } catch (error) {
    if (error instanceof OutOfBudget) throw new MutationFault(error.message, { cause: error });
    throw error;
  }
}

function keyOf({ policy, binding, params }: Invocation): string {
  const { namespace = "", name = "" } = params?.metadata ?? {};
  return [policy.name, binding.name, namespace, name].join("\n");
}
