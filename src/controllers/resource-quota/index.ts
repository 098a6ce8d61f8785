import type { ControllerSpec } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { QuotaController } from "./quota-controller.ts";

/**
 * Returns the controller that measures the use of quotas, with 5 workers like the reference.
 * @param resyncMs interval at which every quota is measured
 */
export function resourceQuotaController(resyncMs: number): ControllerSpec {
  return {
    ...controllerNames.resourceQuota,
    workers: 5,
    run: (context, signal) => new QuotaController(context, resyncMs).run(signal),
  };
}
