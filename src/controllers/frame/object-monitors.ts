/**
 * Tracks the metadata of all objects that can be deleted: names, owners, finalizers and the state of their deletion.
 * There is one metadata informer for each type, as long as the server serves it.
 */
import { type Clock, sleepOrAbort } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { type Client, type DiscoveredType, Informer } from "../../client/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject, ObjectMeta } from "../../meta/object-meta.ts";
import { allSpellings, group } from "../../meta/vocabulary.ts";
import type { TypeCatalog } from "./type-catalog.ts";

/**
 * The metadata of an object that are relevant for deletions: names, versions, owners, finalizers and deletion time. It
 * is immutable: a change creates another one.
 */
export interface MonitoredObject extends ApiObject {
  readonly type: DiscoveredType;
}

/** Callbacks for the changes of monitored objects. */
export interface MonitorHandler {
  /** The object was added or changed. `previousObject` is its previous state, if any. */
  onPresent(object: MonitoredObject, previousObject: MonitoredObject | undefined): void;
  /** The object was deleted. */
  onDeleted(object: MonitoredObject): void;
  /** The object's type is no longer served. The object may still exist. */
  onTypeRemoved(object: MonitoredObject): void;
}

/** Options of the `ObjectMonitors` constructor. */
export interface ObjectMonitorsOptions {
  readonly client: Client;
  readonly types: TypeCatalog;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends all monitors. */
  readonly signal: AbortSignal;
  /** Receives the errors of a monitor. @param resource the type that could not be read */
  readonly onError: (error: unknown, resource: string) => void;
}

interface Monitor {
  readonly informer: Informer<ApiObject>;
  readonly stop: AbortController;
}

/** A type must support these verbs, so that deletions of its objects can be observed and requested. */
const neededVerbs = ["delete", "list", "watch"];
/** Events are ignored, because they are numerous and have no owners or dependents. */
const ignoredGroups: ReadonlySet<string> = new Set(["", ...allSpellings(group("events"))]);
const ignoredPlural = "events";

/** Monitors all types of the server that support deletion. */
export class ObjectMonitors {
  readonly #options: ObjectMonitorsOptions;
  readonly #handlers = new Set<MonitorHandler>();
  readonly #monitors = new Map<string, Monitor>();
  readonly #runs = new Set<Promise<void>>();
  #started: Promise<void> | undefined;

  constructor(options: ObjectMonitorsOptions) {
    this.#options = options;
  }

  /**
   * Registers a handler. It is called for all existing objects and then for changes. The first handler starts the
   * monitors.
   */
  addHandler(handler: MonitorHandler): Disposable {
    this.#handlers.add(handler);
    for (const { informer } of this.#monitors.values()) {
      if (!informer.hasSynced) continue;
      for (const object of informer.lister.list()) handler.onPresent(asMonitored(object), undefined);
    }
    this.#started ??= this.#start();
    return { [Symbol.dispose]: () => this.#handlers.delete(handler) };
  }

  /** Resolves when the handlers have been called for all objects that existed at the start, or after `timeoutMs`. */
  async syncedWithin(timeoutMs: number): Promise<void> {
    const { clock, signal } = this.#options;
    this.#started ??= this.#start();
    await this.#started;
    const informers = [...this.#monitors.values()].map(({ informer }) => informer);
    const synced = Promise.all(informers.map((informer) => informer.synced.catch(() => undefined)));
    const done = new AbortController();
    await Promise.race([synced, sleepOrAbort(clock, timeoutMs, AbortSignal.any([signal, done.signal]))]);
    done.abort();
  }

  /** Returns the number of a type's objects in a namespace. Undefined if they have not been read yet. */
  countIn(type: DiscoveredType, namespace: string): number | undefined {
    const informer = this.#monitors.get(keyOf(type))?.informer;
    return informer?.hasSynced ? informer.lister.list(namespace).length : undefined;
  }

  /** Resolves when all monitors have ended, after the signal was aborted. */
  async ended(): Promise<void> {
    await Promise.all(this.#runs);
  }

  async #start(): Promise<void> {
    const { types, signal, onError } = this.#options;
    types.onChange(() => this.#updateMonitors());
    if (types.preferred.length === 0) await types.refresh(signal).catch((error: unknown) => onError(error, "types"));
    this.#updateMonitors();
  }

  /** Starts monitors of new types, and ends those of removed types. */
  #updateMonitors(): void {
    if (this.#options.signal.aborted) return;
    const served = new Map(this.#options.types.preferred.filter(isMonitored).map((type) => [keyOf(type), type]));
    for (const [key, monitor] of this.#monitors) {
      if (!served.has(key)) this.#stopMonitor(key, monitor);
    }
    for (const [key, type] of served) {
      if (!this.#monitors.has(key)) this.#startMonitor(key, type);
    }
  }

  #startMonitor(key: string, type: DiscoveredType): void {
    const { client, clock, random, signal } = this.#options;
    const onError = (error: unknown): void => this.#options.onError(error, key);
    const stop = new AbortController();
    const until = AbortSignal.any([signal, stop.signal]);
    const transform = (object: ApiObject): MonitoredObject => toMonitored(object, type);
    const informer = new Informer(client.metadata(type), { clock, random, onError, transform });
    informer.addHandler({
      added: (object) => this.#notifyHandlers((handler) => handler.onPresent(asMonitored(object), undefined)),
      updated: (object, previousObject) =>
        this.#notifyHandlers((handler) => handler.onPresent(asMonitored(object), asMonitored(previousObject))),
      deleted: (object) => this.#notifyHandlers((handler) => handler.onDeleted(asMonitored(object))),
    });
    this.#monitors.set(key, { informer, stop });
    const run = informer.run(until).finally(() => this.#runs.delete(run));
    this.#runs.add(run);
  }

  #stopMonitor(key: string, { informer, stop }: Monitor): void {
    this.#monitors.delete(key);
    stop.abort(new Error(`${key} is not served any more`));
    for (const object of informer.lister.list())
      this.#notifyHandlers((handler) => handler.onTypeRemoved(asMonitored(object)));
  }

  #notifyHandlers(call: (handler: MonitorHandler) => void): void {
    for (const handler of this.#handlers) call(handler);
  }
}

function isMonitored({ group: name, plural, verbs }: DiscoveredType): boolean {
  return neededVerbs.every((verb) => verbs.includes(verb)) && !(plural === ignoredPlural && ignoredGroups.has(name));
}

/** The version is part of the key, because the objects are reported in their version. */
function keyOf({ group: name, version, plural }: DiscoveredType): string {
  return `${plural}.${version}.${name}`;
}

function toMonitored({ metadata }: ApiObject, type: DiscoveredType): MonitoredObject {
  const { namespace, name, uid, resourceVersion, deletionTimestamp, ownerReferences, finalizers } = metadata;
  const kept: ObjectMeta = {
    ...(namespace ? { namespace } : {}),
    ...(name ? { name } : {}),
    ...(uid ? { uid } : {}),
    ...(resourceVersion ? { resourceVersion } : {}),
    ...(deletionTimestamp ? { deletionTimestamp } : {}),
    ...(ownerReferences ? { ownerReferences } : {}),
    ...(finalizers ? { finalizers } : {}),
  };
  return { kind: type.kind, apiVersion: formatGroupVersion(type), metadata: kept, type };
}

/** Casts an object of the informer, which stores the results of `toMonitored()`. */
function asMonitored(object: ApiObject): MonitoredObject {
  return object as MonitoredObject;
}
