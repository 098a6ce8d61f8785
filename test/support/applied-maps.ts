/** The ConfigMap `a` of tests about owners, and the fields of its entries. */
import { maps } from "./config-maps.ts";

export const mapPath = `${maps}/a`;

/** Returns the ConfigMap as a client applies it. */
export function map(data: Readonly<Record<string, string>>, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", ...metadata }, data };
}

/** Returns the fields of an entry that owns these members of `data`. */
export function dataKeys(...keys: readonly string[]): object {
  return { "f:data": Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) };
}

/** Returns the fields of an entry that owns all of `data`. */
export function allData(...keys: readonly string[]): object {
  return { "f:data": { ".": {}, ...Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) } };
}
