/** The authorizer of the mode ABAC. It allows what at least one policy allows. */
import type { Attributes, Decision, SubjectRules } from "../../meta/access/access-control.ts";
import { pathMatches } from "../../meta/access/rule-match.ts";
import type { User } from "../../meta/user.ts";
import { allowed } from "../authorizer.ts";
import type { ListedAuthorizer } from "../everything.ts";
import { noRules } from "../rules.ts";
import type { Policy } from "./policy.ts";

const noMatch: Decision = { decision: "no opinion", reason: "No policy matched." };
const readVerbs = ["get", "list", "watch"];
const allVerbs = ["*"];

/** Returns the authorizer of these policies. */
export function abacAuthorizer(policies: readonly Policy[]): ListedAuthorizer {
  return {
    authorize: (user, attributes) =>
      policies.some((policy) => matchesUser(policy, user) && matchesAction(policy, attributes)) ? allowed : noMatch,
    list: (user, namespace) =>
      rulesOf(policies.filter((policy) => matchesUser(policy, user) && matchesText(policy.namespace, namespace))),
  };
}

function matchesUser({ user, group }: Policy, { name, groups }: User): boolean {
  if (user === "" && group === "") return false;
  return (user === "" || user === name) && (group === "" || groups.includes(group));
}

function matchesAction(policy: Policy, attributes: Attributes): boolean {
  if (policy.isReadonly && !readVerbs.includes(attributes.verb)) return false;
  if (!attributes.isResource) return pathMatches(policy.nonResourcePath, attributes.path);
  return (
    matchesText(policy.namespace, attributes.namespace) &&
    matchesText(policy.resource, attributes.resource) &&
    matchesText(policy.apiGroup, attributes.group)
  );
}

function matchesText(pattern: string, value: string): boolean {
  return pattern === "*" || pattern === value;
}

function rulesOf(policies: readonly Policy[]): SubjectRules {
  const verbsOf = ({ isReadonly }: Policy): readonly string[] => (isReadonly ? readVerbs : allVerbs);
  return {
    ...noRules,
    resourceRules: policies
      .filter(({ resource }) => resource !== "")
      .map((policy) => ({ verbs: verbsOf(policy), groups: [policy.apiGroup], resources: [policy.resource] })),
    pathRules: policies
      .filter(({ nonResourcePath }) => nonResourcePath !== "")
      .map((policy) => ({ verbs: verbsOf(policy), paths: [policy.nonResourcePath] })),
  };
}
