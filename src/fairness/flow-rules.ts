/** Decides which FlowSchema applies to a request. */
import type { FlowSchemaSpec, PolicyRulesWithSubjects } from "../api/index.ts";
import type { User } from "../meta/user.ts";
import type { RequestDescription } from "./flow-request.ts";

type Subject = NonNullable<PolicyRulesWithSubjects["subjects"]>[number];
type ResourceRule = NonNullable<PolicyRulesWithSubjects["resourceRules"]>[number];
type NonResourceRule = NonNullable<PolicyRulesWithSubjects["nonResourceRules"]>[number];
type Rules = NonNullable<FlowSchemaSpec["rules"]>;

/** Returns those rules that concern the user. */
export function rulesOfUser(rules: Rules | null | undefined, user: User): Rules {
  return (rules ?? []).filter(({ subjects }) => (subjects ?? []).some((subject) => matchesSubject(user, subject)));
}

/** Whether one of the rules, whose subjects match, applies to the request. */
export function matchesRules(rules: Rules, request: RequestDescription): boolean {
  return rules.some(({ resourceRules, nonResourceRules }) =>
    request.isResource
      ? (resourceRules ?? []).some((rule) => matchesResourceRule(rule, request))
      : (nonResourceRules ?? []).some((rule) => matchesNonResourceRule(rule, request)),
  );
}

function matchesSubject({ name, groups }: User, subject: Subject): boolean {
  const { kind, user, group, serviceAccount } = subject;
  if (kind === "User") return user !== undefined && (user.name === "*" || user.name === name);
  if (kind === "Group") return group !== undefined && (group.name === "*" || groups.includes(group.name));
  if (kind !== "ServiceAccount" || !serviceAccount) return false;
  const accounts = `system:serviceaccount:${serviceAccount.namespace}:`;
  return serviceAccount.name === "*" ? name.startsWith(accounts) : name === `${accounts}${serviceAccount.name}`;
}

function matchesResourceRule(rule: ResourceRule, request: RequestDescription): boolean {
  const { verb, resource = "", subresource = "", group = "", namespace = "" } = request;
  if (!includes(rule.verbs, verb)) return false;
  if (!includes(rule.resources, subresource === "" ? resource : `${resource}/${subresource}`)) return false;
  if (!includes(rule.apiGroups, group)) return false;
  return namespace === "" ? (rule.clusterScope ?? false) : includes(rule.namespaces, namespace);
}

function matchesNonResourceRule(
  { verbs, nonResourceURLs }: NonResourceRule,
  { verb, path }: RequestDescription,
): boolean {
  if (!includes(verbs, verb)) return false;
  return (nonResourceURLs ?? []).some((url) => url === "*" || url === path || path.startsWith(prefixOf(url)));
}

/** Returns the beginning of the paths below a URL. As in the reference, `/healthz` also means the paths below it. */
function prefixOf(url: string): string {
  const prefix = url.endsWith("*") ? url.slice(0, -1) : url;
  return prefix.endsWith("/") ? prefix : `${prefix}/`;
}

/** Whether the list has the value. As in the reference, `*` has its meaning only if it is alone. */
function includes(list: readonly string[] | null | undefined, value: string): boolean {
  if (!list) return false;
  return (list.length === 1 && list[0] === "*") || list.includes(value);
}

/** Returns what distinguishes the flows of a schema: a user, a namespace, or nothing. */
export function distinguisherOf(
  method: FlowSchemaSpec["distinguisherMethod"],
  user: User,
  { namespace = "" }: RequestDescription,
): string {
  if (!method) return "";
  return method.type === "ByUser" ? user.name : namespace;
}
