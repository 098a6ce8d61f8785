import { describe, expect, test } from "vitest";
import { mapsPath } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { warningsOf } from "../support/warnings.ts";
import { createObject, getObject, type PatchType, patch, patchTypes } from "../support/writes.ts";

const path = `${mapsPath}/a`;
const configMap = { metadata: { name: "a" }, data: { x: "1" } };
const unprocessable = "the server rejected our request due to an error in our request";

describe("malformed patches", () => {
  test.each<[string, PatchType, string, string]>([
    ["broken JSON", "json", "[", "error decoding patch: unexpected end of JSON input"],
    ["broken JSON", "merge", "{", "error decoding patch: unexpected end of JSON input"],
    ["broken JSON", "strategic", "{", "unexpected end of JSON input"],
    ["an empty body", "merge", "", "error decoding patch: unexpected end of JSON input"],
    [
      "a value that is not a list",
      "json",
      "{}",
      "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
    ],
    [
      "an operation that is not an object",
      "json",
      "[1]",
      "error decoding patch: json: cannot unmarshal number into Go value of type handlers.jsonPatchOp",
    ],
    [
      "a value that is not an object",
      "merge",
      "[]",
      "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
    ],
    ["a list", "strategic", "[]", "json: cannot unmarshal array into Go value of type map[string]interface {}"],
    [
      "an unknown directive",
      "strategic",
      '{"data":{"$patch":"perhaps"}}',
      "unknown patch type: perhaps in map: map[$patch:perhaps]",
    ],
    [
      "a directive of the wrong form",
      "strategic",
      '{"data":{"$retainKeys":"x"}}',
      "invalid patch format of retainKeys",
    ],
    ["excessive nesting", "merge", `${'{"a":'.repeat(10_001)}1${"}".repeat(10_001)}`, "exceeded max depth"],
  ])("%s in a %s patch is rejected with 400", async (_what, type, body, message) => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, configMap);
    const refused = await patch(running.client, path, type, body);
    expect(refused.status, refused.text.slice(0, 500)).toBe(400);
    expect(refused.json).toMatchObject({ reason: "BadRequest", message: expect.stringContaining(message) });
    expect(await getObject(running.client, path)).toEqual(made);
  });
});

describe("malformed patches with fieldValidation=Ignore", () => {
  test.each<[PatchType, string, number, string]>([
    ["json", "[", 400, "unexpected end of JSON input"],
    ["json", "{}", 400, "json: cannot unmarshal object into Go value of type jsonpatch.Patch"],
    ["json", "[1]", 400, "json: cannot unmarshal number into Go value of type jsonpatch.Operation"],
    ["json", '[{"op":1}]', 422, unprocessable],
    ["json", '[{"op":"test","path":1}]', 422, unprocessable],
    ["merge", "{", 400, "Invalid JSON Patch"],
    ["merge", "1", 400, "Invalid JSON Patch"],
    ["merge", '"x"', 400, "Invalid JSON Patch"],
    ["merge", '[1,{"a":null}]', 422, 'Invalid value: "[1,{}]": couldn\'t get version/kind; json parse error: '],
  ])(
    "a malformed patch with fieldValidation=Ignore fails only when it is applied: %s patch %s",
    async (type, body, status, message) => {
      await using running = await startTestServer();
      await createObject(running.client, mapsPath, configMap);
      const refused = await patch(running.client, `${path}?fieldValidation=Ignore`, type, body);
      expect(refused.json).toMatchObject({ code: status, message: expect.stringContaining(message) });
    },
  );
});

test.each(Object.keys(patchTypes) as PatchType[])("a malformed %s patch of a missing object gets 404", async (type) => {
  await using running = await startTestServer();
  const refused = await patch(running.client, path, type, "{");
  expect(refused.json).toMatchObject({ code: 404, message: 'configmaps "a" not found' });
});

