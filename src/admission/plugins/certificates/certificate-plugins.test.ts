import { describe, expect, test } from "vitest";
import type { Attributes } from "../../../meta/access/access-control.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { ParseError } from "../../../meta/parse-error.ts";
import type { AdmissionRequest } from "../../index.ts";
import { configMapRequest, rejectionOf } from "../../testing/requests.ts";
import type { PluginName, PluginServices } from "../index.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";

const group = "certificates.k8s.io";
const requests = { group, version: "v1", resource: "certificatesigningrequests" };
const bundles = { group, version: "v1alpha1", resource: "clustertrustbundles" };

function signingRequest(spec: object, status: object = {}): ApiObject {
  return {
    kind: "CertificateSigningRequest",
    apiVersion: `${group}/v1`,
    metadata: { name: "a" },
    spec,
    status,
  } as ApiObject;
}

/** Returns services with permissions such as `sign example.com/s`. */
function permitting(...permissions: readonly string[]): PluginServices {
  const described = (action: Attributes): string =>
    action.isResource && action.resource === "signers" && action.group === group ? `${action.verb} ${action.name}` : "";
  return servicesOver([], {
    authorize: (_user, action) => ({
      decision: permissions.includes(described(action)) ? "allow" : "no opinion",
      reason: "",
    }),
  });
}

async function answer(
  name: PluginName,
  services: PluginServices,
  request: Partial<AdmissionRequest<ApiObject>>,
): Promise<string | undefined> {
  const admission = onlyPlugin(name, services);
  return (await rejectionOf(admission.validate(configMapRequest({ resource: requests, ...request }))))?.[1];
}

const prefix = 'certificatesigningrequests.certificates.k8s.io "a" is forbidden: ';

describe("approval and signing", () => {
  const old = signingRequest({ signerName: "example.com/s" });

  test.each([
    ["CertificateApproval", "approval", "approve"],
    ["CertificateSigning", "status", "sign"],
  ] as const)("%s needs a permission on the signer or on its domain", async (name, subresource, verb) => {
    const object = signingRequest({ signerName: "other.com/s" }, { certificate: "x" });
    const request = { operation: "UPDATE", subresource, object, oldObject: old } as const;
    const why = `${prefix}user not permitted to ${verb} requests with signerName "example.com/s"`;
    expect(await answer(name, permitting(), request)).toBe(why);
    expect(await answer(name, permitting(`${verb} other.com/s`), request)).toBe(why);
    expect(await answer(name, permitting(`${verb} example.com/s`), request)).toBeUndefined();
    expect(await answer(name, permitting(`${verb} example.com/*`), request)).toBeUndefined();
  });

  test("CertificateSigning admits writes that change neither the certificate nor the conditions", async () => {
    const request = { operation: "UPDATE", subresource: "status", object: old, oldObject: old } as const;
    expect(await answer("CertificateSigning", permitting(), request)).toBeUndefined();
  });
});

describe("CertificateSubjectRestriction", () => {
  const services = (requestedGroups: PluginServices["requestedGroups"]): PluginServices =>
    servicesOver([], { requestedGroups });
  const create = (signerName: string): { object: ApiObject } => ({
    object: signingRequest({ signerName, request: Buffer.from("pem").toString("base64") }),
  });
  const clients = "kubernetes.io/kube-apiserver-client";

  test("a client certificate must not make its owner an administrator", async () => {
    const masters = services((pem) => (pem === "pem" ? ["developers", "system:masters"] : []));
    expect(await answer("CertificateSubjectRestriction", masters, create(clients))).toBe(
      `${prefix}use of ${clients} signer with system:masters group is not allowed`,
    );
    expect(await answer("CertificateSubjectRestriction", masters, create("example.com/s"))).toBeUndefined();
    expect(
      await answer(
        "CertificateSubjectRestriction",
        services(() => ["a"]),
        create(clients),
      ),
    ).toBeUndefined();
  });

  test("a malformed request is rejected with its fault", async () => {
    const failing = services(() => {
      throw new ParseError("no PEM");
    });
    expect(await answer("CertificateSubjectRestriction", failing, create(clients))).toBe(
      `${prefix}failed to parse CSR: no PEM`,
    );
  });
});

test("ClusterTrustBundleAttest needs a permission on the signer of a bundle", async () => {
  const bundle = (spec: object, metadata: object = {}): ApiObject =>
    ({
      kind: "ClusterTrustBundle",
      apiVersion: `${group}/v1alpha1`,
      metadata: { name: "a", ...metadata },
      spec,
    }) as ApiObject;
  const signed = bundle({ signerName: "example.com/s", trustBundle: "x" });
  const plugin = "ClusterTrustBundleAttest";
  const create = { resource: bundles, object: signed };
  expect(await answer(plugin, permitting(), create)).toBe(
    'clustertrustbundles.certificates.k8s.io "a" is forbidden: user not permitted to attest for signerName "example.com/s"',
  );
  expect(await answer(plugin, permitting("attest example.com/*"), create)).toBeUndefined();
  expect(
    await answer(plugin, permitting(), { resource: bundles, object: bundle({ trustBundle: "x" }) }),
  ).toBeUndefined();
  const collected = bundle({ signerName: "example.com/s", trustBundle: "x" }, { finalizers: ["a/b"] });
  const update = { resource: bundles, operation: "UPDATE", oldObject: signed } as const;
  expect(await answer(plugin, permitting(), { ...update, object: collected })).toBeUndefined();
});
