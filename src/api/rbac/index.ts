/** The types of this group, and the kinds that declare them. */
export { type AggregationRule, type ClusterRole, clusterRole } from "./v1/cluster-role.ts";
export { type ClusterRoleBinding, clusterRoleBinding } from "./v1/cluster-role-binding.ts";
export type { PolicyRule } from "./v1/policy-rule.ts";
export { type Role, role } from "./v1/role.ts";
export { type RoleBinding, roleBinding } from "./v1/role-binding.ts";
export type { RoleRef } from "./v1/role-ref.ts";
export type { Subject as RbacSubject } from "./v1/subject.ts";
