/** Access to stored objects of any kind, for hooks that read or write other objects. */
import type { ObjectName } from "../meta/object-key.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { KindDeclaration } from "./kind.ts";

/** Preconditions on a stored object. An empty or absent value is not checked. */
export interface ObjectPreconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** A change of one stored object. */
export interface ObjectUpdate<T> extends ObjectName {
  /** Name of the subresource whose rules apply; empty for those of the object itself. */
  readonly subresource: string;
  readonly dryRun: boolean;
  readonly preconditions?: ObjectPreconditions;
  /** Whether the API server becomes the owner of the changed fields. Default: they have no owner. */
  readonly isOwned?: boolean;
  /** Whether the changed object is stored without validation. Default: it is validated. */
  readonly isUnchecked?: boolean;
  /**
   * Changes the stored object in place. If the update conflicts with another one, it is called again with the newer
   * state.
   */
  readonly change: (object: T) => void;
}

/** The deletion of one stored object and its options. */
export interface ObjectDeletion extends ObjectName {
  readonly dryRun: boolean;
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: string;
  readonly preconditions?: ObjectPreconditions;
}

/**
 * Reads and writes stored objects. All methods throw the StatusErrors that clients see. The objects that they return
 * are copies.
 */
export interface ObjectAccess {
  /** Returns an object. @throws StatusError 404 */
  get<T extends ApiObject>(kind: KindDeclaration<T>, object: ObjectName): Promise<T>;
  /** Returns all objects of a namespace. Empty if this server does not store the kind. */
  list<T extends ApiObject>(kind: KindDeclaration<T>, namespace: string): Promise<readonly T[]>;
  /** Returns the object after the change. */
  update<T extends ApiObject>(kind: KindDeclaration<T>, change: ObjectUpdate<T>): Promise<T>;
  /** Deletes an object, or marks it for deletion. */
  delete<T extends ApiObject>(kind: KindDeclaration<T>, deletion: ObjectDeletion): Promise<void>;
}
