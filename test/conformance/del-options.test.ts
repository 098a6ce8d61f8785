import { describe, expect, test } from "vitest";
import { mapsPath } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { createObject, deleteObject, getObject, isGone } from "../support/writes.ts";

const path = `${mapsPath}/a`;
const pods = "/api/v1/namespaces/default/pods";
const options = { kind: "DeleteOptions", apiVersion: "v1" };

const boundPod = { metadata: { name: "p" }, spec: { nodeName: "node", containers: [{ name: "c", image: "image" }] } };

function expectConflict(answer: WireResponse, why: string): void {
  expect(answer.status).toBe(409);
  expect(answer.json).toMatchObject({ reason: "Conflict", message: why });
}

describe("[DEL-07] the options in the body of a deletion", () => {
  test("a deletion with dryRun in its body returns the result and stores nothing", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, { metadata: { name: "a" } });
    await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=${made.metadata.resourceVersion}`);
    const dry = await deleteObject(client, path, { ...options, dryRun: ["All"] });
    expect(dry.status).toBe(200);
    expect(dry.json).toMatchObject({ kind: "Status", status: "Success", details: { uid: made.metadata.uid } });
    expect(await getObject(client, path)).toEqual(made);

    const marked = await deleteObject(client, path, { ...options, dryRun: ["All"], propagationPolicy: "Orphan" });
    expect(marked.json.metadata).toMatchObject({
      finalizers: ["orphan"],
      deletionTimestamp: "2025-01-01T00:00:00Z",
      resourceVersion: made.metadata.resourceVersion,
    });
    expect(await getObject(client, path)).toEqual(made);
    expect((await deleteObject(client, `${path}?dryRun=All`)).json.status).toBe("Success");

    await deleteObject(client, path);
    expect((await events.next())?.type).toBe("DELETED");
    expect((await deleteObject(client, path, { ...options, dryRun: ["All"] })).status).toBe(404);
  });

  test("a deletion with dryRun in its body does not mark a Pod for deletion", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, pods, boundPod);
    for (const gracePeriodSeconds of [0, 30]) {
      const dry = await deleteObject(client, `${pods}/p`, { ...options, dryRun: ["All"], gracePeriodSeconds });
      expect(dry.status).toBe(200);
      expect(dry.json.metadata.deletionGracePeriodSeconds).toBe(gracePeriodSeconds);
      expect(await getObject(client, `${pods}/p`)).toEqual(made);
    }
  });

  test("a deletion with gracePeriodSeconds in its body gives a Pod that grace period", async () => {
    await using running = await startTestServer();
    await createObject(running.client, pods, boundPod);
    const { json } = await deleteObject(running.client, `${pods}/p`, { ...options, gracePeriodSeconds: 90 });
    expect(json.metadata).toMatchObject({
      deletionTimestamp: "2025-01-01T00:01:30Z",
      deletionGracePeriodSeconds: 90,
    });
    expect((await getObject(running.client, `${pods}/p`)).metadata).toEqual(json.metadata);
  });

  test.each([
    ["true leaves the finalizer of orphans", true, 200, ["orphan"]],
    ["false removes", false, 200, undefined],
  ])("a deletion with orphanDependents %s", async (_title, orphanDependents, status, left) => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, { metadata: { name: "a" } });
    expect((await deleteObject(running.client, path, { ...options, orphanDependents })).status).toBe(status);
    const after = await running.client.request(path);
    expect(after.status).toBe(left ? 200 : 404);
    if (left) expect(after.json.metadata.finalizers).toEqual(left);
  });

  test("a deletion with orphanDependents: false is accepted for an object with a finalizer, which stays", async () => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, { metadata: { name: "a", finalizers: ["example.com/wait"] } });
    const accepted = await deleteObject(running.client, path, { ...options, orphanDependents: false });
    expect(accepted.status).toBe(202);
    expect(accepted.json.metadata.deletionTimestamp).toBe("2025-01-01T00:00:00Z");
    expect((await getObject(running.client, path)).metadata.finalizers).toEqual(["example.com/wait"]);
  });

  test("a deletion of a Namespace with orphanDependents: false deletes its dependents first", async () => {
    await using running = await startTestServer();
    await createObject(running.client, "/api/v1/namespaces", { metadata: { name: "x" } });
    const { json } = await deleteObject(running.client, "/api/v1/namespaces/x", {
      ...options,
      orphanDependents: false,
    });
    expect(json.metadata.finalizers).toEqual(["foregroundDeletion"]);
  });

  test("a deletion with propagationPolicy in its body sets the finalizer of the policy", async () => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, { metadata: { name: "a" } });
    await deleteObject(running.client, path, { ...options, propagationPolicy: "Foreground" });
    expect((await getObject(running.client, path)).metadata.finalizers).toEqual(["foregroundDeletion"]);
  });

  test("a deletion with preconditions is rejected if uid or resourceVersion differ", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, { metadata: { name: "a" } });
    const { uid, resourceVersion } = made.metadata;
    const given = (preconditions: object): Promise<WireResponse> =>
      deleteObject(client, path, { ...options, preconditions });
    const wrongUid = await given({ uid: "another" });
    expectConflict(
      wrongUid,
      `Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (another) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    );
    expect(wrongUid.json.details).toEqual({ name: "a", kind: "ConfigMap" });
    expectConflict(
      await given({ resourceVersion: "1" }),
      `Operation cannot be fulfilled on ConfigMap "a": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    );
    expect((await given({ uid, resourceVersion: "1" })).status).toBe(409);
    expect((await given({ uid: "another", resourceVersion })).status).toBe(409);
    expect(await getObject(client, path)).toEqual(made);
    expect((await given({ uid, resourceVersion })).status).toBe(200);
    expect(await isGone(client, path)).toBe(true);
  });

  test("a deletion of a marked object checks preconditions, whose resourceVersion changed with the mark", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const body = { metadata: { name: "a", finalizers: ["example.com/wait"] } };
    const { resourceVersion } = (await createObject(client, mapsPath, body)).metadata;
    const given = { ...options, preconditions: { resourceVersion } };
    expect((await deleteObject(client, path, given)).status).toBe(200);
    expect((await deleteObject(client, path, given)).status).toBe(409);
  });

  test("a deletion of a Namespace reports failed preconditions with a separate message", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const { metadata } = await createObject(client, "/api/v1/namespaces", { metadata: { name: "shop" } });
    const refused = await deleteObject(client, "/api/v1/namespaces/shop", { preconditions: { uid: "another" } });
    expectConflict(
      refused,
      `Operation cannot be fulfilled on namespaces "shop": Precondition failed: UID in precondition: another, UID in object meta: ${metadata.uid}`,
    );
    expect(await getObject(client, "/api/v1/namespaces/shop")).toMatchObject({ status: { phase: "Active" } });
  });
});

describe("rejected options of a deletion", () => {
  const invalid = (detail: string): string => `DeleteOptions.meta.orch.io "" is invalid: ${detail}`;
  test.each<[string, unknown, number, string]>([
    [
      "orphanDependents and propagationPolicy together",
      { orphanDependents: false, propagationPolicy: "Background" },
      422,
      invalid(
        'propagationPolicy: Invalid value: "Background": orphanDependents and deletionPropagation cannot be both set',
      ),
    ],
    [
      "an unknown propagation policy",
      { propagationPolicy: "background" },
      422,
      invalid(
        'propagationPolicy: Unsupported value: "background": supported values: "Foreground", "Background", "Orphan", "nil"',
      ),
    ],
    [
      "an unknown value beside All in dryRun",
      { dryRun: ["All", "Some"] },
      422,
      invalid('dryRun: Unsupported value: []string{"All", "Some"}: supported values: "All"'),
    ],
    [
      "text as gracePeriodSeconds",
      { gracePeriodSeconds: "5" },
      400,
      "json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64",
    ],
    ["a body of another kind", { kind: "Pod", apiVersion: "v1" }, 400, 'no kind "Pod" is registered for version "v1"'],
    [
      "a list as body",
      "[]",
      400,
      `couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    ],
    ["a malformed body", "{", 400, "couldn't get version/kind; json parse error: unexpected end of JSON input"],
  ])("a deletion with %s is rejected", async (_title, body, status, message) => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, { metadata: { name: "a" } });
    const refused = await running.client.request(path, { method: "DELETE", body });
    expect(refused.status).toBe(status);
    expect(refused.json).toMatchObject({ reason: status === 422 ? "Invalid" : "BadRequest", message });
    expect(await getObject(running.client, path)).toEqual(made);
  });

  test("a deletion with a body of an unsupported media type is rejected", async () => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, { metadata: { name: "a" } });
    const headers = { "content-type": "text/plain" };
    const refused = await running.client.request(path, { method: "DELETE", headers, body: "{}" });
    expect(refused.status).toBe(415);
    expect(await getObject(running.client, path)).toEqual(made);
  });
});

