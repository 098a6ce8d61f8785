/** What both sorts of webhooks have in common. */
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

/** What comes before the selectors, in both sorts of webhooks. */
export const webhookFields = {
  name: required(text, 1, "Name of the webhook, fully qualified: images.example.com."),
  clientConfig: required(webhookClientConfig, 2, "Where the webhook is."),
  rules: optional(
    list(ruleWithOperations, { type: "atomic" }),
    3,
    "Which requests it is asked about: those that match one of the rules.",
  ),
  failurePolicy: pointer(failurePolicyType, 4, failurePolicyDoc, { default: "Fail" }),
  matchPolicy: pointer(matchPolicyType, 9, matchPolicyDoc, { default: "Equivalent" }),
  namespaceSelector: pointer(labelSelector, 5, namespaceSelectorDoc, { default: {} }),
};

/** What comes after the selectors, in both sorts of webhooks. */
export const webhookAnswerFields = {
  sideEffects: requiredPointer(
    openEnum("v1.SideEffectClass", ["Unknown", "None", "Some", "NoneOnDryRun"]),
    6,
    "Whether it changes anything elsewhere: None, or NoneOnDryRun. Others cannot be asked about dry runs.",
  ),
  timeoutSeconds: pointer(int32, 7, "Seconds it is given to answer, 1 to 30. Default: 10.", { default: 10 }),
  admissionReviewVersions: required(
    list(text, { type: "atomic" }),
    8,
    "Versions of AdmissionReview that it understands, best first; the first one that the server knows is sent.",
  ),
};
