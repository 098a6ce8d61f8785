import { group } from "../../../meta/vocabulary.ts";
import { type KindDeclaration, list, type ObjectOf, optional, required } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { roleRef } from "./role-ref.ts";
import { subject } from "./subject.ts";

const roleBindingFields = {
  subjects: optional(list(subject, { type: "atomic" }), 2, "Who is given the role."),
  roleRef: required(
    roleRef,
    3,
    "The role that is given: one of the same namespace, or a cluster role. Cannot be changed.",
  ),
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
  doc: "Gives a role to users, groups and accounts within one namespace.",
  fields: roleBindingFields,
});
