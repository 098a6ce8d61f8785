import { describe, expect, test } from "vitest";
import { notAddress } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";
import { createObject, put } from "../support/writes.ts";

const server = ruleServer(["--service-cluster-ip-range=10.96.0.0/16,fd00:10::/112"]);

const services = new Refusals(server, "/api/v1/namespaces/default/services", { spec: { ports: [{ port: 80 }] } });
const spec = (change: object) => (service: { spec: object }) => void Object.assign(service.spec, change);
const addresses = (...clusterIPs: readonly string[]) => spec({ clusterIP: clusterIPs[0], clusterIPs });

describe("the addresses of a Service", () => {
  services.create(
    "[Service#27] clusterIPs whose first value differs from clusterIP are rejected",
    spec({ clusterIP: "10.96.7.3", clusterIPs: ["10.96.7.4"] }),
    ['spec.clusterIPs: Invalid value: []string{"10.96.7.4"}: first value must match `clusterIP`'],
  );
  services.create("clusterIPs with an empty value are rejected if clusterIP is missing", spec({ clusterIPs: [""] }), [
    'spec.clusterIPs: Invalid value: []string{""}: must be empty when `clusterIP` is not specified',
    `spec.clusterIPs[0]: Invalid value: "": ${notAddress}`,
  ]);
  services.create("[Service#28] clusterIPs without clusterIP are rejected", spec({ clusterIPs: ["10.96.7.4"] }), [
    'spec.clusterIPs: Invalid value: []string{"10.96.7.4"}: must be empty when `clusterIP` is not specified',
  ]);
  services.create("[Service#32] clusterIPs with None and an address are rejected", addresses("None", "10.96.7.5"), [
    'spec.clusterIPs: Invalid value: []string{"None", "10.96.7.5"}: \'None\' must be the first and only value',
  ]);
  services.create("[Service#33] a clusterIP that cannot be parsed is rejected", addresses("10.96.7"), [
    `spec.clusterIPs[0]: Invalid value: "10.96.7": ${notAddress}`,
  ]);
  services.create("[Service#34] three clusterIPs are rejected", addresses("10.96.7.6", "fd00:10::6", "fd00:10::7"), [
    'spec.clusterIPs: Invalid value: []string{"10.96.7.6", "fd00:10::6", "fd00:10::7"}: may only hold up to 2 values',
  ]);
  services.create("[Service#36] two clusterIPs of the same family are rejected", addresses("10.96.7.8", "10.96.7.9"), [
    'spec.clusterIPs: Invalid value: []string{"10.96.7.8", "10.96.7.9"}: may specify no more than one IP for each IP family',
  ]);
  const ofFamily = (clusterIP: string, family: string) =>
    spec({ clusterIP, clusterIPs: [clusterIP], ipFamilies: [family] });
  services.create("[Service#37] an IPv6 address is rejected if ipFamilies says IPv4", ofFamily("fd00:10::10", "IPv4"), [
    'spec.clusterIPs[0]: Invalid value: "fd00:10::10": expected an IPv4 value as indicated by `ipFamilies[0]`',
  ]);
  services.create("[Service#38] an IPv4 address is rejected if ipFamilies says IPv6", ofFamily("10.96.7.10", "IPv6"), [
    'spec.clusterIPs[0]: Invalid value: "10.96.7.10": expected an IPv6 value as indicated by `ipFamilies[0]`',
  ]);

  services.create("[Service#29] an unknown IP family is rejected", spec({ ipFamilies: ["IPv5"] }), [
    'spec.ipFamilies[0]: Unsupported value: "IPv5": supported values: "IPv4", "IPv6"',
  ]);
  services.create(
    "[Service#30] a repeated IP family is rejected",
    spec({ ipFamilies: ["IPv4", "IPv4"], ipFamilyPolicy: "PreferDualStack" }),
    ['spec.ipFamilies[1]: Duplicate value: "IPv4"'],
  );
  services.create("[Service#31] an unknown ipFamilyPolicy is rejected", spec({ ipFamilyPolicy: "AnyStack" }), [
    'spec.ipFamilyPolicy: Unsupported value: "AnyStack": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
  ]);
});

