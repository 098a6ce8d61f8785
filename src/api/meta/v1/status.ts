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
  message: optional(text, 2, "Message for users."),
  field: optional(text, 3, "Path of the field with the error, including list indexes, such as items[0].name."),
};

export interface StatusCause extends FieldsOf<typeof statusCauseFields> {}

export const statusCause: StructSchema<StatusCause> = struct(
  "meta/v1.StatusCause",
  "One cause of a failure.",
  statusCauseFields,
);

const statusDetailsFields = {
  name: optional(text, 1, "Name of the object."),
  group: optional(text, 2, "API group of the object's kind."),
  kind: optional(text, 3, "Kind or resource of the object."),
  uid: optional(namedText("types.UID"), 6, "Unique identifier of the object, if there is a single one."),
  causes: optional(list(statusCause, { type: "atomic" }), 4, "Causes of the failure."),
  retryAfterSeconds: optional(int32, 5, "Seconds after which the client may retry. 0 means unknown."),
};

export interface StatusDetails extends FieldsOf<typeof statusDetailsFields> {}

export const statusDetails: StructSchema<StatusDetails> = struct(
  "meta/v1.StatusDetails",
  "Details of a failure. The reason determines which members are set.",
  statusDetailsFields,
);

const statusFields = {
  ...typeMetaFields,
  metadata: optional(listMeta, 1, "Metadata of a list."),
  status: optional(text, 2, "Success or Failure."),
  message: optional(text, 3, "Description for users."),
  reason: optional(namedText("v1.StatusReason"), 4, "Machine-readable reason of a failure. Empty if it is unknown."),
  details: pointer(statusDetails, 5, "Details of the failure.", { listTypeMark: "atomic" }),
  code: optional(int32, 6, "HTTP status code of the response. 0 if unset."),
};

export interface Status extends FieldsOf<typeof statusFields> {}

export const status: StructSchema<Status> = struct(
  "meta/v1.Status",
  "Response to a request that does not return an object.",
  statusFields,
);
