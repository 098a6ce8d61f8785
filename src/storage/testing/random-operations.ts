/**
 * Makes random operations on an engine and on the model, and compares the results: groups of concurrent writes, reads
 * at readable revisions, watches from readable revisions, compactions, and, if the engine supports it, closing and
 * opening again.
 */
import { expect } from "vitest";
import { type Random, seededRandom } from "../../base/random.ts";
import type { Change, Engine, Entry } from "../engine.ts";
import { StorageError } from "../errors.ts";
import type { EngineTraits } from "./engine-under-test.ts";
import { type ModelChange, type ModelEntry, ModelStore } from "./model.ts";
import { Observation } from "./observe.ts";
import { anyBytes } from "./values.ts";

/** The engine to test. */
export interface RandomSubject {
  readonly engine: Engine;
  /** Closes the engine and opens it again on the same data. Undefined if the data is lost when the engine closes. */
  readonly reopen: (() => Promise<Engine>) | undefined;
  readonly traits: EngineTraits;
}

const keys = [
  "/r/a",
  "/r/a/",
  "/r/a/1",
  "/r/a/2",
  "/r/ab",
  "/r/b/1",
  "/r/b/é",
  "/r/b/\u{ffff}",
  "/r/b/\u{1f600}",
  "/s",
];
const prefixes = ["", "/", "/r/", "/r/a", "/r/a/", "/r/b/", "/s", "/t"];

/** Makes random operations. @throws Error that names the seed if the engine and the model differ */
export async function runRandomOperations(subject: RandomSubject, seed: number, steps: number): Promise<void> {
  const run = new RandomRun(subject, seededRandom(seed));
  try {
    for (let step = 0; step < steps; step++) await run.step();
    await run.finish();
  } catch (error) {
    throw new Error(`the engine differs from the model, seed ${seed}`, { cause: error });
  }
}

interface AnyWrite {
  readonly key: string;
  /** Absent to delete. */
  readonly label: string | undefined;
  readonly expected: number;
}

class RandomRun {
  readonly #model: ModelStore;
  readonly #traits: EngineTraits;
  readonly #random: Random;
  readonly #reopen: RandomSubject["reopen"];
  #engine: Engine;
  #labels = 0;

  constructor({ engine, reopen, traits }: RandomSubject, random: Random) {
    this.#model = new ModelStore(traits.sharesRevisions);
    this.#traits = traits;
    this.#engine = engine;
    this.#reopen = reopen;
    this.#random = random;
  }

  async step(): Promise<void> {
    const dice = this.#random.below(100);
    if (dice < 55) await this.#writeGroup();
    else if (dice < 70) await this.#get();
    else if (dice < 85) await this.#range();
    else if (dice < 93) await this.#watch(this.#keptRevision());
    else if (dice < 98) await this.#compact();
    else await this.#restart();
  }

