/**
 * Injectable randomness. No other file generates random numbers, so that a seed makes UIDs, generated names and jitter
 * the same in every run.
 */
import { randomBytes, randomFillSync, randomInt } from "node:crypto";

/** Source of random numbers: the system, or a generator with a seed. */
export interface Random {
  /** Returns a version 4 UUID in lower case. */
  uuid(): string;
  /**
   * Returns an integer from 0 up to `limit`, exclusive.
   * @param limit a positive integer
   */
  below(limit: number): number;
}

/** A source whose sequence depends only on its state. */
export interface RepeatableRandom extends Random {
  /** Current state of the sequence. A source with the same state returns the same sequence. */
  readonly state: number;
  /** Continues from the state of another source, or from an earlier state. */
  resume(state: number): void;
}

/** Whether the source can be resumed from a state. */
export function isRepeatable(random: Random): random is RepeatableRandom {
  return "state" in random && "resume" in random;
}

/**
 * Random bytes for future UUIDs. A system call for each UUID would take 15 times as long; see docs/performance.md,
 * "Micro-measurements", "systemRandom.uuid".
 */
const uuidBytes = new Uint8Array(256 * 16);
let usedUuidBytes = uuidBytes.length;
const uuidText = Buffer.from("00000000-0000-0000-0000-000000000000", "latin1");
const hexDigits = Buffer.from("0123456789abcdef", "latin1");
/** Positions of the 16 bytes in the text of a UUID. */
const bytePositions = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/**
 * Returns a UUID whose text is one flat string. `randomUUID()` returns a concatenation of its parts, which takes seven
 * times as much memory until V8 flattens it; see docs/performance.md, "Micro-measurements", "memory of
 * systemRandom.uuid".
 */
function systemUuid(): string {
  if (usedUuidBytes === uuidBytes.length) {
    randomFillSync(uuidBytes);
    usedUuidBytes = 0;
  }
  for (const position of bytePositions) {
    const byte = withVersionBits(position, uuidBytes[usedUuidBytes++] ?? 0);
    uuidText[position] = hexDigits[byte >> 4] ?? 0;
    uuidText[position + 1] = hexDigits[byte & 0xf] ?? 0;
  }
  return uuidText.toString("latin1");
}

/** Returns the byte with the version and variant bits of RFC 9562, which are in the upper bits of two of the bytes. */
function withVersionBits(position: number, byte: number): number {
  if (position === 14) return (byte & 0x0f) | 0x40;
  if (position === 19) return (byte & 0x3f) | 0x80;
  return byte;
}

/** The system's cryptographic random numbers. */
export const systemRandom: Random = {
  uuid: systemUuid,
  below: (limit) => randomInt(limit),
};

/** Random bytes for future nonces, because a system call for each nonce takes longer. */
const futureBytes = new Uint8Array(4096);
let usedBytes = futureBytes.length;

/** Fills `target` with cryptographic random bytes, for keys and nonces. They never depend on a seed. */
export function fillWithSecureBytes(target: Uint8Array): void {
  if (target.length > futureBytes.length) {
    randomFillSync(target);
    return;
  }
  if (usedBytes + target.length > futureBytes.length) {
    randomFillSync(futureBytes);
    usedBytes = 0;
  }
  const end = usedBytes + target.length;
  target.set(futureBytes.subarray(usedBytes, end));
  futureBytes.fill(0, usedBytes, end);
  usedBytes = end;
}

/** Returns a random seed. A test prints it, and accepts it to repeat a run. */
export function newSeed(): number {
  return randomBytes(4).readUInt32LE();
}

/**
 * Returns a repeatable source (mulberry32). Not for secrets.
 * @param seed only its lower 32 bits count
 * @example
 * ```ts
 * await using server = await startServer({ random: seededRandom(7) });
 * ```
 */
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
