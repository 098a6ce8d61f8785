/** Deletions by a server whose objects no garbage collector handles. */
import { expect, test } from "vitest";
import { createMap, mapsPath } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { getObject, isGone } from "../support/writes.ts";

test("with --enable-garbage-collector=false, deletions add no finalizers, and dependents remain", async () => {
  await using running = await startTestServer({
    flags: ["--enable-garbage-collector=false"],
    controllers: ["*"],
  });
  const { client } = running;
  for (const propagationPolicy of ["Orphan", "Foreground", "Background"]) {
    const owner = await createMap(client, "owner");
    const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: owner.json.metadata.uid }];
    await client.request(mapsPath, {
      body: { metadata: { name: `of-${propagationPolicy.toLowerCase()}`, ownerReferences } },
    });
    const { json } = await client.request(`${mapsPath}/owner`, { method: "DELETE", body: { propagationPolicy } });
    expect(json, propagationPolicy).toMatchObject({ kind: "Status", status: "Success" });
    expect(await isGone(client, `${mapsPath}/owner`), propagationPolicy).toBe(true);
    expect(await isGone(client, `${mapsPath}/of-${propagationPolicy.toLowerCase()}`)).toBe(false);
  }
});

test("with --enable-garbage-collector=false, a deletion keeps finalizers of the garbage collector, as in the reference", async () => {
  await using running = await startTestServer({ flags: ["--enable-garbage-collector=false"] });
  const { client } = running;
  await client.request(mapsPath, { body: { metadata: { name: "a", finalizers: ["orphan"] } } });
  await client.request(`${mapsPath}/a`, { method: "DELETE", body: { propagationPolicy: "Foreground" } });
  const { metadata } = await getObject(client, `${mapsPath}/a`);
  expect(metadata.finalizers).toEqual(["orphan"]);
  expect(metadata.deletionTimestamp).toBeDefined();
});