describe("JSON patches that do not apply to the object", () => {
  test.each<[string, object]>([
    ["removes a missing member", { op: "remove", path: "/data/y" }],
    ["adds a member to a missing object", { op: "add", path: "/binaryData/y/z", value: "1" }],
    ["copies a missing item", { op: "copy", from: "/metadata/finalizers/1", path: "/data/z" }],
    ["moves a missing member", { op: "move", from: "/data/y", path: "/data/z" }],
    ["adds an item beyond the end of a list", { op: "add", path: "/metadata/finalizers/3", value: "example.com/x" }],
    ["has a malformed list index", { op: "add", path: "/metadata/finalizers/01", value: "example.com/x" }],
    ["has an unknown operation", { op: "swap", path: "/data/x", value: "1" }],
    ["has a malformed path", { op: "remove", path: "data/x" }],
  ])("a JSON patch that %s is rejected with 422", async (_what, operation) => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, {
      ...configMap,
      metadata: { name: "a", finalizers: ["example.com/a"] },
    });
    const before = { op: "add", path: "/data/before", value: "1" };
    const refused = await patch(running.client, path, "json", [before, operation]);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.json).toMatchObject({ reason: "Invalid", message: unprocessable, details: {} });
    expect(await getObject(running.client, path)).toEqual(made);
  });
});

describe("patches whose result has an invalid type", () => {
  const mistyped = "json: cannot unmarshal number into Go struct field ConfigMap.data of type string";
  test.each<[PatchType, unknown, string]>([
    ["json", [{ op: "replace", path: "/data/x", value: 5 }], mistyped],
    ["merge", { data: { x: 5 } }, mistyped],
    ["strategic", { data: { x: 5 } }, "cannot convert int64 to string"],
    ["merge", { kind: "Secret" }, "illegal base64 data at input byte 0"],
    ["merge", { kind: "Pod" }, "converting (v1.Pod) to (core.ConfigMap): unknown conversion"],
    ["merge", { kind: "DeleteOptions" }, "converting (v1.DeleteOptions) to (core.ConfigMap): unknown conversion"],
    [
      "merge",
      { kind: "DeleteOptions", dryRun: "All" },
      "json: cannot unmarshal string into Go struct field DeleteOptions.dryRun of type []string",
    ],
    ["merge", { kind: "Other" }, 'no kind \\"Other\\" is registered for version \\"v1\\"'],
    ["merge", { apiVersion: "v9" }, 'no kind \\"ConfigMap\\" is registered for version \\"v9\\"'],
    ["json", [{ op: "replace", path: "", value: [] }], "cannot unmarshal array"],
  ])("a patch whose result has an invalid type is rejected with 422: %s patch %j", async (type, body, why) => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, configMap);
    const refused = await patch(running.client, path, type, body);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.json).toMatchObject({ reason: "Invalid" });
    expect(refused.json.message).toMatch(/^ "" is invalid: patch: Invalid value: /);
    expect(refused.text).toContain(why.replaceAll("\\\\", "\\"));
    expect(refused.json.details.causes).toMatchObject([{ reason: "FieldValueInvalid", field: "patch" }]);
    expect(await getObject(running.client, path)).toEqual(made);
  });

  test.each<[string, PatchType, unknown, string]>([
    [
      "the first in alphabetical order",
      "json",
      [
        { op: "add", path: "/metadata/labels", value: { a: true } },
        { op: "add", path: "/data/b", value: {} },
      ],
      "json: cannot unmarshal object into Go struct field ConfigMap.data of type string",
    ],
    [
      "the first in alphabetical order",
      "merge",
      { metadata: { name: 1, labels: 2 }, binaryData: { a: 3 } },
      "json: cannot unmarshal number into Go struct field ConfigMap.binaryData of type []uint8",
    ],
    [
      "a malformed time before all other values",
      "merge",
      { metadata: { creationTimestamp: "x", annotations: 1 } },
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
  ])("the error of a patch with several invalid values names %s (%s patch)", async (_what, type, body, why) => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, configMap);
    const refused = await patch(running.client, path, type, body);
    expect(refused.json.code, refused.text).toBe(422);
    expect(refused.json.details.causes[0].message.endsWith(`: ${why}`), refused.text).toBe(true);
  });

  test("the error of a strategic merge patch shows the patched object", async () => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, configMap);
    const body = '{"metadata":{"labels":{"a":[{"$patch":"delete"}],"b":null}}}';
    const refused = await patch(running.client, path, "strategic", body);
    expect(refused.json.details.causes[0].message).toBe(
      'Invalid value: "map[metadata:map[labels:map[a:[]]]]": unrecognized type: string',
    );
  });

  test("the error of a patch whose result violates a rule names the object", async () => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, configMap);
    const refused = await patch(running.client, path, "merge", { metadata: { labels: { "-": "x" } } });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({
      message: expect.stringMatching(/^ConfigMap "a" is invalid: metadata\.labels: Invalid value: "-": /),
      details: { name: "a", kind: "ConfigMap" },
    });
    expect(await getObject(running.client, path)).toEqual(made);
  });
});

