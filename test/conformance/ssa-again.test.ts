import { describe, expect, test } from "vitest";
import { apply, applyObject, conflictCauses } from "../support/apply.ts";
import { mapsPath } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { fractionalBytesWarning } from "../support/warning-rows.ts";
import { warningsOf } from "../support/warnings.ts";
import { deleteObject, getObject, patch } from "../support/writes.ts";

const path = `${mapsPath}/a`;

function map(data: Readonly<Record<string, string>>, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", ...metadata }, data };
}

describe("repeated applies of the same manifest", () => {
  test("a repeated apply returns the stored object with its old times, even if several managers apply in turn", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await applyObject(client, path, "one", map({ x: "1" }));
    const both = await applyObject(client, path, "two", map({ y: "2" }));
    for (let round = 0; round < 3; round++) {
      await clock.advance(60_000);
      expect(await applyObject(client, path, "one", map({ x: "1" }))).toEqual(both);
      expect(await applyObject(client, path, "two", map({ y: "2" }))).toEqual(both);
      expect(await applyObject(client, path, "two", map({ y: "2" }), { query: "dryRun=All" })).toEqual(both);
    }
    expect(await getObject(client, path)).toEqual(both);
  });

  test("a repeated apply conflicts with a manager that has changed the field, and with force restores it", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (let time = 0; time < 3; time++) await applyObject(client, path, "one", map({ x: "1" }));
    expect((await patch(client, `${path}?fieldManager=other`, "merge", { data: { x: "2" } })).status).toBe(200);
    const refused = await apply(client, path, "one", map({ x: "1" }));
    expect(refused.json.details.causes).toEqual(conflictCauses('"other" using v1', ".data.x"));
    const forced = await applyObject(client, path, "one", map({ x: "1" }), { force: true });
    expect(forced.data).toEqual({ x: "1" });
  });

  test("another manager that applies the same manifest becomes a second owner", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (let time = 0; time < 3; time++) await applyObject(client, path, "one", map({ x: "1" }));
    const both = await applyObject(client, path, "two", map({ x: "1" }));
    expect(both.metadata.managedFields.map(({ manager }: { manager: string }) => manager).sort()).toEqual([
      "one",
      "two",
    ]);
  });

  test("a repeated apply creates the object again after its deletion", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await applyObject(client, path, "one", map({ x: "1" }));
    for (let time = 0; time < 2; time++) await applyObject(client, path, "one", map({ x: "1" }));
    expect((await deleteObject(client, path)).status).toBe(200);
    const again = await apply(client, path, "one", map({ x: "1" }));
    expect(again.status).toBe(201);
    expect(again.json.metadata.uid).not.toBe(made.metadata.uid);
  });

  test("every repeated apply returns the warnings about duplicate keys and about the object", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const twice = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: '1'\n  x: '2'\n";
    const resources = { requests: { storage: "1500m" } };
    const claim = {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: "c" },
      spec: { accessModes: ["ReadWriteOnce"], resources },
    };
    const claims = "/api/v1/namespaces/default/persistentvolumeclaims";
    const advice = fractionalBytesWarning("spec.resources.requests[storage]", "1500m");
    for (let time = 0; time < 3; time++) {
      expect(warningsOf(await apply(client, path, "one", twice))).toEqual(['line 7: key "x" already set in map']);
      expect(warningsOf(await apply(client, `${claims}/c`, "one", claim))).toEqual([advice]);
    }
  });
});
