import {
  boolean,
  type FieldsOf,
  int64,
  list,
  namedText,
  optional,
  pointer,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../../schema/index.ts";

const preconditionsFields = {
  uid: pointer(namedText("types.UID"), 1, "The object must have this uid."),
  resourceVersion: pointer(text, 2, "The object must be at this version."),
};

export interface Preconditions extends FieldsOf<typeof preconditionsFields> {}

export const preconditions: StructSchema<Preconditions> = struct(
  "meta/v1.Preconditions",
  "What must hold of the stored object for an operation to go ahead.",
  preconditionsFields,
);

const deleteOptionsFields = {
  ...typeMetaFields,
  gracePeriodSeconds: pointer(
    int64,
    1,
    "Seconds that the object is given to end by itself. 0 deletes at once; unset takes the kind's own default.",
  ),
  preconditions: pointer(
    preconditions,
    2,
    "What must hold for the deletion to happen; otherwise it is answered with a conflict.",
  ),
  orphanDependents: pointer(
    boolean,
    3,
    "Deprecated, use propagationPolicy. True leaves the dependents alone; false deletes them too.",
  ),
  propagationPolicy: pointer(
    namedText("v1.DeletionPropagation"),
    4,
    "What becomes of dependents: Orphan leaves them, Background deletes them afterwards, Foreground before the owner.",
  ),
  dryRun: optional(
    list(text, { type: "atomic" }),
    5,
    "All runs every check without storing anything; no other value is known.",
  ),
  ignoreStoreReadErrorWithClusterBreakingPotential: pointer(
    boolean,
    6,
    "Deletes an object that can no longer be read from the store. Unsafe: finalizers and preconditions are skipped.",
  ),
};

export interface DeleteOptions extends FieldsOf<typeof deleteOptionsFields> {}

export const deleteOptions: StructSchema<DeleteOptions> = struct(
  "meta/v1.DeleteOptions",
  "How a deletion is to be carried out.",
  deleteOptionsFields,
);
