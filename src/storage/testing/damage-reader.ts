/**
 * A process that opens damaged stores. Each line of its input names a directory. It reads everything that the engine
 * can read, writes, compacts, and prints its findings as one line of JSON. A crash ends it.
 */
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import type { Engine } from "../engine.ts";
import { StorageError } from "../errors.ts";
import { openLmdbEngine } from "../lmdb/index.ts";
import { type Found, storeCluster, storeIdentity } from "./damage-campaign.ts";

async function inspect(path: string): Promise<Found> {
  try {
    await using engine = await openLmdbEngine({
      path,
      identity: storeIdentity,
      cluster: storeCluster,
      mustExist: true,
    });
    const found = await readAll(engine);
    await use(engine);
    return found;
  } catch (error) {
    if (error instanceof StorageError) return { rejected: error.message };
    return { failed: String(error) };
  }
}

async function readAll(engine: Engine): Promise<Found> {
  const objects: Record<string, string> = {};
  const damaged = new Set(engine.damagedKeys().keys());
  for (const { key, value, revision, damage } of (await engine.range("/")).entries) {
    if (damage) damaged.add(key);
    else objects[key] = `${revision} ${createHash("sha256").update(value).digest("hex")}`;
  }
  return { objects, damaged: [...damaged] };
}

/** Works like a server. A damaged object must not prevent this. */
async function use(engine: Engine): Promise<void> {
  const revision = await engine.put("/new/object", Buffer.from("new"), 0);
  for (const key of engine.damagedKeys().keys()) {
    if (await exists(engine, key)) await engine.removeDamaged(key);
  }
  await engine.compact(revision);
}

async function exists(engine: Engine, key: string): Promise<boolean> {
  return (await engine.range(key)).entries.some((entry) => entry.key === key && entry.damage !== undefined);
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await inspect(line))}\n`);
}
