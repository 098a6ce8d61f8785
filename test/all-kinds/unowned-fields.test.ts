/**
 * The writer at an endpoint does not own the fields that the endpoint does not write, even if the request changes them.
 * For each endpoint of each kind, a request changes labels, annotations, owner references, the status, and the spec if
 * the endpoint ignores it. A rule and a table of exceptions, both written by hand, say what the writer owns afterwards.
 */
import { afterAll, describe, expect, test } from "vitest";
import { type ServedResource, servedResources } from "../support/served-resources.ts";
import { startTestServer } from "../support/test-server.ts";
import { filledObject } from "./filled-objects.ts";
import { createSample, expectStatus } from "./stored-sample.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

const running = await startTestServer({
  vocabulary: "kubernetes",
  flags: ["--runtime-config=api/all=true", "--feature-gates=AllAlpha=true,AllBeta=true"],
});
const { client } = running;
afterAll(() => running[Symbol.asyncDispose]());

const metadata = "annotations labels ownerReferences";
const noFields = "";
const withStatus = `${metadata} status`;

/** Owned fields by endpoint, if they differ from the rule in `expectedFieldsOf`. */
const exceptions: Readonly<Record<string, string>> = {
  "v1 namespaces/finalize": `${metadata} spec`,
  "v1 pods/ephemeralcontainers": noFields,
  "v1 pods/resize": noFields,
  "v1 pods/status": "annotations labels status",
  "apiregistration.k8s.io/v1 apiservices/status": "status",
  "apps/v1 deployments/status": "annotations ownerReferences status",
  "certificates.k8s.io/v1 certificatesigningrequests/approval": withStatus,
  "networking.k8s.io/v1beta1 servicecidrs": withStatus,
  "storage.k8s.io/v1 volumeattachments/status": "status",
  "admissionregistration.k8s.io/v1 validatingadmissionpolicies/status": "status",
  "admissionregistration.k8s.io/v1beta1 validatingadmissionpolicies/status": "status",
  "apiextensions.k8s.io/v1 customresourcedefinitions/status": "status",
  "flowcontrol.apiserver.k8s.io/v1 flowschemas/status": "status",
  "flowcontrol.apiserver.k8s.io/v1 prioritylevelconfigurations/status": "status",
  "internal.apiserver.k8s.io/v1alpha1 storageversions/status": "status",
  "storagemigration.k8s.io/v1alpha1 storageversionmigrations/status": "status",
};

/** Returns the names of the fields that the writer owns: the metadata, and at `/status` also the status. */
function expectedFieldsOf(name: string): string {
  return exceptions[name] ?? (name.endsWith("/status") ? withStatus : metadata);
}

/** Whether the endpoint ignores the spec, so that every field of the spec can be changed in the request. */
function ignoresSpec(name: string): boolean {
  return /\/(status|approval)$/.test(name) || name.endsWith(" certificatesigningrequests");
}

const endpoints = (await servedResources(client))
  .filter(({ verbs }) => verbs.includes("create") && verbs.includes("update"))
  .flatMap((resource) => {
    const written = resource.subresources.filter(
      ({ kind, verbs }) => kind === resource.kind && verbs.includes("update"),
    );
    return [resource, ...written].map((endpoint) => {
      const subresource = endpoint === resource ? "" : endpoint.name;
      const name = `${resource.groupVersion} ${resource.name}${subresource && `/${subresource}`}`;
      return [name, resource, { subresource, verbs: endpoint.verbs }] as const;
    });
  });

test("every exception is an endpoint that accepts updates", () => {
  const names = endpoints.map(([name]) => name);
  expect(Object.keys(exceptions).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(endpoints)(
  "the writer at the endpoint %s owns only the fields that the endpoint writes",
  async (name, resource, { subresource, verbs }) => {
    const expected = expectedFieldsOf(name);
    for (const method of verbs.includes("patch") ? ["PUT", "PATCH"] : ["PUT"]) {
      await using made = await createSample(client, resource);
      const body = withChangesEverywhere(resource, name, made.created);
      const type = method === "PUT" ? "application/json" : "application/merge-patch+json";
      const below = `${subresource && `/${subresource}`}?fieldManager=walker`;
      const { json } = expectStatus(await made.write(method, body, { type, below }), 200);
      expect(fieldNamesOf(json, "walker"), method).toBe(expected);
    }
  },
);

/** Returns the object with changes of all fields that endpoints may or may not write. */
function withChangesEverywhere(resource: ServedResource, name: string, made: Json): Json {
  const { managedFields: _, ...kept } = made.metadata;
  const object = structuredClone({ ...made, metadata: kept });
  object.metadata.labels = { ...kept.labels, walked: "yes" };
  object.metadata.annotations = { ...kept.annotations, "example.com/walked": "yes" };
  object.metadata.ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "x", uid: "5c1de4b2-0f43" }];
  const { status } = structuredClone(filledObject(resource)) as Json;
  if (status) object.status = status;
  if (status?.conditions) status.conditions[0].message = "walked";
  if (name.endsWith("/finalize")) object.spec.finalizers.push("example.com/walked");
  if (ignoresSpec(name) && object.spec) object.spec = withOtherTexts(object.spec);
  return object;
}

/** Returns the value with other texts. Only words are changed, because other texts may have a format. */
function withOtherTexts(value: Json): Json {
  if (typeof value === "string") return /^[a-z][a-z-]*$/i.test(value) ? `${value}x` : value;
  if (Array.isArray(value)) return value.map(withOtherTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withOtherTexts(one)]));
}

