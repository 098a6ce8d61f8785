/**
 * Keeps all objects of a source in memory and reports changes to handlers. An informer sends one list and then one
 * watch, and never polls. It recovers from lost connections, ended watches, expired versions and unreachable servers.
 *
 *     const informer = new Informer(client.api(configMap));
 *     informer.addHandler({ added: ({ metadata }) => queue.add(metadata.name) });
 *     void informer.run(signal);
 *     await informer.synced;
 *     informer.lister.list("default");
 */
import { assert } from "../../base/assert.ts";
import { deferred } from "../../base/deferred.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { type ClockAndRandom, withSystemDefaults } from "../clock-and-random.ts";
import { pauseOrAbort } from "../pause.ts";
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

/** Options of the `Informer` constructor. */
export interface InformerOptions<T> extends Selectors, ClockAndRandom {
  /** Indexes in addition to `namespace`, which always exists. */
  readonly indexes?: Indexes<T>;
  /** Reduces an object to the fields to store, to save memory. Must not remove the metadata. */
  readonly transform?: (object: T) => T;
  /** Maximum number of objects per chunk of a list. Default: 500. */
  readonly chunkSize?: number;
  /** Whether the list is requested as the beginning of a watch, if the server supports it. Default: true. */
  readonly streamsList?: boolean;
  /** Receives all errors from which the informer recovers, and the errors of handlers and index functions. */
  readonly onError?: (error: unknown) => void;
}

/** Time limit of one list request. */
const listTimeoutMs = 60_000;
const chunkSizeDefault = 500;

/**
 * An in-memory copy of a source's objects that follows their changes.
 * @example
 * ```ts
 * const maps = new Informer(client.api(configMap));
 * maps.addHandler({ updated: ({ metadata }) => console.log(`${metadata.name} has changed`) });
 * void maps.run(signal);
 * await maps.synced;
 * console.log(maps.lister.list("default").length);
 * ```
 */
export class Informer<T extends ApiObject> {
  readonly #source: ObjectSource<T>;
  readonly #options: InformerOptions<T> & Required<ClockAndRandom>;
  readonly #store: ObjectStore<T>;
  readonly #backoff: Backoff;
  readonly #synced = deferred();
  #state: InformerState;

  /** @param source lists and watches the objects; an Api is one */
  constructor(source: ObjectSource<T>, options: InformerOptions<T> = {}) {
    const { indexes = {}, chunkSize = chunkSizeDefault, streamsList: streams = true } = options;
    this.#source = source;
    this.#options = withSystemDefaults(options);
    this.#store = new ObjectStore({ indexes, onError: (error) => options.onError?.(error) });
    this.#backoff = new Backoff(this.#options);
    this.#state = { name: "idle", streams, chunkSize };
    // Callers need not await `synced`: this prevents an unhandled rejection.
    this.#synced.promise.catch(() => undefined);
  }

  /** Reads the objects in memory. The objects are shared: copy one before you change it. */
  get lister(): Lister<T> {
    return this.#store;
  }

  /** Current state of the informer. `watching` means that its list is complete and it follows changes. */
  get state(): InformerState["name"] {
    return this.#state.name;
  }

  /** Whether the first list is complete. */
  get hasSynced(): boolean {
    return this.#store.isFilled;
  }

  /**
   * Resolves when the first list is complete and the handlers have been called for it.
   * @throws the reason of the abort, if `run()` is stopped before that
   */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  /**
   * Registers a handler. If the first list is complete, the handler is called immediately for every object. Dispose the
   * result to remove the handler.
   * @param handler callbacks for the changes of objects
   */
  addHandler(handler: ObjectHandler<T>): Disposable {
    return this.#store.addHandler(handler);
  }

  /**
   * Runs until `outer` is aborted, then resolves. Can be called once. Errors of the source do not end it.
   * @param outer stops the informer
   */
  async run(outer: AbortSignal): Promise<void> {
    using linked = new LinkedAbort(outer);
    const { signal } = linked;
    let request = this.#applyInput({ type: "start" });
    while (!signal.aborted) request = (await this.#perform(request, signal)) ?? request;
    this.#synced.reject(signal.reason);
  }

  /** Returns the next request, or undefined if the informer was aborted. */
  async #perform(request: InformerRequest | undefined, signal: AbortSignal): Promise<InformerRequest | undefined> {
    assert(request, "a request ends with the next one");
    for await (const input of this.#inputs(request, signal)) {
      if (signal.aborted) return undefined;
      const next = this.#applyInput(input);
      if (next) return next;
    }
    assert(signal.aborted, `${request.type} led to nothing`);
    return undefined;
  }

  #applyInput(input: InformerInput<T>): InformerRequest | undefined {
    const { state, outputs, request } = transition(this.#state, input);
    this.#state = state;
    for (const output of outputs) this.#applyOutput(output);
    return request;
  }

  #applyOutput(output: InformerOutput<T>): void {
    const store = this.#store;
    switch (output.type) {
      case "begin":
        return store.beginList();
      case "listed":
        return store.addListed(this.#transformAll(output.objects));
      case "unlisted":
        return store.removeListed(output.object);
      case "complete":
        store.completeList();
        return this.#synced.resolve();
      case "applied":
        return store.apply(this.#transform(output.object));
      case "deleted":
        return store.remove(this.#transform(output.object));
      case "trouble":
        return this.#options.onError?.(output.error);
    }
  }

  #transform(object: T): T {
    return this.#options.transform?.(object) ?? object;
  }

  #transformAll(objects: readonly T[]): readonly T[] {
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
        await pauseOrAbort(this.#options.clock, this.#backoff.nextMs(request.atLeastMs), signal);
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

  /** @param resourceVersion undefined for a watch that begins with the existing objects */
  async *#watch(
    resourceVersion: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<InformerInput<T>, void, void> {
    const { clock, random, onError } = this.#options;
    const errorOption = onError ? { onError } : {};
    const options = { ...this.#selectors(), clock, random, resourceVersion, signal, ...errorOption };
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
