/** A controller that ensures that every namespace has an object with a certain name. */
import { namespace } from "../../api/core/v1/namespace.ts";
import { Controller, controllerSource, Informer, type NewObject } from "../../client/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { hasCode } from "../../meta/status-error.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { type ControllerContext, ignoreNotFound, reportFailure } from "../frame/index.ts";
import { decide } from "./decide.ts";

/** The object that every namespace must have. */
export interface NamespaceObject<T extends ApiObject> {
  readonly declaration: KindDeclaration<T>;
  readonly name: string;
  /** Name of the work queue in the metrics. */
  readonly queueName: string;
  /** The object to create. */
  readonly object: NewObject<T>;
  /** Returns the corrected object, or undefined if it is correct. */
  readonly repair: (object: Readonly<T>) => T | undefined;
}

/** Creates and repairs the object in all namespaces until the signal is aborted. */
export async function runNamespaceObjectController<T extends ApiObject>(
  { declaration, name, queueName, object, repair }: NamespaceObject<T>,
  { client, reader, clock, random, logger, metrics, workers, informers }: ControllerContext,
  signal: AbortSignal,
): Promise<void> {
  const namespaces = informers.of(namespace);
  const objects = new Informer(reader.api(declaration), {
    clock,
    random,
    fieldSelector: `metadata.name=${name}`,
    onError: (error) => reportFailure(logger, error, { resource: declaration.plural }),
  });
  const reconcile = async (key: string, until: AbortSignal): Promise<void> => {
    const observed = { namespace: namespaces.lister.get(key), object: objects.lister.get(`${key}/${name}`) };
    const action = decide(observed, repair);
    const api = client.api(declaration, key);
    if (action.type === "create") await ignoreUnneeded(api.create(object, { signal: until }));
    if (action.type === "update") await ignoreNotFound(api.update(action.object, { signal: until }));
  };
  const controller = new Controller({
    name: queueName,
    clock,
    metrics,
    workers,
    sources: [controllerSource(namespaces), controllerSource(objects, ({ metadata }) => [metadata.namespace ?? ""])],
    reconcile,
    onError: (error, key) => reportFailure(logger, error, { namespace: key }),
  });
  await Promise.all([objects.run(signal), controller.run(signal)]);
}

/**
 * Ignores failures that need no retry: the object was created concurrently, or the namespace is being deleted or gone.
 * The next event leads to another check.
 */
async function ignoreUnneeded(answer: Promise<unknown>): Promise<void> {
  try {
    await ignoreNotFound(answer);
  } catch (error) {
    if (hasCode(error, 409)) return;
    if (hasCode(error, 403) && error.details?.causes?.some(({ reason }) => reason === "NamespaceTerminating")) return;
    throw error;
  }
}
