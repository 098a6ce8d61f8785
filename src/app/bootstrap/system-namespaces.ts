/** The namespaces that every cluster has from its first start. */
import type { ApiObject } from "../../meta/object-meta.ts";
import { systemNamespace, type Vocabulary } from "../../meta/vocabulary.ts";
import type { SystemResource } from "./system-objects.ts";
import type { UpkeepTask } from "./upkeep.ts";

/** Interval between checks, as in the reference. */
const intervalMs = 60_000;

/** Returns the task that creates missing system namespaces. */
export function systemNamespacesUpkeep(namespaces: SystemResource<ApiObject>, vocabulary: Vocabulary): UpkeepTask {
  const names = [
    "default",
    ...["system", "public", "node-lease"].map((stem) => vocabulary.bind(systemNamespace(stem))),
  ];
  return {
    name: "start-system-namespaces-controller",
    intervalMs,
    ensure: async () => {
      // Most requests need the namespaces, so the server becomes ready only when they are in the cache.
      await namespaces.resource.cache.ready();
      for (const name of names) {
        if (!(await namespaces.get({ name }))) await namespaces.create({ metadata: { name } });
      }
    },
  };
}
