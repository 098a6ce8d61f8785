import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const netpol = "/apis/networking.orch.io/v1/namespaces/default/networkpolicies";

describe("a port of a NetworkPolicy", () => {
  const policies = new Refusals(server, netpol, { spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] } });
  const portOf = (change: object) => {
    return ({ spec }: { spec: { ingress: { ports: object[] }[] } }): void => {
      const [rule] = spec.ingress;
      if (rule) rule.ports = [change];
    };
  };
  const port = "spec.ingress[0].ports[0]";

  policies.create(
    "[NetworkPolicyPort#1] a port with an unknown protocol is rejected",
    portOf({ protocol: "ICMP", port: 80 }),
    [`${port}.protocol: Unsupported value: "ICMP": supported values: "TCP", "UDP", "SCTP"`],
  );
  policies.create("[NetworkPolicyPort#2] port 65536 is rejected", portOf({ port: 65_536 }), [
    `${port}.port: Invalid value: 65536: must be between 1 and 65535, inclusive`,
  ]);
  policies.accepts("port 65535 is accepted", portOf({ port: 65_535 }));
  policies.create("[NetworkPolicyPort#3] an endPort below the port is rejected", portOf({ port: 80, endPort: 79 }), [
    `${port}.endPort: Invalid value: 80: must be greater than or equal to \`port\``,
  ]);
  policies.accepts("an endPort equal to the port is accepted", portOf({ port: 80, endPort: 80 }));
  policies.create("[NetworkPolicyPort#4] endPort 65536 is rejected", portOf({ port: 80, endPort: 65_536 }), [
    `${port}.endPort: Invalid value: 65536: must be between 1 and 65535, inclusive`,
  ]);
  policies.create(
    "[NetworkPolicyPort#5] an endPort of a named port is rejected",
    portOf({ port: "web", endPort: 90 }),
    [`${port}.endPort: Invalid value: 90: may not be specified when \`port\` is non-numeric`],
  );
  policies.create("[NetworkPolicyPort#6] a port name with consecutive hyphens is rejected", portOf({ port: "a--b" }), [
    `${port}.port: Invalid value: "a--b": must not contain consecutive hyphens`,
  ]);
  policies.create("[NetworkPolicyPort#7] an endPort without a port is rejected", portOf({ endPort: 90 }), [
    `${port}.endPort: Invalid value: 90: may not be specified when \`port\` is not specified`,
  ]);
});

describe("a peer of a NetworkPolicy", () => {
  const policies = new Refusals(server, netpol, { spec: { podSelector: {}, egress: [{ to: [{ podSelector: {} }] }] } });
  const peerOf = (change: object) => {
    return ({ spec }: { spec: { egress: { to: object[] }[] } }): void => {
      const [rule] = spec.egress;
      if (rule) rule.to = [change];
    };
  };
  const peer = "spec.egress[0].to[0]";
  const cidr = "10.0.0.0/16";

  policies.create("[NetworkPolicyPeer#1] an ipBlock without a cidr is rejected", peerOf({ ipBlock: { cidr: "" } }), [
    `${peer}.ipBlock.cidr: Required value`,
  ]);
  policies.create(
    "[NetworkPolicyPeer#2] an ipBlock whose cidr has no prefix length is rejected",
    peerOf({ ipBlock: { cidr: "10.0.0.0" } }),
    [
      `${peer}.ipBlock.cidr: Invalid value: "10.0.0.0": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)`,
    ],
  );
  policies.create(
    "[NetworkPolicyPeer#3] an ipBlock with a malformed exception is rejected",
    peerOf({ ipBlock: { cidr, except: ["x"] } }),
    [`${peer}.ipBlock.except[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)`],
  );
  policies.create(
    "[NetworkPolicyPeer#4] an exception that is no strict subset of the cidr is rejected",
    peerOf({ ipBlock: { cidr, except: [cidr, "10.1.0.0/24", "10.0.1.0/24"] } }),
    [
      `${peer}.ipBlock.except[0]: Invalid value: "10.0.0.0/16": must be a strict subset of \`cidr\``,
      `${peer}.ipBlock.except[1]: Invalid value: "10.1.0.0/24": must be a strict subset of \`cidr\``,
    ],
  );
  policies.create("[NetworkPolicyPeer#5] an empty peer is rejected", peerOf({}), [
    `${peer}: Required value: must specify a peer`,
  ]);
  policies.create(
    "[NetworkPolicyPeer#6] a peer with both ipBlock and namespaceSelector is rejected",
    peerOf({ ipBlock: { cidr }, namespaceSelector: {} }),
    [`${peer}: Forbidden: may not specify both ipBlock and another peer`],
  );
});

describe("a NetworkPolicy", () => {
  const policies = new Refusals(server, netpol, { spec: { podSelector: {} } });

  policies.create(
    "[NetworkPolicy#1] three policyTypes are rejected without further errors about them",
    ({ spec }) => {
      spec.policyTypes = ["Ingress", "Egress", "Sideways"];
    },
    [
      'spec.policyTypes: Invalid value: []networking.PolicyType{"Ingress", "Egress", "Sideways"}: may not specify more than two policyTypes',
    ],
  );

  const direction = 'spec.policyTypes[0]: Unsupported value: "Sideways": supported values: "Ingress", "Egress"';
  policies.update("[NetworkPolicy#2] an update to an unknown policyType reports the error twice", {
    change: ({ spec }) => {
      spec.policyTypes = ["Sideways"];
    },
    causes: [direction, direction],
  });
});
