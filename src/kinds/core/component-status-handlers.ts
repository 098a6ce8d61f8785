/** Handlers of ComponentStatuses. Each read checks the components of the control plane. */
import { type ComponentStatus, componentStatus } from "../../api/index.ts";
import { notFound } from "../../meta/status-error.ts";
import type { ComputedObject } from "../../schema/index.ts";
import { computedHandlersOf, type HandlersEntry } from "../handlers-entry.ts";

/** Result of a health check. */
export interface ComponentHealth {
  readonly isHealthy: boolean;
  /** Response of the component. */
  readonly message?: string;
  /** Reason why the check failed. */
  readonly error?: string;
}

/** A component of the control plane. */
export interface Component {
  readonly name: string;
  checkHealth(): Promise<ComponentHealth>;
}

/** Services of the server that ComponentStatuses need. */
export interface HealthServices {
  readonly components: readonly Component[];
}

/** Returns the handlers of ComponentStatuses, which support `get` and `list`. */
export function componentStatusHandlers({ components }: HealthServices): readonly HandlersEntry[] {
  const handlers = {
    get: async (name: string) => {
      const component = components.find((one) => one.name === name);
      // The message of the reference has the name of the resource without its group.
      if (!component) throw notFound({ group: "", resource: "componentstatus" }, name);
      return await statusOf(component);
    },
    list: () => Promise.all(components.map(statusOf)),
  };
  return [computedHandlersOf(componentStatus, handlers)];
}

async function statusOf(component: Component): Promise<ComputedObject<ComponentStatus>> {
  const { isHealthy, message = "", error = "" } = await component.checkHealth();
  const condition = { type: "Healthy", status: isHealthy ? "True" : "False", message, error };
  return { metadata: { name: component.name }, conditions: [condition] };
}
