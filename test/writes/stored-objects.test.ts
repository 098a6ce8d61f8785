/** Stored forms of objects after a write. Expected values are responses of the reference v1.32.13. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ vocabulary: "kubernetes", flags: ["--runtime-config=api/all=true"] });
});
afterAll(async () => await server[Symbol.asyncDispose]());

const core = "/api/v1/namespaces/default";
const apps = "/apis/apps/v1/namespaces/default";
const containers = [{ name: "c", image: "i" }];
const template = { metadata: { labels: { app: "it" } }, spec: { containers } };
const selector = { matchLabels: { app: "it" } };

async function send(method: string, path: string, body?: unknown, type = "application/json"): Promise<Json> {
  const headers = { "content-type": type, "user-agent": "it/1" };
  return (await server.client.request(path, { method, headers, ...(body === undefined ? {} : { body }) })).json;
}

const create = (path: string, body: unknown): Promise<Json> => send("POST", path, body);
const ownersOf = (object: Json): Json => object.metadata.managedFields?.map((entry: Json) => entry.fieldsV1);

describe("empty lists", () => {
  const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
  const discovery = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";

  test("an empty list that is always written is stored as null, and its writer owns it", async () => {
    const role = await create(rbac, { metadata: { name: "empty" }, rules: [] });
    expect(role.rules).toBeNull();
    expect(ownersOf(role)).toEqual([{ "f:rules": {} }]);
    const range = await create(`${core}/limitranges`, { metadata: { name: "empty" }, spec: { limits: [] } });
    expect(range.spec).toEqual({ limits: null });
    const node = await create("/apis/storage.k8s.io/v1/csinodes", {
      metadata: { name: "empty" },
      spec: { drivers: [] },
    });
    expect(node.spec).toEqual({ drivers: null });
  });

  test("an update that repeats an empty list does not increment the generation", async () => {
    const slice = { metadata: { name: "empty" }, addressType: "IPv4", endpoints: [], ports: [] };
    const created = await create(discovery, slice);
    expect(created).toMatchObject({ metadata: { generation: 1 }, endpoints: null, ports: null });
    const updated = await send("PUT", `${discovery}/empty`, slice);
    expect(updated.metadata).toMatchObject({ generation: 1, resourceVersion: created.metadata.resourceVersion });
  });
});

test("a status write that changes annotations does not increment the generation of a Deployment", async () => {
  const path = `${apps}/deployments/quiet`;
  await create(`${apps}/deployments`, { metadata: { name: "quiet" }, spec: { selector, template } });
  const patch = { metadata: { annotations: { a: "1" } } };
  const type = "application/merge-patch+json";
  expect((await send("PATCH", `${path}/status`, patch, type)).metadata).toMatchObject({
    generation: 1,
    annotations: { a: "1" },
  });
  expect((await send("PATCH", path, { metadata: { annotations: { a: "2" } } }, type)).metadata.generation).toBe(2);
});

describe("labels of a Job", () => {
  const jobs = "/apis/batch/v1/namespaces/default/jobs";
  const spec = (labels: object | undefined): object => ({
    template: { metadata: { labels }, spec: { restartPolicy: "Never", containers } },
  });
  const names = ["batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name", "controller-uid", "job-name"];

  test("a Job without labels gets those of its template and the generated ones", async () => {
    const job = await create(jobs, { metadata: { name: "plain" }, spec: spec({ a: "b" }) });
    expect(Object.keys(job.metadata.labels)).toEqual(["a", ...names]);
    expect(ownersOf(job)[0]["f:metadata"]).toEqual({ "f:labels": { ".": {}, "f:a": {} } });
  });

  test("a Job with labels or a generated name does not get the generated labels", async () => {
    const labelled = await create(jobs, { metadata: { name: "labelled", labels: { a: "b" } }, spec: spec({ a: "b" }) });
    expect(labelled.metadata.labels).toEqual({ a: "b" });
    const named = await create(jobs, { metadata: { generateName: "named-" }, spec: spec({ a: "b" }) });
    expect(named.metadata.labels).toEqual({ a: "b" });
    const both = await create(jobs, { metadata: { name: "both", generateName: "named-" }, spec: spec({ a: "b" }) });
    expect(Object.keys(both.metadata.labels)).toEqual(["a", ...names]);
  });

  test("a Job whose template has no labels gets the generated ones after its validation", async () => {
    const job = await create(jobs, { metadata: { name: "bare-template" }, spec: spec(undefined) });
    expect(Object.keys(job.metadata.labels)).toEqual(names);
    const { details } = await create(jobs, { metadata: { name: "n".repeat(64) }, spec: spec(undefined) });
    expect(details.causes.map(({ field }: Json) => field)).toEqual(["spec.template.labels", "spec.template.labels"]);
  });
});

describe("an update that removes all labels of an object", () => {
  const labelled = { metadata: { labels: { a: "b" } }, spec: { containers } };

  test("an update that removes all labels of a Job sets those of its template, which have no owner", async () => {
    const path = "/apis/batch/v1/namespaces/default/jobs";
    const spec = { template: { ...labelled, spec: { restartPolicy: "Never", containers } } };
    const { metadata } = await create(path, { metadata: { name: "bare", labels: { x: "y" } }, spec });
    const written = await send("PUT", `${path}/bare/status`, {
      metadata: { name: "bare" },
      spec: { template: { spec: {} } },
      status: {},
    });
    expect(written.metadata.labels).toEqual({
      a: "b",
      "batch.kubernetes.io/controller-uid": metadata.uid,
      "batch.kubernetes.io/job-name": "bare",
      "controller-uid": metadata.uid,
      "job-name": "bare",
    });
    expect(ownersOf(written).map((fields: Json) => fields["f:metadata"])).toEqual([undefined]);
  });

  test("an update that removes all labels of a ReplicationController sets those of its template, which have no owner", async () => {
    const path = `${core}/replicationcontrollers`;
    await create(path, { metadata: { name: "bare", labels: { x: "y" } }, spec: { template: labelled } });
    const written = await send("PUT", `${path}/bare/status`, { metadata: { name: "bare" }, status: { replicas: 0 } });
    expect(written.metadata.labels).toEqual({ a: "b" });
    expect(ownersOf(written).map((fields: Json) => fields["f:metadata"])).toEqual([undefined]);
  });
});

describe("AppArmor profiles of a Pod", () => {
  const key = "container.apparmor.security.beta.kubernetes.io/c";
  const profiled = async (name: string, annotations: object, spec: object = {}): Promise<Json> =>
    await create(`${core}/pods`, { metadata: { name, annotations }, spec: { containers, ...spec } });

  test("the AppArmor annotation of a container sets the container's field", async () => {
    const pod = await profiled("annotated", { [key]: "runtime/default" });
    expect(pod.spec.containers[0].securityContext).toEqual({ appArmorProfile: { type: "RuntimeDefault" } });
    const local = await profiled("local", { [key]: "localhost/x" });
    const appArmorProfile = { type: "Localhost", localhostProfile: "x" };
    expect(local.spec.containers[0].securityContext).toEqual({ appArmorProfile });
  });

  test("the AppArmor field of a container or Pod sets the annotation", async () => {
    const pod = await profiled("of-the-pod", {}, { securityContext: { appArmorProfile: { type: "Unconfined" } } });
    expect(pod.metadata.annotations).toEqual({ [key]: "unconfined" });
    expect(pod.spec.containers[0].securityContext).toBeUndefined();
  });

  test("an AppArmor annotation that differs from the Pod's field sets the container's field", async () => {
    const securityContext = { appArmorProfile: { type: "Unconfined" } };
    const pod = await profiled("both", { [key]: "runtime/default" }, { securityContext });
    expect(pod.spec.containers[0].securityContext).toEqual({ appArmorProfile: { type: "RuntimeDefault" } });
  });

  test("a Windows Pod keeps its AppArmor fields and annotations as sent", async () => {
    const pod = await profiled("windows", { [key]: "unconfined" }, { os: { name: "windows" } });
    expect(pod.spec.containers[0].securityContext).toBeUndefined();
  });
});

test("a create keeps the qosClass of a Pod, and clears the rest of its status", async () => {
  const status = { qosClass: "Guaranteed", phase: "Running", podIP: "1.2.3.4" };
  const pod = await create(`${core}/pods`, { metadata: { name: "graded" }, spec: { containers }, status });
  expect(pod.status).toEqual({ phase: "Pending", qosClass: "Guaranteed" });
});

test("a DaemonSet with OnDelete fills in the settings of its rolling update with zeros", async () => {
  const updateStrategy = { type: "OnDelete", rollingUpdate: { maxUnavailable: 2 } };
  const made = await create(`${apps}/daemonsets`, {
    metadata: { name: "kept" },
    spec: { selector, template, updateStrategy },
  });
  expect(made.spec.updateStrategy).toEqual({ type: "OnDelete", rollingUpdate: { maxUnavailable: 2, maxSurge: 0 } });
});

describe("Services", () => {
  const services = `${core}/services`;
  const ports = [{ port: 80 }];

  test("an ExternalName Service has no internalTrafficPolicy", async () => {
    const spec = { type: "ExternalName", externalName: "a.example.com", internalTrafficPolicy: "Local" };
    const made = await create(services, { metadata: { name: "external" }, spec });
    expect(made.spec).toEqual({ type: "ExternalName", externalName: "a.example.com", sessionAffinity: "None" });
    await create(services, { metadata: { name: "internal" }, spec: { ports } });
    const changed = { spec: { type: "ExternalName", externalName: "a.example.com" } };
    const patched = await send("PATCH", `${services}/internal`, changed, "application/merge-patch+json");
    expect(patched.spec.internalTrafficPolicy).toBeUndefined();
    const refused = { ...spec, internalTrafficPolicy: "Other" };
    expect(await create(services, { metadata: { name: "refused" }, spec: refused })).toMatchObject({ code: 422 });
  });

  test("a dry run of a Service accepts any free node port and chooses ports outside the range", async () => {
    const tried = async (port: object): Promise<Json> => {
      const spec = { type: "NodePort", ports: [{ port: 80, ...port }] };
      return await create(`${services}?dryRun=All`, { metadata: { name: "tried" }, spec });
    };
    const portOf = async (port: object): Promise<Json> => (await tried(port)).spec.ports[0].nodePort;
    const spec = { type: "NodePort", ports: [{ port: 80, nodePort: 30500 }] };
    await create(services, { metadata: { name: "holder" }, spec });
    expect(await tried({ nodePort: 30500 })).toMatchObject({
      code: 422,
      details: { causes: [{ field: "spec.ports[0].nodePort" }] },
    });
    expect(await portOf({ nodePort: 1 })).toBe(1);
    expect(await portOf({})).toBe(32769);
  });
});

describe("objects that are returned and not stored", () => {
  const reviews = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

  test("the sender of an access review owns the fields that it sent", async () => {
    const answer = await create(reviews, { spec: { user: "u", nonResourceAttributes: { path: "/", verb: "get" } } });
    expect(ownersOf(answer)).toEqual([
      { "f:spec": { "f:nonResourceAttributes": { ".": {}, "f:path": {}, "f:verb": {} }, "f:user": {} } },
    ]);
  });

  test("the error of a rejected access review has no kind", async () => {
    expect((await create(reviews, { spec: {} })).details).toMatchObject({ group: "authorization.k8s.io" });
    expect((await create(reviews, { spec: {} })).details.kind).toBeUndefined();
  });

  test("a Binding without a name is rejected with 400", async () => {
    const answer = await create(`${core}/bindings`, { target: { name: "node" } });
    expect(answer).toMatchObject({ code: 400, message: "Name parameter required." });
    const aimless = await create(`${core}/bindings`, { target: { kind: "Pod" } });
    const faults = [
      'target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>"',
      "target.name: Required value",
    ];
    expect(aimless).toMatchObject({ code: 500, message: `[${faults.join(", ")}]` });
  });
});

describe("deletions", () => {
  test("a Namespace that is being deleted has no deletionGracePeriodSeconds", async () => {
    await create("/api/v1/namespaces", { metadata: { name: "leaving" } });
    const marked = await send("DELETE", "/api/v1/namespaces/leaving");
    expect(marked.metadata.deletionTimestamp).toBeDefined();
    expect(marked.metadata.deletionGracePeriodSeconds).toBeUndefined();
    const again = await send("DELETE", "/api/v1/namespaces/leaving", { propagationPolicy: "Orphan" });
    expect(again.metadata.finalizers).toBeUndefined();
  });

  test("the error of a create says if an object with its name is being deleted", async () => {
    const made = { metadata: { name: "waiting", finalizers: ["example.com/wait"] } };
    await create(`${core}/configmaps`, made);
    await send("DELETE", `${core}/configmaps/waiting`);
    for (const query of ["", "?dryRun=All"]) {
      expect(await create(`${core}/configmaps${query}`, made)).toMatchObject({
        code: 409,
        reason: "AlreadyExists",
        message: 'object is being deleted: configmaps "waiting" already exists',
      });
    }
  });

  test("an Event is removed at once with any propagation policy", async () => {
    const involvedObject = { kind: "Pod", namespace: "default", name: "p" };
    for (const propagationPolicy of ["Orphan", "Foreground"]) {
      await create(`${core}/events`, { metadata: { name: "seen" }, involvedObject });
      expect(await send("DELETE", `${core}/events/seen`, { propagationPolicy })).toMatchObject({ status: "Success" });
      expect(await send("GET", `${core}/events/seen`)).toMatchObject({ code: 404 });
    }
  });
});

describe("field managers", () => {
  test("a client that sends fields of a deletion does not own them", async () => {
    const metadata = { name: "sent", deletionTimestamp: "2030-01-01T00:00:00Z", deletionGracePeriodSeconds: 5 };
    const made = await create(`${core}/configmaps`, { metadata });
    expect(made.metadata.managedFields).toBeUndefined();
  });

  test("an update with an empty managedFields removes all managers", async () => {
    const path = `${core}/configmaps/cleared`;
    await create(`${core}/configmaps`, { metadata: { name: "cleared" }, data: { a: "1" } });
    const type = "application/merge-patch+json";
    const cleared = await send("PATCH", path, { metadata: { managedFields: [] } }, type);
    expect(cleared.metadata.managedFields).toBeUndefined();
    expect((await send("PATCH", path, { data: { c: "3" } }, type)).metadata.managedFields).toBeUndefined();
  });

  test("the creator of a DaemonSet owns its template generation", async () => {
    const made = await create(`${apps}/daemonsets`, { metadata: { name: "owned" }, spec: { selector, template } });
    const annotations = { ".": {}, "f:deprecated.daemonset.template.generation": {} };
    expect(ownersOf(made)[0]["f:metadata"]).toEqual({ "f:annotations": annotations });
  });

  test("the creator of a v1 HorizontalPodAutoscaler owns the target that the conversion fills in", async () => {
    const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "it" };
    const made = await create("/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers", {
      metadata: { name: "owned" },
      spec: { scaleTargetRef, maxReplicas: 3 },
    });
    expect(ownersOf(made)[0]["f:spec"]).toHaveProperty("f:targetCPUUtilizationPercentage", {});
  });

  test("the creator owns a field that is dropped because its feature is disabled", async () => {
    const resizePolicy = [{ resourceName: "cpu", restartPolicy: "NotRequired" }];
    const spec = { containers: [{ ...containers[0], resizePolicy }] };
    const made = await create(`${core}/pods`, { metadata: { name: "resized" }, spec });
    expect(made.spec.containers[0].resizePolicy).toBeUndefined();
    expect(ownersOf(made)[0]["f:spec"]["f:containers"]['k:{"name":"c"}']).toHaveProperty("f:resizePolicy", {});
  });

  test("a write of a Scale removes the replicas from the entry of their owner", async () => {
    const path = `${apps}/deployments/scaled`;
    await create(`${apps}/deployments`, { metadata: { name: "scaled" }, spec: { selector, template, replicas: 2 } });
    await send("PUT", `${path}/scale`, { metadata: { name: "scaled" }, spec: { replicas: 2 } });
    const [first, second, ...others] = (await send("GET", path)).metadata.managedFields;
    expect(first).toEqual({
      manager: "it",
      operation: "Update",
      apiVersion: "apps/v1",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": { "f:replicas": {} } },
    });
    expect(second.fieldsV1["f:spec"]).not.toHaveProperty("f:replicas");
    expect(others).toEqual([]);
  });
});

test("a deletionTimestamp in a template is stored without its fraction, which counts as a change each time", async () => {
  const path = `${core}/podtemplates/fraction`;
  const metadata = { deletionTimestamp: "2025-01-01T00:00:00.5Z" };
  const stored = "2025-01-01T00:00:00Z";
  const made = await create(`${core}/podtemplates`, {
    metadata: { name: "fraction" },
    template: { metadata, spec: { containers } },
  });
  expect([made.metadata.generation, made.template.metadata.deletionTimestamp]).toEqual([1, stored]);
  const again = await send("PATCH", path, { template: { metadata } }, "application/merge-patch+json");
  expect([again.metadata.generation, again.template.metadata.deletionTimestamp]).toEqual([2, stored]);
});

test("a status that uses a disabled feature is stored, and the next write of the Pod itself drops it", async () => {
  const path = `${core}/pods/resizing`;
  const type = "application/merge-patch+json";
  await create(`${core}/pods`, { metadata: { name: "resizing" }, spec: { containers } });
  const reported = { name: "c", image: "i", imageID: "", ready: true, restartCount: 0 };
  const ofFeatures = {
    allocatedResources: { cpu: "1" },
    resources: { limits: { cpu: "1" } },
    user: { linux: { uid: 1, gid: 1 } },
  };
  const status = { resize: "Proposed", containerStatuses: [{ ...reported, ...ofFeatures }] };
  const written = await send("PATCH", `${path}/status`, { status }, type);
  expect(written.status.resize).toBe("Proposed");
  expect(written.status.containerStatuses[0]).toMatchObject(ofFeatures);

  const resizePolicy = [{ resourceName: "cpu", restartPolicy: "NotRequired" }];
  const updated = await send("PATCH", path, { spec: { containers: [{ ...containers[0], resizePolicy }] } }, type);
  expect(updated.spec.containers[0].resizePolicy).toBeUndefined();
  expect(updated.status.resize).toBeUndefined();
  expect(updated.status.containerStatuses).toEqual([{ ...reported, state: {}, lastState: {} }]);
});
