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
  "Preconditions on the stored object.",
  preconditionsFields,
);

const deleteOptionsFields = {
  ...typeMetaFields,
  gracePeriodSeconds: pointer(int64, 1, "Grace period in seconds. 0 deletes at once. Default: that of the kind."),
  preconditions: pointer(
    preconditions,
    2,
    "Preconditions of the deletion. If they are not met, the server responds with a conflict.",
  ),
  orphanDependents: pointer(
    boolean,
    3,
    "Deprecated, use propagationPolicy. True orphans the dependents, false deletes them.",
  ),
  propagationPolicy: pointer(
    namedText("v1.DeletionPropagation"),
    4,
    "Handling of dependents: Orphan keeps them, Background deletes them after the owner, Foreground before the owner.",
  ),
  dryRun: optional(
    list(text, { type: "atomic" }),
    5,
    "All validates the request without storing anything. It is the only valid value.",
  ),
  ignoreStoreReadErrorWithClusterBreakingPotential: pointer(
    boolean,
    6,
    "Whether an object that cannot be read from the store is deleted. Unsafe, because finalizers and preconditions are ignored.",
  ),
};

export interface DeleteOptions extends FieldsOf<typeof deleteOptionsFields> {}

export const deleteOptions: StructSchema<DeleteOptions> = struct(
  "meta/v1.DeleteOptions",
  "Options of a deletion.",
  deleteOptionsFields,
);
