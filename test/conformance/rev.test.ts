/** Reviews: requests about users and permissions. The server evaluates them and stores nothing. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClientAuthority } from "../support/client-authority.ts";
import { expectBadRequest, expectFailure } from "../support/expect-status.ts";
import { envelope, Fields, openEnvelope, part } from "../support/protobuf-message.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient, type WireResponse } from "../support/wire-client.ts";

const authentication = "/apis/authentication.orch.io/v1";
const authorization = "/apis/authorization.orch.io/v1";
const getPods = { verb: "get", resource: "pods", namespace: "default" };

let authority: ClientAuthority;
let running: TestServer;

beforeAll(async () => {
  authority = await ClientAuthority.create();
  running = await startTestServer({ flags: authority.flags, authorization: "RBAC" });
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});

const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<WireResponse> =>
  running.client.request(path, { body, headers });

/** Sends a review, expects 201 and returns its status. */
async function statusOf(path: string, body: object): Promise<WireResponse["json"]> {
  const answer = await post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.status;
}

/** Returns a client with a certificate of another user. */
async function clientOf(name: string, groups: readonly string[]): Promise<WireClient> {
  const { url, caCertificate: ca } = running.server;
  return new WireClient({ url, ca, ...(await authority.issue({ name, groups })) });
}

/** Expects a 422 with these causes. As in the reference, the error of a review has no kind. */
function expectInvalid(answer: WireResponse, causes: readonly (readonly [string, string])[]): void {
  const texts = causes.map(([field, message]) => `${field}: ${message}`);
  const list = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  expectFailure(answer, {
    code: 422,
    reason: "Invalid",
    message: `.authorization.orch.io "" is invalid: ${list}`,
    details: {
      group: "authorization.orch.io",
      causes: causes.map(([field, message]) => ({ reason: "FieldValueInvalid", message, field })),
    },
  });
}

/**
 * Returns the managedFields entry of the review's sender. The manager of a request without a User-Agent is `unknown`.
 */
function senderEntries(apiVersion: string, fieldsV1: object): readonly object[] {
  const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
  return [{ manager: "unknown", operation: "Update", apiVersion, time, fieldsType: "FieldsV1", fieldsV1 }];
}

/** Extra field that identifies the client certificate by its digest. */
const credential = {
  "authentication.orch.io/credential-id": [expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/)],
};

describe("SelfSubjectReviews", () => {
  test("a SelfSubjectReview returns the name and groups of its sender, and the time", async () => {
    await using client = await clientOf("ann", ["painters", "system:masters"]);
    const { status, json } = await client.request(`${authentication}/selfsubjectreviews`, { body: {} });
    expect(status).toBe(201);
    expect(json).toEqual({
      kind: "SelfSubjectReview",
      apiVersion: "authentication.orch.io/v1",
      metadata: { creationTimestamp: "2025-01-01T00:00:00Z" },
      status: {
        userInfo: {
          username: "ann",
          groups: ["painters", "system:masters", "system:authenticated"],
          extra: credential,
        },
      },
    });
  });

  test("a SelfSubjectReview ignores the status that a client sends", async () => {
    const claim = { metadata: { name: "mine" }, status: { userInfo: { username: "eve", uid: "1" } } };
    const { json } = await post(`${authentication}/selfsubjectreviews`, claim);
    expect(json.metadata).toEqual({ creationTimestamp: "2025-01-01T00:00:00Z" });
    expect(json.status.userInfo).toEqual({
      username: "orch-admin",
      groups: ["system:masters", "system:authenticated"],
      extra: credential,
    });
  });

  test("[REV-04] only the stable version of SelfSubjectReview is served by default", async () => {
    const { json } = await running.client.request("/apis/authentication.orch.io");
    expect(json.versions.map(({ version }: { version: string }) => version)).toEqual(["v1"]);
    for (const version of ["v1alpha1", "v1beta1"]) {
      expect((await post(`/apis/authentication.orch.io/${version}/selfsubjectreviews`, {})).status).toBe(404);
    }
  });

  test("the beta version of SelfSubjectReview returns the same if it is enabled", async () => {
    const beta = "authentication.orch.io/v1beta1";
    await using server = await startTestServer({ flags: [`--runtime-config=${beta}=true`] });
    const { status, json } = await server.client.request(`/apis/${beta}/selfsubjectreviews`, { body: {} });
    expect(status).toBe(201);
    expect(json).toMatchObject({ kind: "SelfSubjectReview", apiVersion: beta });
    expect(json.status.userInfo.username).toBe("orch-admin");
  });
});

