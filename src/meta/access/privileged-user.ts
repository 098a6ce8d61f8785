import type { User } from "../user.ts";

/** The group whose members may do everything. */
export const privilegedGroup = "system:masters";

/** Whether the user is in the group whose members may do everything. */
export function isPrivileged({ groups }: User): boolean {
  return groups.includes(privilegedGroup);
}
