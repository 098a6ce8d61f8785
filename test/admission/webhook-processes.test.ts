/** Webhooks in a server of several processes, and objects that the second thread decodes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import { workersOf } from "../workers/serving-workers.ts";
import { AdmissionWebhook, configurationsPath, denied, patched, webhookSpec } from "./admission-webhook.ts";

beforeAll(() => buildProgram(), 120_000);

/** More than the second thread's smallest request. */
const largeText = "x".repeat(100_000);
const maps = "/api/v1/namespaces/default/configmaps";

test("all processes and the second thread of a server call webhooks from the response to their configuration on", async () => {
  await using webhook = await AdmissionWebhook.start();
  using folder = new TemporaryDirectory();
  await using server = new OrchProcess([
    "apiserver",
    "--vocabulary=kubernetes",
    "--workers=2",
    "--secure-port=0",
    `--data-dir=${join(folder.path, "data")}`,
  ]);
  await server.waitUntilReady();
  const kubeconfig = readFileSync(join(folder.path, "data", "admin.kubeconfig"), "utf8");
  await eventually(async () => (await workersOf(server.pid, kubeconfig)).length === 1, "the worker serves connections");
  // The main process passes each connection to the process with the fewest, so these reach both processes.
  await using first = clientOf(kubeconfig);
  await using second = clientOf(kubeconfig);
  const requests = [first, second].flatMap((client) => [
    { client, text: "small" },
    { client, text: largeText },
  ]);
  let count = 0;
  const create = async ({ client, text }: (typeof requests)[number]): Promise<readonly [number, unknown, unknown]> => {
    const body = { metadata: { name: `m${count++}` }, data: { text } };
    const { status, json } = await client.request(maps, { body });
    return [status, json.metadata.labels, json.message];
  };
  for (const request of requests) expect(await create(request)).toEqual([201, undefined, undefined]);

  const value = { seen: "yes" };
  const changing = webhook.at("change", () => patched({ op: "add", path: "/metadata/labels", value }));
  const mutating = { metadata: { name: "change" }, webhooks: [webhookSpec("change", changing)] };
  await first.request(configurationsPath("mutating"), { body: mutating });
  for (const request of requests) expect(await create(request)).toEqual([201, value, undefined]);

  const denying = webhook.at("deny", () => denied("no"));
  const validating = { metadata: { name: "deny" }, webhooks: [webhookSpec("deny", denying)] };
  await second.request(configurationsPath("validating"), { body: validating });
  const message = 'admission webhook "deny.example.com" denied the request: no';
  for (const request of requests) expect(await create(request)).toEqual([400, undefined, message]);

  await first.request(`${configurationsPath("validating")}/deny`, { method: "DELETE" });
  await first.request(`${configurationsPath("mutating")}/change`, { method: "DELETE" });
  for (const request of requests) expect(await create(request)).toEqual([201, undefined, undefined]);
});

test("the second thread reports that the time of a request ended a call of a webhook", async () => {
  await using webhook = await AdmissionWebhook.start();
  using folder = new TemporaryDirectory();
  const data = join(folder.path, "data");
  await using server = new OrchProcess([
    "apiserver",
    "--vocabulary=kubernetes",
    "--secure-port=0",
    `--data-dir=${data}`,
  ]);
  await server.waitUntilReady();
  await using client = clientOf(readFileSync(join(data, "admin.kubeconfig"), "utf8"));
  const silent = webhook.at("silent", () => undefined);
  const spec = webhookSpec("silent", silent, { failurePolicy: "Ignore" });
  await client.request(configurationsPath("validating"), { body: { metadata: { name: "silent" }, webhooks: [spec] } });
  // The thread must already run, so that the time does not end before the call of the webhook.
  const rejected = { metadata: { name: "first", namespace: "other" }, data: { text: largeText } };
  expect((await client.request(maps, { body: rejected })).status).toBe(400);
  const body = { metadata: { name: "late" }, data: { text: largeText } };
  expect((await client.request(`${maps}?timeout=1s`, { body })).status).toBe(504);
  expect(webhook.requestsAt("silent")).toHaveLength(1);
  await server.waitForLog("failed to call webhook");
  const reason = "Timeout: request did not complete within the allotted timeout";
  expect(server.stderr).toContain(`failed to call webhook: ${reason}`);
});
