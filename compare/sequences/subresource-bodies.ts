/** Bodies for subresources that only some kinds have. */
import type { Random } from "../../src/base/random.ts";
import { oneOf } from "../random-choices.ts";
import type { Json } from "../suite.ts";

const resources = { requests: { cpu: "200m" }, limits: { cpu: "1" } };
const debug = { name: "debug", image: "busybox", targetContainerName: "c" };
const target = { apiVersion: "v1", kind: "Node", name: "node-1" };

/** Bodies by subresource. Posted ones are whole documents, others are parts of the object. */
export const subresourceBodies: Readonly<Record<string, readonly Json[]>> = {
  approval: [
    { status: { conditions: [{ type: "Approved", status: "True", reason: "Fine" }] } },
    { status: { conditions: [{ type: "Denied", status: "True", reason: "No" }] } },
    { status: { certificate: "YWJj" } },
  ],
  ephemeralcontainers: [
    { spec: { ephemeralContainers: [debug] } },
    { spec: { ephemeralContainers: [{ ...debug, name: "c" }] } },
    { spec: { ephemeralContainers: [{ name: "more", image: "i", resources }] } },
    { spec: { ephemeralContainers: [debug], restartPolicy: "Never" } },
  ],
  resize: [
    { spec: { containers: [{ name: "c", resources }] } },
    { spec: { containers: [{ name: "c", image: "other" }] } },
  ],
  finalize: [
    { spec: { finalizers: ["kubernetes"] } },
    { spec: { finalizers: ["example.com/x"] } },
    { spec: { finalizers: [] } },
  ],
  eviction: [
    { apiVersion: "policy/v1", kind: "Eviction", metadata: {} },
    { apiVersion: "policy/v1", kind: "Eviction", metadata: {}, deleteOptions: { dryRun: ["All"] } },
    { apiVersion: "policy/v1", kind: "Eviction", metadata: {}, deleteOptions: { gracePeriodSeconds: 0 } },
    { apiVersion: "policy/v1", kind: "Eviction", metadata: {}, deleteOptions: { preconditions: { uid: "other" } } },
  ],
  binding: [
    { apiVersion: "v1", kind: "Binding", metadata: {}, target },
    { apiVersion: "v1", kind: "Binding", metadata: { annotations: { a: "b" } }, target },
    { apiVersion: "v1", kind: "Binding", metadata: {}, target: { ...target, kind: "Pod" } },
  ],
};

/** Returns a function that returns one of the bodies for an object with a name. */
export function bodyFor(subresource: string, random: Random): (name: string) => Json {
  const body = oneOf(random, subresourceBodies[subresource] ?? []);
  return (name) => ("metadata" in body ? { ...body, metadata: { ...body.metadata, name } } : body);
}
