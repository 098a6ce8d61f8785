import { describe } from "vitest";
import { notAddress, notLabel, notQualifiedName, notSubdomain } from "../support/format-messages.ts";
import { featuresOn, PodRefusals, withContainer, withSpec } from "../support/pod-refusals.ts";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer(featuresOn("UserNamespacesSupport", "DynamicResourceAllocation"));
const refused = new PodRefusals(server);
const { pods } = refused;

const capital = (field: string, message: string): string => `${field}: Invalid value: "A": ${message}`;

describe("a Pod on the network of its node", () => {
  const ports = [{ containerPort: 80, hostPort: 81 }];
  pods.create(
    "[PodSpec#2] has the same port inside and outside",
    ({ spec }) => {
      spec.hostNetwork = true;
      spec.containers[0].ports = ports;
    },
    ["spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true"],
  );
  pods.accepts("other Pods may differ", withContainer({ ports }));
});

describe("a Pod", () => {
  refused.spec("[PodSpec#4] is restarted in a way that there is", { restartPolicy: "Sometimes" }, [
    'spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
  ]);
  refused.spec("[PodSpec#17] waits for conditions with names", { readinessGates: [{ conditionType: "a b" }] }, [
    `spec.readinessGates[0].conditionType: Invalid value: "a b": ${notQualifiedName}`,
  ]);
  refused.spec("[PodSpec#18] is held back by gates with names", { schedulingGates: [{ name: "a b" }] }, [
    `spec.schedulingGates[0]: Invalid value: "a b": ${notQualifiedName}`,
  ]);
  refused.spec("[PodSpec#19] is held back by each gate once", { schedulingGates: [{ name: "a" }, { name: "a" }] }, [
    'spec.schedulingGates[1]: Duplicate value: "a"',
  ]);
  refused.spec("[PodSpec#23] acts as an account with a name", { serviceAccountName: "A" }, [
    capital("spec.serviceAccountName", notSubdomain),
  ]);
  refused.spec("[PodSpec#24] runs on a node with a name", { nodeName: "A" }, [capital("spec.nodeName", notSubdomain)]);
  refused.spec("[PodSpec#25] may run for a second at least", { activeDeadlineSeconds: 0 }, [
    "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive",
  ]);
  pods.accepts("may run for a second", withSpec({ activeDeadlineSeconds: 1 }));
  pods.accepts("may run for 68 years", withSpec({ activeDeadlineSeconds: 2_147_483_647 }));
  refused.spec("[PodSpec#26] has a label as its host name", { hostname: "A" }, [capital("spec.hostname", notLabel)]);
  refused.spec("[PodSpec#27] has a label as its subdomain", { subdomain: "A" }, [capital("spec.subdomain", notLabel)]);
  refused.spec("[PodSpec#28] knows other hosts by address", { hostAliases: [{ ip: "here", hostnames: ["a"] }] }, [
    `spec.hostAliases[0].ip: Invalid value: "here": ${notAddress}`,
  ]);
  refused.spec("[PodSpec#29] calls other hosts by name", { hostAliases: [{ ip: "10.0.0.1", hostnames: ["A"] }] }, [
    capital("spec.hostAliases[0].hostnames[0]", notSubdomain),
  ]);
  refused.spec("[PodSpec#30] has a priority class with a name", { priorityClassName: "A" }, [
    capital("spec.priorityClassName", notSubdomain),
  ]);
  refused.spec("[PodSpec#31] has a runtime class with a name", { runtimeClassName: "A" }, [
    capital("spec.runtimeClassName", notSubdomain),
  ]);
  refused.spec("[PodSpec#32] says how it preempts, or nothing at all", { preemptionPolicy: "" }, [
    "spec.preemptionPolicy: Required value",
  ]);
  refused.spec("[PodSpec#33] preempts in a way that there is", { preemptionPolicy: "Politely" }, [
    'spec.preemptionPolicy: Unsupported value: "Politely": supported values: "PreemptLowerPriority", "Never"',
  ]);
});

describe("a Pod with users of its own", () => {
  const own = { hostUsers: false };
  const why = "Forbidden: when `pod.Spec.HostUsers` is false";
  refused.spec("[PodSpec#20] does not share the network", { ...own, hostNetwork: true }, [`spec.hostNetwork: ${why}`]);
  refused.spec("[PodSpec#21] does not share processes", { ...own, hostPID: true }, [`spec.HostPID: ${why}`]);
  refused.spec("[PodSpec#22] does not share memory", { ...own, hostIPC: true }, [`spec.HostIPC: ${why}`]);
  pods.accepts("may be", withSpec(own));
  pods.accepts("other Pods share what they like", withSpec({ hostUsers: true, hostNetwork: true, hostPID: true }));
});

