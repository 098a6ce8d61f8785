/**
 * Simulates a cluster with two controller managers. Hundreds of random steps create, change and delete objects, inject
 * faults, move clocks and stop managers. Afterwards, the controllers get time to finish, and the invariants are
 * checked.
 */
import { namespace } from "../../../src/api/index.ts";
import { startServer } from "../../../src/app/server.ts";
import { ManualClock } from "../../../src/base/manual-clock.ts";
import { seededRandom } from "../../../src/base/random.ts";
import { violations } from "./invariants.ts";
import { Manager } from "./managers.ts";
import { release, type Scene, takeStep } from "./steps.ts";
import { clusterInfo } from "./tokens.ts";
import { holdFinalizer, World } from "./world.ts";

const stepCount = 200;
/** Longer than the maximum delay of a retry. */
const settleMs = 60_000;
const settleRoundsMax = 60;

/** The result of a simulation. */
export interface Simulated {
  /** One sentence per violated invariant. */
  readonly violations: readonly string[];
  readonly objects: number;
  readonly gone: number;
}

/** Simulates a cluster with random steps that depend only on the seed. */
export async function simulate(seed: number): Promise<Simulated> {
  const random = seededRandom(seed);
  const clock = new ManualClock();
  // The managers share one user, whose default role is too small for all controllers.
  await using server = await startServer({
    clock,
    random: seededRandom(seed + 1),
    controllers: [],
    authorization: "AlwaysAllow",
  });
  const world = new World(server);
  for (const name of ["one", "two"]) await world.client.api(namespace).create({ metadata: { name } });
  await world.api(clusterInfo).create(clusterInfo);
  await world.watch();
  const managers = [new Manager(server, seed + 2), new Manager(server, seed + 3)];
  const scene: Scene = { server, world, managers, random };
  try {
    managers[0]?.start();
    for (let step = 0; step < stepCount; step++) await takeStep(scene);
    server.faults.clear();
    managers[1]?.start();
    return await settle(scene);
  } finally {
    for (const manager of managers) manager.stop();
    await world.stopWatching();
    await Promise.all(managers.map((manager) => manager.ended()));
  }
}

/** Advances the clock until no invariant is violated, or the maximum number of rounds is reached. */
async function settle({ server, world }: Scene): Promise<Simulated> {
  let found: readonly string[] = [];
  for (let rounds = 0; rounds < settleRoundsMax; rounds++) {
    for (const object of await world.objects()) {
      if (object.metadata.finalizers?.includes(holdFinalizer)) await release(world, object);
    }
    await server.clock.advance(settleMs);
    found = await violations(world, server.clock.nowMs());
    if (found.length === 0) break;
  }
  return { violations: found, objects: (await world.objects()).length, gone: world.gone.size };
}
