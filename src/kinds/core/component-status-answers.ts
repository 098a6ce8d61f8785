/** How the parts of the control plane are: each is asked when its ComponentStatus is read. */
import { type ComponentStatus, componentStatus } from "../../api/index.ts";
import { notFound } from "../../meta/status-error.ts";
import type { Answer } from "../../schema/index.ts";
import { type AnswerEntry, answersOf } from "../answer-entry.ts";

export interface ComponentHealth {
  readonly isHealthy: boolean;
  /** What the component said. */
  readonly message?: string;
  /** Why it could not be asked. */
  readonly error?: string;
}

export interface Component {
  readonly name: string;
  ask(): Promise<ComponentHealth>;
}

export interface HealthServices {
  readonly components: readonly Component[];
}

export function componentStatusAnswers({ components }: HealthServices): readonly AnswerEntry[] {
  const answers = {
    get: async (name: string) => {
      const component = components.find((one) => one.name === name);
      // The reference names the kind here, not the resource.
      if (!component) throw notFound({ group: "", resource: "componentstatus" }, name);
      return await statusOf(component);
    },
    list: () => Promise.all(components.map(statusOf)),
  };
  return [answersOf(componentStatus, answers)];
}

async function statusOf(component: Component): Promise<Answer<ComponentStatus>> {
  const { isHealthy, message = "", error = "" } = await component.ask();
  const condition = { type: "Healthy", status: isHealthy ? "True" : "False", message, error };
  return { metadata: { name: component.name }, conditions: [condition] };
}
