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
  "Reference to an owner of this object. The owner is in the same namespace or cluster-scoped.",
  {
    apiVersion: required(text, 5, "Group and version of the owner."),
    kind: required(text, 1, "Kind of the owner."),
    name: required(text, 3, "Name of the owner."),
    uid: required(
      namedText("types.UID"),
      4,
      "Unique identifier of the owner. Another object with the same name is not the owner.",
    ),
    controller: pointer(boolean, 6, "Whether this owner is the managing controller. At most one owner can be."),
    blockOwnerDeletion: pointer(boolean, 7, "Whether a foreground deletion of the owner waits for this object."),
  },
  { atomic: true },
);

export const managedFieldsEntry: StructSchema<ManagedFieldsEntry> = struct(
  "meta/v1.ManagedFieldsEntry",
  "Fields that one field manager set through one operation and version.",
  {
    manager: optional(text, 1, "Name of the field manager."),
    operation: optional(
      namedText("v1.ManagedFieldsOperationType"),
      2,
      "Operation that set the fields: Apply for server-side apply, otherwise Update.",
    ),
    apiVersion: optional(text, 3, "Version of the schema that the field set refers to."),
    time: pointer(time, 4, "Time at which the entry was added or last changed."),
    fieldsType: optional(text, 6, "Format of the field set. The only valid value is FieldsV1."),
    fieldsV1: pointer(fieldSetObject, 7, "The field set in FieldsV1 format."),
    subresource: optional(text, 8, "Subresource through which the fields were set. Empty for the object itself."),
  },
);

export const objectMeta: StructSchema<ObjectMeta> = struct("meta/v1.ObjectMeta", "Standard metadata of all objects.", {
  name: optional(text, 1, "Name of the object, unique among the objects of its kind in its namespace. Immutable."),
  generateName: optional(text, 2, "Prefix of a unique name that the server generates if name is empty."),
  namespace: optional(text, 3, "Namespace of the object. Empty for cluster-scoped kinds. Immutable."),
  selfLink: optional(text, 4, "Deprecated. Not set."),
  uid: optional(namedText("types.UID"), 5, "Unique identifier, which is never reused. Set by the server."),
  resourceVersion: optional(
    text,
    6,
    "Opaque version of the stored object, for change detection and conditional writes. Set by the server.",
  ),
  generation: optional(int64, 7, "Number that increases with each change of the desired state. Set by the server."),
  creationTimestamp: optional(
    time,
    8,
    "CreationTimestamp is a timestamp: the time at which the server created the object. Clients cannot set it.",
  ),
  deletionTimestamp: pointer(
    sentTime,
    9,
    "Time at which the object is to be deleted. Set by a deletion that waits for a grace period or finalizers. Cannot be unset.",
  ),
  deletionGracePeriodSeconds: pointer(int64, 10, "Grace period in seconds. Set together with deletionTimestamp."),
  labels: optional(map(text), 11, "Keys and values for the organization and selection of objects."),
  annotations: optional(map(text), 12, "Keys and values that tools store with the object. They cannot be selected."),
  ownerReferences: optional(
    list(ownerReference, { type: "map", keys: ["uid"], merge: "uid" }),
    13,
    "Owners of this object. It is deleted after all of them have been deleted.",
  ),
  finalizers: optional(
    list(text, { type: "set", merge: true }),
    14,
    "Finalizers that must be removed before the object is deleted, in any order.",
  ),
  managedFields: optional(
    list(managedFieldsEntry, { type: "atomic" }),
    17,
    "Field managers with their fields. Maintained by the server.",
  ),
});
