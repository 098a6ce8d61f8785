import type { UserInfo } from "../../api/index.ts";
import type { User } from "../../meta/user.ts";

/** Returns a user in the form of reviews. */
export function userInfoOf({ name, uid, groups, extra = {} }: User): UserInfo {
  const shownExtra = Object.entries(extra).map(([key, values]): [string, string[]] => [key, [...values]]);
  return {
    username: name,
    ...(uid === undefined ? {} : { uid }),
    groups: [...groups],
    extra: Object.fromEntries(shownExtra),
  };
}
