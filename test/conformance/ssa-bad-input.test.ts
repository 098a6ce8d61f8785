import { describe, expect, test } from "vitest";
import { apply, applyEntry, applyObject, conflictCauses, updateEntry } from "../support/apply.ts";
import { mapsPath } from "../support/config-maps.ts";
import { expectBadRequest, expectFailure } from "../support/expect-status.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject, getObject, isGone, patch } from "../support/writes.ts";

const path = `${mapsPath}/a`;
const target = "/apis/apps/v1/namespaces/default/deployments/d";

function map(fields: object, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", ...metadata }, ...fields };
}

function deploymentWithPodSpec(spec: object): object {
  return { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, spec: { template: { spec } } };
}

const typedPatchMessage = "failed to create typed patch object";

describe("apply bodies that are not an object", () => {
  test.each([
    ["a list", "- a\n- b\n", "json: cannot unmarshal array into Go value of type map[string]interface {}"],
    ["a text", "just words", "json: cannot unmarshal string into Go value of type map[string]interface {}"],
    ["a number", "17", "json: cannot unmarshal number into Go value of type map[string]interface {}"],
    ["a list in JSON", "[]", "json: cannot unmarshal array into Go value of type map[string]interface {}"],
  ])("an apply of %s is rejected", async (_, body, why) => {
    await using running = await startTestServer();
    const refused = await apply(running.client, path, "m", body);
    expectBadRequest(refused, `error decoding YAML: error unmarshaling JSON: while decoding JSON: ${why}`);
    expect(await isGone(running.client, path)).toBe(true);
  });

  test.each([
    ["an unterminated key", "a: 1\nb\n", "yaml: line 3: could not find expected ':'"],
    ["an unterminated list", "a: [1\n", "yaml: line 1: did not find expected ',' or ']'"],
    ["a tab", "a:\n\tb: 1\n", "yaml: line 2: found character that cannot start any token"],
    ["truncated JSON", '{"apiVersion":"v1"', "yaml: line 1: did not find expected ',' or '}'"],
    ["bytes that are not UTF-8", Buffer.from([0x61, 0x3a, 0xff]), "yaml: invalid UTF-8 octet sequence"],
  ])("an apply of a body with %s is rejected", async (_, body, why) => {
    await using running = await startTestServer();
    const refused = await apply(running.client, path, "m", body);
    expectBadRequest(refused, `error decoding YAML: error converting YAML to JSON: ${why}`);
  });

  test.each([
    ["an empty body", ""],
    ["null", "null"],
    ["a comment", "# nothing\n"],
    ["an empty object", "{}"],
  ])("an apply of %s is rejected because it has no type", async (_, body) => {
    await using running = await startTestServer();
    expectBadRequest(await apply(running.client, path, "m", body), "invalid object type: /, Kind=");
  });

  test("an apply of several documents is rejected", async () => {
    await using running = await startTestServer();
    const one = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";
    expectBadRequest(
      await apply(running.client, path, "m", `${one}---\n${one}`),
      "error decoding YAML: error converting YAML to JSON: yaml: line 6: only one document is taken here",
    );
    expect(await isGone(running.client, path)).toBe(true);
    expect((await apply(running.client, path, "m", `---\n${one}---\n`)).status).toBe(201);
  });

  test("an apply with YAML aliases is accepted, but excessive aliasing is rejected", async () => {
    await using running = await startTestServer();
    const body = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: &name a\ndata:\n  x: *name\n";
    expect((await apply(running.client, path, "m", body)).json).toMatchObject({ kind: "ConfigMap", data: { x: "a" } });
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ...["b", "c", "d", "e", "f", "g", "h", "i"].map(
        (one, index) => `${one}: &${one} [${`*${"abcdefgh"[index]},`.repeat(9)}]`,
      ),
    ];
    expectBadRequest(
      await apply(running.client, path, "m", bomb.join("\n")),
      "error decoding YAML: error converting YAML to JSON: yaml: document contains excessive aliasing",
    );
  });
});

