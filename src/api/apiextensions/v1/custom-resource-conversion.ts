import {
  bytes,
  type FieldsOf,
  int32,
  list,
  namedText,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

const serviceReferenceFields = {
  namespace: required(text, 1, "Namespace of the Service."),
  name: required(text, 2, "Name of the Service."),
  path: pointer(text, 3, "Path of the URL."),
  port: pointer(int32, 4, "Port of the Service. Default: 443.", { default: 443 }),
};

export interface ServiceReference extends FieldsOf<typeof serviceReferenceFields> {}

export const serviceReference: StructSchema<ServiceReference> = struct(
  "apiextensions/v1.ServiceReference",
  "Service that runs a webhook.",
  serviceReferenceFields,
);

const webhookClientConfigFields = {
  url: pointer(
    text,
    3,
    "URL of the webhook: https, without user, query and fragment. Mutually exclusive with service.",
  ),
  service: pointer(serviceReference, 1, "Service that runs the webhook. Mutually exclusive with url."),
  caBundle: optional(
    bytes,
    2,
    "CA certificates in PEM that verify the webhook's certificate. Default: the system's CA certificates.",
  ),
};

export interface WebhookClientConfig extends FieldsOf<typeof webhookClientConfigFields> {}

export const webhookClientConfig: StructSchema<WebhookClientConfig> = struct(
  "apiextensions/v1.WebhookClientConfig",
  "Location of a webhook.",
  webhookClientConfigFields,
);

const webhookConversionFields = {
  clientConfig: pointer(webhookClientConfig, 2, "Location of the webhook."),
  conversionReviewVersions: required(
    list(text, { type: "atomic" }),
    3,
    "Versions of ConversionReview that the webhook supports. The server sends the first one that it supports.",
  ),
};

export interface WebhookConversion extends FieldsOf<typeof webhookConversionFields> {}

export const webhookConversion: StructSchema<WebhookConversion> = struct(
  "apiextensions/v1.WebhookConversion",
  "Webhook that converts objects between versions.",
  webhookConversionFields,
);

const customResourceConversionFields = {
  strategy: required(
    namedText("v1.ConversionStrategyType"),
    1,
    "None changes only apiVersion. Webhook calls a webhook.",
  ),
  webhook: pointer(webhookConversion, 2, "Settings for the strategy Webhook."),
};

export interface CustomResourceConversion extends FieldsOf<typeof customResourceConversionFields> {}

export const customResourceConversion: StructSchema<CustomResourceConversion> = struct(
  "apiextensions/v1.CustomResourceConversion",
  "Conversion of objects between versions.",
  customResourceConversionFields,
);
