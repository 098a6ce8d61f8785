/** Rules of validating and mutating webhooks. */
import {
  type MutatingWebhook,
  mutatingWebhookConfiguration,
} from "../../api/admissionregistration/v1/mutating-webhook-configuration.ts";
import {
  type ValidatingWebhook,
  validatingWebhookConfiguration,
} from "../../api/admissionregistration/v1/validating-webhook-configuration.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import { duplicateField, invalidField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import { type ErrorOrderEntry, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFieldFormat, reportFormat, within } from "../reporting.ts";
import { reportMatchConditions } from "./match-condition-rules.ts";

type Webhook = MutatingWebhook | ValidatingWebhook;

interface Configuration {
  readonly webhooks?: readonly Webhook[];
}

const webhookOrder: readonly ErrorOrderEntry[] = [
  {
    list: "webhooks",
    order: [
      "name",
      "rules",
      "failurePolicy",
      "matchPolicy",
      "sideEffects",
      "timeoutSeconds",
      "namespaceSelector",
      "objectSelector",
      "reinvocationPolicy",
      "clientConfig",
      "matchConditions",
      "admissionReviewVersions",
      { path: "name", type: "Duplicate" },
    ],
  },
];

/** Rules of webhook configurations. */
export const webhookRules: readonly RuleEntry[] = [
  rulesFor(mutatingWebhookConfiguration.schema, { validate: reportWebhooks, order: webhookOrder }),
  rulesFor(validatingWebhookConfiguration.schema, { validate: reportWebhooks, order: webhookOrder }),
];

const sideEffectClasses = ["None", "NoneOnDryRun"];
const reviewVersions = ["v1", "v1beta1"];
const timeoutSecondsMax = 30;

function reportWebhooks({ webhooks = [] }: Configuration, context: ValidationContext): void {
  const old = context.write.old as DeepReadonly<Configuration> | undefined;
  const hasSameConditions = old !== undefined && haveSameConditions(webhooks, old.webhooks ?? []);
  const repeats = repeatIndexes(webhooks.map(({ name }) => name));
  webhooks.forEach((webhook, index) => {
    const item = within(context, `webhooks[${index}]`);
    reportWebhook(webhook, item);
    if (!hasSameConditions) reportConditions(webhook, item, old);
    reportReviewVersions(webhook.admissionReviewVersions, within(item, "admissionReviewVersions"));
    if (webhook.name !== "" && repeats.has(index)) item.report(duplicateField(at(item, "name"), webhook.name));
  });
}

function haveSameConditions(webhooks: readonly Webhook[], old: readonly DeepReadonly<Webhook>[]): boolean {
  const hasConditionsOf = (index: number): boolean =>
    equalJson(webhooks[index]?.matchConditions ?? [], old[index]?.matchConditions ?? []);
  return webhooks.length === old.length && webhooks.every((_, index) => hasConditionsOf(index));
}

function reportConditions(
  { matchConditions = [] }: Webhook,
  context: ValidationContext,
  old: DeepReadonly<Configuration> | undefined,
): void {
  const stored = (old?.webhooks ?? []).flatMap((webhook) => webhook.matchConditions ?? []);
  reportMatchConditions(matchConditions, context, { hasParams: false, stored });
}

function reportWebhook(webhook: Webhook, context: ValidationContext): void {
  const { name, sideEffects, timeoutSeconds = 1 } = webhook;
  reportFieldFormat(context, "name", "fullyQualifiedName", name);
  reportSideEffects(sideEffects, context);
  if (timeoutSeconds < 1 || timeoutSeconds > timeoutSecondsMax) {
    const why = `the timeout value must be between 1 and ${timeoutSecondsMax} seconds`;
    context.report(invalidField(at(context, "timeoutSeconds"), timeoutSeconds, why));
  }
}

function reportSideEffects(sideEffects: string | null | undefined, context: ValidationContext): void {
  const path = at(context, "sideEffects");
  if (sideEffects === null || sideEffects === undefined) {
    context.report(requiredField(path, `must specify one of ${sideEffectClasses.join(", ")}`));
  } else if (!sideEffectClasses.includes(sideEffects)) {
    context.report(notSupportedField(path, sideEffects, sideEffectClasses));
  }
}

/** @param context at the list */
function reportReviewVersions(versions: readonly string[] | null, context: ValidationContext): void {
  if (!versions || versions.length === 0) {
    context.report(requiredField(context.path(), `must specify one of ${reviewVersions.join(", ")}`));
    return;
  }
  const repeats = repeatIndexes(versions);
  versions.forEach((version, index) => {
    const part = `[${index}]`;
    if (repeats.has(index)) context.report(invalidField(at(context, part), version, "duplicate version"));
    else reportFormat(context, part, "dns1035Label", version);
  });
  if (!versions.some((version) => reviewVersions.includes(version))) {
    const why = `must include at least one of ${reviewVersions.join(", ")}`;
    context.report(invalidField(context.path(), versions, why));
  }
}
