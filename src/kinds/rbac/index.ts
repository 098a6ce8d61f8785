/** The hooks of the kinds of this group. */
import { clusterRole, clusterRoleBinding, role, roleBinding } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { bindingHooks } from "./binding.ts";

/** Roles have the columns of kinds that have none of their own. */
export const rbacHooks: readonly HookEntry[] = [
  hooksOf(clusterRoleBinding, bindingHooks),
  hooksOf(clusterRole, { nameFormat: "rbacName" }),
  hooksOf(roleBinding, bindingHooks),
  hooksOf(role, { nameFormat: "rbacName" }),
];
