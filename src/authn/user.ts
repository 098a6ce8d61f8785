/** Users that the server itself knows of. */
import type { User } from "../meta/user.ts";

export type { User };

export const authenticatedGroup = "system:authenticated";
export const unauthenticatedGroup = "system:unauthenticated";

export const anonymous: User = { name: "system:anonymous", groups: [unauthenticatedGroup] };
