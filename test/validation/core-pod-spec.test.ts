import { describe } from "vitest";
import { notAddress, notLabel, notQualifiedName, notSubdomain } from "../support/format-messages.ts";
import { featureGateFlag, PodRefusals, withContainer, withSpec } from "../support/pod-refusals.ts";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer(featureGateFlag("UserNamespacesSupport", "DynamicResourceAllocation"));
const refused = new PodRefusals(server);
const { pods } = refused;

const capital = (field: string, message: string): string => `${field}: Invalid value: "A": ${message}`;

describe("a Pod on the network of its node", () => {
  const ports = [{ containerPort: 80, hostPort: 81 }];
  pods.create(
    "[PodSpec#2] a Pod with hostNetwork whose hostPort differs from its containerPort is rejected",
    ({ spec }) => {
      spec.hostNetwork = true;
      spec.containers[0].ports = ports;
    },
    ["spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true"],
  );
  pods.accepts(
    "a Pod without hostNetwork whose hostPort differs from its containerPort is accepted",
    withContainer({ ports }),
  );
});

describe("a Pod", () => {
  refused.spec("[PodSpec#4] a Pod with an unknown restartPolicy is rejected", { restartPolicy: "Sometimes" }, [
    'spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
  ]);
  refused.spec(
    "[PodSpec#17] a readiness gate whose type is no qualified name is rejected",
    { readinessGates: [{ conditionType: "a b" }] },
    [`spec.readinessGates[0].conditionType: Invalid value: "a b": ${notQualifiedName}`],
  );
  refused.spec(
    "[PodSpec#18] a scheduling gate whose name is no qualified name is rejected",
    { schedulingGates: [{ name: "a b" }] },
    [`spec.schedulingGates[0]: Invalid value: "a b": ${notQualifiedName}`],
  );
  refused.spec(
    "[PodSpec#19] two scheduling gates with the same name are rejected",
    { schedulingGates: [{ name: "a" }, { name: "a" }] },
    ['spec.schedulingGates[1]: Duplicate value: "a"'],
  );
  refused.spec("[PodSpec#23] a serviceAccountName that is no DNS subdomain is rejected", { serviceAccountName: "A" }, [
    capital("spec.serviceAccountName", notSubdomain),
  ]);
  refused.spec("[PodSpec#24] a nodeName that is no DNS subdomain is rejected", { nodeName: "A" }, [
    capital("spec.nodeName", notSubdomain),
  ]);
  refused.spec("[PodSpec#25] activeDeadlineSeconds 0 are rejected", { activeDeadlineSeconds: 0 }, [
    "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive",
  ]);
  pods.accepts("activeDeadlineSeconds 1 are accepted", withSpec({ activeDeadlineSeconds: 1 }));
  pods.accepts("activeDeadlineSeconds 2147483647 are accepted", withSpec({ activeDeadlineSeconds: 2_147_483_647 }));
  refused.spec("[PodSpec#26] a hostname that is no DNS label is rejected", { hostname: "A" }, [
    capital("spec.hostname", notLabel),
  ]);
  refused.spec("[PodSpec#27] a subdomain that is no DNS label is rejected", { subdomain: "A" }, [
    capital("spec.subdomain", notLabel),
  ]);
  refused.spec(
    "[PodSpec#28] a host alias with an invalid IP address is rejected",
    { hostAliases: [{ ip: "here", hostnames: ["a"] }] },
    [`spec.hostAliases[0].ip: Invalid value: "here": ${notAddress}`],
  );
  refused.spec(
    "[PodSpec#29] a host alias whose hostname is no DNS subdomain is rejected",
    { hostAliases: [{ ip: "10.0.0.1", hostnames: ["A"] }] },
    [capital("spec.hostAliases[0].hostnames[0]", notSubdomain)],
  );
  refused.spec("[PodSpec#30] a priorityClassName that is no DNS subdomain is rejected", { priorityClassName: "A" }, [
    capital("spec.priorityClassName", notSubdomain),
  ]);
  refused.spec("[PodSpec#31] a runtimeClassName that is no DNS subdomain is rejected", { runtimeClassName: "A" }, [
    capital("spec.runtimeClassName", notSubdomain),
  ]);
  refused.spec("[PodSpec#32] an empty preemptionPolicy is rejected", { preemptionPolicy: "" }, [
    "spec.preemptionPolicy: Required value",
  ]);
  refused.spec("[PodSpec#33] an unknown preemptionPolicy is rejected", { preemptionPolicy: "Politely" }, [
    'spec.preemptionPolicy: Unsupported value: "Politely": supported values: "PreemptLowerPriority", "Never"',
  ]);
});

describe("a Pod with hostUsers false", () => {
  const withoutHostUsers = { hostUsers: false };
  const reason = "Forbidden: when `pod.Spec.HostUsers` is false";
  refused.spec(
    "[PodSpec#20] hostNetwork with hostUsers false is rejected",
    { ...withoutHostUsers, hostNetwork: true },
    [`spec.hostNetwork: ${reason}`],
  );
  refused.spec("[PodSpec#21] hostPID with hostUsers false is rejected", { ...withoutHostUsers, hostPID: true }, [
    `spec.HostPID: ${reason}`,
  ]);
  refused.spec("[PodSpec#22] hostIPC with hostUsers false is rejected", { ...withoutHostUsers, hostIPC: true }, [
    `spec.HostIPC: ${reason}`,
  ]);
  pods.accepts("a Pod with hostUsers false is accepted", withSpec(withoutHostUsers));
  pods.accepts(
    "a Pod with hostUsers, hostNetwork and hostPID is accepted",
    withSpec({ hostUsers: true, hostNetwork: true, hostPID: true }),
  );
});