describe("TokenReviews", () => {
  test("a TokenReview of an unknown token is not authenticated", async () => {
    const { status, json } = await post(`${authentication}/tokenreviews`, { spec: { token: "abc" } });
    expect(status).toBe(201);
    expect(json).toEqual({
      kind: "TokenReview",
      apiVersion: "authentication.orch.io/v1",
      metadata: {
        creationTimestamp: null,
        managedFields: senderEntries("authentication.orch.io/v1", { "f:spec": { "f:token": {} } }),
      },
      spec: { token: "abc" },
      status: { user: {}, error: "invalid bearer token" },
    });
  });

  test("a TokenReview without a token gets an empty status", async () => {
    const answer = await post(`${authentication}/tokenreviews`, { spec: { audiences: ["me"] } });
    expectBadRequest(answer, "token is required for TokenReview in authentication");
  });

  test("[CONV-21] the beta version of TokenReview is not served", async () => {
    const answer = await post("/apis/authentication.orch.io/v1beta1/tokenreviews", { spec: { token: "abc" } });
    expect(answer.status).toBe(404);
  });
});

describe("access reviews", () => {
  test("[REV-05] a SelfSubjectAccessReview returns whether its sender has a permission", async () => {
    const question = { group: "apps", resource: "deployments", name: "web", namespace: "default", verb: "delete" };
    const { status, json } = await post(`${authorization}/selfsubjectaccessreviews`, {
      spec: { resourceAttributes: question },
    });
    expect(status).toBe(201);
    expect(json).toEqual({
      kind: "SelfSubjectAccessReview",
      apiVersion: "authorization.orch.io/v1",
      metadata: {
        creationTimestamp: null,
        managedFields: senderEntries("authorization.orch.io/v1", {
          "f:spec": {
            "f:resourceAttributes": {
              ".": {},
              "f:group": {},
              "f:name": {},
              "f:namespace": {},
              "f:resource": {},
              "f:verb": {},
            },
          },
        }),
      },
      spec: { resourceAttributes: question },
      status: { allowed: true },
    });
  });

  test("[REV-07] a SubjectAccessReview returns whether a user has a permission", async () => {
    const path = `${authorization}/subjectaccessreviews`;
    expect(await statusOf(path, { spec: { user: "ann", resourceAttributes: getPods } })).toEqual({ allowed: false });
    const member = { user: "ann", groups: ["system:masters"] };
    expect(await statusOf(path, { spec: { ...member, resourceAttributes: getPods } })).toEqual({ allowed: true });
    const group = { groups: ["system:masters"] };
    expect(await statusOf(path, { spec: { ...group, resourceAttributes: getPods } })).toEqual({ allowed: true });
  });

  test("[REV-08] a LocalSubjectAccessReview applies to its namespace, even if it does not exist", async () => {
    const path = `${authorization}/namespaces/nowhere/localsubjectaccessreviews`;
    const asked = { ...getPods, namespace: "nowhere" };
    const { status, json } = await post(path, { spec: { user: "ann", resourceAttributes: asked } });
    expect(status).toBe(201);
    expect(json.metadata).toEqual({
      namespace: "nowhere",
      creationTimestamp: null,
      managedFields: senderEntries("authorization.orch.io/v1", {
        "f:spec": {
          "f:resourceAttributes": { ".": {}, "f:namespace": {}, "f:resource": {}, "f:verb": {} },
          "f:user": {},
        },
      }),
    });
    expect(json.status).toEqual({ allowed: false });
    const elsewhere = await post(path, { spec: { user: "ann", resourceAttributes: getPods } });
    expectInvalid(elsewhere, [
      ["spec.resourceAttributes.namespace", 'Invalid value: "default": must match metadata.namespace'],
    ]);
    const pathAsked = await post(path, {
      spec: { user: "ann", nonResourceAttributes: { path: "/livez", verb: "get" } },
    });
    expectInvalid(pathAsked, [
      [
        "spec.nonResourceAttributes",
        'Invalid value: authorization.NonResourceAttributes{Path:"/livez", Verb:"get"}: disallowed on this kind of request',
      ],
    ]);
    const namespaced = await post(path, { metadata: { namespace: "default" }, spec: { user: "ann" } });
    const mismatch = "the namespace of the provided object does not match the namespace sent on the request";
    expectBadRequest(namespaced, mismatch);
  });

  test("[REV-10] an access review must have either resource attributes or non-resource attributes", async () => {
    const path = `${authorization}/subjectaccessreviews`;
    const whole = { ...getPods, group: "", version: "v1", subresource: "log", name: "web" };
    const selected = {
      fieldSelector: { requirements: [{ key: "spec.nodeName", operator: "In", values: ["a"] }] },
      labelSelector: { rawSelector: "app=web" },
    };
    const user = { user: "ann", groups: ["painters", "system:authenticated"], uid: "7", extra: { scopes: ["read"] } };
    expect(await statusOf(path, { spec: { ...user, resourceAttributes: { ...whole, ...selected } } })).toEqual({
      allowed: false,
    });
    const livez = { path: "/livez", verb: "get" };
    expect(await statusOf(path, { spec: { ...user, nonResourceAttributes: livez } })).toEqual({
      allowed: true,
      reason:
        'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" to Group ' +
        '"system:authenticated"',
    });
    const metrics = { path: "/metrics", verb: "get" };
    expect(await statusOf(path, { spec: { ...user, nonResourceAttributes: metrics } })).toEqual({ allowed: false });
    expectInvalid(await post(path, { spec: user }), [
      [
        "spec.resourceAttributes",
        'Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified',
      ],
    ]);
    const both = await post(path, { spec: { ...user, resourceAttributes: getPods, nonResourceAttributes: livez } });
    expectInvalid(both, [
      [
        "spec.nonResourceAttributes",
        'Invalid value: authorization.NonResourceAttributes{Path:"/livez", Verb:"get"}: cannot be specified in combination with resourceAttributes',
      ],
    ]);
  });

  test("an access review without a user or with a metadata name is rejected", async () => {
    const nobody = await post(`${authorization}/subjectaccessreviews`, { spec: { resourceAttributes: getPods } });
    expectInvalid(nobody, [["spec.user", 'Invalid value: "": at least one of user or group must be specified']]);
    const named = { metadata: { name: "x" }, spec: { resourceAttributes: getPods } };
    expectInvalid(await post(`${authorization}/selfsubjectaccessreviews`, named), [
      ["metadata", 'Invalid value: map[string]string{"name":"x"}: must be empty'],
    ]);
  });

  test("an access review accepts other metadata, such as labels", async () => {
    const metadata = { creationTimestamp: "2020-01-01T00:00:00Z", uid: "u", labels: {}, managedFields: [] };
    const review = { metadata, spec: { resourceAttributes: getPods } };
    expect(await statusOf(`${authorization}/selfsubjectaccessreviews`, review)).toEqual({ allowed: true });
  });

  test.each([
    [{ labelSelector: { rawSelector: "a in (" } }, "labelSelector ignored"],
    [{ fieldSelector: { rawSelector: "a" } }, "fieldSelector ignored"],
    [{ fieldSelector: { requirements: [{ key: "a", operator: "Exists" }] } }, "fieldSelector ignored"],
    [
      {
        labelSelector: {
          requirements: [
            { key: "a", operator: "Exists" },
            { key: "a", operator: "IsNew" },
          ],
        },
      },
      "labelSelector partially ignored",
    ],
  ])("an access review with a malformed selector ignores it and reports that: %j", async (selector, complaint) => {
    const spec = { resourceAttributes: { ...getPods, ...selector } };
    expect(await statusOf(`${authorization}/selfsubjectaccessreviews`, { spec })).toEqual({
      allowed: true,
      evaluationError: `spec.resourceAttributes.${complaint} due to parse error`,
    });
  });

  test("a selector in an access review must have exactly one form and must not be empty", async () => {
    const path = `${authorization}/selfsubjectaccessreviews`;
    const requirements = [{ key: "", operator: "In" }];
    const selectors = { fieldSelector: { rawSelector: "a=b", requirements }, labelSelector: {} };
    const { status, json } = await post(path, { spec: { resourceAttributes: { ...getPods, ...selectors } } });
    expect(status).toBe(422);
    const at = "spec.resourceAttributes";
    expect(json.details.causes).toEqual([
      {
        reason: "FieldValueInvalid",
        field: `${at}.fieldSelector.rawSelector`,
        message: 'Invalid value: "a=b": may not specified at the same time as requirements',
      },
      {
        reason: "FieldValueRequired",
        field: `${at}.fieldSelector.requirements[0].key`,
        message: "Required value: must be specified",
      },
      {
        reason: "FieldValueRequired",
        field: `${at}.fieldSelector.requirements[0].values`,
        message: "Required value: must be specified when `operator` is 'In' or 'NotIn'",
      },
      {
        reason: "FieldValueRequired",
        field: `${at}.labelSelector.requirements`,
        message: `Required value: when ${at}.labelSelector is specified, requirements or rawSelector is required`,
      },
    ]);
  });
});

