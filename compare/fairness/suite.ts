/** Priority and fairness: the FlowSchemas and levels of requests, conditions, and the columns of debug endpoints. */
import type { Random } from "../../src/base/random.ts";
import type { ComparedRequest, ComparedServer, Scenario, Suite } from "../suite.ts";

const flowControl = "/apis/flowcontrol.apiserver.k8s.io/v1";
const leases = "/apis/coordination.k8s.io/v1/namespaces";

interface ComparedUser {
  readonly name: string;
  readonly groups?: readonly string[];
}

const users: readonly ComparedUser[] = [
  { name: "ann" },
  { name: "system:anonymous", groups: ["system:unauthenticated"] },
  { name: "root", groups: ["system:masters"] },
  { name: "system:node:n1", groups: ["system:nodes"] },
  { name: "system:kube-controller-manager" },
  { name: "system:kube-scheduler" },
  { name: "system:serviceaccount:kube-system:endpoint-controller", groups: ["system:serviceaccounts"] },
  { name: "system:serviceaccount:kube-systemx:web", groups: ["system:serviceaccounts"] },
  { name: "system:serviceaccount:shop:web", groups: ["system:serviceaccounts"] },
];

const requests: readonly (readonly [method: string, target: string])[] = [
  ...["/healthz", "/livez/ping", "/readyz", "/version", "/api", "/nope"].map((path) => ["GET", path] as const),
  ["HEAD", "/healthz"],
  ["GET", "/api/v1/namespaces/shop/pods"],
  ["GET", "/api/v1/nodes/n1"],
  ["PUT", "/api/v1/nodes/n1/status"],
  ["GET", "/api/v1/nodes"],
  ["GET", "/api/v1/namespaces/shop/pods/a/log"],
  ["GET", `${leases}/kube-node-lease/leases/n1`],
  ["PUT", `${leases}/kube-system/leases/a`],
  ["DELETE", `${leases}/kube-system/leases/a`],
  ["GET", "/api/v1/namespaces/shop/endpoints/a"],
  ["PUT", "/api/v1/namespaces/shop/endpoints/a"],
  ["GET", "/api/v1/namespaces/shop/configmaps/a"],
  ["GET", "/api/v1/configmaps?fieldSelector=metadata.name=a"],
  ["GET", "/apis/example.com/v1/things"],
];

/** Compares priority and fairness. */
export const fairness: Suite = {
  name: "fairness",
  covers: "FlowSchemas and priority levels of requests, conditions, and debug endpoints",
  usesNamespaces: false,
  standardCount: Infinity,
  rewriteBody: columnsOnly,
  *scenarios(_random: Random): Iterable<Scenario> {
    for (const user of users) yield matchingScenario(user);
    yield danglingScenario();
    yield dumpScenario();
  },
};

/** Returns the first line of a table of a debug endpoint, without its padding. The rows depend on earlier requests. */
function columnsOnly(text: string): string {
  return text.startsWith("PriorityLevelName,") ? (text.split("\n")[0] ?? "").replaceAll(/ +/g, " ") : text;
}

function asUser({ name, groups = [] }: ComparedUser, request: ComparedRequest = {}): ComparedRequest {
  const [group] = groups;
  return { ...request, headers: { "impersonate-user": name, ...(group ? { "impersonate-group": group } : {}) } };
}

/** Reads all uids first, so that both servers number them in the same order. */
async function readObjects(server: ComparedServer): Promise<void> {
  await server.prepare(`${flowControl}/flowschemas`);
  await server.prepare(`${flowControl}/prioritylevelconfigurations`);
}

function matchingScenario(user: ComparedUser): Scenario {
  return {
    title: `FlowSchemas of ${user.name}`,
    async run(server) {
      for (const name of [
        "exempt",
        "catch-all",
        "global-default",
        "system-nodes",
        "system-node-high",
        "service-accounts",
      ]) {
        await server.send(`${flowControl}/flowschemas/${name}`);
      }
      for (const [method, target] of requests) await server.send(target, asUser(user, { method }));
    },
  };
}

function levelSpec(): object {
  return {
    type: "Limited",
    limited: { nominalConcurrencyShares: 0, borrowingLimitPercent: 0, limitResponse: { type: "Reject" } },
  };
}

function schemaFor(user: string, level: string): object {
  const resourceRule = { verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"], clusterScope: true };
  const rule = { subjects: [{ kind: "User", user: { name: user } }], resourceRules: [resourceRule] };
  return { priorityLevelConfiguration: { name: level }, matchingPrecedence: 40, rules: [rule] };
}

function danglingScenario(): Scenario {
  return {
    title: "the condition Dangling",
    async run(server) {
      const name = server.name("dangling");
      const path = `${flowControl}/flowschemas/${name}`;
      const hasStatus = (status: string) => (answer: { text: string }) =>
        new RegExp(`"status": ?"${status}"`).test(answer.text);
      await server.send(`${flowControl}/flowschemas`, {
        body: { metadata: { name }, spec: schemaFor("nobody", name) },
      });
      await server.until(path, hasStatus("True"));
      await server.send(path);
      await server.send(`${flowControl}/prioritylevelconfigurations`, {
        body: { metadata: { name }, spec: levelSpec() },
      });
      await server.until(path, hasStatus("False"));
      await server.send(path);
      await server.send(`${flowControl}/prioritylevelconfigurations/${name}`, { method: "DELETE" });
      await server.until(path, hasStatus("True"));
      await server.send(path);
    },
  };
}

function dumpScenario(): Scenario {
  return {
    title: "debug endpoints",
    async run(server) {
      await readObjects(server);
      const debug = "/debug/api_priority_and_fairness";
      for (const name of [
        "dump_priority_levels",
        "dump_queues",
        "dump_requests",
        "dump_requests?includeRequestDetails=1",
        "other",
      ]) {
        await server.send(`${debug}/${name}`);
      }
    },
  };
}
