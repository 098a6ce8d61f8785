import { expect, test } from "vitest";
import { runCampaign } from "../testing/damage-campaign.ts";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";

test("a damaged store shows every object as it was written, reports it by its key, or is rejected (40 seeds from 1)", async () => {
  using directory = new TemporaryDirectory();
  const { intact, reported, refused, findings } = await runCampaign(directory.path, { seed: 1, count: 40 });
  expect(findings).toEqual([]);
  expect(intact + reported + refused).toBe(40);
}, 120_000);
