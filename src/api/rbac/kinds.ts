import type { KindDeclaration } from "../../schema/index.ts";
import { clusterRole } from "./v1/cluster-role.ts";
import { clusterRoleBinding } from "./v1/cluster-role-binding.ts";
import { role } from "./v1/role.ts";
import { roleBinding } from "./v1/role-binding.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const rbacKinds: readonly KindDeclaration[] = [clusterRoleBinding, clusterRole, roleBinding, role];
