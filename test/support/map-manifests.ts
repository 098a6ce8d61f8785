/** ConfigMap `a` and its field sets, for tests of field managers. */
import { mapsPath } from "./config-maps.ts";

/** Path of the ConfigMap `a`. */
export const mapPath = `${mapsPath}/a`;

/** Returns the ConfigMap `a` in the form in which a client applies it. */
export function mapManifest(data: Readonly<Record<string, string>>, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", ...metadata }, data };
}

/** Returns the `fieldsV1` of a manager that owns these members of `data`, but not `data` itself. */
export function dataKeyFields(...keys: readonly string[]): object {
  return { "f:data": Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) };
}

/** Returns the `fieldsV1` of a manager that owns `data` and these members. */
export function wholeDataFields(...keys: readonly string[]): object {
  return { "f:data": { ".": {}, ...Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) } };
}
