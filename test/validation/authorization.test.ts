import { describe, expect, test } from "vitest";
import { notLabelValue, notQualifiedName } from "../support/format-messages.ts";
import { expectCauses, type Manifest, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const api = "/apis/authorization.orch.io/v1";

/** Registers a test that a review is rejected. @param change to a valid review */
function refuse(title: string, path: string, change: (review: Manifest) => unknown, causes: readonly string[]): void {
  test(title, async () => {
    const review: Manifest = {
      metadata: {},
      spec: { user: "ann", resourceAttributes: { verb: "get", resource: "pods" } },
    };
    change(review);
    expectCauses(await server().client.request(`${api}/${path}`, { body: review }), causes);
  });
}

describe("an access review", () => {
  const reviews = "subjectaccessreviews";

  refuse(
    "[AccessReviewSpec#1] a review with both resourceAttributes and nonResourceAttributes is rejected",
    reviews,
    ({ spec }) => {
      spec.nonResourceAttributes = { path: "/healthz", verb: "get" };
    },
    [
      'spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"/healthz", Verb:"get"}: cannot be specified in combination with resourceAttributes',
    ],
  );

  refuse(
    "[AccessReviewSpec#2] a review without attributes is rejected",
    reviews,
    ({ spec }) => delete spec.resourceAttributes,
    [
      'spec.resourceAttributes: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ],
  );

  refuse("[AccessReviewSpec#3] a review without user and group is rejected", reviews, ({ spec }) => delete spec.user, [
    'spec.user: Invalid value: "": at least one of user or group must be specified',
  ]);

  refuse(
    "[AccessReviewSpec#4] a labelSelector with both rawSelector and requirements is rejected",
    reviews,
    ({ spec }) => {
      const requirements = [{ key: "app", operator: "Exists" }];
      spec.resourceAttributes.labelSelector = { rawSelector: "app", requirements };
    },
    [
      'spec.resourceAttributes.labelSelector.rawSelector: Invalid value: "app": may not specified at the same time as requirements',
    ],
  );

  refuse(
    "[AccessReviewSpec#5] a fieldSelector with neither rawSelector nor requirements is rejected",
    reviews,
    ({ spec }) => {
      spec.resourceAttributes.fieldSelector = {};
    },
    [
      "spec.resourceAttributes.fieldSelector.requirements: Required value: when spec.resourceAttributes.fieldSelector is specified, requirements or rawSelector is required",
    ],
  );

  refuse(
    "[SubjectAccessReview#1] a SubjectAccessReview with metadata is rejected",
    reviews,
    ({ metadata }) => Object.assign(metadata, { name: "it" }),
    ['metadata: Invalid value: map[string]string{"name":"it"}: must be empty'],
  );

  refuse(
    "[SelfSubjectAccessReview#1] a SelfSubjectAccessReview with metadata is rejected",
    "selfsubjectaccessreviews",
    (review) => {
      delete review.spec.user;
      review.metadata = { labels: { app: "web" } };
    },
    ['metadata: Invalid value: map[string]interface {}{"labels":map[string]string{"app":"web"}}: must be empty'],
  );
});

describe("a LocalSubjectAccessReview", () => {
  const reviews = "namespaces/default/localsubjectaccessreviews";

  /** @param change to a valid review of access to Pods of the namespace */
  function refuseLocal(title: string, change: (review: Manifest) => unknown, causes: readonly string[]): void {
    refuse(
      title,
      reviews,
      (review) => {
        review.spec.resourceAttributes.namespace = "default";
        change(review);
      },
      causes,
    );
  }

  refuseLocal(
    "[LocalSubjectAccessReview#1] a LocalSubjectAccessReview with a name is rejected",
    (review) => {
      review.metadata = { namespace: "default", name: "it" };
    },
    ['metadata: Invalid value: map[string]string{"name":"it"}: must be empty except for namespace'],
  );

  refuseLocal(
    "[LocalSubjectAccessReview#2] a LocalSubjectAccessReview for another namespace is rejected",
    ({ spec }) => {
      spec.resourceAttributes.namespace = "shop";
    },
    ['spec.resourceAttributes.namespace: Invalid value: "shop": must match metadata.namespace'],
  );

  refuseLocal(
    "[LocalSubjectAccessReview#3] a LocalSubjectAccessReview with nonResourceAttributes is rejected",
    (review) => {
      review.spec = { user: "ann", nonResourceAttributes: { path: "/healthz", verb: "get" } };
    },
    [
      'spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"/healthz", Verb:"get"}: disallowed on this kind of request',
    ],
  );
});

describe("a requirement of a review's selector", () => {
  /** @param cause with a path relative to the requirement */
  function refuseRequirement(title: string, selector: string, requirement: object, cause: string): void {
    refuse(
      title,
      "subjectaccessreviews",
      ({ spec }) => {
        spec.resourceAttributes[selector] = { requirements: [requirement] };
      },
      [`spec.resourceAttributes.${selector}.requirements[0].${cause}`],
    );
  }

  const noValues = "values: Required value: must be specified when `operator` is 'In' or 'NotIn'";
  const values = "values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'";

  refuseRequirement(
    "[FieldSelectorRequirement#1] a field requirement without a key is rejected",
    "fieldSelector",
    { key: "", operator: "Exists" },
    "key: Required value: must be specified",
  );

  refuseRequirement(
    "[FieldSelectorRequirement#2] a field requirement with the operator In and without values is rejected",
    "fieldSelector",
    { key: "spec.nodeName", operator: "In" },
    noValues,
  );

  refuseRequirement(
    "[FieldSelectorRequirement#3] a field requirement with the operator Exists and values is rejected",
    "fieldSelector",
    { key: "spec.nodeName", operator: "Exists", values: ["a"] },
    values,
  );

  refuseRequirement(
    "[LabelSelectorRequirement#1] a label requirement with the operator NotIn and without values is rejected",
    "labelSelector",
    { key: "app", operator: "NotIn", values: [] },
    noValues,
  );

  refuseRequirement(
    "[LabelSelectorRequirement#2] a label requirement with the operator DoesNotExist and values is rejected",
    "labelSelector",
    { key: "app", operator: "DoesNotExist", values: ["a"] },
    values,
  );

  refuseRequirement(
    "[LabelSelectorRequirement#4] a label requirement whose key is no qualified name is rejected",
    "labelSelector",
    { key: "a b", operator: "Exists" },
    `key: Invalid value: "a b": ${notQualifiedName}`,
  );

  refuseRequirement(
    "[LabelSelectorRequirement#5] a label requirement with an invalid label value is rejected",
    "labelSelector",
    { key: "app", operator: "In", values: ["web", "a b"] },
    `values[1]: Invalid value: "a b": ${notLabelValue}`,
  );

  test("a label requirement with an unknown operator is accepted", async () => {
    const requirements = [{ key: "app", operator: "Near", values: ["a"] }];
    const spec = { user: "ann", resourceAttributes: { verb: "get", labelSelector: { requirements } } };
    const answer = await server().client.request(`${api}/subjectaccessreviews`, { body: { spec } });
    expect(answer.status, answer.text).toBe(201);
  });
});
