/** A server in this process with a store in memory, and a clock that faults move. */

import { startServer } from "../../../src/app/server.ts";
import { ManualClock } from "../../../src/base/manual-clock.ts";
import { addressIn } from "../../support/orch-process.ts";
import type { SystemFault, SystemUnderTest } from "./system.ts";

/** Longest step of the clock that removes no history. */
const shortStepMaxSeconds = 120;

/** Starts a server in memory. */
export async function startMemorySystem(): Promise<SystemUnderTest> {
  const clock = new ManualClock();
  const server = await startServer({ port: 0, clock, vocabulary: "kubernetes", controllers: [] });
  const clockStep: SystemFault = {
    name: "clock-step",
    run: async (random) => {
      for (let steps = 0; steps < 3; steps++) await clock.advance(1000 * (1 + random.below(shortStepMaxSeconds / 3)));
    },
  };
  const clockLeap: SystemFault = {
    name: "clock-leap",
    compacts: true,
    run: async (random) => await clock.advance(1000 * (300 + random.below(600))),
  };
  return {
    addresses: [addressIn(server.kubeconfig)],
    faults: [clockStep, clockLeap],
    untilServing: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
