import {
  boolean,
  type FieldsOf,
  list,
  map,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { objectReference } from "../../core/v1/object-reference.ts";

const endpointConditionsFields = {
  ready: pointer(
    boolean,
    1,
    "Whether the endpoint should receive traffic. Never true while it terminates. Unset means true.",
  ),
  serving: pointer(
    boolean,
    2,
    "Whether the endpoint responds, even while it terminates. Unset means the value of ready.",
  ),
  terminating: pointer(boolean, 3, "Whether the endpoint is terminating. Unset means false."),
};

export interface EndpointConditions extends FieldsOf<typeof endpointConditionsFields> {}

export const endpointConditions: StructSchema<EndpointConditions> = struct(
  "discovery/v1.EndpointConditions",
  "State of an endpoint.",
  endpointConditionsFields,
);

const forZoneFields = {
  name: required(text, 1, "Name of the zone."),
};

export interface ForZone extends FieldsOf<typeof forZoneFields> {}

export const forZone: StructSchema<ForZone> = struct(
  "discovery/v1.ForZone",
  "Zone whose clients should use an endpoint.",
  forZoneFields,
);

const endpointHintsFields = {
  forZones: optional(list(forZone, { type: "atomic" }), 1, "Zones whose clients should use the endpoint."),
};

export interface EndpointHints extends FieldsOf<typeof endpointHintsFields> {}

export const endpointHints: StructSchema<EndpointHints> = struct(
  "discovery/v1.EndpointHints",
  "Hints about the clients that should use an endpoint.",
  endpointHintsFields,
);

const endpointFields = {
  addresses: required(
    list(text, { type: "set" }),
    1,
    "Addresses of the endpoint, of the slice's type. Clients use the first.",
  ),
  conditions: optional(endpointConditions, 2, "State of the endpoint."),
  hostname: pointer(text, 3, "Host name of the endpoint in DNS."),
  targetRef: pointer(objectReference, 4, "Object of the endpoint, usually a Pod."),
  deprecatedTopology: optional(map(text), 5, "Labels of an older version. Not set, and removed at writes."),
  nodeName: pointer(text, 6, "Node that hosts the endpoint."),
  zone: pointer(text, 7, "Zone of the endpoint."),
  hints: pointer(endpointHints, 8, "Hints about the clients that should use the endpoint.", {
    featureGate: "TopologyAwareHints",
  }),
};

export interface Endpoint extends FieldsOf<typeof endpointFields> {}

export const endpoint: StructSchema<Endpoint> = struct(
  "discovery/v1.Endpoint",
  "One endpoint of a Service.",
  endpointFields,
);
