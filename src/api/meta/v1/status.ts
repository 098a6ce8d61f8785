import {
  type FieldsOf,
  int32,
  list,
  namedText,
  optional,
  pointer,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../../schema/index.ts";
import { listMeta } from "./list-meta.ts";

const statusCauseFields = {
  reason: optional(namedText("v1.CauseType"), 1, "Machine-readable kind of this cause."),
  message: optional(text, 2, "Description of the cause for people."),
  field: optional(text, 3, "Path of the field that caused the failure, with list indexes: items[0].name."),
};

export interface StatusCause extends FieldsOf<typeof statusCauseFields> {}

export const statusCause: StructSchema<StatusCause> = struct(
  "meta/v1.StatusCause",
  "One of several reasons for a failure.",
  statusCauseFields,
);

const statusDetailsFields = {
  name: optional(text, 1, "Name of the object that the answer is about."),
  group: optional(text, 2, "API group of that object's kind."),
  kind: optional(text, 3, "Kind or resource of that object."),
  uid: optional(namedText("types.UID"), 6, "Unique identifier of that object, when it is a single one."),
  causes: optional(list(statusCause, { type: "atomic" }), 4, "The single problems that together make up the failure."),
  retryAfterSeconds: optional(int32, 5, "Seconds to wait before trying again; 0 gives no advice."),
};

export interface StatusDetails extends FieldsOf<typeof statusDetailsFields> {}

export const statusDetails: StructSchema<StatusDetails> = struct(
  "meta/v1.StatusDetails",
  "Data about a failure, as its reason defines.",
  statusDetailsFields,
);

const statusFields = {
  ...typeMetaFields,
  metadata: optional(listMeta, 1, "List metadata; filled when the answer concerns a list."),
  status: optional(text, 2, "Success or Failure."),
  message: optional(text, 3, "What happened, for people."),
  reason: optional(
    namedText("v1.StatusReason"),
    4,
    "Machine-readable reason of a failure; empty when nothing is known.",
  ),
  details: pointer(statusDetails, 5, "More data about the failure.", { listTypeMark: "atomic" }),
  code: optional(int32, 6, "HTTP status code of the answer; 0 when unset."),
};

export interface Status extends FieldsOf<typeof statusFields> {}

export const status: StructSchema<Status> = struct(
  "meta/v1.Status",
  "The answer of a request that does not return an object.",
  statusFields,
);
