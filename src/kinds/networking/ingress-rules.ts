/** Rules of the hosts, paths and certificates of an Ingress. */
import { ingressClassAnnotation } from "../../api/class-annotations.ts";
import {
  type HTTPIngressPath,
  type HTTPIngressRuleValue,
  type Ingress,
  type IngressRule,
  type IngressSpec,
  type IngressTLS,
  ingressRule,
  ingressSpec,
  ingressTLS,
  pathTypes,
} from "../../api/networking/v1/ingress.ts";
import { type FieldError, invalidField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { GoText } from "../../meta/go-quote.ts";
import { parseIp } from "../../meta/ip/ip-address.ts";
import { type HookContext, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at, collect, reportFormat, within } from "../reporting.ts";
import { reportBackend } from "./ingress-backend-rules.ts";

/** Rules of Ingress specs. */
export const ingressRules: readonly RuleEntry[] = [
  rulesFor(ingressSpec, { validate: reportSpec, order: ["", "defaultBackend", "rules", "tls", "ingressClassName"] }),
  rulesFor(ingressRule, { validate: reportRule, skipped: () => ["http"] }),
  rulesFor(ingressTLS, { validate: reportTls }),
];

function reportSpec({ rules = [], defaultBackend, ingressClassName }: IngressSpec, context: ValidationContext): void {
  if (rules.length === 0 && !defaultBackend) {
    const none = new GoText("[]networking.IngressRule(nil)");
    context.report(invalidField(context.path(), none, "either `defaultBackend` or `rules` must be specified"));
  }
  if (ingressClassName !== undefined) reportFormat(context, "ingressClassName", "dns1123Subdomain", ingressClassName);
}

function reportRule({ host = "", http }: IngressRule, context: ValidationContext): void {
  if (host !== "" && parseIp(host)) context.report(notAnAddress(at(context, "host"), host));
  if (host !== "") reportHost(context, "host", host);
  if (!http || (host.includes("*") && hasBadWildcardRule(context.write.old as Ingress | undefined))) return;
  reportHttp(http, within(context, "http"));
}

/** Returns the error of a host that is an IP address. */
export function notAnAddress(path: string, host: string): FieldError {
  return invalidField(path, host, "must be a DNS name, not an IP address");
}

function reportHost(context: ValidationContext, part: string, host: string): void {
  reportFormat(context, part, host.includes("*") ? "wildcardDNS1123Subdomain" : "dns1123Subdomain", host);
}

/** Whether the stored Ingress has an invalid rule for a wildcard host. If so, such rules are not validated. */
function hasBadWildcardRule(old: Ingress | undefined): boolean {
  return (old?.spec?.rules ?? []).some(({ host = "", http }) => {
    return host.includes("*") && http !== undefined && collect((context) => reportHttp(http, context)).length > 0;
  });
}

function reportHttp({ paths }: HTTPIngressRuleValue, context: ValidationContext): void {
  // The list is null if the client did not send it.
  const given = (paths as HTTPIngressPath[] | null) ?? [];
  if (given.length === 0) context.report(requiredField(at(context, "paths")));
  given.forEach((path, index) => reportPath(path, within(context, `paths[${index}]`)));
}

function reportPath({ path = "", pathType, backend }: HTTPIngressPath, context: ValidationContext): void {
  const type = pathType as string | null | undefined;
  if (type === null || type === undefined) {
    context.report(requiredField(at(context, "pathType"), "pathType must be specified"));
    return;
  }
  if (!(pathTypes as readonly string[]).includes(type)) {
    context.report(notSupportedField(at(context, "pathType"), type, pathTypes));
  } else if (type !== "ImplementationSpecific" || path !== "") {
    for (const why of pathFaults(path, type)) context.report(invalidField(at(context, "path"), path, why));
  }
  reportBackend(backend, within(context, "backend"));
}

const forbiddenSequences = ["//", "/./", "/../", "%2f", "%2F"];
const forbiddenEndings = ["/..", "/."];

function pathFaults(path: string, pathType: string): string[] {
  const faults = path.startsWith("/") ? [] : ["must be an absolute path"];
  if (pathType === "ImplementationSpecific") return faults;
  return [
    ...faults,
    ...forbiddenSequences.filter((one) => path.includes(one)).map((one) => `must not contain '${one}'`),
    ...forbiddenEndings.filter((one) => path.endsWith(one)).map((one) => `cannot end with '${one}'`),
  ];
}

function reportTls({ hosts = [], secretName = "" }: IngressTLS, context: ValidationContext): void {
  hosts.forEach((host, index) => reportHost(context, `hosts[${index}]`, host));
  if (secretName === "" || hasBadSecretName(context.write.old as Ingress | undefined)) return;
  reportFormat(context, "secretName", "dns1123Subdomain", secretName);
}

function hasBadSecretName(old: Ingress | undefined): boolean {
  return (old?.spec?.tls ?? []).some(({ secretName = "" }) => {
    return secretName !== "" && checkFormat("dns1123Subdomain", secretName).length > 0;
  });
}

/**
 * Returns the error of a deprecated class annotation that differs from the field. The reference leaves `metadata` out
 * of the path.
 */
export function classErrors({ metadata, spec }: Ingress, { vocabulary }: HookContext): FieldError[] {
  const key = vocabulary.bind(ingressClassAnnotation);
  const annotation = metadata.annotations?.[key];
  const name = spec?.ingressClassName;
  if (annotation === undefined || name === undefined || annotation === name) return [];
  return [invalidField(`annotations.${key}`, annotation, "must match `ingressClassName` when both are specified")];
}
