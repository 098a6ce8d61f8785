/**
 * The typed classes of every group that is served by default create, read, list and delete objects. The kinds come from
 * discovery, so none is left out.
 */
import {
  AdmissionregistrationV1Api,
  ApiextensionsV1Api,
  ApiregistrationV1Api,
  AppsV1Api,
  AuthenticationV1Api,
  AuthorizationV1Api,
  AutoscalingV1Api,
  AutoscalingV2Api,
  BatchV1Api,
  CertificatesV1Api,
  CoordinationV1Api,
  CoreV1Api,
  DiscoveryV1Api,
  EventsV1Api,
  FlowcontrolApiserverV1Api,
  loadYaml,
  NetworkingV1Api,
  NodeV1Api,
  PolicyV1Api,
  RbacAuthorizationV1Api,
  SchedulingV1Api,
  StorageV1Api,
} from "@kubernetes/client-node";
import { afterAll, describe, expect, test, vi } from "vitest";
import { readFacts } from "../../src/api/testing/facts.ts";
import { filledObject } from "../all-kinds/filled-objects.ts";
import { isMaintained } from "../all-kinds/stored-sample.ts";
import { type ServedResource, servedResources } from "../support/served-resources.ts";
import { startTypedClientCluster, thrownBy } from "../support/typed-client.ts";

const classes = {
  v1: CoreV1Api,
  "admissionregistration.k8s.io/v1": AdmissionregistrationV1Api,
  "apiextensions.k8s.io/v1": ApiextensionsV1Api,
  "apiregistration.k8s.io/v1": ApiregistrationV1Api,
  "apps/v1": AppsV1Api,
  "authentication.k8s.io/v1": AuthenticationV1Api,
  "authorization.k8s.io/v1": AuthorizationV1Api,
  "autoscaling/v1": AutoscalingV1Api,
  "autoscaling/v2": AutoscalingV2Api,
  "batch/v1": BatchV1Api,
  "certificates.k8s.io/v1": CertificatesV1Api,
  "coordination.k8s.io/v1": CoordinationV1Api,
  "discovery.k8s.io/v1": DiscoveryV1Api,
  "events.k8s.io/v1": EventsV1Api,
  "flowcontrol.apiserver.k8s.io/v1": FlowcontrolApiserverV1Api,
  "networking.k8s.io/v1": NetworkingV1Api,
  "node.k8s.io/v1": NodeV1Api,
  "policy/v1": PolicyV1Api,
  "rbac.authorization.k8s.io/v1": RbacAuthorizationV1Api,
  "scheduling.k8s.io/v1": SchedulingV1Api,
  "storage.k8s.io/v1": StorageV1Api,
} as const;

const cluster = await startTypedClientCluster();
afterAll(() => cluster[Symbol.asyncDispose]());
const served = await servedResources(cluster.client);

/** Kinds of orch that the reference does not have. The package has no classes for them. */
const { kinds: ownKinds } = readFacts("own-kinds");
const titledResources = served
  .map((resource) => [`${resource.groupVersion} ${resource.kind}`, resource] as const)
  .filter(([title]) => !ownKinds.includes(title));
const listedResources = titledResources.filter(([, { verbs }]) => verbs.includes("create") && verbs.includes("list"));

interface TypedObject {
  readonly metadata: { readonly name: string; readonly uid: string; readonly creationTimestamp: Date };
}

/** Response to a deletion: a Status that names the deleted object, or the deleted object itself. */
interface DeletionResponse {
  readonly details?: { readonly uid: string };
  readonly metadata?: { readonly uid?: string };
}

/** Returns the object once the server has set its conditions. */
async function withConditions(read: () => Promise<TypedObject>): Promise<TypedObject | undefined> {
  const object = await read();
  const { status } = object as { readonly status?: { readonly conditions?: readonly object[] } };
  return status?.conditions?.length ? object : undefined;
}

/** A method of a typed class, such as `createNamespacedPod`. */
type TypedCall = (parameters: object) => Promise<unknown>;

/** Returns a function from a verb to the method of the resource's class. */
function callsOf({ groupVersion, kind, namespaced }: ServedResource): (verb: string) => TypedCall {
  const typedClass = classes[groupVersion as keyof typeof classes];
  const api = cluster.config.makeApiClient<InstanceType<typeof CoreV1Api>>(typedClass as typeof CoreV1Api);
  const methods = api as unknown as Readonly<Record<string, TypedCall | undefined>>;
  return (verb) => (parameters) => {
    const method = `${verb}${namespaced ? "Namespaced" : ""}${kind}`;
    const call = methods[method];
    if (!call) throw new Error(`${typedClass.name} has no ${method}()`);
    return call.call(api, namespaced ? { namespace: "default", ...parameters } : parameters);
  };
}

test("the typed client has a class for every group version that is served by default", () => {
  expect([...new Set(titledResources.map(([, { groupVersion }]) => groupVersion))].sort()).toEqual(
    Object.keys(classes).sort(),
  );
  expect(listedResources.length).toBeGreaterThan(45);
});

describe("the typed client creates, reads, lists and deletes", () => {
  test.each(listedResources)("the typed client creates, reads, lists and deletes %s", async (_, resource) => {
    const call = callsOf(resource);
    // The object in the client's own types, as applications pass it.
    const body = loadYaml<TypedObject>(JSON.stringify(filledObject(resource)));
    const { name } = body.metadata;
    const created = (await call("create")({ body })) as TypedObject;
    const { uid, creationTimestamp } = created.metadata;
    expect([created.metadata.name, creationTimestamp]).toEqual([name, new Date("2025-01-01T00:00:00Z")]);
    expect(created.constructor.name).toMatch(new RegExp(`V\\d${resource.kind}$`));

    const read = async (): Promise<TypedObject> => (await call("read")({ name })) as TypedObject;
    const stored = isMaintained(resource) ? await vi.waitUntil(() => withConditions(read)) : created;
    expect(await read()).toEqual(stored);
    const { items } = (await call("list")({})) as { items: readonly TypedObject[] };
    expect(items.filter(({ metadata }) => metadata.uid === uid).map(({ metadata }) => metadata)).toEqual([
      stored.metadata,
    ]);

    const options = { gracePeriodSeconds: 0, propagationPolicy: "Background" };
    const deleted = (await call("delete")({ name, ...options })) as DeletionResponse;
    if (resource.subresources.some((one) => one.name === "finalize")) {
      await cluster.config
        .makeApiClient(CoreV1Api)
        .replaceNamespaceFinalize({ name, body: { metadata: { name }, spec: {} } });
    } else if (!isMaintained(resource)) {
      // The response to the deletion of a maintained object is the object, which the client reads as a Status without a uid.
      expect((deleted.details ?? deleted.metadata)?.uid).toBe(uid);
    }
    // The server removes some objects only after its own work.
    if (isMaintained(resource)) await expect.poll(() => thrownBy(read())).toMatchObject({ code: 404 });
    expect(await thrownBy(read())).toMatchObject({ code: 404 });
  });
});
