/**
 * Deletes what nobody owns any more, and lets go what waits for its dependents.
 *
 * Every write says in which state the object was that it is decided on, so that the server refuses what is out of date:
 * an object that has found another owner meanwhile stays.
 */
import { event } from "../../api/core/v1/event.ts";
import {
  type Client,
  Controller,
  coreEventSink,
  EventRecorder,
  type Happening,
  RateLimiter,
} from "../../client/index.ts";
import { orphanFinalizer, type PropagationPolicy } from "../../meta/deletion.ts";
import type { OwnerReference } from "../../meta/object-meta.ts";
import {
  allSettledOf,
  type ControllerContext,
  type MonitoredObject,
  mapSome,
  reportFailure,
  unlessGone,
} from "../frame/index.ts";
import { type Action, decide } from "./decide.ts";
import { OwnerGraph, ownersOf, uidOf } from "./owner-graph.ts";
import { OwnerLookup } from "./owner-lookup.ts";

/** Whom Events name. */
const reporter = "garbage-collector-controller";
const queueName = "garbage_collector_attempt_to_delete";
/** As the reference does, it begins with what is known by then: a type that cannot be read must not stop everything. */
const syncTimeoutMs = 30_000;
/** Dependents that are let go at once. */
const orphansAtOnce = 16;
/** An object may name very many owners; looking for all of them at once would hold up everything else. */
const ownersSoughtAtOnce = 16;
/** Failures are conflicts, mostly, that the next event resolves: thousands of them must not wait for one another. */
const retriesPerSecond = 1000;

export class Collector {
  readonly #context: ControllerContext;
  readonly #graph = new OwnerGraph();
  readonly #lookup: OwnerLookup;
  readonly #recorder: EventRecorder;
  /** Who has an owner of a kind that is not served; a kind that comes may be it. */
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
      onElsewhere: (reference, dependent) => this.#recorder.record(elsewhere(reference, dependent)),
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
    const handled = this.#context.monitors.addHandler({
      present: (object) => addAll(this.#graph.put(object)),
      gone: (object) => addAll(this.#graph.remove(object)),
      forgotten: (object) => this.#graph.forget(object),
    });
    const followed = this.#context.types.onChange(() => {
      addAll(this.#unresolved);
      this.#unresolved.clear();
    });
    return {
      [Symbol.dispose]: () => {
        handled[Symbol.dispose]();
        followed[Symbol.dispose]();
      },
    };
  }

  async #reconcile(uid: string, signal: AbortSignal): Promise<void> {
    const graph = this.#graph;
    const object = graph.get(uid);
    if (!object) return;
    const owners = await mapSome(ownersOf(object), (one) => this.#lookup.find(one, object, signal), ownersSoughtAtOnce);
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

  async #perform(action: Action, object: MonitoredObject, signal: AbortSignal): Promise<void> {
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
        return await this.#setOwners(object, ownersOf(object).map(released), signal);
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
    await allSettledOf(this.#graph.dependentsOf(uid), release, orphansAtOnce);
  }

  async #removeFinalizer(object: MonitoredObject, finalizer: string, signal: AbortSignal): Promise<void> {
    const others = (object.metadata.finalizers ?? []).filter((one) => one !== finalizer);
    await this.#patch(object, { finalizers: others.length === 0 ? null : others }, signal);
  }

  async #delete(object: MonitoredObject, propagationPolicy: PropagationPolicy, signal: AbortSignal): Promise<void> {
    const { uid, resourceVersion, name = "" } = object.metadata;
    const preconditions = { ...(uid ? { uid } : {}), ...(resourceVersion ? { resourceVersion } : {}) };
    await unlessGone(this.#api(object).delete(name, { propagationPolicy, preconditions, signal }));
  }

  async #setOwners(object: MonitoredObject, owners: readonly OwnerReference[], signal: AbortSignal): Promise<void> {
    await this.#patch(object, { ownerReferences: owners.length === 0 ? null : owners }, signal);
  }

  /** @throws StatusError 409 when it is not in the state that is known */
  async #patch(object: MonitoredObject, metadata: object, signal: AbortSignal): Promise<void> {
    const { uid, resourceVersion, name = "" } = object.metadata;
    const patch = { metadata: { uid, resourceVersion, ...metadata } };
    await unlessGone(this.#api(object).patch(name, "merge", patch, { signal }));
  }

  #api({ type, metadata }: MonitoredObject): ReturnType<Client["metadata"]> {
    return this.#context.client.metadata(type, metadata.namespace);
  }
}

/** It stays its owner, but is not kept by it. */
function released(owner: OwnerReference): OwnerReference {
  return { ...owner, blockOwnerDeletion: false };
}

/** For whoever wonders why the dependent is gone. */
function elsewhere({ apiVersion, kind, name, uid }: OwnerReference, dependent: MonitoredObject): Happening {
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
