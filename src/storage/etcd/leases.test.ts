import { expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { seededRandom } from "../../base/random.ts";
import { Leases } from "./leases.ts";
import type { Members } from "./members.ts";

/** Returns leases, and the lifetimes in seconds that etcd has granted. */
function leasesOf(reuseMs: number): { leases: Leases; clock: ManualClock; granted: number[] } {
  const clock = new ManualClock();
  const granted: number[] = [];
  const members: Pick<Members, "read"> = {
    read: async (_rpc, request) => {
      granted.push((request as { ttlSeconds: number }).ttlSeconds);
      return "" as never;
    },
  };
  return { leases: new Leases(members as Members, { clock, random: seededRandom(1), reuseMs }), clock, granted };
}

test("keys share a lease for the time of reuse, and their lifetimes are longer by this time", async () => {
  const { leases, clock, granted } = leasesOf(60_000);
  const first = await leases.leaseFor(3_600_000);
  await clock.advance(60_000);
  expect(await leases.leaseFor(3_600_000)).toBe(first);
  await clock.advance(1);
  expect(await leases.leaseFor(3_600_000)).not.toBe(first);
  expect(granted).toEqual([3660, 3660]);
});

test("a shorter time of reuse gives exact lifetimes and more leases", async () => {
  const { leases, clock, granted } = leasesOf(2000);
  const first = await leases.leaseFor(3_600_000);
  await clock.advance(2001);
  expect(await leases.leaseFor(3_600_000)).not.toBe(first);
  expect(granted).toEqual([3602, 3602]);
});

test("a lease is not reused for more than a twentieth of the lifetime", async () => {
  const { leases, clock, granted } = leasesOf(60_000);
  const first = await leases.leaseFor(20_000);
  await clock.advance(1001);
  expect(await leases.leaseFor(20_000)).not.toBe(first);
  expect(granted).toEqual([21, 21]);
});
