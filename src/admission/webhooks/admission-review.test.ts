/** The messages are those of the reference v1.32, which `npm run compare -- admission-webhooks` checks. */
import { describe, expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { configMapRequest } from "../testing/requests.ts";
import { type ReviewedDecision, readAdmissionReview, reviewFormat, writeAdmissionReview } from "./admission-review.ts";

const vocabulary = vocabularies.kubernetes;
const uid = "f0b1c5a2-5a0e-4a3c-9d58-0d4d0c2b1a11";
const patch = Buffer.from("[]").toString("base64");

function formatOf(version: string): NonNullable<ReturnType<typeof reviewFormat>> {
  const format = reviewFormat([version], vocabulary);
  if (!format) throw new Error(`${version} is unknown`);
  return format;
}

async function read(review: object, { version = "v1", mayPatch = true } = {}): Promise<ReviewedDecision> {
  const body = Buffer.from(JSON.stringify(review));
  const response = { status: 200, headers: new Map([["content-type", "application/json"]]), body };
  return await readAdmissionReview(response, { format: formatOf(version), uid, mayPatch });
}

function reviewOf(response: object | undefined, others: object = {}): object {
  return { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", response, ...others };
}

test("the first version that the server knows is sent", () => {
  expect(reviewFormat(["v2", "v1beta1", "v1"], vocabulary)?.apiVersion).toBe("admission.k8s.io/v1beta1");
  expect(reviewFormat(["v2"], vocabulary)).toBeUndefined();
  expect(reviewFormat(["v1"], vocabularies.orch)?.apiVersion).toBe("admission.orch.io/v1");
});

test("a review has the members of the reference, in its order", () => {
  const request = configMapRequest({
    user: { name: "ann", uid: "7", groups: ["dev"], extra: { scope: ["a"] } },
    dryRun: true,
  });
  const text = writeAdmissionReview(formatOf("v1"), uid, request, request, { object: '{"a":1}', oldObject: undefined });
  const kind = '{"group":"","version":"v1","kind":"ConfigMap"}';
  const resource = '{"group":"","version":"v1","resource":"configmaps"}';
  expect(text).toBe(
    `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"${uid}","kind":${kind},` +
      `"resource":${resource},"requestKind":${kind},"requestResource":${resource},"name":"a","namespace":"default",` +
      '"operation":"CREATE","userInfo":{"username":"ann","uid":"7","groups":["dev"],"extra":{"scope":["a"]}},' +
      '"object":{"a":1},"oldObject":null,"dryRun":true,"options":{"kind":"CreateOptions","apiVersion":"meta.k8s.io/v1"}}}\n',
  );
});

test("a review of a Namespace names the Namespace itself as the namespace", () => {
  const request = configMapRequest({
    kind: { group: "", version: "v1", kind: "Namespace" },
    resource: { group: "", version: "v1", resource: "namespaces" },
    namespace: "",
    name: "shop",
  });
  const text = writeAdmissionReview(formatOf("v1"), uid, request, request, { object: undefined, oldObject: undefined });
  expect((JSON.parse(text) as { request: object }).request).toMatchObject({ name: "shop", namespace: "shop" });
});

describe("a response", () => {
  test("gives the decision with everything that the webhook sent", async () => {
    const status = { code: 403, message: "no", reason: "Forbidden", details: { name: "a", causes: [{ field: "f" }] } };
    const response = {
      uid,
      allowed: false,
      status,
      warnings: ["w"],
      auditAnnotations: { a: "b" },
      patchType: "JSONPatch",
      patch,
    };
    expect(await read(reviewOf(response))).toMatchObject({
      isAllowed: false,
      status: { code: 403, message: "no", reason: "Forbidden", details: { name: "a", causes: [{ field: "f" }] } },
      warnings: ["w"],
      auditAnnotations: new Map([["a", "b"]]),
      patch: Buffer.from("[]"),
      patchType: "JSONPatch",
    });
  });

  test.each([
    ["no response", reviewOf(undefined), "webhook response was absent"],
    ["another uid", reviewOf({ uid: "x", allowed: true }), `expected response.uid="${uid}", got "x"`],
    [
      "no kind",
      { apiVersion: "admission.k8s.io/v1", response: { uid, allowed: true } },
      "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got admission.k8s.io/v1, Kind=",
    ],
    [
      "a patch without its type",
      reviewOf({ uid, patch }),
      "webhook returned response.patch but not response.patchType",
    ],
    [
      "a type without a patch",
      reviewOf({ uid, patchType: "JSONPatch" }),
      "webhook returned response.patchType but not response.patch",
    ],
    [
      "a patch of an empty type",
      reviewOf({ uid, patch, patchType: "" }),
      'webhook returned invalid response.patchType of ""',
    ],
    ["a patch that is no base64", reviewOf({ uid, patch: "%%" }), "illegal base64 data at input byte 0"],
    [
      "a decision of a wrong type",
      reviewOf({ uid, allowed: "yes" }),
      "json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool",
    ],
    [
      "another kind",
      reviewOf({ uid }, { kind: "ConversionReview" }),
      'no kind "ConversionReview" is registered for version "admission.k8s.io/v1" in scheme "k8s.io/apiserver/pkg/util/webhook/client.go:71"',
    ],
  ])("with %s is rejected", async (_, review, message) => {
    await expect(read(review)).rejects.toThrow(message);
  });

  test("of a validating webhook has no patch", async () => {
    const sent = reviewOf({ uid, allowed: true, patch, patchType: "JSONPatch" });
    await expect(read(sent, { mayPatch: false })).rejects.toThrow("validating webhook may not return response.patch");
    const typed = reviewOf({ uid, allowed: true, patchType: "JSONPatch" });
    await expect(read(typed, { mayPatch: false })).rejects.toThrow(
      "validating webhook may not return response.patchType",
    );
  });

  test("in v1beta1 needs no uid, and its patch needs no type", async () => {
    const beta = {
      kind: "AdmissionReview",
      apiVersion: "admission.k8s.io/v1beta1",
      response: { allowed: true, patch },
    };
    expect(await read(beta, { version: "v1beta1" })).toMatchObject({
      patch: Buffer.from("[]"),
      patchType: "JSONPatch",
    });
  });
});
