/** Validating policies, their bindings and parameters, and the requests that they reject, warn about or let pass. */
import { setTimeout } from "node:timers/promises";
import { policyCases } from "../admission-policies/cases.ts";
import type { PolicyCase } from "../admission-policies/policy-case.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";

/** The reference reads changed policies once a second, after its caches have them. */
const refreshMs = 4000;
const group = "/apis/admissionregistration.k8s.io/v1";

/** Creates policies with bindings, and sends requests to which they apply. */
export const admissionPolicies: Suite = {
  name: "admission-policies",
  covers: "validating policies: matching, parameters, expressions, messages, budgets and failure policies",
  usesNamespaces: true,
  standardCount: Number.POSITIVE_INFINITY,
  *scenarios(): Iterable<Scenario> {
    for (const one of policyCases) yield { title: one.title, run: (server) => runCase(server, one) };
  },
};

async function runCase(server: ComparedServer, { policies, before, requests }: PolicyCase): Promise<void> {
  for (const request of before?.(server) ?? []) await server.prepare(request.target, request);
  const written: string[] = [];
  for (const [index, { spec, bindings = [{}] }] of policies(server).entries()) {
    const name = server.name(`policy-${index}`);
    // Other scenarios run at the same time, so each policy applies to one namespace.
    const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": server.namespace } };
    const { matchConstraints, ...others } = spec;
    const body = {
      metadata: { name },
      spec: { matchConstraints: { namespaceSelector, ...matchConstraints }, ...others },
    };
    await server.prepare(`${group}/validatingadmissionpolicies`, { body });
    written.push(`${group}/validatingadmissionpolicies/${name}`);
    for (const [number, binding] of bindings.entries()) {
      const bindingName = `${name}-${number}`;
      const bindingSpec = { policyName: name, validationActions: ["Deny"], ...binding };
      const bindingBody = { metadata: { name: bindingName }, spec: bindingSpec };
      await server.prepare(`${group}/validatingadmissionpolicybindings`, { body: bindingBody });
      written.push(`${group}/validatingadmissionpolicybindings/${bindingName}`);
    }
  }
  await setTimeout(refreshMs);
  for (const request of requests(server)) await server.send(request.target, request);
  for (const target of written.toReversed()) await server.prepare(target, { method: "DELETE" });
}
