import { group } from "../../../meta/vocabulary.ts";
import { type KindDeclaration, list, type ObjectOf, optional, required } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { roleRef } from "./role-ref.ts";
import { subject } from "./subject.ts";

const clusterRoleBindingFields = {
  subjects: optional(list(subject, { type: "atomic" }), 2, "Subjects that get the role."),
  roleRef: required(roleRef, 3, "Reference to the ClusterRole. Immutable."),
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
  doc: "Grant of a ClusterRole to users, groups and service accounts in the whole cluster.",
  fields: clusterRoleBindingFields,
});