describe("an apply of another object than that of the path", () => {
  test("an apply with another name or namespace than the path is rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    expectBadRequest(
      await apply(client, path, "m", map({}, { name: "b" })),
      "the name of the object (b) does not match the name on the URL (a)",
    );
    expectBadRequest(
      await apply(client, path, "m", map({}, { namespace: "orch-system" })),
      "the namespace of the provided object does not match the namespace sent on the request",
    );
    await createObject(client, mapsPath, { metadata: { name: "a" } });
    expectBadRequest(
      await apply(client, path, "m", map({}, { name: "b" })),
      "the name of the object (b) does not match the name on the URL (a)",
    );
  });

  test("an apply with a malformed resourceVersion conflicts, even if the object does not exist", async () => {
    await using running = await startTestServer();
    const body = map({ data: { x: "1" } }, { resourceVersion: "x" });
    expectFailure(await apply(running.client, path, "m", body), {
      code: 409,
      reason: "Conflict",
      message: expect.stringContaining("the object has been modified"),
      details: { name: "a", kind: "configmaps" },
    });
    expect(await isGone(running.client, path)).toBe(true);
    expect((await apply(running.client, path, "m", map({}, { resourceVersion: "7" }))).status).toBe(201);
  });

  test("an apply with another resourceVersion conflicts", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await applyObject(client, path, "m", map({ data: { x: "1" } }));
    const changed = await patch(client, path, "merge", { data: { y: "1" } });
    const { resourceVersion } = made.metadata;
    expectFailure(await apply(client, path, "m", map({ data: { x: "2" } }, { resourceVersion })), {
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
      details: { name: "a", kind: "configmaps" },
    });
    expect(await getObject(client, path)).toEqual(changed.json);
    const current = changed.json.metadata.resourceVersion;
    expect((await apply(client, path, "m", map({ data: { x: "2" } }, { resourceVersion: current }))).status).toBe(200);
  });

  test("an apply with another uid conflicts, even if the object does not exist", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const uid = "8c6bd1f5-0f5c-4d6c-8d59-0f4a0c1f6f00";
    expectFailure(await apply(client, path, "m", map({}, { uid })), {
      code: 409,
      reason: "Conflict",
      message: `Operation cannot be fulfilled on configmaps "a": uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
      details: { name: "a", kind: "configmaps" },
    });
    expect(await isGone(client, path)).toBe(true);
    await createObject(client, mapsPath, { metadata: { name: "a" } });
    const refused = await apply(client, path, "m", map({}, { uid }), { force: true });
    expect([refused.status, refused.json.reason]).toEqual([422, "Invalid"]);
  });
});

describe("an apply of an object that does not match its type", () => {
  test.each([
    ["a list instead of a map", map({ data: ["x"] }), ".data: expected map, got &{[x]}"],
    ["text instead of a map", map({ data: "x" }), ".data: expected map, got &{x}"],
    [
      "a number instead of text",
      map({ data: { x: 1 } }),
      ".data.x: expected string, got &value.valueUnstructured{Value:1}",
    ],
    ["a map instead of a list", map({}, { finalizers: {} }), ".metadata.finalizers: expected list, got &{map[]}"],
    ["text instead of a boolean", map({ immutable: "yes" }), ".immutable: expected boolean, got &{yes}"],
    ["an unknown field", map({ spec: {} }), ".spec: field not declared in schema"],
    [
      "several errors",
      map({ data: { x: true }, spec: 1 }),
      "errors:\n  .data.x: expected string, got &value.valueUnstructured{Value:true}\n  .spec: field not declared in schema",
    ],
  ])("an apply of an object with %s is rejected", async (_, body, why) => {
    await using running = await startTestServer();
    const refused = await apply(running.client, path, "m", body, { force: true });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      `${typedPatchMessage} (/a; /v1, Kind=ConfigMap): ${why}`,
    ]);
    expect(await isGone(running.client, path)).toBe(true);
  });

  test.each([
    [
      "with an item that is not a map",
      ["web"],
      ".spec.template.spec.containers: element 0: associative list with keys may not have non-map elements",
    ],
    [
      "with a null item",
      [null],
      ".spec.template.spec.containers: element 0: associative list with keys may not have a null element",
    ],
    [
      "with two items of the same key",
      [
        { name: "web", image: "a" },
        { name: "web", image: "b" },
      ],
      '.spec.template.spec.containers: duplicate entries for key [name="web"]',
    ],
  ])("an apply of a list of containers %s is rejected", async (_, containers, why) => {
    await using running = await startTestServer();
    const refused = await apply(running.client, target, "m", deploymentWithPodSpec({ containers }));
    expect([refused.status, refused.json.message]).toEqual([
      400,
      `${typedPatchMessage} (/d; apps/v1, Kind=Deployment): ${why}`,
    ]);
  });

  test("an apply of a list item without its key is rejected by the validation of its kind", async () => {
    await using running = await startTestServer();
    const rejected = await apply(running.client, target, "m", deploymentWithPodSpec({ containers: [{ image: "i" }] }));
    expect([rejected.status, rejected.json.message]).toEqual([
      422,
      'Deployment.apps "d" is invalid: [spec.selector: Required value, spec.template.metadata.labels: Invalid value: map[string]string(nil): `selector` does not match template `labels`, spec.template.spec.containers[0].name: Required value]',
    ]);
  });

  test("an apply of a well-typed but invalid object is rejected by the validation of its kind", async () => {
    await using running = await startTestServer();
    const refused = await apply(running.client, path, "m", map({ data: { "not a key": "1" } }));
    expect([refused.status, refused.json.reason, refused.json.details.causes[0].field]).toEqual([
      422,
      "Invalid",
      "data[not a key]",
    ]);
  });

  test("a patch that replaces a map with a list is rejected and changes nothing", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await applyObject(client, path, "m", map({ data: { x: "1" } }));
    for (const [type, body] of [
      ["merge", { data: ["x"] }],
      ["json", [{ op: "replace", path: "/data", value: ["x"] }]],
    ] as const) {
      const refused = await patch(client, path, type, body);
      expect([refused.status, refused.json.reason]).toEqual([422, "Invalid"]);
    }
    expect(await getObject(client, path)).toEqual(made);
  });
});

describe("very large applies and managed fields", () => {
  test("an apply with 40,000 unknown fields gets a short error", async () => {
    await using running = await startTestServer();
    const fields = Object.fromEntries(
      Array.from({ length: 40_000 }, (_, index) => [`field-${index}-${"x".repeat(16)}`, 1]),
    );
    const body = JSON.stringify(map(fields));
    expect(body.length).toBeGreaterThan(1_000_000);
    const refused = await apply(running.client, path, "m", body);
    expect(refused.status).toBe(400);
    expect(refused.bytes.length).toBeLessThan(100_000);
  });

  test("an object can have 10,000 managers that apply, and conflicts list all of them", {
    timeout: 60_000,
  }, async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, { metadata: { name: "a" }, data: { x: "1", y: "1" } });
    const owns = { "f:data": { "f:x": {} } };
    const managedFields = Array.from({ length: 10_000 }, (_, index) => applyEntry(`m${index}`, owns));
    const many = await patch(client, path, "merge", { metadata: { managedFields } });
    expect(many.status).toBe(200);
    expect(many.json.metadata.managedFields).toHaveLength(10_000);
    const refused = await apply(client, path, "last", map({ data: { x: "2" } }));
    expect([refused.status, refused.json.details.causes.length]).toEqual([409, 10_000]);
    const taken = await applyObject(client, path, "last", map({ data: { x: "2" } }), { force: true });
    expect(taken.metadata.managedFields).toEqual([applyEntry("last", owns)]);
  });

  test("10,000 managers that update are merged into ten entries", { timeout: 60_000 }, async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, { metadata: { name: "a" }, data: { x: "1", y: "1" } });
    const owns = { "f:data": { "f:x": {} } };
    const managedFields = Array.from({ length: 10_000 }, (_, index) => updateEntry(`m${index}`, owns));
    const many = await patch(client, path, "merge", { metadata: { managedFields } });
    expect(many.status).toBe(200);
    const left = many.json.metadata.managedFields;
    expect(left).toHaveLength(10);
    expect(left[0]).toEqual(updateEntry("ancient-changes", owns));
  });

  test("an apply with 1,000 conflicts gets one cause per field", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const keys = Array.from({ length: 1000 }, (_, index) => `k${String(index).padStart(4, "0")}`);
    const data = (value: string): object => ({ data: Object.fromEntries(keys.map((key) => [key, value])) });
    await applyObject(client, path, "one", map(data("1")));
    const refused = await apply(client, path, "two", map(data("2")));
    expect(refused.status).toBe(409);
    expect(refused.json.details.causes).toEqual(conflictCauses('"one"', ...keys.map((key) => `.data.${key}`)));
  });
});

describe("an object with a list item that lacks its key", () => {
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  const account = (fields: object): object => ({
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "a" },
    ...fields,
  });
  const why = '.secrets: element 0: associative list with keys has an element that omits key field "name"';

  test("an update that adds an item without its key drops all managed fields, and the next apply fails", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, accounts, account({ secrets: [{ name: "x" }] }));
    expect(made.metadata.managedFields).toHaveLength(1);
    const keyless = await patch(client, `${accounts}/a`, "merge", { secrets: [{ kind: "x" }] });
    expect(keyless.json.metadata).not.toHaveProperty("managedFields");
    const refused = await apply(client, `${accounts}/a`, "m", account({ secrets: [{ name: "x" }] }));
    expect(refused.status).toBe(500);
    expect(refused.json.message).toBe(
      `failed to create manager for existing fields: failed to convert new object (default/a; /v1, Kind=ServiceAccount) to smd typed: ${why} (and doesn't have default value)`,
    );
  });
});

