/**
 * What holds for the spec of every Pod, also inside templates. Whether mounts name volumes of the Pod is left to the
 * kinds: a StatefulSet adds volumes of its own (see `reportVolumeReferences`).
 */
import { type HostAlias, hostAlias, type PodDNSConfig, podDNSConfig } from "../../api/core/v1/pod-dns.ts";
import {
  type PodOS,
  type PodReadinessGate,
  type PodSchedulingGate,
  type PodSpec,
  podOS,
  podReadinessGate,
  podSpec,
} from "../../api/core/v1/pod-spec.ts";
import { duplicateField, invalidField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { reportLabels } from "../meta/labels.ts";
import { at, reportFormat, within } from "../reporting.ts";
import { reportContainerLists } from "./container-list-rules.ts";
import { mainContainers } from "./containers.ts";
import { roundUpToMilli } from "./resource-lists.ts";
import { reportContainerResources } from "./resource-rules.ts";
import { reportRepeatedConstraints } from "./topology-spread-rules.ts";

export const podSpecRules: readonly RuleEntry[] = [
  rulesFor(podSpec, { defaults: fillSpec, validate: reportSpec }),
  rulesFor(podDNSConfig, { validate: reportDnsConfig }),
  rulesFor(hostAlias, { validate: ({ ip }: HostAlias, context) => reportFormat(context, "ip", "ip", ip) }),
  rulesFor(podReadinessGate, { validate: reportReadinessGate }),
  rulesFor(podOS, { validate: reportOs }),
];

function fillSpec(spec: PodSpec): void {
  mirrorServiceAccount(spec);
  roundUpToMilli(spec.overhead);
}

/** Two names of one field: the newer wins. */
export function mirrorServiceAccount(spec: PodSpec): void {
  const name = spec.serviceAccountName || spec.serviceAccount;
  if (!name) return;
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
}

function reportSpec(spec: PodSpec, context: ValidationContext): void {
  reportContainerLists(spec, context);
  reportHostPorts(spec, context);
  reportLabels(context, "nodeSelector", spec.nodeSelector);
  reportSecurity(spec, context);
  reportDnsPolicy(spec, context);
  reportSchedulingGates(spec.schedulingGates ?? [], context);
  reportRepeatedConstraints(spec.topologySpreadConstraints ?? [], context);
  reportVolumeNames(spec, context);
  if (spec.runtimeClassName !== undefined) {
    reportFormat(context, "runtimeClassName", "dns1123Subdomain", spec.runtimeClassName);
  }
  if (spec.overhead) reportContainerResources(within(context, "overhead"), "limits", spec.overhead);
}

/** On the network of the node a port is the same inside and outside. */
function reportHostPorts(spec: PodSpec, context: ValidationContext): void {
  if (spec.hostNetwork !== true) return;
  mainContainers(spec).forEach(({ ports = [] }, index) => {
    ports.forEach(({ containerPort, hostPort = 0 }, portIndex) => {
      if (hostPort === 0 || hostPort === containerPort) return;
      const path = at(context, `containers[${index}].ports[${portIndex}].hostPort`);
      context.report(invalidField(path, hostPort, "must match `containerPort` when `hostNetwork` is true"));
    });
  });
}

/** Kernel parameters of the namespaces that the Pod shares with its node. */
const networkSysctl = /^net\./;
const ipcSysctl = /^(?:kernel\.(?:shm|msg|sem$)|fs\.mqueue\.)/;

function reportSecurity(spec: PodSpec, context: ValidationContext): void {
  const { securityContext, hostNetwork, hostIPC, hostPID, shareProcessNamespace } = spec;
  if (shareProcessNamespace === true && hostPID === true) {
    const why = "ShareProcessNamespace and HostPID cannot both be enabled";
    context.report(invalidField(at(context, "securityContext.shareProcessNamespace"), true, why));
  }
  (securityContext?.sysctls ?? []).forEach(({ name }, index) => {
    // The first separator tells which of the two spellings it is; slashes stand for points and the other way round.
    const spelled = /^[^.]*\//.test(name) ? name.replaceAll("/", ".") : name;
    const shared =
      hostNetwork === true && networkSysctl.test(spelled)
        ? "hostNetwork"
        : hostIPC === true && ipcSysctl.test(spelled)
          ? "hostIPC"
          : undefined;
    if (shared === undefined) return;
    const path = at(context, `securityContext.sysctls[${index}].name`);
    context.report(invalidField(path, name, `may not be specified when '${shared}' is true`));
  });
}

function reportDnsPolicy({ dnsPolicy, dnsConfig }: PodSpec, context: ValidationContext): void {
  if (dnsPolicy !== "None") return;
  if (!dnsConfig) {
    context.report(requiredField(at(context, "dnsConfig"), "must provide `dnsConfig` when `dnsPolicy` is None"));
  } else if ((dnsConfig.nameservers ?? []).length === 0) {
    const why = "must provide at least one DNS nameserver when `dnsPolicy` is None";
    context.report(requiredField(at(context, "dnsConfig.nameservers"), why));
  }
}

const nameserversMax = 3;
const searchesMax = 32;
const searchCharactersMax = 2048;

function reportDnsConfig(config: PodDNSConfig, context: ValidationContext): void {
  const { nameservers = [], searches = [], options = [] } = config;
  const refuse = (part: "nameservers" | "searches", why: string): void => {
    context.report(invalidField(at(context, part), config[part], `must not have more than ${why}`));
  };
  if (nameservers.length > nameserversMax) refuse("nameservers", `${nameserversMax} nameservers`);
  if (searches.length > searchesMax) refuse("searches", `${searchesMax} search paths`);
  if (searches.join(" ").length > searchCharactersMax) {
    refuse("searches", `${searchCharactersMax} characters (including spaces) in the search list`);
  }
  searches.forEach((search, index) => {
    reportFormat(context, `searches[${index}]`, "dns1123Subdomain", search.replace(/\.$/, ""));
  });
  options.forEach(({ name = "" }, index) => {
    if (name === "") context.report(requiredField(at(context, `options[${index}]`), "must not be empty"));
  });
}

function reportReadinessGate({ conditionType }: PodReadinessGate, context: ValidationContext): void {
  reportFormat(context, "conditionType", "qualifiedName", conditionType);
}

function reportSchedulingGates(gates: readonly PodSchedulingGate[], context: ValidationContext): void {
  const seen = new Set<string>();
  gates.forEach(({ name }, index) => {
    reportFormat(context, `schedulingGates[${index}]`, "qualifiedName", name);
    if (seen.has(name)) context.report(duplicateField(at(context, `schedulingGates[${index}]`), name));
    seen.add(name);
  });
}

function reportVolumeNames({ volumes = [] }: PodSpec, context: ValidationContext): void {
  const seen = new Set<string>();
  volumes.forEach(({ name }, index) => {
    if (seen.has(name)) context.report(duplicateField(at(context, `volumes[${index}].name`), name));
    if (name !== "") seen.add(name);
  });
}

function reportOs({ name }: PodOS, context: ValidationContext): void {
  if (name === "") context.report(requiredField(at(context, "name"), "cannot be empty"));
  else if (name !== "linux" && name !== "windows") {
    context.report(notSupportedField(at(context, ""), name, ["linux", "windows"]));
  }
}
