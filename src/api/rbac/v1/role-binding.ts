import { group } from "../../../meta/vocabulary.ts";
import { type KindDeclaration, list, type ObjectOf, optional, required } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { roleRef } from "./role-ref.ts";
import { subject } from "./subject.ts";

const roleBindingFields = {
  subjects: optional(list(subject, { type: "atomic" }), 2, "Subjects that get the role."),
  roleRef: required(roleRef, 3, "Reference to a Role in the same namespace, or to a ClusterRole. Immutable."),
};

export interface RoleBinding extends ObjectOf<typeof roleBindingFields> {}

export const roleBinding: KindDeclaration<RoleBinding> = kind({
  group: group("rbac.authorization"),
  version: "v1",
  kind: "RoleBinding",
  package: "rbac",
  plural: "rolebindings",
  scope: "Namespaced",
  rules: {
    updateChecks: { update: ["create", "schema", "createHook", "create", "schema", "createHook", "change", "hook"] },
    createOnUpdate: true,
  },
  doc: "Grant of a role to users, groups and service accounts in one namespace.",
  fields: roleBindingFields,
});
