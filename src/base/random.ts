/**
 * Randomness, injected. No other file asks for random numbers, so that a seed makes uids, generated names and jitter
 * the same in every run.
 */
import { randomBytes, randomInt, randomUUID } from "node:crypto";

export interface Random {
  /** A version 4 UUID in lower case. */
  uuid(): string;
  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number;
}

/** A source whose sequence depends on its state alone. */
export interface RepeatableRandom extends Random {
  /** Where the sequence stands: a source that is seeded with it goes on in the same way. */
  readonly state: number;
  /** Goes on from where another one, or this one, has stood. */
  resume(state: number): void;
}

export function isRepeatable(random: Random): random is RepeatableRandom {
  return "state" in random && "resume" in random;
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  below: (limit) => randomInt(limit),
};

/** A number that a test prints and takes back to repeat a run. */
export function newSeed(): number {
  return randomBytes(4).readUInt32LE();
}

/** A repeatable source (mulberry32). Not for secrets. */
export function seededRandom(seed: number): RepeatableRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => Math.floor((next() / 2 ** 32) * limit);
  const hex = (digits: number): string => Array.from({ length: digits }, () => below(16).toString(16)).join("");
  const variant = (): string => (8 + below(4)).toString(16);
  return {
    below,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${variant()}${hex(3)}-${hex(12)}`,
    get state() {
      return state;
    },
    resume(from) {
      state = from >>> 0;
    },
  };
}
