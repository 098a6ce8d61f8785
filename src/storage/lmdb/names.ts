/**
 * Names inside a store. The inspection of a data file takes any other name for damage, so a write can only use these: the
 * types of the databases demand them.
 */

/** Databases of a store. */
export const databaseNames = ["heads", "log", "meta"] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** Keys of the database `meta`. */
export const metaNames = ["cluster", "forgottenThrough", "forgottenThroughCheck", "format", "identity"] as const;
export type MetaName = (typeof metaNames)[number];

/** Returns whether `name` is one of `names`. */
export function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}
