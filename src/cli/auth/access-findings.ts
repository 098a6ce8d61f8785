import type { SubjectAccessReviewStatus } from "../../api/authorization/v1/subject-access-review.ts";
import type { Attributes } from "../../meta/access/access-control.ts";
import type { User } from "../../meta/user.ts";
import type { ReadRoles } from "./list-roles.ts";

/** A question about access, and everything that `orch auth why` learned about it. */
export interface AccessFindings {
  readonly user: User;
  readonly action: Attributes;
  /** Decision of the server. */
  readonly status: SubjectAccessReviewStatus;
  readonly listed: ReadRoles;
}
