/**
 * The plugin MutatingAdmissionPolicy. Without a matching policy, a request costs the comparison with the rules of each policy. The
 * expression engine is loaded with the first request that matches.
 */
import { exemptFromPolicies } from "../../matching/index.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import { MatchedPolicies, type MatchResult } from "../matched-policies.ts";
import type { PolicyServices } from "../policy-services.ts";
import type { PolicyApplication } from "./policy-application.ts";
import { type MutatingPolicy, mutatingPolicyIndex } from "./policy-objects.ts";

/** Returns the plugin. */
export function mutatingPolicies(services: PolicyServices): AdmissionPlugin {
  const index = mutatingPolicyIndex(services.follow, services.findKind);
  const isExempt = exemptFromPolicies(services.vocabulary);
  let application: PolicyApplication | undefined;
  return {
    admit: async (request, rounds) => {
      // Reviews of permissions change nothing. As in the reference, no policy sees them.
      if (request.changesNothing || isExempt(request)) return;
      if (!index.isReady) await index.ready();
      if (index.bound.length === 0) return;
      const { namespaces, mutationObserver } = services;
      const onMatch =
        mutationObserver && ((policy: MutatingPolicy, match: MatchResult) => mutationObserver.policy(policy, match));
      const matched = await MatchedPolicies.of(request, index.bound, { namespaces, onMatch });
      if (!matched) return;
      application ??= await loadApplication(services);
      await application.apply(matched, rounds);
    },
  };
}

async function loadApplication(services: PolicyServices): Promise<PolicyApplication> {
  const { PolicyApplication } = await import("./policy-application.ts");
  return new PolicyApplication(services);
}
