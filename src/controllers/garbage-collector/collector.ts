/**
 * Deletes objects whose owners have been deleted, and removes the finalizers of owners that wait for their dependents.
 *
 * Every write has the uid and resourceVersion of the object as preconditions. The server therefore rejects a write that
 * is based on an old state: an object that has gained another owner is not deleted.
 */
import { event } from "../../api/core/v1/event.ts";
import {
  type Client,
  Controller,
  coreEventSink,
  EventRecorder,
  type Occurrence,
  RateLimiter,
} from "../../client/index.ts";
import { orphanFinalizer, type PropagationPolicy } from "../../meta/deletion.ts";
import type { OwnerReference } from "../../meta/object-meta.ts";
import {
  type ControllerContext,
  forEachConcurrently,
  ignoreNotFound,
  type MonitoredObject,
  mapConcurrently,
  reportFailure,
} from "../frame/index.ts";
import { decide, type GarbageCollectorAction } from "./decide.ts";
import { OwnerGraph, ownersOf, uidOf } from "./owner-graph.ts";
import { OwnerLookup } from "./owner-lookup.ts";

/** Reporting controller of Events. */
const reporter = "garbage-collector-controller";
const queueName = "garbage_collector_attempt_to_delete";
/** Like the reference, the collector starts after this time even if some types have not been read. */
const syncTimeoutMs = 30_000;
/** How many dependents are orphaned concurrently. */
const orphansConcurrentMax = 16;
/** How many owners of one object are looked up concurrently. An object may name very many owners. */
const ownerLookupsConcurrentMax = 16;
/** Most failures are conflicts that the next event resolves, so thousands of retries must not be throttled. */
const retriesPerSecond = 1000;

/** The garbage collector. */
export class Collector {
  readonly #context: ControllerContext;
  readonly #graph = new OwnerGraph();
  readonly #lookup: OwnerLookup;
  readonly #recorder: EventRecorder;
  /** Uids of objects with an owner of a type that is not served. They are checked again when the types change. */
  readonly #unresolved = new Set<string>();

