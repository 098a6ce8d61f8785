/** Evictions: deletions of Pods that a PodDisruptionBudget may reject. */
import { expect, test } from "vitest";
import { expectBadRequest, expectFailure } from "../support/expect-status.ts";
import { createPod, type PodOptions, pods } from "../support/pods.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { createObject, deleteObject, getObject, isGone, patch, put } from "../support/writes.ts";

const budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const successStatus = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
const violation = "Cannot evict pod as it would violate the pod's disruption budget.";

function eviction(name: string, rest: object = {}): object {
  return { kind: "Eviction", apiVersion: "policy/v1", metadata: { name }, ...rest };
}

function evict({ client }: TestServer, name: string, rest: object = {}, query = ""): Promise<WireResponse> {
  return client.request(`${pods}/${name}/eviction${query}`, { body: eviction(name, rest) });
}

/** Creates a running Pod on a node. It is ready unless `wish` says otherwise. */
async function createRunningPod(server: TestServer, name: string, wish: PodOptions = {}): Promise<void> {
  await createPod(server.client, name, { spec: { nodeName: "node-1" }, phase: "Running", ...wish });
}

interface BudgetWish {
  readonly spec?: object;
  readonly status?: object;
}

/** Creates a budget for Pods with the label `app: web` and sets its status, as its controller does. */
async function createBudget({ client }: TestServer, name: string, { spec, status }: BudgetWish = {}): Promise<void> {
  const selector = { matchLabels: { app: "web" } };
  await createObject(client, budgets, { metadata: { name }, spec: { minAvailable: 1, selector, ...spec } });
  const counted = {
    observedGeneration: 1,
    disruptionsAllowed: 1,
    currentHealthy: 2,
    desiredHealthy: 1,
    expectedPods: 2,
    ...status,
  };
  const answer = await patch(client, `${budgets}/${name}/status`, "merge", { status: counted });
  if (answer.status !== 200) throw new Error(answer.text);
}

