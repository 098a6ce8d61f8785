/** Mutating policies, their bindings and parameters, and the objects that they change. */
import { policyScenario } from "../admission-policies/run-policy-case.ts";
import { mutatingPolicyCases } from "../mutating-policies/cases.ts";
import { webhookCases } from "../mutating-policies/webhook-cases.ts";
import type { Scenario, Suite } from "../suite.ts";

const sort = {
  group: "/apis/admissionregistration.k8s.io/v1alpha1",
  policies: "mutatingadmissionpolicies",
  bindings: "mutatingadmissionpolicybindings",
  spec: { reinvocationPolicy: "Never" },
};

/** Creates policies with bindings, and sends requests whose objects they change. */
export const mutatingPolicies: Suite = {
  name: "mutating-policies",
  covers:
    "mutating policies: configurations, JSON patches, parameters, reinvocation, failure policies, webhooks beside them",
  usesNamespaces: true,
  plugins: "mutating",
  standardCount: Number.POSITIVE_INFINITY,
  *scenarios(): Iterable<Scenario> {
    for (const one of [...mutatingPolicyCases, ...webhookCases]) yield policyScenario(sort, one);
  },
};
