/**
 * The authorizer of the group `system:masters`. Its members may do everything. It is the first authorizer, so no other
 * one can deny this.
 */
import { allowEverything } from "./everything.ts";

const privilegedGroup = "system:masters";

/** Allows all actions of members of `system:masters`. */
export const { authorize: authorizePrivilegedGroup, list: listPrivilegedGroup } = allowEverything(({ groups }) =>
  groups.includes(privilegedGroup),
);