describe("an update of a Service", () => {
  const fixed = "may not change once set";
  const dual = (primary: string, secondary: string) =>
    spec({
      clusterIP: primary,
      clusterIPs: [primary, secondary],
      ipFamilies: ["IPv4", "IPv6"],
      ipFamilyPolicy: "RequireDualStack",
    });

  services.update("[Service#64] an update that changes the second clusterIP is rejected", {
    before: dual("10.96.8.1", "fd00:10::81"),
    change: dual("10.96.8.1", "fd00:10::82"),
    causes: [`spec.clusterIPs[1]: Invalid value: []string{"10.96.8.1", "fd00:10::82"}: ${fixed}`],
  });
  services.update("[Service#68] an update that changes the first IP family while removing the second is rejected", {
    before: dual("10.96.8.3", "fd00:10::83"),
    change: spec({
      clusterIP: "fd00:10::83",
      clusterIPs: ["fd00:10::83"],
      ipFamilies: ["IPv6"],
      ipFamilyPolicy: "SingleStack",
    }),
    causes: [
      `spec.clusterIPs[0]: Invalid value: []string{"fd00:10::83"}: ${fixed}`,
      `spec.ipFamilies[0]: Invalid value: []string{"fd00:10::83"}: ${fixed}`,
    ],
  });
  services.update("[Service#67] an update that changes the only IP family is rejected", {
    before: spec({ ipFamilies: ["IPv4"] }),
    change: spec({ clusterIP: "fd00:10::84", clusterIPs: ["fd00:10::84"], ipFamilies: ["IPv6"] }),
    causes: [
      `spec.clusterIPs[0]: Invalid value: []string{"fd00:10::84"}: ${fixed}`,
      `spec.ipFamilies[0]: Invalid value: []core.IPFamily{"IPv6"}: ${fixed}`,
    ],
  });
});

describe("the load balancer of a Service", () => {
  const balancers = new Refusals(server, "/api/v1/namespaces/default/services", {
    spec: { type: "LoadBalancer", ports: [{ port: 80 }] },
  });
  const refuseStatus = (title: string, ingress: object, causes: readonly string[]): void => {
    balancers.update(title, {
      subresource: "status",
      change: (service) => {
        // A Service of type LoadBalancer gets a default ipMode. With this type the status keeps the form that the test
        // sends. /status does not write the type.
        service.spec.type = "ClusterIP";
        service.status = { loadBalancer: { ingress: [ingress] } };
      },
      causes,
    });
  };
  const path = "status.loadBalancer.ingress[0]";

  services.update("[LoadBalancerStatus#1] a load balancer status of a Service of another type is rejected", {
    subresource: "status",
    change: (service) => {
      service.status = { loadBalancer: { ingress: [{ hostname: "lb.example.com" }] } };
    },
    causes: ["status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'"],
  });
  refuseStatus(
    "[LoadBalancerStatus#2] a load balancer address that cannot be parsed is rejected",
    { ip: "192.0.2", ipMode: "VIP" },
    [`${path}.ip: Invalid value: "192.0.2": ${notAddress}`],
  );
  test("the ports of a load balancer status are not validated", async () => {
    const { client } = server();
    const metadata = { name: "ports" };
    const service = {
      apiVersion: "v1",
      kind: "Service",
      metadata,
      spec: { type: "LoadBalancer", ports: [{ port: 80 }] },
    };
    const created = await createObject(client, "/api/v1/namespaces/default/services", service);
    const ports = [{ port: 99_999, protocol: "tcp", error: "a b" }];
    const status = { loadBalancer: { ingress: [{ hostname: "lb.example.com", ports }] } };
    const answer = await put(client, "/api/v1/namespaces/default/services/ports/status", { ...created, status });
    expect(answer.status).toBe(200);
    expect(answer.json.status.loadBalancer.ingress[0].ports).toEqual(ports);
  });
  refuseStatus("[LoadBalancerStatus#3] a load balancer ip without ipMode is rejected", { ip: "192.0.2.1" }, [
    `${path}.ipMode: Required value: must be specified when \`ip\` is set`,
  ]);
  refuseStatus(
    "[LoadBalancerStatus#4] a load balancer ipMode without ip is rejected",
    { hostname: "lb", ipMode: "VIP" },
    [`${path}.ipMode: Forbidden: may not be specified when \`ip\` is not set`],
  );
  refuseStatus(
    "[LoadBalancerStatus#5] an unknown load balancer ipMode is rejected",
    { ip: "192.0.2.1", ipMode: "NAT" },
    [`${path}.ipMode: Unsupported value: "NAT": supported values: "Proxy", "VIP"`],
  );
  refuseStatus(
    "[LoadBalancerStatus#6] a load balancer hostname that is no DNS subdomain is rejected",
    { hostname: "LB" },
    [
      `${path}.hostname: Invalid value: "LB": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
  );
  refuseStatus(
    "[LoadBalancerStatus#7] a load balancer hostname that is an IP address is rejected",
    { hostname: "192.0.2.1" },
    [`${path}.hostname: Invalid value: "192.0.2.1": must be a DNS name, not an IP address`],
  );
});
