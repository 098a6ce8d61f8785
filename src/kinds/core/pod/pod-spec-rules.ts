/** Rules of a Pod's spec, in Pods and in templates. The template of a StatefulSet is exempt. */
import { type HostAlias, hostAlias } from "../../../api/core/v1/pod-dns.ts";
import {
  type PodReadinessGate,
  type PodSchedulingGate,
  type PodSpec,
  podReadinessGate,
  podSpec,
} from "../../../api/core/v1/pod-spec.ts";
import {
  duplicateField,
  type FieldErrorType,
  invalidField,
  notSupportedField,
  requiredField,
} from "../../../meta/field-error.ts";
import {
  type ErrorOrderEntry,
  type ErrorTypeOrder,
  type RuleEntry,
  rulesFor,
  type ValidationContext,
} from "../../../schema/index.ts";
import { reportLabels } from "../../meta/labels.ts";
import { repeatIndexes } from "../../repeats.ts";
import { at, reportFormat } from "../../reporting.ts";
import { reportContainersInPod, reportHostUsers } from "../container/container-in-pod-rules.ts";
import { reportContainerLists, reportListedProbes, wholeList } from "../container/container-list-rules.ts";
import { containerLists, mainContainers } from "../container/containers.ts";
import { reportVariableNames } from "../container/env-name-rules.ts";
import { reportEphemeralContainers } from "../container/ephemeral-container-rules.ts";
import { reportRepeatedClaims, resourceClaimRules } from "../container/resource-claim-rules.ts";
import { reportVolumeUses } from "../container/volume-mount-rules.ts";
import { roundUpToMilli } from "../resources/resource-lists.ts";
import { constraintOrder, reportRepeatedConstraints } from "../scheduling/topology-spread-rules.ts";
import { reportDns } from "./dns-rules.ts";
import { reportHostProcess } from "./host-process-rules.ts";
import { foreignPodSettings, foreignSettings, osRules, reportForeignSettings } from "./os-rules.ts";
import { reportSharedSettings } from "./shared-namespace-rules.ts";

/** Order of the errors that containers of all three lists share. Errors of single lists follow them. */
const commonOrder: readonly ErrorOrderEntry[] = [
  "name",
  "image",
  "terminationMessagePolicy",
  { list: "ports", order: ["name", "containerPort", "hostPort", "protocol"] },
  { list: "env", order: ["name"] },
  { list: "envFrom", order: ["prefix", "configMapRef", "secretRef"] },
  "volumeMounts",
  "volumeDevices",
  "imagePullPolicy",
  "resources",
  "resizePolicy",
  "securityContext",
];
const probes = [
  "lifecycle",
  "lifecycle.postStart",
  "lifecycle.preStop",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
];
const repeatedName = { path: "name", type: "Duplicate" } as const;

/** Order of the errors that only ephemeral containers have. Forbidden fields come last. */
const notEphemeral: readonly ErrorOrderEntry[] = [
  { path: "image", type: "Invalid" },
  repeatedName,
  "targetContainerName",
  [...forbidden("ports", "resources", "resizePolicy"), "restartPolicy", "livenessProbe", "readinessProbe"],
  ["startupProbe", "lifecycle"],
  forbidden("volumeMounts[].subPath", "volumeMounts[].subPathExpr"),
];

function forbidden(...paths: readonly string[]): readonly ErrorTypeOrder[] {
  return paths.map((path) => ({ path, type: "Forbidden" }));
}

/** Position in the order for the errors of Pods that use their node's network. */
const hostNetworkSortPath = "hostNetwork.ports";

const specOrder: readonly ErrorOrderEntry[] = [
  { list: "volumes", order: [] },
  "resourceClaims",
  "resources",
  { list: "containers", order: [...commonOrder, repeatedName, ...probes, "restartPolicy"] },
  { path: "containers[].ports[].hostPort", type: "Duplicate" },
  {
    list: "initContainers",
    order: [
      ...commonOrder,
      "restartPolicy",
      repeatedName,
      { path: "ports[].hostPort", type: "Duplicate" },
      ...probes,
      `resizePolicy.${wholeList}`,
    ],
  },
  { list: "ephemeralContainers", order: [...commonOrder, ...notEphemeral] },
  hostNetworkSortPath,
  "restartPolicy",
  "dnsPolicy",
  "nodeSelector",
  ...["fsGroup", "runAsUser", "runAsGroup", "supplementalGroups", "shareProcessNamespace"].map(
    (name) => `securityContext.${name}`,
  ),
  "securityContext",
  "imagePullSecrets",
  "affinity",
  ["dnsConfig", "dnsConfig.nameservers"],
  "dnsConfig.searches",
  "dnsConfig.options",
  "readinessGates",
  "schedulingGates",
  { list: "topologySpreadConstraints", order: constraintOrder },
  ["", "hostNetwork", ...ofContainers("securityContext.windowsOptions.hostProcess", "Invalid")],
  "hostUsers",
  "serviceAccountName",
  "nodeName",
  "activeDeadlineSeconds",
  "hostname",
  "subdomain",
  "tolerations",
  "hostAliases",
  "priorityClassName",
  "runtimeClassName",
  "preemptionPolicy",
  "overhead",
  [
    "os",
    ...forbidden(...foreignPodSettings),
    ...foreignSettings.flatMap((path) => ofContainers(`securityContext.${path}`, "Forbidden")),
  ],
];

