import { describe, expect, test } from "vitest";
import { maps } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { warningsOf } from "../support/warnings.ts";
import { created, type PatchType, patch, patchTypes, stored } from "../support/writes.ts";

const path = `${maps}/a`;
const configMap = { metadata: { name: "a" }, data: { x: "1" } };
const unprocessable = "the server rejected our request due to an error in our request";

describe("a patch that is wrong in itself answers 400", () => {
  test.each<[string, PatchType, string, string]>([
    ["broken JSON", "json", "[", "error decoding patch: unexpected end of JSON input"],
    ["broken JSON", "merge", "{", "error decoding patch: unexpected end of JSON input"],
    ["broken JSON", "strategic", "{", "unexpected end of JSON input"],
    ["nothing", "merge", "", "error decoding patch: unexpected end of JSON input"],
    [
      "no list",
      "json",
      "{}",
      "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
    ],
    [
      "an operation that is no object",
      "json",
      "[1]",
      "error decoding patch: json: cannot unmarshal number into Go value of type handlers.jsonPatchOp",
    ],
    [
      "no object",
      "merge",
      "[]",
      "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
    ],
    ["no object", "strategic", "[]", "json: cannot unmarshal array into Go value of type map[string]interface {}"],
    [
      "a directive that there is not",
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
    ["nesting without an end", "merge", `${'{"a":'.repeat(10_001)}1${"}".repeat(10_001)}`, "exceeded max depth"],
  ])("%s in a %s patch", async (_what, type, body, message) => {
    await using running = await startTestServer();
    const made = await created(running.client, maps, configMap);
    const refused = await patch(running.client, path, type, body);
    expect(refused.status, refused.text.slice(0, 500)).toBe(400);
    expect(refused.json).toMatchObject({ reason: "BadRequest", message: expect.stringContaining(message) });
    expect(await stored(running.client, path)).toEqual(made);
  });
});

describe("with fieldValidation=Ignore the form of a patch is not checked", () => {
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
  ])("%s patch %s", async (type, body, status, message) => {
    await using running = await startTestServer();
    await created(running.client, maps, configMap);
    const refused = await patch(running.client, `${path}?fieldValidation=Ignore`, type, body);
    expect(refused.json).toMatchObject({ code: status, message: expect.stringContaining(message) });
  });
});

test.each(Object.keys(patchTypes) as PatchType[])(
  "a malformed %s patch of an object that does not exist answers 404",
  async (type) => {
    await using running = await startTestServer();
    const refused = await patch(running.client, path, type, "{");
    expect(refused.json).toMatchObject({ code: 404, message: 'configmaps "a" not found' });
  },
);

describe("a JSON patch that does not fit the object answers 422", () => {
  test.each<[string, object]>([
    ["removes what there is not", { op: "remove", path: "/data/y" }],
    ["adds below what there is not", { op: "add", path: "/binaryData/y/z", value: "1" }],
    ["copies an item that there is not", { op: "copy", from: "/metadata/finalizers/1", path: "/data/z" }],
    ["moves what there is not", { op: "move", from: "/data/y", path: "/data/z" }],
    ["points beyond a list", { op: "add", path: "/metadata/finalizers/3", value: "example.com/x" }],
    ["points at no place of a list", { op: "add", path: "/metadata/finalizers/01", value: "example.com/x" }],
    ["has an operation that there is not", { op: "swap", path: "/data/x", value: "1" }],
    ["has a path that is none", { op: "remove", path: "data/x" }],
    ["has no value", { op: "add", path: "/data/x" }],
  ])("%s", async (_what, operation) => {
    await using running = await startTestServer();
    const made = await created(running.client, maps, {
      ...configMap,
      metadata: { name: "a", finalizers: ["example.com/a"] },
    });
    const before = { op: "add", path: "/data/before", value: "1" };
    const refused = await patch(running.client, path, "json", [before, operation]);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.json).toMatchObject({ reason: "Invalid", message: unprocessable, details: {} });
    expect(await stored(running.client, path)).toEqual(made);
  });
});

