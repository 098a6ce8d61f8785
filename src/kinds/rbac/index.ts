/** Hooks and rules of the kinds in this group. */
import { clusterRole, clusterRoleBinding, role, roleBinding } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { authorizeClusterRole, authorizeRole } from "./authorize-role.ts";
import { bindingHooks } from "./binding.ts";
import { clusterRoleRules, roleErrors } from "./role-rules.ts";

/** Hooks of all kinds in this group. Roles have the default columns. */
export const rbacHooks: readonly HookEntry[] = [
  hooksOf(clusterRoleBinding, bindingHooks({ roleKinds: ["ClusterRole"], namespaced: false })),
  hooksOf(clusterRole, { nameFormat: "rbacName", authorizeWrite: authorizeClusterRole }),
  hooksOf(roleBinding, bindingHooks({ roleKinds: ["Role", "ClusterRole"], namespaced: true })),
  hooksOf(role, { nameFormat: "rbacName", validateCreate: roleErrors, authorizeWrite: authorizeRole }),
];

/** Rules of all types in this group. */
export const rbacRules: readonly RuleEntry[] = clusterRoleRules;
