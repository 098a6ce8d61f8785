/** Creates types for the figures of custom types. */
import { setTimeout as pause } from "node:timers/promises";
import { createRequest, sendRequest } from "../../objects.ts";
import type { OrchServer } from "../../orch-server.ts";
import { definitionsPath } from "./definitions.ts";

/** A type with one namespaced version `v1`. */
export interface NewType {
  readonly group: string;
  readonly names: { readonly plural: string; readonly singular: string; readonly kind: string };
  readonly schema: object;
}

/** Creates a type, and waits until it is served. */
export async function createType(server: OrchServer, { group, names, schema }: NewType): Promise<void> {
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } };
  await createDefinition(server, {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${names.plural}.${group}` },
    spec: { group, scope: "Namespaced", names, versions: [{ ...version, subresources: { status: {} } }] },
  });
  await untilServed(server, `/apis/${group}/v1/namespaces/default/${names.plural}`);
}

/** Creates a definition. The type may not be served yet. */
export async function createDefinition({ target }: OrchServer, definition: object): Promise<void> {
  const { status, body } = await sendRequest(target, createRequest(definitionsPath, definition));
  if (status !== 201) throw new Error(`a definition was answered with ${status}: ${body.toString("utf8")}`);
}

const pollMs = 1;
const timeoutMs = 60_000;

/** Waits until a path is served. */
export async function untilServed({ target }: OrchServer, path: string): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const { status } = await sendRequest(target, { method: "GET", path: `${path}?limit=1`, headers: {} });
    if (status === 200) return;
    if (performance.now() > deadline) throw new Error(`${path} was not served within ${timeoutMs} ms`);
    await pause(pollMs);
  }
}
