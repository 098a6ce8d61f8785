/**
 * The namespace controller. It deletes the content of namespaces that are being deleted, and then removes their
 * finalizer.
 */
import { type Namespace, type NamespaceCondition, namespace } from "../../api/core/v1/namespace.ts";
import { Controller, controllerSource, RateLimiter, type ReconcileResult } from "../../client/index.ts";
import { contentFinalizer } from "../../meta/deletion.ts";
import { type ControllerContext, type ControllerSpec, ignoreNotFound, reportFailure } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { removeContent } from "./content.ts";
import { decide, isToBeEmptied } from "./decide.ts";

/** The maximum retry delay of the reference. */
const longestDelayMs = 60_000;

/**
 * Returns the namespace controller. @param podsFirst whether other objects are deleted only after the last Pod was deleted
 */
export function namespaceController(podsFirst: boolean): ControllerSpec {
  return {
    ...controllerNames.namespace,
    workers: 10,
    run: (context, signal) => new NamespaceController(context, podsFirst).run(signal),
  };
}

class NamespaceController {
  readonly #context: ControllerContext;
  readonly #podsFirst: boolean;
  readonly #finalizer: string;
  /** Number of remaining objects in each namespace that is being deleted. */
  readonly #remainingCounts = new Map<string, number>();

  constructor(context: ControllerContext, podsFirst: boolean) {
    this.#context = context;
    this.#podsFirst = podsFirst;
    this.#finalizer = context.vocabulary.bind(contentFinalizer);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger, metrics, workers, informers } = this.#context;
    const controller = new Controller({
      name: "namespace",
      clock,
      metrics,
      workers,
      limiter: new RateLimiter<string>({ clock, longestDelayMs }),
      sources: [
        controllerSource(informers.of(namespace), (object) =>
          this.#mustBeEmptied(object) ? [object.metadata.name ?? ""] : [],
        ),
        { synced: Promise.resolve(), watch: (add) => this.#watchContent(add) },
      ],
      reconcile: (name, until) => this.#reconcile(name, until),
      onError: (error, name) => reportFailure(logger, error, { namespace: name }),
    });
    await controller.run(signal);
  }

  #mustBeEmptied(object: Readonly<Namespace>): boolean {
    return isToBeEmptied(object, this.#finalizer);
  }

  /** Adds a namespace to the queue as soon as its last remaining object is deleted. */
  #watchContent(add: (name: string) => void): Disposable {
    const countDeletion = (name: string | undefined): void => {
      const left = name === undefined ? undefined : this.#remainingCounts.get(name);
      if (name === undefined || left === undefined) return;
      this.#remainingCounts.set(name, left - 1);
      if (left === 1) add(name);
    };
    return this.#context.monitors.addHandler({
      onPresent: () => undefined,
      onDeleted: ({ metadata }) => countDeletion(metadata.namespace),
      onTypeRemoved: () => undefined,
    });
  }

  async #reconcile(name: string, signal: AbortSignal): Promise<ReconcileResult | void> {
    const { client, informers, clock } = this.#context;
    this.#remainingCounts.delete(name);
    const known = informers.of(namespace).lister.get(name);
    if (!known || !this.#mustBeEmptied(known)) return;
    // Count the deletions during the removal, because they may be among the objects that it finds.
    this.#remainingCounts.set(name, 0);
    const content = await removeContent(client, name, { podsFirst: this.#podsFirst, signal });
    const left = (this.#remainingCounts.get(name) ?? 0) + content.remainders.reduce((sum, { count }) => sum + count, 0);
    this.#remainingCounts.set(name, left);
    const decision = decide({ namespace: known, content, finalizer: this.#finalizer, nowMs: clock.nowMs() });
    const { conditions, finalizers, lookAgainAfterMs } = decision;
    const current = conditions ? await this.#writeConditions(known, conditions, signal) : known;
    if (!current || (finalizers && (await this.#finalize(current, finalizers, signal)))) {
      this.#remainingCounts.delete(name);
      return;
    }
    if (lookAgainAfterMs === undefined) throw new Error(`${name} could not be emptied: ${problems(content)}`);
    return { requeueAfterMs: left > 0 ? lookAgainAfterMs : 0 };
  }

  async #writeConditions(
    object: Readonly<Namespace>,
    conditions: NamespaceCondition[],
    signal: AbortSignal,
  ): Promise<Namespace | undefined> {
    const written = { ...object, status: { ...object.status, conditions } };
    return await ignoreNotFound(this.#context.client.api(namespace).updateStatus(written, { signal }));
  }

  async #finalize(object: Readonly<Namespace>, finalizers: readonly string[], signal: AbortSignal): Promise<boolean> {
    const { metadata } = object;
    const document = { ...object, spec: { ...object.spec, finalizers } };
    const api = this.#context.client.api(namespace);
    await ignoreNotFound(api.updateSubresource(metadata.name ?? "", "finalize", document, { signal }));
    return true;
  }
}

function problems({ discoveryFailure, failures }: { discoveryFailure?: string; failures: readonly string[] }): string {
  return [...(discoveryFailure === undefined ? [] : [discoveryFailure]), ...failures].join("; ");
}
