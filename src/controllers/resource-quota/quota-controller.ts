/**
 * Keeps the status of all quotas up to date: the limits in effect, and what the objects of their namespaces use. The server itself
 * includes new objects. This controller measures the use after a quota is created or changed, after objects are deleted or use
 * less, and at intervals.
 */
import { type ResourceQuota, resourceQuota } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import { RepeatedTask } from "../../base/repeated-task.ts";
import {
  Controller,
  type ControllerSource,
  type Informer,
  objectKey,
  type ReconcileResult,
} from "../../client/index.ts";
import type { GroupResource } from "../../meta/group-version.ts";
import { amountsOf, hasSameAmounts, UsageMeasures } from "../../usage/index.ts";
import { type ControllerContext, ignoreNotFound, reportFailure } from "../frame/index.ts";
import { CountedTypes } from "./counted-types.ts";
import { decide } from "./decide.ts";
import { MeasuredObjects } from "./measured-objects.ts";
import { measureUsage } from "./namespace-usage.ts";
import { RisingQuotas, settleMs } from "./rising-quotas.ts";

type Quota = DeepReadonly<ResourceQuota>;

/** Like the garbage collector, the controller starts after this time even if some types have not been read. */
const syncTimeoutMs = 30_000;

/** Measures the use of all quotas. */
export class QuotaController {
  readonly #context: ControllerContext;
  readonly #resyncMs: number;
  readonly #quotas: Informer<ResourceQuota>;
  readonly #measures: UsageMeasures;
  readonly #counted: CountedTypes;
  readonly #rising: RisingQuotas;
  #addKey: (key: string) => void = () => undefined;

  /** @param resyncMs interval at which every quota is measured */
  constructor(context: ControllerContext, resyncMs: number) {
    const { vocabulary, clock, informers, types } = context;
    this.#context = context;
    this.#resyncMs = resyncMs;
    this.#quotas = informers.of(resourceQuota);
    // Objects have fields of a feature only if the server has enabled it, so the controller needs no feature gates.
    this.#measures = new UsageMeasures({ vocabulary, isEnabled: () => true, nowMs: () => clock.nowMs() });
    this.#counted = new CountedTypes(this.#measures, types);
    this.#rising = new RisingQuotas(clock);
  }

  async run(signal: AbortSignal): Promise<void> {
    using _ = this.#counted;
    const { reader: client, clock, random, vocabulary, logger } = this.#context;
    const objects = new MeasuredObjects({
      client,
      clock,
      random,
      vocabulary,
      signal,
      onChange: (resource, namespace) => this.#addAffected(resource, namespace),
      onError: (error, resource) => reportFailure(logger, error, { resource }),
    });
    using _recorder = this.#recordRises();
    // New limits take effect with the first measurement, so it does not wait behind those at intervals.
    const incomplete = this.#controller("resourcequota_priority", [this.#incompleteQuotas()], objects);
    const others = this.#controller("resourcequota_primary", [this.#changedObjects(), this.#everyQuota()], objects);
    await Promise.all([incomplete.run(signal), others.run(signal)]);
    await objects.ended();
  }