describe("patches of an unsupported media type", () => {
  test.each(["application/json", "application/merge-patch", "text/plain", "application/octet-stream"])(
    "a patch with the media type %s is rejected with 415",
    async (contentType) => {
      await using running = await startTestServer();
      const made = await createObject(running.client, mapsPath, configMap);
      const refused = await running.client.request(path, {
        method: "PATCH",
        headers: { "content-type": contentType },
        body: { data: { x: "2" } },
      });
      expect(refused.status).toBe(415);
      expect(refused.json.reason).toBe("UnsupportedMediaType");
      expect(refused.json.message).toBe("415: Unsupported Media Type");
      expect(await getObject(running.client, path)).toEqual(made);
    },
  );

  test("a patch whose media type has parameters is accepted", async () => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, configMap);
    const answer = await running.client.request(path, {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json; charset=utf-8" },
      body: { data: { x: "2" } },
    });
    expect(answer.status).toBe(200);
    expect((await getObject(running.client, path)).data).toEqual({ x: "2" });
  });
});

describe("duplicate keys in a value of a JSON patch", () => {
  const added = '{"op":"add","path":"/data","value":{"a":"1","a":"2"}}';
  const inPatch = 'json patch duplicate field "[0].value.a"';
  test.each<[string, string, readonly string[]]>([
    ["the value is in the result", `[${added}]`, [inPatch, 'duplicate field "data.a"']],
    [
      "the value is also copied",
      `[${added},{"op":"copy","from":"/data","path":"/metadata/annotations"}]`,
      [inPatch, 'duplicate field "data.a"', 'duplicate field "metadata.annotations.a"'],
    ],
    ["a later operation looks into the value", `[${added},{"op":"add","path":"/data/b","value":"2"}]`, [inPatch]],
    ["a later operation removes the value", `[${added},{"op":"remove","path":"/data"}]`, [inPatch]],
  ])(
    "a JSON patch whose value has duplicate keys that the object keeps is reported for the object too: %s",
    async (_, body, complaints) => {
      await using running = await startTestServer();
      await createObject(running.client, mapsPath, configMap);
      const answer = await patch(running.client, `${path}?fieldValidation=Warn`, "json", body);
      expect(answer.status).toBe(200);
      expect(warningsOf(answer)).toEqual(complaints);
    },
  );

  test("the error of a rejected object shows the duplicate keys of the JSON patch", async () => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, configMap);
    const answer = await patch(running.client, `${path}?fieldValidation=Strict`, "json", `[${added}]`);
    expect(answer.status).toBe(422);
    expect(answer.json.message).toContain(String.raw`\"data\":{\"a\":\"1\",\"a\":\"2\"},\"kind\"`);
    expect(answer.json.message).toMatch(/: strict decoding error: json patch .*, duplicate field "data.a"$/);
  });

  test("duplicate objects in a value of a JSON patch are merged unless a later operation reads the value", async () => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, configMap);
    const value = '{"op":"add","path":"/metadata","value":{"name":"a","labels":{"b":"1"},"labels":{"c":"2"}}}';
    const opened = '{"op":"add","path":"/metadata/annotations","value":{}}';
    const whole = await patch(running.client, `${path}?dryRun=All`, "json", `[${value}]`);
    const lookedInto = await patch(running.client, `${path}?dryRun=All`, "json", `[${value},${opened}]`);
    expect(whole.json.metadata.labels).toEqual({ b: "1", c: "2" });
    expect(lookedInto.json.metadata.labels).toEqual({ c: "2" });
  });
});

