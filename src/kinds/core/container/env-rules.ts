/** Rules of environment variables and of the sources of their values. */
import {
  type ConfigMapEnvSource,
  configMapEnvSource,
  type EnvFromSource,
  type EnvVar,
  type EnvVarSource,
  envFromSource,
  envVar,
  envVarSource,
  secretEnvSource,
} from "../../../api/core/v1/env.ts";
import {
  type ConfigMapKeySelector,
  configMapKeySelector,
  secretKeySelector,
} from "../../../api/core/v1/key-selector.ts";
import { invalidField } from "../../../meta/field-error.ts";
import { checkFormatPrefix } from "../../../meta/formats.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at, reportFormat } from "../../reporting.ts";
import { reportFieldSelector, reportResourceSelector } from "../scheduling/field-selector-rules.ts";

const tooMany = "may not have more than one field specified at a time";

/** Order of the errors of a variable. The error about the number of sources comes after those of each source. */
const variableOrder = [
  "name",
  "value",
  "valueFrom.fieldRef",
  "valueFrom.resourceFieldRef",
  "valueFrom.configMapKeyRef",
  "valueFrom.secretKeyRef",
  "valueFrom",
];

/** Rules of environment variables and their sources. */
export const envRules: readonly RuleEntry[] = [
  rulesFor(envVar, { validate: reportVariable, order: variableOrder }),
  rulesFor(envVarSource, { validate: reportSource }),
  rulesFor(configMapKeySelector, { validate: reportKeySelector }),
  rulesFor(secretKeySelector, { validate: reportKeySelector }),
  rulesFor(envFromSource, { validate: reportFromSource, order: ["prefix", "configMapRef", "secretRef"] }),
  rulesFor(configMapEnvSource, { validate: reportEnvSource }),
  rulesFor(secretEnvSource, { validate: reportEnvSource }),
];

function reportVariable({ value = "", valueFrom }: EnvVar, context: ValidationContext): void {
  if (!valueFrom) return;
  const why = sourceFault(valueFrom, value);
  if (why !== undefined) context.report(invalidField(at(context, "valueFrom"), "", why));
}

function sourceFault(source: EnvVarSource, value: string): string | undefined {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = source;
  const count = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef].filter((one) => one !== undefined).length;
  if (count === 0) return "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`";
  if (value !== "") return "may not be specified when `value` is not empty";
  return count > 1 ? tooMany : undefined;
}

/** Fields of a Pod that a variable can refer to. Labels and annotations can be referred to by key only. */
const variableFields = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

function reportSource({ fieldRef, resourceFieldRef }: EnvVarSource, context: ValidationContext): void {
  if (fieldRef) reportFieldSelector(fieldRef, { context, part: "fieldRef", allowed: variableFields });
  if (resourceFieldRef) reportResourceSelector(resourceFieldRef, { context, part: "resourceFieldRef" });
}

/** Reports an invalid name of a ConfigMap or Secret. An empty name is invalid, too. */
function reportKeySelector({ name = "" }: ConfigMapKeySelector, context: ValidationContext): void {
  reportFormat(context, "name", "dns1123Subdomain", name);
}

function reportFromSource({ configMapRef, secretRef }: EnvFromSource, context: ValidationContext): void {
  // The reference reports these errors with the path of the list.
  const listPath = (): string => at(context, "").replace(/\[\d+\]$/, "");
  const report = (why: string): void =>
    context.report({ ...invalidField(listPath(), "", why), sortPath: at(context, "") });
  if (!configMapRef && !secretRef) report("must specify one of: `configMapRef` or `secretRef`");
  else if (configMapRef && secretRef) report(tooMany);
}

function reportEnvSource({ name = "" }: ConfigMapEnvSource, context: ValidationContext): void {
  if (name === "") return;
  for (const message of checkFormatPrefix("dns1123Subdomain", name)) {
    context.report(invalidField(at(context, "name"), name, message));
  }
}
