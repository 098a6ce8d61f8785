/** Hooks and rules of the kinds in this group. */
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
import { loadEngine as load } from "../expressions/load-engine.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { clientConfigRules } from "./client-config-rules.ts";
import { mutatingPolicyRules } from "./mutating-policy-rules.ts";
import { bindingAccessErrors, policyAccessErrors } from "./parameter-access.ts";
import { bindingColumns, mutatingPolicyColumns, validatingPolicyColumns } from "./policy-columns.ts";
import { policyPartRules } from "./policy-rules.ts";
import { requestRules } from "./request-rules.ts";
import { validatingPolicyRules } from "./validating-policy-rules.ts";
import { webhookColumns } from "./webhook-columns.ts";
import { webhookRules } from "./webhook-rules.ts";

const nameFormat = "dns1123Subdomain";

/** Hooks of all kinds in this group. */
export const admissionregistrationHooks: readonly HookEntry[] = [
  hooksOf(mutatingWebhookConfiguration, { load, nameFormat, columns: webhookColumns }),
  hooksOf(validatingAdmissionPolicy, {
    load,
    nameFormat,
    columns: validatingPolicyColumns,
    accessErrors: policyAccessErrors,
  }),
  hooksOf(validatingAdmissionPolicyBinding, {
    nameFormat,
    columns: bindingColumns,
    accessErrors: bindingAccessErrors(validatingAdmissionPolicy, {
      failed: (error) => `failed to authorize request: ${error}`,
      denied: (user, verb) => `user ${user} does not have "${verb}" permission on the object referenced by paramRef`,
    }),
  }),
  hooksOf(validatingWebhookConfiguration, { load, nameFormat, columns: webhookColumns }),
  hooksOf(validatingAdmissionPolicyV1beta1, { nameFormat, columns: validatingPolicyColumns }),
  hooksOf(validatingAdmissionPolicyBindingV1beta1, { nameFormat, columns: bindingColumns }),
  hooksOf(mutatingAdmissionPolicy, {
    load,
    nameFormat,
    columns: mutatingPolicyColumns,
    accessErrors: policyAccessErrors,
  }),
  hooksOf(mutatingAdmissionPolicyBinding, {
    nameFormat,
    columns: bindingColumns,
    accessErrors: bindingAccessErrors(mutatingAdmissionPolicy, {
      failed: (error) => error,
      // As in the reference, user and verb are exchanged.
      denied: (user, verb) => `user ${verb} does not have "${user}" permission on the object referenced by paramRef`,
    }),
  }),
];

/** Rules of all types in this group. */
export const admissionregistrationRules: readonly RuleEntry[] = [
  ...clientConfigRules,
  ...mutatingPolicyRules,
  ...policyPartRules,
  ...requestRules,
  ...validatingPolicyRules,
  ...webhookRules,
];
