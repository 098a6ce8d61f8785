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
  path: pointer(text, 3, "The path of the URL."),
  port: pointer(int32, 4, "Port of the Service. Default: 443.", { default: 443 }),
};

export interface ServiceReference extends FieldsOf<typeof serviceReferenceFields> {}

export const serviceReference: StructSchema<ServiceReference> = struct(
  "apiextensions/v1.ServiceReference",
  "The Service behind which a webhook runs.",
  serviceReferenceFields,
);

const webhookClientConfigFields = {
  url: pointer(text, 3, "The URL of the webhook: https, without a user, a query or a fragment."),
  service: pointer(serviceReference, 1, "The Service behind which it runs; instead of url."),
  caBundle: optional(bytes, 2, "PEM certificates by which the webhook's own is verified. Unset: those of the system."),
};

export interface WebhookClientConfig extends FieldsOf<typeof webhookClientConfigFields> {}

export const webhookClientConfig: StructSchema<WebhookClientConfig> = struct(
  "apiextensions/v1.WebhookClientConfig",
  "How a webhook is reached.",
  webhookClientConfigFields,
);

const webhookConversionFields = {
  clientConfig: pointer(webhookClientConfig, 2, "How the webhook is reached."),
  conversionReviewVersions: required(
    list(text, { type: "atomic" }),
    3,
    "The versions of ConversionReview that the webhook speaks; the first one that the server knows is sent.",
  ),
};

export interface WebhookConversion extends FieldsOf<typeof webhookConversionFields> {}

export const webhookConversion: StructSchema<WebhookConversion> = struct(
  "apiextensions/v1.WebhookConversion",
  "Who converts objects between versions.",
  webhookConversionFields,
);

const customResourceConversionFields = {
  strategy: required(
    namedText("v1.ConversionStrategyType"),
    1,
    "None: only apiVersion is changed. Webhook: a webhook converts.",
  ),
  webhook: pointer(webhookConversion, 2, "With strategy Webhook."),
};

export interface CustomResourceConversion extends FieldsOf<typeof customResourceConversionFields> {}

export const customResourceConversion: StructSchema<CustomResourceConversion> = struct(
  "apiextensions/v1.CustomResourceConversion",
  "How objects are converted between versions.",
  customResourceConversionFields,
);
