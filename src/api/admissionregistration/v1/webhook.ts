/** Fields that validating and mutating webhooks share. */
import { int32, list, openEnum, optional, pointer, required, requiredPointer, text } from "../../../schema/index.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import {
  failurePolicyDoc,
  failurePolicyType,
  matchPolicyDoc,
  matchPolicyType,
  namespaceSelectorDoc,
} from "./match-selectors.ts";
import { ruleWithOperations } from "./rule.ts";
import { webhookClientConfig } from "./webhook-client-config.ts";

/** Fields before the selectors, in both kinds of webhooks. */
export const webhookFields = {
  name: required(text, 1, "Fully qualified name of the webhook, such as images.example.com."),
  clientConfig: required(webhookClientConfig, 2, "Location of the webhook."),
  rules: optional(
    list(ruleWithOperations, { type: "atomic" }),
    3,
    "Rules for the requests that the webhook receives. A request must match one of them.",
  ),
  failurePolicy: pointer(failurePolicyType, 4, failurePolicyDoc, { default: "Fail" }),
  matchPolicy: pointer(matchPolicyType, 9, matchPolicyDoc, { default: "Equivalent" }),
  namespaceSelector: pointer(labelSelector, 5, namespaceSelectorDoc, { default: {} }),
};

/** Fields after the selectors, in both kinds of webhooks. */
export const webhookAnswerFields = {
  sideEffects: requiredPointer(
    openEnum("v1.SideEffectClass", ["Unknown", "None", "Some", "NoneOnDryRun"]),
    6,
    "Side effects of the webhook: None, or NoneOnDryRun.",
  ),
  timeoutSeconds: pointer(int32, 7, "Seconds until a call times out, from 1 to 30. Default: 10.", { default: 10 }),
  admissionReviewVersions: required(
    list(text, { type: "atomic" }),
    8,
    "Versions of AdmissionReview that the webhook supports, in order of preference. The server sends the first one that it supports.",
  ),
};
