import { expect, test } from "vitest";
import { flipMetaPageBit, metaPageBits } from "../testing/damage.ts";
import { runCampaign } from "../testing/damage-campaign.ts";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";

test("a damaged store shows every object as it was written, reports it by its key, or is rejected (40 seeds from 1)", async () => {
  using directory = new TemporaryDirectory();
  const { intact, reported, rejected, findings } = await runCampaign(directory.path, { seed: 1, count: 40 });
  expect(findings).toEqual([]);
  expect(intact + reported + rejected).toBe(40);
}, 120_000);

test("a flipped flag in the meta pages never changes how the store is read", async () => {
  using directory = new TemporaryDirectory();
  // Offsets in LMDB's format: the flags of the page, of the free list and of the main tree.
  const flagBytes = [18, 19, 52, 53, 100, 101];
  const pageBits = metaPageBits / 2;
  const bits = [0, pageBits].flatMap((page) =>
    flagBytes.flatMap((byte) => eightBits.map((bit) => page + byte * 8 + bit)),
  );
  const damage = (copy: string, index: number): string => flipMetaPageBit(copy, bits[index] as number);
  const { rejected, findings } = await runCampaign(directory.path, { seed: 1, count: bits.length, damage });
  expect(findings).toEqual([]);
  expect(rejected).toBe(bits.length);
}, 120_000);

const eightBits = [0, 1, 2, 3, 4, 5, 6, 7];
