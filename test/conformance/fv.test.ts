import { describe, expect, test } from "vitest";
import { apply, applyMediaType, applyObject } from "../support/apply.ts";
import { mapsPath } from "../support/config-maps.ts";
import { expectBadRequest } from "../support/expect-status.ts";
import { startTestServer } from "../support/test-server.ts";
import { warningsOf } from "../support/warnings.ts";
import type { WireClient, WireResponse } from "../support/wire-client.ts";
import { createObject, getObject, isGone, type PatchType, patchTypes } from "../support/writes.ts";

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const path = `${mapsPath}/a`;
const labels = { app: "web" };

/** Query strings of every validation level, and one without a level. */
const levels = ["", "?fieldValidation=Ignore", "?fieldValidation=Warn", "?fieldValidation=Strict"];

/** Sends text as a body with the media type. */
function send(
  client: WireClient,
  target: string,
  [method, type]: readonly [string, string],
  body: string,
): Promise<WireResponse> {
  return client.request(target, { method, headers: { "content-type": type }, body });
}

const postJson = ["POST", "application/json"] as const;
const postYaml = ["POST", "application/yaml"] as const;
const putJson = ["PUT", "application/json"] as const;
const putYaml = ["PUT", "application/yaml"] as const;
const patchOf = (type: PatchType): readonly ["PATCH", string] => ["PATCH", patchTypes[type]];

function deployment(spec: object, container: object = {}): string {
  const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "c:1", ...container }] } };
  return JSON.stringify({ metadata: { name: "d" }, spec: { selector: { matchLabels: labels }, template, ...spec } });
}

describe.each(levels)("[FV-01] at the level '%s', types are checked", (level) => {
  test("a create with a value of the wrong type is rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    expectBadRequest(
      await send(client, `${deployments}${level}`, postJson, deployment({ replicas: "three" })),
      'Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    );
    expectBadRequest(
      await send(client, `${mapsPath}${level}`, postYaml, "metadata: {name: a}\ndata: {x: 1}\n"),
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    );
    expect(await isGone(client, path)).toBe(true);
  });

  test("a PUT, patch or apply with a value of the wrong type is rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, { metadata: { name: "a" }, data: { x: "1" } });
    const wrong = '{"metadata":{"name":"a"},"immutable":"yes"}';
    expectBadRequest(
      await send(client, `${path}${level}`, putJson, wrong),
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal string into Go struct field ConfigMap.immutable of type bool',
    );
    const patched = await send(client, `${path}${level}`, patchOf("merge"), wrong);
    expect([patched.status, patched.json.reason]).toEqual([422, "Invalid"]);
    expect(patched.json.message).toContain(
      "cannot unmarshal string into Go struct field ConfigMap.immutable of type bool",
    );
    const query = level.replace("?", "");
    const appliedWrong = await apply(client, path, "m", `{"apiVersion":"v1","kind":"ConfigMap",${wrong.slice(1)}`, {
      query,
    });
    expect([appliedWrong.status, appliedWrong.json.message]).toEqual([
      400,
      "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .immutable: expected boolean, got &{yes}",
    ]);
    expect(await getObject(client, path)).toEqual(made);
  });
});

test.each(levels)("[FV-02] at the level '%s', an object without a required field is rejected", async (level) => {
  await using running = await startTestServer();
  const { client } = running;
  const body = JSON.stringify({
    metadata: { name: "d" },
    spec: { template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "c:1" }] } } },
  });
  for (const answer of [
    await send(client, `${deployments}${level}`, postJson, body),
    await apply(
      client,
      `${deployments}/d`,
      "m",
      { apiVersion: "apps/v1", kind: "Deployment", ...JSON.parse(body) },
      { query: level.replace("?", "") },
    ),
  ]) {
    expect([answer.status, answer.json.reason]).toEqual([422, "Invalid"]);
    expect(answer.json.details.causes).toContainEqual({
      reason: "FieldValueRequired",
      message: "Required value",
      field: "spec.selector",
    });
  }
  expect(await isGone(client, `${deployments}/d`)).toBe(true);
});

/** A body with the unknown field `colour` and the duplicate key `data.x`, and the expected messages, in each format. */
const bodiesWithTwoErrors = {
  json: {
    body: '{"metadata":{"name":"a"},"data":{"x":"1","x":"2"},"colour":"red"}',
    warnings: ['duplicate field "data.x"', 'unknown field "colour"'],
    strict: 'strict decoding error: duplicate field "data.x", unknown field "colour"',
  },
  yaml: {
    body: "metadata:\n  name: a\ncolour: red\ndata:\n  x: '1'\n  x: '2'\n",
    warnings: ['line 6: key "x" already set in map', 'unknown field "colour"'],
    strict:
      'strict decoding error: yaml: unmarshal errors:\n  line 6: key "x" already set in map, unknown field "colour"',
  },
} as const;

