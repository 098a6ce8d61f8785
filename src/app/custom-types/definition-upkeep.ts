/**
 * Maintains definitions of custom types: accepts their names, sets their conditions, and deletes the objects of a type whose
 * definition is being deleted.
 */
import type { CustomResourceDefinitionStatus } from "../../api/apiextensions/v1/custom-resource-definition.ts";
import { type CustomResourceDefinition, customResourceDefinition } from "../../api/index.ts";
import type { Clock, Timer } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { reasonOf } from "../../base/reason-of.ts";
import {
  acceptNames,
  approvalCondition,
  type ConditionState,
  cleanupFinalizer,
  establish,
  GroupNames,
  statusWithCondition,
  terminating,
} from "../../kinds/index.ts";
import { StatusError } from "../../meta/status-error.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { deleteCollection, type Resource } from "../../registry/index.ts";
import type { ObjectAccess } from "../../schema/index.ts";
import type { CustomTypes } from "./custom-types.ts";
import type { DefinitionSummary } from "./definition-summary.ts";

/** Definitions, and the access to their objects. */
export interface DefinitionUpkeepOptions {
  readonly types: CustomTypes;
  readonly objects: ObjectAccess;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How long the upkeep waits before it checks again whether objects of a type are left, or repeats failed work. */
const retryMs = 1000;
/** How often the upkeep makes sure that it has not missed a change. */
const resyncMs = 30_000;

/** Selects all objects of a resource. */
const everything = {
  namespace: "",
  limit: 0,
  continueToken: "",
  resourceVersion: "",
  resourceVersionMatch: "",
} as const;

/** Works on one definition after another, from `start` until it is disposed. */
export class DefinitionUpkeep implements AsyncDisposable {
  readonly #options: DefinitionUpkeepOptions;
  readonly #waiting = new Set<string>();
  /** Definitions with a name that is not accepted. */
  readonly #rejected = new Set<string>();
  readonly #timers = new Map<string, Timer>();
  #resync: Timer | undefined;
  #running: Promise<void> | undefined;
  #isDisposed = false;

  constructor(options: DefinitionUpkeepOptions) {
    this.#options = options;
  }

  /** Begins with all definitions. */
  start(): void {
    this.#options.types.listen((name, summary) => {
      if (summary && isRejected(summary.definition)) this.#rejected.add(name);
      else this.#rejected.delete(name);
      if (summary) this.#enqueue(name);
      this.#enqueueRejected(name);
    });
    this.#scheduleResync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    this.#resync?.cancel();
    for (const timer of this.#timers.values()) timer.cancel();
    this.#waiting.clear();
    await this.#running;
  }

  #enqueue(name: string): void {
    if (this.#isDisposed) return;
    this.#waiting.add(name);
    // Begins in a later turn, because the change feed is delivering the change now.
    this.#running ??= Promise.resolve().then(() => this.#run());
  }

  /** A changed or deleted definition may have freed names for which other definitions of its group wait. */
  #enqueueRejected(changedName: string): void {
    const group = groupIn(changedName);
    for (const name of this.#rejected) if (name !== changedName && groupIn(name) === group) this.#enqueue(name);
  }

