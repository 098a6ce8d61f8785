/** Small damage to a body: bytes are removed, repeated, replaced or inserted. */
import type { Random } from "../../src/base/random.ts";
import { oneOf } from "../random-choices.ts";

const nothing = Buffer.alloc(0);

/**
 * Returns the bytes with one to three changes.
 * @param tokens pieces with a meaning in the body's language
 */
export function damage(bytes: Buffer, tokens: readonly (string | Buffer)[], random: Random): Buffer {
  let result = bytes;
  for (let left = 1 + random.below(3); left > 0; left--) result = changeOnce(result, tokens, random);
  return result;
}

function changeOnce(bytes: Buffer, tokens: readonly (string | Buffer)[], random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  const length = 1 + random.below(random.below(4) === 0 ? 40 : 4);
  const [before, cut, after] = [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at + length)];
  switch (random.below(8)) {
    case 0:
      return before;
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, cut, cut, after]);
    case 3:
      return Buffer.concat([before, Buffer.from([random.below(256)]), cut.subarray(1), after]);
    case 4:
      return Buffer.concat([before, flipped(cut, random), after]);
    default:
      return Buffer.concat([before, Buffer.from(oneOf(random, tokens)), random.below(2) === 0 ? cut : nothing, after]);
  }
}

function flipped(bytes: Buffer, random: Random): Buffer {
  const result = Buffer.from(bytes);
  if (result.length > 0) result[0] = (result[0] ?? 0) ^ (1 << random.below(8));
  return result;
}
