import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  list,
  namedText,
  pointer,
  rawObject,
  required,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../../schema/index.ts";
import type { MessageKind } from "../../kind.ts";
import { status } from "../../meta/v1/status.ts";

const uid = namedText("types.UID");

const conversionRequestFields = {
  uid: required(uid, 1, "Identifier of the request. The response must repeat it."),
  desiredAPIVersion: required(text, 2, "Group and version to convert to."),
  objects: required(list(rawObject, { type: "atomic" }), 3, "Objects to convert."),
};

export interface ConversionRequest extends FieldsOf<typeof conversionRequestFields> {}

export const conversionRequest: StructSchema<ConversionRequest> = struct(
  "apiextensions/v1.ConversionRequest",
  "Request for a conversion.",
  conversionRequestFields,
);

const conversionResponseFields = {
  uid: required(uid, 1, "Identifier of the request."),
  convertedObjects: required(
    list(rawObject, { type: "atomic" }),
    2,
    "Converted objects in the order of the request. Immutable metadata must not change.",
  ),
  result: required(status, 3, "Success, or a failure with a message for clients."),
};

export interface ConversionResponse extends FieldsOf<typeof conversionResponseFields> {}

export const conversionResponse: StructSchema<ConversionResponse> = struct(
  "apiextensions/v1.ConversionResponse",
  "Result of a conversion.",
  conversionResponseFields,
);

const conversionReviewFields = {
  ...typeMetaFields,
  request: pointer(conversionRequest, 1, "Request of the server."),
  response: pointer(conversionResponse, 2, "Response of the webhook."),
};

export interface ConversionReview extends FieldsOf<typeof conversionReviewFields> {}

export const conversionReview: MessageKind<ConversionReview> = {
  group: group("apiextensions"),
  version: "v1",
  kind: "ConversionReview",
  schema: struct(
    "apiextensions/v1.ConversionReview",
    "Request to a webhook to convert objects of a custom type from one version to another, with its response.",
    conversionReviewFields,
  ),
};
