/** Manifests of Jobs and changes of them. */
import { specWith } from "./controllers.ts";
import type { Change, Manifest } from "./refusals.ts";

/** Path of the Jobs in the namespace `default`. */
export const jobs = "/apis/batch/v1/namespaces/default/jobs";

/** Spec of a valid Job. */
export const jobSpec = {
  template: { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "app:1" }] } },
};

/** Returns a change that makes a Job an Indexed Job and assigns further fields to its spec. */
export function indexedJob(change: Readonly<Record<string, unknown>> = {}): Change {
  return specWith({ completionMode: "Indexed", completions: 3, parallelism: 1, ...change });
}

/** A valid rule of a `podFailurePolicy`. */
export const podFailureRule = { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] };

/** Returns a change that applies several changes in order. */
export function allChanges(...changes: readonly Change[]): Change {
  return (object: Manifest) => {
    for (const change of changes) change(object);
  };
}
