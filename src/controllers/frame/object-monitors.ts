/**
 * What is known of every object that can be deleted: its name, its owners and how far its deletion has come. One informer
 * of metadata for each type, which come and go with the types that the server serves.
 */
import { type Clock, sleepOrAbort } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { type Client, type DiscoveredType, Informer } from "../../client/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject, ObjectMeta } from "../../meta/object-meta.ts";
import { allSpellings, group } from "../../meta/vocabulary.ts";
import type { TypeCatalog } from "./type-catalog.ts";

/**
 * An object as far as deletions are concerned: of its metadata, names, versions, owners, finalizers and the time of its
 * deletion. It does not change: what becomes of it is another one.
 */
export interface MonitoredObject extends ApiObject {
  readonly type: DiscoveredType;
}

export interface MonitorHandler {
  /** It is there, or has changed: then as it was before, too. */
  present(object: MonitoredObject, former: MonitoredObject | undefined): void;
  gone(object: MonitoredObject): void;
  /** Its type is not served any more; whether it still exists nobody can say. */
  forgotten(object: MonitoredObject): void;
}

export interface ObjectMonitorsOptions {
  readonly client: Client;
  readonly types: TypeCatalog;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends all of them. */
  readonly signal: AbortSignal;
  /** @param resource that could not be read */
  readonly onError: (error: unknown, resource: string) => void;
}

interface Monitor {
  readonly informer: Informer<ApiObject>;
  readonly stop: AbortController;
}

/** Verbs without which the deletion of a type's objects can be neither seen nor asked for. */
const neededVerbs = ["delete", "list", "watch"];
/** Events own nothing and nobody owns them; there are many. */
const ignoredGroups: ReadonlySet<string> = new Set(["", ...allSpellings(group("events"))]);
const ignoredPlural = "events";

export class ObjectMonitors {
  readonly #options: ObjectMonitorsOptions;
  readonly #handlers = new Set<MonitorHandler>();
  readonly #monitors = new Map<string, Monitor>();
  readonly #runs = new Set<Promise<void>>();
  #started: Promise<void> | undefined;

  constructor(options: ObjectMonitorsOptions) {
    this.#options = options;
  }

  /** Tells of everything that is there, and then of what changes. The first handler begins it all. */
  addHandler(handler: MonitorHandler): Disposable {
    this.#handlers.add(handler);
    for (const { informer } of this.#monitors.values()) {
      if (!informer.hasSynced) continue;
      for (const object of informer.lister.list()) handler.present(monitored(object), undefined);
    }
    this.#started ??= this.#start();
    return { [Symbol.dispose]: () => this.#handlers.delete(handler) };
  }

  /** Resolves when everything that was there at the beginning has been told, or when so much time is over. */
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

  /** Resolves when all of them have ended, after the signal. */
  async ended(): Promise<void> {
    await Promise.all(this.#runs);
  }

  async #start(): Promise<void> {
    const { types, signal, onError } = this.#options;
    types.onChange(() => this.#follow());
    if (types.preferred.length === 0) await types.refresh(signal).catch((error: unknown) => onError(error, "types"));
    this.#follow();
  }

  /** Begins what is missing and ends what is served no more. */
  #follow(): void {
    if (this.#options.signal.aborted) return;
    const served = new Map(this.#options.types.preferred.filter(isMonitored).map((type) => [keyOf(type), type]));
    for (const [key, monitor] of this.#monitors) {
      if (!served.has(key)) this.#end(key, monitor);
    }
    for (const [key, type] of served) {
      if (!this.#monitors.has(key)) this.#begin(key, type);
    }
  }

  #begin(key: string, type: DiscoveredType): void {
    const { client, clock, random, signal } = this.#options;
    const onError = (error: unknown): void => this.#options.onError(error, key);
    const stop = new AbortController();
    const until = AbortSignal.any([signal, stop.signal]);
    const transform = (object: ApiObject): MonitoredObject => reduce(object, type);
    const informer = new Informer(client.metadata(type), { clock, random, onError, transform });
    informer.addHandler({
      added: (object) => this.#tell((handler) => handler.present(monitored(object), undefined)),
      updated: (object, former) => this.#tell((handler) => handler.present(monitored(object), monitored(former))),
      deleted: (object) => this.#tell((handler) => handler.gone(monitored(object))),
    });
    this.#monitors.set(key, { informer, stop });
    const run = informer.run(until).finally(() => this.#runs.delete(run));
    this.#runs.add(run);
  }

  #end(key: string, { informer, stop }: Monitor): void {
    this.#monitors.delete(key);
    stop.abort(new Error(`${key} is not served any more`));
    for (const object of informer.lister.list()) this.#tell((handler) => handler.forgotten(monitored(object)));
  }

  #tell(call: (handler: MonitorHandler) => void): void {
    for (const handler of this.#handlers) call(handler);
  }
}

function isMonitored({ group: name, plural, verbs }: DiscoveredType): boolean {
  return neededVerbs.every((verb) => verbs.includes(verb)) && !(plural === ignoredPlural && ignoredGroups.has(name));
}

/** A type that moves to another version is another one: the objects say which one they are in. */
function keyOf({ group: name, version, plural }: DiscoveredType): string {
  return `${plural}.${version}.${name}`;
}

function reduce({ metadata }: ApiObject, type: DiscoveredType): MonitoredObject {
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

/** What `reduce` has made of it. */
function monitored(object: ApiObject): MonitoredObject {
  return object as MonitoredObject;
}
