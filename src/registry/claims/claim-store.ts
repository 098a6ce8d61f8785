/**
 * Takes values out of ranges for objects (`schema/claims.ts`). The store decides who holds a value: each held value has
 * a key, which is created and deleted in one commit with the object. So a value never has two holders, and no value is
 * lost when a server crashes. The state in memory only makes it likely that a chosen value is free.
 */
import { assert } from "../../base/assert.ts";
import type { Random } from "../../base/random.ts";
import type { Claim, ClaimOwner, ClaimTaker, ValueRange } from "../../schema/index.ts";
import type { Write } from "../../storage/index.ts";
import { type ClaimSpace, isSameOwner } from "./claim-space.ts";

/** The claim spaces of a ClaimStore, the ranges of the cluster, and the source of random values. */
export interface ClaimStoreOptions {
  readonly spaces: readonly ClaimSpace[];
  readonly ranges: ClaimRangeSource;
  readonly random: Random;
}

/** Provides the ranges of the cluster. */
export interface ClaimRangeSource {
  /** The names that ranges can have, in order of preference. */
  readonly names: readonly string[];
  /** Resolves when `now` can be called. */
  ready(): Promise<void>;
  /** Returns the present ranges, in order of preference. */
  current(): readonly ValueRange[];
}

/** Returns a source of ranges that never change. */
export function fixedRanges(ranges: readonly ValueRange[]): ClaimRangeSource {
  return { names: ranges.map(({ name }) => name), ready: async () => undefined, current: () => ranges };
}

/** Number of random positions that are tried before all positions are searched in order. */
const guessesMax = 32;

/** Thrown when another write has taken a value that was free in the cache. */
export class ClaimConflict extends Error {
  override readonly name = "ClaimConflict";
}

/** The claims of a server. It knows which values are free. */
export class ClaimStore {
  readonly #options: ClaimStoreOptions;
  readonly #spaces: ReadonlyMap<string, ClaimSpace>;
  /** Values that writes in progress have taken. */
  readonly #reserved = new Set<string>();

  constructor(options: ClaimStoreOptions) {
    this.#options = options;
    this.#spaces = new Map(options.spaces.map((space) => [space.name, space]));
  }

  get spaces(): readonly ClaimSpace[] {
    return this.#options.spaces;
  }

  /** Resolves when the caches are loaded, so that `begin` can be called. */
  async ready(): Promise<void> {
    for (const { cache } of this.spaces) await cache.ready();
    await this.#options.ranges.ready();
  }

  /** Waits until the caches show all writes that were confirmed before the call. */
  async current(): Promise<void> {
    for (const { cache } of this.spaces) await cache.current();
  }

  /**
   * Starts the claims of one write.
   * @param held the values that the stored object holds; empty for a new object
   */
  begin(owner: ClaimOwner, held: readonly Claim[]): ClaimTransaction {
    const { ranges, random } = this.#options;
    const spaces = this.#spaces;
    return new ClaimTransaction({ owner, held, ranges, random, spaces, reserved: this.#reserved });
  }
}

interface ClaimTransactionOptions {
  readonly owner: ClaimOwner;
  readonly held: readonly Claim[];
  readonly ranges: ClaimRangeSource;
  readonly random: Random;
  readonly spaces: ReadonlyMap<string, ClaimSpace>;
  /** Values that all writes in progress have taken. */
  readonly reserved: Set<string>;
}

/**
 * The values that one write takes and releases. Disposing it ends the reservations. By then, the store has the claims,
 * or the write has failed.
 */
export class ClaimTransaction implements ClaimTaker, Disposable {
  readonly #options: ClaimTransactionOptions;
  readonly #held: ReadonlyMap<string, Claim>;
  readonly #taken = new Set<string>();
  #ranges: readonly ValueRange[] | undefined;

  constructor(options: ClaimTransactionOptions) {
    this.#options = options;
    this.#held = byId(options.held);
  }

  get rangeNames(): readonly string[] {
    return this.#options.ranges.names;
  }

  get ranges(): readonly ValueRange[] {
    this.#ranges ??= this.#options.ranges.current();
    return this.#ranges;
  }

  take(range: ValueRange, value: string): "taken" | "outside" | undefined {
    if (this.#held.has(idOf(range.space, value))) return undefined;
    if (!range.includes(value)) return "outside";
    if (!this.#isFree(range, value)) return "taken";
    this.#reserve(range, value);
    return undefined;
  }

  takeNext(range: ValueRange): string | undefined {
    const { dynamicFrom, size } = range;
    const value = this.#choose(range, dynamicFrom, size) ?? this.#choose(range, 0, dynamicFrom);
    if (value !== undefined) this.#reserve(range, value);
    return value;
  }

  /**
   * Returns the writes that claim the values in `held` for the object, and that release the values that it held before.
   */
  writes(held: readonly Claim[]): Write[] {
    const nextClaims = byId(held);
    const { owner } = this.#options;
    const gainedClaims = [...nextClaims].filter(([id]) => !this.#held.has(id)).map(([, claim]) => claim);
    const lostClaims = [...this.#held].filter(([id]) => !nextClaims.has(id)).map(([, claim]) => claim);
    return [
      ...gainedClaims.map(({ space, value }) => this.#space(space).hold(value, owner)),
      ...lostClaims.flatMap((claim) => this.#release(claim, owner)),
    ];
  }

  [Symbol.dispose](): void {
    for (const id of this.#taken) this.#options.reserved.delete(id);
    this.#taken.clear();
  }

  /** Returns a free value between two positions of the range. Undefined if there is none. */
  #choose(range: ValueRange, from: number, end: number): string | undefined {
    const count = end - from;
    if (count <= 0) return undefined;
    const { random } = this.#options;
    for (let guess = 0; guess < guessesMax; guess++) {
      const value = range.valueAt(from + random.below(count));
      if (this.#isFree(range, value)) return value;
    }
    const start = random.below(count);
    for (let step = 0; step < count; step++) {
      const value = range.valueAt(from + ((start + step) % count));
      if (this.#isFree(range, value)) return value;
    }
    return undefined;
  }

  #isFree({ space }: ValueRange, value: string): boolean {
    const { spaces, reserved } = this.#options;
    return !reserved.has(idOf(space, value)) && spaces.get(space)?.cache.get(value) === undefined;
  }

  #reserve({ space }: ValueRange, value: string): void {
    const id = idOf(space, value);
    this.#options.reserved.add(id);
    this.#taken.add(id);
  }

  /** Returns no write if the record does not name this object. */
  #release({ space: name, value }: Claim, owner: ClaimOwner): Write[] {
    const space = this.#space(name);
    const record = space.cache.get(value);
    if (!record || !isSameOwner(space.ownerOf(record), owner)) return [];
    const write = space.release(record);
    return write ? [write] : [];
  }

  #space(name: string): ClaimSpace {
    const space = this.#options.spaces.get(name);
    assert(space, `values of ${name} are kept`);
    return space;
  }
}

function idOf(space: string, value: string): string {
  return `${space}/${value}`;
}

function byId(claims: readonly Claim[]): ReadonlyMap<string, Claim> {
  return new Map(claims.map((claim) => [idOf(claim.space, claim.value), claim]));
}
