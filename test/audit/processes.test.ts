/** The audit log of a server with several processes and a second thread, and the webhook of a server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ManualClock } from "../../src/base/manual-clock.ts";
import { AuditFolder, type LoggedEvent, startAudited } from "../support/audit-log.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { startReviewWebhook } from "../support/review-webhook.ts";
import { eventually } from "../support/until.ts";
import { workersOf } from "../workers/serving-workers.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const named = (auditID: string) => ({ "audit-id": auditID });

describe("a server with two processes", () => {
  beforeAll(buildProgram, 180_000);

  test("writes the events of all processes and of the second thread to one log", async () => {
    using folder = new AuditFolder("RequestResponse");
    const dataDir = join(folder.path, "data");
    await using server = new OrchProcess([
      "apiserver",
      "--workers=2",
      "--vocabulary=kubernetes",
      "--secure-port=0",
      `--data-dir=${dataDir}`,
      ...folder.flags,
    ]);
    await server.waitUntilReady();
    const kubeconfig = readFileSync(join(dataDir, "admin.kubeconfig"), "utf8");
    await eventually(async () => (await workersOf(server.pid, kubeconfig)).length === 1, "the worker serves");
    const clients = [clientOf(kubeconfig, { protocol: "h2" }), clientOf(kubeconfig, { protocol: "h2" })];
    // Each process gets one connection. A body of this size is processed by its second thread.
    const large = "x".repeat(100_000);
    for (const [index, client] of clients.entries()) {
      await using _closed = client;
      const created = await client.request(maps, {
        headers: named(`small-${index}`),
        body: { metadata: { name: `small-${index}` }, data: { k: "v" } },
      });
      expect(created.status).toBe(201);
      expect(folder.last(`small-${index}`).responseObject).toEqual(created.json);
      const offloaded = await client.request(maps, {
        headers: named(`large-${index}`),
        body: { metadata: { name: `large-${index}` }, data: { k: large } },
      });
      expect(offloaded.status).toBe(201);
      const event = folder.last(`large-${index}`);
      expect(event.stage).toBe("ResponseComplete");
      expect(event.objectRef).toMatchObject({ resource: "configmaps", name: `large-${index}` });
      expect(event.requestObject.data.k).toBe(large);
      expect(event.responseObject).toEqual(offloaded.json);
      expect(event.annotations).toMatchObject({ "authorization.k8s.io/decision": "allow" });
      const rejected = await client.request(maps, {
        headers: named(`rejected-${index}`),
        body: { metadata: { name: `large-${index}` }, data: { k: large } },
      });
      expect(folder.last(`rejected-${index}`).responseStatus).toEqual({
        metadata: {},
        status: "Failure",
        message: rejected.json.message,
        reason: "AlreadyExists",
        details: rejected.json.details,
        code: 409,
      });
    }
    const stages = ["small-0", "large-0", "small-1", "large-1"].map((id) =>
      folder.events(id).map(({ stage }) => stage),
    );
    expect(stages).toEqual(Array.from({ length: 4 }, () => ["RequestReceived", "ResponseComplete"]));
  });
});

interface EventList {
  readonly kind: string;
  readonly apiVersion: string;
  readonly items: readonly LoggedEvent[];
}

test("a webhook receives lists of events, again after a failure, and events of all requests before the server ends", async () => {
  await using webhook = await startReviewWebhook<EventList>((_, count) =>
    count === 1 ? { status: 500, body: "broken" } : { body: "" },
  );
  using folder = new AuditFolder({
    omitStages: ["RequestReceived"],
    rules: [{ level: "Metadata", verbs: ["create"] }],
  });
  const clock = new ManualClock();
  const flags = [
    `--audit-webhook-config-file=${webhook.writeConfig()}`,
    "--audit-webhook-batch-max-size=2",
    "--audit-webhook-initial-backoff=10s",
  ];
  const idsOf = ({ items }: EventList): readonly string[] => items.map(({ auditID }) => auditID);
  {
    await using server = await startAudited(folder, { clock, flags });
    for (const name of ["a", "b", "c"]) {
      await server.request(maps, { headers: named(name), body: { metadata: { name } } });
    }
    await expect.poll(() => webhook.received.length).toBe(1);
    await clock.advance(15_000);
    await expect.poll(() => webhook.received.length).toBe(2);
  }
  const lists = webhook.received.map(({ body }) => body);
  expect(lists.map(idsOf)).toEqual([["a", "b"], ["a", "b"], ["c"]]);
  expect(lists[0]).toMatchObject({ kind: "EventList", apiVersion: "audit.k8s.io/v1", metadata: {} });
  expect(lists[0]?.items[0]).toMatchObject({
    level: "Metadata",
    stage: "ResponseComplete",
    responseStatus: { code: 201 },
  });
  expect(Object.keys(lists[0]?.items[0] ?? {})).not.toContain("kind");
  expect(webhook.received[0]).toMatchObject({ method: "POST", clientName: "api-server" });
  // The log has the same events.
  expect(folder.events().map(({ auditID }) => auditID)).toEqual(["a", "b", "c"]);
});

test("with a strict webhook that fails, a request is rejected", async () => {
  await using webhook = await startReviewWebhook<EventList>(() => ({ status: 503, body: "down" }));
  using folder = new AuditFolder({ rules: [{ level: "Metadata", verbs: ["create"] }] });
  const flags = [
    `--audit-webhook-config-file=${webhook.writeConfig()}`,
    "--audit-webhook-mode=blocking-strict",
    "--audit-webhook-initial-backoff=1ms",
  ];
  await using server = await startAudited(folder, { flags });
  const created = await server.request(maps, { body: { metadata: { name: "a" } } });
  expect([created.status, await created.text()]).toEqual([
    500,
    `Internal Server Error: "${maps}": failed to store audit event\n`,
  ]);
  expect(webhook.received.length).toBe(5);
});
