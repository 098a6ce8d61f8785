/**
 * A controller that keeps objects while they are in use. Each object has a finalizer, which the controller removes when the
 * object is being deleted and is no longer used.
 */
import { Controller, type ControllerSource } from "../../client/index.ts";
import { keyOf, splitKey } from "../../meta/object-key.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { NameToken, Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import {
  type ControllerContext,
  ignoreNotFound,
  type MonitoredObject,
  type ObjectMonitors,
  reportFailure,
} from "../frame/index.ts";

/** The objects to protect. */
export interface Protection<T extends ApiObject> {
  readonly declaration: KindDeclaration<T>;
  readonly finalizer: NameToken;
  /** Name of the work queue in the metrics. */
  readonly queueName: string;
  /** Whether the object is in use, so that it must not be deleted yet. */
  readonly isInUse: (object: Readonly<T>, signal: AbortSignal) => boolean | Promise<boolean>;
  /** Kind whose objects may use protected objects of their namespace. A change of one leads to another check. */
  readonly users?: KindDeclaration;
}

/** Protects objects until the signal is aborted. */
export async function runProtection<T extends ApiObject>(
  protection: Protection<T>,
  { client, clock, logger, metrics, workers, monitors, vocabulary }: ControllerContext,
  signal: AbortSignal,
): Promise<void> {
  const { declaration, queueName, isInUse } = protection;
  const finalizer = vocabulary.bind(protection.finalizer);
  const waiting = new WaitingObjects();
  const reconcile = async (key: string, until: AbortSignal): Promise<void> => {
    waiting.delete(key);
    const { namespace, name } = splitKey(key);
    const api = client.api(declaration, namespace);
    const object = await ignoreNotFound(api.get(name, { signal: until }));
    if (!object) return;
    const { finalizers = [], deletionTimestamp } = object.metadata;
    const isProtected = finalizers.includes(finalizer);
    if (isProtected === (deletionTimestamp === undefined)) return;
    if (isProtected) {
      // A user that is deleted during the check leads to another one.
      waiting.add(key);
      if (await isInUse(object, until)) return;
      waiting.delete(key);
    }
    const others = finalizers.filter((one) => one !== finalizer);
    const metadata = { ...object.metadata, finalizers: isProtected ? others : [...others, finalizer] };
    await ignoreNotFound(api.update({ ...object, metadata }, { signal: until }));
  };
  const controller = new Controller({
    name: queueName,
    clock,
    metrics,
    workers,
    sources: [sourceOf(protection, { monitors, finalizer, waiting, vocabulary })],
    reconcile,
    onError: (error, key) => reportFailure(logger, error, { [declaration.singular]: key }),
  });
  await controller.run(signal);
}

/** Keys of objects that are being deleted, and are in use or may be. */
class WaitingObjects {
  readonly #byNamespace = new Map<string, Set<string>>();

  add(key: string): void {
    const { namespace } = splitKey(key);
    const known = this.#byNamespace.get(namespace);
    if (known) known.add(key);
    else this.#byNamespace.set(namespace, new Set([key]));
  }

  delete(key: string): void {
    const { namespace } = splitKey(key);
    const known = this.#byNamespace.get(namespace);
    known?.delete(key);
    if (known?.size === 0) this.#byNamespace.delete(namespace);
  }

  inNamespace(namespace: string): Iterable<string> {
    return this.#byNamespace.get(namespace) ?? [];
  }
}

/** Like the garbage collector, a controller starts after this time even if some types have not been read. */
const syncTimeoutMs = 30_000;

interface SourceParts {
  readonly monitors: ObjectMonitors;
  readonly finalizer: string;
  readonly waiting: WaitingObjects;
  readonly vocabulary: Vocabulary;
}

/**
 * Returns the keys of objects that need a change: those that are being deleted, and those without the finalizer. It reads only the
 * metadata that all controllers of deletion share.
 */
function sourceOf<T extends ApiObject>(
  { declaration, users }: Protection<T>,
  { monitors, finalizer, waiting, vocabulary }: SourceParts,
): ControllerSource {
  const isOf = (kind: KindDeclaration | undefined, { type }: MonitoredObject): boolean =>
    kind !== undefined && type.plural === kind.plural && type.group === vocabulary.bind(kind.group);
  return {
    synced: monitors.syncedWithin(syncTimeoutMs),
    watch: (add) => {
      const onUserChanged = (object: MonitoredObject): void => {
        if (!isOf(users, object)) return;
        for (const key of waiting.inNamespace(object.metadata.namespace ?? "")) add(key);
      };
      const onPresent = (object: MonitoredObject): void => {
        onUserChanged(object);
        const { namespace = "", name = "", finalizers = [], deletionTimestamp } = object.metadata;
        const needsChange = finalizers.includes(finalizer) !== (deletionTimestamp === undefined);
        if (isOf(declaration, object) && needsChange) add(keyOf({ namespace, name }));
      };
      return monitors.addHandler({ onPresent, onDeleted: onUserChanged, onTypeRemoved: onUserChanged });
    },
  };
}
