import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes"]);

const services = new Refusals(server, "/api/v1/namespaces/default/services", {
  spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
});
const spec = (change: object) => (service: { spec: object }) => void Object.assign(service.spec, change);

const badLabel =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
  "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const badPart =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

describe("the ports of a Service", () => {
  const ports = (...list: readonly object[]) => spec({ ports: list });

  services.create("[Service#2] are there", ports(), ["spec.ports: Required value"]);
  services.accepts("may be missing where no address is", spec({ ports: [], clusterIP: "None" }));
  services.create(
    "[Service#3] are not the kubelet's outside of the cluster",
    spec({ type: "LoadBalancer", ports: [{ port: 10_250 }] }),
    ["spec.ports[0]: Invalid value: 10250: may not expose port 10250 externally since it is used by kubelet"],
  );
  services.create("[Service#11] have names where there are several", ports({ port: 80, name: "http" }, { port: 443 }), [
    "spec.ports[1].name: Required value",
  ]);
  services.create("[Service#12] are named like labels", ports({ port: 80, name: "Http" }), [
    `spec.ports[0].name: Invalid value: "Http": ${badLabel}`,
  ]);
  services.create("[Service#13] have names of their own", ports({ port: 80, name: "a" }, { port: 81, name: "a" }), [
    'spec.ports[1].name: Duplicate value: "a"',
  ]);
  services.create("[Service#14] exist", ports({ port: 65_536, targetPort: 80 }), [
    "spec.ports[0].port: Invalid value: 65536: must be between 1 and 65535, inclusive",
  ]);
  services.accepts("are as high as ports are", ports({ port: 65_535 }));
  services.create("[Service#16] have a known protocol", ports({ port: 80, protocol: "ICMP" }), [
    'spec.ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
  ]);
  services.create("[Service#17] lead to ports that exist", ports({ port: 80, targetPort: 70_000 }), [
    "spec.ports[0].targetPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
  ]);
  services.create(
    "[Service#18] say what is spoken on top of them",
    ports({ port: 80, appProtocol: "example.com/a b" }),
    [`spec.ports[0].appProtocol: Invalid value: "example.com/a b": ${badPart}`],
  );
  services.create("[Service#43] are not on nodes inside of the cluster", ports({ port: 80, nodePort: 30_080 }), [
    "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
  ]);
  services.create(
    "[Service#44] are on nodes once",
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
  services.create("[Service#45] are there once", ports({ port: 80, name: "a" }, { port: 80, name: "b" }), [
    /^spec\.ports\[1\]: Duplicate value: core\.ServicePort\{Name:"", Protocol:"TCP", .*Port:80, .*\}$/,
  ]);
  services.accepts(
    "are there once for each protocol",
    ports({ port: 53, name: "a" }, { port: 53, name: "b", protocol: "UDP" }),
  );
});

describe("a Service by its type", () => {
  services.create("[Service#42] is of a known type", spec({ type: "Tunnel" }), [
    'spec.type: Unsupported value: "Tunnel": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
  ]);
  services.create("[Service#4] has an address to balance load to", spec({ type: "LoadBalancer", clusterIP: "None" }), [
    "spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for LoadBalancer services",
  ]);
  services.create(
    "the lack of an address is reported before the faults of ports",
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
  services.create("[Service#5] has an address behind ports of nodes", spec({ type: "NodePort", clusterIP: "None" }), [
    "spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort services",
  ]);

  const alias = { type: "ExternalName", externalName: "db.example.com", ports: [] };
  const notForAliases = "may not be set for ExternalName services";
  services.create("[Service#6] has no address as an alias", spec({ ...alias, clusterIPs: ["10.96.0.7"] }), [
    `spec.clusterIPs: Forbidden: ${notForAliases}`,
  ]);
  services.create("[Service#7] has no families as an alias", spec({ ...alias, ipFamilies: ["IPv4"] }), [
    `spec.ipFamilies: Forbidden: ${notForAliases}`,
  ]);
  services.create(
    "[Service#8] has no policy of families as an alias",
    spec({ ...alias, ipFamilyPolicy: "SingleStack" }),
    [`spec.ipFamilyPolicy: Forbidden: ${notForAliases}`],
  );
  services.create(
    "[Service#9] is an alias of a name that can exist",
    spec({ ...alias, externalName: "db..example." }),
    [
      'spec.externalName: Invalid value: "db..example": a lowercase RFC 1123 subdomain must consist of lower case ' +
        "alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. " +
        "'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  );
  services.accepts("is an alias of a name with a dot after it", spec({ ...alias, externalName: "db.example.com." }));
  services.create("[Service#10] is an alias of a name", spec({ ...alias, externalName: "" }), [
    "spec.externalName: Required value",
  ]);

  const onlyBalancers = "may only be used when `type` is 'LoadBalancer'";
  services.create(
    "[Service#46] lets only load balancers choose clients",
    spec({ loadBalancerSourceRanges: ["10.0.0.0/8"] }),
    [`spec.LoadBalancerSourceRanges: Forbidden: ${onlyBalancers}`],
  );
  services.create(
    "[Service#47] lets clients of readable ranges through",
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
    "[Service#48] lets only load balancers choose clients by annotation",
    annotated({ [rangesKey]: "" }),
    [`metadata.annotations[${rangesKey}]: Forbidden: ${onlyBalancers}`],
  );
  services.create(
    "[Service#49] lets clients of readable ranges of an annotation through",
    annotated({ [rangesKey]: "10.0.0.0/8, here" }, { type: "LoadBalancer" }),
    [
      `metadata.annotations[${rangesKey}]: Invalid value: "here": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)`,
    ],
  );
  const [mode, hints] = ["service.kubernetes.io/topology-mode", "service.kubernetes.io/topology-aware-hints"];
  services.create("[Service#1] says one thing about topology", annotated({ [mode]: "Auto", [hints]: "Disabled" }), [
    `metadata.annotations[${mode}]: Invalid value: "Auto": must match annotations[${hints}] when both are specified`,
  ]);

  services.create(
    "[Service#50] has load balancers alone decide about ports of nodes",
    spec({ allocateLoadBalancerNodePorts: true }),
    [`spec.allocateLoadBalancerNodePorts: Forbidden: ${onlyBalancers}`],
  );
  services.update("[Service#52] stays with its load balancer", {
    before: spec({ type: "LoadBalancer", loadBalancerClass: "example.com/a" }),
    change: spec({ loadBalancerClass: "example.com/b" }),
    causes: ['spec.loadBalancerClass: Invalid value: "example.com/b": may not change once set'],
  });
  services.create(
    "[Service#53] names its load balancer",
    spec({ type: "LoadBalancer", loadBalancerClass: "example.com/a b" }),
    [`spec.loadBalancerClass: Invalid value: "example.com/a b": ${badPart}`],
  );
  services.create("[Service#54] has a load balancer only as one", spec({ loadBalancerClass: "example.com/a" }), [
    `spec.loadBalancerClass: Forbidden: ${onlyBalancers}`,
  ]);
});

describe("the traffic of a Service", () => {
  services.create("[Service#20] goes to any Pod, or to the client's", spec({ sessionAffinity: "Cookie" }), [
    'spec.sessionAffinity: Unsupported value: "Cookie": supported values: "ClientIP", "None"',
  ]);
  const sticky = (timeoutSeconds: number) =>
    spec({ sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds } } });
  services.create("[Service#24] goes to the client's Pod for a day at most", sticky(86_401), [
    "spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater than 0 and less than 86400",
  ]);
  services.accepts("goes to the client's Pod for a day", sticky(86_400));

  services.create("[Service#39] comes to addresses that can be read", spec({ externalIPs: ["192.0.2"] }), [
    'spec.externalIPs[0]: Invalid value: "192.0.2": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
  ]);
  services.create(
    "is told of its external addresses one by one",
    spec({ externalIPs: ["224.0.0.1", "[::1]", "0.0.0.0"] }),
    [
      'spec.externalIPs[0]: Invalid value: "224.0.0.1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
      'spec.externalIPs[1]: Invalid value: "[::1]": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'spec.externalIPs[2]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
    ],
  );
  services.create("[Service#40] comes to addresses that others can reach", spec({ externalIPs: ["0.0.0.0"] }), [
    'spec.externalIPs[0]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
  ]);

  services.create(
    "[Service#55] from outside has a policy only where it comes",
    spec({ externalTrafficPolicy: "Local" }),
    ['spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services'],
  );
  services.create(
    "[Service#57] from outside has a known policy",
    spec({ type: "NodePort", externalTrafficPolicy: "Near" }),
    ['spec.externalTrafficPolicy: Unsupported value: "Near": supported values: "Cluster", "Local"'],
  );
  services.create("[Service#58] is checked on nodes only where it matters", spec({ healthCheckNodePort: 30_100 }), [
    "spec.healthCheckNodePort: Invalid value: 30100: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
  ]);
  services.update("[Service#71] is checked where it was", {
    before: spec({ type: "LoadBalancer", externalTrafficPolicy: "Local", healthCheckNodePort: 30_201 }),
    change: spec({ healthCheckNodePort: 30_202 }),
    causes: ["spec.healthCheckNodePort: Forbidden: field is immutable"],
  });
  services.create("[Service#62] from inside has a known policy", spec({ internalTrafficPolicy: "" }), [
    'spec.internalTrafficPolicy: Unsupported value: "": supported values: "Cluster", "Local"',
  ]);
  services.create("[Service#63] is spread in a known way", spec({ trafficDistribution: "PreferFar" }), [
    'spec.trafficDistribution: Unsupported value: "PreferFar": supported values: "PreferClose"',
  ]);
});
