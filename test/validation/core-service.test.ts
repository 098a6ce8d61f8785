import { describe } from "vitest";
import { notLabel, notQualifiedName } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes"]);

const services = new Refusals(server, "/api/v1/namespaces/default/services", {
  spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
});
const spec = (change: object) => (service: { spec: object }) => void Object.assign(service.spec, change);

describe("the ports of a Service", () => {
  const ports = (...list: readonly object[]) => spec({ ports: list });

  services.create("[Service#2] a Service without ports is rejected", ports(), ["spec.ports: Required value"]);
  services.accepts("a headless Service without ports is accepted", spec({ ports: [], clusterIP: "None" }));
  services.create(
    "[Service#3] a LoadBalancer Service with port 10250 is rejected",
    spec({ type: "LoadBalancer", ports: [{ port: 10_250 }] }),
    ["spec.ports[0]: Invalid value: 10250: may not expose port 10250 externally since it is used by kubelet"],
  );
  services.create(
    "[Service#11] a port without a name beside another port is rejected",
    ports({ port: 80, name: "http" }, { port: 443 }),
    ["spec.ports[1].name: Required value"],
  );
  services.create("[Service#12] a port whose name is no DNS label is rejected", ports({ port: 80, name: "Http" }), [
    `spec.ports[0].name: Invalid value: "Http": ${notLabel}`,
  ]);
  services.create(
    "[Service#13] two ports with the same name are rejected",
    ports({ port: 80, name: "a" }, { port: 81, name: "a" }),
    ['spec.ports[1].name: Duplicate value: "a"'],
  );
  services.create("[Service#14] port 65536 is rejected", ports({ port: 65_536, targetPort: 80 }), [
    "spec.ports[0].port: Invalid value: 65536: must be between 1 and 65535, inclusive",
  ]);
  services.accepts("port 65535 is accepted", ports({ port: 65_535 }));
  services.create("[Service#16] a port with an unknown protocol is rejected", ports({ port: 80, protocol: "ICMP" }), [
    'spec.ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
  ]);
  services.create("[Service#17] a targetPort of 70000 is rejected", ports({ port: 80, targetPort: 70_000 }), [
    "spec.ports[0].targetPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
  ]);
  services.create(
    "[Service#18] an appProtocol that is no qualified name is rejected",
    ports({ port: 80, appProtocol: "example.com/a b" }),
    [`spec.ports[0].appProtocol: Invalid value: "example.com/a b": ${notQualifiedName}`],
  );
  services.create("[Service#43] a nodePort of a ClusterIP Service is rejected", ports({ port: 80, nodePort: 30_080 }), [
    "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
  ]);
  services.create(
    "[Service#44] two ports with the same nodePort are rejected",
    spec({
      type: "ExternalName",
      externalName: "db.example.com",
      ports: [
        { port: 80, name: "a", nodePort: 30_080 },
        { port: 81, name: "b", nodePort: 30_080 },
      ],
    }),
    ["spec.ports[1].nodePort: Duplicate value: 30080"],
  );
  services.create(
    "[Service#45] two ports with the same number and protocol are rejected",
    ports({ port: 80, name: "a" }, { port: 80, name: "b" }),
    [/^spec\.ports\[1\]: Duplicate value: core\.ServicePort\{Name:"", Protocol:"TCP", .*Port:80, .*\}$/],
  );
  services.accepts(
    "two ports with the same number and different protocols are accepted",
    ports({ port: 53, name: "a" }, { port: 53, name: "b", protocol: "UDP" }),
  );
});

