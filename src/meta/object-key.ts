/** `namespace/name`, or `name` of what lies in no namespace: how stores, queues and controllers name an object. */

export interface ObjectName {
  /** Empty for what lies in no namespace. */
  readonly namespace: string;
  readonly name: string;
}

/** The key of what has this name. */
export function keyOf({ namespace, name }: ObjectName): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** The other way round: neither part of a key has a slash. */
export function splitKey(key: string): ObjectName {
  const slash = key.indexOf("/");
  return { namespace: key.slice(0, Math.max(0, slash)), name: key.slice(slash + 1) };
}
