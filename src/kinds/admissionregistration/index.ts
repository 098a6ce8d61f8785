/** The hooks of the kinds of this group, and the rules of its structs. */
import {
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  mutatingWebhookConfiguration,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  validatingAdmissionPolicyBindingV1beta1,
  validatingAdmissionPolicyV1beta1,
  validatingWebhookConfiguration,
} from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { bindingColumns, mutatingPolicyColumns, validatingPolicyColumns } from "./policy-columns.ts";
import { webhookColumns } from "./webhook-columns.ts";

const nameFormat = "dns1123Subdomain";

export const admissionregistrationHooks: readonly HookEntry[] = [
  hooksOf(mutatingWebhookConfiguration, { nameFormat, columns: webhookColumns }),
  hooksOf(validatingAdmissionPolicy, { nameFormat, columns: validatingPolicyColumns }),
  hooksOf(validatingAdmissionPolicyBinding, { nameFormat, columns: bindingColumns }),
  hooksOf(validatingWebhookConfiguration, { nameFormat, columns: webhookColumns }),
  hooksOf(validatingAdmissionPolicyV1beta1, { nameFormat, columns: validatingPolicyColumns }),
  hooksOf(validatingAdmissionPolicyBindingV1beta1, { nameFormat, columns: bindingColumns }),
  hooksOf(mutatingAdmissionPolicy, { nameFormat, columns: mutatingPolicyColumns }),
  hooksOf(mutatingAdmissionPolicyBinding, { nameFormat, columns: bindingColumns }),
];

export const admissionregistrationRules: readonly RuleEntry[] = [];
