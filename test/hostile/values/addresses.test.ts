/** Spellings of addresses and networks. Old fields accept several spellings, new fields only the canonical one. */
import { describe } from "vitest";
import { Refusals, ruleServer } from "../../support/refusals.ts";

const server = ruleServer(["--runtime-config=networking.orch.io/v1beta1=true"]);
const ofDefault = "/api/v1/namespaces/default";
const badIp = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
const badCidr = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

const noAddresses = [
  "",
  " ",
  "10.0.0",
  "10.0.0.0.1",
  "10.0.0.256",
  "10.0.0.-1",
  "10.0.0.1 ",
  " 10.0.0.1",
  "10.0.0.1/32",
  "10.0.0.1:80",
  "[::1]",
  "fe80::1%eth0",
  ":",
  ":::",
  "1::2::3",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8:9",
  "12345::",
  "g::",
  "::ffff:10.0.0.256",
  "0x0a000001",
  "167772161",
  "10.0.0.１",
  "localhost",
  "1".repeat(5000),
];

describe("host aliases of a Pod", () => {
  const pods = new Refusals(server, `${ofDefault}/pods`, { spec: { containers: [{ name: "app", image: "app:1" }] } });
  const hosts = (addresses: readonly string[]) => (pod: { spec: object }) => {
    Object.assign(pod.spec, { hostAliases: addresses.map((ip) => ({ ip, hostnames: ["a"] })) });
  };

  pods.create(
    "a Pod with invalid addresses is rejected",
    hosts(noAddresses),
    noAddresses.map((ip, index) => `spec.hostAliases[${index}].ip: Invalid value: ${JSON.stringify(ip)}: ${badIp}`),
  );
  pods.accepts(
    "a Pod may spell addresses with leading zeros, in capitals, in full, and as IPv4-mapped IPv6",
    hosts([
      "10.0.0.1",
      "010.000.000.001",
      "0.0.0.0",
      "255.255.255.255",
      "::",
      "::1",
      "2001:DB8::ABCD",
      "2001:0db8:0000:0000:0000:0000:0000:0001",
      "::ffff:10.0.0.1",
      "::ffff:010.0.0.1",
      "::10.0.0.1",
      "64:ff9b::10.0.0.1",
      "fe80::1",
    ]),
  );
});

const noNetworks = [
  "",
  "10.0.0.0",
  "10.0.0.0/",
  "10.0.0.0/33",
  "10.0.0.0/-1",
  "10.0.0.0/+8",
  "10.0.0.0/8/8",
  "10.0.0.0/255.0.0.0",
  "10.0.0/8",
  "10.0.0.0/ 8",
  "::/129",
  "[::]/64",
  "fe80::%eth0/64",
  "a/8",
];

describe("networks of a NetworkPolicy", () => {
  const policies = new Refusals(server, "/apis/networking.orch.io/v1/namespaces/default/networkpolicies", {
    spec: { podSelector: {} },
  });
  const from = (cidrs: readonly string[]) => (policy: { spec: object }) => {
    Object.assign(policy.spec, { ingress: [{ from: cidrs.map((cidr) => ({ ipBlock: { cidr } })) }] });
  };

  policies.create(
    "a NetworkPolicy with invalid networks is rejected",
    from(noNetworks),
    noNetworks.map((cidr, index) => {
      const path = `spec.ingress[0].from[${index}].ipBlock.cidr`;
      return cidr === "" ? `${path}: Required value` : `${path}: Invalid value: ${JSON.stringify(cidr)}: ${badCidr}`;
    }),
  );
  policies.accepts(
    "a NetworkPolicy may spell networks with leading zeros, host bits, and as IPv4-mapped IPv6",
    from([
      "10.0.0.0/8",
      "010.0.0.0/8",
      "10.1.2.3/8",
      "0.0.0.0/0",
      "10.0.0.1/32",
      "::/0",
      "2001:DB8::1/64",
      "::ffff:10.0.0.0/104",
    ]),
  );
  policies.create(
    "a NetworkPolicy whose exceptions are outside their network is rejected",
    ({ spec }) => {
      spec.ingress = [
        {
          from: [
            {
              ipBlock: { cidr: "10.0.0.0/8", except: ["10.0.0.0/8", "11.0.0.0/16", "10.0.0.0/7", "x", "10.1.0.0/16"] },
            },
          ],
        },
      ];
    },
    [
      'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "10.0.0.0/8": must be a strict subset of `cidr`',
      'spec.ingress[0].from[0].ipBlock.except[1]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
      'spec.ingress[0].from[0].ipBlock.except[2]: Invalid value: "10.0.0.0/7": must be a strict subset of `cidr`',
      `spec.ingress[0].from[0].ipBlock.except[3]: Invalid value: "x": ${badCidr}`,
    ],
  );
});

