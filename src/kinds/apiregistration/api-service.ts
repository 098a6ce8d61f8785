import type { APIService, APIServiceCondition } from "../../api/index.ts";
import { formatTime } from "../../meta/time.ts";
import type { KindHooks } from "../../schema/index.ts";
import { apiServiceColumns } from "./api-service-columns.ts";
import { nameErrors } from "./api-service-rules.ts";

/** Hooks of APIServices. */
export const apiServiceHooks: KindHooks<APIService> = {
  prepareForCreate: (service, { nowMs }) => {
    if (!service.spec?.service) service.status = { conditions: [local(nowMs)] };
  },
  validateCreate: nameErrors,
  columns: apiServiceColumns,
};

/** Returns the condition of a group version that this server serves. It is always available. */
function local(nowMs: number): APIServiceCondition {
  return {
    type: "Available",
    status: "True",
    lastTransitionTime: formatTime(nowMs),
    reason: "Local",
    message: "Local APIServices are always available",
  };
}
