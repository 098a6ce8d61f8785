import { describe, expect, test } from "vitest";
import {
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  mutatingWebhookConfiguration,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  validatingAdmissionPolicyV1beta1,
  validatingWebhookConfiguration,
} from "../../api/index.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] };

const webhook = {
  name: "images.example.com",
  clientConfig: { service: { namespace: "shop", name: "images" } },
  rules: [rule],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};

describe("a webhook", () => {
  const completed = {
    name: "images.example.com",
    clientConfig: { service: { namespace: "shop", name: "images", port: 443 } },
    rules: [{ ...rule, scope: "*" }],
    failurePolicy: "Fail",
    matchPolicy: "Equivalent",
    namespaceSelector: {},
    objectSelector: {},
    sideEffects: "None",
    timeoutSeconds: 10,
    admissionReviewVersions: ["v1"],
  };

  test("a validating webhook defaults to all objects, all scopes and a timeout of ten seconds", () => {
    const validating = new KindWrites(validatingWebhookConfiguration).stored({ webhooks: [webhook] });
    expect(validating.webhooks).toEqual([completed]);
  });

  test("the reinvocationPolicy of a mutating webhook defaults to Never", () => {
    const mutating = new KindWrites(mutatingWebhookConfiguration).stored({ webhooks: [webhook] });
    expect(mutating.webhooks).toEqual([{ ...completed, reinvocationPolicy: "Never" }]);
  });

  test("a change of the webhooks raises the generation of the configuration, and a change of its labels does not", () => {
    const writes = new KindWrites(validatingWebhookConfiguration);
    const stored = writes.stored({ webhooks: [webhook] });
    expect(stored.metadata.generation).toBe(1);
    const labeled = writes.update(stored, ({ metadata }) => void (metadata.labels = { seen: "yes" })).object;
    expect(labeled.metadata.generation).toBe(1);
    const emptied = writes.update(labeled, (object) => void (object.webhooks = [])).object;
    expect(emptied.metadata.generation).toBe(2);
  });
});

describe.each<[string, KindDeclaration]>([
  ["v1", validatingAdmissionPolicy],
  ["v1beta1", validatingAdmissionPolicyV1beta1],
])("a ValidatingAdmissionPolicy of %s", (_, kind) => {
  const writes = new KindWrites(kind);
  const spec = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: "true" }] };
  const stored = writes.stored({ spec, status: { observedGeneration: 7 } });

  test("a ValidatingAdmissionPolicy defaults to failurePolicy Fail and matchPolicy Equivalent", () => {
    expect(stored).toHaveProperty("spec", {
      matchConstraints: {
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: [{ ...rule, scope: "*" }],
        matchPolicy: "Equivalent",
      },
      validations: [{ expression: "true" }],
      failurePolicy: "Fail",
    });
  });

  test("a ValidatingAdmissionPolicy is created without a status, and an update of the status changes nothing else", () => {
    expect(stored).toMatchObject({ metadata: { generation: 1 }, status: {} });
    const status = { observedGeneration: 1 };
    const { object } = writes.update(
      stored,
      (policy) => {
        Object.assign(policy, { spec: {}, status });
        policy.metadata.labels = { seen: "yes" };
      },
      "status",
    );
    expect(object).toEqual({ ...stored, status });
  });
});

test("parameterNotFoundAction has a default in v1alpha1 and is required in v1", () => {
  const spec = { policyName: "images", paramRef: { name: "strict" } };
  const mutating = new KindWrites(mutatingAdmissionPolicyBinding).stored({ spec });
  expect(mutating.spec).toEqual({
    policyName: "images",
    paramRef: { name: "strict", parameterNotFoundAction: "Deny" },
  });
  const validating = { ...spec, validationActions: ["Deny"] };
  expect(new KindWrites(validatingAdmissionPolicyBinding).create({ spec: validating })).toMatchObject({
    object: { spec: validating },
    errors: ["spec.paramRef.parameterNotFoundAction: Required value"],
  });
});

test("failurePolicy of a MutatingAdmissionPolicy defaults to Fail", () => {
  const { object } = new KindWrites(mutatingAdmissionPolicy).create({ spec: {} });
  expect(object.spec).toMatchObject({ failurePolicy: "Fail" });
});
