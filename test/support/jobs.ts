/** Manifests of Jobs, and what tests break in them. */
import { specWith } from "./controllers.ts";
import type { Change, Manifest } from "./refusals.ts";

export const jobs = "/apis/batch/v1/namespaces/default/jobs";

export const jobSpec = {
  template: { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "app:1" }] } },
};

/** A Job whose Pods each have an index of their own. */
export function indexed(change: Readonly<Record<string, unknown>> = {}): Change {
  return specWith({ completionMode: "Indexed", completions: 3, parallelism: 1, ...change });
}

/** A rule that is fine, for `podFailurePolicy`. */
export const disrupted = { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] };

/** Several changes, one after the other. */
export function all(...changes: readonly Change[]): Change {
  return (object: Manifest) => {
    for (const change of changes) change(object);
  };
}