/** Returns order entries for errors of one type, in the containers of all lists. */
function ofContainers(path: string, type: FieldErrorType): readonly ErrorTypeOrder[] {
  return containerLists.map((list) => ({ path: `${list}[].${path}`, type }));
}

/** Validation of Pod specs and of their smaller parts, with the order of all errors. */
export const podSpecRules: readonly RuleEntry[] = [
  rulesFor(podSpec, {
    defaults: fillSpec,
    validate: reportSpec,
    validateLast: reportLast,
    order: specOrder,
  }),
  rulesFor(hostAlias, { validate: ({ ip }: HostAlias, context) => reportFormat(context, "ip", "ip", ip) }),
  rulesFor(podReadinessGate, { validate: reportReadinessGate }),
  ...osRules,
  ...resourceClaimRules,
];

function fillSpec(spec: PodSpec): void {
  mirrorServiceAccount(spec);
  roundUpToMilli(spec.overhead);
}

function reportLast(spec: PodSpec, context: ValidationContext): void {
  reportVolumeNames(spec, context);
  reportListedProbes(spec, context);
  reportEphemeralContainers(spec, context);
  reportVolumeUses(spec, context);
  reportForeignSettings(spec, context);
}

/**
 * Copies the name of the service account to its deprecated second field. If the two differ, `serviceAccountName` wins.
 */
export function mirrorServiceAccount(spec: PodSpec): void {
  const name = spec.serviceAccountName || spec.serviceAccount;
  if (!name) return;
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
}

function reportSpec(spec: PodSpec, context: ValidationContext): void {
  reportRepeatedClaims(spec.resourceClaims ?? [], context);
  reportContainerLists(spec, context);
  reportVariableNames(spec, context);
  reportContainersInPod(spec, context);
  reportHostPorts(spec, context);
  reportLabels(context, "nodeSelector", spec.nodeSelector);
  reportSharedSettings(spec, context);
  reportDns(spec, context);
  reportSchedulingGates(spec.schedulingGates ?? [], context);
  reportRepeatedConstraints(spec.topologySpreadConstraints ?? [], context);
  reportHostProcess(spec, context);
  reportHostUsers(spec, context);
  if (spec.runtimeClassName !== undefined) {
    reportFormat(context, "runtimeClassName", "dns1123Subdomain", spec.runtimeClassName);
  }
  reportPreemptionPolicy(spec, context);
}

const preemptionPolicies = ["PreemptLowerPriority", "Never"];

function reportPreemptionPolicy({ preemptionPolicy }: PodSpec, context: ValidationContext): void {
  const policy: string | undefined = preemptionPolicy;
  if (policy === undefined || preemptionPolicies.includes(policy)) return;
  const path = at(context, "preemptionPolicy");
  context.report(policy === "" ? requiredField(path) : notSupportedField(path, policy, preemptionPolicies));
}

/** Reports host ports that differ from the container port, in a Pod that uses its node's network. */
function reportHostPorts(spec: PodSpec, context: ValidationContext): void {
  if (spec.hostNetwork !== true) return;
  mainContainers(spec).forEach(({ ports = [] }, index) => {
    ports.forEach(({ containerPort, hostPort = 0 }, portIndex) => {
      if (hostPort === 0 || hostPort === containerPort) return;
      const path = at(context, `containers[${index}].ports[${portIndex}].hostPort`);
      const error = invalidField(path, hostPort, "must match `containerPort` when `hostNetwork` is true");
      context.report({ ...error, sortPath: at(context, hostNetworkSortPath) });
    });
  });
}

function reportReadinessGate({ conditionType }: PodReadinessGate, context: ValidationContext): void {
  reportFormat(context, "conditionType", "qualifiedName", conditionType);
}

function reportSchedulingGates(gates: readonly PodSchedulingGate[], context: ValidationContext): void {
  const repeats = repeatIndexes(gates.map(({ name }) => name));
  gates.forEach(({ name }, index) => {
    reportFormat(context, `schedulingGates[${index}]`, "qualifiedName", name);
    if (repeats.has(index)) context.report(duplicateField(at(context, `schedulingGates[${index}]`), name));
  });
}

function reportVolumeNames({ volumes = [] }: PodSpec, context: ValidationContext): void {
  const seen = new Set<string>();
  volumes.forEach(({ name }, index) => {
    if (seen.has(name)) context.report(duplicateField(at(context, `volumes[${index}].name`), name));
    // The name of a volume with errors does not count as used.
    else if (name !== "" && !context.isFaulty(() => at(context, `volumes[${index}]`))) seen.add(name);
  });
}