describe("SelfSubjectRulesReviews", () => {
  test("[REV-09][REV-11] a SelfSubjectRulesReview lists resources and paths with their verbs", async () => {
    const { status, json } = await post(`${authorization}/selfsubjectrulesreviews`, { spec: { namespace: "default" } });
    expect(status).toBe(201);
    expect(json).toEqual({
      kind: "SelfSubjectRulesReview",
      apiVersion: "authorization.orch.io/v1",
      metadata: { creationTimestamp: null },
      spec: {},
      status: {
        resourceRules: [
          { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
          {
            verbs: ["create"],
            apiGroups: ["authorization.orch.io"],
            resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
          },
          { verbs: ["create"], apiGroups: ["authentication.orch.io"], resources: ["selfsubjectreviews"] },
        ],
        nonResourceRules: [
          { verbs: ["*"], nonResourceURLs: ["*"] },
          {
            verbs: ["get"],
            nonResourceURLs: [
              "/api",
              "/api/*",
              "/apis",
              "/apis/*",
              "/healthz",
              "/livez",
              "/openapi",
              "/openapi/*",
              "/readyz",
              "/version",
              "/version/",
            ],
          },
          { verbs: ["get"], nonResourceURLs: ["/healthz", "/livez", "/readyz", "/version", "/version/"] },
        ],
        incomplete: false,
      },
    });
  });

  test("a SelfSubjectRulesReview without a namespace is rejected", async () => {
    expectBadRequest(await post(`${authorization}/selfsubjectrulesreviews`, {}), "no namespace on request");
  });
});

describe("all reviews", () => {
  const reviews: readonly (readonly [string, object])[] = [
    [`${authentication}/selfsubjectreviews`, {}],
    [`${authentication}/tokenreviews`, { spec: { token: "abc" } }],
    [`${authorization}/subjectaccessreviews`, { spec: { user: "ann", resourceAttributes: getPods } }],
    [`${authorization}/selfsubjectaccessreviews`, { spec: { resourceAttributes: getPods } }],
    [`${authorization}/selfsubjectrulesreviews`, { spec: { namespace: "default" } }],
    [
      `${authorization}/namespaces/default/localsubjectaccessreviews`,
      { spec: { user: "ann", resourceAttributes: getPods } },
    ],
  ];

  test.each(reviews)("[OBJ-02][OBJ-10][REV-12] a create of %s needs no name and stores nothing", async (path, body) => {
    const { status, json } = await post(path, body);
    expect(status).toBe(201);
    expect(json.status).toBeDefined();
    expect(json.metadata.resourceVersion).toBeUndefined();
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      expect((await running.client.request(path, { method })).status, method).toBe(405);
      expect((await running.client.request(`${path}/x`, { method })).status, method).toBe(404);
    }
  });

  test.each(reviews)("a dry run of %s returns the same as a real request", async (path, body) => {
    const wet = await post(path, body);
    const dry = await post(`${path}?dryRun=All`, body);
    expect([dry.status, dry.json]).toEqual([201, wet.json]);
    expect((await post(`${path}?dryRun=Some`, body)).status).toBe(422);
  });

  test.each(reviews)("%s is available in YAML and protobuf, but not as a Table", async (path, body) => {
    const yaml = await post(path, body, { accept: "application/yaml" });
    expect([yaml.status, yaml.headers["content-type"]]).toEqual([201, "application/yaml"]);
    expect(yaml.text).toMatch(/^apiVersion: auth/);
    const type = "application/vnd.orch.protobuf";
    const protobuf = await post(path, body, { accept: type });
    expect([protobuf.status, protobuf.headers["content-type"]]).toEqual([201, type]);
    const table = "application/json;as=Table;v=v1;g=meta.orch.io";
    expect((await post(path, body, { accept: table })).status).toBe(406);
    expect((await post(path, body, { accept: `${table},application/json` })).json).toEqual(
      (await post(path, body)).json,
    );
  });

  test("a review can be sent and returned in protobuf", async () => {
    const type = { apiVersion: "authorization.orch.io/v1", kind: "SelfSubjectAccessReview" };
    const attributes = Buffer.concat([part(1, "default"), part(2, "get"), part(5, "pods")]);
    const body = envelope(type, part(2, part(1, attributes)));
    const protobuf = "application/vnd.orch.protobuf";
    const { status, bytes } = await running.client.request(`${authorization}/selfsubjectaccessreviews`, {
      body,
      headers: { "content-type": protobuf, accept: protobuf },
    });
    expect(status).toBe(201);
    const { apiVersion, kind, raw } = openEnvelope(bytes);
    expect({ apiVersion, kind }).toEqual(type);
    const review = new Fields(raw);
    expect(review.message(2).message(1).text(5)).toBe("pods");
    expect(review.message(3).number(1)).toBe(1);
  });

  test("unknown fields of a review get warnings, or are rejected with strict validation", async () => {
    const body = { spec: { resourceAttributes: getPods, colour: "red" } };
    const path = `${authorization}/selfsubjectaccessreviews`;
    const warned = await post(path, body);
    expect([warned.status, warned.headers["warning"]]).toEqual([201, '299 - "unknown field \\"spec.colour\\""']);
    const strict = await post(`${path}?fieldValidation=Strict`, body);
    expectBadRequest(strict, expect.stringContaining('unknown field "spec.colour"'));
  });

  test("the beta versions of access reviews are not served", async () => {
    for (const [path, body] of reviews.filter(([one]) => one.startsWith(authorization))) {
      expect((await post(path.replace("/v1/", "/v1beta1/"), body)).status).toBe(404);
    }
  });

  test("discovery lists only the verb create for reviews, and no storage version", async () => {
    const { json } = await running.client.request(authentication);
    expect(json.resources).toEqual([
      {
        name: "selfsubjectreviews",
        singularName: "selfsubjectreview",
        namespaced: false,
        kind: "SelfSubjectReview",
        verbs: ["create"],
      },
      { name: "tokenreviews", singularName: "tokenreview", namespaced: false, kind: "TokenReview", verbs: ["create"] },
    ]);
  });

  test("a user without permission to create reviews is rejected", async () => {
    await using client = await clientOf("bob", []);
    const answer = await client.request(`${authorization}/subjectaccessreviews`, { body: {} });
    expectFailure(answer, {
      code: 403,
      reason: "Forbidden",
      message:
        'subjectaccessreviews.authorization.orch.io is forbidden: User "bob" cannot create resource "subjectaccessreviews" in API group "authorization.orch.io" at the cluster scope',
      details: { group: "authorization.orch.io", kind: "subjectaccessreviews" },
    });
  });
});
