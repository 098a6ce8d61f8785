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
    "Application protocol, as a hint for implementations: a standard name, or a name with a domain.",
  ),
  port: required(portNumber, 3, "Port number of the Service, from 1 to 65535."),
  targetPort: optional(intOrString, 4, "Port number or port name of the Pods. Default: the value of port."),
  nodePort: optional(
    int32,
    5,
    "Port on every node, for the types NodePort and LoadBalancer. If it is 0, the server allocates one.",
  ),
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
    "Seconds for which a client is sent to the same Pod, from 1 to 86400. Default: 10800.",
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
  "Settings of session affinity.",
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
    "Labels of the Pods that receive the traffic. Empty if the endpoints are managed by other means.",
  ),
  clusterIP: optional(
    text,
    3,
    "Main address in the cluster. If it is empty, the server allocates one. None makes the Service headless.",
  ),
  clusterIPs: optional(
    list(text, { type: "atomic" }),
    18,
    "Addresses in the cluster, at most one per family. The first is clusterIP.",
  ),
  type: optional(
    enumText("v1.ServiceType", ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"]),
    4,
    "Type of the Service: ClusterIP, NodePort, LoadBalancer, or ExternalName for an alias. Default: ClusterIP.",
    { default: "ClusterIP" },
  ),
  externalIPs: optional(
    list(formattedText({ format: "ip" }), { type: "atomic" }),
    5,
    "Further addresses at which nodes accept traffic for this Service.",
  ),
  sessionAffinity: optional(
    enumText("v1.ServiceAffinity", ["ClientIP", "None"]),
    7,
    "ClientIP sends all connections of a client to the same Pod. Default: None.",
    { default: "None" },
  ),
  loadBalancerIP: optional(
    text,
    8,
    "Deprecated. Requested address of the load balancer. Its effect depends on the provider.",
  ),
  loadBalancerSourceRanges: optional(
    list(text, { type: "atomic" }),
    9,
    "Address ranges of clients that the load balancer allows, in CIDR form. Default: all.",
  ),
  externalName: optional(text, 10, "Target name of a Service of type ExternalName."),
  externalTrafficPolicy: optional(
    openEnum("v1.ServiceExternalTrafficPolicy", ["Cluster", "Local"]),
    11,
    "Local sends external traffic to Pods on the receiving node and preserves the source address. Cluster distributes it.",
  ),
  healthCheckNodePort: optional(
    int32,
    12,
    "Port on every node for the load balancer's health checks. Only with the external traffic policy Local.",
  ),
  publishNotReadyAddresses: optional(
    boolean,
    13,
    "Whether endpoints of Pods that are not ready count as ready. Default: false.",
  ),
  sessionAffinityConfig: pointer(sessionAffinityConfig, 14, "Settings for the session affinity."),
  ipFamilies: optional(
    list(openEnum("v1.IPFamily", ["IPv4", "IPv6", ""]), { type: "atomic" }),
    19,
    "IP families of the Service: one, or two in order of preference. If it is empty, the server chooses them.",
  ),
  ipFamilyPolicy: pointer(
    openEnum("v1.IPFamilyPolicy", ["PreferDualStack", "RequireDualStack", "SingleStack"]),
    17,
    "SingleStack, PreferDualStack or RequireDualStack. Default: SingleStack.",
  ),
  allocateLoadBalancerNodePorts: pointer(
    boolean,
    20,
    "Whether node ports are allocated for a load balancer. Default: true.",
  ),
  loadBalancerClass: pointer(
    text,
    21,
    "Implementation of the load balancer. Immutable while the type is LoadBalancer.",
  ),
  internalTrafficPolicy: pointer(
    openEnum("v1.ServiceInternalTrafficPolicy", ["Cluster", "Local"]),
    22,
    "Local sends traffic from Pods to Pods on the same node. Cluster distributes it. Default: Cluster.",
  ),
  trafficDistribution: pointer(
    text,
    23,
    "Preference for endpoints. PreferClose prefers those that are close to the client.",
    { featureGate: "ServiceTrafficDistribution" },
  ),
};

export interface ServiceSpec extends FieldsOf<typeof serviceSpecFields> {}

export const serviceSpec: StructSchema<ServiceSpec> = struct(
  "core/v1.ServiceSpec",
  "Desired state of a Service.",
  serviceSpecFields,
);

const serviceStatusFields = {
  loadBalancer: optional(loadBalancerStatus, 1, "State of the load balancer."),
  conditions: optional(
    list(condition, { type: "map", keys: ["type"], merge: "type" }),
    2,
    "Conditions of the Service.",
  ),
};

export interface ServiceStatus extends FieldsOf<typeof serviceStatusFields> {}

export const serviceStatus: StructSchema<ServiceStatus> = struct(
  "core/v1.ServiceStatus",
  "Observed state of a Service.",
  serviceStatusFields,
);

const serviceFields = {
  spec: optional(serviceSpec, 2, "Desired state of the Service."),
  status: optional(serviceStatus, 3, "Observed state, which load balancer controllers write."),
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
  doc: "Name and address for a changing set of Pods.",
  fields: serviceFields,
});