  /** Compares the whole readable history again, and runs the engine's own check. */
  async finish(): Promise<void> {
    for (let at = this.#model.compactedRevision; at <= this.#model.revision; at++) {
      const page = await this.#engine.range("", { at });
      expect(page.entries.map(showEntry)).toEqual(this.#model.range("", { at, after: undefined }).map(expectEntry));
    }
    await this.#watch(this.#model.compactedRevision);
    expect(await this.#engine.check()).toEqual([]);
  }

  async #writeGroup(): Promise<void> {
    const group = Array.from({ length: 1 + this.#random.below(6) }, () => this.#anyWrite());
    // The engine decides writes in the order of their submission, or gets them one by one. So the model can decide them
    // first.
    if (this.#random.below(4) === 0) return await this.#writeTogether(group);
    const expected = group.map(({ key, label, expected }) => this.#model.write(key, label, expected));
    expect(await this.#writeAll(group)).toEqual(expected);
    expect(this.#engine.revision).toBe(this.#model.revision);
  }

  async #writeAll(group: readonly AnyWrite[]): Promise<unknown[]> {
    const write = ({ key, label, expected }: AnyWrite): Promise<number | string> =>
      (label === undefined
        ? this.#engine.delete(key, expected)
        : this.#engine.put(key, anyBytes.make(label), expected)
      ).catch(codeOf);
    if (this.#traits.ordersWrites) return await Promise.all(group.map(write));
    const outcomes: unknown[] = [];
    for (const one of group) outcomes.push(await write(one));
    return outcomes;
  }

  async #writeTogether(group: readonly AnyWrite[]): Promise<void> {
    // Only the first write of each key is kept.
    const writes = group.filter(({ key }, index) => group.findIndex((one) => one.key === key) === index);
    const expected = this.#model.writeTogether(writes.map(({ key, label, expected }) => [key, label, expected]));
    const outcome = await this.#engine
      .commit(
        writes.map(({ key, label, expected }) => {
          return { key, value: label === undefined ? undefined : anyBytes.make(label), expected };
        }),
      )
      .catch(codeOf);
    expect(outcome).toEqual(expected);
    expect(this.#engine.revision).toBe(this.#model.revision);
  }

  #anyWrite(): AnyWrite {
    const key = this.#pick(keys);
    const current = this.#model.at(this.#model.revision).get(key)?.revision ?? 0;
    const expected = this.#random.below(5) === 0 ? this.#random.below(this.#model.revision + 2) : current;
    const label = this.#random.below(3) === 0 ? undefined : `value ${++this.#labels}`;
    return { key, label, expected };
  }

  async #get(): Promise<void> {
    const key = this.#pick(keys);
    const at = this.#keptRevision();
    const entry = await this.#engine.get(key, at);
    const expected = this.#model.at(at).get(key);
    expect(entry && showEntry(entry)).toEqual(expected && expectEntry(expected));
  }

  async #range(): Promise<void> {
    const prefix = this.#pick(prefixes);
    const at = this.#keptRevision();
    const limit = 1 + this.#random.below(keys.length);
    const after = this.#random.below(2) === 0 ? undefined : this.#pick([...keys, ...prefixes]);
    const page = await this.#engine.range(prefix, after === undefined ? { at, limit } : { at, limit, after });
    const expected = this.#model.range(prefix, { at, after });
    expect(page.entries.map(showEntry)).toEqual(expected.slice(0, limit).map(expectEntry));
    expect({ revision: page.revision, more: page.more }).toEqual({ revision: at, more: expected.length > limit });
  }

  async #watch(after: number): Promise<void> {
    const prefix = this.#pick(prefixes);
    const observation = new Observation(this.#engine, prefix, after);
    try {
      if (after < this.#model.revision) {
        await this.#engine.progress();
        await observation.untilRevision(this.#model.revision);
      }
      const expected = this.#model.changes.filter(({ key, revision }) => revision > after && key.startsWith(prefix));
      expect(observation.changes.map(showChange)).toEqual(expected.map(expectChange));
    } finally {
      await observation[Symbol.asyncDispose]();
    }
  }

  async #compact(): Promise<void> {
    const revision = this.#random.below(this.#model.revision + 1);
    await this.#engine.compact(revision);
    this.#model.compactedRevision = Math.max(this.#model.compactedRevision, revision);
    expect(this.#engine.compactedRevision).toBe(this.#model.compactedRevision);
    expect(await this.#engine.check()).toEqual([]);
  }

  async #restart(): Promise<void> {
    if (!this.#reopen) return;
    this.#engine = await this.#reopen();
    expect(this.#engine.revision).toBe(this.#model.revision);
    expect(this.#engine.compactedRevision).toBe(this.#model.compactedRevision);
  }

  #keptRevision(): number {
    const { compactedRevision, revision } = this.#model;
    return compactedRevision + this.#random.below(revision - compactedRevision + 1);
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#random.below(items.length)] as T;
  }
}

function codeOf(error: unknown): string {
  if (error instanceof StorageError) return error.code;
  throw error;
}

function showEntry({ key, value, revision }: Entry): object {
  return { key, value: anyBytes.show(value), revision };
}

function expectEntry({ key, label, revision }: ModelEntry): object {
  return { key, value: anyBytes.show(anyBytes.make(label)), revision };
}

function showChange({ key, value, revision, previous }: Change): object {
  return { key, revision, value: value && anyBytes.show(value), previous: previous && showEntry(previous) };
}

function expectChange({ key, label, revision, previous }: ModelChange): object {
  const value = label === undefined ? undefined : anyBytes.show(anyBytes.make(label));
  return { key, revision, value, previous: previous && expectEntry(previous) };
}
