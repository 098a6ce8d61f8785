/**
 * Behaviour of a kind that is not data. Every hook is optional; without it the generic registry's behaviour stands.
 * Hooks are pure but for what they are handed, and run inside a write that may be tried again: they keep no state.
 */
import type { FieldError } from "../meta/field-error.ts";
import type { NameFormat } from "../meta/formats.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { ClaimHooks, ClaimRecords } from "./claims.ts";
import type { Conversion } from "./conversion.ts";
import type { HookContext } from "./hook-context.ts";
import type { ObjectAccess } from "./object-access.ts";
import type { ConnectedHook, PostedHook } from "./subresource-hooks.ts";

/** One cell of a Table: text, number, boolean, or null where there is nothing. */
export type Cell = string | number | boolean | null;

/** A cell that moves on with time, such as an age. It is kept with the object, so it holds on to no more than it needs. */
export type MovingCell = (nowMs: number) => Cell;

/** What a cell may look at besides its object: nothing that changes while the object does not. */
export type CellContext = Pick<HookContext, "vocabulary">;

export interface Column<T> {
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean" | "date";
  /** `name` marks the column that identifies the row. */
  readonly format: string;
  readonly doc: string;
  /** 0: always shown; greater: only in wide output. */
  readonly priority: number;
  readonly cell: (object: T, context: CellContext) => Cell | MovingCell;
}

/** A condition of a row: that it describes something finished. */
export interface RowCondition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
}

/** The value of a selectable field. */
export interface FieldValue<T> {
  /** Paths of all that it is made of, as in `columnFields`. */
  readonly reads: readonly string[];
  readonly of: (object: T) => string;
}

export interface KindHooks<T = ApiObject> {
  /**
   * Of a version that is not stored: how it relates to the stored form, whose own hooks see the object in that form. Absent:
   * the two have the same shape, and only `apiVersion` differs.
   */
  readonly conversion?: Conversion;
  /**
   * Fills what is unset where that depends on the vocabulary, which the defaults of a schema do not know. As theirs, what
   * it fills in counts as written by the client: its manager owns it. Of stored versions only.
   */
  readonly fillDefaults?: (object: T, context: Pick<HookContext, "vocabulary">) => void;
  /**
   * Decides what only the server decides, before a new object is validated. Metadata is complete but for the revision;
   * the status is cleared already where the kind says so. May change the object.
   */
  readonly prepareForCreate?: (object: T, context: HookContext) => void;
  /**
   * The same before an update is validated. What the subresource at hand does not write is restored already. May change
   * `object`, never `old`.
   * @param subresource empty for the object itself
   */
  readonly prepareForUpdate?: (object: T, old: T, context: HookContext, subresource: string) => void;
  /**
   * Fills in what the reference fills in when it reads an object from its store. Runs after validation, so no rule and no
   * manager sees these values. Returns whether it changed the object.
   */
  readonly fillStored?: (object: T) => boolean;
  /** The values of ranges that objects hold. */
  readonly claims?: ClaimHooks<T>;
  /** Objects of the kind say who holds values. */
  readonly claimRecords?: ClaimRecords<T>;
  /**
   * Rules of a create that the schema does not hold. Changes nothing. Where a version that is not stored has this hook or
   * the next, its two take the place of those of the stored version; they, too, see objects in the stored form.
   */
  readonly validateCreate?: (object: T, context: HookContext) => readonly FieldError[];
  /** Rules of a create that have a place of their own among its checks (`CreateCheck`). Changes nothing. */
  readonly validateCreateLast?: (object: T, context: HookContext) => readonly FieldError[];
  /** Rules of a change: what may not change, and how. Changes nothing. */
  readonly validateUpdate?: (object: T, old: T, context: HookContext, subresource: string) => readonly FieldError[];
  /** Names a name format of `meta/formats.ts`; default: any path segment. */
  readonly nameFormat?: NameFormat;
  /**
   * Advice for the client of a create or update, one Warning header each. Of nothing but the two: what is said where an
   * object is left as it is, is remembered with it.
   */
  readonly warnings?: (object: T, old: T | undefined, context: HookContext) => readonly string[];
  /**
   * How long the object is given to end by itself; absent: kinds are removed at once.
   * @param requested of the deletion's options, already at least 0
   */
  readonly gracePeriodSeconds?: (object: T, requested: number | undefined) => number;
  /** True while something other than `metadata.finalizers` keeps the object from being removed. */
  readonly blocksRemoval?: (object: T) => boolean;
  /** Returns why the object of this name may not be deleted, for a 403. Deletions of collections do not call it. */
  readonly deletionRefusal?: (name: string) => string | undefined;
  /** Advice for the client of a deletion that leaves it to the kind what becomes of the dependents. */
  readonly propagationAdvice?: string;
  /** Runs when a deletion marks the object instead of removing it. May change the object. */
  readonly markDeleting?: (object: T) => void;
  /**
   * Runs after an object was removed, before the client gets its response. May delete other objects. Not pure. A removal is not
   * undone if this fails.
   */
  readonly afterRemoval?: (object: T, objects: ObjectAccess) => Promise<void>;
  /** The columns of a Table; absent: name and creation time. */
  readonly columns?: readonly Column<T>[];
  readonly rowConditions?: (object: T) => readonly RowCondition[];
  /** In which order the rows of a Table stand, page by page; absent, and where it is 0: that of the names. */
  readonly rowOrder?: (one: T, other: T) => number;
  /**
   * Paths of all that `columns`, `rowConditions` and `rowOrder` look at, without names for lists: `spec.containers.name`.
   * Objects are read no further for a Table. Absent: everything.
   */
  readonly columnFields?: readonly string[];
  /** Annotations that are shown with whole objects only: not with metadata alone, nor in the rows of Tables. */
  readonly wholeObjectAnnotations?: readonly string[];
  /** Other names by which selectors may ask for a selectable field. */
  readonly fieldAliases?: Readonly<Record<string, string>>;
  /** Fields that selectors may name although they never have a value. */
  readonly emptyFields?: readonly string[];
  /**
   * The message for a field that selectors may not name, where it is not that of most kinds.
   * @param kind as it is served, in the cluster's vocabulary
   */
  readonly unsupportedFieldMessage?: (
    field: string,
    kind: { readonly apiVersion: string; readonly kind: string },
  ) => string;
  /** Values of selectable fields that are not the plain value at their path. */
  readonly fieldValues?: Readonly<Record<string, FieldValue<T>>>;
  /** By subresource that documents are posted to. Not pure: these do things. */
  readonly posted?: Readonly<Record<string, PostedHook<never>>>;
  /** By subresource that is connected. */
  readonly connected?: Readonly<Record<string, ConnectedHook<never>>>;
}
