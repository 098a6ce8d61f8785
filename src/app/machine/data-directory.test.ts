import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { seededRandom } from "../../base/random.ts";
import { type DataDir, type DataDirOptions, openDataDir, recordStore } from "./data-directory.ts";
import { StartupError } from "./startup-error.ts";

let parent: string;
let path: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "orch-data-"));
  path = join(parent, "cluster");
});

afterEach(async () => {
  await rm(parent, { recursive: true, force: true });
});

function open(options: Partial<DataDirOptions> = {}): Promise<DataDir> {
  return openDataDir(path, { vocabulary: "orch", random: seededRandom(1), ...options });
}

async function refusal(options?: Partial<DataDirOptions>): Promise<string> {
  const error: unknown = await open(options).catch((reason: unknown) => reason);
  if (!(error instanceof StartupError)) throw new Error("not refused as it should be", { cause: error });
  return error.message;
}

/** Runs `work` as an unprivileged user, because file permissions do not restrict root. */
async function unprivileged<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return await work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test("a new data directory is private to its owner and records its cluster", async () => {
  const opened = await open({ vocabulary: "kubernetes" });
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect(opened).toEqual({
    path,
    cluster: { format: 1, vocabulary: "kubernetes", uid: seededRandom(1).uuid(), hasStore: false },
    pkiDir: join(path, "pki"),
    storeDir: join(path, "store"),
    kubeconfigPath: join(path, "admin.kubeconfig"),
    controllerManagerKubeconfigPath: join(path, "controller-manager.kubeconfig"),
  });
  expect(JSON.parse(await readFile(join(path, "cluster.json"), "utf8"))).toEqual(opened.cluster);
  expect(await readdir(path)).toEqual(["cluster.json"]);
});

test("a data directory records that its store was created, also for older releases", async () => {
  await recordStore(await open());
  expect((await open()).cluster.hasStore).toBe(true);
  const file = join(path, "cluster.json");
  const { hasStore: _, ...older } = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  await writeFile(file, JSON.stringify(older));
  expect((await open()).cluster.hasStore).toBe(false);
  await writeFile(join(path, "admin.kubeconfig"), "");
  expect((await open()).cluster.hasStore).toBe(true);
});

test("missing parent folders are created, and an empty folder is used", async () => {
  path = join(parent, "a/b/c");
  await open();
  path = join(parent, "empty");
  await mkdir(path);
  await open();
  expect(await readdir(path)).toEqual(["cluster.json"]);
  path = join(parent, "volume");
  await mkdir(join(path, "lost+found"), { recursive: true });
  await open();
  expect(await readdir(path)).toEqual(["cluster.json", "lost+found"]);
});

test("a start that was killed while it created the directory does not prevent the next start", async () => {
  await mkdir(path);
  await writeFile(join(path, ".tmp-123-1-cluster.json"), '{"form');
  await open();
  expect(await readdir(path)).toContain("cluster.json");
});

test("opening a data directory again returns the same cluster", async () => {
  const opened = await open();
  await writeFile(join(path, "store"), "");
  expect(await open({ random: seededRandom(2) })).toEqual(opened);
});

test("openDataDir() rejects another vocabulary", async () => {
  await open({ vocabulary: "kubernetes" });
  expect(await refusal()).toBe(
    `the cluster in ${path} was created with --vocabulary=kubernetes, which cannot be changed to orch; ` +
      "start it with --vocabulary=kubernetes, or choose another --data-dir",
  );
});

test("openDataDir() rejects a newer format", async () => {
  await mkdir(path);
  await writeFile(join(path, "cluster.json"), '{"format": 2, "everything": "else"}');
  expect(await refusal()).toBe(
    `the cluster in ${path} was written by a newer release (format 2, this one knows 1); run that release, or choose ` +
      "another --data-dir",
  );
});

test.each([
  "",
  "{",
  "null",
  "[]",
  "{}",
  '{"format": 0, "vocabulary": "orch", "uid": "x"}',
  '{"format": "1", "vocabulary": "orch", "uid": "x"}',
  '{"format": 1, "vocabulary": "other", "uid": "x"}',
  '{"format": 1, "vocabulary": "orch"}',
])("openDataDir() rejects a damaged cluster.json: %j", async (content) => {
  await mkdir(path);
  await writeFile(join(path, "cluster.json"), content);
  expect(await refusal()).toBe(
    `${join(path, "cluster.json")} is damaged; restore it from a backup, or remove ${path} to begin with an empty cluster`,
  );
  expect(await readFile(join(path, "cluster.json"), "utf8")).toBe(content);
});

test("openDataDir() rejects a folder with foreign files and does not change it", async () => {
  await mkdir(path);
  await writeFile(join(path, "thesis.tex"), "");
  expect(await refusal()).toBe(
    `${path} is not empty (it holds thesis.tex) and has no cluster.json, so it is not a data directory of orch; choose ` +
      "another with --data-dir, or empty it",
  );
  expect(await readdir(path)).toEqual(["thesis.tex"]);
});

test("openDataDir() rejects a path that is a file", async () => {
  await writeFile(path, "");
  expect(await refusal()).toBe(`the data directory ${path} is not a directory; choose another with --data-dir`);
  path = join(path, "below");
  expect(await refusal()).toBe(`the data directory ${path} is not a directory; choose another with --data-dir`);
});

test.runIf(process.platform === "linux")("openDataDir() rejects a path where no directory can be created", async () => {
  path = "/proc/self/no/cluster";
  expect(await refusal()).toMatch(
    /^the data directory \S+ cannot be used \(ENOENT.*\); choose another with --data-dir$/,
  );
});

test("openDataDir() rejects a directory that is not readable", async () => {
  await chmod(parent, 0o755);
  await open();
  await chmod(path, 0o000);
  expect(await unprivileged(refusal)).toMatch(
    /^the data directory \S+ cannot be used \(EACCES.*\); choose another with --data-dir$/,
  );
});

test.each(["new", "old"])("openDataDir() rejects a directory that is not writable: %s", async (age) => {
  await chmod(parent, 0o755);
  if (age === "old") await open();
  else await mkdir(path);
  await chmod(path, 0o555);
  expect(await unprivileged(refusal)).toMatch(
    /^the data directory \S+ is not writable \(EACCES.*\); make it writable for this user, or choose another with --data-dir$/,
  );
});

test("openDataDir() rejects a cluster.json that is not readable", async () => {
  await chmod(parent, 0o755);
  await open();
  await chmod(path, 0o755);
  await chmod(join(path, "cluster.json"), 0o000);
  expect(await unprivileged(refusal)).toMatch(
    /cluster\.json cannot be read \(EACCES.*\); make it readable for this user$/,
  );
});
