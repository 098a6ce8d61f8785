import type { ManagedFieldsEntry, ObjectMeta, OwnerReference } from "../../../meta/object-meta.ts";
import {
  boolean,
  fieldSetObject,
  int64,
  list,
  map,
  namedText,
  optional,
  pointer,
  required,
  type StructSchema,
  sentTime,
  struct,
  text,
  time,
} from "../../../schema/index.ts";

export const ownerReference: StructSchema<OwnerReference> = struct(
  "meta/v1.OwnerReference",
  "Names an object that owns this one. The owner is in the same namespace or cluster-scoped.",
  {
    apiVersion: required(text, 5, "Group and version of the owner."),
    kind: required(text, 1, "Kind of the owner."),
    name: required(text, 3, "Name of the owner."),
    uid: required(namedText("types.UID"), 4, "Unique identifier of the owner; a namesake does not count."),
    controller: pointer(boolean, 6, "Whether this owner is the managing controller. At most one owner is."),
    blockOwnerDeletion: pointer(
      boolean,
      7,
      "Whether a foreground deletion of the owner waits until this reference is gone.",
    ),
  },
  { atomic: true },
);

export const managedFieldsEntry: StructSchema<ManagedFieldsEntry> = struct(
  "meta/v1.ManagedFieldsEntry",
  "The fields that one manager set through one operation and version.",
  {
    manager: optional(text, 1, "Identifies the workflow that manages these fields."),
    operation: optional(
      namedText("v1.ManagedFieldsOperationType"),
      2,
      "How the fields were set: Apply for a server-side apply, otherwise Update.",
    ),
    apiVersion: optional(text, 3, "Version of the schema that the field set refers to."),
    time: pointer(time, 4, "When the entry was added or a field of it last changed."),
    fieldsType: optional(text, 6, "Format of the field set; FieldsV1 is the only one."),
    fieldsV1: pointer(fieldSetObject, 7, "The field set in FieldsV1 format."),
    subresource: optional(text, 8, "The subresource through which the fields were set; empty for the object itself."),
  },
);

export const objectMeta: StructSchema<ObjectMeta> = struct(
  "meta/v1.ObjectMeta",
  "What every stored object carries, whatever its kind.",
  {
    name: optional(text, 1, "Unique among the objects of its kind in its namespace. Cannot be changed."),
    generateName: optional(text, 2, "Prefix of a unique name that the server makes when name is empty."),
    namespace: optional(text, 3, "Namespace of the object; empty for cluster-scoped kinds. Cannot be changed."),
    selfLink: optional(text, 4, "No longer filled."),
    uid: optional(namedText("types.UID"), 5, "Unique in time and space. Set by the server."),
    resourceVersion: optional(
      text,
      6,
      "Opaque version of the stored object, for change detection and conditional writes. Set by the server.",
    ),
    generation: optional(int64, 7, "Counts changes of the desired state. Set by the server."),
    creationTimestamp: optional(time, 8, "When the object was created. Set by the server."),
    deletionTimestamp: pointer(
      sentTime,
      9,
      "When the object is to be gone, set by a deletion that has to wait. Cannot be unset.",
    ),
    deletionGracePeriodSeconds: pointer(
      int64,
      10,
      "Seconds that the object is given to end by itself; set together with deletionTimestamp.",
    ),
    labels: optional(map(text), 11, "Keys and values by which objects are organized and selected."),
    annotations: optional(map(text), 12, "Keys and values that tools keep with the object; not for selection."),
    ownerReferences: optional(
      list(ownerReference, { type: "map", keys: ["uid"], merge: "uid" }),
      13,
      "Objects that this one depends on; it is collected when all of them are gone.",
    ),
    finalizers: optional(
      list(text, { type: "set", merge: true }),
      14,
      "Names of what must be done before the object is removed. Any order; emptying the list removes the object.",
    ),
    managedFields: optional(
      list(managedFieldsEntry, { type: "atomic" }),
      17,
      "Which manager set which fields. Kept by the server.",
    ),
  },
);