/** Returns the names of the fields that a manager owns: those of the metadata, then the others. */
function fieldNamesOf(object: Json, manager: string): string {
  const { "f:metadata": ofMetadata = {}, ...others } = fieldsOf(object, manager) ?? {};
  const names = [...Object.keys(ofMetadata), ...Object.keys(others)].filter((step) => step.startsWith("f:"));
  return names.map((step) => step.slice(2)).join(" ");
}

function fieldsOf({ metadata: { managedFields } }: Json, manager: string): Json {
  return managedFields.find((one: Json) => one.manager === manager)?.fieldsV1;
}

const resourceOf = (name: string): ServedResource =>
  endpoints.find(([endpoint]) => endpoint === name)?.[1] as ServedResource;

test.each([
  ["status", "certificate", "Failed"],
  ["approval", "conditions", "Approved"],
])(
  "the writer of the %s of a CertificateSigningRequest owns the %s, and nothing else of its status",
  async (subresource, field, type) => {
    const resource = resourceOf("certificates.k8s.io/v1 certificatesigningrequests");
    await using made = await createSample(client, resource);
    const { status } = filledObject(resource) as Json;
    const conditions = [{ type, status: "True", reason: "Walked" }];
    const body = { ...made.created, status: { ...status, conditions } };
    const { json } = expectStatus(await made.write("PUT", body, { below: `/${subresource}?fieldManager=walker` }), 200);
    expect(Object.keys(fieldsOf(json, "walker")["f:status"]).filter((step) => step !== ".")).toEqual([`f:${field}`]);
  },
);

test("the creator of a CertificateSigningRequest owns nothing of its spec", async () => {
  await using made = await createSample(client, resourceOf("certificates.k8s.io/v1 certificatesigningrequests"));
  expect(made.created.metadata.managedFields.map(({ fieldsV1 }: Json) => Object.keys(fieldsV1))).toEqual([
    ["f:metadata"],
  ]);
});

describe("of a Pod", () => {
  const pods = "/api/v1/namespaces/default/pods";
  const requests = { cpu: "1" };
  const pod = {
    metadata: { name: "walked" },
    spec: {
      containers: [
        { name: "web", image: "web:1", resources: { requests } },
        { name: "side", image: "side:1" },
      ],
    },
  };
  const changed = (made: Json): Json => {
    const { managedFields: _, ...kept } = made.metadata;
    return { ...made, metadata: { ...kept, labels: { walked: "yes" } }, status: { message: "walked" } };
  };
  test("a new ephemeral container of a Pod has no owner", async () => {
    const { json: made } = expectStatus(await client.request(pods, { body: pod }), 201);
    const body = changed(made);
    body.spec.ephemeralContainers = [{ name: "look", image: "look:1" }];
    const path = `${pods}/walked/ephemeralcontainers?fieldManager=walker`;
    const { json } = expectStatus(await client.request(path, { method: "PUT", body }), 200);
    expect(json.spec.ephemeralContainers).toHaveLength(1);
    expect(managersOf(json)).not.toContain("walker");
    expectStatus(await client.request(`${pods}/walked?gracePeriodSeconds=0`, { method: "DELETE" }), 200);
  });

  test("resources that are written through a Pod's resize subresource have no owner", async () => {
    const { json: made } = expectStatus(await client.request(pods, { body: pod }), 201);
    const body = changed(made);
    body.spec.containers[0].resources.requests.cpu = "2";
    const path = `${pods}/walked/resize?fieldManager=walker`;
    const { json } = expectStatus(await client.request(path, { method: "PUT", body }), 200);
    expect(json.spec.containers[0].resources.requests.cpu).toBe("2");
    expect(managersOf(json)).not.toContain("walker");
    expectStatus(await client.request(`${pods}/walked?gracePeriodSeconds=0`, { method: "DELETE" }), 200);
  });

  function managersOf({ metadata: { managedFields = [] } }: Json): string[] {
    return managedFields.map(({ manager }: { manager: string }) => manager);
  }
});
