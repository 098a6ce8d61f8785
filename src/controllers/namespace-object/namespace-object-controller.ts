/** Sees to it that every namespace has an object of a certain name. */
import { namespace } from "../../api/core/v1/namespace.ts";
import { Controller, controllerSource, Informer, type NewObject } from "../../client/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { hasCode } from "../../meta/status-error.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { type ControllerContext, reportFailure, unlessGone } from "../frame/index.ts";
import { decide } from "./decide.ts";

export interface NamespaceObject<T extends ApiObject> {
  readonly declaration: KindDeclaration<T>;
  readonly name: string;
  /** In the metrics. */
  readonly queueName: string;
  /** The object as it is made. */
  readonly object: NewObject<T>;
  /** The object as it must be; undefined: it is fine. */
  readonly repair: (object: Readonly<T>) => T | undefined;
}

export async function keepNamespaceObject<T extends ApiObject>(
  { declaration, name, queueName, object, repair }: NamespaceObject<T>,
  { client, clock, random, logger, metrics, workers, informers }: ControllerContext,
  signal: AbortSignal,
): Promise<void> {
  const namespaces = informers.of(namespace);
  const objects = new Informer(client.api(declaration), {
    clock,
    random,
    fieldSelector: `metadata.name=${name}`,
    onError: (error) => reportFailure(logger, error, { resource: declaration.plural }),
  });
  const reconcile = async (key: string, until: AbortSignal): Promise<void> => {
    const observed = { namespace: namespaces.lister.get(key), object: objects.lister.get(`${key}/${name}`) };
    const action = decide(observed, repair);
    const api = client.api(declaration, key);
    if (action.type === "create") await unlessUnneeded(api.create(object, { signal: until }));
    if (action.type === "update") await unlessGone(api.update(action.object, { signal: until }));
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

/** Somebody else has made it, or the namespace is on its way out or gone: the next event says which. */
async function unlessUnneeded(answer: Promise<unknown>): Promise<void> {
  try {
    await unlessGone(answer);
  } catch (error) {
    if (hasCode(error, 409)) return;
    if (hasCode(error, 403) && error.details?.causes?.some(({ reason }) => reason === "NamespaceTerminating")) return;
    throw error;
  }
}
