import {
  bytes,
  type FieldsOf,
  int32,
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
  path: pointer(text, 3, "Path of the requests."),
  port: pointer(int32, 4, "The port of the Service. Default: 443.", { default: 443 }),
};

export interface ServiceReference extends FieldsOf<typeof serviceReferenceFields> {}

export const serviceReference: StructSchema<ServiceReference> = struct(
  "admissionregistration/v1.ServiceReference",
  "Service with the port and path of a webhook.",
  serviceReferenceFields,
);

const webhookClientConfigFields = {
  url: pointer(
    text,
    3,
    "URL of the webhook: https, without user, query and fragment. Mutually exclusive with service.",
  ),
  service: pointer(serviceReference, 1, "Service in the cluster that runs the webhook."),
  caBundle: optional(
    bytes,
    2,
    "CA certificates in PEM that verify the webhook's certificate. Default: the system's CA certificates.",
  ),
};

export interface WebhookClientConfig extends FieldsOf<typeof webhookClientConfigFields> {}

export const webhookClientConfig: StructSchema<WebhookClientConfig> = struct(
  "admissionregistration/v1.WebhookClientConfig",
  "Location of a webhook, and the certificates that verify it.",
  webhookClientConfigFields,
);
