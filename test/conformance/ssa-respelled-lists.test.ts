import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import type { WireClient, WireResponse } from "../support/wire-client.ts";
import { createObject, patch, put } from "../support/writes.ts";

/** Expected managed fields are those of the reference v1.32.13. */
const limitRanges = "/api/v1/namespaces/default/limitranges";
const deployments = "/apis/apps/v1/namespaces/default/deployments";

function limitRange(cpu: string): object {
  const spec = { limits: [{ type: "Container", default: { cpu } }] };
  return { apiVersion: "v1", kind: "LimitRange", metadata: { name: "l" }, spec };
}

function deployment(expression: object): object {
  const labels = { app: "web" };
  const labelSelector = { matchExpressions: [{ key: "app", operator: "Exists", ...expression }] };
  const term = { topologyKey: "zone", labelSelector };
  const spec = {
    containers: [{ name: "c", image: "i" }],
    affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
  };
  const template = { metadata: { labels }, spec };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d" },
    spec: { selector: { matchLabels: labels }, template },
  };
}

function owners({ status, json }: WireResponse): unknown {
  expect(status).toBe(200);
  return Object.fromEntries(
    json.metadata.managedFields.map((entry: { manager: string; fieldsV1: object }) => [entry.manager, entry.fieldsV1]),
  );
}

const limits = { "f:spec": { "f:limits": {} } };

async function putLimits(client: WireClient, manager: string, cpu: string): Promise<unknown> {
  return owners(await put(client, `${limitRanges}/l?fieldManager=${manager}`, limitRange(cpu)));
}

test("an update owns a list with a single owner if it spells a quantity of the list in another way", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const path = `${limitRanges}/l`;
  await createObject(client, `${limitRanges}?fieldManager=one`, limitRange("500m"));
  expect(await putLimits(client, "two", "500m")).toEqual({ one: limits });
  expect(await putLimits(client, "three", "0.5")).toEqual({ three: limits });
  const merged = await patch(client, `${path}?fieldManager=four`, "merge", limitRange("500m"));
  expect(owners(merged)).toEqual({ three: limits });
  const again = await patch(client, `${path}?fieldManager=five`, "strategic", limitRange("0.5"));
  expect(owners(again)).toEqual({ five: limits });
});

test("an update owns a list with a single owner if an item gets an empty map or list that is not stored", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, `${limitRanges}?fieldManager=one`, limitRange("1"));
  const operation = { op: "add", path: "/spec/limits/0/max", value: {} };
  const patched = await patch(client, `${limitRanges}/l?fieldManager=two`, "json", [operation]);
  expect(owners(patched)).toEqual({ two: limits });
  expect(patched.json.spec.limits[0]).not.toHaveProperty("max");
  const label = await patch(client, `${limitRanges}/l?fieldManager=three`, "merge", {
    metadata: { labels: { a: "b" } },
  });
  expect(owners(label)).toEqual({ two: limits, three: { "f:metadata": { "f:labels": { ".": {}, "f:a": {} } } } });
});

test("an update that adds an empty list deep in an item changes the owner of the outer list, not the generation", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, `${deployments}?fieldManager=one`, deployment({}));
  const updated = await put(client, `${deployments}/d?fieldManager=two`, deployment({ values: [] }));
  expect(owners(updated)).toMatchObject({
    two: {
      "f:spec": {
        "f:template": {
          "f:spec": { "f:affinity": { "f:podAffinity": { "f:requiredDuringSchedulingIgnoredDuringExecution": {} } } },
        },
      },
    },
  });
  expect(updated.json.metadata.generation).toBe(1);
});
