/** Describes the permission that a user lacks for an action, and the users who could grant it. */
import { stringifyYaml } from "../../codec/index.ts";
import type { Attributes } from "../../meta/access/access-control.ts";
import { privilegedGroup } from "../../meta/access/privileged-user.ts";
import { relatedRules } from "../../meta/access/related-rules.ts";
import { grantorsOf } from "../../meta/access/role-grantors.ts";
import { grantsOf, type ListedRole, subjectOfUser } from "../../meta/access/role-grants.ts";
import { ruleAllows } from "../../meta/access/rule-match.ts";
import { proposeRole } from "../../meta/access/smallest-role.ts";
import { group, type Vocabulary } from "../../meta/vocabulary.ts";
import type { AccessFindings } from "./access-findings.ts";
import { decidingAuthorizer } from "./deciding-authorizer.ts";
import { describeObject, describeRule, describeSubject } from "./describe-access.ts";
import { labelled } from "./labelled.ts";

/** Prefix of roles for programs of the system. They are not meant for other users. */
const systemPrefix = "system:";

/** Roles, rules and subjects that are listed of each sort. */
const shownMax = 10;

/** Returns the lines of the explanation. */
export function missingPermission(findings: AccessFindings, vocabulary: Vocabulary): readonly string[] {
  const { user, action, status, listed } = findings;
  const { reason = "", evaluationError = "" } = status;
  const decision = [
    labelled("authorizer", decidingAuthorizer(findings)),
    ...(reason === "" ? [] : [labelled("reason", reason)]),
    ...(evaluationError === "" ? [] : [labelled("error", evaluationError)]),
  ];
  if (status.denied) return decision;
  const grant = grantsOf(action, listed).find(({ binding }) => subjectOfUser(user, binding));
  if (grant)
    return [
      ...decision,
      ...section("unused", [`${describeObject(grant.binding)} allows it, but the server does not use RBAC`]),
    ];
  const rbacGroup = vocabulary.bind(group("rbac.authorization"));
  const related = relatedRules(user, action, listed).map(
    ({ binding, rule }) => `${describeRule(rule)}, by ${describeObject(binding)}`,
  );
  const roles = listed.roles.filter(
    ({ name, rules }) => !name.startsWith(systemPrefix) && rules.some((rule) => ruleAllows(rule, action)),
  );
  const grantors = grantorsOf(action, listed, { rbacGroup })
    .filter(({ subject }) => subject.name !== privilegedGroup)
    .map(({ subject, binding }) => `${describeSubject(subject)}, by ${describeObject(binding)}`);
  return [
    ...decision,
    ...section("allowed", related.length > 0 ? related : ["nothing on this resource or path, by any role"]),
    ...section("roles", roles.length > 0 ? roles.toSorted(bySize).map(describeObject) : ["none allows it so far"]),
    ...section("grantors", [`Group "${privilegedGroup}"`, ...grantors]),
    "",
    "The smallest role that allows it, and its binding:",
    "",
    ...manifestLines(action, user.name, rbacGroup),
  ];
}

function section(label: string, lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, shownMax);
  const rest = lines.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].map((line, index) =>
    labelled(index === 0 ? label : "", line),
  );
}

/** Compares roles by the size of what they allow, so that the closest one is first. */
function bySize(one: ListedRole, other: ListedRole): number {
  return sizeOf(one) - sizeOf(other);
}

function sizeOf({ rules }: ListedRole): number {
  return rules.reduce((sum, rule) => sum + ruleSize(rule), 0);
}

/** A wildcard counts as more than any list that people write. */
const wildcardSize = 1000;

function ruleSize({ verbs, resources = [], nonResourceURLs = [] }: ListedRole["rules"][number]): number {
  const size = (values: readonly string[]): number => (values.includes("*") ? wildcardSize : values.length);
  return size(verbs) * (size(resources) + size(nonResourceURLs));
}

function manifestLines(action: Attributes, userName: string, rbacGroup: string): readonly string[] {
  const { role, binding } = proposeRole(action, userName);
  const apiVersion = `${rbacGroup}/v1`;
  const subjects = binding.subjects.map((subject) =>
    subject.kind === "ServiceAccount" ? subject : { ...subject, apiGroup: rbacGroup },
  );
  const roleRef = { apiGroup: rbacGroup, ...binding.roleRef };
  const documents = [
    { apiVersion, ...role },
    { apiVersion, ...binding, subjects, roleRef },
  ];
  return documents
    .map((document) => stringifyYaml(document))
    .join("---\n")
    .trimEnd()
    .split("\n");
}
