/** Validating policies, their bindings and parameters, and the requests that they reject, warn about or let pass. */
import { policyCases } from "../../admission-policies/cases.ts";
import { policyScenario } from "../../admission-policies/run-policy-case.ts";
import type { Scenario, Suite } from "../../suite.ts";

const sort = {
  group: "/apis/admissionregistration.k8s.io/v1",
  policies: "validatingadmissionpolicies",
  bindings: "validatingadmissionpolicybindings",
  bindingSpec: { validationActions: ["Deny"] },
};

/** Creates policies with bindings, and sends requests to which they apply. */
export const admissionPolicies: Suite = {
  name: "admission-policies",
  covers: "validating policies: matching, parameters, expressions, messages, budgets and failure policies",
  usesNamespaces: true,
  standardCount: Number.POSITIVE_INFINITY,
  *scenarios(): Iterable<Scenario> {
    for (const one of policyCases) yield policyScenario(sort, one);
  },
};
