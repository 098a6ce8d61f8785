/** The first start of a server on a data directory: alone, beside other servers, and on a port in use. */
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";
import { buildProgram, clientOf, OrchProcess } from "./support/orch-process.ts";

beforeAll(buildProgram, 120_000);

/** Returns the outcome of a start: `ready`, or the exit code and standard error. */
async function outcomeOf(started: OrchProcess): Promise<string> {
  const ready = started.waitUntilReady().then(() => "ready");
  const ended = started.waitForExit().then((code) => `exit ${code}: ${started.stderr}`);
  return await Promise.race([ready.catch(() => ended), ended]);
}

test.each([
  // Only one server can use a store on disk. In etcd, all four would start.
  ["the store on disk", ["--secure-port=0", "--storage=lmdb"]],
  ["the store in memory", ["--secure-port=0", "--storage=memory"]],
])(
  "of four servers that start at once on a new data directory with %s, those that fail report why",
  async (store, flags) => {
    using folder = new TemporaryDirectory();
    const dataDir = join(folder.path, "new");
    const started = Array.from({ length: 4 }, () => new OrchProcess(["up", `--data-dir=${dataDir}`, ...flags]));
    try {
      const outcomes = await Promise.all(started.map((one) => outcomeOf(one)));
      const refused = outcomes.filter((one) => one !== "ready");
      if (store === "the store in memory") expect(refused).toEqual([]);
      else {
        expect(refused).toHaveLength(3);
        for (const text of refused) expect(text).toMatch(/^exit 1: [^]*orch: the store in .* is in use by/);
      }
      // The credentials of the kubeconfig match the keys that the running server uses.
      const kubeconfig = readFileSync(join(dataDir, "admin.kubeconfig"), "utf8");
      await using client = clientOf(kubeconfig);
      expect((await client.request("/api/v1/namespaces/default")).status).toBe(200);
      expect(readdirSync(dataDir).filter((name) => name.startsWith(".tmp-"))).toEqual([]);
    } finally {
      await Promise.all(started.map((one) => one[Symbol.asyncDispose]()));
    }
  },
  60_000,
);

test("a server reports a port in use before it creates the data directory", async () => {
  using folder = new TemporaryDirectory();
  const dataDir = join(folder.path, "new");
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  await using started = new OrchProcess(["up", `--data-dir=${dataDir}`, `--secure-port=${port}`]);
  const outcome = await outcomeOf(started);
  expect(outcome).toContain(`exit 1: orch: cannot listen on 127.0.0.1:${port} (something else listens there)`);
  expect(existsSync(dataDir)).toBe(false);
  await new Promise((resolve) => other.close(resolve));
});

test("a server whose store is missing creates no keys, which a repeated restore would keep", async () => {
  using folder = new TemporaryDirectory();
  const record = '{"format":1,"vocabulary":"orch","uid":"u","hasStore":true}';
  writeFileSync(join(folder.path, "cluster.json"), record);
  await using started = new OrchProcess(["up", `--data-dir=${folder.path}`, "--secure-port=0", "--storage=lmdb"]);
  expect(await outcomeOf(started)).toMatch(/^exit 1: orch: the store file .* is missing/);
  expect(readdirSync(folder.path)).not.toContain("pki");
});

test("a start without --vocabulary uses that of the existing cluster, and a different one is rejected", async () => {
  using folder = new TemporaryDirectory();
  const flags = ["--secure-port=0", `--data-dir=${folder.path}`];
  for (const vocabularyFlags of [["--vocabulary=kubernetes"], []]) {
    await using started = new OrchProcess(["up", ...flags, ...vocabularyFlags]);
    await started.waitUntilReady();
    const kubeconfig = readFileSync(join(folder.path, "admin.kubeconfig"), "utf8");
    await using client = clientOf(kubeconfig);
    expect((await client.request("/apis/rbac.authorization.k8s.io/v1")).status).toBe(200);
    started.signal("SIGTERM");
    await started.waitForExit();
  }
  await using contradicting = new OrchProcess(["up", ...flags, "--vocabulary=orch"]);
  expect(await outcomeOf(contradicting)).toContain("exit 1: orch: the cluster in");
}, 60_000);

test("a server reports a damaged cluster.json, with and without --vocabulary", async () => {
  using folder = new TemporaryDirectory();
  writeFileSync(join(folder.path, "cluster.json"), "{");
  for (const vocabularyFlags of [["--vocabulary=kubernetes"], []]) {
    await using started = new OrchProcess(["up", "--secure-port=0", `--data-dir=${folder.path}`, ...vocabularyFlags]);
    expect(await outcomeOf(started)).toContain("cluster.json is damaged");
  }
});
