import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CommandStage, type Ran } from "../../../cli/testing/command-stage.ts";
import { backupPieces } from "../../../storage/backup/index.ts";
import { writeIdentity } from "../../../storage/etcd/index.ts";
import { type Engine, openMemoryEngine } from "../../../storage/index.ts";
import { openLmdbEngine } from "../../../storage/lmdb/index.ts";
import { connectEtcd } from "../../../storage/testing/etcd-client.ts";
import { EtcdCluster, hasEtcd } from "../../../storage/testing/etcd-process.ts";
import { packageVersion } from "../../machine/package-version.ts";
import { isNewerRelease } from "./compare-releases.ts";
import type { RestoreCommand } from "./restore-entries.ts";
import { type BackupOptions, runBackup } from "./run-backup.ts";
import { runRestore } from "./run-restore.ts";

let stage: CommandStage;
let dataDir: string;
let file: string;

beforeEach(async () => {
  stage = await CommandStage.open();
  dataDir = makeDataDir("cluster", "u");
  file = join(stage.folder.path, "a.backup");
});

afterEach(async () => {
  await stage[Symbol.asyncDispose]();
});

function makeDataDir(name: string, uid: string): string {
  const path = join(stage.folder.path, name);
  mkdirSync(path);
  writeFileSync(join(path, "cluster.json"), JSON.stringify({ format: 1, vocabulary: "orch", uid, hasStore: false }));
  return path;
}

const openStore = (path: string): Promise<Engine> =>
  openLmdbEngine({ path: join(path, "store"), identity: { vocabulary: "orch" } });

async function fill(path: string, names: readonly string[]): Promise<void> {
  await using engine = await openStore(path);
  for (const name of names) await engine.put(`/registry/things/${name}`, Buffer.from(`value of ${name}`), 0);
}

async function contents(path: string): Promise<{ values: readonly string[]; revision: number; compacted: number }> {
  await using engine = await openStore(path);
  const { entries } = await engine.range("/registry/");
  expect(await engine.check()).toEqual([]);
  const values = entries.map(({ key, value }) => `${key}=${Buffer.from(value).toString()}`);
  return { values, revision: engine.revision, compacted: engine.compactedRevision };
}

type WriteOptions = BackupOptions & { readonly action: "write" };

const writeOptions = (): WriteOptions => ({
  action: "write",
  file,
  overwrite: false,
  includeKeys: false,
  dataDir,
  isServerNamed: false,
  etcd: undefined,
  keyPrefix: "/registry",
  vocabulary: "orch",
});

function backup(options: Partial<WriteOptions> = {}): Promise<Ran> {
  return stage.run((context) => runBackup({ ...writeOptions(), ...options }, context));
}

function restore(options: Partial<RestoreCommand> = {}): Promise<Ran> {
  const all: RestoreCommand = {
    file,
    dataDir,
    etcd: undefined,
    keyPrefix: "/registry",
    force: false,
    otherCluster: false,
    revisionMargin: undefined,
    dryRun: false,
    ...options,
  };
  return stage.run((context) => runRestore(all, context));
}

const things = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `/registry/things/${name}=value of ${name}`);

