/** Permissions: rejections of users without them, impersonation, and reviews. */
import type { Random } from "../../src/base/random.ts";
import type { HeaderLines } from "../../test/authentication/reference/fixed-requests.ts";
import { requestText } from "../../test/authentication/reference/verdicts.ts";
import { randomRequestLine } from "../../test/authorization/random-targets.ts";
import { attributesOf, reviewSpec } from "../access/random-reviews.ts";
import { isOnceIn, oneOf, times } from "../random-choices.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";

const requestsPerScenario = 20;
/** Number of requests that give the servers time to notice new rights. It is fixed, so that both servers get the same requests. */
const waitingRequests = 20;

const reviews = "/apis/authorization.k8s.io/v1";
const selfReview = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const users = ["jane", "bob", "system:serviceaccount:shop:web", "system:anonymous", "Jane"];

/** Sends the same questions about permissions to both servers. */
export const access: Suite = {
  name: "access",
  covers: "rejections of requests without permission, impersonation, and reviews of access and rules",
  usesNamespaces: true,
  standardCount: 60,
  rewriteBody: sortRules,
  *scenarios(random: Random): Iterable<Scenario> {
    for (let round = 1; ; round++) {
      yield rejectionScenario(random, round);
      yield impersonationScenario(random, round);
      yield reviewScenario(random, round);
      yield rulesScenario(random, round);
    }
  },
};

/** Sorts the rules of a review. The reference lists them in a random order. */
function sortRules(text: string): string {
  if (!text.includes("SelfSubjectRulesReview")) return text;
  const review = JSON.parse(text) as { readonly status?: Readonly<Record<string, readonly object[]>> };
  if (!review.status) return text;
  for (const rules of Object.values(review.status)) {
    if (!Array.isArray(rules)) continue;
    rules.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  return JSON.stringify(review);
}

/** Sends requests of a user who may do nothing. The messages show what each server has authorized. */
function rejectionScenario(random: Random, round: number): Scenario {
  const lines = times(requestsPerScenario, () => {
    const { method, target } = randomRequestLine(random);
    // The parser of `orch` rejects unknown methods.
    return { method: method.toUpperCase(), target };
  });
  return {
    title: `requests without permission, round ${round}`,
    async run(server) {
      const send = async ({ method, target }: { method: string; target: string }): Promise<unknown> =>
        await server.sendBytes(requestText(method, target, [["Impersonate-User", "nobody"]]));
      await Promise.all(lines.map(send));
    },
  };
}

/** Sends requests that impersonate users, some of them by a user who may impersonate only a few. */
function impersonationScenario(random: Random, round: number): Scenario {
  const requests = times(requestsPerScenario, () => impersonationLines(random));
  return {
    title: `impersonation, round ${round}`,
    async run(server) {
      const body = '{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}';
      await Promise.all(requests.map((lines) => server.sendBytes(requestText("POST", selfReview, lines, body))));
    },
  };
}

function impersonationLines(random: Random): HeaderLines {
  const name = (text: string): string => (isOnceIn(random, 4) ? text.toUpperCase() : text);
  const user = (): readonly [string, string] => [
    name("Impersonate-User"),
    oneOf(random, [...users, "", "<b>", "é", "x y"]),
  ];
  const group = (): readonly [string, string] => [
    name("Impersonate-Group"),
    oneOf(random, ["devs", "a,b", "", "system:authenticated", "system:unauthenticated", "system:masters", "é"]),
  ];
  const uid = (): readonly [string, string] => [name("Impersonate-Uid"), oneOf(random, ["7", "", "é"])];
  const key = oneOf(random, ["scopes", "Scopes", "a%2fb", "a%2Fb", "%zz", "%ff", "", "%C3%A9", "a%20b", "%00", "a+b"]);
  const extra = (): readonly [string, string] => [name(`Impersonate-Extra-${key}`), oneOf(random, ["a", "b", "", "é"])];
  return [
    ...times(isOnceIn(random, 8) ? random.below(3) : 1, user),
    ...times(random.below(3), group),
    ...times(isOnceIn(random, 3) ? random.below(3) : 0, uid),
    // The reference checks several extra properties in a random order.
    ...times(isOnceIn(random, 2) ? random.below(3) : 0, extra),
  ];
}

function reviewScenario(random: Random, round: number): Scenario {
  const draws = times(requestsPerScenario, () => {
    const namespace = "NAMESPACE";
    const kind = oneOf(random, ["SubjectAccessReview", "SelfSubjectAccessReview", "LocalSubjectAccessReview"]);
    const isSelf = kind === "SelfSubjectAccessReview";
    const spec = isSelf ? attributesOf(random, namespace) : reviewSpec(random, namespace, users);
    const metadata = kind === "LocalSubjectAccessReview" && !isOnceIn(random, 10) ? { namespace } : {};
    return {
      kind,
      body: { apiVersion: "authorization.k8s.io/v1", kind, metadata, spec },
      as: oneOf(random, ["", "jane"]),
    };
  });
  return {
    title: `reviews of access, round ${round}`,
    async run(server) {
      await grantRights(server);
      for (const { kind, body, as } of draws) {
        const place = kind === "LocalSubjectAccessReview" ? `/namespaces/${server.namespace}` : "";
        await server.send(`${reviews}${place}/${kind.toLowerCase()}s`, {
          body: JSON.stringify(body).replaceAll("NAMESPACE", server.namespace),
          headers: { "content-type": "application/json", ...(as === "" ? {} : { "impersonate-user": as }) },
        });
      }
    },
  };
}

function rulesScenario(random: Random, round: number): Scenario {
  const subjects = times(3, () => oneOf(random, users));
  return {
    title: `reviews of rules, round ${round}`,
    async run(server) {
      await grantRights(server);
      for (const user of subjects) {
        for (const namespace of [server.namespace, "other", ""]) {
          await server.send(`${reviews}/selfsubjectrulesreviews`, {
            body: { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectRulesReview", spec: { namespace } },
            headers: { "impersonate-user": user },
          });
        }
      }
    },
  };
}

/** Gives Jane, and the group `devs`, some rights in the namespace of the scenario. */
async function grantRights(server: ComparedServer): Promise<void> {
  const rbac = "/apis/rbac.authorization.k8s.io/v1";
  const apiGroup = "rbac.authorization.k8s.io";
  const rules = [
    { apiGroups: [""], resources: ["pods", "pods/log"], verbs: ["get", "list"] },
    { apiGroups: [""], resources: ["configmaps"], resourceNames: ["allowed"], verbs: ["*"] },
    { apiGroups: ["apps"], resources: ["*/scale"], verbs: ["update"] },
  ];
  await server.prepare(`${rbac}/namespaces/${server.namespace}/roles`, { body: { metadata: { name: "some" }, rules } });
  await server.prepare(`${rbac}/namespaces/${server.namespace}/rolebindings`, {
    body: {
      metadata: { name: "some" },
      roleRef: { apiGroup, kind: "Role", name: "some" },
      subjects: [
        { apiGroup, kind: "User", name: "jane" },
        { apiGroup, kind: "Group", name: "devs" },
      ],
    },
  });
  // The reference decides with the new rights after a short time.
  const resourceAttributes = { verb: "get", resource: "pods", namespace: server.namespace };
  const body = { spec: { user: "jane", resourceAttributes } };
  for (let attempt = 0; attempt < waitingRequests; attempt++) {
    await server.prepare(`${reviews}/subjectaccessreviews`, { body });
  }
}
