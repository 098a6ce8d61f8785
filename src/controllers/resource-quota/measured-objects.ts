/**
 * The objects that use more than their number, such as Pods. An informer of a kind starts when the first quota limits what its
 * objects use. Before that, the controller reads none of them.
 */
import { type Clock, sleepOrAbort } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { type Client, Informer } from "../../client/index.ts";
import type { GroupResource } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { hasSameAmounts, type MeasuredKind } from "../../usage/index.ts";

/** Reports that the use of a resource in a namespace has changed. */
export type OnUsageChange = (resource: GroupResource, namespace: string) => void;

/** Options of the `MeasuredObjects` constructor. */
export interface MeasuredObjectsOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly vocabulary: Vocabulary;
  /** Ends all informers. */
  readonly signal: AbortSignal;
  readonly onChange: OnUsageChange;
  /** Receives the errors of an informer. @param resource the kind that could not be read */
  readonly onError: (error: unknown, resource: string) => void;
}

/** How long a quota waits for the first list of a kind, before it is tried again. */
const syncMaxMs = 1000;

/** Reads the objects of measured kinds. */
export class MeasuredObjects {
  readonly #options: MeasuredObjectsOptions;
  readonly #informers = new Map<MeasuredKind, Informer<ApiObject>>();
  readonly #runs: Promise<void>[] = [];

  constructor(options: MeasuredObjectsOptions) {
    this.#options = options;
  }

  /** Returns the objects of a namespace. Undefined if they could not be read yet. */
  async list(measured: MeasuredKind, namespace: string): Promise<readonly Readonly<ApiObject>[] | undefined> {
    const informer = this.#informers.get(measured) ?? this.#start(measured);
    if (!informer.hasSynced) await this.#firstList(informer);
    return informer.hasSynced ? informer.lister.list(namespace) : undefined;
  }

  /** Resolves when all informers have ended, after the signal was aborted. */
  async ended(): Promise<void> {
    await Promise.all(this.#runs);
  }

  #start(measured: MeasuredKind): Informer<ApiObject> {
    const { client, clock, random, signal, vocabulary, onChange } = this.#options;
    const { kind, measure, reduce } = measured;
    const informer = new Informer<ApiObject>(client.api(kind), {
      clock,
      random,
      transform: reduce,
      onError: (error) => this.#options.onError(error, kind.plural),
    });
    const resource = { group: vocabulary.bind(kind.group), resource: kind.plural };
    informer.addHandler({
      updated: (object, previous) => {
        if (hasSameAmounts(measure.usageOf(object), measure.usageOf(previous))) return;
        onChange(resource, object.metadata.namespace ?? "");
      },
      deleted: ({ metadata }) => onChange(resource, metadata.namespace ?? ""),
    });
    this.#informers.set(measured, informer);
    this.#runs.push(informer.run(signal));
    return informer;
  }

  async #firstList(informer: Informer<ApiObject>): Promise<void> {
    const { clock, signal } = this.#options;
    const stop = new AbortController();
    const synced = informer.synced.catch(() => undefined);
    await Promise.race([synced, sleepOrAbort(clock, syncMaxMs, AbortSignal.any([signal, stop.signal]))]);
    stop.abort();
  }
}
