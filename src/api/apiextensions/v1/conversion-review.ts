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
  uid: required(uid, 1, "Identifies the request; the answer has the same."),
  desiredAPIVersion: required(text, 2, "The group and version into which to convert."),
  objects: required(list(rawObject, { type: "atomic" }), 3, "The objects to convert."),
};

export interface ConversionRequest extends FieldsOf<typeof conversionRequestFields> {}

export const conversionRequest: StructSchema<ConversionRequest> = struct(
  "apiextensions/v1.ConversionRequest",
  "What a webhook is asked to convert.",
  conversionRequestFields,
);

const conversionResponseFields = {
  uid: required(uid, 1, "That of the request."),
  convertedObjects: required(
    list(rawObject, { type: "atomic" }),
    2,
    "The objects in the desired version, in the order of the request; nothing else of them may differ.",
  ),
  result: required(status, 3, "Success, or a failure with a message for clients."),
};

export interface ConversionResponse extends FieldsOf<typeof conversionResponseFields> {}

export const conversionResponse: StructSchema<ConversionResponse> = struct(
  "apiextensions/v1.ConversionResponse",
  "What a webhook has converted.",
  conversionResponseFields,
);

const conversionReviewFields = {
  ...typeMetaFields,
  request: pointer(conversionRequest, 1, "What is asked."),
  response: pointer(conversionResponse, 2, "What is answered."),
};

export interface ConversionReview extends FieldsOf<typeof conversionReviewFields> {}

export const conversionReview: MessageKind<ConversionReview> = {
  group: group("apiextensions"),
  version: "v1",
  kind: "ConversionReview",
  schema: struct(
    "apiextensions/v1.ConversionReview",
    "Asks a webhook to convert objects of a custom type from one version to another.",
    conversionReviewFields,
  ),
};
