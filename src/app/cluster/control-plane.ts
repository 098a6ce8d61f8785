/** The components of the control plane and their health, for ComponentStatus objects. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Component } from "../../kinds/index.ts";
import { type HealthCheck, runCheck } from "../../server/index.ts";

/** State of this process, and the clock and logger of the checks. */
export interface ControlPlaneOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether the controllers run in this process at the moment. */
  readonly areControllersRunning: () => boolean;
}

/**
 * Returns the components of the control plane.
 * @param store health check of the store
 */
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

/**
 * Returns a component that does not run. It reports the error of a connection to a closed port, as the reference does.
 */
function notRunning(name: string, address: string): Component {
  const message = `Get "https://${address}/healthz": dial tcp ${address}: connect: connection refused`;
  return { name, checkHealth: async () => ({ isHealthy: false, message }) };
}