describe("a patch whose result is not of the kind answers 422", () => {
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
  ])("%s patch %j", async (type, body, why) => {
    await using running = await startTestServer();
    const made = await created(running.client, maps, configMap);
    const refused = await patch(running.client, path, type, body);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.json).toMatchObject({ reason: "Invalid" });
    expect(refused.json.message).toMatch(/^ "" is invalid: patch: Invalid value: /);
    expect(refused.text).toContain(why.replaceAll("\\\\", "\\"));
    expect(refused.json.details.causes).toMatchObject([{ reason: "FieldValueInvalid", field: "patch" }]);
    expect(await stored(running.client, path)).toEqual(made);
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
      "a time that cannot be read, whatever stands before it",
      "merge",
      { metadata: { creationTimestamp: "x", annotations: 1 } },
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
  ])("of several values that do not fit it names %s in a %s patch", async (_what, type, body, why) => {
    await using running = await startTestServer();
    await created(running.client, maps, configMap);
    const refused = await patch(running.client, path, type, body);
    expect(refused.json.code, refused.text).toBe(422);
    expect(refused.json.details.causes[0].message.endsWith(`: ${why}`), refused.text).toBe(true);
  });

  test("and a strategic merge patch is shown as applying it leaves it", async () => {
    await using running = await startTestServer();
    await created(running.client, maps, configMap);
    const body = '{"metadata":{"labels":{"a":[{"$patch":"delete"}],"b":null}}}';
    const refused = await patch(running.client, path, "strategic", body);
    expect(refused.json.details.causes[0].message).toBe(
      'Invalid value: "map[metadata:map[labels:map[a:[]]]]": unrecognized type: string',
    );
  });

  test("and one that breaks a rule of the kind names the object", async () => {
    await using running = await startTestServer();
    const made = await created(running.client, maps, configMap);
    const refused = await patch(running.client, path, "merge", { metadata: { labels: { "-": "x" } } });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({
      message: expect.stringMatching(/^ConfigMap "a" is invalid: metadata\.labels: Invalid value: "-": /),
      details: { name: "a", kind: "ConfigMap" },
    });
    expect(await stored(running.client, path)).toEqual(made);
  });
});

describe("a patch of a type that is not served answers 415", () => {
  test.each(["application/json", "application/merge-patch", "text/plain", "application/octet-stream"])(
    "%s",
    async (contentType) => {
      await using running = await startTestServer();
      const made = await created(running.client, maps, configMap);
      const refused = await running.client.request(path, {
        method: "PATCH",
        headers: { "content-type": contentType },
        body: { data: { x: "2" } },
      });
      expect(refused.status).toBe(415);
      expect(refused.json.reason).toBe("UnsupportedMediaType");
      expect(refused.json.message).toBe("415: Unsupported Media Type");
      expect(await stored(running.client, path)).toEqual(made);
    },
  );

  test("but parameters of the type do no harm", async () => {
    await using running = await startTestServer();
    await created(running.client, maps, configMap);
    const answer = await running.client.request(path, {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json; charset=utf-8" },
      body: { data: { x: "2" } },
    });
    expect(answer.status).toBe(200);
    expect((await stored(running.client, path)).data).toEqual({ x: "2" });
  });
});

describe("keys that a value of a JSON patch repeats", () => {
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
  ])("are reported for the object too, if it keeps them: %s", async (_, body, complaints) => {
    await using running = await startTestServer();
    await created(running.client, maps, configMap);
    const answer = await patch(running.client, `${path}?fieldValidation=Warn`, "json", body);
    expect(answer.status).toBe(200);
    expect(warningsOf(answer)).toEqual(complaints);
  });

  test("are shown in the message that refuses the object", async () => {
    await using running = await startTestServer();
    await created(running.client, maps, configMap);
    const answer = await patch(running.client, `${path}?fieldValidation=Strict`, "json", `[${added}]`);
    expect(answer.status).toBe(422);
    expect(answer.json.message).toContain(String.raw`\"data\":{\"a\":\"1\",\"a\":\"2\"},\"kind\"`);
    expect(answer.json.message).toMatch(/: strict decoding error: json patch .*, duplicate field "data.a"$/);
  });

  test("add up in objects, unless an operation looks into the value", async () => {
    await using running = await startTestServer();
    await created(running.client, maps, configMap);
    const value = '{"op":"add","path":"/metadata","value":{"name":"a","labels":{"b":"1"},"labels":{"c":"2"}}}';
    const opened = '{"op":"add","path":"/metadata/annotations","value":{}}';
    const whole = await patch(running.client, `${path}?dryRun=All`, "json", `[${value}]`);
    const lookedInto = await patch(running.client, `${path}?dryRun=All`, "json", `[${value},${opened}]`);
    expect(whole.json.metadata.labels).toEqual({ b: "1", c: "2" });
    expect(lookedInto.json.metadata.labels).toEqual({ c: "2" });
  });
});

