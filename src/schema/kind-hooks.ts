/**
 * Behaviour of a kind that is not data. Every hook is optional; without it, the generic registry decides. Hooks are
 * pure, apart from changes to the objects passed to them. They run inside a write that may be retried, so they keep no
 * state.
 */
import type { DeepReadonly } from "../base/deep-readonly.ts";
import type { Steps } from "../base/fair-turns.ts";
import type { AccessControl } from "../meta/access/access-control.ts";
import type { FieldError } from "../meta/field-error.ts";
import type { NameFormat } from "../meta/formats.ts";
import type { GroupVersion } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { User } from "../meta/user.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import type { ClaimHooks, ClaimRecords } from "./claims.ts";
import type { Conversion } from "./conversion.ts";
import type { HookContext } from "./hook-context.ts";
import type { ObjectAccess } from "./object-access.ts";
import type { RemoteConversion } from "./remote-conversion.ts";
import type { ConnectedHook, PostedHook, PostedPreparation } from "./subresource-hooks.ts";

/** A cell of a Table: a string, a number, a boolean, or null if it is empty. */
export type Cell = string | number | bigint | boolean | null;

/**
 * A cell that changes with time, such as an age. It is cached with its object, so its closure should hold little data.
 */
export type MovingCell = (nowMs: number) => Cell;

/**
 * Everything that a cell may depend on besides its object. It must not depend on anything that changes while the object
 * stays the same.
 */
export type CellContext = Pick<HookContext, "vocabulary">;

/** A column of a Table. */
export interface Column<T> {
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean" | "date";
  /** Format of the type. `name` marks the column that identifies the row. */
  readonly format: string;
  readonly doc: string;
  /** 0: always shown. Greater: shown only in wide output. */
  readonly priority: number;
  readonly cell: (object: T, context: CellContext) => Cell | MovingCell;
}

/** A condition of a row, such as that its object has completed. */
export interface RowCondition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
}

/** Computes the value of a selectable field. */
export interface FieldValue<T> {
  /** Paths of the fields from which the value is computed, as in `columnFields`. */
  readonly reads: readonly string[];
  readonly of: (object: T) => string;
}

/** A write by a user, before it is validated. */
export interface UserWrite<T> {
  /** The object to be stored. */
  readonly object: DeepReadonly<T>;
  /** The stored object. Undefined for creates. */
  readonly old: DeepReadonly<T> | undefined;
  readonly user: User;
  /** Namespace of the request. Empty for cluster-scoped kinds. The object may lack it. */
  readonly namespace: string;
  /** Name in the path of the request. Empty for a POST. */
  readonly requestName: string;
  readonly vocabulary: Vocabulary;
}

/** A write by a user, after it is validated. */
export type ValidWrite<T> = Pick<UserWrite<T>, "object" | "old" | "user" | "vocabulary">;

/** A write that was validated, with the errors that were found. */
export interface PausingWrite<T> {
  readonly object: DeepReadonly<T>;
  /** The stored object. Undefined for creates. */
  readonly old: DeepReadonly<T> | undefined;
  /** Empty for the object itself. */
  readonly subresource: string;
  readonly errors: readonly FieldError[];
  readonly vocabulary: Vocabulary;
  /** Returns the time since some moment. */
  readonly monotonicMs: () => number;
}

/** A write of an object that is valid apart from the rules of its kind. */
export interface SteppedWrite<T> extends Pick<PausingWrite<T>, "old" | "subresource"> {
  readonly object: T;
  readonly context: HookContext;
}

/** Further errors of a write, and warnings for the client. */
export interface PausingResult {
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
}

/** Parts of a server that decide which permissions an object needs. */
export interface AccessServices {
  readonly access: AccessControl;
  readonly objects: ObjectAccess;
  /** Returns the resource that serves a kind in a version. Undefined if none does. */
  readonly resourceOfKind: (version: GroupVersion, kind: string) => string | undefined;
}

