import type { ComponentCondition, ComponentStatus } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import { column, nameColumn } from "../columns.ts";

/** Hooks of ComponentStatuses. */
export const componentStatusHooks: KindHooks<ComponentStatus> = {
  columns: [
    nameColumn,
    column("Status", "Whether the component is healthy.", (component) => {
      const health = healthOf(component);
      if (!health) return "Unknown";
      return health.status === "True" ? "Healthy" : "Unhealthy";
    }),
    column("Message", "Response of the component.", (component) => healthOf(component)?.message ?? ""),
    column("Error", "Why its health is unknown.", (component) => healthOf(component)?.error ?? ""),
  ],
};

function healthOf({ conditions = [] }: ComponentStatus): ComponentCondition | undefined {
  return conditions.find(({ type }) => type === "Healthy");
}
