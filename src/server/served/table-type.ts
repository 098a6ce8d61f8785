/** How the objects of an endpoint are shown in Tables and as PartialObjectMetadata. */
import type { CachedObject } from "../../cache/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { Column, HookContext, RowCondition } from "../../schema/index.ts";

/** How the metadata of an endpoint's objects is shown. */
export interface MetadataType {
  /** Returns the object that clients see for a stored object. Absent: the stored object. */
  toDocument?(stored: CachedObject): CachedObject;
  /** Returns the object whose metadata is shown in Tables and in PartialObjectMetadata. Absent: the document. */
  metadataObject?(stored: CachedObject): CachedObject;
}

/** How the objects of an endpoint become rows. */
export interface TableType extends MetadataType {
  /** Absent: name and creation time. */
  readonly columns: readonly Column<ApiObject>[] | undefined;
  readonly rowConditions?: ((object: ApiObject) => readonly RowCondition[]) | undefined;
  readonly rowOrder?: ((one: ApiObject, other: ApiObject) => number) | undefined;
  /** Returns the parts of a stored object that its row needs. Absent: the whole object is parsed. */
  parseForRow?(stored: CachedObject): ApiObject;
  /** Key under which rows are cached with the stored object, if they differ from the rows of its kind. */
  readonly rowCacheKey?: string;
  hookContext(): HookContext;
}
