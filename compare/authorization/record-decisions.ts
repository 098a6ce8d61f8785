/**
 * Records what each default role of the reference allows, with one SubjectAccessReview for each verb and target. Start the
 * reference with its controllers, which fill aggregated roles. Usage:
 *
 *     tsx compare/authorization/record-decisions.ts https://127.0.0.1:PORT DIR/pki test/authorization/decision-table/reference.json
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PlainRole } from "../../src/authz/rbac/testing/slow-evaluator.ts";
import { type DecisionTable, rowOf, type Target, targetOf } from "../../test/authorization/decision-table/table.ts";
import { WireClient } from "../../test/support/wire-client.ts";

const group = "rbac.authorization.k8s.io";
const rbac = `/apis/${group}/v1`;
const reviews = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
const usualVerbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];
const morePaths = [
  "/",
  "/api",
  "/api/v1",
  "/apis",
  "/apis/apps",
  "/healthz",
  "/healthz/ping",
  "/livez",
  "/livez/",
  "/livez/ping",
];
const pathsOfHealth = [
  "/readyz",
  "/readyz/ping",
  "/metrics",
  "/metrics/slis",
  "/version",
  "/version/",
  "/openapi/v2",
  "/openapi",
];
const otherPaths = [
  "/logs",
  "/.well-known",
  "/.well-known/openid-configuration",
  "/openid/v1/jwks",
  "/debug/pprof",
  "/unknown",
];
/** Reviews in progress at a time. */
const parallel = 64;

/** Returns the default roles. Roles of the same name in several namespaces are separate. */
async function readRoles(client: WireClient): Promise<readonly PlainRole[]> {
  const selector = "?labelSelector=kubernetes.io/bootstrapping%3Drbac-defaults";
  const lists = await Promise.all(
    ["clusterroles", "roles"].map((plural) => client.request(`${rbac}/${plural}${selector}`)),
  );
  const all = lists.flatMap(({ json }) => json.items as readonly PlainRole[]);
  return all.map(({ metadata: { name, namespace }, rules }) => ({
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    rules: rules ?? [],
  }));
}

/** Returns all resources and subresources, those that rules name, each named object, and one other name. */
function targetsOf(roles: readonly PlainRole[]): readonly string[] {
  const facts = JSON.parse(readFileSync(join(import.meta.dirname, "../../test/facts/resources.json"), "utf8")) as {
    readonly resources: readonly { group: string; plural: string; subresources?: readonly { name: string }[] }[];
  };
  const known = facts.resources.flatMap(({ group: name, plural, subresources = [] }) => [
    `${name}:${plural}`,
    ...subresources.map((part) => `${name}:${plural}/${part.name}`),
  ]);
  const rules = roles.flatMap((role) => role.rules ?? []);
  const named = rules.flatMap(({ apiGroups = [], resources = [], resourceNames = [] }) =>
    apiGroups.flatMap((one) =>
      resources.flatMap((resource) => [
        `${one}:${resource}`,
        ...resourceNames.flatMap((name) => [`${one}:${resource}#${name}`, `${one}:${resource}#other`]),
      ]),
    ),
  );
  const paths = [
    ...morePaths,
    ...pathsOfHealth,
    ...otherPaths,
    ...rules.flatMap(({ nonResourceURLs = [] }) => nonResourceURLs),
  ];
  return [...new Set([...known, ...named, "other.example:things", ...paths])];
}

/** Binds a role to a user of the same name. */
async function bind(client: WireClient, { metadata: { name, namespace } }: PlainRole): Promise<void> {
  const path = namespace === undefined ? `${rbac}/clusterrolebindings` : `${rbac}/namespaces/${namespace}/rolebindings`;
  const body = {
    metadata: { name: `recorded:${name}` },
    roleRef: { apiGroup: group, kind: namespace === undefined ? "ClusterRole" : "Role", name },
    subjects: [{ kind: "User", apiGroup: group, name: userOf({ namespace, name }) }],
  };
  const { status, text } = await client.request(path, { body });
  if (status !== 201 && status !== 409) throw new Error(`${name}: ${text}`);
}

function userOf({ namespace = "", name }: { readonly namespace?: string | undefined; readonly name: string }): string {
  return `recorded:${namespace}:${name}`;
}

/** Asks the reference about each verb on each target. Returns the allowed ones, as `verb target`. */
async function askAll(
  client: WireClient,
  role: PlainRole,
  { verbs, targets }: Pick<DecisionTable, "verbs" | "targets">,
) {
  const questions = targets.flatMap((target) => verbs.map((verb) => ({ target, verb })));
  const allowed = new Set<string>();
  const ask = async (): Promise<void> => {
    for (let question = questions.pop(); question; question = questions.pop()) {
      const { target, verb } = question;
      if (await isAllowed(client, role, { ...targetOf(target), verb })) allowed.add(`${verb} ${target}`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, ask));
  return allowed;
}

async function isAllowed(
  client: WireClient,
  { metadata }: PlainRole,
  { path, verb, ...resource }: Target & { readonly verb: string },
): Promise<boolean> {
  // The distributor of this build denies proxying to users outside this group. The group's default roles contain no proxying.
  const isProxying = verb === "proxy" || resource.subresource === "proxy";
  const groups = isProxying ? ["system:authenticated"] : [];
  const attributes =
    path === undefined
      ? { resourceAttributes: { verb, ...resource, namespace: metadata.namespace ?? "" } }
      : { nonResourceAttributes: { path, verb } };
  const body = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: { user: userOf(metadata), groups, ...attributes },
  };
  const { status, json, text } = await client.request(reviews, { body });
  if (status !== 201) throw new Error(text);
  return json.status.allowed;
}

const [url = "", pki = "", output = ""] = process.argv.slice(2);
const credential = (name: string): string => readFileSync(join(pki, name), "utf8");
await using client = new WireClient({
  url,
  ca: credential("ca.crt"),
  cert: credential("admin.crt"),
  key: credential("admin.key"),
  protocol: "h2",
});
const roles = await readRoles(client);
const verbsOfRules = roles.flatMap((role) => (role.rules ?? []).flatMap(({ verbs }) => verbs));
const verbs = [...new Set([...usualVerbs, "impersonate", "proxy", ...verbsOfRules])].filter((verb) => verb !== "*");
const targets = targetsOf(roles);
const allowed: number[][] = [];
for (const role of roles) {
  await bind(client, role);
  const found = await askAll(client, role, { verbs, targets });
  const texts = new Map(targets.map((text) => [JSON.stringify(targetOf(text)), text]));
  allowed.push(rowOf({ verbs, targets }, (target, verb) => found.has(`${verb} ${texts.get(JSON.stringify(target))}`)));
}
const lines = (list: readonly unknown[]): string => `[\n${list.map((one) => JSON.stringify(one)).join(",\n")}\n]`;
const parts = [
  `"verbs":${JSON.stringify(verbs)}`,
  `"targets":${JSON.stringify(targets)}`,
  `"roles":${lines(roles)}`,
  `"allowed":${lines(allowed)}`,
];
writeFileSync(output, `{${parts.join(",\n")}}\n`);
