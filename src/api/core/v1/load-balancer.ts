import {
  type FieldsOf,
  int32,
  list,
  namedText,
  openEnum,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

const portStatusFields = {
  port: required(int32, 1, "Port number."),
  protocol: required(openEnum("v1.Protocol", ["SCTP", "TCP", "UDP"]), 2, "Transport protocol of the port."),
  error: pointer(text, 3, "What is wrong with the port, as a CamelCase word or prefixed name."),
};

export interface PortStatus extends FieldsOf<typeof portStatusFields> {}

export const portStatus: StructSchema<PortStatus> = struct(
  "core/v1.PortStatus",
  "State of one port of a load balancer.",
  portStatusFields,
);

const loadBalancerIngressFields = {
  ip: optional(text, 1, "Address, for load balancers that have one."),
  hostname: optional(text, 2, "Host name, for load balancers that have one."),
  ipMode: pointer(
    namedText("v1.LoadBalancerIPMode"),
    3,
    "VIP when traffic arrives for this address, Proxy when it arrives for a node or Pod. Default: VIP.",
  ),
  ports: optional(list(portStatus, { type: "atomic" }), 4, "State of the Service's ports."),
};

export interface LoadBalancerIngress extends FieldsOf<typeof loadBalancerIngressFields> {}

export const loadBalancerIngress: StructSchema<LoadBalancerIngress> = struct(
  "core/v1.LoadBalancerIngress",
  "An address at which a load balancer takes traffic.",
  loadBalancerIngressFields,
);

const loadBalancerStatusFields = {
  ingress: optional(list(loadBalancerIngress, { type: "atomic" }), 1, "Addresses at which it takes traffic."),
};

export interface LoadBalancerStatus extends FieldsOf<typeof loadBalancerStatusFields> {}

export const loadBalancerStatus: StructSchema<LoadBalancerStatus> = struct(
  "core/v1.LoadBalancerStatus",
  "State of a load balancer.",
  loadBalancerStatusFields,
);
