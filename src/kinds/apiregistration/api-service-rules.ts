/** Rules of APIServices. */
import {
  type APIService,
  type APIServiceSpec,
  apiServiceCondition,
  apiServiceSpec,
} from "../../api/apiregistration/v1/api-service.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at, reportFormat, reportUnsupported } from "../reporting.ts";

const groupPriorityMax = 20_000;
const versionPriorityMax = 1000;

/** Rules of APIServices. */
export const apiregistrationRules: readonly RuleEntry[] = [
  rulesFor(apiServiceSpec, { validate: reportSpec }),
  rulesFor(apiServiceCondition, {
    validate: ({ status }, context) => reportUnsupported(context, "status", status, ["True", "False", "Unknown"]),
  }),
];

/** Returns the errors of the object's name, which consists of version and group. */
export function nameErrors({ metadata, spec }: APIService): FieldError[] {
  const expected = `${spec?.version ?? ""}.${spec?.group ?? ""}`;
  const why = `must be \`spec.version+"."+spec.group\`: ${goQuote(expected)}`;
  return (["generateName", "name"] as const).flatMap((field) => {
    const name = metadata[field] ?? "";
    if (name === "" || name === expected || checkFormat("pathSegmentName", name).length > 0) return [];
    return [invalidField(`metadata.${field}`, name, why)];
  });
}

function reportSpec(spec: APIServiceSpec, context: ValidationContext): void {
  const { group = "", version = "", groupPriorityMinimum, versionPriority } = spec;
  if (group !== "") reportFormat(context, "group", "dns1123Subdomain", group);
  else if (version !== "v1") {
    const why = "only v1 may have an empty group and it better be legacy kube";
    context.report(requiredField(at(context, "group"), why));
  }
  reportFormat(context, "version", "dns1035Label", version);
  reportPriority(context, "groupPriorityMinimum", groupPriorityMinimum, groupPriorityMax);
  reportPriority(context, "versionPriority", versionPriority, versionPriorityMax);
  if (spec.service) reportService(spec, spec.service, context);
  else reportLocal(spec, context);
}

function reportPriority(context: ValidationContext, part: string, priority: number, max: number): void {
  if (priority > 0 && priority <= max) return;
  context.report(invalidField(at(context, part), priority, `must be positive and less than ${max}`));
}

/** Reports TLS settings of an APIService that this server serves itself, which needs none. */
function reportLocal({ caBundle = "", insecureSkipTLSVerify = false }: APIServiceSpec, context: ValidationContext) {
  if (caBundle !== "") {
    const shown = `${Buffer.from(caBundle, "base64").length} bytes`;
    context.report(invalidField(at(context, "caBundle"), shown, "local APIServices may not have a caBundle"));
  }
  if (insecureSkipTLSVerify) {
    const why = "local APIServices may not have insecureSkipTLSVerify";
    context.report(invalidField(at(context, "insecureSkipTLSVerify"), true, why));
  }
}

function reportService(
  { caBundle = "", insecureSkipTLSVerify = false }: APIServiceSpec,
  { namespace = "", name = "", port = 0 }: NonNullable<APIServiceSpec["service"]>,
  context: ValidationContext,
): void {
  if (namespace === "") context.report(requiredField(at(context, "service.namespace")));
  if (name === "") context.report(requiredField(at(context, "service.name")));
  for (const message of checkFormat("portNumber", port)) {
    context.report(invalidField(at(context, "service.port"), port, `port is not valid: ${message}`));
  }
  if (insecureSkipTLSVerify && caBundle !== "") {
    const why = "may not be true if caBundle is present";
    context.report(invalidField(at(context, "insecureSkipTLSVerify"), true, why));
  }
}