/** Functions of one kind that the registry and the server call at fixed moments. Each is optional. */
export interface KindHooks<T = ApiObject> {
  /**
   * Conversion between a version that is not stored and the stored form. If absent, both have the same shape and differ
   * only in `apiVersion`. The hooks of the stored version see objects in the stored form.
   */
  readonly conversion?: Conversion;
  /**
   * Converts objects between all versions of the type, if a webhook does so. Stored objects can then be in any version. All versions
   * of a type have the same.
   */
  readonly remoteConversion?: RemoteConversion | undefined;
  /**
   * Fills in defaults that depend on the vocabulary, which the schema does not know. As with the schema's defaults, the
   * client's field manager owns them. Only for stored versions.
   */
  readonly fillDefaults?: (object: T, context: Pick<HookContext, "vocabulary">) => void;
  /** Loads code that the hooks and rules of the kind need. Runs before each create and update. */
  readonly load?: () => Promise<void>;
  /**
   * Checks permissions that a write needs besides those of its verb. Runs before `prepareForCreate` or `prepareForUpdate`, and
   * not if the server itself writes.
   * @throws StatusError 403
   */
  readonly authorizeWrite?: (write: UserWrite<T>, access: AccessControl) => Promise<void>;
  /**
   * Returns the errors of fields that need permissions which the user does not have. Runs if the object is valid, also for an
   * update that changes nothing, but not for subresources, and not if the server itself writes. Changes nothing.
   */
  readonly accessErrors?: (write: ValidWrite<T>, services: AccessServices) => Promise<readonly FieldError[]>;
  /**
   * Sets the fields of a new object that only the server determines. Runs before validation. The metadata is complete
   * except for the revision, and the status was cleared if the kind declares it. May change the object.
   */
  readonly prepareForCreate?: (object: T, context: HookContext) => void;
  /**
   * Sets the fields of a changed object that only the server determines. Runs before validation. Fields that the
   * subresource does not write were already restored. May change `object`, never `old`.
   * @param subresource empty for the object itself
   */
  readonly prepareForUpdate?: (object: T, old: DeepReadonly<T>, context: HookContext, subresource: string) => void;
  /**
   * Fills in the values that the reference fills in when it reads an object from its store. Runs after validation, so
   * no rule sees these values and no manager owns them. Returns whether it changed the object.
   */
  readonly fillStored?: (object: T) => boolean;
  /** Hooks for the values of ranges that objects of this kind hold. */
  readonly claims?: ClaimHooks<T>;
  /** Hooks for a kind whose objects record who holds a value. */
  readonly claimRecords?: ClaimRecords<T>;
  /**
   * Returns the errors of a new object that the schema does not find. Changes nothing. If a version that is not stored
   * has `validateCreate` or `validateUpdate`, its two hooks replace those of the stored version. They, too, see objects
   * in the stored form.
   */
  readonly validateCreate?: (object: T, context: HookContext) => readonly FieldError[];
  /**
   * Returns errors of a new object that have a separate position among the checks of a create (`CreateCheck`). Changes
   * nothing.
   */
  readonly validateCreateLast?: (object: T, context: HookContext) => readonly FieldError[];
  /** Returns the errors of an update, such as changes of immutable fields. Changes nothing. */
  readonly validateUpdate?: (
    object: T,
    old: DeepReadonly<T>,
    context: HookContext,
    subresource: string,
  ) => readonly FieldError[];
  /**
   * Returns the errors of a create or an update, after those of `validateCreate` and `validateUpdate`. It yields often if it takes long,
   * so that other requests are processed. Changes nothing.
   */
  readonly validateInSteps?: (write: SteppedWrite<T>) => Steps<readonly FieldError[]>;
  /**
   * Returns further errors of a write, after all other checks. It may take long, and pauses then, so that other requests are
   * processed. Changes nothing.
   */
  readonly validateWithPauses?: (write: PausingWrite<T>) => Promise<PausingResult>;
  /** Name format of `meta/formats.ts`. Default: any path segment. */
  readonly nameFormat?: NameFormat;
  /**
   * Returns the warnings for a create or an update; each becomes a Warning header. They must depend only on the two
   * objects, because the warnings of an update that changes nothing are cached with the object.
   */
  readonly warnings?: (
    object: DeepReadonly<T>,
    old: DeepReadonly<T> | undefined,
    context: HookContext,
  ) => readonly string[];
  /**
   * Returns how long the object has to terminate. If absent, objects are removed immediately.
   * @param requested value in the options of the deletion, at least 0
   */
  readonly gracePeriodSeconds?: (object: T, requested: number | undefined) => number;
  /** Whether something other than `metadata.finalizers` prevents the removal of the object. */
  readonly blocksRemoval?: (object: T) => boolean;
  /**
   * Returns why the object of this name may not be deleted, for a 403. Undefined if it may be. Deletions of collections
   * do not call it.
   */
  readonly deletionRejection?: (name: string) => string | undefined;
  /** Warning for a deletion that does not choose what happens to the dependents. */
  readonly propagationAdvice?: string;
  /** Runs when a deletion marks the object instead of removing it. May change the object. */
  readonly markDeleting?: (object: T, context: HookContext) => void;
  /**
   * Runs after an object was removed and before the client gets its response. May delete other objects, so it is not
   * pure. A failure does not undo the removal.
   */
  readonly afterRemoval?: (object: T, objects: ObjectAccess) => Promise<void>;
  /** The columns of a Table. Default: name and creation time. */
  readonly columns?: readonly Column<T>[];
  readonly rowConditions?: (object: T) => readonly RowCondition[];
  /**
   * Compares two objects to sort the rows of each page of a Table. Rows without a difference, and all rows by default,
   * are sorted by name.
   */
  readonly rowOrder?: (one: T, other: T) => number;
  /**
   * Paths of all fields that `columns`, `rowConditions` and `rowOrder` read, without names for lists:
   * `spec.containers.name`. For a Table, other fields are not parsed. If absent, the whole object is parsed.
   */
  readonly columnFields?: readonly string[];
  /** Annotations that are shown only in whole objects, not in metadata-only responses or in the rows of Tables. */
  readonly wholeObjectAnnotations?: readonly string[];
  /** Alternative names of selectable fields in selectors. */
  readonly fieldAliases?: Readonly<Record<string, string>>;
  /** Fields that selectors may name although they never have a value. */
  readonly emptyFields?: readonly string[];
  /**
   * Returns the error message for a field that selectors may not name, if it differs from the usual one.
   * @param kind as it is served, in the cluster's vocabulary
   */
  readonly unsupportedFieldMessage?: (
    field: string,
    kind: { readonly apiVersion: string; readonly kind: string },
  ) => string;
  /** Computed values of selectable fields. Other selectable fields have the value at their path. */
  readonly fieldValues?: Readonly<Record<string, FieldValue<T>>>;
  /** Hooks of the subresources that accept a posted document, by name. They have side effects. */
  readonly posted?: Readonly<Record<string, PostedHook<never>>>;
  /** Preparations of the documents for these hooks, by the name of the subresource. */
  readonly postedPreparations?: Readonly<Record<string, PostedPreparation<never>>>;
  /** Hooks of the subresources that connect clients to a node, by name. */
  readonly connected?: Readonly<Record<string, ConnectedHook<never>>>;
}
