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
  name: optional(text, 1, "Name of the Service's port. Mutually exclusive with number."),
  number: optional(int32, 2, "Number of the Service's port. Mutually exclusive with name."),
};

export interface ServiceBackendPort extends FieldsOf<typeof serviceBackendPortFields> {}

export const serviceBackendPort: StructSchema<ServiceBackendPort> = struct(
  "networking/v1.ServiceBackendPort",
  "Port of a Service, by name or by number.",
  serviceBackendPortFields,
  { atomic: true },
);

const ingressServiceBackendFields = {
  name: required(text, 1, "Name of the Service, in the namespace of the Ingress."),
  port: optional(serviceBackendPort, 2, "Port of the Service."),
};

export interface IngressServiceBackend extends FieldsOf<typeof ingressServiceBackendFields> {}

export const ingressServiceBackend: StructSchema<IngressServiceBackend> = struct(
  "networking/v1.IngressServiceBackend",
  "Service that receives requests.",
  ingressServiceBackendFields,
);

const ingressBackendFields = {
  service: pointer(ingressServiceBackend, 4, "Service that receives the requests. Mutually exclusive with resource."),
  resource: pointer(
    typedLocalObjectReference,
    3,
    "Object of another kind in the same namespace. Mutually exclusive with service.",
  ),
};

export interface IngressBackend extends FieldsOf<typeof ingressBackendFields> {}

export const ingressBackend: StructSchema<IngressBackend> = struct(
  "networking/v1.IngressBackend",
  "Backend of requests.",
  ingressBackendFields,
);
