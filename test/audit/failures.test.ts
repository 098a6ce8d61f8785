/** Servers whose audit log cannot be written, and policies that cannot be read. The log is a device without space. */
import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app/server.ts";
import { createLogger } from "../../src/base/logger.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import { AuditFolder, startAudited } from "../support/audit-log.ts";
import { WireClient } from "../support/wire-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const fullDisk = "--audit-log-path=/dev/full";

async function lines(server: RunningServer, prefix: string): Promise<readonly string[]> {
  const text = await (await server.request("/metrics")).text();
  return text.split("\n").filter((line) => line.startsWith(prefix));
}

async function startFull(folder: AuditFolder, mode: string) {
  const log: string[] = [];
  const clock = new ManualClock();
  const logger = createLogger({ format: "json", clock, write: (line) => log.push(line) });
  const server = await startAudited(folder, { clock, logger, flags: [fullDisk, `--audit-log-mode=${mode}`] });
  const losses = () =>
    log
      .map((line) => JSON.parse(line))
      .filter(({ message, msg = message }) => String(msg).startsWith("Error in audit plugin"));
  return { server, clock, losses };
}

test("with blocking-strict and a full disk, a request fails before it changes anything, and is counted", async () => {
  using folder = new AuditFolder({ rules: [{ level: "Metadata", verbs: ["create"] }] });
  const { server: started } = await startFull(folder, "blocking-strict");
  await using server = started;
  const created = await server.request(maps, { body: { metadata: { name: "a" } } });
  expect([created.status, await created.text()]).toEqual([
    500,
    `Internal Server Error: "${maps}": failed to store audit event\n`,
  ]);
  expect((await server.request(`${maps}/a`)).status).toBe(404);
  expect(await lines(server, "apiserver_audit_requests_rejected_total")).toEqual([
    "apiserver_audit_requests_rejected_total 1",
  ]);
  expect(await lines(server, "apiserver_audit_error_total")).toEqual(['apiserver_audit_error_total{plugin="log"} 1']);
});

test.each(["blocking", "batch"])(
  "with %s and a full disk, requests succeed, and their lost events are counted and logged",
  async (mode) => {
    using folder = new AuditFolder({ rules: [{ level: "Metadata", verbs: ["create"] }] });
    const { server: started, losses, clock } = await startFull(folder, mode);
    await using server = started;
    for (const name of ["a", "b"]) {
      expect((await server.request(maps, { body: { metadata: { name } } })).status).toBe(201);
    }
    await expect
      .poll(async () => await lines(server, "apiserver_audit_error_total"))
      .toEqual(['apiserver_audit_error_total{plugin="log"} 4']);
    await clock.advance(5000);
    expect(losses().reduce((sum, { events }) => sum + events, 0)).toBe(4);
    expect(JSON.stringify(losses()[0])).toMatch(/Error in audit plugin 'log' affecting \d audit events: ENOSPC/);
  },
);

test("without a policy, the counters of the audit are 0, as in the reference", async () => {
  await using server = await startServer({});
  expect(await lines(server, "apiserver_audit")).toEqual([
    "apiserver_audit_event_total 0",
    "apiserver_audit_requests_rejected_total 0",
  ]);
});

/** Writes the client configuration of a webhook that does not exist. @returns its path */
function unreachableWebhook(folder: AuditFolder): string {
  const path = join(folder.path, "webhook.yaml");
  const cluster = { server: "https://127.0.0.1:1/audit" };
  const document = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user: {} }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  };
  writeFileSync(path, JSON.stringify(document));
  return path;
}

test("with blocking-strict and a webhook that does not answer, a request gets 504 when its time is over", async () => {
  using folder = new AuditFolder({ rules: [{ level: "Metadata", verbs: ["create"] }] });
  const clock = new ManualClock();
  await using server = await startServer({
    vocabulary: "kubernetes",
    clock,
    flags: [
      `--audit-policy-file=${folder.policyPath}`,
      `--audit-webhook-config-file=${unreachableWebhook(folder)}`,
      "--audit-webhook-mode=blocking-strict",
      "--audit-webhook-initial-backoff=10m",
    ],
  });
  const response = server.request(maps, { body: { metadata: { name: "a" } } });
  await expect
    .poll(async () => await lines(server, "apiserver_audit_event_total"))
    .toEqual(["apiserver_audit_event_total 1"]);
  await clock.advance(60_000);
  expect((await response).status).toBe(504);
});

