import { group } from "../../../meta/vocabulary.ts";
import { type KindDeclaration, list, type ObjectOf, optional, required } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { roleRef } from "./role-ref.ts";
import { subject } from "./subject.ts";

const clusterRoleBindingFields = {
  subjects: optional(list(subject, { type: "atomic" }), 2, "Who is given the role."),
  roleRef: required(roleRef, 3, "The cluster role that is given. Cannot be changed."),
};

export interface ClusterRoleBinding extends ObjectOf<typeof clusterRoleBindingFields> {}

export const clusterRoleBinding: KindDeclaration<ClusterRoleBinding> = kind({
  group: group("rbac.authorization"),
  version: "v1",
  kind: "ClusterRoleBinding",
  package: "rbac",
  plural: "clusterrolebindings",
  scope: "Cluster",
  rules: {
    updateChecks: { update: ["create", "schema", "createHook", "create", "schema", "createHook", "change", "hook"] },
    createOnUpdate: true,
  },
  doc: "Gives a cluster role to users, groups and accounts in the whole cluster.",
  fields: clusterRoleBindingFields,
});
