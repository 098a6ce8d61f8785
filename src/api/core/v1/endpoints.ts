import {
  type FieldsOf,
  formattedText,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { portNumber } from "../../numbers.ts";
import { objectReference } from "./object-reference.ts";
import { protocol } from "./protocol.ts";

const endpointAddressFields = {
  ip: required(text, 1, "The address."),
  hostname: optional(formattedText({ format: "dns1123Label" }), 3, "Host name of this address."),
  nodeName: pointer(text, 4, "Node that hosts the address."),
  targetRef: pointer(objectReference, 2, "Object that has the address, usually a Pod."),
};

export interface EndpointAddress extends FieldsOf<typeof endpointAddressFields> {}

export const endpointAddress: StructSchema<EndpointAddress> = struct(
  "core/v1.EndpointAddress",
  "Address that receives traffic.",
  endpointAddressFields,
  { atomic: true },
);

const endpointPortFields = {
  name: optional(
    formattedText({ format: "dns1123Label" }),
    1,
    "Name of the port, as in the Service. May be empty when there is only one.",
  ),
  port: required(portNumber, 2, "Port number, from 1 to 65535."),
  protocol: optional(protocol, 3, "Transport protocol. Default: TCP.", { default: "TCP" }),
  appProtocol: pointer(text, 4, "Application protocol: a standard name, or a name with a domain."),
};

export interface EndpointPort extends FieldsOf<typeof endpointPortFields> {}

export const endpointPort: StructSchema<EndpointPort> = struct(
  "core/v1.EndpointPort",
  "Port that receives traffic.",
  endpointPortFields,
  { atomic: true },
);

const endpointSubsetFields = {
  addresses: optional(list(endpointAddress, { type: "atomic" }), 1, "Addresses that are ready for traffic."),
  notReadyAddresses: optional(
    list(endpointAddress, { type: "atomic" }),
    2,
    "Addresses that are not ready, because their Pods are starting or fail a probe.",
  ),
  ports: optional(list(endpointPort, { type: "atomic" }), 3, "Ports of the addresses."),
};

export interface EndpointSubset extends FieldsOf<typeof endpointSubsetFields> {}

export const endpointSubset: StructSchema<EndpointSubset> = struct(
  "core/v1.EndpointSubset",
  "Addresses with the same ports. Every address serves every port.",
  endpointSubsetFields,
);

const endpointsFields = {
  subsets: optional(list(endpointSubset, { type: "atomic" }), 2, "The addresses, grouped by their ports."),
};

export interface Endpoints extends ObjectOf<typeof endpointsFields> {}

export const endpoints: KindDeclaration<Endpoints> = kind({
  group: "",
  version: "v1",
  kind: "Endpoints",
  package: "core",
  plural: "endpoints",
  singular: "endpoints",
  shortNames: ["ep"],
  scope: "Namespaced",
  storage: { prefix: "services/endpoints" },
  rules: { updateChecks: { update: ["change", "create", "schema", "hook"] }, createOnUpdate: true },
  doc: "Addresses of the Service with the same name.",
  fields: endpointsFields,
});