describe.each([
  ["a POST of JSON", postJson, "json"],
  ["a POST of YAML", postYaml, "yaml"],
  ["a PUT of JSON", putJson, "json"],
  ["a PUT of YAML", putYaml, "yaml"],
  ["a merge patch", patchOf("merge"), "json"],
  ["a strategic merge patch", patchOf("strategic"), "json"],
] as const)("[FV-09] in %s", (_, how, language) => {
  const [method] = how;
  const { body, warnings, strict } = bodiesWithTwoErrors[language];
  const target = method === "POST" ? mapsPath : path;
  const success = method === "POST" ? 201 : 200;
  const prepared = async (client: WireClient): Promise<void> => {
    if (method !== "POST") await createObject(client, mapsPath, { metadata: { name: "a" } });
  };

  test("[FV-03] unknown and duplicate fields are dropped by default", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await prepared(client);
    const answer = await send(client, target, how, body);
    expect(answer.status).toBe(success);
    expect(answer.json.data).toEqual({ x: "2" });
    expect(answer.json).not.toHaveProperty("colour");
    expect(await getObject(client, path)).toEqual(answer.json);
  });

  test("[FV-05] the level Ignore drops unknown and duplicate fields without a warning", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await prepared(client);
    const answer = await send(client, `${target}?fieldValidation=Ignore`, how, body);
    expect([answer.status, answer.headers["warning"]]).toEqual([success, undefined]);
    expect(await getObject(client, path)).toEqual(answer.json);
    expect(answer.json).not.toHaveProperty("colour");
  });

  test.each(["", "?fieldValidation=", "?fieldValidation=Warn"])(
    "[FV-06] with '%s' the response has a warning for each unknown or duplicate field",
    async (level) => {
      await using running = await startTestServer();
      const { client } = running;
      await prepared(client);
      const answer = await send(client, `${target}${level}`, how, body);
      expect(answer.status).toBe(success);
      expect(warningsOf(answer)).toEqual(warnings);
    },
  );

  test("[FV-07] the level Strict rejects unknown and duplicate fields, and the error names all of them", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await prepared(client);
    const before = await client.request(path);
    const refused = await send(client, `${target}?fieldValidation=Strict`, how, body);
    if (method === "PATCH") {
      expect([refused.status, refused.json.reason]).toEqual([422, "Invalid"]);
      expect(refused.json.details.causes[0].field).toBe("patch");
      expect(refused.json.message).toMatch(/^ "" is invalid: patch: Invalid value: /);
      expect(refused.json.message.endsWith(`: ${strict}`)).toBe(true);
    } else {
      expectBadRequest(refused, `ConfigMap in version "v1" cannot be handled as a ConfigMap: ${strict}`);
    }
    expect((await client.request(path)).text).toBe(before.text);
  });
});

describe("[FV-09] in a JSON patch", () => {
  const body = JSON.stringify([
    { op: "add", path: "/colour", value: "red" },
    { op: "add", path: "/data", value: { x: "1" }, note: "?" },
  ]);

  test("a JSON patch gets warnings for unknown fields of its result and of the patch itself", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, { metadata: { name: "a" } });
    const answer = await send(client, path, patchOf("json"), body);
    expect([answer.status, answer.json.data]).toEqual([200, { x: "1" }]);
    expect(answer.json).not.toHaveProperty("colour");
    expect(warningsOf(answer)).toEqual(['json patch unknown field "[1].note"', 'unknown field "colour"']);
    const silent = await send(client, `${path}?fieldValidation=Ignore`, patchOf("json"), body);
    expect([silent.status, silent.headers["warning"]]).toEqual([200, undefined]);
  });

  test("a JSON patch with unknown fields is rejected at the level Strict", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, { metadata: { name: "a" } });
    const refused = await send(client, `${path}?fieldValidation=Strict`, patchOf("json"), body);
    expect(refused.status).toBe(422);
    expect(refused.json.message).toContain(
      'strict decoding error: json patch unknown field "[1].note", unknown field "colour"',
    );
    expect(await getObject(client, path)).toEqual(made);
  });
});

