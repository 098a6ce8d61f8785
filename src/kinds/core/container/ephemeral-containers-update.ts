/** The Pod subresource `ephemeralcontainers`. It adds containers, and neither changes nor removes them. */
import type { Pod } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { equalJson, writableCopy } from "../../../base/json-tree.ts";
import { type FieldError, forbiddenField } from "../../../meta/field-error.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { changeSummary } from "../../meta/change-summary.ts";
import { omit } from "../../omit.ts";

const path = "spec.ephemeralContainers";

/** Keeps the old spec, and takes only the ephemeral containers from the new one. Changes `pod`. */
export function keepAllButEphemeralContainers(pod: Pod, old: DeepReadonly<Pod>): void {
  const containers = pod.spec?.ephemeralContainers;
  const others = omit(writableCopy(old.spec ?? { containers: [] }), "ephemeralContainers");
  pod.spec = { ...others, ...(containers ? { ephemeralContainers: containers } : {}) };
}

/**
 * Returns an error for each ephemeral container that was changed or removed.
 * @param pod and `old` in canonical form
 */
export function ephemeralContainerErrors(pod: Pod, old: DeepReadonly<Pod>): FieldError[] {
  const containers = new Map((pod.spec?.ephemeralContainers ?? []).map((one) => [one.name, one]));
  return (old.spec?.ephemeralContainers ?? []).flatMap((before) => {
    const now = containers.get(before.name);
    const what = `existing ephemeral containers ${goQuote(before.name)} may not be`;
    if (!now) return [forbiddenField(path, `${what} removed\n`)];
    if (equalJson(now, before)) return [];
    return [forbiddenField(path, `${what} changed\n${changeSummary(before, now, path)}`)];
  });
}
