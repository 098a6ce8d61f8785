/**
 * Decides when requests execute, according to the FlowSchemas and PriorityLevelConfigurations of the cluster. Changes of the
 * objects take effect with the next request.
 */
import type { FlowSchemaSpec, PriorityLevelConfigurationSpec } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import type { MetricRegistry } from "../base/metrics.ts";
import type { ObjectConsumer } from "../base/object-consumer.ts";
import { RepeatedTask } from "../base/repeated-task.ts";
import type { User } from "../meta/user.ts";
import { FairnessMetrics } from "./fairness-metrics.ts";
import { FlowRequest, type RequestDescription, type WorkEstimate } from "./flow-request.ts";
import { ActiveFlowSchema } from "./flow-schema.ts";
import { adjustLimits, nominalLimits } from "./level-limits.ts";
import { type LevelSettings, levelSettings, PriorityLevel } from "./priority-level.ts";
import { SchemasOfUsers } from "./schemas-of-users.ts";

/** Specs by name. */
export interface FlowControlSpecs {
  readonly schemas: ReadonlyMap<string, FlowSchemaSpec>;
  readonly levels: ReadonlyMap<string, PriorityLevelConfigurationSpec>;
}

/** Seats, objects and time of a server. */
export interface FairnessOptions {
  readonly clock: Clock;
  readonly metrics: MetricRegistry;
  /** Seats of all levels together, in all processes of the server. */
  readonly seats: number;
  /** Returns the number of processes of the server. Each has an equal share of the seats. Default: 1. */
  readonly processCount?: (() => number) | undefined;
  /**
   * Specs that apply if there is no object of their name. They must have the schemas `exempt` and `catch-all`, and the levels
   * of the same names.
   */
  readonly defaults: FlowControlSpecs;
}

interface StoredSpec<T> {
  readonly uid: string;
  readonly spec: T | undefined;
}

/** Period after which levels lend and borrow seats anew. */
const adjustmentMs = 10_000;
const catchAll = "catch-all";

/** The FlowSchemas, the priority levels, and the requests in them. */
export class Fairness implements AsyncDisposable {
  readonly metrics: FairnessMetrics;
  readonly #options: FairnessOptions;
  readonly #storedSchemas = new Map<string, StoredSpec<FlowSchemaSpec>>();
  readonly #storedLevels = new Map<string, StoredSpec<PriorityLevelConfigurationSpec>>();
  /** Whether all stored objects are known. Until then, the previous ones apply. */
  isLoaded: () => boolean = () => true;
  #isOutdated = true;
  #processCount = 1;
  #fallback: ActiveFlowSchema | undefined;
  readonly #levels = new Map<string, PriorityLevel>();
  #schemasOfUsers = new SchemasOfUsers([]);
  #adjustment: RepeatedTask | undefined;
  #isDisposed = false;

  constructor(options: FairnessOptions) {
    this.#options = options;
    this.metrics = new FairnessMetrics(options.metrics, options.clock);
    this.#digest();
  }

  /** Receives the FlowSchemas. */
  get schemaConsumer(): ObjectConsumer {
    return this.#consumer(this.#storedSchemas);
  }

  /** Receives the PriorityLevelConfigurations. */
  get levelConsumer(): ObjectConsumer {
    return this.#consumer(this.#storedLevels);
  }

