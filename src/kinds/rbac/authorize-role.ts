/** Permissions that a write of a Role or ClusterRole needs: the user must have all permissions that the role grants. */
import { type ClusterRole, clusterRole, type Role, role } from "../../api/index.ts";
import type { AccessControl } from "../../meta/access/access-control.ts";
import { changesOnlyOwnership } from "../../meta/access/ownership-change.ts";
import { isPrivileged } from "../../meta/access/privileged-user.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import { forbidden, StatusError } from "../../meta/status-error.ts";
import type { UserWrite } from "../../schema/index.ts";
import { checkEscalation, type GrantWrite, isAllowed } from "./escalation.ts";

/** Permissions for all actions in a cluster. Other users can later add them to a role that aggregates others. */
const fullAuthority: readonly RoleRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/**
 * Checks a write of a Role.
 * @throws StatusError 403 if the user has less permissions than the Role
 */
export async function authorizeRole(write: UserWrite<Role>, access: AccessControl): Promise<void> {
  if (await mayWrite(write, access, role.plural)) return;
  await checkEscalation(access, grantOf(write, role.plural), write.object.rules ?? []);
}

/**
 * Checks a write of a ClusterRole.
 * @throws StatusError 403 if the user has less permissions than the ClusterRole, or if the ClusterRole aggregates others and
 * the user may not do everything
 */
export async function authorizeClusterRole(write: UserWrite<ClusterRole>, access: AccessControl): Promise<void> {
  if (await mayWrite(write, access, clusterRole.plural)) return;
  const grant = grantOf(write, clusterRole.plural);
  await checkEscalation(access, grant, write.object.rules ?? []);
  // A rule without selectors is invalid. As in the reference, the validation reports it to all users.
  const selectors = [write.object, write.old].flatMap((one) => one?.aggregationRule?.clusterRoleSelectors ?? []);
  if (selectors.length === 0) return;
  try {
    await checkEscalation(access, grant, fullAuthority);
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 403) throw error;
    throw forbidden(grant.target, grant.name, "must have cluster-admin privileges to use the aggregationRule");
  }
}

/** Whether the write is allowed for other reasons than the permissions of the role. */
async function mayWrite(
  write: UserWrite<Role | ClusterRole>,
  access: AccessControl,
  resource: string,
): Promise<boolean> {
  const { object, old, user, namespace, requestName, vocabulary } = write;
  if (isPrivileged(user)) return true;
  const group = vocabulary.bind(role.group);
  if (await isAllowed(access, user, { verb: "escalate", group, resource, namespace, name: requestName })) return true;
  return old !== undefined && changesOnlyOwnership(object, old);
}

function grantOf({ object, user, namespace, vocabulary }: UserWrite<Role | ClusterRole>, resource: string): GrantWrite {
  const group = vocabulary.bind(role.group);
  return { user, namespace, target: { group, resource }, name: object.metadata.name ?? "" };
}
