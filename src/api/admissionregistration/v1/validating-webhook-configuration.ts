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
import { objectSelectorDoc } from "./match-selectors.ts";
import { webhookAnswerFields, webhookFields } from "./webhook.ts";

const validatingWebhookFields = {
  ...webhookFields,
  objectSelector: pointer(labelSelector, 10, objectSelectorDoc, { default: {} }),
  ...webhookAnswerFields,
  matchConditions: optional(matchConditions, 11, matchConditionsDoc),
};

export interface ValidatingWebhook extends FieldsOf<typeof validatingWebhookFields> {}

export const validatingWebhook: StructSchema<ValidatingWebhook> = struct(
  "admissionregistration/v1.ValidatingWebhook",
  "Webhook that accepts or rejects requests.",
  validatingWebhookFields,
);

const validatingWebhookConfigurationFields = {
  webhooks: optional(
    list(validatingWebhook, { type: "map", keys: ["name"], merge: "name" }),
    2,
    "The webhooks, which are called in parallel.",
  ),
};

export interface ValidatingWebhookConfiguration extends ObjectOf<typeof validatingWebhookConfigurationFields> {}

export const validatingWebhookConfiguration: KindDeclaration<ValidatingWebhookConfiguration> = kind({
  group: group("admissionregistration"),
  version: "v1",
  kind: "ValidatingWebhookConfiguration",
  package: "admissionregistration",
  plural: "validatingwebhookconfigurations",
  categories: ["api-extensions"],
  scope: "Cluster",
  rules: {
    updateChecks: { update: ["create", "schema", "hook"] },
    generation: ["webhooks"],
    emptyRaisesGeneration: true,
    unconditionalUpdate: false,
    freeFinalizerNames: true,
  },
  doc: "Webhooks that accept or reject requests.",
  fields: validatingWebhookConfigurationFields,
});
