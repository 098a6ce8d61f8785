/** Runs the controller that cleans up token Secrets. It checks them when it starts, and then once a day. */
import { controllerUser, managerUser } from "../../src/app/config/controller-users.ts";
import { memoryTransport } from "../../src/app/in-process/memory-transport.ts";
import type { RunningServer } from "../../src/app/server.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { MetricRegistry } from "../../src/base/metrics.ts";
import { seededRandom } from "../../src/base/random.ts";
import { Client, WorkQueueMetrics } from "../../src/client/index.ts";
import { builtinControllers, ControllerManager, selectControllers } from "../../src/controllers/index.ts";

/** Starts the controller with a clean-up period of a year. Disposing the result stops it. */
export function runLegacyTokenCleaner(server: RunningServer): Disposable {
  const options = { rootCa: "", podsFirst: false, legacyTokenCleanUpMs: 365 * 24 * 3_600_000, quotaResyncMs: 300_000 };
  const manager = new ControllerManager({
    controllers: selectControllers(["legacy-service-account-token-cleaner"], builtinControllers(options)),
    clientOf: (controller) => {
      const user = controller ? controllerUser(controller, "orch") : managerUser;
      return new Client({ transport: memoryTransport((target, request) => server.request(target, request), { user }) });
    },
    vocabulary: "orch",
    clock: server.clock,
    random: seededRandom(1),
    logger: silentLogger,
    metrics: new WorkQueueMetrics(new MetricRegistry()),
  });
  const stop = new AbortController();
  void manager.run(stop.signal);
  return { [Symbol.dispose]: () => stop.abort(new Error("stopped")) };
}
