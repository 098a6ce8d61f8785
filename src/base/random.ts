/**
 * Randomness, injected. No other file asks for random numbers, so that a seed makes uids, generated names and jitter
 * the same in every run.
 */
import { randomBytes, randomFillSync, randomInt } from "node:crypto";

/** Where chances come from: the system, or a seed that repeats them. */
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

/** Random bytes for UUIDs to come; asking the system for each one's own would cost far more. */
const supply = new Uint8Array(256 * 16);
let supplyUsed = supply.length;
const spelled = Buffer.from("00000000-0000-0000-0000-000000000000", "latin1");
const hexDigits = Buffer.from("0123456789abcdef", "latin1");
/** Where each of the 16 bytes stands in the text. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** The text is one piece of memory. `randomUUID()` makes a chain of its digits, ten times as large until it is copied. */
function systemUuid(): string {
  if (supplyUsed === supply.length) {
    randomFillSync(supply);
    supplyUsed = 0;
  }
  for (const place of places) {
    const byte = versioned(place, supply[supplyUsed++] ?? 0);
    spelled[place] = hexDigits[byte >> 4] ?? 0;
    spelled[place + 1] = hexDigits[byte & 0xf] ?? 0;
  }
  return spelled.toString("latin1");
}

/** RFC 9562: which version and variant a UUID is stands in the upper bits of two of its bytes. */
function versioned(place: number, byte: number): number {
  if (place === 14) return (byte & 0x0f) | 0x40;
  if (place === 19) return (byte & 0x3f) | 0x80;
  return byte;
}

export const systemRandom: Random = {
  uuid: systemUuid,
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
