/** A simulation of many flows with random loads. */
import { expect, test } from "vitest";
import { newSeed, seededRandom } from "../base/random.ts";
import type { FlowRequest } from "./flow-request.ts";
import { TestLevel } from "./testing/queue-set-parts.ts";

/** Clients of a flow, each of which sends a request when its previous one has ended. */
interface SimulatedFlow {
  readonly clients: number;
  readonly serviceMs: number;
  seatMs: number;
}

/** Lets the flows run, each in its own queue. Returns the level. */
async function simulate(flows: readonly SimulatedFlow[], seats: number, durationMs: number): Promise<TestLevel> {
  const level = new TestLevel({ queues: flows.length, queueLengthLimit: 1000 }, seats);
  let isOver = false;
  const send = (flow: SimulatedFlow, index: number): void => {
    if (isOver) return;
    const request = level.start([index]);
    const run = (): void => {
      level.clock.after(flow.serviceMs, () => {
        flow.seatMs += flow.serviceMs;
        level.set.finish(request);
        send(flow, index);
      });
    };
    if (request.state === "executing") run();
    else request.onStart = run;
  };
  for (const [index, flow] of flows.entries()) for (let client = 0; client < flow.clients; client++) send(flow, index);
  await level.clock.advance(durationMs);
  isOver = true;
  await level.clock.advance(10_000);
  return level;
}

/** Returns the max-min fair shares of the seats: each flow gets what it can use, and the others share the rest equally. */
function fairShares(demands: readonly number[], seats: number): readonly number[] {
  const shares = demands.map(() => 0);
  let open = demands.map((_, index) => index);
  let free = seats;
  while (open.length > 0) {
    const part = free / open.length;
    const satisfied = open.filter((index) => (demands[index] ?? 0) <= part);
    for (const index of satisfied) {
      shares[index] = demands[index] ?? 0;
      free -= demands[index] ?? 0;
    }
    if (satisfied.length === 0) {
      for (const index of open) shares[index] = part;
      return shares;
    }
    open = open.filter((index) => !satisfied.includes(index));
  }
  return shares;
}

test("flows get max-min fair shares of the seats, and no seat is lost", async () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  for (let round = 0; round < 4; round++) {
    const flows: SimulatedFlow[] = Array.from({ length: 3 + random.below(6) }, () => ({
      clients: random.below(2) === 0 ? 1 + random.below(3) : 40 + random.below(40),
      serviceMs: 2 + random.below(30),
      seatMs: 0,
    }));
    const seats = 4 + random.below(12);
    const durationMs = 6000;
    const level = await simulate(flows, seats, durationMs);
    const shares = fairShares(
      flows.map(({ clients }) => clients),
      seats,
    );
    const description = `seed ${seed}, round ${round}: ${JSON.stringify({ seats, flows, shares })}`;
    const longestMs = Math.max(...flows.map(({ serviceMs }) => serviceMs));
    for (const [index, { clients, serviceMs, seatMs }] of flows.entries()) {
      const share = shares[index] ?? 1;
      // A client of a flow with few clients waits for the end of a request of others each time.
      const part = clients <= 3 ? serviceMs / (serviceMs + longestMs) : 1;
      expect(seatMs / durationMs / share, description).toBeGreaterThan(0.85 * part);
    }
    expect(level.set.isIdle, description).toBe(true);
    expect([level.set.seatsInUse, level.set.seatsWaiting, level.set.waitingCount]).toEqual([0, 0, 0]);
    expect(level.registry.render()).toContain(
      'current_executing_seats{flow_schema="schema",priority_level="level"} 0\n',
    );
  }
});

test("no seat is lost if requests are cancelled, need several seats, or keep them after their end", async () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  const level = new TestLevel({ queues: 4, handSize: 2, queueLengthLimit: 20 }, 8);
  const open: FlowRequest[] = [];
  for (let step = 0; step < 3000; step++) {
    const action = random.below(10);
    if (action < 4) {
      const hand = [random.below(4)];
      hand.push(((hand[0] ?? 0) + 1) % 4);
      const finalSeats = random.below(3) === 0 ? 1 + random.below(10) : 0;
      open.push(level.start(hand, { initialSeats: 1 + random.below(3), finalSeats, additionalMs: finalSeats }));
    } else if (action < 8) {
      const [request] = open.splice(random.below(open.length), 1);
      if (request?.state === "executing") level.set.finish(request);
      else if (request) level.set.cancel(request);
    } else if (action === 8) {
      await level.clock.advance(random.below(5));
    } else level.set.configure({ queues: 4, handSize: 2, queueLengthLimit: 20 }, 1 + random.below(12));
    const { executing, limit, seatsInUse, waitingCount } = level.set;
    const description = `seed ${seed}, step ${step}: ${JSON.stringify({ limit, seatsInUse, waitingCount })}`;
    if (seatsInUse === 0) expect(waitingCount, description).toBe(0);
    const used = level.set.usedQueues.reduce((sum, queue) => sum + queue.seatsInUse, 0);
    expect(used, description).toBe(seatsInUse);
    expect(executing.size, description).toBe(open.filter(({ state }) => state === "executing").length);
  }
  // At least once: requests that have ended may still keep their seats.
  do {
    for (const request of open.splice(0)) {
      if (request.state === "executing") level.set.finish(request);
      else if (request.state === "waiting") open.push(request);
    }
    await level.clock.advance(100);
  } while (open.length > 0);
  expect([level.set.seatsInUse, level.set.seatsWaiting, level.set.waitingCount], `seed ${seed}`).toEqual([0, 0, 0]);
});
