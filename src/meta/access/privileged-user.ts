import type { User } from "../user.ts";

const privilegedGroup = "system:masters";

/** Whether the user is in `system:masters`, whose members may do everything. */
export function isPrivileged({ groups }: User): boolean {
  return groups.includes(privilegedGroup);
}
