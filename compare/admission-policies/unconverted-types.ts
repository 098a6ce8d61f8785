/** A custom type whose webhook converts nothing, so that policies for its other version fail. */
import type { CasePolicy, CaseRequest, CaseServer } from "./policy-case.ts";

/** Nothing listens at this port. */
const unreachable = "https://127.0.0.1:1/convert";

function groupOf(server: CaseServer): string {
  return `${server.name("unconverted")}.example.com`;
}

/** Returns the definition. Objects are stored in v1. */
export function unconvertedDefinition(server: CaseServer): CaseRequest {
  const group = groupOf(server);
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    },
  };
  const version = { served: true, schema };
  return {
    target: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    body: {
      metadata: { name: `gadgets.${group}` },
      spec: {
        group,
        scope: "Namespaced",
        names: { plural: "gadgets", singular: "gadget", kind: "Gadget", listKind: "GadgetList" },
        versions: [
          { ...version, name: "v1", storage: true },
          { ...version, name: "v2", storage: false },
        ],
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: unreachable }, conversionReviewVersions: ["v1"] },
        },
      },
    },
  };
}

/** Returns policies for the objects `fail-v1`, `fail-v2`, `ignore-v1` and `ignore-v2`, which differ in failure policy and version. */
export function unconvertedPolicies(server: CaseServer, spec: object): readonly CasePolicy[] {
  return ["Fail", "Ignore"].flatMap((failurePolicy) =>
    ["v1", "v2"].map((version) => {
      const resourceNames = [`${failurePolicy.toLowerCase()}-${version}`];
      const rule = {
        apiGroups: [groupOf(server)],
        apiVersions: [version],
        operations: ["*"],
        resources: ["gadgets"],
        resourceNames,
      };
      return { spec: { matchConstraints: { resourceRules: [rule] }, failurePolicy, ...spec } };
    }),
  );
}

/** Returns creates of these objects in v1, an update, a deletion, and the deletion of the definition. */
export function unconvertedRequests(server: CaseServer): readonly CaseRequest[] {
  const group = groupOf(server);
  const target = `/apis/${group}/v1/namespaces/${server.namespace}/gadgets`;
  const object = (name: string): object => ({
    apiVersion: `${group}/v1`,
    kind: "Gadget",
    metadata: { name },
    spec: { size: 1 },
  });
  return [
    ...["fail-v1", "fail-v2", "ignore-v1", "ignore-v2"].map((name) => ({ target, body: object(name) })),
    {
      target: `${target}/ignore-v2`,
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json" },
      body: { spec: { size: 2 } },
    },
    { target: `${target}/ignore-v2`, method: "DELETE" },
    { target: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.${group}`, method: "DELETE" },
  ];
}
