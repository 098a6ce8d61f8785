import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { seededRandom } from "../../base/random.ts";
import { type Engine, type MemoryEngine, openMemoryEngine } from "../index.ts";
import { addFiles, type BackupEntry, BackupError, type BackupPart, backupPieces, readBackup } from "./index.ts";

const description = {
  release: "0.1.0",
  vocabulary: "orch",
  cluster: "c",
  keyPrefix: "/registry",
  time: "2026-01-01T00:00:00.000Z",
};
const seed = 1;

let engine: MemoryEngine;

beforeEach(() => {
  engine = openMemoryEngine();
});

async function fill(keys: number, valueBytes: number): Promise<void> {
  const random = seededRandom(seed);
  for (let index = 0; index < keys; index++) {
    const value = Buffer.from(Array.from({ length: valueBytes }, () => random.below(256)));
    await engine.put(`/registry/things/${String(index).padStart(6, "0")}`, value, 0);
  }
}

async function take(source: Engine = engine): Promise<Buffer> {
  return Buffer.concat(await collect(backupPieces({ engine: source, description })));
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* chunksOf(bytes: Buffer, size = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const partsOf = (bytes: Buffer, size?: number): Promise<BackupPart[]> => collect(readBackup(chunksOf(bytes, size)));

async function messageOf(bytes: Buffer): Promise<string> {
  const error: unknown = await partsOf(bytes).catch((reason: unknown) => reason);
  return error instanceof BackupError ? error.message : `no BackupError: ${String(error)}`;
}

/** Replaces the header of a backup, and corrects the digest. */
function withHeader(backup: Buffer, header: object): Buffer {
  const content = Buffer.from(JSON.stringify(header));
  const storedBytes = backup.readUInt32BE(8 + 6);
  const head = Buffer.alloc(10);
  head.writeUInt8(1, 0);
  head.writeUInt32BE(content.length, 2);
  head.writeUInt32BE(content.length, 6);
  const rest = backup.subarray(8 + 10 + storedBytes, -32);
  const body = Buffer.concat([backup.subarray(0, 8), head, content, rest]);
  return Buffer.concat([body, createHash("sha256").update(body).digest()]);
}

test("a backup has every key below the prefix with its value, and the revision of the state", async () => {
  await fill(2500, 300);
  await engine.put("/other/key", Buffer.from("x"), 0);
  await engine.put("/registry/example.com/widgets/default/a", Buffer.alloc(1_000_000, "w"), 0);
  const parts = await partsOf(await take());
  expect(parts[0]).toEqual({ header: { format: 1, ...description, revision: 2502 } });
  const { entries } = await engine.range("/registry/");
  const textOf = ({ key, value, revision }: BackupEntry): string =>
    `${key} ${revision} ${Buffer.from(value).toString("base64")}`;
  expect(parts.flatMap((part) => ("entries" in part ? part.entries.map(textOf) : []))).toEqual(entries.map(textOf));
  expect(parts.at(-1)).toEqual({
    summary: {
      keys: 2501,
      bytes: 2500 * 300 + 1_000_000,
      resources: { things: 2500, "example.com/widgets": 1 },
      files: [],
    },
  });
});

test("writes during a backup do not change its state", async () => {
  await fill(3000, 10);
  const expected = await engine.range("/registry/");
  const found: string[] = [];
  const pieces = backupPieces({ engine, description });
  const writing = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      const { entries } = await engine.range("/registry/", { limit: 1, after: "/registry/things/002500" });
      for (const { key, revision } of entries) await engine.delete(key, revision);
      await engine.put(`/registry/things/new-${piece.length}-${engine.revision}`, Buffer.from("new"), 0);
      yield piece;
    }
  };
  for await (const part of readBackup(writing()))
    if ("entries" in part) found.push(...part.entries.map(({ key }) => key));
  expect(found).toEqual(expected.entries.map(({ key }) => key));
  expect(engine.revision).toBeGreaterThan(expected.revision);
});

