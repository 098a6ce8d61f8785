/** Creates Pods with a given phase and readiness. */

import type { WireClient } from "./wire-client.ts";
import { createObject, patch } from "./writes.ts";

/** Path of the Pods in the namespace `default`. */
export const pods = "/api/v1/namespaces/default/pods";

/** Properties of a Pod that a test creates. */
export interface PodOptions {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec?: object;
  readonly phase?: string;
  readonly isReady?: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/**
 * Creates a Pod. If `options` has a phase, also writes the phase and the condition Ready to its status. Returns the
 * resulting Pod.
 */
export async function createPod(client: WireClient, name: string, options: PodOptions = {}): Promise<Json> {
  const { labels = { app: "web" }, annotations = {}, spec = {}, phase, isReady = true } = options;
  const containers = [{ name: "app", image: "app:1" }];
  const body = { metadata: { name, labels, annotations }, spec: { containers, ...spec } };
  const made = await createObject(client, pods, body);
  if (phase === undefined) return made;
  const conditions = [{ type: "Ready", status: isReady ? "True" : "False" }];
  const reported = await patch(client, `${pods}/${name}/status`, "merge", { status: { phase, conditions } });
  if (reported.status !== 200) throw new Error(reported.text);
  return reported.json;
}
