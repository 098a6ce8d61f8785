/** Objects of this group that the server creates in a new cluster. Clients may change and delete them. */
import type { FlowSchemaSpec, PriorityLevelConfigurationSpec } from "../../api/index.ts";
import { component, group, systemNamespace, type Vocabulary } from "../../meta/vocabulary.ts";
import { exempt } from "./mandatory-objects.ts";

type Rule = NonNullable<FlowSchemaSpec["rules"]>[number];

const controllerManager = "system:kube-controller-manager";
const scheduler = "system:kube-scheduler";
const anyVerb = ["*"];
const electionVerbs = ["get", "create", "update"];
const nonResourceRules: NonNullable<Rule["nonResourceRules"]> = [{ verbs: anyVerb, nonResourceURLs: ["*"] }];
const resourceRules: NonNullable<Rule["resourceRules"]> = [
  { verbs: anyVerb, apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] },
];

function users(...names: readonly string[]): Rule["subjects"] {
  return names.map((name) => ({ kind: "User", user: { name } }));
}

function groups(...names: readonly string[]): Rule["subjects"] {
  return names.map((name) => ({ kind: "Group", group: { name } }));
}

function serviceAccounts(namespace: string, ...names: readonly string[]): Rule["subjects"] {
  return names.map((name) => ({ kind: "ServiceAccount", serviceAccount: { namespace, name } }));
}

/** Returns a rule that matches requests for these resources in all namespaces. */
function objectsOf(
  apiGroup: string,
  resources: readonly string[],
  verbs: readonly string[],
): NonNullable<Rule["resourceRules"]>[number] {
  return { verbs: [...verbs], apiGroups: [apiGroup], resources: [...resources], namespaces: ["*"] };
}

/** Returns the specs of the suggested FlowSchemas by name. */
export function suggestedFlowSchemas(vocabulary: Vocabulary): ReadonlyMap<string, FlowSchemaSpec> {
  const system = vocabulary.bind(systemNamespace("system"));
  const leases = (verbs: readonly string[]): NonNullable<Rule["resourceRules"]>[number] =>
    objectsOf(vocabulary.bind(group("coordination")), ["leases"], verbs);
  const schema = (
    level: string,
    matchingPrecedence: number,
    method: "ByUser" | "ByNamespace" | undefined,
    rule: Rule,
  ): FlowSchemaSpec => ({
    priorityLevelConfiguration: { name: level },
    matchingPrecedence,
    ...(method ? { distinguisherMethod: { type: method } } : {}),
    rules: [rule],
  });
  const everythingOf = (subjects: Rule["subjects"]): Rule => ({ subjects, resourceRules, nonResourceRules });
  const nodeStatus = { ...objectsOf("", ["nodes", "nodes/status"], anyVerb), clusterScope: true };
  return new Map([
    ["system-nodes", schema("system", 500, "ByUser", everythingOf(groups("system:nodes")))],
    [
      "system-node-high",
      schema("node-high", 400, "ByUser", {
        subjects: groups("system:nodes"),
        resourceRules: [nodeStatus, leases(anyVerb)],
      }),
    ],
    [
      "probes",
      schema(exempt, 2, undefined, {
        subjects: groups("system:unauthenticated", "system:authenticated"),
        nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/readyz", "/livez"] }],
      }),
    ],
    [
      "system-leader-election",
      schema("leader-election", 100, "ByUser", {
        subjects: [...users(controllerManager, scheduler), ...serviceAccounts(system, "*")],
        resourceRules: [leases(electionVerbs)],
      }),
    ],
    [
      "workload-leader-election",
      schema("leader-election", 200, "ByUser", {
        subjects: serviceAccounts(system, "*"),
        resourceRules: [objectsOf("", ["endpoints", "configmaps"], electionVerbs), leases(electionVerbs)],
      }),
    ],
    [
      "endpoint-controller",
      schema("workload-high", 150, "ByUser", {
        subjects: [
          ...users(controllerManager),
          ...serviceAccounts(system, "endpoint-controller", "endpointslicemirroring-controller"),
        ],
        resourceRules: [objectsOf("", ["endpoints"], electionVerbs)],
      }),
    ],
    [
      vocabulary.bind(component("controller-manager")),
      schema("workload-high", 800, "ByNamespace", everythingOf(users(controllerManager))),
    ],
    [
      vocabulary.bind(component("scheduler")),
      schema("workload-high", 800, "ByNamespace", everythingOf(users(scheduler))),
    ],
    [
      vocabulary.bind(component("system-service-accounts")),
      schema("workload-high", 900, "ByNamespace", everythingOf(serviceAccounts(system, "*"))),
    ],
    ["service-accounts", schema("workload-low", 9000, "ByUser", everythingOf(groups("system:serviceaccounts")))],
    [
      "global-default",
      schema("global-default", 9900, "ByUser", everythingOf(groups("system:unauthenticated", "system:authenticated"))),
    ],
  ]);
}

function queued(
  nominalConcurrencyShares: number,
  lendablePercent: number,
  { queues, handSize }: { readonly queues: number; readonly handSize: number },
): PriorityLevelConfigurationSpec {
  const limitResponse = { type: "Queue", queuing: { queues, handSize, queueLengthLimit: 50 } };
  return { type: "Limited", limited: { nominalConcurrencyShares, limitResponse, lendablePercent } };
}

/** Specs of the suggested PriorityLevelConfigurations by name. */
export const suggestedPriorityLevels: ReadonlyMap<string, PriorityLevelConfigurationSpec> = new Map([
  ["system", queued(30, 33, { queues: 64, handSize: 6 })],
  ["node-high", queued(40, 25, { queues: 64, handSize: 6 })],
  ["leader-election", queued(10, 0, { queues: 16, handSize: 4 })],
  ["workload-high", queued(40, 50, { queues: 128, handSize: 6 })],
  ["workload-low", queued(100, 90, { queues: 128, handSize: 6 })],
  ["global-default", queued(20, 50, { queues: 128, handSize: 6 })],
]);
