/** Lists roles and bindings, as far as the caller may read them. */
import { clusterRole } from "../../api/rbac/v1/cluster-role.ts";
import { clusterRoleBinding } from "../../api/rbac/v1/cluster-role-binding.ts";
import type { PolicyRule } from "../../api/rbac/v1/policy-rule.ts";
import { role } from "../../api/rbac/v1/role.ts";
import { roleBinding } from "../../api/rbac/v1/role-binding.ts";
import type { RoleRef } from "../../api/rbac/v1/role-ref.ts";
import type { Subject } from "../../api/rbac/v1/subject.ts";
import { StatusError } from "../../client/index.ts";
import type { ListedBinding, ListedRole, RolesAndBindings } from "../../meta/access/role-grants.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import type { ClientContext } from "../context.ts";

/** Roles and bindings, and what could not be read. */
export interface ReadRoles extends RolesAndBindings {
  /** Descriptions of lists that the caller may not read: `rolebindings in the namespace "shop"`. */
  readonly unreadable: readonly string[];
}

type AnyRole = ApiObject & { readonly rules?: readonly PolicyRule[] | null };
type AnyBinding = ApiObject & { readonly subjects?: readonly Subject[] | null; readonly roleRef: RoleRef };

/** Reads the roles and bindings of the cluster, and those of a namespace unless it is empty. @throws StatusError */
export async function listRoles(
  namespace: string,
  { caller, signal }: Pick<ClientContext, "caller" | "signal">,
): Promise<ReadRoles> {
  const list = async <T extends ApiObject>(kind: KindDeclaration<T>, place: string): Promise<ReadList<T>> => {
    try {
      return { items: (await caller.api(kind, place).listAll({ signal })).items, unreadable: [] };
    } catch (error) {
      if (!(error instanceof StatusError) || error.code !== 403) throw error;
      return { items: [], unreadable: [place === "" ? kind.plural : `${kind.plural} in the namespace "${place}"`] };
    }
  };
  const inNamespace = async <T extends ApiObject>(kind: KindDeclaration<T>): Promise<ReadList<T>> =>
    namespace === "" ? { items: [], unreadable: [] } : await list(kind, namespace);
  const [clusterRoles, roles, clusterBindings, bindings] = await Promise.all([
    list<AnyRole>(clusterRole, ""),
    inNamespace<AnyRole>(role),
    list<AnyBinding>(clusterRoleBinding, ""),
    inNamespace<AnyBinding>(roleBinding),
  ]);
  return {
    roles: [...clusterRoles.items.map(roleAs(clusterRole.kind)), ...roles.items.map(roleAs(role.kind))],
    bindings: [
      ...clusterBindings.items.map(bindingAs(clusterRoleBinding.kind)),
      ...bindings.items.map(bindingAs(roleBinding.kind)),
    ],
    unreadable: [clusterRoles, clusterBindings, roles, bindings].flatMap(({ unreadable }) => unreadable),
  };
}

interface ReadList<T> {
  readonly items: readonly T[];
  readonly unreadable: readonly string[];
}

function roleAs(kind: string): (object: AnyRole) => ListedRole {
  return ({ metadata, rules }) => ({ kind, ...placeOf(metadata), rules: rules ?? [] });
}

function bindingAs(kind: string): (object: AnyBinding) => ListedBinding {
  return ({ metadata, roleRef, subjects }) => ({ kind, ...placeOf(metadata), roleRef, subjects: subjects ?? [] });
}

function placeOf({ namespace = "", name = "" }: ApiObject["metadata"]): { namespace: string; name: string } {
  return { namespace, name };
}