  async #run(): Promise<void> {
    for (const name of this.#waiting) {
      this.#waiting.delete(name);
      await this.#attempt(name);
    }
    this.#running = undefined;
  }

  async #attempt(name: string): Promise<void> {
    const summary = this.#options.types.summaries.get(name);
    if (!summary || this.#isDisposed) return;
    try {
      if (isLeaving(summary, this.#finalizer)) await this.#removeObjects(name, summary);
      else if (!summary.isTerminating) await this.#acceptAndEstablish(name, summary);
    } catch (error) {
      if (error instanceof StatusError && error.reason === "NotFound") return;
      if (this.#isDisposed) return;
      this.#options.logger.error("a definition cannot be maintained", error, { definition: name });
      this.#retry(name);
    }
  }

  #retry(name: string): void {
    if (this.#isDisposed || this.#timers.has(name)) return;
    const timer = this.#options.clock.after(retryMs, () => {
      this.#timers.delete(name);
      this.#enqueue(name);
    });
    this.#timers.set(name, timer);
  }

  #scheduleResync(): void {
    const { types, clock, logger } = this.#options;
    this.#resync = clock.after(resyncMs, () => {
      this.#scheduleResync();
      types.ready().catch((error: unknown) => logger.error("the definitions of custom types cannot be read", error));
    });
  }

  get #finalizer(): string {
    return this.#options.vocabulary.bind(cleanupFinalizer);
  }

  async #acceptAndEstablish(name: string, { definition }: DefinitionSummary): Promise<void> {
    const { vocabulary } = this.#options;
    const needed = (one: CustomResourceDefinition): boolean =>
      acceptNames(one, () => this.#namesInGroup(one)) !== undefined ||
      needsChange(one.status, approvalCondition(one, { vocabulary })) ||
      needsChange(one.status, establish(one));
    if (!needed(definition)) return;
    await this.#update(name, (stored) => {
      const accepted = acceptNames(stored, () => this.#namesInGroup(stored));
      if (accepted) {
        stored.status = { ...stored.status, acceptedNames: accepted.names } as CustomResourceDefinitionStatus;
        this.#set(stored, accepted.namesAccepted);
        this.#set(stored, accepted.established);
      }
      this.#set(stored, approvalCondition(stored, { vocabulary }));
      this.#set(stored, establish(stored));
    });
  }

  /** Returns the accepted names of all definitions in the group. As in the reference, a type conflicts with its own names, too. */
  #namesInGroup(definition: CustomResourceDefinition): GroupNames {
    const { spec, metadata } = definition;
    const all = this.#options.types.summariesIn(spec.group).map((summary) => summary.definition);
    return new GroupNames([...all.filter((one) => one.metadata.name !== metadata.name), definition]);
  }

  /** Deletes the objects of a type. Removes the finalizer of its definition once none is left. */
  async #removeObjects(name: string, { isEstablished, definition }: DefinitionSummary): Promise<void> {
    const { types } = this.#options;
    if (needsChange(definition.status, terminating.inProgress)) {
      await this.#update(name, (stored) => this.#set(stored, terminating.inProgress));
    }
    const resource = types.resourceOf(name);
    if (!isEstablished) await this.#finish(name, terminating.neverEstablished);
    else if (!resource) await this.#finish(name, terminating.overlapping);
    else if (await this.#removeAll(name, resource)) await this.#finish(name, terminating.completed);
    else this.#retry(name);
  }

  /** Returns whether no object is left. */
  async #removeAll(name: string, resource: Resource): Promise<boolean> {
    await resource.cache.ready();
    await resource.cache.current();
    if (resource.cache.objectCount === 0) return true;
    try {
      await deleteCollection(resource, everything, { dryRun: false });
    } catch (error) {
      await this.#update(name, (stored) => this.#set(stored, terminating.deletionFailed([reasonOf(error)])));
      throw error;
    }
    await resource.cache.current();
    return resource.cache.objectCount === 0;
  }

  async #finish(name: string, condition: ConditionState): Promise<void> {
    await this.#update(name, (stored) => {
      this.#set(stored, condition);
      const finalizers = (stored.metadata.finalizers ?? []).filter((one) => one !== this.#finalizer);
      if (finalizers.length > 0) stored.metadata.finalizers = finalizers;
      else delete stored.metadata.finalizers;
    });
  }

  async #update(name: string, change: (stored: CustomResourceDefinition) => void): Promise<void> {
    await this.#options.objects.update(customResourceDefinition, {
      namespace: "",
      name,
      subresource: "status",
      dryRun: false,
      isOwned: true,
      isUnchecked: true,
      change,
    });
  }

  /** Sets a condition. Its time changes with its status. */
  #set(definition: CustomResourceDefinition, state: ConditionState | undefined): void {
    if (!state) return;
    definition.status = statusWithCondition(definition.status, state, this.#options.clock.nowMs());
  }
}

/** Returns the group in the name of a definition, such as `databases.example.com`. */
function groupIn(definitionName: string): string {
  return definitionName.slice(definitionName.indexOf(".") + 1);
}

function isRejected({ status }: CustomResourceDefinition): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === "NamesAccepted" && value === "False") === true;
}

function isLeaving({ definition: { metadata } }: DefinitionSummary, finalizer: string): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(finalizer);
}

/** Whether the status does not have the condition in this state. */
function needsChange(status: CustomResourceDefinitionStatus | undefined, state: ConditionState | undefined): boolean {
  if (!state) return false;
  return !status?.conditions?.some(
    ({ type, status: value, reason, message }) =>
      type === state.type && value === state.status && reason === state.reason && message === state.message,
  );
}