test("the error of an apply whose result cannot be decoded names the object without the namespace of the path", async () => {
  await using running = await startTestServer();
  const secrets = "/api/v1/namespaces/default/secrets";
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "a" }, data: { a: "?" } };
  expectBadRequest(
    await apply(running.client, `${secrets}/a`, "m", secret),
    "failed to convert new object (/a; /v1, Kind=Secret) to proper version: unable to convert unstructured object to /v1, " +
      "Kind=Secret: error decoding from json: illegal base64 data at input byte 0",
  );
});

test("an apply of a wrong type is rejected if another manager wrote in another version", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const path = (version: string): string => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
  const spec = { scaleTargetRef: { kind: "Deployment", name: "d" }, maxReplicas: 3 };
  await createObject(client, path("v1"), { metadata: { name: "a" }, spec });
  const type = "autoscaling/v2, Kind=HorizontalPodAutoscaler";
  const applied = { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", metadata: { name: "a" } };
  expectBadRequest(
    await apply(client, `${path("v2")}/a`, "m", { ...applied, spec: { maxReplicas: 1.5 } }),
    `failed to convert new object: unable to convert unstructured object to ${type}: cannot convert float64 to int32`,
  );
});

test("the error of the next apply names a stored item with an empty key", async () => {
  await using running = await startTestServer();
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  const account = (...names: readonly string[]): object => ({
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "a" },
    secrets: names.map((name) => ({ name })),
  });
  expect((await apply(running.client, `${accounts}/a`, "m", account("x", ""))).status).toBe(201);
  const refused = await apply(running.client, `${accounts}/a`, "m", account("x"));
  expect(refused.json.message).toBe(
    "failed to create typed live object (default/a; /v1, Kind=ServiceAccount): .secrets: element 1: associative list with " +
      'keys has an element that omits key field "name" (and doesn\'t have default value)',
  );
});

