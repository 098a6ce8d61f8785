/** Members of `system:masters` may do everything; nothing can take that from them. */
import { type Authorizer, allowed, noOpinion } from "./authorizer.ts";

const privilegedGroup = "system:masters";

export const authorizePrivilegedGroup: Authorizer = (subject) =>
  subject.groups.includes(privilegedGroup) ? allowed : noOpinion;
