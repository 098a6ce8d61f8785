/** The Pod's subresource `ephemeralcontainers`: containers are added to a Pod, and never changed or taken away again. */
import type { Pod } from "../../../api/index.ts";
import { equalJson } from "../../../base/json-tree.ts";
import { type FieldError, forbiddenField } from "../../../meta/field-error.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { changeSummary } from "../../meta/change-summary.ts";
import { omit } from "../../omit.ts";

const path = "spec.ephemeralContainers";

/** Leaves of the new spec only the list that this subresource writes. */
export function keepAllButEphemeralContainers(pod: Pod, old: Pod): void {
  const containers = pod.spec?.ephemeralContainers;
  const others = omit(old.spec ?? { containers: [] }, "ephemeralContainers");
  pod.spec = { ...others, ...(containers ? { ephemeralContainers: containers } : {}) };
}

/** @param pod and `old` in canonical form */
export function ephemeralContainerErrors(pod: Pod, old: Pod): FieldError[] {
  const containers = new Map((pod.spec?.ephemeralContainers ?? []).map((one) => [one.name, one]));
  return (old.spec?.ephemeralContainers ?? []).flatMap((before) => {
    const now = containers.get(before.name);
    const what = `existing ephemeral containers ${goQuote(before.name)} may not be`;
    if (!now) return [forbiddenField(path, `${what} removed\n`)];
    if (equalJson(now, before)) return [];
    return [forbiddenField(path, `${what} changed\n${changeSummary(before, now, path)}`)];
  });
}