describe("managedFields in an applied object", () => {
  const forced = `${path}?fieldManager=m&force=true`;
  const named = `${typedPatchMessage} (/a; /v1, Kind=ConfigMap)`;
  const unread =
    "failed to convert new object (/a; /v1, Kind=ConfigMap) to proper version: unable to convert unstructured";

  test("an apply ignores managedFields if an item is null", async () => {
    await using running = await startTestServer();
    const answer = await apply(running.client, path, "m", map({ data: { a: "y" } }, { managedFields: [null] }));
    expect(answer.status).toBe(201);
    const { metadata } = await getObject(running.client, path);
    expect(metadata.managedFields).toEqual([applyEntry("m", { "f:data": { "f:a": {} } })]);
  });

  test.each<[unknown[], string]>([
    [
      [{ manager: 1 }],
      `${named}: .metadata.managedFields[0].manager: expected string, got &value.valueUnstructured{Value:1}`,
    ],
    [[{ manager: "x" }, { operation: false }], `${named}: .metadata.managedFields[1].operation: expected string`],
    [[1], `${named}: .metadata.managedFields[0]: expected map, got &{1}`],
    [[{ time: "x" }], `${unread} object to /v1, Kind=ConfigMap: parsing time "x"`],
    [
      [{ time: 1 }],
      `${unread} object to /v1, Kind=ConfigMap: json: cannot unmarshal number into Go value of type string`,
    ],
    [[{ fieldsV1: 1 }], "metadata.managedFields must be nil"],
    [[{ unknown: 1 }], "metadata.managedFields must be nil"],
  ])("an apply with the managedFields %j is rejected with the reference's error", async (managedFields, message) => {
    await using running = await startTestServer();
    const refused = await apply(running.client, forced, "m", map({ data: { a: "y" } }, { managedFields }));
    expect(refused.status).toBe(400);
    expect(refused.json.message).toContain(message);
  });
});
