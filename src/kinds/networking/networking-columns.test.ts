import { describe, expect, test } from "vitest";
import { ingress, ingressClass, ipAddress, networkPolicy, serviceCIDR } from "../../api/index.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "it", creationTimestamp: "2025-06-01T11:00:00Z" };

describe("Ingresses", () => {
  test("rows of Ingresses show the class, the hosts and the addresses", () => {
    const row = rowOf(ingress, {
      metadata,
      spec: {
        ingressClassName: "edge",
        tls: [{ secretName: "cert" }],
        rules: [{ host: "b.example.com" }, { host: "a.example.com" }],
      },
      status: {
        loadBalancer: {
          ingress: [{ hostname: "lb.example.com" }, { ip: "192.0.2.9", hostname: "x" }, { ip: "192.0.2.1" }],
        },
      },
    });
    expect(row).toEqual({
      Name: "it",
      Class: "edge",
      Hosts: "b.example.com,a.example.com",
      Address: "192.0.2.1,192.0.2.9,lb.example.com",
      Ports: "80, 443",
      Age: "60m",
    });
  });

  test("rows of Ingresses without content show no class, any host and port 80", () => {
    const row = { Name: "it", Class: "<none>", Hosts: "*", Address: "", Ports: "80", Age: "60m" };
    expect(rowOf(ingress, { metadata })).toEqual(row);
  });

  test("rows of Ingresses show the same address once", () => {
    const status = { loadBalancer: { ingress: [{ ip: "192.0.2.1" }, { ip: "192.0.2.1" }, {}] } };
    expect(rowOf(ingress, { metadata, status })["Address"]).toBe("192.0.2.1");
  });

  test.each<[string[], string]>([
    [["a", "b", "c"], "a,b,c"],
    [["a", "b", "c", "d"], "a,b,c + 1 more..."],
    [["", "a", "b", "c", ""], "a,b,c + 2 more..."],
    [["a", "", "b"], "a,b"],
    [["", ""], "*"],
  ])("rows of Ingresses with rules for %j show hosts %s", (hosts, expected) => {
    const rules = hosts.map((host) => ({ host }));
    expect(rowOf(ingress, { metadata, spec: { rules } })["Hosts"]).toBe(expected);
  });
});

test.each<[object, string]>([
  [{ kind: "Settings", name: "main" }, "Settings/main"],
  [{ apiGroup: "example.com", kind: "Settings", name: "main" }, "Settings.example.com/main"],
])("rows of IngressClasses with parameters %j show %s", (parameters, expected) => {
  const row = rowOf(ingressClass, { metadata, spec: { controller: "example.com/edge", parameters } });
  expect(row).toEqual({ Name: "it", Controller: "example.com/edge", Parameters: expected, Age: "60m" });
});

test("rows of IngressClasses without parameters show <none>", () => {
  const row = { Name: "it", Controller: "", Parameters: "<none>", Age: "60m" };
  expect(rowOf(ingressClass, { metadata })).toEqual(row);
});

test.each<[object, string]>([
  [{}, "<none>"],
  [{ matchLabels: { tier: "back", app: "db" } }, "app=db,tier=back"],
  [{ matchExpressions: [{ key: "app", operator: "In", values: ["b", "a"] }] }, "app in (a,b)"],
  [{ matchExpressions: [{ key: "app", operator: "Maybe" }] }, "<error>"],
])("rows of NetworkPolicies for Pods %j show %s", (podSelector, expected) => {
  const row = { Name: "it", "Pod-Selector": expected, Age: "60m" };
  expect(rowOf(networkPolicy, { metadata, spec: { podSelector } })).toEqual(row);
});

test.each<[object, string]>([
  [{}, "<none>"],
  [{ parentRef: { resource: "services", namespace: "shop", name: "web" } }, "services/shop/web"],
  [{ parentRef: { group: "Example.com", resource: "Gateways", name: "edge" } }, "gateways.example.com/edge"],
])("rows of IPAddresses with spec %j show parent %s", (spec, expected) => {
  expect(rowOf(ipAddress, { metadata, spec })).toEqual({ Name: "it", ParentRef: expected });
});

test("rows of ServiceCIDRs show the ranges", () => {
  const spec = { cidrs: ["10.97.0.0/16", "2001:db8::/108"] };
  expect(rowOf(serviceCIDR, { metadata, spec })).toEqual({
    Name: "it",
    CIDRs: "10.97.0.0/16,2001:db8::/108",
    Age: "60m",
  });
  expect(rowOf(serviceCIDR, { metadata })["CIDRs"]).toBe("");
});
