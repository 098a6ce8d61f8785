/** The first start of a server on a data directory: alone, several at once, and on a port in use. */
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";
import { buildProgram, clientOf, OrchProcess } from "./support/orch-process.ts";

beforeAll(buildProgram, 120_000);

/** How a start went: `ready`, or its exit code and what it said. */
async function outcomeOf(started: OrchProcess): Promise<string> {
  const ready = started.ready().then(() => "ready");
  const ended = started.exited().then((code) => `exit ${code}: ${started.stderr}`);
  return await Promise.race([ready.catch(() => ended), ended]);
}

test.each([
  ["ports of their own", ["--secure-port=0"]],
  ["memory", ["--secure-port=0", "--storage=memory"]],
])(
  "of four servers that start at once on a new data directory with %s, those that cannot go on say why",
  async (what, flags) => {
    using folder = new TemporaryDirectory();
    const dataDir = join(folder.path, "new");
    const started = Array.from({ length: 4 }, () => new OrchProcess(["up", `--data-dir=${dataDir}`, ...flags]));
    try {
      const outcomes = await Promise.all(started.map((one) => outcomeOf(one)));
      const refused = outcomes.filter((one) => one !== "ready");
      if (what === "memory") expect(refused).toEqual([]);
      else {
        expect(refused).toHaveLength(3);
        for (const text of refused) expect(text).toMatch(/^exit 1: [^]*orch: the store in .* is in use by/);
      }
      // Keys, certificates and the configuration belong together.
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

test("a port in use is reported before keys and the data directory are made", async () => {
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

test("a start without --vocabulary takes that of the existing cluster, and a contradicting one is rejected", async () => {
  using folder = new TemporaryDirectory();
  const flags = ["--secure-port=0", `--data-dir=${folder.path}`];
  for (const given of [["--vocabulary=kubernetes"], []]) {
    await using started = new OrchProcess(["up", ...flags, ...given]);
    await started.ready();
    const kubeconfig = readFileSync(join(folder.path, "admin.kubeconfig"), "utf8");
    await using client = clientOf(kubeconfig);
    expect((await client.request("/apis/rbac.authorization.k8s.io/v1")).status).toBe(200);
    started.signal("SIGTERM");
    await started.exited();
  }
  await using contradicting = new OrchProcess(["up", ...flags, "--vocabulary=orch"]);
  expect(await outcomeOf(contradicting)).toContain("exit 1: orch: the cluster in");
}, 60_000);

test("a damaged cluster file is reported as such, with and without --vocabulary", async () => {
  using folder = new TemporaryDirectory();
  writeFileSync(join(folder.path, "cluster.json"), "{");
  for (const given of [["--vocabulary=kubernetes"], []]) {
    await using started = new OrchProcess(["up", "--secure-port=0", `--data-dir=${folder.path}`, ...given]);
    expect(await outcomeOf(started)).toContain("cluster.json is damaged");
  }
});
