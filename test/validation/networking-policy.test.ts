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

  policies.create("[NetworkPolicyPort#1] has a protocol that there is", portOf({ protocol: "ICMP", port: 80 }), [
    `${port}.protocol: Unsupported value: "ICMP": supported values: "TCP", "UDP", "SCTP"`,
  ]);
  policies.create("[NetworkPolicyPort#2] has a number up to 65535", portOf({ port: 65_536 }), [
    `${port}.port: Invalid value: 65536: must be between 1 and 65535, inclusive`,
  ]);
  policies.accepts("the number of a port may be 65535", portOf({ port: 65_535 }));
  policies.create("[NetworkPolicyPort#3] ends no range before it begins", portOf({ port: 80, endPort: 79 }), [
    `${port}.endPort: Invalid value: 80: must be greater than or equal to \`port\``,
  ]);
  policies.accepts("a range of ports may have one port", portOf({ port: 80, endPort: 80 }));
  policies.create("[NetworkPolicyPort#4] ends a range at 65535 at most", portOf({ port: 80, endPort: 65_536 }), [
    `${port}.endPort: Invalid value: 65536: must be between 1 and 65535, inclusive`,
  ]);
  policies.create("[NetworkPolicyPort#5] begins a range with a number", portOf({ port: "web", endPort: 90 }), [
    `${port}.endPort: Invalid value: 90: may not be specified when \`port\` is non-numeric`,
  ]);
  policies.create("[NetworkPolicyPort#6] has a name of the form of ports", portOf({ port: "a--b" }), [
    `${port}.port: Invalid value: "a--b": must not contain consecutive hyphens`,
  ]);
  policies.create("[NetworkPolicyPort#7] begins a range where it ends one", portOf({ endPort: 90 }), [
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

  policies.create("[NetworkPolicyPeer#1] says which addresses it has", peerOf({ ipBlock: { cidr: "" } }), [
    `${peer}.ipBlock.cidr: Required value`,
  ]);
  policies.create("[NetworkPolicyPeer#2] has its addresses in CIDR form", peerOf({ ipBlock: { cidr: "10.0.0.0" } }), [
    `${peer}.ipBlock.cidr: Invalid value: "10.0.0.0": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)`,
  ]);
  policies.create("[NetworkPolicyPeer#3] has holes in CIDR form", peerOf({ ipBlock: { cidr, except: ["x"] } }), [
    `${peer}.ipBlock.except[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)`,
  ]);
  policies.create(
    "[NetworkPolicyPeer#4] has holes that are smaller than it, and within it",
    peerOf({ ipBlock: { cidr, except: [cidr, "10.1.0.0/24", "10.0.1.0/24"] } }),
    [
      `${peer}.ipBlock.except[0]: Invalid value: "10.0.0.0/16": must be a strict subset of \`cidr\``,
      `${peer}.ipBlock.except[1]: Invalid value: "10.1.0.0/24": must be a strict subset of \`cidr\``,
    ],
  );
  policies.create("[NetworkPolicyPeer#5] is somebody", peerOf({}), [`${peer}: Required value: must specify a peer`]);
  policies.create(
    "[NetworkPolicyPeer#6] is a range or selected, not both",
    peerOf({ ipBlock: { cidr }, namespaceSelector: {} }),
    [`${peer}: Forbidden: may not specify both ipBlock and another peer`],
  );
});

describe("a NetworkPolicy", () => {
  const policies = new Refusals(server, netpol, { spec: { podSelector: {} } });

  policies.create(
    "[NetworkPolicy#1] restricts two directions at most, and then says no more about them",
    ({ spec }) => {
      spec.policyTypes = ["Ingress", "Egress", "Sideways"];
    },
    [
      'spec.policyTypes: Invalid value: []networking.PolicyType{"Ingress", "Egress", "Sideways"}: may not specify more than two policyTypes',
    ],
  );

  const direction = 'spec.policyTypes[0]: Unsupported value: "Sideways": supported values: "Ingress", "Egress"';
  policies.update("[NetworkPolicy#2] restricts directions that there are; updates are told twice", {
    change: ({ spec }) => {
      spec.policyTypes = ["Sideways"];
    },
    causes: [direction, direction],
  });
});