describe("external addresses of a Service", () => {
  const services = new Refusals(server, `${ofDefault}/services`, {
    spec: { ports: [{ port: 80 }], clusterIP: "None" },
  });
  const external = ["127.0.0.1", "169.254.1.1", "0.0.0.0", "224.0.0.5", "::1", "fe80::1"];

  services.create(
    "a Service with external addresses that cannot be routed to is rejected",
    ({ spec }) => {
      spec.externalIPs = external;
    },
    [
      'spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      'spec.externalIPs[1]: Invalid value: "169.254.1.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
      'spec.externalIPs[2]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
      'spec.externalIPs[3]: Invalid value: "224.0.0.5": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
      'spec.externalIPs[4]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      'spec.externalIPs[5]: Invalid value: "fe80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    ],
  );
});

describe("canonical addresses in new kinds", () => {
  const ranges = new Refusals(server, "/apis/networking.orch.io/v1beta1/servicecidrs", { spec: {} });
  const range = (cidr: string) => (object: { spec: object }) => {
    Object.assign(object.spec, { cidrs: [cidr] });
  };
  for (const [cidr, why] of [
    ["10.97.0.1/24", "wrong CIDR format, IP doesn't match network IP address"],
    ["2001:DB8::/112", "CIDR not in RFC 5952 canonical format"],
  ] as const) {
    ranges.create(`a ServiceCIDR with the network ${cidr} is rejected`, range(cidr), [
      `spec.cidrs[0]: Invalid value: "${cidr}": ${why}`,
    ]);
  }
  ranges.create("a ServiceCIDR with leading zeros is rejected", range("010.97.0.0/24"), [
    /^spec\.cidrs\[0\]: Invalid value: "010\.97\.0\.0\/24": netip\.ParsePrefix\("010\.97\.0\.0\/24"\): .*IPv4 field has octet with leading zero/,
  ]);

  const addresses = new Refusals(server, "/apis/networking.orch.io/v1beta1/ipaddresses", {
    spec: { parentRef: { resource: "services", namespace: "default", name: "it" } },
  });
  const called = (name: string) => (object: { metadata: { name?: string } }) => {
    object.metadata.name = name;
  };
  for (const name of ["2001:db8:0::1", "2001:DB8::1", "0:0:0:0:0:0:0:1", "::ffff:a00:1"]) {
    addresses.create(`an IPAddress with the name ${name} is rejected`, called(name), [
      `metadata.name: Invalid value: "${name}": must be a canonical format IP address`,
    ]);
  }
  addresses.create("an IPAddress with leading zeros is rejected", called("010.0.0.1"), [
    'metadata.name: Invalid value: "010.0.0.1": ParseAddr("010.0.0.1"): IPv4 field has octet with leading zero',
  ]);
  for (const name of ["10.0.0.1", "2001:db8::1", "::ffff:10.0.0.1"]) {
    addresses.accepts(`an IPAddress with the name ${name} is accepted`, called(name));
  }
});