describe("duplicate keys in a patch", () => {
  /** The reference prints the members of a patched object in alphabetical order. */
  const showPatched = ({ metadata }: { readonly metadata?: unknown }, data: object): string =>
    JSON.stringify({ apiVersion: "v1", data, kind: "ConfigMap", metadata });
  test.each<[PatchType, string, string, (made: object) => string]>([
    [
      "merge",
      '{"data":{"x":"1","x":"2"}}',
      'duplicate field "data.x"',
      (made) => JSON.stringify(showPatched(made, { x: "2" })),
    ],
    ["strategic", '{"data":{"x":"1","x":"2"}}', 'duplicate field "data.x"', () => '"map[data:map[x:2]]"'],
    [
      "json",
      '[{"op":"add","path":"/data/x","value":"1","value":"2"}]',
      'json patch duplicate field "[0].value"',
      (made) => JSON.stringify(showPatched(made, { x: "2" })),
    ],
  ])(
    "a patch with duplicate keys gets warnings, is rejected in strict mode, and else the last value counts: %s",
    async (type, body, complaint, shown) => {
      await using running = await startTestServer();
      const { client } = running;
      const made = await createObject(client, mapsPath, configMap);
      const strict = await patch(client, `${path}?fieldValidation=Strict`, type, body);
      expect(strict.status).toBe(422);
      expect(strict.json.message).toBe(
        ` "" is invalid: patch: Invalid value: ${shown(made)}: strict decoding error: ${complaint}`,
      );
      expect(await getObject(client, path)).toEqual(made);

      const warned = await patch(client, `${path}?fieldValidation=Warn&dryRun=All`, type, body);
      expect(warned.status).toBe(200);
      expect(warned.headers["warning"]).toBe(`299 - ${JSON.stringify(complaint)}`);
      const silent = await patch(client, `${path}?fieldValidation=Ignore`, type, body);
      expect(silent.headers).not.toHaveProperty("warning");
      expect((await getObject(client, path)).data).toEqual({ x: "2" });
    },
  );

  test("the error of a patch names all duplicate keys and unknown fields at any depth", async () => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, configMap);
    const body = '{"metadata":{"labels":{"a":"1","a":"2"},"ownerReferences":[{"uid":"u","uid":"v"}]},"dada":{}}';
    const refused = await patch(running.client, `${path}?fieldValidation=Strict`, "merge", body);
    expect(refused.status).toBe(422);
    const complaints =
      'strict decoding error: duplicate field "metadata.labels.a", duplicate field "metadata.ownerReferences[0].uid", unknown field "dada"';
    expect(refused.json.message).toMatch(new RegExp(`${complaints.replaceAll(/[[\]]/g, "\\$&")}$`));
  });
});

test("the error of a patch that removes the version quotes unknown fields", async () => {
  await using running = await startTestServer();
  await createObject(running.client, mapsPath, configMap);
  const operations = [
    { op: "remove", path: "/apiVersion" },
    { op: "add", path: "/\u0000é", value: 1 },
  ];
  const refused = await patch(running.client, `${path}?fieldValidation=Strict`, "json", operations);
  expect(refused.json.message).toContain('strict decoding error: unknown field "\\x00é", unknown field "data"');
});

