/** A priority level: its queues, its seats, and its demand for seats. */
import type { PriorityLevelConfigurationSpec } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import { DemandIntegrator } from "./demand-integrator.ts";
import type { LevelMetrics } from "./fairness-metrics.ts";
import {
  type AdjustedLevel,
  type NominalLimits,
  noDemand,
  type SeatDemand,
  type SeatShares,
  updateDemand,
} from "./level-limits.ts";
import { type QueueConfig, QueueSet } from "./queue-set.ts";
import { RetryAfter } from "./retry-after.ts";

/** Name of the only level without limits. */
export const exemptLevel = "exempt";

/** Shares, queues and type of a level, from its spec. */
export interface LevelSettings {
  readonly isExempt: boolean;
  readonly shares: SeatShares;
  readonly queues: QueueConfig;
}

/** Returns the settings of a spec. Undefined if the spec contradicts itself. Then the level counts as missing. */
export function levelSettings(
  name: string,
  spec: PriorityLevelConfigurationSpec | undefined,
): LevelSettings | undefined {
  const isExempt = spec?.type === "Exempt";
  if (!spec || isExempt !== (name === exemptLevel)) return undefined;
  const { exempt, limited } = spec;
  if (isExempt) {
    if (limited || !exempt) return undefined;
    const { nominalConcurrencyShares, lendablePercent } = exempt;
    return {
      isExempt,
      shares: {
        nominalConcurrencyShares: nominalConcurrencyShares ?? 0,
        lendablePercent: lendablePercent ?? 0,
        borrowingLimitPercent: undefined,
      },
      queues: { queues: -1, handSize: 0, queueLengthLimit: 0 },
    };
  }
  const queuing = limited?.limitResponse?.queuing;
  if (!limited || exempt || (limited.limitResponse?.type === "Queue") !== (queuing !== undefined)) return undefined;
  return {
    isExempt,
    shares: {
      nominalConcurrencyShares: limited.nominalConcurrencyShares ?? 30,
      lendablePercent: limited.lendablePercent ?? 0,
      borrowingLimitPercent: limited.borrowingLimitPercent,
    },
    queues: {
      queues: queuing?.queues ?? 0,
      handSize: queuing?.handSize ?? 0,
      queueLengthLimit: queuing?.queueLengthLimit ?? 0,
    },
  };
}

/** Largest part of a level's seats that one request can take, if the level has queues. */
const requestPartMax = 0.15;

/** A level that requests use. */
export class PriorityLevel {
  readonly name: string;
  uid: string;
  settings: LevelSettings;
  /** Whether the level was deleted, but still has requests. */
  isQuiescing = false;
  limits: NominalLimits = { nominal: 0, min: 0, max: 0 };
  demand: SeatDemand = noDemand;
  /** Largest number of seats of one request. 0: there is none. */
  requestSeatsMax = 0;
  readonly metrics: LevelMetrics;
  readonly retryAfter: RetryAfter;
  readonly set: QueueSet;
  readonly #integrator: DemandIntegrator;
  readonly #clock: Clock;
  /** Called when a level that was deleted has no more requests. */
  onUnused: (() => void) | undefined;

  constructor(
    { name, uid, settings }: Pick<PriorityLevel, "name" | "uid" | "settings">,
    { clock, metrics }: { clock: Clock; metrics: LevelMetrics },
  ) {
    this.name = name;
    this.uid = uid;
    this.settings = settings;
    this.metrics = metrics;
    this.#clock = clock;
    this.retryAfter = new RetryAfter(clock.nowMs());
    this.#integrator = new DemandIntegrator(clock.monotonicMs());
    this.set = new QueueSet(settings.queues, 0, {
      clock,
      observer: {
        changed: (set, nowMs) => {
          this.#integrator.set(set.seatsInUse + set.seatsWaiting, nowMs);
          metrics.changed(set, nowMs);
          if (this.isQuiescing && set.isIdle) this.onUnused?.();
        },
        dispatched: (dispatch) => metrics.dispatched(dispatch),
        epochAdvanced: () => metrics.epochAdvanced(),
      },
    });
  }

  /** Applies the limits that follow from the specs of all levels. */
  setNominal(limits: NominalLimits, isNew: boolean): void {
    this.limits = limits;
    const { queues, handSize } = this.settings.queues;
    const { nominal, min } = limits;
    if (queues > 0) {
      this.requestSeatsMax = Math.max(1, Math.min(Math.ceil(nominal * requestPartMax), Math.floor(nominal / handSize)));
    } else this.requestSeatsMax = 0;
    if (isNew) this.set.limit = nominal - Math.floor((nominal - min) / 2);
  }

  /** Ends a period of measuring demand. Returns what decides about the seats in the next one. */
  endPeriod(): AdjustedLevel {
    this.demand = updateDemand(this.demand, this.#integrator.reset(this.#clock.monotonicMs()));
    return { ...this.limits, isExempt: this.settings.isExempt, demand: this.demand, current: this.set.limit };
  }

  /** Sets the number of seats. @param defaultDenominator what ratios refer to if there are no seats */
  setCurrent(seats: number, defaultDenominator: number): void {
    const { queues, queueLengthLimit } = this.settings.queues;
    const waitingMax = Math.max(1, queueLengthLimit) * Math.max(1, queues);
    this.metrics.setDenominators(waitingMax, seats > 0 ? seats : defaultDenominator, this.#clock.monotonicMs());
    this.set.configure(this.settings.queues, seats);
  }
}
