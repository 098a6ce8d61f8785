/** Bindings, with which a scheduler assigns Pods to nodes. */
import { expect, test } from "vitest";
import { expectBadRequest, expectFailure } from "../support/expect-status.ts";
import { createPod, pods } from "../support/pods.ts";
import { startTestServer } from "../support/test-server.ts";
import { deleteObject, getObject, patch } from "../support/writes.ts";

const bindings = "/api/v1/namespaces/default/bindings";
const binding = (name: string, metadata: object = {}): object => ({
  kind: "Binding",
  apiVersion: "v1",
  metadata: { name, ...metadata },
  target: { kind: "Node", name: "node-1" },
});
const successStatus = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };

test("a binding sets the Pod's node, its annotations and the condition PodScheduled", async () => {
  await using running = await startTestServer();
  const { client, clock } = running;
  const made = await createPod(client, "web", { annotations: { kept: "yes", both: "pod" } });
  await clock.advance(60_000);
  const annotations = { both: "binding", added: "yes" };
  const answer = await client.request(`${pods}/web/binding`, { body: binding("web", { annotations }) });
  expect([answer.status, answer.json]).toEqual([201, successStatus]);
  const bound = await getObject(client, `${pods}/web`);
  expect(bound).toEqual({
    ...made,
    metadata: {
      ...made.metadata,
      resourceVersion: bound.metadata.resourceVersion,
      annotations: { kept: "yes", both: "binding", added: "yes" },
    },
    spec: { ...made.spec, nodeName: "node-1" },
    status: {
      ...made.status,
      conditions: [
        {
          type: "PodScheduled",
          status: "True",
          lastProbeTime: null,
          lastTransitionTime: new Date(clock.nowMs()).toISOString().replace(/\.\d+Z$/, "Z"),
        },
      ],
    },
  });
  expect(bound.metadata.resourceVersion).not.toBe(made.metadata.resourceVersion);
});

test("no other write than a binding can set the node of a Pod", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createPod(client, "web");
  const body = { ...binding("web", { annotations: { "../a": "b" } }), target: { kind: "Node", name: "Bad_Node" } };
  const answer = await client.request(`${pods}/web/binding`, { body });
  expect([answer.status, answer.json]).toEqual([201, successStatus]);
  const { metadata, spec } = await getObject(client, `${pods}/web`);
  expect([metadata.annotations, spec.nodeName]).toEqual([{ "../a": "b" }, "Bad_Node"]);
  const refused = await patch(client, `${pods}/web`, "merge", { metadata: { labels: { a: "b" } } });
  expect(refused.status).toBe(422);
  const fields = refused.json.details.causes.map(({ field }: { readonly field: string }) => field);
  expect(new Set(fields)).toEqual(new Set(["metadata.annotations", "spec.nodeName"]));
});

test("a binding causes one watch event", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const { metadata } = await createPod(client, "web");
  const watch = await client.watch(`${pods}?watch=true&resourceVersion=${metadata.resourceVersion}`);
  await client.request(`${pods}/web/binding`, { body: binding("web") });
  await createPod(client, "next");
  const events = await watch.take(2);
  expect(events.map(({ type, object }) => [type, object.metadata.name, object.spec.nodeName])).toEqual([
    ["MODIFIED", "web", "node-1"],
    ["ADDED", "next", undefined],
  ]);
});

test("a Binding that is posted to the collection must name the Pod with a valid path segment", async () => {
  await using running = await startTestServer();
  for (const [name, why] of [
    ["a/b", "may not contain '/'"],
    ["..", "may not be '..'"],
  ] as const) {
    const answer = await running.client.request(bindings, { body: binding(name) });
    expectBadRequest(answer, `Name parameter invalid: "${name}": ${why}`);
  }
});

test("a Binding can be posted to the collection", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const { metadata } = await createPod(client, "web");
  // A POST to a collection creates an object, so the sent uid is ignored.
  const answer = await client.request(bindings, { body: binding("web", { uid: "ignored" }) });
  expect([answer.status, answer.json]).toEqual([201, successStatus]);
  const bound = await getObject(client, `${pods}/web`);
  expect([bound.spec.nodeName, bound.metadata.uid]).toEqual(["node-1", metadata.uid]);
  expect((await client.request(bindings)).status).toBe(405);
});