describe("the resolver of a Pod", () => {
  const configured = (dnsConfig: object): object => ({ dnsConfig });
  const addresses = ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"];
  const names = Array.from({ length: 33 }, (_, index) => `n${index}`);
  const goList = (list: readonly string[]): string => `[]string{${list.map((one) => `"${one}"`).join(", ")}}`;

  refused.spec("[PodSpec#6] has a policy that there is", { dnsPolicy: "Guess" }, [
    'spec.dnsPolicy: Unsupported value: "Guess": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
  ]);
  refused.spec("[PodSpec#8] is configured when there is no policy", { dnsPolicy: "None" }, [
    "spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None",
  ]);
  refused.spec(
    "[PodSpec#9] has a server when there is no policy, before anything else counts",
    { dnsPolicy: "None", dnsConfig: { searches: ["A"] } },
    ["spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None"],
  );
  refused.spec("[PodSpec#10] has 3 servers at most", configured({ nameservers: addresses }), [
    `spec.dnsConfig.nameservers: Invalid value: ${goList(addresses)}: must not have more than 3 nameservers`,
  ]);
  pods.accepts("may have 3 servers", withSpec(configured({ nameservers: addresses.slice(1) })));
  refused.spec("[PodSpec#11] has servers with addresses", configured({ nameservers: ["here"] }), [
    `spec.dnsConfig.nameservers[0]: Invalid value: "here": ${notAddress}`,
  ]);
  refused.spec("[PodSpec#12] looks into 32 domains at most", configured({ searches: names }), [
    `spec.dnsConfig.searches: Invalid value: ${goList(names)}: must not have more than 32 search paths`,
  ]);
  pods.accepts("may look into 32 domains", withSpec(configured({ searches: names.slice(1) })));

  const label = "a".repeat(63);
  const long = `${label}.${label}.${label}.${"a".repeat(61)}`;
  const searches = Array.from({ length: 8 }, () => long);
  pods.accepts(
    "may look into 2048 characters of domains",
    withSpec(configured({ searches: [...searches, "a".repeat(16)] })),
  );
  const tooLong = [...searches, "a".repeat(17)];
  refused.spec("[PodSpec#13] looks into 2048 characters of domains at most", configured({ searches: tooLong }), [
    `spec.dnsConfig.searches: Invalid value: ${goList(tooLong)}: must not have more than 2048 characters (including spaces) in the search list`,
  ]);
  refused.spec("[PodSpec#14] looks into domains, which may end in a dot", configured({ searches: ["a.", "_b."] }), [
    `spec.dnsConfig.searches[1]: Invalid value: "_b": ${notSubdomain}`,
  ]);
  refused.spec("[PodSpec#16] has options with names", configured({ options: [{ value: "2" }] }), [
    "spec.dnsConfig.options[0]: Required value: must not be empty",
  ]);
});

describe("the claims of a Pod", () => {
  const claims = (...resourceClaims: object[]): object => ({ resourceClaims });
  const claim = { name: "gpu", resourceClaimName: "gpus" };

  pods.create(
    "[PodResourceClaims#1] are not for Pods that a node runs by itself",
    (pod) => {
      pod.metadata.annotations = { "orch.io/config.mirror": "yes" };
      Object.assign(pod.spec, claims(claim), { nodeName: "one" });
    },
    ["[]: Forbidden: static pods do not support resource claims"],
  );
  refused.spec("[PodResourceClaims#2] have names", claims({ resourceClaimName: "gpus" }), [
    "spec.resourceClaims[0].name: Required value",
  ]);
  refused.spec("[PodResourceClaims#3] have different names", claims(claim, claim), [
    'spec.resourceClaims[1].name: Duplicate value: "gpu"',
  ]);
  refused.spec("[PodResourceClaims#4] have labels as names", claims({ ...claim, name: "A" }), [
    capital("spec.resourceClaims[0].name", notLabel),
  ]);
  refused.spec("[PodResourceClaims#5] have one source", claims({ ...claim, resourceClaimTemplateName: "gpus" }), [
    /^spec.resourceClaims\[0\]: Invalid value: .*: at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified$/,
  ]);
  refused.spec("[PodResourceClaims#6] have a source", claims({ name: "gpu" }), [
    /^spec.resourceClaims\[0\]: Invalid value: .*: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`$/,
  ]);
  refused.spec("[PodResourceClaims#7] are objects with names", claims({ name: "gpu", resourceClaimName: "A" }), [
    capital("spec.resourceClaims[0].resourceClaimName", notSubdomain),
  ]);
  refused.spec(
    "[PodResourceClaims#8] are made of templates with names",
    claims({ name: "gpu", resourceClaimTemplateName: "A" }),
    [capital("spec.resourceClaims[0].resourceClaimTemplateName", notSubdomain)],
  );
});
