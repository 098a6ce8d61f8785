import { expect, test } from "vitest";
import { seededRandom } from "../../../src/base/random.ts";
import { readTrace } from "./disk-operation.ts";
import { imageAfterPowerLoss } from "./image.ts";

const trace = `7 100.000000 lseek(21</store/data.mdb>, 8192, SEEK_SET) = 8192 <0.000010>
7 100.001000 writev(21</store/data.mdb>, [{iov_base="\\x01\\x02", iov_len=2}, {iov_base="\\x03", iov_len=1}], 2) = 3 <0.000100>
7 100.002000 pwrite64(21</store/data.mdb>, "\\x04\\x05" <unfinished ...>
8 100.002100 fdatasync(21</store/data.mdb>) = 0 <0.001000>
7 100.004000 <... pwrite64 resumed>, 2, 4096) = 2 <0.002000>
7 100.005000 pwrite64(22</store/data.mdb>, "\\x06", 1, 40) = 1 <0.000500>
7 100.006000 +++ exited with 0 +++`;

test("readTrace() returns writes with their offsets, and syncs", () => {
  const operations = readTrace(trace, new Set([22]));
  expect(operations.map((one) => (one.kind === "write" ? [one.offset, [...one.bytes], one.isSynced] : "sync"))).toEqual(
    [[8192, [1, 2, 3], false], "sync", [4096, [4, 5], false], [40, [6], true]],
  );
  expect(operations.map(({ endedAt }) => Math.round(endedAt * 10))).toEqual([
    1_000_011, 1_000_031, 1_000_040, 1_000_055,
  ]);
});

test("a power loss keeps what was synced, and any part of the rest", () => {
  const operations = readTrace(trace, new Set([22]));
  const images = Array.from({ length: 20 }, (_, seed) =>
    imageAfterPowerLoss(Buffer.alloc(9000), operations, { count: 4, random: seededRandom(seed) }),
  );
  for (const image of images) {
    expect([...image.subarray(8192, 8195)]).toEqual([1, 2, 3]);
    expect(image[40]).toBe(6);
  }
  expect(new Set(images.map((image) => image[4096]))).toEqual(new Set([0, 4]));
});
