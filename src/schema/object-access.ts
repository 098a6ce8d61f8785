/** Stored objects of any kind, for hooks that do more than to decide about one object. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { KindDeclaration } from "./kind.ts";

export interface ObjectPlace {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
}

/** What must hold of a stored object; what is empty or absent may be anything. */
export interface ObjectPreconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

export interface ObjectChange<T> extends ObjectPlace {
  /** Names the rules of kind that hold; empty for those of the object itself. */
  readonly subresource: string;
  readonly dryRun: boolean;
  readonly preconditions?: ObjectPreconditions;
  /** Whether the API server becomes the owner of what the change writes. Default: nobody does. */
  readonly isOwned?: boolean;
  /** Whether the changed object is stored without validation. Default: it is validated. */
  readonly isUnchecked?: boolean;
  /** Changes the stored object. Called again on a newer state when somebody else was faster. */
  readonly change: (object: T) => void;
}

export interface ObjectDeletion extends ObjectPlace {
  readonly dryRun: boolean;
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: string;
  readonly preconditions?: ObjectPreconditions;
}

/** All raise the StatusErrors that clients see. Objects that are read are copies. */
export interface ObjectAccess {
  get<T extends ApiObject>(kind: KindDeclaration<T>, place: ObjectPlace): Promise<T>;
  /** All objects of a namespace. None of a kind that this server does not keep. */
  list<T extends ApiObject>(kind: KindDeclaration<T>, namespace: string): Promise<readonly T[]>;
  /** @returns the object as it is now */
  update<T extends ApiObject>(kind: KindDeclaration<T>, change: ObjectChange<T>): Promise<T>;
  delete<T extends ApiObject>(kind: KindDeclaration<T>, deletion: ObjectDeletion): Promise<void>;
}
