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
  path: pointer(text, 3, "The path of the requests."),
  port: pointer(int32, 4, "The port of the Service. Default: 443.", { default: 443 }),
};

export interface ServiceReference extends FieldsOf<typeof serviceReferenceFields> {}

export const serviceReference: StructSchema<ServiceReference> = struct(
  "admissionregistration/v1.ServiceReference",
  "A Service, and where on it.",
  serviceReferenceFields,
);

const webhookClientConfigFields = {
  url: pointer(
    text,
    3,
    "Address of the webhook, https without user, query and fragment. Either this or service is set.",
  ),
  service: pointer(serviceReference, 1, "The Service in the cluster that is the webhook."),
  caBundle: optional(
    bytes,
    2,
    "Certificates in PEM that verify the webhook's own. Unset: those that the system trusts.",
  ),
};

export interface WebhookClientConfig extends FieldsOf<typeof webhookClientConfigFields> {}

export const webhookClientConfig: StructSchema<WebhookClientConfig> = struct(
  "admissionregistration/v1.WebhookClientConfig",
  "How a webhook is reached, and known to be the right one.",
  webhookClientConfigFields,
);
