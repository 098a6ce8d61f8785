/** Typed objects of `admissionregistration`, `apiextensions`, `apiregistration` and `flowcontrol`. */
import type {
  APIService,
  ApiObject,
  CustomResourceDefinition,
  FlowSchema,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  PriorityLevelConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicyBindingV1beta1,
  ValidatingAdmissionPolicyV1beta1,
  ValidatingWebhookConfiguration,
} from "../../../src/api/index.ts";
import { sample } from "./sample.ts";

const rules = [{ operations: ["CREATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] }];
const matchConstraints = { resourceRules: rules, matchPolicy: "Exact" } as const;
const matchResources = { namespaceSelector: { matchLabels: { checked: "yes" } } };
const clientConfig = { service: { namespace: "shop", name: "images", path: "/check", port: 8443 }, caBundle: "AAEC" };
const validations = [{ expression: "object.spec.replicas <= 5", message: "too many", reason: "Forbidden" }];

const admission = [
  sample<MutatingWebhookConfiguration>({
    kind: "MutatingWebhookConfiguration",
    apiVersion: "admissionregistration.k8s.io/v1",
    metadata: { name: "images" },
    webhooks: [
      {
        name: "images.example.com",
        clientConfig,
        rules,
        sideEffects: "NoneOnDryRun",
        admissionReviewVersions: ["v1"],
        reinvocationPolicy: "IfNeeded",
      },
    ],
  }),
  sample<ValidatingWebhookConfiguration>({
    kind: "ValidatingWebhookConfiguration",
    apiVersion: "admissionregistration.k8s.io/v1",
    metadata: { name: "images" },
    webhooks: [
      {
        name: "images.example.com",
        clientConfig: { url: "https://images.example" },
        rules,
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        timeoutSeconds: 5,
      },
    ],
  }),
  sample<ValidatingAdmissionPolicy>({
    kind: "ValidatingAdmissionPolicy",
    apiVersion: "admissionregistration.k8s.io/v1",
    metadata: { name: "replicas" },
    spec: { matchConstraints, validations, failurePolicy: "Ignore" },
  }),
  sample<ValidatingAdmissionPolicyBinding>({
    kind: "ValidatingAdmissionPolicyBinding",
    apiVersion: "admissionregistration.k8s.io/v1",
    metadata: { name: "replicas" },
    spec: { policyName: "replicas", matchResources, validationActions: ["Deny", "Audit"] },
  }),
  sample<ValidatingAdmissionPolicyV1beta1>({
    kind: "ValidatingAdmissionPolicy",
    apiVersion: "admissionregistration.k8s.io/v1beta1",
    metadata: { name: "replicas-of-v1beta1" },
    spec: { matchConstraints, validations },
  }),
  sample<ValidatingAdmissionPolicyBindingV1beta1>({
    kind: "ValidatingAdmissionPolicyBinding",
    apiVersion: "admissionregistration.k8s.io/v1beta1",
    metadata: { name: "replicas-of-v1beta1" },
    spec: { policyName: "replicas-of-v1beta1", matchResources, validationActions: ["Warn"] },
  }),
  sample<MutatingAdmissionPolicy>({
    kind: "MutatingAdmissionPolicy",
    apiVersion: "admissionregistration.k8s.io/v1alpha1",
    metadata: { name: "replicas" },
    spec: {
      matchConstraints,
      mutations: [
        {
          patchType: "ApplyConfiguration",
          applyConfiguration: { expression: "Object{spec: Object.spec{replicas: 1}}" },
        },
      ],
      reinvocationPolicy: "Never",
    },
  }),
  sample<MutatingAdmissionPolicyBinding>({
    kind: "MutatingAdmissionPolicyBinding",
    apiVersion: "admissionregistration.k8s.io/v1alpha1",
    metadata: { name: "replicas" },
    spec: { policyName: "replicas", matchResources },
  }),
];

const extension = [
  sample<CustomResourceDefinition>({
    kind: "CustomResourceDefinition",
    apiVersion: "apiextensions.k8s.io/v1",
    metadata: { name: "boats.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "boats", kind: "Boat", shortNames: ["bo"] },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: { spec: { type: "object", properties: { seats: { type: "integer", minimum: 1 } } } },
            },
          },
          subresources: { status: {} },
          additionalPrinterColumns: [{ name: "Seats", type: "integer", jsonPath: ".spec.seats" }],
        },
      ],
    },
  }),
  sample<APIService>({
    kind: "APIService",
    apiVersion: "apiregistration.k8s.io/v1",
    metadata: { name: "v1.shop.example.com" },
    spec: {
      group: "shop.example.com",
      version: "v1",
      service: { namespace: "shop", name: "api", port: 8443 },
      caBundle: "AAEC",
      groupPriorityMinimum: 1000,
      versionPriority: 15,
    },
  }),
];

const flow = [
  sample<FlowSchema>({
    kind: "FlowSchema",
    apiVersion: "flowcontrol.apiserver.k8s.io/v1",
    metadata: { name: "shop" },
    spec: {
      priorityLevelConfiguration: { name: "shop" },
      matchingPrecedence: 900,
      distinguisherMethod: { type: "ByNamespace" },
      rules: [
        {
          subjects: [{ kind: "Group", group: { name: "ops" } }],
          resourceRules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"], namespaces: ["shop"] }],
        },
      ],
    },
  }),
  sample<PriorityLevelConfiguration>({
    kind: "PriorityLevelConfiguration",
    apiVersion: "flowcontrol.apiserver.k8s.io/v1",
    metadata: { name: "shop" },
    spec: {
      type: "Limited",
      limited: {
        nominalConcurrencyShares: 40,
        limitResponse: { type: "Queue", queuing: { queues: 128, handSize: 6, queueLengthLimit: 100 } },
      },
    },
  }),
];

export const extensionSamples: readonly ApiObject[] = [...admission, ...extension, ...flow];
