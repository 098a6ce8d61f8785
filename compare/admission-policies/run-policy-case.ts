/** Runs the cases of policies: creates the policies, waits until they are in effect, and sends the requests. */
import { setTimeout } from "node:timers/promises";
import type { ComparedServer, Scenario } from "../suite.ts";
import type { CaseRequest, PolicyCase } from "./policy-case.ts";

/** The reference reads changed policies once a second, after its caches have them. */
const refreshMs = 4000;

/** A sort of policies. */
export interface PolicySort {
  /** Path of the group. */
  readonly group: string;
  readonly policies: string;
  readonly bindings: string;
  /** Parts of the spec of each policy. */
  readonly spec?: object;
  /** Parts of the spec of each binding. */
  readonly bindingSpec?: object;
}

/** Returns the scenario of a case. */
export function policyScenario(sort: PolicySort, one: PolicyCase): Scenario {
  return { title: one.title, run: (server) => runCase(server, sort, one) };
}

async function prepare(server: ComparedServer, { target, untilServed, ...request }: CaseRequest): Promise<void> {
  if (untilServed) await server.until(target, ({ status }) => status === 200);
  await server.prepare(target, request);
}

async function runCase(server: ComparedServer, sort: PolicySort, one: PolicyCase): Promise<void> {
  for (const request of one.before?.(server) ?? []) await prepare(server, request);
  const written: string[] = [];
  for (const [index, { spec, bindings = [{}] }] of one.policies(server).entries()) {
    const name = server.name(`policy-${index}`);
    // Other scenarios run at the same time, so each policy applies to one namespace.
    const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": server.namespace } };
    const { matchConstraints, ...others } = spec;
    const body = {
      metadata: { name },
      spec: { matchConstraints: { namespaceSelector, ...matchConstraints }, ...sort.spec, ...others },
    };
    await server.prepare(`${sort.group}/${sort.policies}`, { body });
    written.push(`${sort.group}/${sort.policies}/${name}`);
    for (const [number, binding] of bindings.entries()) {
      const bindingName = `${name}-${number}`;
      const bindingSpec = { policyName: name, ...sort.bindingSpec, ...binding };
      const bindingBody = { metadata: { name: bindingName }, spec: bindingSpec };
      await server.prepare(`${sort.group}/${sort.bindings}`, { body: bindingBody });
      written.push(`${sort.group}/${sort.bindings}/${bindingName}`);
    }
  }
  for (const request of (await one.after?.(server)) ?? []) await prepare(server, request);
  await setTimeout(one.settlingMs ?? refreshMs);
  for (const request of one.requests(server)) await server.send(request.target, request);
  for (const target of written.toReversed()) await server.prepare(target, { method: "DELETE" });
}
