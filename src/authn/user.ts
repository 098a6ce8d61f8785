/** Users and groups that the server assigns itself. */
import type { User } from "../meta/user.ts";

export type { User };

/** The group of all authenticated users. */
export const authenticatedGroup = "system:authenticated";
/** The group of the anonymous user. */
export const unauthenticatedGroup = "system:unauthenticated";

/** The user of requests without credentials. */
export const anonymous: User = { name: "system:anonymous", groups: [unauthenticatedGroup] };