  constructor(context: ControllerContext) {
    const { client, clock, random, types, logger } = context;
    this.#context = context;
    this.#recorder = new EventRecorder({
      sink: coreEventSink(client.api(event)),
      clock,
      random,
      reportingController: reporter,
      reportingInstance: reporter,
      onError: (error) => reportFailure(logger, error, {}),
    });
    this.#lookup = new OwnerLookup({
      client,
      clock,
      types,
      graph: this.#graph,
      onOtherNamespace: (reference, dependent) =>
        this.#recorder.record(invalidOwnerNamespaceEvent(reference, dependent)),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger, metrics, workers, monitors } = this.#context;
    const limiter = new RateLimiter<string>({ clock, perSecond: retriesPerSecond, burst: retriesPerSecond });
    const controller = new Controller({
      name: queueName,
      clock,
      metrics,
      limiter,
      workers,
      sources: [{ synced: monitors.syncedWithin(syncTimeoutMs), watch: (add) => this.#watch(add) }],
      reconcile: (uid, until) => this.#reconcile(uid, until),
      onError: (error, uid) => reportFailure(logger, error, { uid }),
    });
    await using _ = this.#recorder;
    await controller.run(signal);
  }

  #watch(add: (uid: string) => void): Disposable {
    const addAll = (uids: Iterable<string>): void => {
      for (const uid of uids) add(uid);
    };
    const handlerRegistration = this.#context.monitors.addHandler({
      onPresent: (object) => addAll(this.#graph.put(object)),
      onDeleted: (object) => addAll(this.#graph.remove(object)),
      onTypeRemoved: (object) => this.#graph.forget(object),
    });
    const typesRegistration = this.#context.types.onChange(() => {
      addAll(this.#unresolved);
      this.#unresolved.clear();
    });
    return {
      [Symbol.dispose]: () => {
        handlerRegistration[Symbol.dispose]();
        typesRegistration[Symbol.dispose]();
      },
    };
  }

  async #reconcile(uid: string, signal: AbortSignal): Promise<void> {
    const graph = this.#graph;
    const object = graph.get(uid);
    if (!object) return;
    const owners = await mapConcurrently(
      ownersOf(object),
      (one) => this.#lookup.find(one, object, signal),
      ownerLookupsConcurrentMax,
    );
    if (owners.includes("unknown")) this.#unresolved.add(uid);
    const action = decide({
      object,
      owners,
      hasDependents: graph.hasDependents(uid),
      isBlocked: graph.isBlocked(uid),
      isInCircle: () => graph.isInCircle(uid),
    });
    await this.#perform(action, object, signal);
  }

  async #perform(action: GarbageCollectorAction, object: MonitoredObject, signal: AbortSignal): Promise<void> {
    switch (action.type) {
      case "none":
        return;
      case "orphan":
        await this.#orphanDependents(object, signal);
        return await this.#removeFinalizer(object, orphanFinalizer, signal);
      case "removeFinalizer":
        return await this.#removeFinalizer(object, action.finalizer, signal);
      case "keepOwners":
        return await this.#setOwners(object, action.owners, signal);
      case "releaseOwners":
        return await this.#setOwners(object, ownersOf(object).map(withoutBlocking), signal);
      case "delete":
        return await this.#delete(object, action.policy, signal);
    }
  }

  async #orphanDependents(owner: MonitoredObject, signal: AbortSignal): Promise<void> {
    const uid = uidOf(owner);
    const release = async (dependent: MonitoredObject): Promise<void> => {
      const others = ownersOf(dependent).filter((one) => one.uid !== uid);
      await this.#setOwners(dependent, others, signal);
    };
    await forEachConcurrently(this.#graph.dependentsOf(uid), release, orphansConcurrentMax);
  }

  async #removeFinalizer(object: MonitoredObject, finalizer: string, signal: AbortSignal): Promise<void> {
    const others = (object.metadata.finalizers ?? []).filter((one) => one !== finalizer);
    await this.#patch(object, { finalizers: others.length === 0 ? null : others }, signal);
  }

  async #delete(object: MonitoredObject, propagationPolicy: PropagationPolicy, signal: AbortSignal): Promise<void> {
    const { uid, resourceVersion, name = "" } = object.metadata;
    const preconditions = { ...(uid ? { uid } : {}), ...(resourceVersion ? { resourceVersion } : {}) };
    await ignoreNotFound(this.#api(object).delete(name, { propagationPolicy, preconditions, signal }));
  }

  async #setOwners(object: MonitoredObject, owners: readonly OwnerReference[], signal: AbortSignal): Promise<void> {
    await this.#patch(object, { ownerReferences: owners.length === 0 ? null : owners }, signal);
  }

  /** Patches the metadata of an object. @throws StatusError 409 if the object is not in the known state */
  async #patch(object: MonitoredObject, metadata: object, signal: AbortSignal): Promise<void> {
    const { uid, resourceVersion, name = "" } = object.metadata;
    const patch = { metadata: { uid, resourceVersion, ...metadata } };
    await ignoreNotFound(this.#api(object).patch(name, "merge", patch, { signal }));
  }

  #api({ type, metadata }: MonitoredObject): ReturnType<Client["metadata"]> {
    return this.#context.client.metadata(type, metadata.namespace);
  }
}

/** Returns a reference that does not block the deletion of the owner. */
function withoutBlocking(owner: OwnerReference): OwnerReference {
  return { ...owner, blockOwnerDeletion: false };
}

/** Describes an owner in another namespace, for the Event that explains why the dependent was deleted. */
function invalidOwnerNamespaceEvent(
  { apiVersion, kind, name, uid }: OwnerReference,
  dependent: MonitoredObject,
): Occurrence {
  const { namespace = "" } = dependent.metadata;
  const owner = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
  return {
    regarding: dependent,
    type: "Warning",
    reason: "OwnerRefInvalidNamespace",
    action: "FindOwner",
    note: `ownerRef ${owner} does not exist in namespace ${JSON.stringify(namespace)}`,
  };
}
