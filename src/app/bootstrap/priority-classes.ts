/** The PriorityClasses that every cluster has. */
import { priorityClass } from "../../api/scheduling/v1/priority-class.ts";
import { systemPriorityClasses } from "../../kinds/index.ts";
import type { PostStartHook } from "../../server/index.ts";
import type { SystemObjects } from "./system-objects.ts";

/** Returns the hook that creates missing system PriorityClasses. Undefined if the server serves no PriorityClasses. */
export function priorityClassesHook(objects: SystemObjects): PostStartHook | undefined {
  const classes = objects.ofKind(priorityClass);
  return (
    classes && {
      name: "scheduling/bootstrap-system-priority-classes",
      run: async () => {
        for (const { name, value, description } of systemPriorityClasses) {
          if (await classes.get({ name })) continue;
          await classes.create({ metadata: { name }, value, description, preemptionPolicy: "PreemptLowerPriority" });
        }
      },
    }
  );
}
