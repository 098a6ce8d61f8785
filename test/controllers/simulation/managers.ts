/** Controller managers that a test starts and stops on one server. */
import { controllerUserNames, managerUser } from "../../../src/app/config/controller-users.ts";
import { memoryTransport } from "../../../src/app/in-process/memory-transport.ts";
import type { RunningServer } from "../../../src/app/server.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import type { ManualClock } from "../../../src/base/manual-clock.ts";
import { MetricRegistry } from "../../../src/base/metrics.ts";
import { seededRandom } from "../../../src/base/random.ts";
import { Client, WorkQueueMetrics } from "../../../src/client/index.ts";
import { builtinControllers, ControllerManager } from "../../../src/controllers/index.ts";

/** User of the managers. Faults can be restricted to their requests. */
const user = managerUser;

const simulated = builtinControllers({
  rootCa: "",
  podsFirst: false,
  signToken: async (claims) => JSON.stringify(claims),
  legacyTokenCleanUpMs: 86_400_000,
  quotaResyncMs: 300_000,
}).filter(({ name }) => name !== "serviceaccount-controller");

/** A controller manager that can be stopped and started again. */
export class Manager {
  readonly #make: () => ControllerManager;
  #stop: AbortController | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(server: RunningServer<ManualClock>, seed: number) {
    if (!controllerUserNames("orch").has(user.name)) throw new Error("faults would not meet the managers");
    const { clock } = server;
    this.#make = () =>
      new ControllerManager({
        controllers: simulated,
        clientOf: () =>
          new Client({
            transport: memoryTransport((target, request) => server.request(target, request), { user }),
            retry: { clock },
          }),
        vocabulary: "orch",
        clock,
        random: seededRandom(seed),
        logger: silentLogger,
        metrics: new WorkQueueMetrics(new MetricRegistry()),
      });
  }

  start(): void {
    if (this.#stop) return;
    const stop = new AbortController();
    const manager = this.#make();
    this.#stop = stop;
    this.#ended = this.#ended.then(() => manager.run(stop.signal));
  }

  /** Stops the manager without waiting for its end, like killing a process. */
  stop(): void {
    this.#stop?.abort(new Error("stopped"));
    this.#stop = undefined;
  }

  async ended(): Promise<void> {
    await this.#ended;
  }
}