describe("a Service by its type", () => {
  services.create("[Service#42] a Service with an unknown type is rejected", spec({ type: "Tunnel" }), [
    'spec.type: Unsupported value: "Tunnel": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
  ]);
  services.create(
    "[Service#4] a headless LoadBalancer Service is rejected",
    spec({ type: "LoadBalancer", clusterIP: "None" }),
    ["spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for LoadBalancer services"],
  );
  services.create(
    "the error about a missing address precedes errors of ports",
    spec({
      type: "NodePort",
      clusterIP: "None",
      ports: [{ name: "web", port: 80 }, { port: 81 }],
      sessionAffinity: "x",
    }),
    [
      "spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort services",
      "spec.ports[1].name: Required value",
      'spec.sessionAffinity: Unsupported value: "x": supported values: "ClientIP", "None"',
    ],
  );
  services.create(
    "[Service#5] a headless NodePort Service is rejected",
    spec({ type: "NodePort", clusterIP: "None" }),
    ["spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort services"],
  );

  const alias = { type: "ExternalName", externalName: "db.example.com", ports: [] };
  const notForAliases = "may not be set for ExternalName services";
  services.create(
    "[Service#6] an ExternalName Service with clusterIPs is rejected",
    spec({ ...alias, clusterIPs: ["10.96.0.7"] }),
    [`spec.clusterIPs: Forbidden: ${notForAliases}`],
  );
  services.create(
    "[Service#7] an ExternalName Service with ipFamilies is rejected",
    spec({ ...alias, ipFamilies: ["IPv4"] }),
    [`spec.ipFamilies: Forbidden: ${notForAliases}`],
  );
  services.create(
    "[Service#8] an ExternalName Service with an ipFamilyPolicy is rejected",
    spec({ ...alias, ipFamilyPolicy: "SingleStack" }),
    [`spec.ipFamilyPolicy: Forbidden: ${notForAliases}`],
  );
  services.create(
    "[Service#9] an ExternalName Service whose externalName is no DNS subdomain is rejected",
    spec({ ...alias, externalName: "db..example." }),
    [
      'spec.externalName: Invalid value: "db..example": a lowercase RFC 1123 subdomain must consist of lower case ' +
        "alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. " +
        "'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  );
  services.accepts(
    "an externalName that ends in a dot is accepted",
    spec({ ...alias, externalName: "db.example.com." }),
  );
  services.create(
    "[Service#10] an ExternalName Service without an externalName is rejected",
    spec({ ...alias, externalName: "" }),
    ["spec.externalName: Required value"],
  );

  const onlyBalancers = "may only be used when `type` is 'LoadBalancer'";
  services.create(
    "[Service#46] loadBalancerSourceRanges of a ClusterIP Service are rejected",
    spec({ loadBalancerSourceRanges: ["10.0.0.0/8"] }),
    [`spec.LoadBalancerSourceRanges: Forbidden: ${onlyBalancers}`],
  );
  services.create(
    "[Service#47] loadBalancerSourceRanges without a prefix length are rejected",
    spec({ type: "LoadBalancer", loadBalancerSourceRanges: [" 10.0.0.0/8 ", "10.0.0.0"] }),
    [
      'spec.LoadBalancerSourceRanges[1]: Invalid value: "10.0.0.0": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ],
  );

  const rangesKey = "service.beta.kubernetes.io/load-balancer-source-ranges";
  const annotated =
    (annotations: object, change: object = {}) =>
    (service: { metadata: object; spec: object }) => {
      Object.assign(service.metadata, { annotations });
      Object.assign(service.spec, change);
    };
  services.create(
    "[Service#48] the source ranges annotation on a ClusterIP Service is rejected",
    annotated({ [rangesKey]: "" }),
    [`metadata.annotations[${rangesKey}]: Forbidden: ${onlyBalancers}`],
  );
  services.create(
    "[Service#49] the source ranges annotation with an invalid range is rejected",
    annotated({ [rangesKey]: "10.0.0.0/8, here" }, { type: "LoadBalancer" }),
    [
      `metadata.annotations[${rangesKey}]: Invalid value: "here": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)`,
    ],
  );
  const [mode, hints] = ["service.kubernetes.io/topology-mode", "service.kubernetes.io/topology-aware-hints"];
  services.create(
    "[Service#1] two topology annotations with different values are rejected",
    annotated({ [mode]: "Auto", [hints]: "Disabled" }),
    [`metadata.annotations[${mode}]: Invalid value: "Auto": must match annotations[${hints}] when both are specified`],
  );

  services.create(
    "[Service#50] allocateLoadBalancerNodePorts of a ClusterIP Service is rejected",
    spec({ allocateLoadBalancerNodePorts: true }),
    [`spec.allocateLoadBalancerNodePorts: Forbidden: ${onlyBalancers}`],
  );
  services.update("[Service#52] an update that changes the loadBalancerClass is rejected", {
    before: spec({ type: "LoadBalancer", loadBalancerClass: "example.com/a" }),
    change: spec({ loadBalancerClass: "example.com/b" }),
    causes: ['spec.loadBalancerClass: Invalid value: "example.com/b": may not change once set'],
  });
  services.create(
    "[Service#53] a loadBalancerClass that is no qualified name is rejected",
    spec({ type: "LoadBalancer", loadBalancerClass: "example.com/a b" }),
    [`spec.loadBalancerClass: Invalid value: "example.com/a b": ${notQualifiedName}`],
  );
  services.create(
    "[Service#54] a loadBalancerClass of a ClusterIP Service is rejected",
    spec({ loadBalancerClass: "example.com/a" }),
    [`spec.loadBalancerClass: Forbidden: ${onlyBalancers}`],
  );
});

describe("the traffic of a Service", () => {
  services.create("[Service#20] an unknown sessionAffinity is rejected", spec({ sessionAffinity: "Cookie" }), [
    'spec.sessionAffinity: Unsupported value: "Cookie": supported values: "ClientIP", "None"',
  ]);
  const sticky = (timeoutSeconds: number) =>
    spec({ sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds } } });
  services.create("[Service#24] a session affinity of more than a day is rejected", sticky(86_401), [
    "spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater than 0 and less than 86400",
  ]);
  services.accepts("a session affinity of a day is accepted", sticky(86_400));

  services.create("[Service#39] an external IP that cannot be parsed is rejected", spec({ externalIPs: ["192.0.2"] }), [
    'spec.externalIPs[0]: Invalid value: "192.0.2": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
  ]);
  services.create(
    "each invalid external IP is reported at its index",
    spec({ externalIPs: ["224.0.0.1", "[::1]", "0.0.0.0"] }),
    [
      'spec.externalIPs[0]: Invalid value: "224.0.0.1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
      'spec.externalIPs[1]: Invalid value: "[::1]": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'spec.externalIPs[2]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
    ],
  );
  services.create("[Service#40] the external IP 0.0.0.0 is rejected", spec({ externalIPs: ["0.0.0.0"] }), [
    'spec.externalIPs[0]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
  ]);

  services.create(
    "[Service#55] an externalTrafficPolicy of a ClusterIP Service is rejected",
    spec({ externalTrafficPolicy: "Local" }),
    ['spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services'],
  );
  services.create(
    "[Service#57] an unknown externalTrafficPolicy is rejected",
    spec({ type: "NodePort", externalTrafficPolicy: "Near" }),
    ['spec.externalTrafficPolicy: Unsupported value: "Near": supported values: "Cluster", "Local"'],
  );
  services.create(
    "[Service#58] a healthCheckNodePort of a ClusterIP Service is rejected",
    spec({ healthCheckNodePort: 30_100 }),
    [
      "spec.healthCheckNodePort: Invalid value: 30100: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    ],
  );
  services.update("[Service#71] an update that changes the healthCheckNodePort is rejected", {
    before: spec({ type: "LoadBalancer", externalTrafficPolicy: "Local", healthCheckNodePort: 30_201 }),
    change: spec({ healthCheckNodePort: 30_202 }),
    causes: ["spec.healthCheckNodePort: Forbidden: field is immutable"],
  });
  services.create("[Service#62] an empty internalTrafficPolicy is rejected", spec({ internalTrafficPolicy: "" }), [
    'spec.internalTrafficPolicy: Unsupported value: "": supported values: "Cluster", "Local"',
  ]);
  services.create(
    "[Service#63] an unknown trafficDistribution is rejected",
    spec({ trafficDistribution: "PreferFar" }),
    ['spec.trafficDistribution: Unsupported value: "PreferFar": supported values: "PreferClose"'],
  );
});
