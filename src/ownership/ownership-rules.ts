/** The rules by which writes to one endpoint are recorded and applied. */
import type { SharedObject } from "../meta/object-meta.ts";
import type { FieldSet } from "./field-set.ts";
import type { Shape } from "./shape.ts";

/** The schema of a kind in one API version, and the conversion to it. */
export interface VersionedShape {
  readonly shape: Shape;
  /** Removes the fields that this endpoint does not write. A manager cannot own them through this endpoint. */
  readonly written: (fields: FieldSet) => FieldSet;
  /** Converts an object from the version of the request to this version. */
  readonly convert: (object: SharedObject) => SharedObject;
  /** Converts an object from this version back to the version of the request. */
  readonly convertBack: (object: SharedObject) => SharedObject;
}

/** The rules for writes through one endpoint of a kind. */
export interface OwnershipRules {
  /** The API version of the objects that are passed to `apply` and `recordUpdate`. */
  readonly apiVersion: string;
  /** The subresource that is written. Empty for the object itself. */
  readonly subresource: string;
  /** @returns undefined for a version that is no longer served */
  readonly inVersion: (apiVersion: string) => VersionedShape | undefined;
  /** An object of the kind without any field that a manager can own. */
  readonly empty: SharedObject;
}