describe("keys that stand twice in a patch", () => {
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
  ])("%s patch: named, refused when asked to, and else the last one counts", async (type, body, complaint, shown) => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await created(client, maps, configMap);
    const strict = await patch(client, `${path}?fieldValidation=Strict`, type, body);
    expect(strict.status).toBe(422);
    expect(strict.json.message).toBe(
      ` "" is invalid: patch: Invalid value: ${shown(made)}: strict decoding error: ${complaint}`,
    );
    expect(await stored(client, path)).toEqual(made);

    const warned = await patch(client, `${path}?fieldValidation=Warn&dryRun=All`, type, body);
    expect(warned.status).toBe(200);
    expect(warned.headers["warning"]).toBe(`299 - ${JSON.stringify(complaint)}`);
    const silent = await patch(client, `${path}?fieldValidation=Ignore`, type, body);
    expect(silent.headers).not.toHaveProperty("warning");
    expect((await stored(client, path)).data).toEqual({ x: "2" });
  });

  test("are all named with the fields that nobody knows, wherever they stand", async () => {
    await using running = await startTestServer();
    await created(running.client, maps, configMap);
    const body = '{"metadata":{"labels":{"a":"1","a":"2"},"ownerReferences":[{"uid":"u","uid":"v"}]},"dada":{}}';
    const refused = await patch(running.client, `${path}?fieldValidation=Strict`, "merge", body);
    expect(refused.status).toBe(422);
    const complaints =
      'strict decoding error: duplicate field "metadata.labels.a", duplicate field "metadata.ownerReferences[0].uid", unknown field "dada"';
    expect(refused.json.message).toMatch(new RegExp(`${complaints.replaceAll(/[[\]]/g, "\\$&")}$`));
  });
});

test("unknown fields are quoted if a patch removes the version", async () => {
  await using running = await startTestServer();
  await created(running.client, maps, configMap);
  const operations = [
    { op: "remove", path: "/apiVersion" },
    { op: "add", path: "/\u0000é", value: 1 },
  ];
  const refused = await patch(running.client, `${path}?fieldValidation=Strict`, "json", operations);
  expect(refused.json.message).toContain('strict decoding error: unknown field "\\x00é", unknown field "data"');
});

describe("limits of a patch", () => {
  test("10,000 operations and no more", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await created(client, maps, configMap);
    const operations = Array.from({ length: 10_000 }, () => ({ op: "test", path: "/data/x", value: "1" }));
    expect((await patch(client, path, "json", operations)).json).toEqual(made);
    const refused = await patch(client, path, "json", [...operations, operations[0]]);
    expect(refused.status).toBe(413);
    expect(refused.json).toMatchObject({
      reason: "RequestEntityTooLarge",
      message: "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
    });
  });

  test.each(Object.keys(patchTypes) as PatchType[])("3 MiB of a %s patch", async (type) => {
    await using running = await startTestServer();
    const made = await created(running.client, maps, configMap);
    const refused = await patch(running.client, path, type, " ".repeat(3 * 1024 * 1024 + 1));
    expect(refused.status).toBe(413);
    expect(refused.json).toMatchObject({ message: "Request entity too large: limit is 3145728" });
    expect(await stored(running.client, path)).toEqual(made);
  });

  test("3 MiB of copies, even if they are removed again", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await created(client, maps, { metadata: { name: "a" }, data: { x: "x".repeat(900_000) } });
    const copies = (count: number): object[] =>
      Array.from({ length: count }, () => [
        { op: "copy", from: "/data/x", path: "/data/y" },
        { op: "remove", path: "/data/y" },
      ]).flat();
    expect((await patch(client, path, "json", copies(3))).status).toBe(200);
    const refused = await patch(client, path, "json", copies(4));
    expect(refused.status).toBe(422);
    expect(refused.json.message).toBe(unprocessable);
    expect(await stored(client, path)).toEqual(made);
  });

  test("growth by copies of copies", async () => {
    await using running = await startTestServer();
    const made = await created(running.client, maps, configMap);
    const doubling = Array.from({ length: 60 }, () => ({ op: "copy", from: "/data", path: "/data/x" }));
    const refused = await patch(running.client, path, "json", doubling);
    expect(refused.status).toBe(422);
    expect(await stored(running.client, path)).toEqual(made);
  });

  test("depth that operations build one upon the other", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await created(client, maps, configMap);
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
    expect(await stored(client, path)).toEqual(made);
  });
});

describe("the message about a wrong result shows texts and numbers as the patch spells them", () => {
  const value = String.raw`["\ud800","\/\u0041",1.50,-0,1E+2]`;
  const shown = String.raw`\"data\":{\"x\":[\"\\ud800\",\"\\/\\u0041\",1.50,-0,1E+2]}`;

  test.each<[PatchType, string]>([
    ["merge", `{"data":{"x":${value}}}`],
    ["json", `[{"op":"add","path":"/data/x","value":${value}}]`],
    ["json", `[{"op":"add","path":"/data/x","value":${value}},{"op":"test","path":"/data/x/2","value":1.50}]`],
  ])("of a %s patch %s", async (type, body) => {
    await using running = await startTestServer();
    await created(running.client, maps, configMap);
    const refused = await running.client.request(path, {
      method: "PATCH",
      headers: { "content-type": `application/${type === "json" ? "json-patch" : "merge-patch"}+json` },
      body,
    });
    expect(refused.json.message).toContain(shown.replaceAll(String.raw`\"`, '"').replaceAll('"', String.raw`\"`));
  });
});
