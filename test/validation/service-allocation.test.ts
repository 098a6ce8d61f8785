/**
 * Rejected allocations of addresses and node ports. Such an error is returned alone, before the other rules of a
 * Service are checked.
 */
import { describe, expect, test } from "vitest";
import { expectCauses, Refusals, ruleServer } from "../support/refusals.ts";
import { createObject, put } from "../support/writes.ts";

const single = ruleServer(["--service-cluster-ip-range=10.0.0.0/24", "--service-node-port-range=30000-30100"]);
const dual = ruleServer(["--service-cluster-ip-range=10.0.0.0/24,fd00::/112"]);
const collection = "/api/v1/namespaces/default/services";
const manifest = { apiVersion: "v1", kind: "Service", spec: { ports: [{ port: 80 }] } };

describe("a cluster with one IP family", () => {
  const services = new Refusals(single, collection, manifest);

  services.create(
    "[Service.allocation#1] a clusterIP outside the range is rejected",
    ({ spec }) => {
      spec.clusterIP = "10.0.1.1";
    },
    [
      'spec.clusterIPs: Invalid value: []string{"10.0.1.1"}: failed to allocate IP 10.0.1.1: the provided IP (10.0.1.1) ' +
        "is not in the valid range. The range of valid IPs is 10.0.0.0/24",
    ],
  );

  test("[Service.allocation#1] a clusterIP of another Service is rejected", async () => {
    const { client } = single();
    const spec = { ...manifest.spec, clusterIP: "10.0.0.77" };
    const { kind, apiVersion } = manifest;
    await createObject(client, collection, { kind, apiVersion, metadata: { name: "owner" }, spec });
    expectCauses(await client.request(collection, { body: { kind, apiVersion, metadata: { name: "other" }, spec } }), [
      'spec.clusterIPs: Invalid value: []string{"10.0.0.77"}: failed to allocate IP 10.0.0.77: provided IP is already ' +
        "allocated",
    ]);
  });

  test("an IPv4-mapped IPv6 address allocates the IPv4 address, and is stored as it was sent", async () => {
    const { client } = single();
    const clusterIP = "::ffff:10.0.0.78";
    const { kind, apiVersion, spec } = manifest;
    const mapped = { kind, apiVersion, metadata: { name: "mapped" }, spec: { ...spec, clusterIP } };
    const created = await createObject(client, collection, mapped);
    expect(created.spec).toMatchObject({ clusterIP, clusterIPs: [clusterIP], ipFamilies: ["IPv4"] });
    const other = { kind, apiVersion, metadata: { name: "other" }, spec: { ...spec, clusterIP: "10.0.0.78" } };
    expectCauses(await client.request(collection, { body: other }), [
      'spec.clusterIPs: Invalid value: []string{"10.0.0.78"}: failed to allocate IP 10.0.0.78: provided IP is already ' +
        "allocated",
    ]);
    const outside = { ...other, spec: { ...spec, clusterIP: "::ffff:102:304" } };
    expectCauses(await client.request(collection, { body: outside }), [
      'spec.clusterIPs: Invalid value: []string{"::ffff:102:304"}: failed to allocate IP ::ffff:102:304: the provided ' +
        "IP (1.2.3.4) is not in the valid range. The range of valid IPs is 10.0.0.0/24",
    ]);
  });

  test("[Service.allocation#2] a nodePort of another Service is rejected by creates and updates", async () => {
    const { client } = single();
    const spec = { type: "NodePort", ports: [{ port: 80, nodePort: 30_077 }] };
    const { kind, apiVersion } = manifest;
    await createObject(client, collection, { kind, apiVersion, metadata: { name: "port-owner" }, spec });
    expectCauses(await client.request(collection, { body: { kind, apiVersion, metadata: { name: "late" }, spec } }), [
      "spec.ports[0].nodePort: Invalid value: 30077: provided port is already allocated",
    ]);
    const late = await createObject(client, collection, {
      kind,
      apiVersion,
      metadata: { name: "late" },
      spec: manifest.spec,
    });
    expectCauses(await put(client, `${collection}/late`, { ...late, spec: { ...late.spec, ...spec } }), [
      "spec.ports[0].nodePort: Invalid value: 30077: provided port is already allocated",
    ]);
  });

  for (const nodePort of [29_999, 30_101]) {
    services.create(
      `[Service.allocation#3] nodePort ${nodePort} outside the range is rejected`,
      ({ spec }) => {
        Object.assign(spec, { type: "NodePort", ports: [{ port: 80, nodePort }] });
      },
      [
        `spec.ports[0].nodePort: Invalid value: ${nodePort}: provided port is not in the valid range. The range of valid ` +
          "ports is 30000-30100",
      ],
    );
  }

  for (const nodePort of [30_000, 30_100]) {
    services.accepts(`nodePort ${nodePort} within the range is accepted`, ({ spec }) => {
      Object.assign(spec, { type: "NodePort", ports: [{ port: 80, nodePort }] });
    });
  }

  services.create(
    "[Service.allocation#8] a clusterIP of a family that the cluster lacks is rejected",
    ({ spec }) => {
      spec.clusterIP = "fd00::1";
    },
    ['spec.clusterIPs[0]: Invalid value: []string{"fd00::1"}: IPv6 is not configured on this cluster'],
  );

  services.create(
    "[Service.allocation#9] RequireDualStack is rejected in a cluster with one IP family",
    ({ spec }) => {
      spec.ipFamilyPolicy = "RequireDualStack";
    },
    ['spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services'],
  );

  services.create(
    "[Service.allocation#10] an IP family that the cluster lacks is rejected",
    ({ spec }) => {
      spec.ipFamilies = ["IPv6"];
    },
    ['spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'],
  );

  services.accepts("a headless Service without a selector may have any IP family", ({ spec }) => {
    Object.assign(spec, { clusterIP: "None", ipFamilyPolicy: "RequireDualStack", ipFamilies: ["IPv6"] });
  });
});

