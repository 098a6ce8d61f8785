/**
 * API versions that are no longer served. Their paths return 404, and `convertManifest` converts their manifests to a
 * served version.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConvertOptions, convertManifest } from "../../src/manifests/index.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { oldManifests } from "../support/old-manifests.ts";
import { oneOfEach } from "../support/one-of-each.ts";
import { expectCauses } from "../support/refusals.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createObject, getObject, put } from "../support/writes.ts";

const options: ConvertOptions = { vocabulary: vocabularies.orch };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

describe("manifests that convertManifest converts", () => {
  const cases = oldManifests.map((manifest, index) => {
    const { requirementIds, oldPath, old, apiVersion } = manifest;
    return [`[${requirementIds.join(", ")}] ${oldPath}`, old.kind as string, apiVersion, index, manifest] as const;
  });

  test.each(cases)(
    "%s is not served, and its %s converts to %s (%i)",
    async (_, __, apiVersion, index, { oldPath, old, path, converted }) => {
      const { client } = server;
      expect((await client.request(oldPath, { body: old })).status).toBe(404);
      const { object } = convertManifest(old, options);
      expect(object).toEqual({ ...(converted ?? old), apiVersion });
      const { name } = old.metadata;
      const isFixed = name !== "old";
      const body = isFixed ? object : { ...object, metadata: { name: `old-${index}` } };
      const answer = await client.request(path, { body });
      expect(answer.status, answer.text).toBe(201);
      expect(answer.json.apiVersion).toBe(apiVersion);
    },
  );

  test("[CONV-01] the default of nominalConcurrencyShares is 30, but an explicit 0 is kept", async () => {
    const levels = "/apis/flowcontrol.apiserver.orch.io/v1/prioritylevelconfigurations";
    const limited = (name: string, shares: object): object => ({
      metadata: { name },
      spec: { type: "Limited", limited: { ...shares, limitResponse: { type: "Reject" } } },
    });
    const unsaid = await createObject(server.client, levels, limited("unsaid", {}));
    expect(unsaid.spec.limited.nominalConcurrencyShares).toBe(30);
    const none = await createObject(server.client, levels, limited("none", { nominalConcurrencyShares: 0 }));
    expect(none.spec.limited.nominalConcurrencyShares).toBe(0);
  });
});

describe("kinds without a successor", () => {
  test.each([
    ["CONV-11", "policy/v1beta1"],
    ["CONV-40", "extensions/v1beta1"],
  ])(
    "[%s] a PodSecurityPolicy of %s is not served, and convertManifest names the alternative",
    async (_id, apiVersion) => {
      const policy = { apiVersion, kind: "PodSecurityPolicy", metadata: { name: "it" }, spec: {} };
      expect((await server.client.request(`/apis/${apiVersion}/podsecuritypolicies`, { body: policy })).status).toBe(
        404,
      );
      expect(() => convertManifest(policy, options)).toThrow(
        "PodSecurityPolicy was removed without a successor; use Pod Security Admission (labels of the namespace) or an admission webhook",
      );
    },
  );
});

describe("reviews, which are not stored", () => {
  test("[CONV-21] TokenReviews are served only in v1", async () => {
    const body = { kind: "TokenReview", spec: { token: "none" } };
    expect((await server.client.request("/apis/authentication.orch.io/v1beta1/tokenreviews", { body })).status).toBe(
      404,
    );
    const { object } = convertManifest({ ...body, apiVersion: "authentication.orch.io/v1beta1" }, options);
    expect(object).toEqual({ ...body, apiVersion: "authentication.orch.io/v1" });
    const answer = await server.client.request("/apis/authentication.orch.io/v1/tokenreviews", { body: object });
    expect(answer.status).toBe(201);
  });

  test.each([
    ["subjectaccessreviews", "SubjectAccessReview"],
    ["selfsubjectaccessreviews", "SelfSubjectAccessReview"],
    ["namespaces/default/localsubjectaccessreviews", "LocalSubjectAccessReview"],
    ["selfsubjectrulesreviews", "SelfSubjectRulesReview"],
  ])("[CONV-22] %s are served only in v1", async (path, kind) => {
    const old = { apiVersion: "authorization.orch.io/v1beta1", kind, spec: { namespace: "default" } };
    expect((await server.client.request(`/apis/authorization.orch.io/v1beta1/${path}`, { body: old })).status).toBe(
      404,
    );
    expect(convertManifest(old, options).object).toEqual({ ...old, apiVersion: "authorization.orch.io/v1" });
  });

  test("[CONV-22] a SubjectAccessReview has its groups in the field groups", async () => {
    const old = {
      apiVersion: "authorization.orch.io/v1beta1",
      kind: "SubjectAccessReview",
      spec: { resourceAttributes: { verb: "get", resource: "pods" }, user: "ann", group: ["system:masters"] },
    };
    const { object } = convertManifest(old, options);
    expect(object["spec"]).toEqual({
      resourceAttributes: { verb: "get", resource: "pods" },
      user: "ann",
      groups: ["system:masters"],
    });
    const review = await createObject(server.client, "/apis/authorization.orch.io/v1/subjectaccessreviews", object);
    expect(review.status.allowed).toBe(true);
  });
});

describe("CertificateSigningRequests", () => {
  const path = "/apis/certificates.orch.io/v1/certificatesigningrequests";
  const { body } = oneOfEach.find(({ kind }) => kind === "CertificateSigningRequest") ?? { body: undefined };
  const { spec } = body as unknown as { spec: Record<string, unknown> };
  const old = {
    apiVersion: "certificates.orch.io/v1beta1",
    kind: "CertificateSigningRequest",
    metadata: { name: "old" },
  };

  test("[CONV-23] a v1beta1 signing request with a signer becomes v1, with the default usages of v1beta1", async () => {
    const { usages: _, ...unsaid } = spec;
    expect((await server.client.request(path.replace("/v1/", "/v1beta1/"), { body: { ...old, spec } })).status).toBe(
      404,
    );
    const { object, notes } = convertManifest({ ...old, spec: unsaid }, options);
    expect(object).toEqual({
      ...old,
      apiVersion: "certificates.orch.io/v1",
      spec: { ...unsaid, usages: ["digital signature", "key encipherment"] },
    });
    expect(notes.map((note) => note.path)).toEqual(["spec.usages"]);
    await createObject(server.client, path, object);
  });

  test.each([undefined, "orch.io/legacy-unknown"])(
    "[CONV-23] a v1beta1 signing request for the signer %s must name another signer",
    (signerName) => {
      expect(() => convertManifest({ ...old, spec: { ...spec, signerName } }, options)).toThrow(
        "spec.signerName is required: the signer that must sign the certificate",
      );
    },
  );

  test.each<[string, Record<string, unknown>, string]>([
    ["no signer", { signerName: undefined }, "spec.signerName"],
    ["the signer of before", { signerName: "orch.io/legacy-unknown" }, "spec.signerName"],
    ["no usages", { usages: undefined }, "spec.usages"],
    ["a duplicate usage", { usages: ["client auth", "client auth"] }, "spec.usages[1]"],
    ["an unknown usage", { usages: ["tea making"] }, "spec.usages[0]"],
  ])("[CONV-24] a signing request with %s is rejected", async (_what, change, field) => {
    const answer = await server.client.request(path, {
      body: { metadata: { name: "bad" }, spec: { ...spec, ...change } },
    });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json.details.causes.map((cause: { field: string }) => cause.field)).toEqual([field]);
  });

  test.each<[string, object, string]>([
    [
      "a duplicate condition",
      { conditions: ["Approved", "Approved"].map((type) => ({ type, status: "True" })) },
      "status.conditions[1].type",
    ],
    ["a condition without a status", { conditions: [{ type: "Failed" }] }, "status.conditions[0].status"],
    [
      "a key instead of a certificate",
      { certificate: Buffer.from("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n").toString("base64") },
      "status.certificate",
    ],
  ])("[CONV-25] a signing request's status with %s is rejected", async (what, status, field) => {
    const name = what.replaceAll(" ", "-");
    const made = await createObject(server.client, path, { metadata: { name }, spec });
    const answer = await put(server.client, `${path}/${name}/status`, { ...made, status });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json.details.causes.map((cause: { field: string }) => cause.field)).toContain(field);
  });
});

describe("rules of version 1 of other kinds", () => {
  test("[CONV-15] a v1 webhook must declare its side effects, review versions and a unique name", async () => {
    const path = "/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations";
    const hook = {
      name: "hook.example.com",
      clientConfig: { service: { namespace: "default", name: "hook" } },
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
    };
    const post = (...webhooks: object[]) =>
      server.client.request(path, { body: { metadata: { name: "it" }, webhooks } });
    const { sideEffects: _, ...noEffects } = hook;
    expect((await post(noEffects)).status).toBe(422);
    const { admissionReviewVersions: __, ...noVersions } = hook;
    expect((await post(noVersions)).status).toBe(422);
    expectCauses(await post(hook, hook), ['webhooks[1].name: Duplicate value: "hook.example.com"']);
    expect(() =>
      convertManifest(
        {
          apiVersion: "admissionregistration.orch.io/v1beta1",
          kind: "ValidatingWebhookConfiguration",
          webhooks: [hook, hook],
        },
        options,
      ),
    ).toThrow("webhooks[1].name: hook.example.com is used twice; each webhook needs a unique name");
  });

  test("[CONV-14] a v1 webhook fails closed, matches equivalent requests and times out after ten seconds by default", async () => {
    const made = await createObject(
      server.client,
      "/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations",
      {
        metadata: { name: "minimal" },
        webhooks: [
          {
            name: "hook.example.com",
            clientConfig: { service: { namespace: "default", name: "hook" } },
            sideEffects: "None",
            admissionReviewVersions: ["v1"],
          },
        ],
      },
    );
    expect(made.webhooks[0]).toMatchObject({ failurePolicy: "Fail", matchPolicy: "Equivalent", timeoutSeconds: 10 });
  });

  test("[CONV-29] a v1 Ingress path must have a pathType, and convertManifest writes the old default", async () => {
    const path = "/apis/networking.orch.io/v1/namespaces/default/ingresses";
    const backend = { service: { name: "web", port: { number: 80 } } };
    const body = { metadata: { name: "typeless" }, spec: { rules: [{ http: { paths: [{ path: "/", backend }] } }] } };
    expectCauses(await server.client.request(path, { body }), [
      "spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified",
    ]);
    const { object, notes } = convertManifest(
      { apiVersion: "networking.orch.io/v1beta1", kind: "Ingress", ...body },
      options,
    );
    expect(notes).toEqual([
      {
        path: "spec.rules[0].http.paths[0].pathType",
        text: "is set to ImplementationSpecific; Prefix and Exact behave the same with every ingress controller",
      },
    ]);
    await createObject(server.client, path, object);
  });

  test.each([
    // Without a selector a DaemonSet selects no Pods, so its template does not match.
    ["daemonsets", "spec.template.metadata.labels"],
    ["deployments", "spec.selector"],
    ["replicasets", "spec.selector"],
    ["statefulsets", "spec.selector"],
  ])("[CONV-35, CONV-36, CONV-38, CONV-39] the selector of %s is required and immutable", async (plural, field) => {
    const collection = `/apis/apps/v1/namespaces/default/${plural}`;
    const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "c", image: "web" }] } };
    const rest = plural === "statefulsets" ? { serviceName: "web", template } : { template };
    const refused = await server.client.request(collection, { body: { metadata: { name: "bare" }, spec: rest } });
    expect(refused.status).toBe(422);
    expect(refused.json.details.causes[0].field).toBe(field);
    const body = { metadata: { name: "kept" }, spec: { ...rest, selector: { matchLabels: { app: "web" } } } };
    const made = await createObject(server.client, collection, body);
    made.spec.selector = { matchLabels: { app: "other" } };
    made.spec.template.metadata.labels = { app: "other" };
    expect((await put(server.client, `${collection}/kept`, made)).status).toBe(422);
  });

  test("[CONV-35, CONV-38] DaemonSets and StatefulSets have the update strategy RollingUpdate by default", async () => {
    for (const plural of ["daemonsets", "statefulsets"]) {
      const object = await getObject(server.client, `/apis/apps/v1/namespaces/default/${plural}/kept`);
      expect(object.spec.updateStrategy.type).toBe("RollingUpdate");
    }
  });

  test("[CONV-37] a Deployment has the defaults of apps/v1", async () => {
    const { spec } = await getObject(server.client, "/apis/apps/v1/namespaces/default/deployments/kept");
    expect(spec).toMatchObject({
      progressDeadlineSeconds: 600,
      revisionHistoryLimit: 10,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
    });
  });

  test("[CONV-07] deprecatedTopology of an EndpointSlice cannot be written", async () => {
    const slices = "/apis/discovery.orch.io/v1/namespaces/default/endpointslices";
    const made = await createObject(server.client, slices, {
      metadata: { name: "written" },
      addressType: "IPv4",
      endpoints: [{ addresses: ["10.0.0.1"], deprecatedTopology: { rack: "1" } }],
    });
    expect(made.endpoints).toEqual([{ addresses: ["10.0.0.1"], conditions: {} }]);
  });
});

describe("convertManifest with an output version", () => {
  const scaler = {
    apiVersion: "autoscaling/v1",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "web" },
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      maxReplicas: 3,
      targetCPUUtilizationPercentage: 70,
    },
  };

  test("[CONV-42] convertManifest with an output version fills in the defaults of both versions", () => {
    const { object } = convertManifest(scaler, { ...options, outputVersion: { group: "autoscaling", version: "v2" } });
    expect(object).toMatchObject({
      apiVersion: "autoscaling/v2",
      spec: {
        minReplicas: 1,
        maxReplicas: 3,
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } },
        ],
      },
    });
  });

  test("[CONV-42] convertManifest leaves an object unchanged whose kind lacks the output version, and reports it", () => {
    const { object, notes } = convertManifest(scaler, { ...options, outputVersion: { group: "apps", version: "v1" } });
    expect(object).toEqual(scaler);
    expect(notes).toEqual([{ path: "apiVersion", text: "stays: apps/v1 has no HorizontalPodAutoscaler" }]);
  });
});

test("[CONV-41] an object that was stored through an older version is listed in the newer version", async () => {
  const collection = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
  await createObject(server.client, collection, {
    metadata: { name: "older" },
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      maxReplicas: 3,
      targetCPUUtilizationPercentage: 70,
    },
  });
  const { items } = await getObject(server.client, collection.replace("/v1/", "/v2/"));
  const found = items.find(({ metadata }: { metadata: { name: string } }) => metadata.name === "older");
  expect(found.spec.metrics).toEqual([
    { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } },
  ]);
});
