/** Empty, repeated and malformed query parameters. Expected values are responses of the reference. */
import { expect, test } from "vitest";
import { createMap, mapsPath } from "../support/config-maps.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import type { WireRequest } from "../support/wire-client.ts";

const merge = { "content-type": "application/merge-patch+json" };
const apply = { "content-type": "application/apply-patch+yaml" };
const changed = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { changed: "yes" } };

const writes: readonly (readonly [verb: string, target: string, request: WireRequest])[] = [
  ["create", `${mapsPath}?`, { body: { ...changed, metadata: { name: "new" } } }],
  ["update", `${mapsPath}/a?`, { method: "PUT", body: changed }],
  ["patch", `${mapsPath}/a?`, { method: "PATCH", headers: merge, body: changed }],
  ["apply", `${mapsPath}/a?force=1&fieldManager=f&`, { method: "PATCH", headers: apply, body: changed }],
  ["delete", `${mapsPath}/a?`, { method: "DELETE" }],
  ["deletecollection", `${mapsPath}?`, { method: "DELETE" }],
  ["patch of the status", "/api/v1/namespaces/default/status?", { method: "PATCH", headers: merge, body: {} }],
];

/** Expects that the collection contains only the object `a`, unchanged. */
async function expectUnchanged({ client }: TestServer): Promise<void> {
  const { json } = await client.request(mapsPath);
  expect(json.items.map(({ metadata, data }: typeof json) => [metadata.name, data])).toEqual([["a", { x: "1" }]]);
}

async function withMap(run: (running: TestServer) => Promise<void>): Promise<void> {
  await using running = await startTestServer();
  await createMap(running.client, "a", { data: { x: "1" } });
  await run(running);
}

test.each(writes)(
  "%s with an empty dryRun, alone or together with All, is rejected and changes nothing",
  async (_verb, target, request) => {
    await withMap(async (running) => {
      for (const [query, values] of [
        ["dryRun=", '[]string{""}'],
        ["dryRun", '[]string{""}'],
        ["dryRun=All&dryRun=", '[]string{"All", ""}'],
      ] as const) {
        const { status, json } = await running.client.request(`${target}${query}`, request);
        expect([status, json.details.causes]).toEqual([
          422,
          [
            {
              reason: "FieldValueNotSupported",
              message: `Unsupported value: ${values}: supported values: "All"`,
              field: "dryRun",
            },
          ],
        ]);
      }
      await expectUnchanged(running);
    });
  },
);

const deletions = writes.filter(([verb]) => verb.startsWith("delete"));

test.each(deletions)(
  "%s with an empty propagationPolicy or gracePeriodSeconds is rejected",
  async (_verb, target, request) => {
    await withMap(async (running) => {
      const policy = await running.client.request(`${target}propagationPolicy=`, request);
      expect([policy.status, policy.json.message]).toEqual([
        422,
        'DeleteOptions.meta.orch.io "" is invalid: propagationPolicy: Unsupported value: "": supported values: "Foreground", "Background", "Orphan", "nil"',
      ]);
      for (const query of ["gracePeriodSeconds=", "gracePeriodSeconds=&gracePeriodSeconds=1"]) {
        const grace = await running.client.request(`${target}${query}`, request);
        expect([grace.status, grace.json.message]).toEqual([400, 'strconv.ParseInt: parsing "": invalid syntax']);
      }
      await expectUnchanged(running);
    });
  },
);

test("a deletion with an empty orphanDependents orphans the dependents", async () => {
  await withMap(async ({ client }) => {
    const { json } = await client.request(`${mapsPath}/a?orphanDependents=`, { method: "DELETE" });
    expect(json.metadata.finalizers).toEqual(["orphan"]);
  });
});

test("a deletion reads its preconditions from the query", async () => {
  await withMap(async (running) => {
    const { client } = running;
    for (const query of ["uid=other", "resourceVersion=1"]) {
      expect((await client.request(`${mapsPath}/a?${query}`, { method: "DELETE" })).status).toBe(409);
    }
    await expectUnchanged(running);
    const { uid, resourceVersion } = (await client.request(`${mapsPath}/a`)).json.metadata;
    const query = `uid=${uid}&resourceVersion=${resourceVersion}`;
    expect((await client.request(`${mapsPath}/a?${query}`, { method: "DELETE" })).status).toBe(200);
  });
});

test.each(["limit=", "limit", "limit=&limit=1", "timeoutSeconds="])("a list with %s is rejected", async (query) => {
  await withMap(async ({ client }) => {
    for (const suffix of ["", "&watch=1"]) {
      const { status, json } = await client.request(`${mapsPath}?${query}${suffix}`);
      expect([status, json.message]).toEqual([400, 'strconv.ParseInt: parsing "": invalid syntax']);
    }
  });
});

test.each(["dryRun=All;x=y", "dryRun=All;", "dryRun=%zz", "?dryRun=All", "DryRun=All"])(
  "a parameter without effect or an unknown parameter is ignored: %s writes",
  async (query) => {
    await withMap(async ({ client }) => {
      await client.request(`${mapsPath}?${query}`, { body: { metadata: { name: "b" } } });
      expect((await client.request(`${mapsPath}/b`)).status).toBe(200);
    });
  },
);

test("a malformed integer in a query is reported before a malformed selector", async () => {
  await withMap(async ({ client }) => {
    const { json } = await client.request(`${mapsPath}?labelSelector=a%3D%3D%3D&fieldSelector=x&limit=y`);
    expect(json.message).toBe('strconv.ParseInt: parsing "y": invalid syntax');
  });
});

test("a watch that ends at once and has a malformed resourceVersion is rejected", async () => {
  await withMap(async ({ client }) => {
    const { status } = await client.request(`${mapsPath}?watch=1&timeoutSeconds=-1&resourceVersion=x`);
    expect(status).toBe(400);
  });
});
