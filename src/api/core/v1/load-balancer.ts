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
  error: pointer(text, 3, "Error of the port, as a CamelCase word or a name with a domain."),
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
    "VIP if packets arrive with this address as their destination, Proxy if they arrive with that of a node or Pod. Default: VIP.",
  ),
  ports: optional(list(portStatus, { type: "atomic" }), 4, "State of the Service's ports."),
};

export interface LoadBalancerIngress extends FieldsOf<typeof loadBalancerIngressFields> {}

export const loadBalancerIngress: StructSchema<LoadBalancerIngress> = struct(
  "core/v1.LoadBalancerIngress",
  "Address at which a load balancer accepts traffic.",
  loadBalancerIngressFields,
);

const loadBalancerStatusFields = {
  ingress: optional(
    list(loadBalancerIngress, { type: "atomic" }),
    1,
    "Addresses at which the load balancer accepts traffic.",
  ),
};

export interface LoadBalancerStatus extends FieldsOf<typeof loadBalancerStatusFields> {}

export const loadBalancerStatus: StructSchema<LoadBalancerStatus> = struct(
  "core/v1.LoadBalancerStatus",
  "State of a load balancer.",
  loadBalancerStatusFields,
);
