/**
 * Keys by which stores, queues and controllers name an object: `namespace/name`, or `name` for a cluster-scoped object.
 */

/** Namespace and name of an object. */
export interface ObjectName {
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
}

/**
 * Returns the key of the object.
 * @param object the object's namespace and name; the namespace is empty for a cluster-scoped object
 * @example
 * ```ts
 * keyOf({ namespace: "default", name: "web" }); // "default/web"
 * keyOf({ namespace: "", name: "node-1" }); // "node-1"
 * ```
 */
export function keyOf({ namespace, name }: ObjectName): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/**
 * Returns the namespace and the name in a key. Neither can contain a slash.
 * @param key such as `default/web`, or `node-1` for a cluster-scoped object
 * @example
 * ```ts
 * const { namespace, name } = splitKey("default/web");
 * ```
 */
export function splitKey(key: string): ObjectName {
  const slash = key.indexOf("/");
  return { namespace: key.slice(0, Math.max(0, slash)), name: key.slice(slash + 1) };
}
