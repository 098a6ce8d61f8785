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
  ready: pointer(boolean, 1, "Whether it is to get traffic. Unset counts as ready. Never true while it ends."),
  serving: pointer(boolean, 2, "Whether it answers, even while it ends. Unset counts as the value of ready."),
  terminating: pointer(boolean, 3, "Whether it is about to end. Unset counts as false."),
};

export interface EndpointConditions extends FieldsOf<typeof endpointConditionsFields> {}

export const endpointConditions: StructSchema<EndpointConditions> = struct(
  "discovery/v1.EndpointConditions",
  "The state of an endpoint.",
  endpointConditionsFields,
);

const forZoneFields = {
  name: required(text, 1, "Name of the zone."),
};

export interface ForZone extends FieldsOf<typeof forZoneFields> {}

export const forZone: StructSchema<ForZone> = struct(
  "discovery/v1.ForZone",
  "A zone from which traffic is taken.",
  forZoneFields,
);

const endpointHintsFields = {
  forZones: optional(list(forZone, { type: "atomic" }), 1, "The zones whose clients are to use the endpoint."),
};

export interface EndpointHints extends FieldsOf<typeof endpointHintsFields> {}

export const endpointHints: StructSchema<EndpointHints> = struct(
  "discovery/v1.EndpointHints",
  "Advice on who is to use an endpoint.",
  endpointHintsFields,
);

const endpointFields = {
  addresses: required(
    list(text, { type: "set" }),
    1,
    "Addresses of the slice's type, all of the same endpoint. Clients use the first.",
  ),
  conditions: optional(endpointConditions, 2, "State of the endpoint."),
  hostname: pointer(text, 3, "Host name by which DNS tells it from the others."),
  targetRef: pointer(objectReference, 4, "The object that the endpoint stands for, a Pod as a rule."),
  deprecatedTopology: optional(
    map(text),
    5,
    "Labels of an older version; no longer filled, and dropped when it is written.",
  ),
  nodeName: pointer(text, 6, "Node that hosts the endpoint."),
  zone: pointer(text, 7, "Zone that the endpoint is in."),
  hints: pointer(endpointHints, 8, "Advice on who is to use the endpoint.", { featureGate: "TopologyAwareHints" }),
};

export interface Endpoint extends FieldsOf<typeof endpointFields> {}

export const endpoint: StructSchema<Endpoint> = struct(
  "discovery/v1.Endpoint",
  "One backend of a Service.",
  endpointFields,
);
