/** Faults of authorization by webhooks. */
import type { FaultRoom } from "../fault.ts";

export const accessWebhookFaults: FaultRoom = {
  room: "access webhooks",
  faults: [
    {
      name: "lying-webhook-allows",
      breaks: "a webhook that allows and denies at the same time allows",
      file: "src/authz/webhook/webhook-authorizer.ts",
      find: "  if (allowed && denied) {\n",
      replace: '  if (allowed) return { decision: "allow", reason };\n  if (allowed && denied) {\n',
      tests: ["test/authorization/access-webhook-replies.test.ts"],
    },
    {
      name: "failure-policy-ignored",
      breaks: "a failing webhook with the policy Deny lets the next authorizer decide",
      file: "src/authz/webhook/webhook-authorizer.ts",
      find: 'const decision = this.#options.settings.failurePolicy === "Deny" ? "deny" : "no opinion";',
      replace: 'const decision = "no opinion";',
      tests: ["test/authorization/access-webhook-policies.test.ts"],
    },
    {
      name: "condition-error-before-false",
      breaks: "an error of a match condition counts although a later condition is false",
      file: "src/authz/webhook/webhook-authorizer.ts",
      find: "    if (isExcluded) return noOpinion;\n",
      replace: "    if (isExcluded && errors.length === 0) return noOpinion;\n",
      tests: ["test/authorization/access-webhook-policies.test.ts"],
    },
    {
      name: "refusals-kept-like-permissions",
      breaks: "refusals of a webhook are kept as long as its permissions",
      file: "src/authz/webhook/webhook-authorizer.ts",
      find: "lifetimeMs: status.allowed ? authorizedMs : unauthorizedMs",
      replace: "lifetimeMs: status.allowed ? authorizedMs : Math.max(authorizedMs, unauthorizedMs)",
      tests: ["test/authorization/access-webhook.test.ts"],
    },
    {
      name: "label-selectors-not-reviewed",
      breaks: "reviews contain no label selectors",
      file: "src/authz/webhook/review-spec.ts",
      find: "labelSelector: selectors ? selectorOf(labelRequirements(selectors)) : {},",
      replace: "labelSelector: {},",
      tests: ["test/authorization/access-webhook-reviews.test.ts"],
    },
    {
      name: "calls-shared-between-users",
      breaks: "requests of different users share one call of a webhook",
      file: "src/authz/webhook/webhook-authorizer.ts",
      find: "    const key = JSON.stringify(spec);\n",
      replace: '    const key = JSON.stringify({ ...spec, user: "", uid: "" });\n',
      tests: ["test/authorization/access-webhook.test.ts"],
    },
  ],
};
