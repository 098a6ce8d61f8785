import { describe, expect, test } from "vitest";
import { apply, applyEntry, applyObject, updateEntry } from "../support/apply.ts";
import { deployment, deployments } from "../support/deployments.ts";
import { dataKeyFields, mapManifest, mapPath } from "../support/map-manifests.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireClient, WireResponse } from "../support/wire-client.ts";
import { createObject, getObject, patch, put } from "../support/writes.ts";

describe("writes of managedFields", () => {
  const entries = [applyEntry("one", dataKeyFields("x")), updateEntry("hand", dataKeyFields("y"))];
  const prepared = async (client: WireClient): Promise<ReturnType<typeof getObject>> => {
    await applyObject(client, mapPath, "one", mapManifest({ x: "1" }));
    await patch(client, `${mapPath}?fieldManager=hand`, "merge", { data: { y: "1" } });
    const made = await getObject(client, mapPath);
    expect(made.metadata.managedFields).toEqual(entries);
    return made;
  };
  /** Requests that set the list of managed fields and the data member `x`, by kind of write. */
  const writers: Readonly<Record<string, (client: WireClient, list: unknown, x?: string) => Promise<WireResponse>>> = {
    put: async (client, managedFields, x = "1") => {
      const { metadata, ...object } = await getObject(client, mapPath);
      const body = { ...object, metadata: { ...metadata, managedFields }, data: { ...object.data, x } };
      return put(client, `${mapPath}?fieldManager=resetter`, body);
    },
    merge: (client, managedFields, x = "1") =>
      patch(client, `${mapPath}?fieldManager=resetter`, "merge", { metadata: { managedFields }, data: { x } }),
    json: (client, value, x = "1") =>
      patch(client, `${mapPath}?fieldManager=resetter`, "json", [
        { op: "replace", path: "/metadata/managedFields", value },
        { op: "replace", path: "/data/x", value: x },
      ]),
    strategic: (client, managedFields, x = "1") =>
      patch(client, `${mapPath}?fieldManager=resetter`, "strategic", { metadata: { managedFields }, data: { x } }),
  };

  test.each(Object.keys(writers))(
    "[SSA-15] a write (%s) with a single empty entry removes all managed fields",
    async (way) => {
      await using running = await startTestServer();
      const { client } = running;
      await prepared(client);
      const answer = await writers[way]?.(client, [{}]);
      expect(answer?.status).toBe(200);
      expect(answer?.json.metadata).not.toHaveProperty("managedFields");
      expect(await getObject(client, mapPath)).toEqual(answer?.json);
    },
  );

  test.each(Object.keys(writers))(
    "a write (%s) with an empty list removes all managed fields, as in the reference",
    async (way) => {
      await using running = await startTestServer();
      const { client } = running;
      await prepared(client);
      const answer = await writers[way]?.(client, []);
      expect(answer?.status).toBe(200);
      expect(answer?.json.metadata).not.toHaveProperty("managedFields");
    },
  );

  test.each(Object.keys(writers))(
    "[SSA-17] a write (%s) that resets managed fields and changes data records the change after the reset",
    async (way) => {
      await using running = await startTestServer();
      const { client } = running;
      await prepared(client);
      const answer = await writers[way]?.(client, [{}], "2");
      expect(answer?.status).toBe(200);
      expect(answer?.json.data).toEqual({ x: "2", y: "1" });
      expect(answer?.json.metadata.managedFields).toEqual([updateEntry("resetter", dataKeyFields("x"))]);
    },
  );

  test("a write of valid managedFields stores them", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await prepared(client);
    const mine = [applyEntry("else", dataKeyFields("x", "y"))];
    const changed = await writers["merge"]?.(client, mine);
    expect(changed?.json.metadata.managedFields).toEqual(mine);
    const lost = await apply(client, mapPath, "one", mapManifest({ x: "2" }));
    expect([lost.status, lost.json.message]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "else": .data.x',
    ]);
  });

  test.each([
    ["an unknown operation", { operation: "Patch" }],
    ["no operation", { operation: "" }],
    ["no version", { apiVersion: "" }],
    ["an unknown fieldsType", { fieldsType: "FieldsV2" }],
    ["no fieldsType", { fieldsType: "" }],
    ["a field name without the prefix `f:`", { fieldsV1: { data: {} } }],
    ["malformed keys", { fieldsV1: { "k:{": {} } }],
    ["a malformed index", { fieldsV1: { "i:x": {} } }],
    ["text as the value of a field", { fieldsV1: { "f:data": "all" } }],
  ])("a write of managedFields with %s keeps the stored ones", async (_, wrong) => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await prepared(client);
    const answer = await writers["merge"]?.(client, [{ ...applyEntry("else", dataKeyFields("x")), ...wrong }]);
    expect([answer?.status, answer?.json]).toEqual([200, made]);
  });

  test("a write of managedFields drops entries of versions that are not served", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await prepared(client);
    const gone = updateEntry("old", dataKeyFields("x"), { apiVersion: "v0" });
    const answer = await writers["merge"]?.(client, [gone, applyEntry("one", dataKeyFields("x"))]);
    expect(answer?.json.metadata.managedFields).toEqual([applyEntry("one", dataKeyFields("x"))]);
  });

  test.each([
    ["Too long: may not be more than 128 bytes", "manager", { manager: "m".repeat(129) }, "FieldValueTooLong"],
    [
      'Invalid value: "a\\nb": invalid character U+000A (at position 1)',
      "manager",
      { manager: "a\nb" },
      "FieldValueInvalid",
    ],
    ["Too long: may not be more than 256 bytes", "subresource", { subresource: "s".repeat(257) }, "FieldValueTooLong"],
  ])("a write of invalid managedFields is rejected: %s", async (message, field, wrong, reason) => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await prepared(client);
    const answer = await writers["merge"]?.(client, [
      ...entries,
      { ...applyEntry("else", dataKeyFields("x")), ...wrong },
    ]);
    expect(answer?.status).toBe(422);
    expect(answer?.json.reason).toBe("Invalid");
    const [cause] = answer?.json.details.causes ?? [];
    expect(cause.field).toMatch(new RegExp(`^metadata\\.managedFields\\[[012]\\]\\.${field}$`));
    // The reference repeats each of these causes four times.
    expect(answer?.json.details.causes).toEqual(
      Array.from({ length: 4 }, () => ({ reason, message, field: cause.field })),
    );
    expect(await getObject(client, mapPath)).toEqual(made);
    const isFine = { ...applyEntry("m".repeat(128), dataKeyFields("x")), subresource: "s".repeat(256) };
    expect((await writers["merge"]?.(client, [isFine]))?.status).toBe(200);
  });

  test("a status write cannot reset managed fields", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, `${deployments}?fieldManager=maker`, deployment);
    const target = `${deployments}/d/status`;
    const reset = await patch(client, `${target}?fieldManager=loop`, "merge", { metadata: { managedFields: [{}] } });
    expect([reset.status, reset.json]).toEqual([200, made]);
  });
});
