/**
 * Random sequences of writes to Services: addresses and node ports that are requested, allocated, kept and released.
 */
import type { Random } from "../../src/base/random.ts";
import { patchTypes } from "../patch-types.ts";
import { oneOf } from "../random-choices.ts";
import type { ComparedRequest, ComparedServer, Scenario, Suite } from "../suite.ts";

/** Services that change their type, addresses, families and ports. */
export const allocation: Suite = {
  name: "allocation",
  covers: "cluster IPs, node ports and fields by type of Services, in real writes and dry runs",
  usesNamespaces: true,
  standardCount: 60,
  *scenarios(random: Random): Iterable<Scenario> {
    for (let count = 1; ; count++) {
      const steps = Array.from({ length: 10 }, () => randomStep(random));
      yield { title: `Services ${count}`, run: (server) => play(server, steps) };
    }
  },
};

interface Step {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly dryRun: boolean;
  readonly spec: Readonly<Record<string, unknown>>;
}

function randomStep(random: Random): Step {
  const method = oneOf(random, ["POST", "PUT", "PATCH", "PATCH", "DELETE"] as const);
  const choices: Readonly<Record<string, readonly unknown[]>> = {
    type: ["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"],
    clusterIP: ["", "None", null],
    externalName: ["a.example.com", null],
    externalTrafficPolicy: ["Local", "Cluster", null],
    internalTrafficPolicy: ["Local", null],
    allocateLoadBalancerNodePorts: [true, false, null],
    ipFamilyPolicy: ["SingleStack", "PreferDualStack", "RequireDualStack"],
    ipFamilies: [["IPv4"], ["IPv6"], ["IPv4", "IPv6"]],
    sessionAffinity: ["ClientIP", "None"],
    publishNotReadyAddresses: [true, false],
    loadBalancerClass: ["example.com/a", null],
    ports: [
      [{ port: 80 }],
      [{ port: 80, targetPort: "web" }],
      [
        { name: "a", port: 80 },
        { name: "b", port: 81 },
      ],
      [
        { name: "a", port: 53 },
        { name: "b", port: 53, protocol: "UDP" },
      ],
      null,
    ],
  };
  const fields = Object.keys(choices);
  const spec: Record<string, unknown> = method === "PATCH" ? {} : { ports: [{ port: 80 }] };
  for (let left = random.below(4); left >= 0; left--) {
    const field = oneOf(random, fields);
    spec[field] = oneOf(random, choices[field] ?? []);
  }
  return { method, dryRun: random.below(4) === 0, spec };
}

async function play(server: ComparedServer, steps: readonly Step[]): Promise<void> {
  const collection = `/api/v1/namespaces/${server.namespace}/services`;
  const first: Step = { method: "POST", dryRun: false, spec: { ports: [{ port: 80 }] } };
  for (const { method, dryRun, spec } of [first, ...steps]) {
    const target = `${method === "POST" ? collection : `${collection}/it`}${dryRun ? "?dryRun=All" : ""}`;
    const body = { apiVersion: "v1", kind: "Service", metadata: { name: "it" }, spec };
    const headers = { "content-type": method === "PATCH" ? patchTypes.merge : "application/json" };
    const request: ComparedRequest = method === "DELETE" ? { method } : { method, headers, body };
    await server.send(target, request);
  }
  await server.send(`${collection}/it`);
}