describe("orch backup", () => {
  test("writes the store of a data directory to a file that only its owner can read", async () => {
    await fill(dataDir, ["a", "b"]);
    expect((await backup()).out).toMatch(/a\.backup: 2 keys at revision 2, 20 B; the file has \d+ B\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { out } = await stage.run((context) =>
      runBackup({ action: "verify", file, encryptionConfig: undefined }, context),
    );
    expect(out).toContain("cluster: u\nvocabulary: orch\nkey prefix: /registry\nrevision: 2\nkeys: 2 (20 B)\n");
    expect(out).toContain("resources:\n  things: 2\n");
  });

  test("keeps a file that exists, unless --overwrite is set, and leaves no temporary file", async () => {
    await fill(dataDir, ["a"]);
    writeFileSync(file, "mine");
    await expect(backup()).rejects.toThrow("a.backup exists; choose another file, or replace it with --overwrite");
    expect(readFileSync(file, "utf8")).toBe("mine");
    await backup({ overwrite: true });
    expect(statSync(file).size).toBeGreaterThan(100);
    expect(readdirSync(stage.folder.path).sort()).toEqual(["a.backup", "cluster"]);
  });

  test("replaces neither a pipe, a device nor a link, but the file to which a link leads", async () => {
    await fill(dataDir, ["a"]);
    const pipe = join(stage.folder.path, "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const path of [pipe, stage.folder.path]) {
      await expect(backup({ file: path, overwrite: true })).rejects.toThrow("exists and is not a regular file");
    }
    expect(statSync(pipe).isFIFO()).toBe(true);
    writeFileSync(file, "former");
    const link = join(stage.folder.path, "link");
    symlinkSync("a.backup", link);
    await backup({ file: link, overwrite: true });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(file).size).toBeGreaterThan(100);
  });

  test("takes the backup from the server, which sends its newest state", async () => {
    await stage.create("configmaps", { metadata: { name: "web" }, data: { key: "value" } });
    const { out } = await backup({ isServerNamed: true });
    expect(out).toContain(" keys at revision ");
    const target = makeDataDir("target", "other");
    await restore({ dataDir: target });
    const { values } = await contents(target);
    const stored = values.find((value) => value.startsWith("/registry/configmaps/default/web="));
    expect(stored).toContain('"data":{"key":"value"}');
  });

  test("takes the backup from the server if the store is in use, and rejects one of another cluster", async () => {
    await fill(dataDir, ["a"]);
    await using _running = await openStore(dataDir);
    await expect(backup()).rejects.toThrow(
      "belongs to cluster in etcd, but the data directory to cluster u; name the server",
    );
    expect(readdirSync(stage.folder.path)).toEqual(["cluster"]);
  });

  test("reports the response of a server that denies it", async () => {
    const client = stage.server.clientAs("guest");
    const run = stage.run((context) => runBackup({ ...writeOptions(), isServerNamed: true }, { ...context, client }));
    await expect(run).rejects.toThrow(
      'the server responded with 403: forbidden: User "guest" cannot get path "/store/backup"',
    );
    expect(existsSync(file)).toBe(false);
  });

  test("reports the damaged object that would be missing", async () => {
    await fill(dataDir, ["a", "b"]);
    const store = join(dataDir, "store", "data.mdb");
    const bytes = readFileSync(store);
    for (let at = bytes.indexOf("value of b"); at >= 0; at = bytes.indexOf("value of b", at + 1)) bytes.write("V", at);
    writeFileSync(store, bytes);
    await expect(backup()).rejects.toThrow("/registry/things/b cannot be read, so the backup would be incomplete");
    expect(existsSync(file)).toBe(false);
  });
});

