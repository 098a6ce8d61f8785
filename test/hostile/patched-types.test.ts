/** Patches that remove or change `kind` or `apiVersion`. Expected values are responses of the reference. */
import { describe, expect, test } from "vitest";
import { areSameObject } from "../../src/registry/index.ts";
import { attackedServers } from "../support/attacked-server.ts";
import { mapsPath } from "../support/config-maps.ts";
import type { WireClient } from "../support/wire-client.ts";
import { type PatchType, patch, put } from "../support/writes.ts";

const withAttackedServer = attackedServers();

const path = `${mapsPath}/bystander`;
const missingNameMessage = "the name of the object (bystander based on URL) was undeterminable: name must be provided";
const unreadable = (field: string, type: string): string =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go struct field .${field} of type string`;
const scheme = 'in scheme "pkg/api/legacyscheme/scheme.go:30"';

/**
 * Returns a patch that sets a member. In a merge patch, null removes the member. In a JSON patch, null is its value.
 */
function setting(type: PatchType, field: string, text: string): string {
  return type === "json" ? `[{"op":"replace","path":"/${field}","value":${text}}]` : `{"${field}":${text}}`;
}

/** Expects that a list is valid JSON and that the object has its kind and version. */
async function expectReadable(client: WireClient): Promise<void> {
  const list = await client.request(mapsPath);
  expect(list.status).toBe(200);
  expect(JSON.parse(list.text)).toMatchObject({ kind: "ConfigMapList", items: [{ metadata: { name: "bystander" } }] });
  expect((await client.request(path)).json).toMatchObject({ kind: "ConfigMap", apiVersion: "v1" });
}

describe.each<PatchType>(["merge", "json"])("a %s patch", (type) => {
  test.each(["null", '""', '"ConfigMap"'])(
    "a patch that sets the kind to %s does not change the kind of the object",
    async (text) => {
      await withAttackedServer(async ({ client }) => {
        const answer = await patch(client, path, type, setting(type, "kind", text));
        expect(answer.status).toBe(200);
        expect(answer.json).toMatchObject({ kind: "ConfigMap", apiVersion: "v1" });
        await expectReadable(client);
      });
    },
  );

  test.each(["null", '""'])(
    "a patch that sets the version to %s is rejected because the version is malformed",
    async (text) => {
      await withAttackedServer(async ({ client }) => {
        const answer = await patch(client, path, type, setting(type, "apiVersion", text));
        expect(answer.json).toMatchObject({ code: 400, reason: "BadRequest", message: missingNameMessage });
        await expectReadable(client);
      });
    },
  );

  test.each([
    ["kind", "7", unreadable("kind", "number")],
    ["kind", "9007199254740993", unreadable("kind", "number")],
    ["kind", "true", unreadable("kind", "bool")],
    ["kind", "{}", unreadable("kind", "object")],
    ["kind", "[]", unreadable("kind", "array")],
    ["apiVersion", "7", unreadable("apiVersion", "number")],
    ["apiVersion", "9007199254740993", unreadable("apiVersion", "number")],
    ["apiVersion", "[]", unreadable("apiVersion", "array")],
    ["kind", '"Other"', `no kind "Other" is registered for version "v1" ${scheme}`],
    ["apiVersion", '"apps/v1"', `no kind "ConfigMap" is registered for version "apps/v1" ${scheme}`],
    ["apiVersion", '"/v"', `no kind "ConfigMap" is registered for version "v" ${scheme}`],
    ["apiVersion", '"a/b/c"', "unexpected GroupVersion string: a/b/c"],
  ])("a patch that sets the %s to %s is rejected because its result has a wrong type", async (field, text, why) => {
    await withAttackedServer(async ({ client }) => {
      const answer = await patch(client, path, type, setting(type, field, text));
      expect(answer.json).toMatchObject({ code: 422, reason: "Invalid" });
      expect(answer.json.details.causes).toHaveLength(1);
      expect(answer.json.details.causes[0]).toMatchObject({ field: "patch", reason: "FieldValueInvalid" });
      expect(answer.json.message.endsWith(`: ${why}`), answer.text).toBe(true);
      await expectReadable(client);
    });
  });
});

test("a patch that removes the version makes the fields of its result unknown", async () => {
  await withAttackedServer(async ({ client }) => {
    const warned = await patch(client, path, "merge", '{"apiVersion":null}');
    expect(warned.json).toMatchObject({ code: 400, message: missingNameMessage });
    expect(warned.headers["warning"]).toBe('299 - "unknown field \\"data\\"", 299 - "unknown field \\"metadata\\""');
    const refused = await patch(client, `${path}?fieldValidation=Strict`, "merge", '{"apiVersion":null}');
    expect(refused.json).toMatchObject({ code: 422 });
    expect(refused.json.message).toMatch(/: strict decoding error: unknown field "data", unknown field "metadata"$/);
    const silent = await patch(client, `${path}?fieldValidation=Ignore`, "merge", '{"apiVersion":null}');
    expect(silent.json).toMatchObject({ code: 400, message: missingNameMessage });
    expect(silent.headers).not.toHaveProperty("warning");
  });
});

test("a patch that sets another kind and no version is rejected because its result has a wrong type", async () => {
  await withAttackedServer(async ({ client }) => {
    const answer = await patch(client, path, "merge", '{"apiVersion":null,"kind":"Other"}');
    expect(answer.json).toMatchObject({ code: 422 });
    const why = `no kind "Other" is registered for the internal version of group "" ${scheme}`;
    expect(answer.json.message.endsWith(`: ${why}`), answer.text).toBe(true);
  });
});

test("a strategic merge patch may set the kind to an object with a delete directive", async () => {
  await withAttackedServer(async ({ client }) => {
    const answer = await patch(client, path, "strategic", '{"kind":{"$patch":"delete"}}');
    expect(answer.json).toMatchObject({ kind: "ConfigMap", apiVersion: "v1" });
  });
});

test("a JSON patch that removes kind and version is rejected, but one that removes only the kind changes nothing", async () => {
  await withAttackedServer(async ({ client }) => {
    const operations = [{ op: "remove", path: "/kind" }];
    expect((await patch(client, path, "json", operations)).json).toMatchObject({ kind: "ConfigMap" });
    const both = await patch(client, path, "json", [...operations, { op: "remove", path: "/apiVersion" }]);
    expect(both.json).toMatchObject({ code: 400, message: missingNameMessage });
    await expectReadable(client);
  });
});

test.each([
  ["7", "cannot convert int64 to string"],
  ["9007199254740993", "cannot convert int64 to string"],
  ["true", "unrecognized type: string"],
  ["{}", "unrecognized type: string"],
])("a strategic merge patch whose kind is %s is rejected", async (text, why) => {
  await withAttackedServer(async ({ client }) => {
    const answer = await patch(client, path, "strategic", `{"kind":${text}}`);
    expect(answer.json).toMatchObject({ code: 422, reason: "Invalid" });
    expect(answer.json.message.endsWith(`: ${why}`), answer.text).toBe(true);
    await expectReadable(client);
  });
});

test("a strategic merge patch cannot change the type of an object, and text as its type is ignored", async () => {
  await withAttackedServer(async ({ client }) => {
    const answer = await patch(client, path, "strategic", { kind: "Other", apiVersion: null });
    expect(answer.json).toMatchObject({ kind: "ConfigMap", apiVersion: "v1" });
    await expectReadable(client);
  });
});

test("a patch of a subresource cannot change its type either", async () => {
  await withAttackedServer(
    async ({ client }) => {
      const namespace = "/api/v1/namespaces/default";
      for (const subresource of ["", "/status"]) {
        const kindless = await patch(client, `${namespace}${subresource}`, "merge", { kind: null });
        expect(kindless.json).toMatchObject({ kind: "Namespace", apiVersion: "v1" });
        const versionless = await patch(client, `${namespace}${subresource}`, "merge", { apiVersion: null });
        expect(versionless.json).toMatchObject({ code: 400, reason: "BadRequest" });
      }
      const list = await client.request("/api/v1/namespaces");
      expect(JSON.parse(list.text).items.length).toBeGreaterThan(0);
    },
    { mayStore: true },
  );
});

test("an object that was stored without its type is listed, read and written with it", async () => {
  await withAttackedServer(
    async ({ client, engine }) => {
      const { entries } = await engine.range("/");
      const entry = entries.find(({ key }) => key.endsWith("/configmaps/default/bystander"));
      if (!entry) throw new Error("the object is not stored");
      const text = Buffer.from(entry.value).toString("latin1");
      const value = Buffer.from(text.replace('"kind":"ConfigMap","apiVersion":"v1",', ""), "latin1");
      expect(areSameObject(value, entry.value)).toBe(true);
      await engine.put(entry.key, value, entry.revision);
      await expectReadable(client);
      expect((await put(client, path, { metadata: { name: "bystander" }, data: { colour: "blue" } })).status).toBe(200);
      await expectReadable(client);
    },
    { mayStore: true },
  );
});