  /** The priority levels, sorted by name. */
  get levels(): readonly PriorityLevel[] {
    this.#update();
    return [...this.#levels.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Returns the FlowSchema of a request. */
  classify(user: User, request: RequestDescription): ActiveFlowSchema {
    this.#update();
    const schema = this.#schemasOfUsers.find(user, request);
    if (schema) return schema;
    if (!this.#fallback) throw new TypeError("there is no FlowSchema catch-all");
    return this.#fallback;
  }

  /** Lets a request execute, wait or be rejected, according to its state afterwards. */
  start(schema: ActiveFlowSchema, user: User, request: RequestDescription, estimate: WorkEstimate): FlowRequest {
    const { level } = schema;
    if (!level.settings.isExempt && !this.#adjustment) this.#startAdjusting();
    const flowRequest = new FlowRequest(schema.flowOf(user, request), user, request, estimate);
    level.set.start(flowRequest);
    return flowRequest;
  }

  /** Adjusts the seats of all levels to their demand in the period that ends. */
  adjust(): void {
    const levels = [...this.#levels.values()];
    const periods = levels.map((level) => level.endPeriod());
    const { current, targets, fairProportion } = adjustLimits(periods);
    const defaultDenominator = Math.max(1, Math.round(this.#seats / 10));
    for (const [index, level] of levels.entries()) {
      const seats = current[index] ?? 0;
      const period = periods[index];
      if (period) this.metrics.showLimits(level.name, period, seats, targets[index]);
      level.setCurrent(seats, defaultDenominator);
    }
    this.metrics.showFairFraction(fairProportion);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await this.#adjustment?.[Symbol.asyncDispose]();
  }

  get #seats(): number {
    return Math.ceil(this.#options.seats / this.#processCount);
  }

  #startAdjusting(): void {
    if (this.#isDisposed) return;
    const run = async (): Promise<void> => this.adjust();
    this.#adjustment = new RepeatedTask({ clock: this.#options.clock, intervalMs: adjustmentMs, run });
  }

  #consumer<T>(stored: Map<string, StoredSpec<T>>): ObjectConsumer {
    return {
      set: (name, json) => {
        const { metadata, spec } = JSON.parse(json.toString()) as { metadata: { uid?: string }; spec?: T };
        stored.set(name, { uid: metadata.uid ?? "", spec });
        this.#isOutdated = true;
      },
      delete: (name) => {
        stored.delete(name);
        this.#isOutdated = true;
      },
      clear: () => {
        stored.clear();
        this.#isOutdated = true;
      },
    };
  }

  /** Applies changes of the objects, and of the number of processes. */
  #update(): void {
    const processCount = this.#options.processCount?.() ?? 1;
    const isOutdated = this.isLoaded() && this.#isOutdated;
    if (!isOutdated && processCount === this.#processCount) return;
    this.#processCount = processCount;
    this.#digest();
  }

  #digest(): void {
    this.#isOutdated = false;
    const newLevels = this.#digestLevels();
    this.#digestSchemas();
    const levels = [...this.#levels.values()];
    const shareSum = levels.reduce((sum, { settings }) => sum + settings.shares.nominalConcurrencyShares, 0);
    for (const level of levels) {
      level.setNominal(nominalLimits(level.settings.shares, this.#seats, shareSum), newLevels.has(level));
    }
    const queueRoom = ({ settings: { queues } }: PriorityLevel): number =>
      Math.max(0, queues.queues) * queues.queueLengthLimit;
    this.metrics.setRequestLimits(
      levels.reduce((sum, { limits }) => sum + limits.nominal, 0),
      levels.reduce((sum, level) => sum + queueRoom(level), 0),
    );
    this.adjust();
  }

  /** Creates, changes and removes levels. Returns the new ones. */
  #digestLevels(): ReadonlySet<PriorityLevel> {
    const created = new Set<PriorityLevel>();
    const desired = new Map<string, { readonly uid: string; readonly settings: LevelSettings }>();
    for (const [name, { uid, spec }] of withDefaults(this.#storedLevels, this.#options.defaults.levels)) {
      const settings = levelSettings(name, spec) ?? levelSettings(name, this.#options.defaults.levels.get(name));
      if (settings) desired.set(name, { uid, settings });
    }
    for (const [name, { uid, settings }] of desired) {
      const level = this.#levels.get(name);
      if (level) Object.assign(level, { uid, settings, isQuiescing: false });
      else created.add(this.#createLevel(name, uid, settings));
    }
    for (const level of this.#levels.values()) if (!desired.has(level.name)) this.#retire(level);
    return created;
  }

  #createLevel(name: string, uid: string, settings: LevelSettings): PriorityLevel {
    const { clock } = this.#options;
    const level = new PriorityLevel({ name, uid, settings }, { clock, metrics: this.metrics.ofLevel(name) });
    level.onUnused = () => {
      this.#isOutdated = true;
    };
    this.#levels.set(name, level);
    return level;
  }

  /** Removes a level, or lets its requests end first. */
  #retire(level: PriorityLevel): void {
    level.isQuiescing = true;
    if (!level.set.isIdle) return;
    level.metrics.end(this.#options.clock.monotonicMs());
    this.#levels.delete(level.name);
  }

  #digestSchemas(): void {
    const schemas: ActiveFlowSchema[] = [];
    for (const [name, { uid, spec }] of withDefaults(this.#storedSchemas, this.#options.defaults.schemas)) {
      const level = this.#levels.get(spec?.priorityLevelConfiguration?.name ?? "");
      if (spec && level && !level.isQuiescing)
        schemas.push(new ActiveFlowSchema({ name, uid, spec, level }, this.metrics));
    }
    schemas.sort(byPrecedence);
    this.#fallback = schemas.find(({ name }) => name === catchAll);
    this.#schemasOfUsers = new SchemasOfUsers(schemas);
  }
}

/** Adds the specs that apply if there is no object of their name. They have no uid. */
function withDefaults<T>(
  stored: ReadonlyMap<string, StoredSpec<T>>,
  defaults: ReadonlyMap<string, T>,
): ReadonlyMap<string, StoredSpec<T>> {
  const missing = [...defaults].filter(([name]) => !stored.has(name));
  return new Map([...stored, ...missing.map(([name, spec]) => [name, { uid: "", spec }] as const)]);
}

function byPrecedence(one: ActiveFlowSchema, other: ActiveFlowSchema): number {
  const difference = (one.spec.matchingPrecedence ?? 0) - (other.spec.matchingPrecedence ?? 0);
  if (difference !== 0) return difference;
  return one.name < other.name ? -1 : 1;
}
