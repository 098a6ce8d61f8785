/**
 * The ConfigMap with the date since which the use of token Secrets is recorded. The controller that deletes unused
 * token Secrets waits until this date is far enough in the past.
 */
import { configMap } from "../../api/core/v1/config-map.ts";
import { formatTime } from "../../meta/time.ts";
import { component, systemNamespace } from "../../meta/vocabulary.ts";
import type { PostStartHook } from "../../server/index.ts";
import type { SystemObjects } from "./system-objects.ts";

/**
 * Returns the hook that creates the ConfigMap, or corrects an invalid date. Undefined if the server serves no
 * ConfigMaps.
 */
export function tokenTrackingHook(objects: SystemObjects): PostStartHook | undefined {
  const configMaps = objects.ofKind(configMap);
  if (!configMaps) return undefined;
  const { vocabulary, clock } = objects.options;
  const namespace = vocabulary.bind(systemNamespace("system"));
  const name = vocabulary.bind(component("apiserver-legacy-service-account-token-tracking"));
  return {
    name: "start-legacy-token-tracking-controller",
    run: async () => {
      const since = formatTime(clock.nowMs()).slice(0, "2006-01-02".length);
      const stored = await configMaps.get({ namespace, name });
      if (!stored) await configMaps.create({ metadata: { namespace, name }, data: { since } });
      else if (!isDate(stored.data?.["since"])) {
        await configMaps.update({ namespace, name }, (old) => ({ ...old, data: { ...old.data, since } }));
      }
    },
  };
}

function isDate(text: string | undefined): boolean {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
