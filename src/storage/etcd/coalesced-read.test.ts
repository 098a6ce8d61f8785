import { expect, test } from "vitest";
import { type Deferred, deferred } from "../../base/deferred.ts";
import { CoalescedRead } from "./coalesced-read.ts";

test("CoalescedRead starts one read, and one for all calls during it", async () => {
  const reads: Deferred<number>[] = [];
  const shared = new CoalescedRead(() => {
    const read = deferred<number>();
    reads.push(read);
    return read.promise;
  });
  const first = shared.run();
  const later = [shared.run(), shared.run()];
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(1);
  expect(await first).toBe(1);
  expect(reads).toHaveLength(2);
  const afterSecondStart = shared.run();
  reads[1]?.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
  reads[2]?.resolve(3);
  expect(await afterSecondStart).toBe(3);
});

test("CoalescedRead reads for waiting calls although the read before has failed", async () => {
  let count = 0;
  const shared = new CoalescedRead(async () => {
    if (++count === 1) throw new Error("the first read fails");
    return count;
  });
  const first = shared.run();
  const second = shared.run();
  await expect(first).rejects.toThrow("the first read fails");
  expect(await second).toBe(2);
});