test("a deletion without a body takes its options from the query, and ignores the query if it has a body", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, mapsPath, { metadata: { name: "a" } });
  await deleteObject(client, `${path}?propagationPolicy=Orphan`);
  expect((await getObject(client, path)).metadata.finalizers).toEqual(["orphan"]);
  expect((await deleteObject(client, `${path}?propagationPolicy=Perhaps`)).status).toBe(422);
  await deleteObject(client, `${path}?propagationPolicy=Orphan`, { ...options, propagationPolicy: "Background" });
  expect(await isGone(client, path)).toBe(true);
});

test("a deletion accepts options in YAML and ignores unknown ones", async () => {
  await using running = await startTestServer();
  await createObject(running.client, mapsPath, { metadata: { name: "a" } });
  const headers = { "content-type": "application/yaml" };
  const body = "kind: DeleteOptions\napiVersion: v1\npropagationPolicy: Foreground\nspecial: true\n";
  expect((await running.client.request(path, { method: "DELETE", headers, body })).status).toBe(200);
  expect((await getObject(running.client, path)).metadata.finalizers).toEqual(["foregroundDeletion"]);
});

describe("[DEL-14] ignoreStoreReadErrorWithClusterBreakingPotential and other options", () => {
  const unsafe = { ...options, ignoreStoreReadErrorWithClusterBreakingPotential: true };
  test.each([
    ["dryRun", ["All"]],
    ["gracePeriodSeconds", 0],
    ["orphanDependents", false],
    ["preconditions", { uid: "5c1de4b2-0f43-4f8c-9d3e-6a9f1b2c3d4e" }],
    ["propagationPolicy", "Background"],
  ])("a deletion with the unsafe option and %s is rejected", async (name, value) => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, { metadata: { name: "a" } });
    const refused = await deleteObject(running.client, path, { ...unsafe, [name]: value });
    expect(refused.status).toBe(400);
    const unsafeOption = "ignoreStoreReadErrorWithClusterBreakingPotential";
    expect(refused.json).toMatchObject({
      kind: "Status",
      status: "Failure",
      reason: "Invalid",
      code: 400,
      message: `DeleteOptions.meta.orch.io "" is invalid: ${unsafeOption}: Invalid value: true: cannot be set together with .${name}`,
      details: {
        causes: [
          {
            reason: "FieldValueInvalid",
            message: `Invalid value: true: cannot be set together with .${name}`,
            field: unsafeOption,
          },
        ],
      },
    });
    expect(await getObject(running.client, path)).toEqual(made);
  });

  test("a deletion that combines the unsafe option with all others reports each of them, also in a query", async () => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, { metadata: { name: "a" } });
    const query = "ignoreStoreReadErrorWithClusterBreakingPotential=true&gracePeriodSeconds=0&dryRun=All";
    const refused = await deleteObject(running.client, `${path}?${query}`);
    expect(refused.status).toBe(400);
    expect(refused.json.details.causes).toHaveLength(2);
    expect(await getObject(running.client, path)).toEqual(made);
  });

  test("a deletion with the unsafe option set to false accepts other options", async () => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, { metadata: { name: "a" } });
    const safe = { ...unsafe, ignoreStoreReadErrorWithClusterBreakingPotential: false, gracePeriodSeconds: 0 };
    expect((await deleteObject(running.client, path, safe)).status).toBe(200);
    expect(await isGone(running.client, path)).toBe(true);
  });
});
