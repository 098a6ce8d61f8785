/** The hooks of the kinds of this group, and the rules of its structs. */
import { clusterRole, clusterRoleBinding, role, roleBinding } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { bindingHooks } from "./binding.ts";
import { clusterRoleRules, roleErrors } from "./role-rules.ts";

/** Roles have the columns of kinds that have none of their own. */
export const rbacHooks: readonly HookEntry[] = [
  hooksOf(clusterRoleBinding, bindingHooks({ roleKinds: ["ClusterRole"], namespaced: false })),
  hooksOf(clusterRole, { nameFormat: "rbacName" }),
  hooksOf(roleBinding, bindingHooks({ roleKinds: ["Role", "ClusterRole"], namespaced: true })),
  hooksOf(role, { nameFormat: "rbacName", validateCreate: roleErrors }),
];

export const rbacRules: readonly RuleEntry[] = clusterRoleRules;
