/** The policies whose rules and selectors match a request. */
import type { SharedObject } from "../../meta/object-meta.ts";
import { StatusError } from "../../meta/status-error.ts";
import {
  type CriteriaOutcome,
  type NamespaceReader,
  type RequestCriteria,
  RequestNamespace,
} from "../matching/index.ts";
import type { AdmissionRequest, VersionedRequest } from "../plugin.ts";
import type { AdmissionPolicy, PolicyBinding } from "./policy.ts";
import type { BoundPolicy } from "./policy-index.ts";
import { ConfigurationFault, type ParameterObjects, selectParameters } from "./policy-parameters.ts";

/** A policy that matches a request, or whose selectors could not be evaluated. */
export interface MatchedPolicy<P extends AdmissionPolicy, B extends PolicyBinding> extends BoundPolicy<P, B> {
  /** The version of the request that matches, or why that is unknown. */
  readonly match: VersionedRequest | StatusError;
}

/** Reads namespaces, and receives the result of each policy's criteria. */
export interface MatchingServices<P extends AdmissionPolicy> {
  readonly namespaces: NamespaceReader;
  readonly onMatch?: ((policy: P, match: MatchResult) => void) | undefined;
}

/** A request and the policies that match it. */
export class MatchedPolicies<
  P extends AdmissionPolicy,
  B extends PolicyBinding,
  R extends AdmissionRequest = AdmissionRequest,
> {
  readonly request: R;
  readonly namespace: RequestNamespace;
  readonly policies: readonly MatchedPolicy<P, B>[];

  private constructor(request: R, namespace: RequestNamespace, policies: readonly MatchedPolicy<P, B>[]) {
    this.request = request;
    this.namespace = namespace;
    this.policies = policies;
  }

  /** Returns the matching policies. Undefined if there are none. */
  static async of<P extends AdmissionPolicy, B extends PolicyBinding, R extends AdmissionRequest>(
    request: R,
    bound: readonly BoundPolicy<P, B>[],
    { namespaces, onMatch }: MatchingServices<P>,
  ): Promise<MatchedPolicies<P, B, R> | undefined> {
    const namespace = new RequestNamespace(request, namespaces);
    const policies: MatchedPolicy<P, B>[] = [];
    for (const { policy, bindings } of bound) {
      const result = matchOf(policy.criteria, request, namespace);
      const match = result instanceof Promise ? await result : result;
      onMatch?.(policy, match);
      if (typeof match === "object") policies.push({ policy, bindings, match });
    }
    return policies.length === 0 ? undefined : new MatchedPolicies(request, namespace, policies);
  }

  /**
   * Returns the kind of a matching policy's parameters, or why the policy cannot be used. Undefined if the policy has no
   * parameters.
   */
  parameterKind({
    policy,
    match,
  }: MatchedPolicy<P, B>): ParameterObjects | StatusError | ConfigurationFault | undefined {
    if (match instanceof StatusError) return match;
    try {
      return policy.parameterKind?.served();
    } catch (error) {
      if (error instanceof ConfigurationFault) return error;
      throw error;
    }
  }

  /**
   * Returns the parameters with which a binding applies its policy to the request, or one undefined if it has none. Empty if the
   * binding does not apply.
   * @param onMatch receives the result of the binding's own criteria. Undefined if it has none
   * @throws ConfigurationFault
   */
  async bindingParameters(
    { criteria, paramRef }: B,
    parameters: ParameterObjects | undefined,
    onMatch?: (match: MatchResult | undefined) => void,
  ): Promise<readonly (SharedObject | undefined)[]> {
    const match = criteria && (await matchOf(criteria, this.request, this.namespace));
    onMatch?.(match);
    if (match instanceof StatusError) throw new ConfigurationFault(match.message, { cause: match });
    if (typeof match === "string") return [];
    return parameters && paramRef ? await selectParameters(parameters, paramRef, this.namespace.name) : [undefined];
  }
}

/** The version of a request that matches, why none does, or why that is unknown. */
export type MatchResult = CriteriaOutcome | StatusError;

/** Returns the result of a match, or why it is unknown. Returns it synchronously if possible. */
function matchOf(
  criteria: RequestCriteria,
  request: AdmissionRequest,
  namespace: RequestNamespace,
): MatchResult | Promise<MatchResult> {
  const match = criteria.match(request, namespace);
  return match instanceof Promise ? match.catch(faultOf) : match;
}

function faultOf(error: unknown): StatusError {
  if (error instanceof StatusError) return error;
  throw error;
}
