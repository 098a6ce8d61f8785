import { setTimeout as pause } from "node:timers/promises";

const pollMs = 200;
const settledChangeBytes = 200_000;

/** Returns the memory of a server when its anonymous memory has stopped changing. */
export async function settledMemory<Memory extends { readonly anonymousBytes: number }>(
  read: () => Memory,
): Promise<Memory> {
  let before = Number.NaN;
  for (;;) {
    const memory = read();
    if (Math.abs(memory.anonymousBytes - before) < settledChangeBytes) return memory;
    before = memory.anonymousBytes;
    await pause(pollMs);
  }
}
