/**
 * The names that occur in a store. The inspection of a data file treats all other names as damage. So the types of the
 * databases only allow these names.
 */

/** The databases of a store. */
export const databaseNames = ["heads", "log", "meta", "times"] as const;
/** One of the LMDB databases in a data file. */
export type DatabaseName = (typeof databaseNames)[number];

/**
 * The keys of the database `meta`. `forgottenThrough` is the compacted revision, and the key after it has a copy. `readableFrom` is the
 * oldest revision that watches and lists can use. Earlier programs wrote `owner`.
 */
export const metaNames = [
  "cluster",
  "forgottenThrough",
  "forgottenThroughCheck",
  "format",
  "identity",
  "owner",
  "readableFrom",
] as const;
/** A key of the database `meta`. */
export type MetaName = (typeof metaNames)[number];

/** Whether `name` is one of `names`. */
export function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}
