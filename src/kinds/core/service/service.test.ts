import { describe, expect, test } from "vitest";
import { type Service, service } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const writes = new KindWrites(service);
const ports = [{ port: 80 }];

function errorsOf(spec: object): readonly string[] {
  return writes.create({ spec: { ports, ...spec } }).errors;
}

describe("defaults of a Service", () => {
  const decoded = (spec: object, more: object = {}) => writes.decode({ spec: { ports, ...spec }, ...more }).spec;

  test("a Service without a type has the defaults of type ClusterIP", () => {
    expect(decoded({})).toEqual({
      ports: [{ port: 80, protocol: "TCP", targetPort: 80 }],
      type: "ClusterIP",
      sessionAffinity: "None",
      internalTrafficPolicy: "Cluster",
    });
  });

  test.each([
    ["NodePort", { externalTrafficPolicy: "Cluster", internalTrafficPolicy: "Cluster" }],
    [
      "LoadBalancer",
      { externalTrafficPolicy: "Cluster", internalTrafficPolicy: "Cluster", allocateLoadBalancerNodePorts: true },
    ],
  ])("a Service of type %s has the traffic policies Cluster by default", (type, expected) => {
    expect(decoded({ type })).toMatchObject(expected);
  });

  test("a Service of type ExternalName has no traffic policies by default", () => {
    expect(decoded({ type: "ExternalName", externalName: "db.example", ports: [] })).toEqual({
      type: "ExternalName",
      externalName: "db.example",
      sessionAffinity: "None",
    });
  });

  test("a Service of type ClusterIP with externalIPs has externalTrafficPolicy Cluster by default", () => {
    expect(decoded({ externalIPs: ["1.2.3.4"] })).toMatchObject({ externalTrafficPolicy: "Cluster" });
  });

  test("the session affinity ClientIP lasts three hours by default", () => {
    expect(decoded({ sessionAffinity: "ClientIP" })).toMatchObject({
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } },
    });
    expect(decoded({ sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } })).not.toHaveProperty(
      "sessionAffinityConfig",
    );
  });

  test("targetPort of a Service defaults to its port", () => {
    expect(
      decoded({
        ports: [
          { port: 80, targetPort: "web" },
          { port: 81, targetPort: 0 },
        ],
      })?.ports,
    ).toMatchObject([{ targetPort: "web" }, { targetPort: 81 }]);
  });

  test("addresses of a load balancer have the ipMode VIP by default, and host names have none", () => {
    const status = { loadBalancer: { ingress: [{ ip: "5.6.7.8" }, { hostname: "lb.example" }] } };
    const { status: filled } = writes.decode({ spec: { type: "LoadBalancer", ports }, status });
    expect(filled?.loadBalancer?.ingress).toEqual([{ ip: "5.6.7.8", ipMode: "VIP" }, { hostname: "lb.example" }]);
  });
});

