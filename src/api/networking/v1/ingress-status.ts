import {
  type FieldsOf,
  int32,
  list,
  openEnum,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

const ingressPortStatusFields = {
  port: required(int32, 1, "Port number."),
  protocol: required(openEnum("v1.Protocol", ["SCTP", "TCP", "UDP"]), 2, "Transport protocol of the port."),
  error: pointer(text, 3, "Error of the port, as a CamelCase word or a name with a domain."),
};

export interface IngressPortStatus extends FieldsOf<typeof ingressPortStatusFields> {}

export const ingressPortStatus: StructSchema<IngressPortStatus> = struct(
  "networking/v1.IngressPortStatus",
  "State of one port of a load balancer.",
  ingressPortStatusFields,
);

const ingressLoadBalancerIngressFields = {
  ip: optional(text, 1, "Address, for load balancers that have one."),
  hostname: optional(text, 2, "Host name, for load balancers that have one."),
  ports: optional(list(ingressPortStatus, { type: "atomic" }), 4, "State of the ports."),
};

export interface IngressLoadBalancerIngress extends FieldsOf<typeof ingressLoadBalancerIngressFields> {}

export const ingressLoadBalancerIngress: StructSchema<IngressLoadBalancerIngress> = struct(
  "networking/v1.IngressLoadBalancerIngress",
  "Address at which a load balancer accepts requests.",
  ingressLoadBalancerIngressFields,
);

const ingressLoadBalancerStatusFields = {
  ingress: optional(
    list(ingressLoadBalancerIngress, { type: "atomic" }),
    1,
    "Addresses at which the load balancer accepts requests.",
  ),
};

export interface IngressLoadBalancerStatus extends FieldsOf<typeof ingressLoadBalancerStatusFields> {}

export const ingressLoadBalancerStatus: StructSchema<IngressLoadBalancerStatus> = struct(
  "networking/v1.IngressLoadBalancerStatus",
  "State of the load balancer of an Ingress.",
  ingressLoadBalancerStatusFields,
);

const ingressStatusFields = {
  loadBalancer: optional(ingressLoadBalancerStatus, 1, "State of the load balancer."),
};

export interface IngressStatus extends FieldsOf<typeof ingressStatusFields> {}

export const ingressStatus: StructSchema<IngressStatus> = struct(
  "networking/v1.IngressStatus",
  "Observed state of an Ingress.",
  ingressStatusFields,
);
