/** Connects the objects of manifests with the reconciliation of roles and bindings. */
import { clusterRole } from "../../api/rbac/v1/cluster-role.ts";
import { clusterRoleBinding } from "../../api/rbac/v1/cluster-role-binding.ts";
import { role } from "../../api/rbac/v1/role.ts";
import { roleBinding } from "../../api/rbac/v1/role-binding.ts";
import {
  type ReconcilableBinding,
  type ReconciledBinding,
  reconcileBinding,
} from "../../meta/access/reconcile-binding.ts";
import { type ReconcilableRole, type ReconciledRole, reconcileRole } from "../../meta/access/reconcile-role.ts";
import type { ReconcileOptions } from "../../meta/access/reconciliation.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { group, type Vocabulary } from "../../meta/vocabulary.ts";
import type { ManifestObject } from "../selection/manifest-objects.ts";

/** A role or binding, with every member that reconciliations read. */
export type AccessObject = ApiObject & ReconcilableRole & ReconcilableBinding;

/** What a role or binding needs, and the differences. A role has no subjects, and a binding has no rules. */
export interface AccessReconciliation
  extends Pick<ReconciledBinding<AccessObject>, "operation" | "isProtected" | "missingSubjects" | "extraSubjects">,
    Pick<ReconciledRole<AccessObject>, "missingRules" | "extraRules"> {
  /** The object to store. */
  readonly object: ApiObject;
  /** Uid of the stored object. Empty if there is none. */
  readonly storedUid: string;
}

/** Compares the object of a manifest with the stored one. */
export type CompareAccess = (
  stored: AccessObject | undefined,
  options: { readonly roles: ReconcileOptions; readonly bindings: ReconcileOptions },
) => AccessReconciliation;

const roleKinds: ReadonlySet<string> = new Set([role.kind, clusterRole.kind]);
const bindingKinds: ReadonlySet<string> = new Set([roleBinding.kind, clusterRoleBinding.kind]);

/** Returns the comparison for the object of a manifest, or undefined if it is neither a role nor a binding. */
export function reconciliationFor(
  { object, type, api }: ManifestObject,
  vocabulary: Vocabulary,
): CompareAccess | undefined {
  const rbacGroup = vocabulary.bind(group("rbac.authorization"));
  if (type.group !== rbacGroup) return undefined;
  const { metadata = {} } = object as unknown as Partial<AccessObject>;
  const place = api.namespace === "" ? {} : { namespace: api.namespace };
  const expected = { ...object, metadata: { ...metadata, ...place } } as unknown as AccessObject;
  if (roleKinds.has(type.kind)) {
    return (stored, { roles }) => ({
      ...noDifferences,
      ...withObject(reconcileRole(stored, expected, roles), stored, ({ role }) => role),
    });
  }
  if (!bindingKinds.has(type.kind)) return undefined;
  const binding = withGroups(expected, rbacGroup);
  return (stored, { bindings }) => ({
    ...noDifferences,
    ...withObject(reconcileBinding(stored, binding, bindings), stored, ({ binding }) => binding),
  });
}

const noDifferences = { missingRules: [], extraRules: [], missingSubjects: [], extraSubjects: [] } as const;

function withObject<T>(result: T, stored: AccessObject | undefined, objectOf: (result: T) => ApiObject) {
  return { ...result, object: objectOf(result), storedUid: stored?.metadata.uid ?? "" };
}

/** Fills in missing API groups as the server does, so that the references can be compared with stored ones. */
function withGroups(binding: AccessObject, rbacGroup: string): AccessObject {
  const { subjects = [], roleRef } = binding;
  return {
    ...binding,
    roleRef: { ...roleRef, apiGroup: roleRef.apiGroup || rbacGroup },
    subjects: subjects.map((subject) =>
      subject.kind === "ServiceAccount" ? subject : { ...subject, apiGroup: subject.apiGroup || rbacGroup },
    ),
  };
}
