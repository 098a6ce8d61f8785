/** Checks that users grant only permissions that they have. */
import { setImmediate } from "node:timers/promises";
import type { AccessControl, ResourceAction, RoleReference } from "../../meta/access/access-control.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import { breakDown, RuleCoverage } from "../../meta/access/rule-coverage.ts";
import { aggregateErrors } from "../../meta/aggregate-errors.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { formatGroupResource, type GroupResource } from "../../meta/group-version.ts";
import { forbidden } from "../../meta/status-error.ts";
import type { User } from "../../meta/user.ts";
import { describeRules, quoteList } from "./describe-rules.ts";

/** Maximum number of single permissions that are compared. The lists of a rule are multiplied, so a small rule can have many. */
const permissionsMax = 10_000;

/** Maximum length of the compared permissions. All of them can be in the message. */
const charactersMax = 1_000_000;

/** Number of comparisons after which other requests are handled. They take about a millisecond. */
const comparisonsPerSlice = 10_000;

/** Whether the authorizers allow an action that permits granting more than the user has. */
export async function isAllowed(
  access: AccessControl,
  user: User,
  action: Omit<ResourceAction, "isResource" | "version" | "subresource">,
): Promise<boolean> {
  const attributes = { ...action, isResource: true, version: "*", subresource: "" } as const;
  return (await access.authorize(user, attributes)).decision === "allow";
}

/** A write that grants permissions. */
export interface GrantWrite {
  readonly user: User;
  /** Namespace in which the permissions are granted. Empty: the whole cluster. */
  readonly namespace: string;
  /** Resource that is written, for messages. */
  readonly target: GroupResource;
  /** Name of the object that is written. Empty if it is not known yet. */
  readonly name: string;
}

/**
 * Checks that the user has all permissions of the rules.
 * @throws StatusError 403 with the missing permissions
 */
export async function checkEscalation(
  access: AccessControl,
  grant: GrantWrite,
  rules: readonly RoleRule[],
): Promise<void> {
  const { user, namespace, target, name } = grant;
  const owned = await access.roles.rulesOfUser(user, namespace);
  const missing = await findMissing(owned.rules, rules);
  if (missing === undefined) {
    const why = `the rules have too many single permissions to compare them with those of the user, at most ${permissionsMax}`;
    throw forbidden(target, name, why);
  }
  if (missing.length === 0) return;
  const subject = `user ${goQuote(user.name)} (groups=${quoteList(user.groups)})`;
  const what = `is attempting to grant RBAC permissions not currently held:\n${describeRules(missing)}`;
  throw forbidden(target, name, `${subject} ${what}${describeResolution(owned.missingRoles, target)}`);
}

/** As in the reference, missing roles are reported as objects of the resource that is written. */
function describeResolution(missingRoles: readonly RoleReference[], target: GroupResource): string {
  if (missingRoles.length === 0) return "";
  const all = missingRoles.map(({ name }) => `${formatGroupResource(target)} ${goQuote(name)} not found`);
  return `; resolution errors: [${aggregateErrors(all)}]`;
}

/** Returns the permissions that are not owned. Undefined if there are too many to compare. */
async function findMissing(
  owned: readonly RoleRule[],
  wanted: readonly RoleRule[],
): Promise<readonly RoleRule[] | undefined> {
  const coverage = new RuleCoverage(owned);
  const missing: RoleRule[] = [];
  let permissions = 0;
  let characters = 0;
  let comparisons = 0;
  const isCovered = async (rule: RoleRule): Promise<boolean> => {
    comparisons += coverage.size;
    if (comparisons > comparisonsPerSlice) {
      comparisons = 0;
      await setImmediate();
    }
    return coverage.coversAlone(rule);
  };
  for (const rule of wanted) {
    // Most rules are covered as a whole. Only the others are broken down.
    if (await isCovered(rule)) continue;
    for (const permission of breakDown([rule])) {
      permissions += 1;
      characters += charactersIn(permission);
      if (permissions > permissionsMax || characters > charactersMax) return undefined;
      if (!(await isCovered(permission))) missing.push(permission);
    }
  }
  return missing;
}

function charactersIn({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: RoleRule): number {
  const lists = [verbs, apiGroups, resources, resourceNames, nonResourceURLs];
  return lists.reduce((sum, list) => sum + (list?.[0]?.length ?? 0), 0);
}
