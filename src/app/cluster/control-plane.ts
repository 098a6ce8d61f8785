/** The parts of the control plane, and how each is asked how it is. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Component } from "../../kinds/index.ts";
import { type HealthCheck, runCheck } from "../../server/index.ts";

export interface ControlPlaneOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether the controllers run in this process. */
  readonly areControllersRunning: () => boolean;
}

/** @param store the check that tells whether the store can be reached */
export function controlPlane(store: HealthCheck, options: ControlPlaneOptions): readonly Component[] {
  const controllerManager = notRunning("controller-manager", "127.0.0.1:10257");
  return [
    {
      name: controllerManager.name,
      checkHealth: async () =>
        options.areControllersRunning() ? { isHealthy: true, message: "ok" } : await controllerManager.checkHealth(),
    },
    {
      name: "etcd-0",
      checkHealth: async () => {
        const failure = await runCheck(store, options);
        return failure ? { isHealthy: false, error: failure.message } : { isHealthy: true, message: "ok" };
      },
    },
    notRunning("scheduler", "127.0.0.1:10259"),
  ];
}

/** What nobody runs yet is not asked: the answer is that of a port on which nobody listens. */
function notRunning(name: string, address: string): Component {
  const message = `Get "https://${address}/healthz": dial tcp ${address}: connect: connection refused`;
  return { name, checkHealth: async () => ({ isHealthy: false, message }) };
}
