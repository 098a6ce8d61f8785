import type { ComponentCondition, ComponentStatus } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import { column, nameColumn } from "../columns.ts";

export const componentStatusHooks: KindHooks<ComponentStatus> = {
  columns: [
    nameColumn,
    column("Status", "Whether the component is healthy.", (component) => {
      const health = healthOf(component);
      if (!health) return "Unknown";
      return health.status === "True" ? "Healthy" : "Unhealthy";
    }),
    column("Message", "What the component answered.", (component) => healthOf(component)?.message ?? ""),
    column("Error", "What went wrong with asking it.", (component) => healthOf(component)?.error ?? ""),
  ],
};

function healthOf({ conditions = [] }: ComponentStatus): ComponentCondition | undefined {
  return conditions.find(({ type }) => type === "Healthy");
}
