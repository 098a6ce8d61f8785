/** Keeps a value for each user, and finds it without a text that identifies the user. */
import type { User } from "./user.ts";

interface KnownUser<T> {
  readonly name: string;
  readonly value: T;
}

/** Values that depend only on the name and the groups of a user. */
export class ValuesOfUsers<T> {
  readonly #create: (user: User) => T;
  /**
   * The last user with a list of groups. Cached tokens of one user share this list (`authn/shared-users.ts`), so thousands of
   * tokens need one entry.
   */
  readonly #known = new WeakMap<User["groups"], KnownUser<T>>();

  constructor(create: (user: User) => T) {
    this.#create = create;
  }

  /** Returns the value of a user. Creates it unless it was created for the last user with this list of groups. */
  of(user: User): T {
    const known = this.#known.get(user.groups);
    if (known?.name === user.name) return known.value;
    const value = this.#create(user);
    this.#known.set(user.groups, { name: user.name, value });
    return value;
  }
}