  #controller(name: string, sources: readonly ControllerSource[], objects: MeasuredObjects): Controller {
    const { clock, metrics, workers, logger } = this.#context;
    return new Controller({
      name,
      clock,
      metrics,
      workers,
      sources,
      reconcile: (key, signal) => this.#reconcile(key, objects, signal),
      onError: (error, key) => reportFailure(logger, error, { resourcequota: key }),
    });
  }

  /** @throws StatusError 409 if the quota has changed; Error if some objects could not be read yet */
  async #reconcile(key: string, objects: MeasuredObjects, signal: AbortSignal): Promise<ReconcileResult> {
    const { client, vocabulary, types, monitors } = this.#context;
    const quota = this.#quotas.lister.get(key);
    if (!quota) return {};
    const risingMs = this.#rising.remainingMs(key);
    const parts = { vocabulary, types, monitors, objects, measures: this.#measures, counted: this.#counted };
    const { measured, unread } = await measureUsage(quota, parts);
    const { status, isProvisional } = decide({ quota, measured, isRising: risingMs > 0 });
    if (status) {
      const api = client.api(resourceQuota, quota.metadata.namespace);
      await ignoreNotFound(api.updateStatus({ ...(quota as ResourceQuota), status }, { signal }));
    }
    if (unread.length > 0) throw new Error(`these objects have not been read yet: ${unread.join(", ")}`);
    return isProvisional ? { requeueAfterMs: risingMs || settleMs } : {};
  }

  #recordRises(): Disposable {
    return this.#quotas.addHandler({
      added: (quota) => this.#rising.record(objectKey(quota), quota, undefined),
      updated: (quota, previous) => this.#rising.record(objectKey(quota), quota, previous),
      deleted: (quota) => this.#rising.delete(objectKey(quota)),
    });
  }

  /** Returns the source of quotas whose limits are not in effect, or whose use is unknown. */
  #incompleteQuotas(): ControllerSource {
    const { types, monitors } = this.#context;
    return {
      synced: this.#synced(monitors.syncedWithin(syncTimeoutMs)),
      watch: (add) => {
        const addIncomplete = (quota: Quota): void => {
          if (this.#isIncomplete(quota)) add(objectKey(quota as ResourceQuota));
        };
        const quotas = this.#quotas.addHandler({
          added: addIncomplete,
          updated: (quota, previous) => {
            if (!equalJson(quota.spec?.hard, previous.spec?.hard)) addIncomplete(quota);
          },
        });
        const newTypes = types.onChange(() => {
          for (const quota of this.#quotas.lister.list()) addIncomplete(quota);
        });
        return disposeAll(quotas, newTypes);
      },
    };
  }

  #isIncomplete({ spec, status }: Quota): boolean {
    const hard = amountsOf(spec?.hard);
    if (!hasSameAmounts(hard, amountsOf(status?.hard))) return true;
    const isMeasurable = (name: string): boolean =>
      this.#measures.measuredKinds.some(({ measure }) => measure.hasName(name)) ||
      this.#counted.find(name) !== undefined;
    return [...hard.keys()].some((name) => !Object.hasOwn(status?.used ?? {}, name) && isMeasurable(name));
  }

  /** Returns the source of quotas that count objects which were deleted or use less. */
  #changedObjects(): ControllerSource {
    const { monitors } = this.#context;
    return {
      synced: this.#synced(monitors.syncedWithin(syncTimeoutMs)),
      watch: (add) => {
        this.#addKey = add;
        return monitors.addHandler({
          onPresent: () => undefined,
          onDeleted: ({ type, metadata }) => {
            const resource = { group: type.group, resource: type.plural };
            // The informers of the other kinds report their deletions.
            if (this.#measures.countNames(resource).length > 0) this.#addAffected(resource, metadata.namespace ?? "");
          },
          onTypeRemoved: () => undefined,
        });
      },
    };
  }

  /** Adds the quotas of a namespace that count objects of this resource. */
  #addAffected(resource: GroupResource, namespace: string): void {
    if (namespace === "") return;
    for (const quota of this.#quotas.lister.list(namespace)) {
      const measure = this.#measures.of(resource);
      const isCounted = Object.keys(quota.status?.hard ?? {}).some((name) => measure?.hasName(name));
      if (isCounted) this.#addKey(objectKey(quota));
    }
  }

  /** Returns the source of all quotas, at intervals. */
  #everyQuota(): ControllerSource {
    const { clock } = this.#context;
    return {
      synced: this.#synced(),
      watch: (add) => {
        const addAll = async (): Promise<void> => {
          for (const quota of this.#quotas.lister.list()) add(objectKey(quota));
        };
        const initial = this.#quotas.addHandler({
          added: (quota, { isInInitialList }) => {
            if (isInInitialList) add(objectKey(quota));
          },
        });
        const task = new RepeatedTask({ clock, intervalMs: this.#resyncMs, run: addAll });
        return disposeAll(initial, { [Symbol.dispose]: () => void task[Symbol.asyncDispose]() });
      },
    };
  }

  async #synced(...others: readonly Promise<void>[]): Promise<void> {
    await Promise.all([this.#quotas.synced, ...others]);
  }
}

function disposeAll(...registrations: readonly Disposable[]): Disposable {
  return {
    [Symbol.dispose]: () => {
      for (const registration of registrations) registration[Symbol.dispose]();
    },
  };
}
