import { assert } from "../base/assert.ts";
import type { Write } from "./engine.ts";
import { tooLarge } from "./failures.ts";
import { keyBytesMax } from "./limits.ts";
import { isWellFormedKey } from "./local/key-order.ts";

/** Checks the writes of one commit. @throws StorageError `too-large` */
export function checkWrites(writes: readonly Write[], valueBytesMax: number): void {
  assert(writes.length > 0, "a commit needs a write");
  assert(new Set(writes.map(({ key }) => key)).size === writes.length, "a commit writes each key once");
  for (const { key, value } of writes) checkSizes(key, value?.length ?? 0, valueBytesMax);
}

/** Checks the key and the length of a value. @throws StorageError `too-large` */
export function checkSizes(key: string, valueBytes: number, valueBytesMax: number): void {
  assert(isWellFormedKey(key), "a key must be well-formed text and not empty");
  const keyBytes = Buffer.byteLength(key);
  if (keyBytes > keyBytesMax) throw tooLarge("key", key, { bytes: keyBytes, bytesMax: keyBytesMax });
  if (valueBytes > valueBytesMax) throw tooLarge("value", key, { bytes: valueBytes, bytesMax: valueBytesMax });
}
