/** The reference's rules about the settings of a webhook. As in the reference, paths of fields do not contain `webhook`. */
import { isAbsolute } from "node:path";
import { durationMs, formatDuration, parseDuration } from "../../meta/duration.ts";
import {
  duplicateField,
  type FieldError,
  forbiddenField,
  invalidField,
  notSupportedField,
  requiredField,
  tooManyField,
} from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { goPointer, goStruct } from "../../meta/go-struct.ts";
import type { ConfigurationContext } from "./configuration-context.ts";
import type { ConditionConfiguration, ConnectionConfiguration, WebhookConfiguration } from "./schema.ts";

const timeoutMsMax = 30_000;
const conditionsMax = 64;

const defaultAuthorizedTtl = "5m0s";
const defaultUnauthorizedTtl = "30s";

/** Versions of SubjectAccessReview that a webhook can speak. */
export const reviewVersions = ["v1", "v1beta1"] as const;
const conditionVersions = ["v1"] as const;
/** What follows from the failure of a call. */
export const failurePolicies = ["NoOpinion", "Deny"] as const;

/** Durations of a webhook in milliseconds, with the defaults. */
export interface WebhookTimes {
  readonly authorizedMs: number;
  readonly unauthorizedMs: number;
  readonly timeoutMs: number;
}

/** Returns the durations of a webhook. A lifetime of zero has the default, as in the reference. */
export function webhookTimes({ authorizedTTL, unauthorizedTTL, timeout }: WebhookConfiguration): WebhookTimes {
  return {
    authorizedMs: msOf(authorizedTTL) || msOf(defaultAuthorizedTtl),
    unauthorizedMs: msOf(unauthorizedTTL) || msOf(defaultUnauthorizedTtl),
    timeoutMs: msOf(timeout),
  };
}

function msOf(text = "0s"): number {
  return durationMs(parseDuration(text));
}

/** Returns the faults of a webhook's settings. */
export function webhookFaults(
  path: string,
  webhook: WebhookConfiguration,
  context: ConfigurationContext,
): readonly FieldError[] {
  const { matchConditions = [], matchConditionSubjectAccessReviewVersion: conditionVersion } = webhook;
  return [
    ...timeFaults(path, webhook),
    ...choiceFaults(`${path}.subjectAccessReviewVersion`, webhook.subjectAccessReviewVersion, reviewVersions),
    ...conditionVersionFaults(`${path}.matchConditionSubjectAccessReviewVersion`, conditionVersion, matchConditions),
    ...choiceFaults(`${path}.failurePolicy`, webhook.failurePolicy, failurePolicies),
    ...connectionFaults(`${path}.connectionInfo`, webhook.connectionInfo, context),
    ...conditionFaults(`${path}.matchConditions`, matchConditions, context),
  ];
}

function timeFaults(path: string, webhook: WebhookConfiguration): readonly FieldError[] {
  const { authorizedMs, unauthorizedMs, timeoutMs } = webhookTimes(webhook);
  const shown = (text = "0s"): string => formatDuration(parseDuration(text));
  const negative = (name: "authorizedTTL" | "unauthorizedTTL", ms: number): readonly FieldError[] =>
    ms < 0 ? [invalidField(`${path}.${name}`, shown(webhook[name]), "must be > 0s")] : [];
  const isOutside = timeoutMs < 0 || timeoutMs > timeoutMsMax;
  return [
    ...(timeoutMs === 0 ? [requiredField(`${path}.timeout`)] : []),
    ...(isOutside ? [invalidField(`${path}.timeout`, shown(webhook.timeout), "must be > 0s and <= 30s")] : []),
    ...negative("authorizedTTL", authorizedMs),
    ...negative("unauthorizedTTL", unauthorizedMs),
  ];
}

function choiceFaults(path: string, value: string, choices: readonly string[]): readonly FieldError[] {
  if (value === "") return [requiredField(path)];
  return choices.includes(value) ? [] : [notSupportedField(path, value, choices)];
}

function conditionVersionFaults(
  path: string,
  version: string,
  conditions: readonly ConditionConfiguration[],
): readonly FieldError[] {
  if (version !== "") return choiceFaults(path, version, conditionVersions);
  return conditions.length === 0 ? [] : [requiredField(path, "required if match conditions are specified")];
}

const fileType = "KubeConfigFile";
const clusterType = "InClusterConfig";

function connectionFaults(
  path: string,
  { type, kubeConfigFile: file }: ConnectionConfiguration,
  { fileFault }: ConfigurationContext,
): readonly FieldError[] {
  const filePath = `${path}.kubeConfigFile`;
  if (type === "") return [requiredField(`${path}.type`)];
  if (type === clusterType) {
    if (file !== undefined) return [invalidField(filePath, file, `can only be set when type=${fileType}`)];
    return [forbiddenField(`${path}.type`, `${clusterType} is not allowed for an API server; use ${fileType}`)];
  }
  if (type !== fileType) {
    const members = { Type: goQuote(type), KubeConfigFile: goPointer("string", file !== undefined) };
    const shown = new GoText(goStruct("apiserver.WebhookConnectionInfo", members));
    return [notSupportedField(`${path}.type`, shown, [clusterType, fileType])];
  }
  if (!file) return [requiredField(filePath)];
  const fault = isAbsolute(file) ? fileFault(file) : "must be an absolute path";
  return fault === undefined ? [] : [invalidField(filePath, file, fault)];
}

function conditionFaults(
  path: string,
  conditions: readonly ConditionConfiguration[],
  { checkCondition }: ConfigurationContext,
): readonly FieldError[] {
  if (conditions.length > conditionsMax) {
    return [tooManyField(path, { count: conditions.length, max: conditionsMax })];
  }
  const seen = new Set<string>();
  return conditions.flatMap(({ expression }, index) => {
    const conditionPath = `${path}[${index}].expression`;
    if (expression.trim() === "") return [requiredField(conditionPath)];
    if (seen.has(expression)) return [duplicateField(conditionPath, expression)];
    seen.add(expression);
    return checkCondition(conditionPath, expression) ?? [];
  });
}
