/** The policies whose rules and selectors match a request. */
import { StatusError } from "../../../meta/status-error.ts";
import { type NamespaceReader, type RequestCriteria, RequestNamespace } from "../../matching/index.ts";
import type { AdmissionRequest, VersionedRequest } from "../../plugin.ts";
import type { BoundPolicy } from "../policy-index.ts";
import type { ValidatingBinding, ValidatingPolicy } from "./policy-objects.ts";
import type { MatchResult, PolicyObserver } from "./policy-observer.ts";

/** A policy that matches a request, or whose selectors could not be evaluated. */
export interface MatchedPolicy extends BoundPolicy<ValidatingPolicy, ValidatingBinding> {
  /** The version of the request that matches, or why that is unknown. */
  readonly match: VersionedRequest | StatusError;
}

/** A request and the policies that match it. */
export class MatchedPolicies {
  readonly request: AdmissionRequest;
  readonly namespace: RequestNamespace;
  readonly policies: readonly MatchedPolicy[];

  private constructor(request: AdmissionRequest, namespace: RequestNamespace, policies: readonly MatchedPolicy[]) {
    this.request = request;
    this.namespace = namespace;
    this.policies = policies;
  }

  /** Returns the matching policies. Undefined if there are none. */
  static async of(
    request: AdmissionRequest,
    bound: readonly BoundPolicy<ValidatingPolicy, ValidatingBinding>[],
    { namespaces, observer }: { readonly namespaces: NamespaceReader; readonly observer?: PolicyObserver },
  ): Promise<MatchedPolicies | undefined> {
    const namespace = new RequestNamespace(request, namespaces);
    const policies: MatchedPolicy[] = [];
    for (const { policy, bindings } of bound) {
      const result = matchOf(policy.criteria, request, namespace);
      const match = result instanceof Promise ? await result : result;
      observer?.policy(policy, match);
      if (typeof match === "object") policies.push({ policy, bindings, match });
    }
    return policies.length === 0 ? undefined : new MatchedPolicies(request, namespace, policies);
  }
}

/** Returns the result of a match, or why it is unknown. Returns it synchronously if possible. */
export function matchOf(
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