describe("validation of a Service", () => {
  test.each<[string, object, string[]]>([
    ["without ports", { ports: [] }, ["spec.ports: Required value"]],
    [
      "with two ports without names",
      { ports: [{ port: 80 }, { port: 81 }] },
      ["spec.ports[0].name: Required value", "spec.ports[1].name: Required value"],
    ],
    [
      "with the same name for two ports",
      {
        ports: [
          { name: "a", port: 80 },
          { name: "a", port: 81 },
        ],
      },
      ['spec.ports[1].name: Duplicate value: "a"'],
    ],
    [
      "with a port out of range",
      { ports: [{ port: 0, targetPort: 80 }] },
      ["spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive"],
    ],
    [
      "with the same port twice",
      {
        ports: [
          { name: "a", port: 80 },
          { name: "b", port: 80 },
        ],
      },
      [
        'spec.ports[1]: Duplicate value: core.ServicePort{Name:"", Protocol:"TCP", AppProtocol:(*string)(nil), Port:80, ' +
          'TargetPort:intstr.IntOrString{Type:0, IntVal:0, StrVal:""}, NodePort:0}',
      ],
    ],
    [
      "with a node port and type ClusterIP",
      { ports: [{ port: 80, nodePort: 30_080 }] },
      ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
    ],
    ["of type ExternalName without an externalName", { type: "ExternalName" }, ["spec.externalName: Required value"]],
    [
      "of type ExternalName with an address",
      { type: "ExternalName", externalName: "db.example", clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.1"] },
      ["spec.clusterIPs: Forbidden: may not be set for ExternalName services"],
    ],
    [
      "with an unknown type",
      { type: "Tunnel" },
      [
        'spec.type: Unsupported value: "Tunnel": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
      ],
    ],
    [
      "of type LoadBalancer without an address",
      { type: "LoadBalancer", clusterIP: "None", clusterIPs: ["None"] },
      ["spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for LoadBalancer services"],
    ],
    [
      "whose clusterIP is not the first of clusterIPs",
      { clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.2"] },
      ['spec.clusterIPs: Invalid value: []string{"10.0.0.2"}: first value must match `clusterIP`'],
    ],
    [
      "with an invalid address",
      { clusterIP: "here", clusterIPs: ["here"] },
      ['spec.clusterIPs[0]: Invalid value: "here": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ],
    [
      "with a session affinity of more than a day",
      { sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 90_000 } } },
      [
        "spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 90000: must be greater than 0 and less than 86400",
      ],
    ],
    [
      "of type ClusterIP with settings of a load balancer",
      { loadBalancerSourceRanges: ["10.0.0.0/8"], loadBalancerClass: "a/b" },
      [
        "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
        "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
      ],
    ],
    [
      "of type ClusterIP with externalTrafficPolicy",
      { externalTrafficPolicy: "Local" },
      ['spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services'],
    ],
  ])("a Service %s is rejected", (_, spec, errors) => {
    expect(errorsOf(spec)).toEqual(errors);
  });

  test.each([
    { clusterIP: "None", ports: [] },
    { type: "ExternalName", externalName: "db.example", ports: [] },
  ])("a Service with spec %j is accepted without ports", (spec) => {
    expect(errorsOf(spec)).toEqual([]);
  });
});

describe("an update of a Service", () => {
  function stored(spec: object): Service {
    const created = writes.stored({ spec: { ports, ...spec } });
    return created;
  }

  function update(old: Service, change: (spec: NonNullable<Service["spec"]>) => void) {
    return writes.update(old, ({ spec }) => {
      if (spec) change(spec);
    });
  }

  const balancer = {
    type: "LoadBalancer",
    clusterIP: "10.0.0.1",
    ipFamilies: ["IPv4"],
    ipFamilyPolicy: "SingleStack",
    externalTrafficPolicy: "Local",
    healthCheckNodePort: 31_000,
    ports: [{ name: "web", port: 80, nodePort: 30_080 }],
  };

  test("an update of a Service without the values that the server chose keeps them", () => {
    const { object, errors } = update(stored(balancer), (spec) => {
      delete spec.clusterIP;
      delete spec.clusterIPs;
      delete spec.healthCheckNodePort;
      spec.ports = [{ name: "web", port: 8080, protocol: "TCP" }];
    });
    expect(errors).toEqual([]);
    expect(object.spec).toMatchObject({
      clusterIP: "10.0.0.1",
      clusterIPs: ["10.0.0.1"],
      healthCheckNodePort: 31_000,
      ports: [{ port: 8080, nodePort: 30_080 }],
    });
  });

  test("an update that changes an address of a Service is rejected", () => {
    const { errors } = update(stored(balancer), (spec) => {
      spec.clusterIP = "10.0.0.2";
    });
    expect(errors).toEqual(['spec.clusterIPs[0]: Invalid value: []string{"10.0.0.2"}: may not change once set']);
  });

  test("an update of the type of a Service to ClusterIP drops fields of the old type", () => {
    const { object, errors } = update(stored(balancer), (spec) => {
      spec.type = "ClusterIP";
    });
    expect(errors).toEqual([]);
    expect(object.spec).toEqual({
      type: "ClusterIP",
      clusterIP: "10.0.0.1",
      clusterIPs: ["10.0.0.1"],
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      internalTrafficPolicy: "Cluster",
      ports: [{ name: "web", port: 80, protocol: "TCP", targetPort: 80 }],
      sessionAffinity: "None",
    });
  });

  test("an update of the type of a Service to ExternalName drops its addresses", () => {
    const { object, errors } = update(stored(balancer), (spec) => {
      spec.type = "ExternalName";
      spec.externalName = "db.example";
    });
    expect(errors).toEqual([]);
    expect(object.spec).not.toHaveProperty("clusterIP");
    expect(object.spec).not.toHaveProperty("clusterIPs");
    expect(object.spec).not.toHaveProperty("ipFamilies");
  });

  test("an update of the type of a Service is rejected if it changes a field that the new type forbids", () => {
    const { errors } = update(stored(balancer), (spec) => {
      spec.type = "ClusterIP";
      spec.ports = [{ name: "web", port: 80, protocol: "TCP", nodePort: 30_081 }];
    });
    expect(errors).toContain("spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'");
  });

  test("an update of the type of a load balancer clears its status", () => {
    const created = stored(balancer);
    const { object: balanced, errors } = writes.update(
      created,
      (one) => {
        one.status = { loadBalancer: { ingress: [{ ip: "5.6.7.8" }] } };
      },
      "status",
    );
    expect(errors).toEqual([]);
    expect(balanced.status?.loadBalancer?.ingress).toEqual([{ ip: "5.6.7.8", ipMode: "VIP" }]);
    const { object } = update(balanced, (spec) => {
      spec.type = "NodePort";
    });
    expect(object.status).toEqual({ loadBalancer: {} });
  });

  test("an update of the status with ingress is rejected for a Service of type ClusterIP", () => {
    const { errors } = writes.update(
      stored({}),
      (one) => {
        one.status = { loadBalancer: { ingress: [{ hostname: "lb.example" }] } };
      },
      "status",
    );
    expect(errors).toEqual([
      "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
    ]);
  });
});

describe("addresses of two families", () => {
  const families = { ipFamilyPolicy: "PreferDualStack", ipFamilies: ["IPv4", "IPv6"] };
  const both = { ...families, clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.1", "fd00::1"] };

  test.each<[string, object, string[]]>([
    ["of IPv4 and IPv6 are accepted", both, []],
    [
      "of the same family are rejected",
      { ...both, clusterIPs: ["10.0.0.1", "10.0.0.2"] },
      [
        'spec.clusterIPs: Invalid value: []string{"10.0.0.1", "10.0.0.2"}: may specify no more than one IP for each IP ' +
          "family",
        'spec.clusterIPs[1]: Invalid value: "10.0.0.2": expected an IPv6 value as indicated by `ipFamilies[1]`',
      ],
    ],
    [
      "are rejected if there are three",
      { ...both, clusterIPs: ["10.0.0.1", "fd00::1", "fd00::2"] },
      ['spec.clusterIPs: Invalid value: []string{"10.0.0.1", "fd00::1", "fd00::2"}: may only hold up to 2 values'],
    ],
    [
      "with the same family twice are rejected",
      { ipFamilies: ["IPv4", "IPv4"] },
      ['spec.ipFamilies[1]: Duplicate value: "IPv4"'],
    ],
    [
      "with None and an address are rejected",
      { clusterIP: "None", clusterIPs: ["None", "10.0.0.1"] },
      ['spec.clusterIPs: Invalid value: []string{"None", "10.0.0.1"}: \'None\' must be the first and only value'],
    ],
    [
      "without clusterIP are rejected",
      { clusterIPs: ["10.0.0.1"] },
      ['spec.clusterIPs: Invalid value: []string{"10.0.0.1"}: must be empty when `clusterIP` is not specified'],
    ],
  ])("clusterIPs and ipFamilies %s", (_, spec, errors) => {
    expect(errorsOf(spec)).toEqual(errors);
  });

  function update(change: object): readonly string[] {
    return writes.update(writes.stored({ spec: { ports, ...both } }), ({ spec }) => Object.assign(spec ?? {}, change))
      .errors;
  }

  test("an update that removes the second address has to remove its family and set SingleStack", () => {
    const single = { clusterIPs: ["10.0.0.1"], ipFamilies: ["IPv4"] };
    expect(update({ ...single, ipFamilyPolicy: "SingleStack" })).toEqual([]);
    expect(update(single)).toEqual([
      "spec.ipFamilyPolicy: Invalid value: \"PreferDualStack\": must be set to 'SingleStack' when releasing the secondary " +
        "clusterIP",
      "spec.ipFamilyPolicy: Invalid value: \"PreferDualStack\": must be set to 'SingleStack' when releasing the secondary " +
        "ipFamily",
    ]);
  });

  test("an update that swaps the families of a Service is rejected", () => {
    expect(update({ ipFamilies: ["IPv6", "IPv4"] })).toEqual([
      'spec.ipFamilies[0]: Invalid value: []core.IPFamily{"IPv6", "IPv4"}: may not change once set',
      'spec.ipFamilies[0]: Invalid value: []core.IPFamily{"IPv6", "IPv4"}: may not change once set',
      'spec.clusterIPs[0]: Invalid value: "10.0.0.1": expected an IPv6 value as indicated by `ipFamilies[0]`',
      'spec.clusterIPs[1]: Invalid value: "fd00::1": expected an IPv4 value as indicated by `ipFamilies[1]`',
    ]);
  });
});

describe("annotations of a Service", () => {
  const annotated = (annotations: object, spec: object = {}) =>
    writes.create({ metadata: { name: "it", namespace: "shop", annotations }, spec: { ports, ...spec } });
  const mode = "service.kubernetes.io/topology-mode";
  const hints = "service.kubernetes.io/topology-aware-hints";
  const ranges = "service.beta.kubernetes.io/load-balancer-source-ranges";

  test("topology annotations of a Service with different values are rejected", () => {
    expect(annotated({ [mode]: "Auto", [hints]: "Auto" }).errors).toEqual([]);
    expect(annotated({ [mode]: "Auto", [hints]: "Disabled" }).errors).toEqual([
      `metadata.annotations[${mode}]: Invalid value: "Auto": must match annotations[${hints}] when both are specified`,
    ]);
  });

  test("the deprecated annotation for topology hints draws a warning", () => {
    expect(annotated({ [hints]: "Auto" }).warnings).toEqual([
      `annotation ${hints} is deprecated, please use ${mode} instead`,
    ]);
  });

  test("the annotation for source ranges is rejected for other types than LoadBalancer, and if it is invalid", () => {
    const forbidden = `metadata.annotations[${ranges}]: Forbidden: may only be used when \`type\` is 'LoadBalancer'`;
    expect(annotated({ [ranges]: "10.0.0.0/8" }).errors).toEqual([forbidden]);
    expect(annotated({ [ranges]: "10.0.0.0/8, here" }, { type: "LoadBalancer" }).errors).toEqual([
      `metadata.annotations[${ranges}]: Invalid value: "here": must be a valid CIDR value, (e.g. 10.9.8.0/24 or ` +
        "2001:db8::/64)",
    ]);
  });
});

describe("the status of a load balancer", () => {
  const errorsWith = (ingress: object) =>
    writes.update(
      writes.stored({ spec: { ports, type: "LoadBalancer" } }),
      (one) => Object.assign(one, { status: { loadBalancer: { ingress: [ingress] } } }),
      "status",
    ).errors;

  test.each<[object, string[]]>([
    [{ ip: "5.6.7.8" }, []],
    [{ hostname: "lb.example" }, []],
    [
      { hostname: "lb.example", ipMode: "VIP" },
      ["status.loadBalancer.ingress[0].ipMode: Forbidden: may not be specified when `ip` is not set"],
    ],
    [
      { ip: "5.6.7.8", ipMode: "Tunnel" },
      ['status.loadBalancer.ingress[0].ipMode: Unsupported value: "Tunnel": supported values: "Proxy", "VIP"'],
    ],
    [
      { hostname: "5.6.7.8" },
      ['status.loadBalancer.ingress[0].hostname: Invalid value: "5.6.7.8": must be a DNS name, not an IP address'],
    ],
  ])("ingress %j of a load balancer gets the errors %j", (ingress, errors) => {
    expect(errorsWith(ingress)).toEqual(errors);
  });
});

test("an update that changes the class of a load balancer is rejected", () => {
  const old = writes.stored({ spec: { ports, type: "LoadBalancer", loadBalancerClass: "example.com/a" } });
  const { errors } = writes.update(old, ({ spec }) =>
    Object.assign(spec ?? {}, { loadBalancerClass: "example.com/b" }),
  );
  expect(errors).toEqual(['spec.loadBalancerClass: Invalid value: "example.com/b": may not change once set']);
});

test("clusterIPs of a new Service defaults to its clusterIP", () => {
  expect(writes.stored({ spec: { ports, clusterIP: "None" } }).spec).toMatchObject({
    clusterIP: "None",
    clusterIPs: ["None"],
  });
});

test("an externalName of a Service of another type draws a warning", () => {
  const spec = { ports, externalName: "db.example" };
  expect(writes.create({ spec }).warnings).toEqual([
    'spec.externalName is ignored when spec.type is not "ExternalName"',
  ]);
});
