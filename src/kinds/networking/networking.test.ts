import { describe, expect, test } from "vitest";
import { ingress, ingressClass, ipAddress, networkPolicy, serviceCIDR } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

describe("a NetworkPolicy", () => {
  const writes = new KindWrites(networkPolicy);

  test.each<[object, readonly string[]]>([
    [{}, ["Ingress"]],
    [{ ingress: [{}] }, ["Ingress"]],
    [{ egress: [{}] }, ["Ingress", "Egress"]],
    [{ egress: [{}], policyTypes: ["Egress"] }, ["Egress"]],
  ])("a NetworkPolicy with spec %j has policyTypes %j", (spec, expected) => {
    expect(writes.decode({ spec: { podSelector: {}, ...spec } }).spec?.policyTypes).toEqual(expected);
  });

  test("the protocol of ports of a NetworkPolicy defaults to TCP", () => {
    const { spec } = writes.decode({ spec: { ingress: [{ ports: [{ port: 80 }] }], egress: [{ ports: [{}] }] } });
    expect(spec?.ingress).toEqual([{ ports: [{ protocol: "TCP", port: 80 }] }]);
    expect(spec?.egress).toEqual([{ ports: [{ protocol: "TCP" }] }]);
  });

  test("a NetworkPolicy with an unknown protocol and policy type is rejected", () => {
    const { errors } = writes.create({
      spec: { podSelector: {}, ingress: [{ ports: [{ protocol: "ICMP" }] }], policyTypes: ["Sideways"] },
    });
    expect(errors).toEqual([
      'spec.ingress[0].ports[0].protocol: Unsupported value: "ICMP": supported values: "TCP", "UDP", "SCTP"',
      'spec.policyTypes[0]: Unsupported value: "Sideways": supported values: "Ingress", "Egress"',
    ]);
  });
});

describe("an IngressClass", () => {
  const writes = new KindWrites(ingressClass);

  test("the scope of the parameters of an IngressClass defaults to Cluster", () => {
    const parameters = { kind: "Settings", name: "main" };
    expect(writes.decode({ spec: { parameters } }).spec?.parameters).toEqual({ ...parameters, scope: "Cluster" });
    expect(writes.decode({ spec: {} }).spec).toEqual({});
  });

  test("an update that changes the controller of an IngressClass is rejected", () => {
    const { errors } = writes.update(writes.stored({ spec: { controller: "example.com/a" } }), (object) => {
      object.spec = { controller: "example.com/b" };
    });
    expect(errors).toEqual(['spec.controller: Invalid value: "example.com/b": field is immutable']);
  });

  test("an update of an IngressClass can change its parameters, which raises its generation", () => {
    const { object, errors } = writes.update(writes.stored({ spec: { controller: "example.com/a" } }), ({ spec }) => {
      if (spec) spec.parameters = { kind: "Settings", name: "main" };
    });
    expect(errors).toEqual([]);
    expect(object.metadata.generation).toBe(2);
  });
});

test("an Ingress has null for the missing pathType of a path", () => {
  const { spec } = new KindWrites(ingress).decode({ spec: { rules: [{ http: { paths: [{ path: "/" }] } }] } });
  expect(spec?.rules).toEqual([{ http: { paths: [{ path: "/", pathType: null, backend: {} }] } }]);
});

test("an update that changes the parent of an IPAddress is rejected", () => {
  const writes = new KindWrites(ipAddress);
  const parentRef = { resource: "services", namespace: "shop", name: "web" };
  const { errors } = writes.update(writes.stored({ spec: { parentRef } }), (object) => {
    object.spec = { parentRef: { ...parentRef, name: "api" } };
  });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/^spec\.parentRef: Invalid value: .*: field is immutable$/);
});

describe("a ServiceCIDR", () => {
  const writes = new KindWrites(serviceCIDR);
  const conditions = [
    { type: "Ready", status: "True", lastTransitionTime: "2025-06-01T11:00:00Z", reason: "InUse", message: "" },
  ];

  test("a ServiceCIDR can be created with a status, and an update of the object replaces the status", () => {
    const stored = writes.stored({ spec: { cidrs: ["10.97.0.0/16"] }, status: { conditions } });
    expect(stored.status).toEqual({ conditions });
    const { object, errors } = writes.update(stored, (range) => {
      range.metadata.labels = { a: "b" };
      range.status = {};
    });
    expect(errors).toEqual([]);
    expect(object.metadata.labels).toEqual({ a: "b" });
    expect(object.status).toEqual({});
  });

  test("an update that changes the ranges of a ServiceCIDR is rejected", () => {
    const { errors } = writes.update(writes.stored({ spec: { cidrs: ["10.97.0.0/16"] } }), (range) => {
      range.spec = { cidrs: ["10.98.0.0/16", "2001:db8::/108"] };
    });
    expect(errors).toEqual([
      'spec.cidrs: Invalid value: []string{"10.98.0.0/16", "2001:db8::/108"}: field is immutable',
    ]);
  });

  test("an update of the status of a ServiceCIDR keeps its ranges and metadata", () => {
    const stored = writes.stored({ spec: { cidrs: ["10.97.0.0/16"] } });
    const { object, errors } = writes.update(
      stored,
      (range) => {
        range.spec = { cidrs: ["10.98.0.0/16"] };
        range.metadata.labels = { a: "b" };
        range.status = { conditions };
      },
      "status",
    );
    expect(errors).toEqual([]);
    expect(object).toEqual({ ...stored, status: { conditions } });
  });
});

test("an Ingress without rules and backend is reported before its certificates and class", () => {
  const { errors } = new KindWrites(ingress).create({
    metadata: { name: "web", namespace: "shop" },
    spec: { ingressClassName: "A", tls: [{ hosts: ["A"] }] },
  });
  const fields = ["spec", "spec.tls[0].hosts[0]", "spec.ingressClassName"];
  expect(errors.map((error) => error.split(":")[0])).toEqual(fields);
});

describe("an Ingress that is stored already", () => {
  const writes = new KindWrites(ingress);
  const service = { name: "web", port: { number: 80 } };
  const backend = { service };
  const stored = writes.stored({ spec: { defaultBackend: backend } });
  const label = (object: { metadata: { labels?: object } }): void => {
    object.metadata.labels = { seen: "yes" };
  };
  const errorsOf = (spec: object): readonly string[] => writes.update({ ...stored, spec }, label).errors;

  test("an update of an Ingress can keep an invalid Secret name", () => {
    expect(errorsOf({ defaultBackend: backend, tls: [{ secretName: "Web" }] })).toEqual([]);
  });

  test("an update of an Ingress can keep an invalid path of a wildcard host, and not one of a single host", () => {
    const rule = (host: string) => ({ host, http: { paths: [{ path: "a", pathType: "Prefix" as const, backend }] } });
    expect(errorsOf({ rules: [rule("*.example.com")] })).toEqual([]);
    expect(errorsOf({ rules: [rule("web.example.com")] })).toEqual([
      'spec.rules[0].http.paths[0].path: Invalid value: "a": must be an absolute path',
    ]);
  });
});