describe("[FV-09] in an apply patch", () => {
  const twice =
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: '1'\n  x: '2'\n  y: '1'\ndata:\n  x: '3'\n";
  const target = (level: string): string => `${path}?fieldManager=m${level}`;
  const how = ["PATCH", applyMediaType] as const;

  test("an apply with duplicate fields gets warnings, and the last value counts", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (const level of ["", "&fieldValidation=Warn"]) {
      const answer = await send(client, target(level), how, twice);
      expect(answer.json.data).toEqual({ x: "3" });
      expect(warningsOf(answer)).toEqual([
        'line 7: key "x" already set in map',
        'line 10: key "data" already set in map',
      ]);
    }
    const silent = await send(client, target("&fieldValidation=Ignore"), how, twice);
    expect([silent.status, silent.headers["warning"]]).toEqual([200, undefined]);
  });

  test("an apply with duplicate fields is rejected at the level Strict, also in JSON", async () => {
    await using running = await startTestServer();
    const { client } = running;
    expectBadRequest(
      await send(client, target("&fieldValidation=Strict"), how, twice),
      'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 7: key "x" already set in map\n  line 10: key "data" already set in map',
    );
    const json = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"x":"1","x":"2"}}';
    expectBadRequest(
      await send(client, target("&fieldValidation=Strict"), how, json),
      'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 1: key "x" already set in map',
    );
    expect(await isGone(client, path)).toBe(true);
  });

  test.each(["Ignore", "Warn", "Strict"])(
    "an unknown field in an apply has no owner, and is rejected at the level %s",
    async (level) => {
      await using running = await startTestServer();
      const { client } = running;
      const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, colour: "red" };
      const refused = await apply(client, path, "m", body, { query: `fieldValidation=${level}` });
      expect([refused.status, refused.json.message]).toEqual([
        400,
        "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .colour: field not declared in schema",
      ]);
    },
  );

  test("a valid apply is accepted at the level Strict", async () => {
    await using running = await startTestServer();
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { x: "1" } };
    const made = await applyObject(running.client, path, "m", body, { query: "fieldValidation=Strict" });
    expect(made.data).toEqual({ x: "1" });
  });
});

describe("[FV-07] the paths in errors of strict validation", () => {
  test("errors of strict validation have complete paths in lists and maps, in the order of the body", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const container =
      '{"name":"c","image":"c:1","imaeg":"x","env":[{"name":"E","vale":"1"},{"name":"F","name":"F"}],"resources":{"requests":{"cpu":"1","cpu":"2"},"limit":{}}}';
    const body = `{"metadata":{"name":"d","label":{}},"spec":{"replicas":1,"replicas":2,"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[${container}],"hostNetwrok":true}}}}`;
    const at = "spec.template.spec.containers[0]";
    const complaints = [
      'unknown field "metadata.label"',
      'duplicate field "spec.replicas"',
      `unknown field "${at}.imaeg"`,
      `unknown field "${at}.env[0].vale"`,
      `duplicate field "${at}.env[1].name"`,
      `duplicate field "${at}.resources.requests.cpu"`,
      `unknown field "${at}.resources.limit"`,
      'unknown field "spec.template.spec.hostNetwrok"',
    ];
    const refused = await send(client, `${deployments}?fieldValidation=Strict`, postJson, body);
    expect(refused.status).toBe(400);
    const list = /strict decoding error: (.*)$/.exec(refused.json.message)?.[1];
    expect(list?.split(", ")).toEqual(complaints);
    const warned = await send(client, deployments, postJson, body);
    expect([warned.status, warningsOf(warned)]).toEqual([201, complaints]);
  });
});

describe("[FV-08] field validation of a body with a fatal error", () => {
  const body = '{"metadata":{"name":"a"},"colour":"red","data":{"x":"1","x":"2"},"immutable":"yes"}';
  const why =
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal string into Go struct field ConfigMap.immutable of type bool';

  test.each(levels)("a body with another fatal error reports only that error at the level '%s'", async (level) => {
    await using running = await startTestServer();
    const { client } = running;
    const refused = await send(client, `${mapsPath}${level}`, postJson, body);
    expectBadRequest(refused, why);
    expect(refused.headers["warning"]).toBeUndefined();
    await createObject(client, mapsPath, { metadata: { name: "a" } });
    expectBadRequest(await send(client, `${path}${level}`, putJson, body), why);
    const patched = await send(client, `${path}${level}`, patchOf("merge"), body);
    expect(patched.status).toBe(422);
    expect(patched.json.message).not.toContain('colour" of');
    expect(patched.json.message).not.toContain("strict decoding error");
  });

  test("an apply that cannot be applied reports that before duplicate keys", async () => {
    await using running = await startTestServer();
    const text = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"x":"1","x":2}}';
    const refused = await apply(running.client, path, "m", text, { query: "fieldValidation=Strict" });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .data.x: expected string, got &value.valueUnstructured{Value:2}",
    ]);
  });
});

test("[FV-06] the number and size of warnings are limited", async () => {
  await using running = await startTestServer();
  const fields = Object.fromEntries(
    Array.from({ length: 40_000 }, (_, index) => [`field-${index}-${"x".repeat(16)}`, 1]),
  );
  const body = JSON.stringify({ metadata: { name: "a" }, ...fields });
  expect(body.length).toBeGreaterThan(1_000_000);
  const answer = await running.client.request(mapsPath, { body });
  expect(answer.status).toBe(201);
  const all = warningsOf(answer);
  expect(all[0]).toBe(`unknown field "field-0-${"x".repeat(16)}"`);
  expect(all.join("").length).toBeLessThanOrEqual(4096);
});
