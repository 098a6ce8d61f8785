import { describe, expect, test } from "vitest";
import { expectCauses, type Manifest, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const api = "/apis/authorization.orch.io/v1";

const qualifiedName =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const labelValue =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** Asks a question that is fine but for `change`, and expects these causes. */
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

describe("a question about access", () => {
  const reviews = "subjectaccessreviews";

  refuse(
    "[AccessReviewSpec#1] is about a resource or about a path",
    reviews,
    ({ spec }) => {
      spec.nonResourceAttributes = { path: "/healthz", verb: "get" };
    },
    [
      'spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"/healthz", Verb:"get"}: cannot be specified in combination with resourceAttributes',
    ],
  );

  refuse("[AccessReviewSpec#2] is about something", reviews, ({ spec }) => delete spec.resourceAttributes, [
    'spec.resourceAttributes: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified',
  ]);

  refuse("[AccessReviewSpec#3] is about somebody", reviews, ({ spec }) => delete spec.user, [
    'spec.user: Invalid value: "": at least one of user or group must be specified',
  ]);

  refuse(
    "[AccessReviewSpec#4] selects objects by a text or by conditions",
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
    "[AccessReviewSpec#5] selects objects somehow where it selects them",
    reviews,
    ({ spec }) => {
      spec.resourceAttributes.fieldSelector = {};
    },
    [
      "spec.resourceAttributes.fieldSelector.requirements: Required value: when spec.resourceAttributes.fieldSelector is specified, requirements or rawSelector is required",
    ],
  );

  refuse(
    "[SubjectAccessReview#1] has no metadata",
    reviews,
    ({ metadata }) => Object.assign(metadata, { name: "it" }),
    ['metadata: Invalid value: map[string]string{"name":"it"}: must be empty'],
  );

  refuse(
    "[SelfSubjectAccessReview#1] of oneself has no metadata",
    "selfsubjectaccessreviews",
    (review) => {
      delete review.spec.user;
      review.metadata = { labels: { app: "web" } };
    },
    ['metadata: Invalid value: map[string]interface {}{"labels":map[string]string{"app":"web"}}: must be empty'],
  );
});

describe("a question about access within a namespace", () => {
  const reviews = "namespaces/default/localsubjectaccessreviews";

  /** @param change to a question about Pods of the namespace */
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
    "[LocalSubjectAccessReview#1] has no metadata besides its namespace",
    (review) => {
      review.metadata = { namespace: "default", name: "it" };
    },
    ['metadata: Invalid value: map[string]string{"name":"it"}: must be empty except for namespace'],
  );

  refuseLocal(
    "[LocalSubjectAccessReview#2] is about that namespace",
    ({ spec }) => {
      spec.resourceAttributes.namespace = "shop";
    },
    ['spec.resourceAttributes.namespace: Invalid value: "shop": must match metadata.namespace'],
  );

  refuseLocal(
    "[LocalSubjectAccessReview#3] is about no path",
    (review) => {
      review.spec = { user: "ann", nonResourceAttributes: { path: "/healthz", verb: "get" } };
    },
    [
      'spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"/healthz", Verb:"get"}: disallowed on this kind of request',
    ],
  );
});

describe("a condition on objects that a question is about", () => {
  /** @param cause below the condition */
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
    "[FieldSelectorRequirement#1] names the field",
    "fieldSelector",
    { key: "", operator: "Exists" },
    "key: Required value: must be specified",
  );

  refuseRequirement(
    "[FieldSelectorRequirement#2] compares the field with values",
    "fieldSelector",
    { key: "spec.nodeName", operator: "In" },
    noValues,
  );

  refuseRequirement(
    "[FieldSelectorRequirement#3] looks at no values where it asks for the field alone",
    "fieldSelector",
    { key: "spec.nodeName", operator: "Exists", values: ["a"] },
    values,
  );

  refuseRequirement(
    "[LabelSelectorRequirement#1] compares the label with values",
    "labelSelector",
    { key: "app", operator: "NotIn", values: [] },
    noValues,
  );

  refuseRequirement(
    "[LabelSelectorRequirement#2] looks at no values where it asks for the label alone",
    "labelSelector",
    { key: "app", operator: "DoesNotExist", values: ["a"] },
    values,
  );

  refuseRequirement(
    "[LabelSelectorRequirement#4] names a label that there can be",
    "labelSelector",
    { key: "a b", operator: "Exists" },
    `key: Invalid value: "a b": ${qualifiedName}`,
  );

  refuseRequirement(
    "[LabelSelectorRequirement#5] compares with values that there can be",
    "labelSelector",
    { key: "app", operator: "In", values: ["web", "a b"] },
    `values[1]: Invalid value: "a b": ${labelValue}`,
  );

  test("may compare in a way that nobody knows yet", async () => {
    const requirements = [{ key: "app", operator: "Near", values: ["a"] }];
    const spec = { user: "ann", resourceAttributes: { verb: "get", labelSelector: { requirements } } };
    const answer = await server().client.request(`${api}/subjectaccessreviews`, { body: { spec } });
    expect(answer.status, answer.text).toBe(201);
  });
});