test("a binding in a dry run is checked, but the Pod is not bound", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const made = await createPod(client, "web");
  const dry = await client.request(`${pods}/web/binding?dryRun=All`, { body: binding("web") });
  expect([dry.status, dry.json]).toEqual([201, successStatus]);
  expect(await getObject(client, `${pods}/web`)).toEqual(made);
  expect((await client.request(`${pods}/none/binding?dryRun=All`, { body: binding("none") })).status).toBe(404);
});

test("a second binding of a Pod is rejected", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const conflict = (name: string, why: string): Parameters<typeof expectFailure>[1] => ({
    code: 409,
    reason: "Conflict",
    message: `Operation cannot be fulfilled on pods/binding "${name}": ${why}`,
    details: { name, kind: "pods/binding" },
  });
  await createPod(client, "web", { spec: { nodeName: "node-2" } });
  expectFailure(
    await client.request(`${pods}/web/binding`, { body: binding("web") }),
    conflict("web", 'pod web is already assigned to node "node-2"'),
  );
  expect((await getObject(client, `${pods}/web`)).spec.nodeName).toBe("node-2");

  await createPod(client, "gated", { spec: { schedulingGates: [{ name: "quota" }] } });
  expectFailure(
    await client.request(`${pods}/gated/binding`, { body: binding("gated") }),
    conflict("gated", "pod gated has non-empty .spec.schedulingGates"),
  );

  await createPod(client, "going");
  await client.request(`${pods}/going`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: { metadata: { finalizers: ["example.com/wait"] } },
  });
  await deleteObject(client, `${pods}/going`);
  expectFailure(
    await client.request(`${pods}/going/binding`, { body: binding("going") }),
    conflict("going", "pod going is being deleted, cannot be assigned to a host"),
  );
});

test("one of several concurrent bindings of a Pod succeeds", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createPod(client, "web");
  const answers = await Promise.all(
    ["node-1", "node-2", "node-3", "node-4"].map((name) =>
      client.request(`${pods}/web/binding`, { body: { metadata: { name: "web" }, target: { name } } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 409]));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const winner = answers.findIndex(({ status }) => status === 201);
  expect((await getObject(client, `${pods}/web`)).spec.nodeName).toBe(`node-${winner + 1}`);
});

test("a binding can require the Pod's uid and resourceVersion", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const { metadata } = await createPod(client, "web");
  const path = `${pods}/web/binding`;
  const refused = (why: string): Parameters<typeof expectFailure>[1] => ({
    code: 409,
    reason: "Conflict",
    message: `Operation cannot be fulfilled on pods "web": StorageError: invalid object, Code: 4, Key: /registry/pods/default/web, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${why}`,
    details: { name: "web", kind: "pods" },
  });
  expectFailure(
    await client.request(path, { body: binding("web", { uid: "other" }) }),
    refused(`UID in precondition: other, UID in object meta: ${metadata.uid}`),
  );
  expectFailure(
    await client.request(path, { body: binding("web", { resourceVersion: "1" }) }),
    refused(`ResourceVersion in precondition: 1, ResourceVersion in object meta: ${metadata.resourceVersion}`),
  );
  const { uid, resourceVersion } = metadata;
  expect((await client.request(path, { body: binding("web", { uid, resourceVersion }) })).status).toBe(201);
});

test("an invalid binding is rejected", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createPod(client, "web");
  const path = `${pods}/web/binding`;
  expectBadRequest(
    await client.request(path, { body: binding("other") }),
    "name in URL does not match name in Binding object",
  );
  expectBadRequest(
    await client.request(path, { body: { kind: "Pod", apiVersion: "v1", metadata: { name: "web" } } }),
    expect.stringContaining("cannot be handled as a Binding"),
  );
  const badTarget = { metadata: { name: "web" }, target: { kind: "Rack" } };
  const answer = await client.request(path, { body: badTarget });
  // The reference does not classify this error either, so it responds with 500.
  expect([answer.status, answer.json]).toEqual([
    500,
    {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message:
        '[target.kind: Unsupported value: "Rack": supported values: "Node", "<empty>", target.name: Required value]',
      code: 500,
    },
  ]);
  expectFailure(await client.request(`${pods}/none/binding`, { body: binding("none") }), {
    code: 404,
    reason: "NotFound",
    message: 'pods "none" not found',
    details: { name: "none", kind: "pods" },
  });
  expect((await getObject(client, `${pods}/web`)).spec.nodeName).toBeUndefined();
  for (const method of ["GET", "PUT", "DELETE"]) {
    expect((await client.request(path, { method })).status, method).toBe(405);
  }
});