describe("limits of a patch", () => {
  test("a JSON patch may have up to 10,000 operations", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, configMap);
    const operations = Array.from({ length: 10_000 }, () => ({ op: "test", path: "/data/x", value: "1" }));
    expect((await patch(client, path, "json", operations)).json).toEqual(made);
    const refused = await patch(client, path, "json", [...operations, operations[0]]);
    expect(refused.status).toBe(413);
    expect(refused.json).toMatchObject({
      reason: "RequestEntityTooLarge",
      message: "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
    });
  });

  test.each(Object.keys(patchTypes) as PatchType[])("a %s patch may have up to 3 MiB", async (type) => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, configMap);
    const refused = await patch(running.client, path, type, " ".repeat(3 * 1024 * 1024 + 1));
    expect(refused.status).toBe(413);
    expect(refused.json).toMatchObject({ message: "Request entity too large: limit is 3145728" });
    expect(await getObject(running.client, path)).toEqual(made);
  });

  test("a JSON patch may copy up to 3 MiB, even if later operations remove the copies", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, { metadata: { name: "a" }, data: { x: "x".repeat(900_000) } });
    const copies = (count: number): object[] =>
      Array.from({ length: count }, () => [
        { op: "copy", from: "/data/x", path: "/data/y" },
        { op: "remove", path: "/data/y" },
      ]).flat();
    expect((await patch(client, path, "json", copies(3))).status).toBe(200);
    const refused = await patch(client, path, "json", copies(4));
    expect(refused.status).toBe(422);
    expect(refused.json.message).toBe(unprocessable);
    expect(await getObject(client, path)).toEqual(made);
  });

  test("a JSON patch whose copies of copies grow too large is rejected", async () => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, configMap);
    const doubling = Array.from({ length: 60 }, () => ({ op: "copy", from: "/data", path: "/data/x" }));
    const refused = await patch(running.client, path, "json", doubling);
    expect(refused.status).toBe(422);
    expect(await getObject(running.client, path)).toEqual(made);
  });

  test("a JSON patch whose operations nest values too deeply is rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, configMap);
    const deeper = Array.from({ length: 1100 }, (_, depth) => ({
      op: "add",
      path: `/data${"/a".repeat(depth + 1)}`,
      value: {},
    }));
    const refused = await patch(client, path, "json", deeper);
    expect(refused.status).toBe(422);
    expect(refused.json.message).toBe(unprocessable);
    const nested = `${'{"a":'.repeat(600)}1${"}".repeat(600)}`;
    expect((await patch(client, path, "strategic", `{"data":${nested}}`)).status).toBe(422);
    expect(await getObject(client, path)).toEqual(made);
  });
});

describe("the spelling of texts and numbers in errors", () => {
  const value = String.raw`["\ud800","\/\u0041",1.50,-0,1E+2]`;
  const shown = String.raw`\"data\":{\"x\":[\"\\ud800\",\"\\/\\u0041\",1.50,-0,1E+2]}`;

  test.each<[PatchType, string]>([
    ["merge", `{"data":{"x":${value}}}`],
    ["json", `[{"op":"add","path":"/data/x","value":${value}}]`],
    ["json", `[{"op":"add","path":"/data/x","value":${value}},{"op":"test","path":"/data/x/2","value":1.50}]`],
  ])("the error of a patch spells texts and numbers as the patch does: %s patch %s", async (type, body) => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, configMap);
    const refused = await running.client.request(path, {
      method: "PATCH",
      headers: { "content-type": `application/${type === "json" ? "json-patch" : "merge-patch"}+json` },
      body,
    });
    expect(refused.json.message).toContain(shown.replaceAll(String.raw`\"`, '"').replaceAll('"', String.raw`\"`));
  });
});
