import { group } from "../../../meta/vocabulary.ts";
import {
  enumText,
  type FieldsOf,
  field,
  int32,
  type KindDeclaration,
  list,
  type ObjectOf,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { protocol } from "../../core/v1/protocol.ts";
import { kind } from "../../kind.ts";
import { endpoint } from "./endpoint.ts";

const endpointPortFields = {
  name: pointer(
    text,
    1,
    "Name of the port, as in the Service, unique in the slice. Empty if the Service has a single port without a name.",
    { default: "" },
  ),
  protocol: pointer(protocol, 2, "Transport protocol. Default: TCP.", { default: "TCP" }),
  port: pointer(int32, 3, "Port number. Unset means all ports."),
  appProtocol: pointer(
    text,
    4,
    "Application protocol, as a hint for implementations: a standard name, or a name with a domain.",
  ),
};

export interface EndpointPort extends FieldsOf<typeof endpointPortFields> {}

export const endpointPort: StructSchema<EndpointPort> = struct(
  "discovery/v1.EndpointPort",
  "Port of all endpoints of a slice.",
  endpointPortFields,
  { atomic: true },
);

const endpointSliceFields = {
  addressType: required(
    enumText("v1.AddressType", ["FQDN", "IPv4", "IPv6"]),
    4,
    "Type of the addresses: IPv4, IPv6 or FQDN. Immutable.",
    { nonEmpty: true },
  ),
  endpoints: required(list(endpoint, { type: "atomic" }), 2, "Endpoints, at most 1000."),
  ports: field(
    list(endpointPort, { type: "atomic" }),
    { presence: "always", required: false },
    3,
    "Ports of all endpoints. Empty means none.",
  ),
};

export interface EndpointSlice extends ObjectOf<typeof endpointSliceFields> {}

export const endpointSlice: KindDeclaration<EndpointSlice> = kind({
  group: group("discovery"),
  version: "v1",
  kind: "EndpointSlice",
  package: "discovery",
  plural: "endpointslices",
  scope: "Namespaced",
  rules: {
    updateChecks: { update: ["create", "schema", "hook"] },
    generation: ["addressType", "endpoints", "ports", "metadata.labels"],
  },
  doc: "Part of the endpoints of a Service. All of its slices together contain all endpoints.",
  fields: endpointSliceFields,
});