test("while the webhook is down and its buffer is full, requests succeed, and each event is counted and logged", async () => {
  using folder = new AuditFolder({ rules: [{ level: "Metadata", verbs: ["create"] }] });
  const configuration = unreachableWebhook(folder);
  const log: string[] = [];
  const clock = new ManualClock();
  const logger = createLogger({ format: "json", clock, write: (line) => log.push(line) });
  await using server = await startServer({
    vocabulary: "kubernetes",
    clock,
    logger,
    flags: [
      `--audit-policy-file=${folder.policyPath}`,
      `--audit-webhook-config-file=${configuration}`,
      "--audit-webhook-mode=batch",
      "--audit-webhook-batch-buffer-size=2",
      "--audit-webhook-batch-max-size=1",
      "--audit-webhook-batch-throttle-enable=true",
      "--audit-webhook-batch-throttle-qps=1",
      "--audit-webhook-batch-throttle-burst=1",
      "--audit-webhook-initial-backoff=1s",
    ],
  });
  const names = ["a", "b", "c", "d", "e", "f"];
  for (const name of names) {
    expect((await server.request(maps, { body: { metadata: { name } } })).status).toBe(201);
  }
  const events = 2 * names.length;
  expect(await lines(server, "apiserver_audit_event_total")).toEqual([`apiserver_audit_event_total ${events}`]);
  const counts = async (): Promise<Readonly<Record<string, number>>> => {
    const pattern = /^apiserver_audit_error_total\{plugin="(.*)"\} (\d+)$/;
    const found = (await lines(server, "apiserver_audit_error_total{")).map((line) => pattern.exec(line) ?? []);
    return Object.fromEntries(found.map(([, plugin = "", count]) => [plugin, Number(count)]));
  };
  const { buffered = 0, ...others } = await counts();
  expect([others, buffered > 0, buffered < events]).toEqual([{}, true, true]);
  await expect
    .poll(async () => {
      await clock.advance(1000);
      return await counts();
    })
    .toEqual({ buffered, webhook: events - buffered });
  const text = log.join("");
  expect(text).toContain("Error in audit plugin 'buffered' affecting 1 audit events: audit buffer queue blocked");
  expect(text).toMatch(/Error in audit plugin 'webhook' affecting 1 audit events: .*127\.0\.0\.1:1/);
});

test.each([
  [
    "half written",
    'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: "Meta',
    /failed decoding: .*: from file .*policy\.yaml$/s,
  ],
  [
    "with an unknown level",
    "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: All}]",
    /rules\[0\]\.level: Unsupported value: "All"/,
  ],
])("a server does not start with a policy that is %s", async (_, text, message) => {
  using folder = new AuditFolder("Metadata");
  writeFileSync(folder.policyPath, text);
  await expect(startAudited(folder)).rejects.toThrow(message);
});

test("a server does not start if its log cannot be created", async () => {
  using folder = new AuditFolder("Metadata");
  await expect(startAudited(folder, { flags: ["--audit-log-path=/dev/null/audit.log"] })).rejects.toThrow(
    /^--audit-log-path: \/dev\/null\/audit\.log cannot be written: EEXIST/,
  );
});

test("a request without valid credentials has one event, without a user", async () => {
  using folder = new AuditFolder("RequestResponse");
  await using server = await startAudited(folder, { port: 0 });
  await using client = new WireClient({ url: server.url, ca: server.caCertificate });
  const response = await client.request(maps, { headers: { authorization: "Bearer wrong", "audit-id": "bad" } });
  expect(response.status).toBe(401);
  const [event, ...others] = folder.events("bad");
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    stage: "ResponseStarted",
    verb: "list",
    user: {},
    responseStatus: { metadata: {}, status: "Failure", message: "Unauthorized", reason: "Unauthorized", code: 401 },
    responseObject: { kind: "Status", code: 401 },
  });
  expect(JSON.stringify(event)).not.toContain("wrong");
});

test("a server that cannot use the file of the audit webhook leaves the audit log closed", async () => {
  using folder = new AuditFolder("Metadata");
  const webhookFile = join(folder.logPath, "..", "webhook.yaml");
  writeFileSync(webhookFile, "rubbish");
  await expect(startAudited(folder, { flags: [`--audit-webhook-config-file=${webhookFile}`] })).rejects.toThrow(
    "webhook.yaml",
  );
  const openFiles = readdirSync("/proc/self/fd").flatMap((name) => {
    try {
      return [readlinkSync(join("/proc/self/fd", name))];
    } catch {
      // The folder also had the descriptor with which it was read.
      return [];
    }
  });
  expect(openFiles).not.toContain(folder.logPath);
});
