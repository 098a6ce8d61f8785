import { describe, expect, test } from "vitest";
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
import type { KindDeclaration } from "../../schema/index.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "images", creationTimestamp: "2025-06-01T11:00:00Z" };

test.each<[string, KindDeclaration]>([
  ["ValidatingWebhookConfigurations", validatingWebhookConfiguration],
  ["MutatingWebhookConfigurations", mutatingWebhookConfiguration],
])("rows of %s show the number of webhooks", (_, kind) => {
  const webhooks = [{ name: "a.example.com" }, { name: "b.example.com" }];
  expect(rowOf(kind, { metadata, webhooks })).toEqual({ Name: "images", Webhooks: 2, Age: "60m" });
  expect(rowOf(kind, { metadata })).toMatchObject({ Webhooks: 0 });
});

test.each<[string, KindDeclaration]>([
  ["v1", validatingAdmissionPolicy],
  ["v1beta1", validatingAdmissionPolicyV1beta1],
])(
  "rows of ValidatingAdmissionPolicies of %s show the number of validations and the kind of the parameters",
  (_, kind) => {
    const spec = { paramKind: { apiVersion: "example.com/v1", kind: "Limit" }, validations: [{ expression: "true" }] };
    expect(rowOf(kind, { metadata, spec })).toEqual({
      Name: "images",
      Validations: 1,
      ParamKind: "example.com/v1/Limit",
      Age: "60m",
    });
    expect(rowOf(kind, { metadata })).toMatchObject({ Validations: 0, ParamKind: "<unset>" });
  },
);

test("rows of MutatingAdmissionPolicies show the number of mutations and the kind of the parameters", () => {
  const spec = { paramKind: { apiVersion: "v1", kind: "ConfigMap" }, mutations: [{ patchType: "JSONPatch" }] };
  expect(rowOf(mutatingAdmissionPolicy, { metadata, spec })).toEqual({
    Name: "images",
    Mutations: 1,
    ParamKind: "v1/ConfigMap",
    Age: "60m",
  });
  expect(rowOf(mutatingAdmissionPolicy, { metadata })).toMatchObject({ Mutations: 0, ParamKind: "<unset>" });
});

describe.each<[string, KindDeclaration]>([
  ["ValidatingAdmissionPolicyBindings of v1", validatingAdmissionPolicyBinding],
  ["ValidatingAdmissionPolicyBindings of v1beta1", validatingAdmissionPolicyBindingV1beta1],
  ["MutatingAdmissionPolicyBindings", mutatingAdmissionPolicyBinding],
])("%s", (_, kind) => {
  test("rows of policy bindings show the policy and its parameters", () => {
    const spec = { policyName: "images", paramRef: { name: "strict", namespace: "shop" } };
    expect(rowOf(kind, { metadata, spec })).toEqual({
      Name: "images",
      PolicyName: "images",
      ParamRef: "shop/strict",
      Age: "60m",
    });
  });

  test.each<[object | undefined, string]>([
    [undefined, "<unset>"],
    [{ namespace: "shop" }, "<unset>"],
    [{ name: "strict" }, "*/strict"],
    [{ name: "strict", selector: {} }, "*/strict"],
    [
      {
        namespace: "shop",
        selector: {
          matchLabels: { tier: "web", app: "shop" },
          matchExpressions: [
            { key: "env", operator: "In", values: ["a", "b"] },
            { key: "old", operator: "DoesNotExist" },
          ],
        },
      },
      "&LabelSelector{MatchLabels:map[string]string{app: shop,tier: web,},MatchExpressions:[]LabelSelectorRequirement{" +
        "LabelSelectorRequirement{Key:env,Operator:In,Values:[a b],},LabelSelectorRequirement{Key:old,Operator:DoesNotExist,Values:[],},},}",
    ],
    [
      { selector: {} },
      "&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{},}",
    ],
  ])("rows of policy bindings with parameters %j show %s", (paramRef, expected) => {
    expect(rowOf(kind, { metadata, spec: { paramRef } })["ParamRef"]).toBe(expected);
  });
});
