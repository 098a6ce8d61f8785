/** Permissions that a write of a binding needs: the user must have all permissions of the role, or may bind it. */
import { clusterRole, clusterRoleBinding, role, roleBinding } from "../../api/index.ts";
import type { AccessControl } from "../../meta/access/access-control.ts";
import { changesOnlyOwnership } from "../../meta/access/ownership-change.ts";
import { isPrivileged } from "../../meta/access/privileged-user.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { GroupResource } from "../../meta/group-version.ts";
import { badRequest, notFound, StatusError } from "../../meta/status-error.ts";
import type { UserWrite } from "../../schema/index.ts";
import type { AnyRoleBinding, BindingScope } from "./binding-rules.ts";
import { checkEscalation, isAllowed } from "./escalation.ts";

/** Resources of the kinds of roles. */
const roleResources: ReadonlyMap<string, string> = new Map([
  [role.kind, role.plural],
  [clusterRole.kind, clusterRole.plural],
]);

/**
 * Returns the check of a kind of bindings. It throws a StatusError: 403 if the user has less permissions than the role, 404
 * if the role does not exist, 400 and 500 if the binding cannot refer to the role.
 */
export function authorizeBinding({ namespaced }: Pick<BindingScope, "namespaced">) {
  const { plural } = namespaced ? roleBinding : clusterRoleBinding;
  return async (write: UserWrite<AnyRoleBinding>, access: AccessControl): Promise<void> => {
    const { object, old, user, namespace, vocabulary } = write;
    if (isPrivileged(user)) return;
    if (old && changesOnlyOwnership(object, old)) return;
    const { apiGroup: group, kind, name } = object.roleRef;
    const resource = roleResources.get(kind);
    if (resource !== undefined && (await isAllowed(access, user, { verb: "bind", group, resource, namespace, name }))) {
      return;
    }
    const target = { group: vocabulary.bind(role.group), resource: plural };
    const rules = await rulesOf(object, namespace, target, access);
    await checkEscalation(access, { user, namespace, target, name: object.metadata.name ?? "" }, rules);
  };
}

async function rulesOf(
  { roleRef: { kind, name } }: UserWrite<AnyRoleBinding>["object"],
  namespace: string,
  target: GroupResource,
  access: AccessControl,
): Promise<readonly RoleRule[]> {
  if (!roleResources.has(kind)) throw new StatusError(500, `unsupported role reference kind: ${goQuote(kind)}`);
  if (kind === role.kind && namespace === "") throw badRequest("Namespace parameter required.");
  try {
    return await access.roles.rulesOfRole({ kind, name }, namespace);
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== "NotFound") throw error;
    // As in the reference, the message names the resource that is written.
    throw notFound(target, name);
  }
}
