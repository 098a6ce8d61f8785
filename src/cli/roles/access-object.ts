/** The objects that `orch create` sends for roles and bindings. */
import { splitOnce } from "../../base/split-once.ts";
import type { Tree } from "../../manifests/index.ts";
import { group } from "../../meta/vocabulary.ts";
import { type AccessRequest, type BindingRequest, isRoleRequest, type RoleRequest } from "./access-request.ts";
import { type RuleContext, rulesOf } from "./role-rules.ts";

/** API group of roles and bindings. */
export const rolesGroup = group("rbac.authorization");

/** Returns the object. @throws CommandError if a role names resources or verbs that do not exist */
export function accessObject(request: AccessRequest, context: RuleContext): Tree {
  const content = isRoleRequest(request) ? roleContent(request, context) : bindingContent(request, context);
  return { metadata: { name: request.name }, ...content };
}

function roleContent(request: RoleRequest, context: RuleContext): Tree {
  const { aggregationLabels } = request;
  if (aggregationLabels.length === 0) return { rules: rulesOf(request, context) };
  const matchLabels = Object.fromEntries(aggregationLabels.map((label) => splitOnce(label, "=")));
  return { aggregationRule: { clusterRoleSelectors: [{ matchLabels }] } };
}

function bindingContent(
  { role, clusterRole, users, groups, accounts }: BindingRequest,
  { vocabulary }: Pick<RuleContext, "vocabulary">,
): Tree {
  const apiGroup = vocabulary.bind(rolesGroup);
  const roleRef = role ? { apiGroup, kind: "Role", name: role } : { apiGroup, kind: "ClusterRole", name: clusterRole };
  const subjects = [
    ...users.map((name) => ({ kind: "User", apiGroup, name })),
    ...groups.map((name) => ({ kind: "Group", apiGroup, name })),
    ...accounts.map((account) => {
      const [namespace, name] = splitOnce(account, ":");
      return { kind: "ServiceAccount", name, namespace };
    }),
  ];
  return subjects.length === 0 ? { roleRef } : { roleRef, subjects };
}
