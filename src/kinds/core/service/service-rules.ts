/** Rules of a Service's spec, which depend on its type. */
import {
  type Service,
  type ServicePort,
  type ServiceSpec,
  service,
  servicePort,
} from "../../../api/core/v1/service.ts";
import {
  duplicateField,
  forbiddenField,
  invalidField,
  notSupportedField,
  requiredField,
} from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { GoText, goQuote } from "../../../meta/go-quote.ts";
import { type ErrorOrderEntry, type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { reportLabels } from "../../meta/labels.ts";
import { repeatIndexes } from "../../repeats.ts";
import { at, reportFormat, reportRequiredFormat, reportUnsupported, within } from "../../reporting.ts";
import { balancerClassErrors, onlyForBalancers } from "./balancer-class-rules.ts";
import { reportClusterIps } from "./service-address-rules.ts";
import { serviceAnnotationErrors } from "./service-annotations.ts";
import { fillService } from "./service-defaults.ts";
import { isExternallyAccessible, isHeadless, needsHealthCheck, specOf } from "./service-type.ts";

const portOrder: readonly ErrorOrderEntry[] = [
  "name",
  { path: "name", type: "Duplicate" },
  "port",
  "protocol",
  "targetPort",
  "appProtocol",
  "nodePort",
];

/** Position of the error for a type that needs an address. It comes before the errors of the addresses. */
const missingAddressSortPath = "spec.type.address";

const serviceOrder: readonly ErrorOrderEntry[] = [
  "metadata.annotations",
  { path: "spec.ports", type: "Required" },
  { path: "spec.ports[]", type: "Invalid" },
  missingAddressSortPath,
  { list: "spec.ports", order: portOrder },
  "spec.selector",
  "spec.sessionAffinity",
  "spec.sessionAffinityConfig",
  "spec.clusterIPs",
  "spec.ipFamilies",
  "spec.ipFamilyPolicy",
  { list: "spec.externalIPs", order: [] },
  "spec.type",
  { path: "spec.ports[].nodePort", type: "Forbidden" },
  { path: "spec.ports[].nodePort", type: "Duplicate" },
  { path: "spec.ports[]", type: "Duplicate" },
  "spec.loadBalancerSourceRanges",
  "spec.LoadBalancerSourceRanges",
  "metadata.annotations[service.beta",
  "spec.allocateLoadBalancerNodePorts",
  "spec.loadBalancerClass",
  "spec.externalTrafficPolicy",
  "spec.healthCheckNodePort",
  "spec.internalTrafficPolicy",
  "spec.trafficDistribution",
];

/** Fields that a Service of type ExternalName must not set. Their errors come first. */
const aliasOrder: readonly ErrorOrderEntry[] = [
  "spec.clusterIPs",
  "spec.ipFamilies",
  "spec.ipFamilyPolicy",
  "spec.externalName",
];

function orderOf({ spec }: Service): readonly ErrorOrderEntry[] {
  if (spec?.type !== "ExternalName") return serviceOrder;
  const [annotations = "", ...others] = serviceOrder;
  return [annotations, ...aliasOrder, ...others.filter((entry) => !aliasOrder.includes(entry))];
}

/** Defaults and validation of Services and their ports, with the order of their errors. */
export const serviceRules: readonly RuleEntry[] = [
  rulesFor(service.schema, { defaults: fillService, validate: reportService, order: orderOf }),
  rulesFor(servicePort, {
    validate: reportPort,
    order: portOrder,
  }),
];

function reportService(one: Service, root: ValidationContext): void {
  const context = within(root, "spec");
  const spec = specOf(one);
  for (const error of serviceAnnotationErrors(one, root.write.vocabulary)) root.report(error);
  reportType(spec, context);
  reportPorts(spec, context);
  reportLabels(context, "selector", spec.selector);
  reportAffinity(spec, context);
  reportClusterIps(spec, context);
  reportExternalIps(spec, context);
  reportBalancer(spec, context);
  reportTrafficPolicies(spec, context);
}

/** Port of the node agent. */
const agentPort = 10_250;

function reportType(spec: ServiceSpec, context: ValidationContext): void {
  const { type, ports = [] } = spec;
  if (ports.length === 0 && !isHeadless(spec) && type !== "ExternalName") {
    context.report(requiredField(at(context, "ports")));
  }
  if (type === "ExternalName") {
    reportAlias(spec, context);
  } else if (isHeadless(spec) && (type === "LoadBalancer" || type === "NodePort")) {
    const why = `may not be set to 'None' for ${type} services`;
    context.report({ ...invalidField(at(context, "clusterIPs[0]"), "None", why), sortPath: missingAddressSortPath });
  }
  if (type !== "LoadBalancer") return;
  ports.forEach(({ port }, index) => {
    if (port !== agentPort) return;
    const why = `may not expose port ${agentPort} externally since it is used by kubelet`;
    context.report(invalidField(at(context, `ports[${index}]`), port, why));
  });
}

function reportAlias(spec: ServiceSpec, context: ValidationContext): void {
  const { clusterIPs = [], ipFamilies = [], ipFamilyPolicy, externalName = "" } = spec;
  const reject = (part: string): void => {
    context.report(forbiddenField(at(context, part), "may not be set for ExternalName services"));
  };
  if (clusterIPs.length > 0) reject("clusterIPs");
  if (ipFamilies.length > 0) reject("ipFamilies");
  if (ipFamilyPolicy !== undefined) reject("ipFamilyPolicy");
  const name = externalName.replace(/\.$/, "");
  reportRequiredFormat(context, "externalName", "dns1123Subdomain", name);
}

function reportPorts({ ports = [], type }: ServiceSpec, context: ValidationContext): void {
  const nameRepeats = repeatIndexes(ports.map(({ name }) => name || undefined));
  const portRepeats = repeatIndexes(ports.map(({ port, protocol = "TCP" }) => `${protocol}/${port}`));
  const nodePortRepeats = repeatIndexes(
    ports.map(({ nodePort = 0, protocol = "TCP" }) => (nodePort === 0 ? undefined : `${protocol}/${nodePort}`)),
  );
  ports.forEach(({ name = "", port, protocol = "TCP", nodePort = 0 }, index) => {
    const path = (field = ""): string => at(context, `ports[${index}]${field}`);
    if (name === "" && ports.length > 1) context.report(requiredField(path(".name")));
    if (nameRepeats.has(index)) context.report(duplicateField(path(".name"), name));
    if (nodePort !== 0 && type === "ClusterIP") {
      context.report(forbiddenField(path(".nodePort"), "may not be used when `type` is 'ClusterIP'"));
    }
    if (nodePortRepeats.has(index)) context.report(duplicateField(path(".nodePort"), nodePort));
    if (portRepeats.has(index)) context.report(duplicateField(path(), goServicePort({ port, protocol })));
  });
}

function goServicePort({ port, protocol }: { readonly port: number; readonly protocol: string }): GoText {
  const target = 'intstr.IntOrString{Type:0, IntVal:0, StrVal:""}';
  const fields = `Name:"", Protocol:${goQuote(protocol)}, AppProtocol:(*string)(nil), Port:${port}, TargetPort:${target}`;
  return new GoText(`core.ServicePort{${fields}, NodePort:0}`);
}

function reportPort({ targetPort, appProtocol }: ServicePort, context: ValidationContext): void {
  if (targetPort !== undefined) reportFormat(context, "targetPort", "portNumberOrName", targetPort);
  if (appProtocol !== undefined) reportFormat(context, "appProtocol", "qualifiedName", appProtocol);
}

const affinitySecondsMax = 86_400;

function reportAffinity({ sessionAffinity, sessionAffinityConfig }: ServiceSpec, context: ValidationContext): void {
  const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds;
  if (sessionAffinity !== "ClientIP" || seconds === undefined) return;
  if (seconds > 0 && seconds <= affinitySecondsMax) return;
  const path = at(context, "sessionAffinityConfig.clientIP.timeoutSeconds");
  context.report(invalidField(path, seconds, `must be greater than 0 and less than ${affinitySecondsMax}`));
}

/** Reports special addresses. The rule of the field reports malformed ones. */
function reportExternalIps({ externalIPs = [] }: ServiceSpec, context: ValidationContext): void {
  externalIPs.forEach((ip, index) => {
    if (checkFormat("ip", ip).length === 0) reportFormat(context, `externalIPs[${index}]`, "nonSpecialIP", ip);
  });
}

function reportBalancer(spec: ServiceSpec, context: ValidationContext): void {
  const { type, loadBalancerSourceRanges: ranges = [], allocateLoadBalancerNodePorts } = spec;
  const isBalancer = type === "LoadBalancer";
  const reject = (part: string): void => context.report(forbiddenField(at(context, part), onlyForBalancers));
  if (ranges.length > 0 && !isBalancer) reject("LoadBalancerSourceRanges");
  ranges.forEach((range, index) => reportFormat(context, `LoadBalancerSourceRanges[${index}]`, "cidr", range.trim()));
  if (allocateLoadBalancerNodePorts !== undefined && !isBalancer) reject("allocateLoadBalancerNodePorts");
  for (const error of balancerClassErrors(spec)) context.report(error);
}

const trafficPolicies = ["Cluster", "Local"];

function reportTrafficPolicies(spec: ServiceSpec, context: ValidationContext): void {
  const { externalTrafficPolicy, healthCheckNodePort = 0, internalTrafficPolicy, trafficDistribution } = spec;
  if (externalTrafficPolicy && !isExternallyAccessible(spec)) {
    const why = "may only be set for externally-accessible services";
    context.report(invalidField(at(context, "externalTrafficPolicy"), externalTrafficPolicy, why));
  } else if (externalTrafficPolicy) {
    reportUnsupported(context, "externalTrafficPolicy", externalTrafficPolicy, trafficPolicies);
  }
  if (healthCheckNodePort !== 0 && !needsHealthCheck(spec)) {
    const why = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    context.report(invalidField(at(context, "healthCheckNodePort"), healthCheckNodePort, why));
  } else if (healthCheckNodePort !== 0) {
    reportFormat(context, "healthCheckNodePort", "portNumber", healthCheckNodePort);
  }
  if (internalTrafficPolicy !== undefined && !trafficPolicies.includes(internalTrafficPolicy)) {
    const path = at(context, "internalTrafficPolicy");
    context.report(notSupportedField(path, internalTrafficPolicy, trafficPolicies));
  }
  if (trafficDistribution !== undefined && trafficDistribution !== "PreferClose") {
    const path = at(context, "trafficDistribution");
    context.report(notSupportedField(path, trafficDistribution, ["PreferClose"]));
  }
}