describe("orch restore", () => {
  test("creates a new data directory of the same cluster, whose revisions continue after a margin", async () => {
    await fill(dataDir, ["a", "b", "c"]);
    await backup();
    const target = join(stage.folder.path, "new");
    const { out } = await restore({ dataDir: target });
    expect(out).toContain(
      "restored 3 keys at revision 3, 30 B; the revision is now 1000006\nthe server will create new keys",
    );
    expect(await contents(target)).toEqual({
      values: things("a", "b", "c"),
      revision: 1_000_006,
      compacted: 1_000_003,
    });
    const record = JSON.parse(readFileSync(join(target, "cluster.json"), "utf8"));
    expect(record).toMatchObject({ uid: "u", vocabulary: "orch", hasStore: true });
  });

  test("keeps a store that exists, unless --force is set; then keeps it beside, and continues after its revision", async () => {
    await fill(dataDir, ["a"]);
    await backup();
    await fill(dataDir, ["b", "c"]);
    await expect(restore()).rejects.toThrow("choose another --data-dir, or set --force to replace it");
    const { out } = await restore({ force: true });
    expect(out).toContain(`the former store is in ${join(dataDir, "store.replaced-1")}\n`);
    expect(await contents(dataDir)).toEqual({ values: things("a"), revision: 4, compacted: 3 });
    await using former = await openLmdbEngine({
      path: join(dataDir, "store.replaced-1"),
      identity: { vocabulary: "orch" },
    });
    expect((await former.range("/registry/")).entries).toHaveLength(3);
  });

  test("rejects a running server, and changes nothing", async () => {
    await fill(dataDir, ["a"]);
    await backup();
    await using running = await openStore(dataDir);
    await expect(restore({ force: true })).rejects.toThrow(/the store in .* is in use by this process: stop it first/);
    expect(await running.check()).toEqual([]);
    expect(readdirSync(dataDir).sort()).toEqual(["cluster.json", "store"]);
  });

  test("replaces a store that is too damaged to be opened", async () => {
    await fill(dataDir, ["a"]);
    await backup();
    writeFileSync(join(dataDir, "store", "data.mdb"), "rubbish");
    await restore({ force: true });
    expect(await contents(dataDir)).toMatchObject({ values: things("a"), revision: 1_000_002 });
  });

  test("rejects a backup of another cluster, unless only the objects are wanted", async () => {
    await fill(dataDir, ["a"]);
    await backup();
    const other = makeDataDir("other", "v");
    await expect(restore({ dataDir: other })).rejects.toThrow(
      `the backup is of cluster u, but ${other} belongs to cluster v, whose keys and certificates differ`,
    );
    expect(readdirSync(other)).toEqual(["cluster.json"]);
    await restore({ dataDir: other, otherCluster: true });
    expect((await contents(other)).values).toEqual(things("a"));
  });

  test("checks the whole file before it writes anything", async () => {
    await fill(dataDir, ["a", "b"]);
    await backup();
    const bytes = readFileSync(file);
    const target = join(stage.folder.path, "new");
    writeFileSync(file, bytes.subarray(0, -10));
    await expect(restore({ dataDir: target })).rejects.toThrow("the backup is incomplete");
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    writeFileSync(file, bytes);
    await expect(restore({ dataDir: target })).rejects.toThrow("its digest does not match");
    expect(existsSync(target)).toBe(false);
  });

  test("rejects a pipe where the backup is read twice", async () => {
    const pipe = join(stage.folder.path, "pipe");
    execFileSync("mkfifo", [pipe]);
    const expected = "pipe is not a regular file, and the backup is read twice";
    await expect(restore({ file: pipe })).rejects.toThrow(expected);
    const verify = { action: "verify", file: pipe, encryptionConfig: "e.yaml" } as const;
    await expect(stage.run((context) => runBackup(verify, context))).rejects.toThrow(expected);
  });

  test("with --dry-run describes the backup and writes nothing", async () => {
    await fill(dataDir, ["a"]);
    await backup();
    const target = join(stage.folder.path, "new");
    expect((await restore({ dataDir: target, dryRun: true })).out).toContain("keys: 1 (10 B)\n");
    expect(existsSync(target)).toBe(false);
  });

  test("an interrupted restore is not visible, and a server does not start with an empty store", async () => {
    await fill(dataDir, ["a"]);
    await backup();
    const target = join(stage.folder.path, "new");
    const stopped = stage.run(async (context) => {
      const terminal = {
        ...context.terminal,
        progress: (text: string): void => {
          if (text.includes("restored")) throw new Error("interrupted");
        },
      };
      const options = { file, dataDir: target, etcd: undefined, keyPrefix: "/registry", force: false } as const;
      const rest = { otherCluster: false, revisionMargin: undefined, dryRun: false } as const;
      return await runRestore({ ...options, ...rest }, { ...context, terminal });
    });
    await expect(stopped).rejects.toThrow("interrupted");
    expect(readdirSync(target)).toEqual(["cluster.json"]);
    expect(JSON.parse(readFileSync(join(target, "cluster.json"), "utf8"))).toMatchObject({ hasStore: true });
    await restore({ dataDir: target });
    expect((await contents(target)).values).toEqual(things("a"));
  });

  test("restores the keys of the backup only into a directory that has none", async () => {
    await fill(dataDir, ["a"]);
    mkdirSync(join(dataDir, "pki"));
    writeFileSync(join(dataDir, "pki", "sa.key"), "secret");
    await backup({ includeKeys: true });
    const target = join(stage.folder.path, "new");
    expect((await restore({ dataDir: target })).out).toContain(
      "the keys and certificates of the backup are restored\n",
    );
    expect(readFileSync(join(target, "pki", "sa.key"), "utf8")).toBe("secret");
    expect(statSync(join(target, "pki", "sa.key")).mode & 0o777).toBe(0o600);
    writeFileSync(join(target, "pki", "sa.key"), "newer");
    expect((await restore({ dataDir: target, force: true })).out).toContain("of the data directory are kept\n");
    expect(readFileSync(join(target, "pki", "sa.key"), "utf8")).toBe("newer");
  });

  test("a whole backup of a newer release is rejected before anything is written, with the release to install", async () => {
    const engine = openMemoryEngine();
    await engine.put("/registry/things/a", Buffer.from("value"), 0);
    const description = {
      release: "99.1.0",
      vocabulary: "orch",
      cluster: "u",
      keyPrefix: "/registry",
      time: "2026-01-01T00:00:00Z",
    };
    const pieces: Buffer[] = [];
    for await (const piece of backupPieces({ engine, description })) pieces.push(piece);
    writeFileSync(file, Buffer.concat(pieces));
    const target = join(stage.folder.path, "new");
    const present = packageVersion();
    for (const dryRun of [false, true]) {
      await expect(restore({ dataDir: target, dryRun })).rejects.toThrow(
        `the backup was written by release 99.1.0, which is newer than this one (${present}); install release 99.1.0, and ` +
          "repeat the command with it",
      );
    }
    expect(existsSync(target)).toBe(false);
    await engine[Symbol.asyncDispose]();
  });

  test("releases are compared by their numbers", () => {
    expect(isNewerRelease("0.2.0", "0.1.9")).toBe(true);
    expect(isNewerRelease("1.0.0", "0.9.9")).toBe(true);
    expect(isNewerRelease("0.1.9", "0.2.0")).toBe(false);
    expect(isNewerRelease("0.1.0", "0.1.0")).toBe(false);
    expect(isNewerRelease("unknown", "0.1.0")).toBe(false);
  });
});

