/**
 * The plugin ValidatingAdmissionPolicy. Without a matching policy, a request costs the comparison with the rules of each policy. The
 * expression engine is loaded with the first request that matches.
 */
import { exemptFromPolicies } from "../../matching/index.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import { MatchedPolicies, type MatchResult } from "../matched-policies.ts";
import type { PolicyServices } from "../policy-services.ts";
import type { PolicyEnforcement } from "./policy-enforcement.ts";
import { type ValidatingPolicy, validatingPolicyIndex } from "./policy-objects.ts";

/** Returns the plugin. */
export function validatingPolicies(services: PolicyServices): AdmissionPlugin {
  const index = validatingPolicyIndex(services.follow, services.findKind);
  const isExempt = exemptFromPolicies(services.vocabulary);
  let enforcement: PolicyEnforcement | undefined;
  return {
    validate: async (request) => {
      // Reviews of permissions change nothing. As in the reference, no policy sees them.
      if (request.changesNothing || isExempt(request)) return;
      if (!index.isReady) await index.ready();
      if (index.bound.length === 0) return;
      const { namespaces, observer } = services;
      const onMatch = observer && ((policy: ValidatingPolicy, match: MatchResult) => observer.policy(policy, match));
      const matched = await MatchedPolicies.of(request, index.bound, { namespaces, onMatch });
      if (!matched) return;
      enforcement ??= await loadEnforcement(services);
      await enforcement.enforce(matched);
    },
  };
}

async function loadEnforcement(services: PolicyServices): Promise<PolicyEnforcement> {
  const { PolicyEnforcement } = await import("./policy-enforcement.ts");
  return new PolicyEnforcement(services);
}
