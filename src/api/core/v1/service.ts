import {
  boolean,
  enumText,
  type FieldsOf,
  formattedText,
  int32,
  intOrString,
  type KindDeclaration,
  list,
  map,
  type ObjectOf,
  openEnum,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { condition } from "../../meta/v1/condition.ts";
import { portNumber } from "../../numbers.ts";
import { loadBalancerStatus } from "./load-balancer.ts";
import { protocol } from "./protocol.ts";
import { serviceProxyOptions } from "./proxy-options.ts";

const servicePortFields = {
  name: optional(
    formattedText({ format: "dns1123Label" }),
    1,
    "Name of the port, unique in the Service. May be empty when there is only one.",
  ),
  protocol: optional(protocol, 2, "Transport protocol. Default: TCP.", { default: "TCP" }),
  appProtocol: pointer(
    text,
    6,
    "Protocol on top of it, as a hint for implementations: a standard name or a prefixed one.",
  ),
  port: required(portNumber, 3, "Port number of the Service, from 1 to 65535."),
  targetPort: optional(intOrString, 4, "Port number or port name of the Pods. Default: the value of port."),
  nodePort: optional(int32, 5, "Port on every node, for types NodePort and LoadBalancer. Chosen by the server when 0."),
};

export interface ServicePort extends FieldsOf<typeof servicePortFields> {}

export const servicePort: StructSchema<ServicePort> = struct(
  "core/v1.ServicePort",
  "A port of a Service.",
  servicePortFields,
);

const clientIPConfigFields = {
  timeoutSeconds: pointer(
    int32,
    1,
    "Seconds for which a client keeps its Pod, from 1 to 86400. Default: 10800, three hours.",
  ),
};

export interface ClientIPConfig extends FieldsOf<typeof clientIPConfigFields> {}

export const clientIPConfig: StructSchema<ClientIPConfig> = struct(
  "core/v1.ClientIPConfig",
  "Settings of session affinity by client address.",
  clientIPConfigFields,
);

const sessionAffinityConfigFields = {
  clientIP: pointer(clientIPConfig, 1, "Settings of affinity by client address."),
};

export interface SessionAffinityConfig extends FieldsOf<typeof sessionAffinityConfigFields> {}

export const sessionAffinityConfig: StructSchema<SessionAffinityConfig> = struct(
  "core/v1.SessionAffinityConfig",
  "How the connections of one client are kept at one Pod.",
  sessionAffinityConfigFields,
);

const serviceSpecFields = {
  ports: optional(
    list(servicePort, { type: "map", keys: ["port", "protocol"], merge: "port" }),
    1,
    "The ports of the Service.",
  ),
  selector: optional(
    map(text, { atomic: true }),
    2,
    "Labels of the Pods that get the traffic. Empty: the endpoints are managed by hand.",
  ),
  clusterIP: optional(
    text,
    3,
    "Main address inside the cluster. Chosen by the server when empty; None makes a headless Service.",
  ),
  clusterIPs: optional(
    list(text, { type: "atomic" }),
    18,
    "Addresses inside the cluster, at most one per family; the first is clusterIP.",
  ),
  type: optional(
    enumText("v1.ServiceType", ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"]),
    4,
    "How the Service is reached: inside the cluster, by node ports, by a load balancer, or as an alias. Default: ClusterIP.",
    { default: "ClusterIP" },
  ),
  externalIPs: optional(
    list(formattedText({ format: "ip" }), { type: "atomic" }),
    5,
    "Further addresses at which nodes take traffic for this Service.",
  ),
  sessionAffinity: optional(
    enumText("v1.ServiceAffinity", ["ClientIP", "None"]),
    7,
    "ClientIP sends a client to the same Pod every time. Default: None.",
    { default: "None" },
  ),
  loadBalancerIP: optional(
    text,
    8,
    "Deprecated. Address wanted for the load balancer; what becomes of it depends on the provider.",
  ),
  loadBalancerSourceRanges: optional(
    list(text, { type: "atomic" }),
    9,
    "Client addresses in CIDR form that the load balancer lets through. Default: all.",
  ),
  externalName: optional(text, 10, "Name that a Service of type ExternalName is an alias of."),
  externalTrafficPolicy: optional(
    openEnum("v1.ServiceExternalTrafficPolicy", ["Cluster", "Local"]),
    11,
    "Local keeps outside traffic on the node that took it, with its source address; Cluster spreads it.",
  ),
  healthCheckNodePort: optional(
    int32,
    12,
    "Port on every node that tells a load balancer whether the node has Pods. With policy Local only.",
  ),
  publishNotReadyAddresses: optional(
    boolean,
    13,
    "Whether endpoints count as ready whatever the state of their Pods. Default: false.",
  ),
  sessionAffinityConfig: pointer(sessionAffinityConfig, 14, "Settings of session affinity."),
  ipFamilies: optional(
    list(openEnum("v1.IPFamily", ["IPv4", "IPv6", ""]), { type: "atomic" }),
    19,
    "Families of the Service's addresses: one, or two in order of preference. Chosen by the server when empty.",
  ),
  ipFamilyPolicy: pointer(
    openEnum("v1.IPFamilyPolicy", ["PreferDualStack", "RequireDualStack", "SingleStack"]),
    17,
    "Whether one or two address families are wanted or needed. Default: SingleStack.",
  ),
  allocateLoadBalancerNodePorts: pointer(boolean, 20, "Whether a load balancer also gets node ports. Default: true."),
  loadBalancerClass: pointer(
    text,
    21,
    "The load balancer implementation to use. Cannot be changed while the type stays LoadBalancer.",
  ),
  internalTrafficPolicy: pointer(
    openEnum("v1.ServiceInternalTrafficPolicy", ["Cluster", "Local"]),
    22,
    "Local keeps traffic from Pods on their own node; Cluster spreads it. Default: Cluster.",
  ),
  trafficDistribution: pointer(
    text,
    23,
    "Which endpoints are preferred: PreferClose takes those nearest to the client.",
    { featureGate: "ServiceTrafficDistribution" },
  ),
};

export interface ServiceSpec extends FieldsOf<typeof serviceSpecFields> {}

export const serviceSpec: StructSchema<ServiceSpec> = struct(
  "core/v1.ServiceSpec",
  "Which Pods a Service stands for, and how it is reached.",
  serviceSpecFields,
);

const serviceStatusFields = {
  loadBalancer: optional(loadBalancerStatus, 1, "State of the load balancer, if there is one."),
  conditions: optional(
    list(condition, { type: "map", keys: ["type"], merge: "type" }),
    2,
    "Aspects of the Service's state.",
  ),
};

export interface ServiceStatus extends FieldsOf<typeof serviceStatusFields> {}

export const serviceStatus: StructSchema<ServiceStatus> = struct(
  "core/v1.ServiceStatus",
  "State of a Service.",
  serviceStatusFields,
);

const serviceFields = {
  spec: optional(serviceSpec, 2, "Which Pods the Service stands for, and how it is reached."),
  status: optional(serviceStatus, 3, "State of the Service. Written by load balancer controllers."),
};

export interface Service extends ObjectOf<typeof serviceFields> {}

export const service: KindDeclaration<Service> = kind({
  group: "",
  version: "v1",
  kind: "Service",
  package: "core",
  plural: "services",
  shortNames: ["svc"],
  categories: ["all"],
  scope: "Namespaced",
  subresources: {
    status: statusSubresource(),
    connected: { proxy: { form: "requests", options: serviceProxyOptions } },
  },
  storage: { prefix: "services/specs" },
  selectableFields: ["spec.clusterIP", "spec.type"],
  rules: {
    updateChecks: { update: ["change", "hook", "create", "schema"] },
    createOnUpdate: true,
    deleteReturnsObject: true,
  },
  doc: "A name and address for a changing set of Pods.",
  fields: serviceFields,
});
