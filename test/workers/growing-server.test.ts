import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { childrenOf } from "../support/child-processes.ts";
import { mapsPath } from "../support/config-maps.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import { workersOf } from "./serving-workers.ts";

/** A request with this object takes the server more time than the client. */
const largeMap = {
  metadata: { name: "large" },
  data: Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key-${index}`, "value"])),
};

let folder: string;
let server: OrchProcess;
let kubeconfig: string;

beforeAll(async () => {
  await buildProgram();
  folder = mkdtempSync(join(tmpdir(), "orch-growth-"));
  server = new OrchProcess(["up", "--workers-max=2", "--secure-port=0", `--data-dir=${folder}`]);
  await server.waitUntilReady();
  kubeconfig = readFileSync(join(folder, "admin.kubeconfig"), "utf8");
});

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

test("a busy server starts another process, which shows all writes, and no process beyond the limit", async () => {
  await using first = clientOf(kubeconfig, { protocol: "h2" });
  expect((await first.request(mapsPath, { body: { metadata: { name: "before" } } })).status).toBe(201);
  expect((await first.request("/metrics")).text).toContain("\napiserver_processes 1\n");

  let hasGrown = false;
  const load = async (): Promise<void> => {
    // Looking for processes takes longer than a request.
    for (let count = 0; !hasGrown; count++) {
      await first.request(`${mapsPath}?dryRun=All`, { body: largeMap });
      if (count % 20 === 0) hasGrown ||= childrenOf(server.pid).length === 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, load));
  await eventually(async () => (await workersOf(server.pid, kubeconfig)).length === 1, "a worker serves connections");

  await using second = clientOf(kubeconfig, { protocol: "h2" });
  expect((await second.request(`${mapsPath}/before`)).status).toBe(200);
  expect((await second.request(mapsPath, { body: { metadata: { name: "after" } } })).status).toBe(201);
  expect((await first.request(`${mapsPath}/after`)).status).toBe(200);
  expect((await first.request("/metrics")).text).toContain("\napiserver_processes 2\n");
});
