import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  pointer,
  type StructSchema,
  struct,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { matchConditions, matchConditionsDoc } from "./match-condition.ts";
import { objectSelectorDoc, reinvocationPolicyType } from "./match-selectors.ts";
import { webhookAnswerFields, webhookFields } from "./webhook.ts";

const mutatingWebhookFields = {
  ...webhookFields,
  objectSelector: pointer(labelSelector, 11, objectSelectorDoc, { default: {} }),
  ...webhookAnswerFields,
  reinvocationPolicy: pointer(
    reinvocationPolicyType,
    10,
    "IfNeeded: the webhook is called again if others changed the object after it. Default: Never.",
    { default: "Never" },
  ),
  matchConditions: optional(matchConditions, 12, matchConditionsDoc),
};

export interface MutatingWebhook extends FieldsOf<typeof mutatingWebhookFields> {}

export const mutatingWebhook: StructSchema<MutatingWebhook> = struct(
  "admissionregistration/v1.MutatingWebhook",
  "Webhook that can change objects before they are stored, and reject requests.",
  mutatingWebhookFields,
);

const mutatingWebhookConfigurationFields = {
  webhooks: optional(
    list(mutatingWebhook, { type: "map", keys: ["name"], merge: "name" }),
    2,
    "The webhooks, which are called one after another.",
  ),
};

export interface MutatingWebhookConfiguration extends ObjectOf<typeof mutatingWebhookConfigurationFields> {}

export const mutatingWebhookConfiguration: KindDeclaration<MutatingWebhookConfiguration> = kind({
  group: group("admissionregistration"),
  version: "v1",
  kind: "MutatingWebhookConfiguration",
  package: "admissionregistration",
  plural: "mutatingwebhookconfigurations",
  categories: ["api-extensions"],
  scope: "Cluster",
  rules: {
    updateChecks: { update: ["create", "schema", "hook"] },
    generation: ["webhooks"],
    emptyRaisesGeneration: true,
    unconditionalUpdate: false,
    freeFinalizerNames: true,
  },
  doc: "Webhooks that can change objects before they are stored.",
  fields: mutatingWebhookConfigurationFields,
});
