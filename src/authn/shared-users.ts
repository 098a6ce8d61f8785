/**
 * Stores users compactly. Most cached tokens belong to few users, and differ only in the id of the token. So the users of these
 * tokens share their names, uids and groups.
 */
import type { User } from "./user.ts";

/** Maximum number of users whose values are shared. After that, the sharing starts again with the next user. */
const usersMax = 1000;

/** Makes users share their values with equal users before them. */
export class SharedUsers {
  readonly #byName = new Map<string, User>();

  /** Returns an equal user. It shares its values with the last user of this name, if their uids and groups are equal. */
  share(user: User): User {
    const known = this.#byName.get(user.name);
    if (known && known.uid === user.uid && areEqualLists(known.groups, user.groups)) return userOf(known, user.extra);
    if (!known && this.#byName.size >= usersMax) this.clear();
    this.#byName.set(user.name, userOf(user, undefined));
    return userOf(user, user.extra);
  }

  /** Forgets all users. Their values are released with the last token that has them. */
  clear(): void {
    this.#byName.clear();
  }
}

function areEqualLists(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, index) => text === right[index]);
}

/** Returns the user with this `extra`. Unlike those with a spread, these literals reserve no memory for more members. */
function userOf({ name, groups, uid }: User, extra: User["extra"]): User {
  if (!extra) return uid === undefined ? { name, groups } : { name, groups, uid };
  return uid === undefined ? { name, groups, extra } : { name, groups, uid, extra };
}
