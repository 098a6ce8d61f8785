/** A write that the server has acknowledged. */

export type Resource = "configmaps" | "secrets" | "pods";

export interface Write {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** The object's version after the write; undefined when it was deleted, for the answer does not tell. */
  readonly version: number | undefined;
  /** The label that selects, before and after; undefined where there is no object. */
  readonly tierBefore: string | undefined;
  readonly tierAfter: string | undefined;
  /** The object was marked for deletion before it was deleted, which watchers see. */
  readonly isMarked?: boolean;
  /** The object was there before, and after. */
  readonly wasThere: boolean;
}

export type ChangeType = "ADDED" | "MODIFIED" | "DELETED";

/** What a watcher sees of a write that sees the object before, or after, or not. */
export function changeSeen(before: boolean, after: boolean): ChangeType | undefined {
  if (before) return after ? "MODIFIED" : "DELETED";
  return after ? "ADDED" : undefined;
}

export function keyOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}