describe.skipIf(!hasEtcd)("with etcd", () => {
  test("a cluster is the same after a backup and a restore, and its revisions have not decreased", {
    timeout: 60_000,
  }, async () => {
    await fill(dataDir, ["a", "b"]);
    await backup();
    await using cluster = await EtcdCluster.start();
    const etcd = { servers: cluster.urls, caFile: undefined, certFile: undefined, keyFile: undefined };
    await expect(restore({ etcd, keyPrefix: "/mine" })).rejects.toThrow("set --etcd-prefix=/registry");
    await restore({ etcd, revisionMargin: 100 });
    await using engine = await connectEtcd({ servers: cluster.urls });
    const { entries, revision } = await engine.range("/registry/");
    expect(entries.map(({ key, value }) => `${key}=${Buffer.from(value).toString()}`)).toEqual(things("a", "b"));
    expect(revision).toBeGreaterThan(102);
    await expect(engine.range("/registry/", { at: 102 })).rejects.toMatchObject({ code: "compacted" });
    await expect(restore({ etcd })).rejects.toThrow("etcd is not empty");
    const again = join(stage.folder.path, "again.backup");
    expect((await backup({ etcd, file: again })).out).toContain("2 keys at revision");
    const back = join(stage.folder.path, "back");
    await restore({ file: again, dataDir: back });
    expect((await contents(back)).values).toEqual(things("a", "b"));
  });

  test("a backup takes the vocabulary from the identity in etcd, and a wrong --vocabulary is an error", async () => {
    await using cluster = await EtcdCluster.start();
    const etcd = { servers: cluster.urls, caFile: undefined, certFile: undefined, keyFile: undefined };
    const options = { etcd, dataDir: join(stage.folder.path, "absent"), vocabulary: undefined };
    await expect(backup(options)).rejects.toThrow("etcd has no cluster below /registry");
    await using engine = await connectEtcd({ servers: cluster.urls });
    await writeIdentity(engine, { prefix: "/registry", identity: { vocabulary: "kubernetes" } });
    await engine.put("/registry/things/a", Buffer.from("value of a"), 0);
    await backup(options);
    const verify = { action: "verify", file, encryptionConfig: undefined } as const;
    const { out } = await stage.run((context) => runBackup(verify, context));
    expect(out).toContain("vocabulary: kubernetes\n");
    const other = { ...options, file: join(stage.folder.path, "other.backup"), vocabulary: "orch" } as const;
    await expect(backup(other)).rejects.toThrow("Use the same --vocabulary");
  });
});