function expectRefused(answer: WireResponse, why: string, retryAfterSeconds?: number): void {
  expectFailure(answer, {
    code: 429,
    reason: "TooManyRequests",
    message: violation,
    details: {
      causes: [{ reason: "DisruptionBudget", message: `The disruption budget ${why}` }],
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  });
  expect(answer.headers["retry-after"]).toBe(retryAfterSeconds?.toString());
}

test("[OBJ-03] an evicted Pod terminates with its grace period and gets a condition with the reason", async () => {
  await using server = await startTestServer();
  await createRunningPod(server, "web");
  const answer = await evict(server, "web");
  expect([answer.status, answer.json]).toEqual([201, successStatus]);
  const { metadata, status } = await getObject(server.client, `${pods}/web`);
  expect(metadata.deletionGracePeriodSeconds).toBe(30);
  expect(metadata.deletionTimestamp).toEqual(expect.any(String));
  expect(status.conditions.find(({ type }: { type: string }) => type === "DisruptionTarget")).toEqual({
    type: "DisruptionTarget",
    status: "True",
    lastProbeTime: null,
    lastTransitionTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
  });
});

test("an eviction accepts the options of deletions", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await createRunningPod(server, "web");
  const options = (deleteOptions: object): Promise<WireResponse> => evict(server, "web", { deleteOptions });
  const { uid } = (await getObject(client, `${pods}/web`)).metadata;
  expectFailure(await options({ preconditions: { uid: "other" } }), {
    code: 409,
    reason: "Conflict",
    message: `Operation cannot be fulfilled on Pod "web": the UID in the precondition (other) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    details: { name: "web", kind: "Pod" },
  });
  expectFailure(await options({ propagationPolicy: "Fast" }), {
    code: 422,
    reason: "Invalid",
    message: expect.stringContaining('propagationPolicy: Unsupported value: "Fast"'),
    details: expect.objectContaining({ kind: "DeleteOptions" }),
  });
  expectFailure(await options({ ignoreStoreReadErrorWithClusterBreakingPotential: true }), {
    code: 422,
    reason: "Invalid",
    message:
      'Eviction.policy "web" is invalid: deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: can not be set for pod eviction, try after removing the option',
    details: expect.objectContaining({ group: "policy", kind: "Eviction", name: "web" }),
  });
  expect((await getObject(client, `${pods}/web`)).metadata).not.toHaveProperty("deletionTimestamp");
  const { resourceVersion } = (await getObject(client, `${pods}/web`)).metadata;
  expect((await options({ gracePeriodSeconds: 5, preconditions: { uid, resourceVersion } })).status).toBe(201);
  expect((await getObject(client, `${pods}/web`)).metadata.deletionGracePeriodSeconds).toBe(5);
  expect((await options({ gracePeriodSeconds: 0 })).status).toBe(201);
  expect(await isGone(client, `${pods}/web`)).toBe(true);
});

test("an eviction is accepted in its older version", async () => {
  await using server = await startTestServer();
  await createRunningPod(server, "web");
  expect((await evict(server, "web", { apiVersion: "policy/v1beta1" })).status).toBe(201);
  expectBadRequest(
    await evict(server, "web", { apiVersion: "policy/v2" }),
    'Eviction in version "v2" cannot be handled as a Eviction: no kind "Eviction" is registered for version "policy/v2" in scheme "pkg/api/legacyscheme/scheme.go:30"',
  );
  expectBadRequest(await evict(server, "web", { kind: "Binding", apiVersion: "v1" }), expect.any(String));
});

test("an eviction decreases the disruptions that the Pod's budget allows", async () => {
  await using server = await startTestServer();
  const { client, clock } = server;
  await createRunningPod(server, "web-1");
  await createRunningPod(server, "web-2");
  await createRunningPod(server, "other", { labels: { app: "other" } });
  await createBudget(server, "front");
  await clock.advance(60_000);
  expect((await evict(server, "web-1")).status).toBe(201);
  const now = new Date(clock.nowMs()).toISOString().replace(/\.\d+Z$/, "Z");
  const { status } = await getObject(client, `${budgets}/front`);
  expect(status).toEqual({
    observedGeneration: 1,
    disruptedPods: { "web-1": now },
    disruptionsAllowed: 0,
    currentHealthy: 2,
    desiredHealthy: 1,
    expectedPods: 2,
    conditions: [
      {
        type: "DisruptionAllowed",
        status: "False",
        observedGeneration: 1,
        lastTransitionTime: now,
        reason: "InsufficientPods",
        message: "",
      },
    ],
  });
  expectRefused(await evict(server, "web-2"), "front needs 1 healthy pods and has 2 currently");
  expect((await getObject(client, `${pods}/web-2`)).metadata).not.toHaveProperty("deletionTimestamp");
  expect((await getObject(client, `${budgets}/front`)).status).toEqual(status);
  expect((await evict(server, "other")).status).toBe(201);
});

test("the API server is the field manager of the budget's status after an eviction", async () => {
  await using server = await startTestServer({ vocabulary: "kubernetes" });
  await createRunningPod(server, "web-1");
  await createBudget(server, "front");
  expect((await evict(server, "web-1")).status).toBe(201);
  const { managedFields } = (await getObject(server.client, `${budgets}/front`)).metadata;
  const entry = managedFields.find(({ manager }: { manager: string }) => manager === "kube-apiserver");
  expect(entry).toMatchObject({ operation: "Update", apiVersion: "policy/v1", subresource: "status" });
  expect(entry.fieldsV1["f:status"]).toMatchObject({
    "f:disruptedPods": { ".": {}, "f:web-1": {} },
    "f:disruptionsAllowed": {},
  });
});

test("concurrent evictions succeed only as often as the budget allows", async () => {
  await using server = await startTestServer();
  const names = Array.from({ length: 10 }, (_, index) => `web-${index}`);
  for (const name of names) await createRunningPod(server, name);
  await createBudget(server, "front", { status: { disruptionsAllowed: 3 } });
  const answers = await Promise.all(names.map((name) => evict(server, name)));
  const granted = names.filter((_, index) => answers[index]?.status === 201);
  expect(granted).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  const { status } = await getObject(server.client, `${budgets}/front`);
  expect(status.disruptionsAllowed).toBe(0);
  expect(Object.keys(status.disruptedPods).sort()).toEqual(granted.toSorted());
});

test("an eviction is rejected if the budget's controller has not observed its current generation", async () => {
  await using server = await startTestServer();
  await createRunningPod(server, "web");
  await createBudget(server, "front");
  const budget = await getObject(server.client, `${budgets}/front`);
  await put(server.client, `${budgets}/front`, { ...budget, spec: { ...budget.spec, minAvailable: 2 } });
  expectRefused(await evict(server, "web"), "front is still being processed by the server.", 10);
});

test("an eviction of a Pod with several budgets is rejected", async () => {
  await using server = await startTestServer();
  await createRunningPod(server, "web");
  await createBudget(server, "one");
  await createBudget(server, "two", { spec: { selector: {} } });
  await createBudget(server, "none", { spec: { selector: undefined } });
  const answer = await evict(server, "web");
  expect([answer.status, answer.json]).toEqual([
    500,
    {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
      code: 500,
    },
  ]);
  await deleteObject(server.client, `${budgets}/two`);
  expect((await evict(server, "web")).status).toBe(201);
});

test("an eviction ignores budgets of other namespaces", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await createObject(client, "/api/v1/namespaces", { metadata: { name: "other" } });
  await createObject(client, budgets.replace("default", "other"), {
    metadata: { name: "front" },
    spec: { minAvailable: 1, selector: {} },
  });
  await createRunningPod(server, "web");
  expect((await evict(server, "web")).status).toBe(201);
});

test.each<[string, PodOptions]>([
  ["waits to start", { spec: {} }],
  ["waits on its node to start", { phase: "Pending" }],
  ["has succeeded", { phase: "Succeeded" }],
  ["has failed", { phase: "Failed" }],
])("an eviction of a Pod that %s uses no budget", async (_, wish) => {
  await using server = await startTestServer();
  await createPod(server.client, "web", { spec: { nodeName: "node-1" }, ...wish });
  await createBudget(server, "front", { status: { disruptionsAllowed: 0 } });
  expect((await evict(server, "web", { deleteOptions: { gracePeriodSeconds: 0 } })).status).toBe(201);
  expect(await isGone(server.client, `${pods}/web`)).toBe(true);
  expect((await getObject(server.client, `${budgets}/front`)).status).not.toHaveProperty("disruptedPods");
});

test("an eviction of a terminating Pod succeeds", async () => {
  await using server = await startTestServer();
  await createRunningPod(server, "web");
  await createBudget(server, "front", { status: { disruptionsAllowed: 0 } });
  await deleteObject(server.client, `${pods}/web`);
  expect((await evict(server, "web")).status).toBe(201);
});

test.each([
  ["while enough others are healthy", {}, {}, 201],
  ["not while too few others are healthy", {}, { currentHealthy: 0 }, 429],
  ["not while the budget requires no healthy Pods", {}, { desiredHealthy: 0 }, 429],
  [
    "always if the budget has the policy AlwaysAllow",
    { unhealthyPodEvictionPolicy: "AlwaysAllow" },
    { currentHealthy: 0 },
    201,
  ],
  [
    "not with the policy IfHealthyBudget while too few others are healthy",
    { unhealthyPodEvictionPolicy: "IfHealthyBudget" },
    { currentHealthy: 0 },
    429,
  ],
])("an eviction of a Pod that is not ready uses no budget: %s", async (_, spec, status, code) => {
  await using server = await startTestServer();
  await createRunningPod(server, "web", { isReady: false });
  await createBudget(server, "front", { spec, status: { disruptionsAllowed: 0, ...status } });
  const answer = await evict(server, "web");
  expect(answer.status, answer.text).toBe(code);
  expect((await getObject(server.client, `${budgets}/front`)).status.disruptionsAllowed).toBe(0);
  const { metadata } = await getObject(server.client, `${pods}/web`);
  expect(metadata.deletionTimestamp !== undefined).toBe(code === 201);
});

test.each([
  ["the query", {}, "?dryRun=All"],
  ["the body", { deleteOptions: { dryRun: ["All"] } }, ""],
  ["the query and the body", { deleteOptions: { dryRun: ["All"] } }, "?dryRun=All"],
])("an eviction in a dry run, requested with %s, changes nothing", async (_, rest, query) => {
  await using server = await startTestServer();
  const { client } = server;
  await createRunningPod(server, "web");
  await createBudget(server, "front");
  const before = [await getObject(client, `${pods}/web`), await getObject(client, `${budgets}/front`)];
  const answer = await evict(server, "web", rest, query);
  expect([answer.status, answer.json]).toEqual([201, successStatus]);
  expect([await getObject(client, `${pods}/web`), await getObject(client, `${budgets}/front`)]).toEqual(before);
  await patch(client, `${budgets}/front/status`, "merge", { status: { disruptionsAllowed: 0 } });
  expectRefused(await evict(server, "web", rest, query), "front needs 1 healthy pods and has 2 currently");
});

test("an eviction of a missing Pod, of another Pod or in a wrong namespace is rejected", async () => {
  await using server = await startTestServer();
  const { client } = server;
  expectFailure(await evict(server, "web"), {
    code: 404,
    reason: "NotFound",
    message: 'pods "web" not found',
    details: { name: "web", kind: "pods" },
  });
  expectBadRequest(
    await client.request(`${pods}/web/eviction`, { body: eviction("other") }),
    "name in URL does not match name in Eviction object",
  );
  expect((await client.request("/api/v1/namespaces/none/pods/web/eviction", { body: eviction("web") })).status).toBe(
    404,
  );
  expect((await client.request(`${pods}/web/eviction`)).status).toBe(405);
});