describe("a cluster with two IP families", () => {
  const services = new Refusals(dual, collection, manifest);
  const required = { spec: { ...manifest.spec, ipFamilyPolicy: "RequireDualStack" } };

  services.update(
    "[Service.allocation#4, Service.allocation#5] removing the second address under RequireDualStack is rejected",
    {
      before: (object) => ({ ...object, ...required }),
      change: ({ spec }) => {
        spec.clusterIPs = spec.clusterIPs.slice(0, 1);
        spec.ipFamilies = spec.ipFamilies.slice(0, 1);
      },
      causes: [
        `spec.ipFamilyPolicy: Invalid value: "RequireDualStack": must be 'SingleStack' to release the secondary cluster IP`,
        `spec.ipFamilyPolicy: Invalid value: "RequireDualStack": must be 'SingleStack' to release the secondary IP family`,
      ],
    },
  );

  services.create(
    "[Service.allocation#6] two clusterIPs with the policy SingleStack are rejected",
    ({ spec }) => {
      Object.assign(spec, { clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.9", "fd00::9"] });
    },
    [
      `spec.ipFamilyPolicy: Invalid value: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple ` +
        "cluster IPs are specified",
    ],
  );

  services.create(
    "[Service.allocation#7] two IP families with the policy SingleStack are rejected",
    ({ spec }) => {
      spec.ipFamilies = ["IPv4", "IPv6"];
    },
    [
      `spec.ipFamilyPolicy: Invalid value: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple ` +
        "IP families are specified",
    ],
  );

  test("a clusterIP in another notation counts as the same address", async () => {
    const { client } = dual();
    const { kind, apiVersion } = manifest;
    const of = (name: string, clusterIP: string) => ({
      body: { kind, apiVersion, metadata: { name }, spec: { ...manifest.spec, clusterIP } },
    });
    expect((await client.request(collection, of("short", "fd00::a"))).status).toBe(201);
    expectCauses(await client.request(collection, of("long", "fd00:0:0:0:0:0:0:a")), [
      'spec.clusterIPs: Invalid value: []string{"fd00:0:0:0:0:0:0:a"}: failed to allocate IP fd00:0:0:0:0:0:0:a: provided ' +
        "IP is already allocated",
    ]);
  });
});
