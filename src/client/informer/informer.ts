/**
 * Keeps in memory what a source has, and tells handlers what changes. One list, then one watch: nothing polls. Cut
 * connections, ended watches, versions that are gone and servers that are away are seen through by itself.
 *
 *     const informer = new Informer(client.api(configMap));
 *     informer.addHandler({ added: ({ metadata }) => queue.add(metadata.name) });
 *     void informer.run(signal);
 *     await informer.synced;
 *     informer.lister.list("default");
 */
import { assert } from "../../base/assert.ts";
import { sleepOrAbort } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { type TimeAndChance, withSystem } from "../time-and-chance.ts";
import { Backoff } from "./backoff.ts";
import { classifyFailure, retryAfterMs } from "./failure.ts";
import type { Indexes } from "./indexed-objects.ts";
import {
  type InformerInput,
  type InformerOutput,
  type InformerRequest,
  type InformerState,
  transition,
} from "./informer-machine.ts";
import { LinkedAbort } from "./linked-abort.ts";
import type { ObjectHandler } from "./object-handler.ts";
import type { ObjectSource, Selectors } from "./object-source.ts";
import { type Lister, ObjectStore } from "./object-store.ts";
import { resumingWatch } from "./resuming-watch.ts";

/** What an informer selects and keeps; all of it may be left out. */
export interface InformerOptions<T> extends Selectors, TimeAndChance {
  /** Besides `namespace`, which is always there. */
  readonly indexes?: Indexes<T>;
  /** What is kept of an object, for those that are larger than what is needed of them. Must not remove the metadata. */
  readonly transform?: (object: T) => T;
  /** Objects in a chunk of a list. Default: 500. */
  readonly chunkSize?: number;
  /** Whether the list is asked for as the beginning of a watch, where the server can. Default: true. */
  readonly streamsList?: boolean;
  /** Told of everything that goes wrong and is seen through, and of what handlers and index functions throw. */
  readonly onError?: (error: unknown) => void;
}

/** How long one request of a list may take. */
const listTimeoutMs = 60_000;
const chunkSizeDefault = 500;

/** What there is of one type, in memory, as it changes. */
export class Informer<T extends ApiObject> {
  readonly #source: ObjectSource<T>;
  readonly #options: InformerOptions<T> & Required<TimeAndChance>;
  readonly #store: ObjectStore<T>;
  readonly #backoff: Backoff;
  readonly #synced = deferred();
  #state: InformerState;

  constructor(source: ObjectSource<T>, options: InformerOptions<T> = {}) {
    const { indexes = {}, chunkSize = chunkSizeDefault, streamsList: streams = true } = options;
    this.#source = source;
    this.#options = withSystem(options);
    this.#store = new ObjectStore({ indexes, onError: (error) => options.onError?.(error) });
    this.#backoff = new Backoff(this.#options);
    this.#state = { name: "idle", streams, chunkSize };
    // Nobody has to wait for it.
    this.#synced.promise.catch(() => undefined);
  }

  /** What it knows, to be read at any time. The objects are shared: whoever changes one makes a copy first. */
  get lister(): Lister<T> {
    return this.#store;
  }

  /** What it is doing. */
  get state(): InformerState["name"] {
    return this.#state.name;
  }

  /** Whether the first list is complete. */
  get hasSynced(): boolean {
    return this.#store.isFilled;
  }

  /**
   * Resolves when the first list is complete and the handlers know it.
   * @throws the reason of the abort, when the informer is stopped before
   */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  /** A handler that comes late is told at once of what is there. Disposing ends it. */
  addHandler(handler: ObjectHandler<T>): Disposable {
    return this.#store.addHandler(handler);
  }

  /** Runs until it is aborted, then resolves; once. No error of the source ends it. */
  async run(outer: AbortSignal): Promise<void> {
    using linked = new LinkedAbort(outer);
    const { signal } = linked;
    let request = this.#take({ type: "start" });
    while (!signal.aborted) request = (await this.#perform(request, signal)) ?? request;
    this.#synced.reject(signal.reason);
  }

  /** The request after this one; undefined when it was aborted. */
  async #perform(request: InformerRequest | undefined, signal: AbortSignal): Promise<InformerRequest | undefined> {
    assert(request, "a request ends with the next one");
    for await (const input of this.#inputs(request, signal)) {
      if (signal.aborted) return undefined;
      const next = this.#take(input);
      if (next) return next;
    }
    assert(signal.aborted, `${request.type} led to nothing`);
    return undefined;
  }

  #take(input: InformerInput<T>): InformerRequest | undefined {
    const { state, outputs, request } = transition(this.#state, input);
    this.#state = state;
    for (const output of outputs) this.#put(output);
    return request;
  }

  #put(output: InformerOutput<T>): void {
    const store = this.#store;
    switch (output.type) {
      case "begin":
        return store.beginList();
      case "listed":
        return store.addListed(this.#kept(output.objects));
      case "unlisted":
        return store.removeListed(output.object);
      case "complete":
        store.completeList();
        return this.#synced.resolve();
      case "applied":
        return store.apply(this.#keep(output.object));
      case "deleted":
        return store.remove(this.#keep(output.object));
      case "trouble":
        return this.#options.onError?.(output.error);
    }
  }

  #keep(object: T): T {
    return this.#options.transform?.(object) ?? object;
  }

  #kept(objects: readonly T[]): readonly T[] {
    return this.#options.transform ? objects.map(this.#options.transform) : objects;
  }

  async *#inputs(request: InformerRequest, signal: AbortSignal): AsyncGenerator<InformerInput<T>, void, void> {
    switch (request.type) {
      case "list":
        yield await this.#list(request, signal);
        return;
      case "stream":
        yield* this.#watch(undefined, signal);
        return;
      case "watch":
        yield* this.#watch(request.resourceVersion, signal);
        return;
      case "wait":
        await sleepOrAbort(this.#options.clock, this.#backoff.nextMs(request.atLeastMs), signal);
        yield { type: "waited" };
    }
  }

  async #list(
    { limit, continue: token }: Extract<InformerRequest, { type: "list" }>,
    signal: AbortSignal,
  ): Promise<InformerInput<T>> {
    using abort = new LinkedAbort(signal);
    const giveUp = (): void => abort.abort(new Error(`the list has not come within ${listTimeoutMs / 1000} s`));
    using _ = this.#options.clock.after(listTimeoutMs, giveUp);
    try {
      const chunk = await this.#source.list({
        ...this.#selectors(),
        ...(limit === undefined ? {} : { limit }),
        ...(token === undefined ? {} : { continue: token }),
        signal: abort.signal,
      });
      return { type: "chunk", chunk };
    } catch (error) {
      return failed(error);
    }
  }

  /** @param resourceVersion undefined: with what there is, first */
  async *#watch(
    resourceVersion: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<InformerInput<T>, void, void> {
    const { clock, random, onError } = this.#options;
    const told = onError ? { onError } : {};
    const options = { ...this.#selectors(), clock, random, resourceVersion, signal, ...told };
    try {
      for await (const event of resumingWatch(this.#source, options)) {
        yield event.type === "EXPIRED" ? failed(event.error) : { type: "event", event };
      }
    } catch (error) {
      yield failed(error);
      return;
    }
    if (!signal.aborted) yield { type: "closed" };
  }

  #selectors(): Selectors {
    const { labelSelector, fieldSelector } = this.#options;
    return {
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
    };
  }
}

function failed(error: unknown): InformerInput<never> {
  return { type: "failed", failure: classifyFailure(error), error, atLeastMs: retryAfterMs(error) };
}
