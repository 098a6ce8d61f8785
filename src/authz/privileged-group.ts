/**
 * The authorizer of the group `system:masters`. Its members may do everything. It is the first authorizer, so no other
 * one can deny this.
 */
import { isPrivileged } from "../meta/access/privileged-user.ts";
import { allowEverything } from "./everything.ts";

/** Allows all actions of members of `system:masters`. */
export const { authorize: authorizePrivilegedGroup, list: listPrivilegedGroup } = allowEverything(isPrivileged);