describe("the resolver of a Pod", () => {
  const configured = (dnsConfig: object): object => ({ dnsConfig });
  const addresses = ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"];
  const names = Array.from({ length: 33 }, (_, index) => `n${index}`);
  const goList = (list: readonly string[]): string => `[]string{${list.map((one) => `"${one}"`).join(", ")}}`;

  refused.spec("[PodSpec#6] an unknown dnsPolicy is rejected", { dnsPolicy: "Guess" }, [
    'spec.dnsPolicy: Unsupported value: "Guess": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
  ]);
  refused.spec("[PodSpec#8] the dnsPolicy None without dnsConfig is rejected", { dnsPolicy: "None" }, [
    "spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None",
  ]);
  refused.spec(
    "[PodSpec#9] the dnsPolicy None without nameservers is rejected without further errors",
    { dnsPolicy: "None", dnsConfig: { searches: ["A"] } },
    ["spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None"],
  );
  refused.spec("[PodSpec#10] a dnsConfig with 4 nameservers is rejected", configured({ nameservers: addresses }), [
    `spec.dnsConfig.nameservers: Invalid value: ${goList(addresses)}: must not have more than 3 nameservers`,
  ]);
  pods.accepts("a dnsConfig with 3 nameservers is accepted", withSpec(configured({ nameservers: addresses.slice(1) })));
  refused.spec("[PodSpec#11] a nameserver that is no IP address is rejected", configured({ nameservers: ["here"] }), [
    `spec.dnsConfig.nameservers[0]: Invalid value: "here": ${notAddress}`,
  ]);
  refused.spec("[PodSpec#12] a dnsConfig with 33 search paths is rejected", configured({ searches: names }), [
    `spec.dnsConfig.searches: Invalid value: ${goList(names)}: must not have more than 32 search paths`,
  ]);
  pods.accepts("a dnsConfig with 32 search paths is accepted", withSpec(configured({ searches: names.slice(1) })));

  const label = "a".repeat(63);
  const long = `${label}.${label}.${label}.${"a".repeat(61)}`;
  const searches = Array.from({ length: 8 }, () => long);
  pods.accepts(
    "search paths of 2048 characters are accepted",
    withSpec(configured({ searches: [...searches, "a".repeat(16)] })),
  );
  const tooLong = [...searches, "a".repeat(17)];
  refused.spec("[PodSpec#13] search paths of 2049 characters are rejected", configured({ searches: tooLong }), [
    `spec.dnsConfig.searches: Invalid value: ${goList(tooLong)}: must not have more than 2048 characters (including spaces) in the search list`,
  ]);
  refused.spec(
    "[PodSpec#14] a search path may end in a dot, but must be a DNS subdomain",
    configured({ searches: ["a.", "_b."] }),
    [`spec.dnsConfig.searches[1]: Invalid value: "_b": ${notSubdomain}`],
  );
  refused.spec("[PodSpec#16] a DNS option without a name is rejected", configured({ options: [{ value: "2" }] }), [
    "spec.dnsConfig.options[0]: Required value: must not be empty",
  ]);
});

describe("the claims of a Pod", () => {
  const claims = (...resourceClaims: object[]): object => ({ resourceClaims });
  const claim = { name: "gpu", resourceClaimName: "gpus" };

  pods.create(
    "[PodResourceClaims#1] a static Pod with resource claims is rejected",
    (pod) => {
      pod.metadata.annotations = { "orch.io/config.mirror": "yes" };
      Object.assign(pod.spec, claims(claim), { nodeName: "one" });
    },
    ["[]: Forbidden: static pods do not support resource claims"],
  );
  refused.spec(
    "[PodResourceClaims#2] a resource claim without a name is rejected",
    claims({ resourceClaimName: "gpus" }),
    ["spec.resourceClaims[0].name: Required value"],
  );
  refused.spec("[PodResourceClaims#3] two resource claims with the same name are rejected", claims(claim, claim), [
    'spec.resourceClaims[1].name: Duplicate value: "gpu"',
  ]);
  refused.spec(
    "[PodResourceClaims#4] a resource claim whose name is no DNS label is rejected",
    claims({ ...claim, name: "A" }),
    [capital("spec.resourceClaims[0].name", notLabel)],
  );
  refused.spec(
    "[PodResourceClaims#5] a resource claim with two sources is rejected",
    claims({ ...claim, resourceClaimTemplateName: "gpus" }),
    [
      /^spec.resourceClaims\[0\]: Invalid value: .*: at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified$/,
    ],
  );
  refused.spec(
    "the name of a resource claim is checked before its sources",
    claims({ ...claim, name: "A", resourceClaimTemplateName: "gpus" }),
    [capital("spec.resourceClaims[0].name", notLabel), /^spec.resourceClaims\[0\]: Invalid value: .*: at most one of/],
  );
  refused.spec("[PodResourceClaims#6] a resource claim without a source is rejected", claims({ name: "gpu" }), [
    /^spec.resourceClaims\[0\]: Invalid value: .*: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`$/,
  ]);
  refused.spec(
    "[PodResourceClaims#7] a resourceClaimName that is no DNS subdomain is rejected",
    claims({ name: "gpu", resourceClaimName: "A" }),
    [capital("spec.resourceClaims[0].resourceClaimName", notSubdomain)],
  );
  refused.spec(
    "[PodResourceClaims#8] a resourceClaimTemplateName that is no DNS subdomain is rejected",
    claims({ name: "gpu", resourceClaimTemplateName: "A" }),
    [capital("spec.resourceClaims[0].resourceClaimTemplateName", notSubdomain)],
  );
});
