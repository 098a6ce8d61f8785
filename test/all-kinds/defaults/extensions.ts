/** Default values of kinds of `admissionregistration`, `apiextensions`, `apiregistration` and `flowcontrol`. */
import type { DefaultsRow } from "./defaults-row.ts";

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

const admission: readonly DefaultsRow[] = [
  {
    versionAndKind: `${registration}/v1 ValidatingWebhookConfiguration`,
    title: "webhooks",
    manifest: { webhooks: [webhook] },
    expectedDefaults: webhookDefaults,
  },
  {
    versionAndKind: `${registration}/v1 MutatingWebhookConfiguration`,
    title: "webhooks",
    manifest: { webhooks: [webhook] },
    expectedDefaults: { ...webhookDefaults, "webhooks.0.reinvocationPolicy": "Never" },
  },
  ...["v1", "v1beta1"].flatMap((version): DefaultsRow[] => [
    {
      versionAndKind: `${registration}/${version} ValidatingAdmissionPolicy`,
      title: "match rules",
      manifest: { spec: { matchConstraints: matched, validations: [{ expression: "true" }] } },
      expectedDefaults: { "spec.failurePolicy": "Fail", ...matchedAt("spec.matchConstraints") },
    },
    {
      versionAndKind: `${registration}/${version} ValidatingAdmissionPolicyBinding`,
      title: "match rules",
      manifest: { spec: { policyName: "it", matchResources: matched, validationActions: ["Deny"] } },
      expectedDefaults: matchedAt("spec.matchResources"),
    },
  ]),
  {
    versionAndKind: `${registration}/v1alpha1 MutatingAdmissionPolicy`,
    title: "match rules",
    manifest: { spec: { ...params, matchConstraints: matched, mutations: [patched], reinvocationPolicy: "Never" } },
    expectedDefaults: { "spec.failurePolicy": "Fail", ...matchedAt("spec.matchConstraints") },
  },
  {
    versionAndKind: `${registration}/v1alpha1 MutatingAdmissionPolicyBinding`,
    title: "match rules",
    manifest: { spec: { policyName: "it", paramRef: { name: "it" }, matchResources: matched } },
    expectedDefaults: { "spec.paramRef.parameterNotFoundAction": "Deny", ...matchedAt("spec.matchResources") },
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

const extension: readonly DefaultsRow[] = [
  {
    versionAndKind: "apiextensions.k8s.io/v1 CustomResourceDefinition",
    title: "names, conversion and storedVersions",
    manifest: { metadata: { name: "boats.example.com" }, spec: boats },
    expectedDefaults: {
      "spec.names.singular": "boat",
      "spec.names.listKind": "BoatList",
      "spec.conversion": { strategy: "None" },
      "status.storedVersions": ["v2"],
    },
  },
  {
    versionAndKind: "apiextensions.k8s.io/v1 CustomResourceDefinition",
    title: "the port of the conversion webhook",
    manifest: { metadata: { name: "boats.example.com" }, spec: { ...boats, conversion } },
    expectedDefaults: { "spec.conversion.webhook.clientConfig.service.port": 443 },
  },
  {
    versionAndKind: "apiregistration.k8s.io/v1 APIService",
    title: "the port of the backend Service",
    manifest: {
      metadata: { name: "v1.example.com" },
      spec: { group: "example.com", version: "v1", groupPriorityMinimum: 1000, versionPriority: 15, service },
    },
    expectedDefaults: { "spec.service.port": 443 },
  },
];

const level = "flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration";

const flow: readonly DefaultsRow[] = [
  {
    versionAndKind: "flowcontrol.apiserver.k8s.io/v1 FlowSchema",
    title: "precedence",
    manifest: { spec: { priorityLevelConfiguration: { name: "it" } } },
    expectedDefaults: { "spec.matchingPrecedence": 1000 },
  },
  {
    versionAndKind: level,
    title: "a limited priority level",
    manifest: { spec: { type: "Limited", limited: { limitResponse: { type: "Queue", queuing: {} } } } },
    expectedDefaults: {
      "spec.limited.nominalConcurrencyShares": 30,
      "spec.limited.lendablePercent": 0,
      "spec.limited.limitResponse.queuing": { handSize: 8, queues: 64, queueLengthLimit: 50 },
    },
  },
  {
    versionAndKind: level,
    title: "the exempt priority level",
    manifest: { metadata: { name: "exempt" }, spec: { type: "Exempt", exempt: {} } },
    expectedDefaults: { "spec.exempt.nominalConcurrencyShares": 0, "spec.exempt.lendablePercent": 0 },
  },
];

export const extensionDefaults: readonly DefaultsRow[] = [...admission, ...extension, ...flow];
