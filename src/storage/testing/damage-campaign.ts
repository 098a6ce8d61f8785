/**
 * Damages copies of a store and checks their objects. Each object must be read as it was written or reported by its
 * key, or the store must be rejected. A child process opens the stores, so that a crash is a finding as well.
 */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../base/random.ts";
import { openLmdbEngine } from "../lmdb/index.ts";
import { ScriptProcess } from "./child-process.ts";
import { damageStore } from "./damage.ts";

/** The identity of the campaign's store. */
export const storeIdentity = { vocabulary: "orch" };
/** The cluster ID of the campaign's store. */
export const storeCluster = "00000000-0000-4000-8000-000000000001";

/** The child process's report about one store. */
export type Found =
  | { readonly objects: Readonly<Record<string, string>>; readonly damaged: readonly string[] }
  | { readonly rejected: string }
  | { readonly failed: string };

/** The result of a campaign. */
export interface CampaignResult {
  /** Number of stores in which all objects were read as they were written. */
  readonly intact: number;
  /**
   * Number of stores in which some objects were reported by their keys, and all others were read as they were written.
   */
  readonly reported: number;
  /** Number of stores that were rejected. */
  readonly rejected: number;
  /**
   * The failures, each with a description of the damage: a crash, a lost or changed object, or an error without a
   * message.
   */
  readonly findings: readonly string[];
  /** How often each message occurred. Numbers in messages are removed. */
  readonly messages: ReadonlyMap<string, number>;
}

/** Options of a campaign. */
export interface CampaignOptions {
  /** Determines the content of the store. */
  readonly seed: number;
  readonly count: number;
  /** Damages a copy of the store, and returns what it did. Default: random damage, with the seed `seed + index`. */
  readonly damage?: (directory: string, index: number) => string;
  readonly onProgress?: (done: number) => void;
}

/** Damages `count` copies of a store, each in a different way. */
export async function runCampaign(directory: string, options: CampaignOptions): Promise<CampaignResult> {
  const { seed, count, onProgress } = options;
  const damageRandomly = (copy: string, index: number): string =>
    `seed ${seed + index}: ${damageStore(copy, seededRandom(seed + index))}`;
  const damage = options.damage ?? damageRandomly;
  const original = join(directory, "original");
  const written = await writeStore(original, seed);
  const tally = { intact: 0, reported: 0, rejected: 0 };
  const findings: string[] = [];
  const messages = new Map<string, number>();
  let reader = new ScriptProcess("damage-reader.ts", []);
  try {
    for (let at = 0; at < count; at++) {
      const copy = join(directory, "damaged");
      rmSync(copy, { recursive: true, force: true });
      cpSync(original, copy, { recursive: true });
      const what = damage(copy, at);
      reader.send(copy);
      const line = await reader.line();
      if (line === undefined) {
        findings.push(`${what}: the process crashed`);
        await reader[Symbol.asyncDispose]();
        reader = new ScriptProcess("damage-reader.ts", []);
        continue;
      }
      const verdict = judge(JSON.parse(line) as Found, written, messages);
      if (typeof verdict === "object") findings.push(`${what}: ${verdict.finding}`);
      else tally[verdict]++;
      onProgress?.(at + 1);
    }
  } finally {
    await reader[Symbol.asyncDispose]();
  }
  return { ...tally, findings, messages };
}

type Verdict = "intact" | "reported" | "rejected" | { readonly finding: string };

function judge(found: Found, written: ReadonlyMap<string, string>, messages: Map<string, number>): Verdict {
  if ("failed" in found) return { finding: found.failed };
  if ("rejected" in found) {
    const message = found.rejected.replaceAll(/\/\S*\//g, "").replaceAll(/\d+/g, "N");
    messages.set(message, (messages.get(message) ?? 0) + 1);
    return found.rejected.length > 0 ? "rejected" : { finding: "it was rejected without a message" };
  }
  const damaged = new Set(found.damaged);
  for (const [key, content] of written) {
    if (damaged.has(key) || found.objects[key] === content) continue;
    return { finding: found.objects[key] === undefined ? `${key} was lost` : `${key} was changed` };
  }
  const more = Object.keys(found.objects).find((key) => !written.has(key));
  if (more !== undefined) return { finding: `${more} appeared` };
  return damaged.size > 0 ? "reported" : "intact";
}

/** Writes a store like a server does: large and small values, updates, deletions, a compaction, and later history. */
async function writeStore(path: string, seed: number): Promise<ReadonlyMap<string, string>> {
  const random = seededRandom(seed);
  mkdirSync(path, { recursive: true });
  const revisions = new Map<string, number>();
  const contents = new Map<string, string>();
  await using engine = await openLmdbEngine({ path, identity: storeIdentity, cluster: storeCluster });
  const write = async (round: number): Promise<void> => {
    const key = `/registry/configmaps/namespace-${random.below(5)}/object-${random.below(250)}`;
    const revision = revisions.get(key) ?? 0;
    if (revision > 0 && random.below(4) === 0) {
      await engine.delete(key, revision);
      revisions.delete(key);
      contents.delete(key);
      return;
    }
    const length = [200, 600, 1500, 5000, 20_000][random.below(5)] ?? 200;
    const value = Buffer.alloc(length, `${key} ${round} `);
    const put = await engine.put(key, value, revision);
    revisions.set(key, put);
    contents.set(key, `${put} ${createHash("sha256").update(value).digest("hex")}`);
  };
  for (let round = 0; round < 500; round++) await write(round);
  await engine.compact(engine.revision);
  for (let round = 500; round < 700; round++) await write(round);
  return contents;
}