test("an empty store has a backup without entries", async () => {
  const parts = await partsOf(await take());
  expect(parts.at(-1)).toEqual({ summary: { keys: 0, bytes: 0, resources: {}, files: [] } });
});

test("files are added to a backup without changes of its entries", async () => {
  await fill(20, 300);
  const backup = await take();
  const files = [
    { name: "ca.key", content: Buffer.from("key") },
    { name: "ca.crt", content: Buffer.alloc(5000, "c") },
  ];
  const parts = await partsOf(Buffer.concat(await collect(addFiles(chunksOf(backup), files))));
  expect(parts.filter((part) => "file" in part)).toEqual(files.map((file) => ({ file })));
  expect(parts.filter((part) => "entries" in part)).toEqual(
    (await partsOf(backup)).filter((part) => "entries" in part),
  );
});

test("a file that would be written outside of its folder is rejected", async () => {
  const files = [{ name: "../../etc/passwd", content: Buffer.from("x") }];
  const backup = Buffer.concat(await collect(addFiles(chunksOf(await take()), files)));
  expect(await messageOf(backup)).toContain('a file has the name "../../etc/passwd"');
});

describe("a backup that is not as it was written", () => {
  test("a backup that is cut off at any place is rejected as incomplete", async () => {
    await fill(40, 60);
    const backup = await take();
    for (let length = 0; length < backup.length; length += length < 400 ? 1 : 37) {
      expect(await messageOf(backup.subarray(0, length)), `${length} bytes`).toContain("the backup is incomplete");
    }
    expect(await messageOf(backup.subarray(0, -1))).toContain("the backup is incomplete");
  });

  test("a changed byte at any place is rejected", async () => {
    await fill(40, 60);
    const backup = await take();
    for (let at = 0; at < backup.length; at += at < 400 ? 1 : 29) {
      const changed = Buffer.from(backup);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      expect(await messageOf(changed), `byte ${at}`).toMatch(/^the (backup|file) /);
    }
  });

  test("bytes after the end are rejected", async () => {
    const backup = Buffer.concat([await take(), Buffer.from("x")]);
    expect(await messageOf(backup)).toContain("it continues after its end");
  });

  test("another file is reported as no backup", async () => {
    expect(await messageOf(Buffer.from("apiVersion: v1\nkind: ConfigMap\n"))).toContain(
      "the file is no backup of orch",
    );
  });

  test("a newer format is rejected with the release that wrote it", async () => {
    const newer = withHeader(await take(), { format: 2, release: "9.0.0" });
    expect(await messageOf(newer)).toBe(
      "the backup has format 2, written by a newer release (release 9.0.0); this one knows formats up to 1. Install that " +
        "release, and repeat the command with it",
    );
  });

  test("a key outside of the prefix, and a revision after that of the backup are rejected", async () => {
    await fill(1, 10);
    const backup = await take();
    const header = { format: 1, ...description, revision: 1 };
    expect(await messageOf(withHeader(backup, header))).toContain("no BackupError");
    expect(await messageOf(withHeader(backup, { ...header, keyPrefix: "/mine" }))).toContain('things/000000" is wrong');
    expect(await messageOf(withHeader(backup, { ...header, revision: 0 }))).toContain("is newer than the backup");
  });

  test("a block that decompresses to more than it states is rejected before it fills the memory", async () => {
    const backup = await take();
    const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));
    const head = Buffer.alloc(10);
    head.writeUInt8(2, 0);
    head.writeUInt8(1, 1);
    head.writeUInt32BE(bomb.length, 2);
    head.writeUInt32BE(bomb.length, 6);
    const start = 8 + 10 + backup.readUInt32BE(8 + 6);
    const before = process.memoryUsage().arrayBuffers;
    expect(await messageOf(Buffer.concat([backup.subarray(0, start), head, bomb]))).toContain("cannot be decompressed");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  });
});
