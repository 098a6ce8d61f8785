/** Acknowledged writes and the events that they cause. */

/** Plural name of a resource that a soak writes. */
export type SoakResource = "configmaps" | "secrets" | "pods";

/** A write that the server has acknowledged. */
export interface AcknowledgedWrite {
  readonly resource: SoakResource;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /**
   * Version of the object after the write. Undefined after a deletion, because its response does not contain the new
   * version.
   */
  readonly version: number | undefined;
  /** Label `tier` before and after the write. Undefined if the object did not exist then. */
  readonly tierBefore: string | undefined;
  readonly tierAfter: string | undefined;
  /** Whether the deletion first set deletionTimestamp, which causes a MODIFIED event. */
  readonly isMarkedFirst?: boolean;
  /** Whether the object existed before the write. */
  readonly existedBefore: boolean;
}

/** Type of an event that reports a change. */
export type ChangeType = "ADDED" | "MODIFIED" | "DELETED";

/**
 * Returns the type of the event that a watcher receives, by whether its scope contained the object before and after the
 * write. Undefined if there is no event.
 */
export function eventTypeOf(before: boolean, after: boolean): ChangeType | undefined {
  if (before) return after ? "MODIFIED" : "DELETED";
  return after ? "ADDED" : undefined;
}

/** Returns the key of an object within its resource. */
export function keyOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}
