/** Recognizes the users of node agents. */
import type { User } from "../user.ts";

const nodesGroup = "system:nodes";
const userNamePrefix = "system:node:";

/**
 * Returns the name of the node whose agent the user is. Undefined for other users. Empty if the user belongs to the group
 * of the nodes, but names none.
 */
export function nodeNameOf({ name, groups }: Pick<User, "name" | "groups">): string | undefined {
  if (!name.startsWith(userNamePrefix) || !groups.includes(nodesGroup)) return undefined;
  return name.slice(userNamePrefix.length);
}
