import {
  type FieldsOf,
  int32,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { typedLocalObjectReference } from "../../core/v1/typed-reference.ts";

const serviceBackendPortFields = {
  name: optional(text, 1, "Name of the Service's port. Excludes number."),
  number: optional(int32, 2, "Number of the Service's port. Excludes name."),
};

export interface ServiceBackendPort extends FieldsOf<typeof serviceBackendPortFields> {}

export const serviceBackendPort: StructSchema<ServiceBackendPort> = struct(
  "networking/v1.ServiceBackendPort",
  "A port of a Service, by name or by number.",
  serviceBackendPortFields,
  { atomic: true },
);

const ingressServiceBackendFields = {
  name: required(text, 1, "Name of the Service, in the namespace of the Ingress."),
  port: optional(serviceBackendPort, 2, "The port of the Service."),
};

export interface IngressServiceBackend extends FieldsOf<typeof ingressServiceBackendFields> {}

export const ingressServiceBackend: StructSchema<IngressServiceBackend> = struct(
  "networking/v1.IngressServiceBackend",
  "A Service as the target of requests.",
  ingressServiceBackendFields,
);

const ingressBackendFields = {
  service: pointer(ingressServiceBackend, 4, "A Service. Excludes resource."),
  resource: pointer(typedLocalObjectReference, 3, "An object of another kind in the same namespace. Excludes service."),
};

export interface IngressBackend extends FieldsOf<typeof ingressBackendFields> {}

export const ingressBackend: StructSchema<IngressBackend> = struct(
  "networking/v1.IngressBackend",
  "Where requests are sent.",
  ingressBackendFields,
);
