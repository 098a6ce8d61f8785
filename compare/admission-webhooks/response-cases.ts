/** Cases about the answers of webhooks. */
import type { Json } from "../suite.ts";
import { createMap } from "./requests.ts";
import type { WebhookCase } from "./webhook-case.ts";
import type { Behaviour } from "./webhook-server.ts";

const onePatch = Buffer.from('[{"op":"add","path":"/data/more","value":"2"}]').toString("base64");

/** Answers, each in a separate case. */
const answers: Readonly<Record<string, Behaviour>> = {
  "a denial": { response: { allowed: false } },
  "a denial with a message": { response: { allowed: false, status: { message: "no" } } },
  "a denial with a reason": { response: { allowed: false, status: { reason: "Because" } } },
  "a denial with a code": { response: { allowed: false, status: { code: 402, message: "pay" } } },
  "a denial with a low code": { response: { allowed: false, status: { code: 200, message: "ok" } } },
  "a denial with a server error": {
    response: { allowed: false, status: { code: 503, message: "later", reason: "ServiceUnavailable" } },
  },
  "a denial with everything": {
    response: {
      allowed: false,
      status: {
        metadata: { resourceVersion: "4" },
        status: "Success",
        code: 409,
        message: "no",
        reason: "Conflict",
        details: {
          name: "n",
          group: "g",
          kind: "k",
          uid: "u",
          retryAfterSeconds: 3,
          causes: [{ reason: "r", message: "m", field: "f" }, {}],
        },
      },
    },
  },
  "a denial with empty details": { response: { allowed: false, status: { message: "no", details: {} } } },
  warnings: { response: { warnings: ["one", "two", 'with "quotes"', ""] } },
  "warnings and a denial": { response: { allowed: false, warnings: ["one"] } },
  "a long warning": { response: { warnings: ["x".repeat(300), "y".repeat(5000)] } },
  "audit annotations": { response: { auditAnnotations: { a: "b", "x y": "c" } } },
  "a patch without its type": { response: { patch: onePatch } },
  "a type without a patch": { response: { patchType: "JSONPatch" } },
  "a patch of an unknown type": { response: { patch: onePatch, patchType: "Other" } },
  "a patch of an empty type": { response: { patch: onePatch, patchType: "" } },
  "a patch that is no base64": { response: { patch: "%%", patchType: "JSONPatch" } },
  "a patch that is no JSON": { response: { patch: Buffer.from("{").toString("base64"), patchType: "JSONPatch" } },
  "a patch": { response: { patch: onePatch, patchType: "JSONPatch" } },
  "a denial with a patch": { response: { allowed: false, patch: onePatch, patchType: "JSONPatch" } },
  "another uid": { response: { uid: "other" } },
  "no uid": { response: { uid: null } },
  "no response": { review: { response: null } },
  "no kind": { review: { kind: null } },
  "no version": { review: { apiVersion: null } },
  "no kind and no version": { review: { kind: null, apiVersion: null } },
  "another kind": { review: { kind: "ConversionReview" } },
  "another version": { review: { apiVersion: "admission.k8s.io/v1beta1" } },
  "an unknown version": { review: { apiVersion: "admission.k8s.io/v2" } },
  "an unknown group": { review: { apiVersion: "example.com/v1" } },
  "a list": { text: "[]" },
  "a text": { text: '"x"' },
  null: { text: "null" },
  "an empty object": { text: "{}" },
  nothing: { text: "" },
  "no JSON": { text: "hello" },
  "cut JSON": { text: '{"kind":' },
  "allowed as a text": { response: { allowed: "true" } },
  "a response as a text": { review: { response: "yes" } },
  "a status as a text": { response: { allowed: false, status: "no" } },
  "a code as a text": { response: { allowed: false, status: { code: "403" } } },
  "warnings as a text": { response: { warnings: "w" } },
  "annotations as a list": { response: { auditAnnotations: [] } },
  "unknown members": { response: { more: 1 }, review: { other: {} } },
  "no media type": { headers: { "content-type": "" } },
  "a text type": { headers: { "content-type": "text/plain" } },
  "a YAML type": {
    headers: { "content-type": "application/yaml" },
    text: "kind: AdmissionReview\napiVersion: admission.k8s.io/v1\nresponse: {allowed: true, uid: x}\n",
  },
  "the code 201": { status: 201 },
  "the code 204": { status: 204, text: "" },
  "the code 301": { status: 301, headers: { location: "https://127.0.0.1:1/" } },
  "the code 307": { status: 307, headers: { location: "https://127.0.0.1:1/" } },
  "the code 400": { status: 400, text: "bad", headers: { "content-type": "text/plain" } },
  "the code 401": { status: 401 },
  "the code 403": { status: 403, text: "forbidden", headers: { "content-type": "text/plain" } },
  "the code 404": { status: 404, text: "not here", headers: { "content-type": "text/plain" } },
  "the code 409": { status: 409 },
  "the code 418": { status: 418 },
  "the code 500": { status: 500, text: "broken", headers: { "content-type": "text/plain" } },
  "the code 500 with a review": { status: 500 },
  "the code 503": { status: 503, text: "down", headers: { "content-type": "text/plain" } },
  "a Status": {
    status: 403,
    text: JSON.stringify({
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      message: "go away",
      reason: "Forbidden",
      code: 403,
    }),
  },
  "a Status with the code 200": {
    text: JSON.stringify({
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      message: "go away",
      reason: "Forbidden",
      code: 403,
    }),
  },
  "a closed connection": { closes: true },
};

function answerCase([title, behaviour]: readonly [string, Behaviour]): WebhookCase {
  const selected = (phase: string, spec: Json = {}): Json => ({
    behaviour,
    spec: { objectSelector: { matchLabels: { phase } }, ...spec },
  });
  const beta = { admissionReviewVersions: ["v1beta1"] };
  return {
    title: `the answer of a webhook: ${title}`,
    mutating: [
      [
        selected("mutating"),
        selected("mutating-ignored", { failurePolicy: "Ignore" }),
        selected("mutating-beta", beta),
      ],
    ],
    validating: [
      [
        selected("validating"),
        selected("validating-ignored", { failurePolicy: "Ignore" }),
        selected("validating-beta", beta),
      ],
    ],
    requests: (server) =>
      ["mutating", "mutating-ignored", "mutating-beta", "validating", "validating-ignored", "validating-beta"].map(
        (phase) => createMap(server, phase, { metadata: { labels: { phase } }, data: { size: "1" } }),
      ),
  };
}

/** Cases about answers. */
export const responseCases: readonly WebhookCase[] = Object.entries(answers).map(answerCase);
