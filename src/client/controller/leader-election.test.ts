import { afterEach, beforeEach, expect, test } from "vitest";
import type { Lease } from "../../api/coordination/v1/lease.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { newSeed, type Random, seededRandom } from "../../base/random.ts";
import { alreadyExists, modifiedConflict, notFound } from "../../meta/status-error.ts";
import { LeaderElector, LeadershipLostError, type LeaseStore } from "./leader-election.ts";

const leases = { group: "coordination.k8s.io", resource: "leases" };

/** Stores one Lease in memory. */
class SimulatedLeases {
  lease: Lease | undefined;
  #version = 0;

  /**
   * Returns the store as one candidate sees it. @param link state of the candidate's connection: "silent" never
   * responds, "answer lost" performs the request but loses the response
   */
  seenBy(link: () => "ok" | "down" | "silent" | "answer lost"): LeaseStore {
    const call = async (signal: AbortSignal | undefined, act: () => Lease): Promise<Lease> => {
      const state = link();
      if (state === "down") throw new Error("no connection");
      if (state === "silent")
        await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      const lease = act();
      if (state === "answer lost") throw new Error("the connection was reset");
      return structuredClone(lease);
    };
    return {
      get: (name, { signal }) =>
        call(signal, () => {
          if (!this.lease) throw notFound(leases, name);
          return this.lease;
        }),
      create: ({ metadata, spec }, { signal }) =>
        call(signal, () => {
          if (this.lease) throw alreadyExists(leases, metadata.name ?? "");
          return this.#store({
            kind: "Lease",
            apiVersion: "coordination.k8s.io/v1",
            metadata,
            ...(spec ? { spec } : {}),
          });
        }),
      update: (lease, { signal }) =>
        call(signal, () => {
          if (!this.lease) throw notFound(leases, "it");
          if (lease.metadata.resourceVersion !== this.lease.metadata.resourceVersion)
            throw modifiedConflict(leases, "it");
          return this.#store(lease);
        }),
    };
  }

  #store(lease: Lease): Lease {
    this.lease = { ...lease, metadata: { ...lease.metadata, resourceVersion: String(++this.#version) } };
    return this.lease;
  }
}

let clock: ManualClock;
let store: SimulatedLeases;
let stop: AbortController;
let ended: Promise<void>[];
let leading: Set<string>;
let history: string[];

beforeEach(() => {
  clock = new ManualClock();
  store = new SimulatedLeases();
  stop = new AbortController();
  ended = [];
  leading = new Set();
  history = [];
});

afterEach(async () => {
  stop.abort();
  await clock.advance(30_000);
  await Promise.all(ended);
  expect(clock.pendingCount).toBe(0);
});

interface Candidate {
  readonly elector: LeaderElector;
  readonly stop: AbortController;
  link: "ok" | "down" | "silent" | "answer lost";
}

function candidate(identity: string, random: Random = seededRandom(1)): Candidate {
  const candidateStop = new AbortController();
  stop.signal.addEventListener("abort", () => candidateStop.abort());
  const newCandidate: Candidate = {
    stop: candidateStop,
    link: "ok",
    elector: new LeaderElector({
      leases: store.seenBy(() => newCandidate.link),
      name: "lock",
      identity,
      clock,
      random,
    }),
  };
  const lead = async (signal: AbortSignal): Promise<void> => {
    leading.add(identity);
    history.push(`${identity} leads`);
    await new Promise<void>((resolve) => {
      const end = (): void => {
        leading.delete(identity);
        history.push(`${identity} ${signal.reason instanceof LeadershipLostError ? "has lost" : "ends"}`);
        resolve();
      };
      signal.addEventListener("abort", end);
    });
  };
  ended.push(newCandidate.elector.run(candidateStop.signal, lead));
  return newCandidate;
}

test("the first candidate acquires the Lease and keeps it", async () => {
  const one = candidate("one");
  await clock.advance(60_000);
  const two = candidate("two");
  await clock.advance(60_000);
  expect(history).toEqual(["one leads"]);
  expect([one.elector.leader, two.elector.leader]).toEqual(["one", "one"]);
  expect(store.lease?.spec).toEqual({
    holderIdentity: "one",
    leaseDurationSeconds: 15,
    acquireTime: "2025-01-01T00:00:00.000000Z",
    renewTime: "2025-01-01T00:02:00.000000Z",
    leaseTransitions: 0,
  });
});

test("a candidate that is stopped releases the Lease, so that the next one need not wait for its expiry", async () => {
  const one = candidate("one");
  candidate("two", seededRandom(2));
  await clock.advance(20_000);
  one.stop.abort();
  await clock.advance(0);
  expect(store.lease?.spec?.holderIdentity).toBeUndefined();
  await clock.advance(4400);
  expect(history).toEqual(["one leads", "one ends", "two leads"]);
  expect(store.lease?.spec?.leaseTransitions).toBe(1);
});

test("a leader that cannot renew the Lease stops leading before another candidate can acquire it", async () => {
  const one = candidate("one");
  candidate("two", seededRandom(2));
  await clock.advance(20_000);
  one.link = "silent";
  await clock.advance(10_000);
  expect(history).toEqual(["one leads", "one has lost"]);
  await clock.advance(10_000);
  expect(history).toEqual(["one leads", "one has lost", "two leads"]);
});

test("a leader that has lost the Lease waits to acquire it again", async () => {
  const one = candidate("one");
  await clock.advance(5000);
  one.link = "down";
  await clock.advance(12_000);
  one.link = "ok";
  await clock.advance(20_000);
  expect(history).toEqual(["one leads", "one has lost", "one leads"]);
});

test("a leader keeps leading if the response to one renewal is lost", async () => {
  const one = candidate("one");
  await clock.advance(5000);
  one.link = "answer lost";
  await clock.advance(4000);
  one.link = "ok";
  await clock.advance(30_000);
  expect(history).toEqual(["one leads"]);
});

test("a leader stops leading at the next renewal after another process has overwritten the Lease", async () => {
  candidate("one");
  await clock.advance(5000);
  const { metadata, ...rest } = store.lease as Lease;
  store.lease = {
    ...rest,
    metadata: { ...metadata, resourceVersion: "forced" },
    spec: { ...rest.spec, holderIdentity: "thief" },
  };
  await clock.advance(2000);
  expect(history).toEqual(["one leads", "one has lost"]);
});

test("run() releases the Lease and ends when the lead function returns or throws", async () => {
  const elector = new LeaderElector({
    leases: store.seenBy(() => "ok"),
    name: "lock",
    identity: "one",
    clock,
    random: seededRandom(1),
  });
  await elector.run(stop.signal, () => Promise.resolve());
  expect(store.lease?.spec?.holderIdentity).toBeUndefined();
  await expect(elector.run(stop.signal, () => Promise.reject(new Error("mistake")))).rejects.toThrow("mistake");
  expect(store.lease?.spec?.holderIdentity).toBeUndefined();
});

test("the constructor rejects durations that would allow two leaders", () => {
  const options = { leases: store.seenBy(() => "ok"), name: "lock", identity: "one", clock, random: seededRandom(1) };
  expect(() => new LeaderElector({ ...options, renewDeadlineMs: 15_000 })).toThrow(
    "leaseDurationMs must be greater than renewDeadlineMs",
  );
  expect(() => new LeaderElector({ ...options, retryPeriodMs: 9000 })).toThrow(
    "renewDeadlineMs must be greater than retryPeriodMs * 1.2",
  );
});

test.each(Array.from({ length: 20 }, newSeed))(
  "there are never two leaders, and there is one when all faults have ended (seed %i)",
  async (seed) => {
    const random = seededRandom(seed);
    const candidates = ["one", "two", "three"].map((identity) => candidate(identity, random));
    const links = ["ok", "ok", "down", "silent", "answer lost"] as const;
    for (let step = 0; step < 100; step++) {
      const one = candidates[random.below(3)];
      if (one) one.link = links[random.below(links.length)] ?? "ok";
      // Jumps of the wall clock have no effect: only elapsed time is measured.
      if (random.below(10) === 0) clock.setNowMs(Date.UTC(2020 + random.below(20), 0, 1));
      for (let count = random.below(40); count > 0; count--) {
        await clock.advance(500);
        expect(leading.size).toBeLessThanOrEqual(1);
      }
    }
    for (const one of candidates) one.link = "ok";
    await clock.advance(60_000);
    expect(leading.size).toBe(1);
  },
);
