/** Default values of kinds of `admissionregistration`, `apiextensions`, `apiregistration` and `flowcontrol`. */
import type { Defaulted } from "./defaulted.ts";

const registration = "admissionregistration.k8s.io";
const rules = [{ operations: ["CREATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] }];
const service = { namespace: "default", name: "hook" };
const webhook = {
  name: "hook.example.com",
  clientConfig: { service },
  rules,
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};

const webhookDefaults = {
  "webhooks.0.failurePolicy": "Fail",
  "webhooks.0.matchPolicy": "Equivalent",
  "webhooks.0.namespaceSelector": {},
  "webhooks.0.objectSelector": {},
  "webhooks.0.timeoutSeconds": 10,
  "webhooks.0.clientConfig.service.port": 443,
  "webhooks.0.rules.0.scope": "*",
};

/** Returns the defaults of the match rules at a path of a policy or binding. */
function matchedAt(path: string): Readonly<Record<string, unknown>> {
  return {
    [`${path}.matchPolicy`]: "Equivalent",
    [`${path}.namespaceSelector`]: {},
    [`${path}.objectSelector`]: {},
    [`${path}.resourceRules.0.scope`]: "*",
    [`${path}.excludeResourceRules.0.scope`]: "*",
  };
}

const matched = { resourceRules: rules, excludeResourceRules: rules };
const patched = {
  patchType: "JSONPatch",
  jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/spec/paused'}]" },
};
const params = { paramKind: { apiVersion: "v1", kind: "ConfigMap" } };

const admission: readonly Defaulted[] = [
  {
    of: `${registration}/v1 ValidatingWebhookConfiguration`,
    what: "webhooks",
    sent: { webhooks: [webhook] },
    given: webhookDefaults,
  },
  {
    of: `${registration}/v1 MutatingWebhookConfiguration`,
    what: "webhooks",
    sent: { webhooks: [webhook] },
    given: { ...webhookDefaults, "webhooks.0.reinvocationPolicy": "Never" },
  },
  ...["v1", "v1beta1"].flatMap((version): Defaulted[] => [
    {
      of: `${registration}/${version} ValidatingAdmissionPolicy`,
      what: "match rules",
      sent: { spec: { matchConstraints: matched, validations: [{ expression: "true" }] } },
      given: { "spec.failurePolicy": "Fail", ...matchedAt("spec.matchConstraints") },
    },
    {
      of: `${registration}/${version} ValidatingAdmissionPolicyBinding`,
      what: "match rules",
      sent: { spec: { policyName: "it", matchResources: matched, validationActions: ["Deny"] } },
      given: matchedAt("spec.matchResources"),
    },
  ]),
  {
    of: `${registration}/v1alpha1 MutatingAdmissionPolicy`,
    what: "match rules",
    sent: { spec: { ...params, matchConstraints: matched, mutations: [patched], reinvocationPolicy: "Never" } },
    given: { "spec.failurePolicy": "Fail", ...matchedAt("spec.matchConstraints") },
  },
  {
    of: `${registration}/v1alpha1 MutatingAdmissionPolicyBinding`,
    what: "match rules",
    sent: { spec: { policyName: "it", paramRef: { name: "it" }, matchResources: matched } },
    given: { "spec.paramRef.parameterNotFoundAction": "Deny", ...matchedAt("spec.matchResources") },
  },
];

const schema = { openAPIV3Schema: { type: "object" } };
const boats = {
  group: "example.com",
  scope: "Namespaced",
  names: { plural: "boats", kind: "Boat" },
  versions: [
    { name: "v1", served: true, storage: false, schema },
    { name: "v2", served: true, storage: true, schema },
  ],
};
const conversion = {
  strategy: "Webhook",
  webhook: { conversionReviewVersions: ["v1"], clientConfig: { service } },
};

const extension: readonly Defaulted[] = [
  {
    of: "apiextensions.k8s.io/v1 CustomResourceDefinition",
    what: "names, conversion and storedVersions",
    sent: { metadata: { name: "boats.example.com" }, spec: boats },
    given: {
      "spec.names.singular": "boat",
      "spec.names.listKind": "BoatList",
      "spec.conversion": { strategy: "None" },
      "status.storedVersions": ["v2"],
    },
  },
  {
    of: "apiextensions.k8s.io/v1 CustomResourceDefinition",
    what: "the port of the conversion webhook",
    sent: { metadata: { name: "boats.example.com" }, spec: { ...boats, conversion } },
    given: { "spec.conversion.webhook.clientConfig.service.port": 443 },
  },
  {
    of: "apiregistration.k8s.io/v1 APIService",
    what: "the port of the backend Service",
    sent: {
      metadata: { name: "v1.example.com" },
      spec: { group: "example.com", version: "v1", groupPriorityMinimum: 1000, versionPriority: 15, service },
    },
    given: { "spec.service.port": 443 },
  },
];

const level = "flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration";

const flow: readonly Defaulted[] = [
  {
    of: "flowcontrol.apiserver.k8s.io/v1 FlowSchema",
    what: "precedence",
    sent: { spec: { priorityLevelConfiguration: { name: "it" } } },
    given: { "spec.matchingPrecedence": 1000 },
  },
  {
    of: level,
    what: "a limited priority level",
    sent: { spec: { type: "Limited", limited: { limitResponse: { type: "Queue", queuing: {} } } } },
    given: {
      "spec.limited.nominalConcurrencyShares": 30,
      "spec.limited.lendablePercent": 0,
      "spec.limited.limitResponse.queuing": { handSize: 8, queues: 64, queueLengthLimit: 50 },
    },
  },
  {
    of: level,
    what: "the exempt priority level",
    sent: { metadata: { name: "exempt" }, spec: { type: "Exempt", exempt: {} } },
    given: { "spec.exempt.nominalConcurrencyShares": 0, "spec.exempt.lendablePercent": 0 },
  },
];

export const extensionDefaults: readonly Defaulted[] = [...admission, ...extension, ...flow];
