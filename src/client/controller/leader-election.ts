/**
 * One leader among many, by a Lease: whoever holds it leads and renews it; when it has not been renewed for as long as it
 * says, another one takes it. How long that is, everybody measures by a clock of their own, from when they see a renewal:
 * clocks need not agree.
 * @see k8s.io/client-go/tools/leaderelection
 */
import type { Lease, LeaseSpec } from "../../api/coordination/v1/lease.ts";
import { sleepOrAbort } from "../../base/clock.ts";
import { hasCode } from "../../meta/status-error.ts";
import { formatMicroTime } from "../../meta/time.ts";
import { LinkedAbort } from "../informer/linked-abort.ts";
import { type TimeAndChance, withSystem } from "../time-and-chance.ts";

interface CallOptions {
  readonly signal?: AbortSignal;
}

/** The Leases of one namespace: an Api is one. */
export interface LeaseStore {
  /** @throws StatusError 404 */
  get(name: string, options: CallOptions): Promise<Lease>;
  /** @throws StatusError 409 when somebody was faster */
  create(lease: Pick<Lease, "metadata" | "spec">, options: CallOptions): Promise<Lease>;
  /** @throws StatusError 409 when it has changed since it was read */
  update(lease: Lease, options: CallOptions): Promise<Lease>;
}

/** Who would lead, and by which Lease. */
export interface LeaderElectionOptions extends TimeAndChance {
  readonly leases: LeaseStore;
  /** Of the Lease. */
  readonly name: string;
  /** Who is running; no two may have the same. */
  readonly identity: string;
  /** How long others wait after the last renewal that they have seen. Default: 15 s. */
  readonly leaseDurationMs?: number;
  /** How long after the last renewal the leader gives up; less than the lease lasts. Default: 10 s. */
  readonly renewDeadlineMs?: number;
  /** How often it is renewed, and asked for. Default: 2 s. */
  readonly retryPeriodMs?: number;
  /** Told of requests that have failed. */
  readonly onError?: (error: unknown) => void;
}

/** Why the signal of a leader was aborted. */
export class LeadershipLostError extends Error {
  override readonly name = "LeadershipLostError";
}

/** Those who wait come at different times: up to so much later than the period. */
export const electionJitter = 1.2;

/** One of several who would lead: exactly one does, while the Lease says so. */
export class LeaderElector {
  readonly #options: Required<Omit<LeaderElectionOptions, "onError">>;
  readonly #onError: (error: unknown) => void;
  /** The Lease as it was last seen, and when its present content was seen first. */
  #seen: { readonly lease: Lease; readonly sinceMs: number } | undefined;

  /** @throws RangeError when a leader would notice too late that it is none any more */
  constructor(options: LeaderElectionOptions) {
    const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2000, onError } = options;
    if (leaseDurationMs <= renewDeadlineMs)
      throw new RangeError("leaseDurationMs must be greater than renewDeadlineMs");
    if (renewDeadlineMs <= retryPeriodMs * electionJitter) {
      throw new RangeError(`renewDeadlineMs must be greater than retryPeriodMs * ${electionJitter}`);
    }
    this.#options = { ...withSystem(options), leaseDurationMs, renewDeadlineMs, retryPeriodMs };
    this.#onError = (error) => onError?.(error);
  }

  /** Who leads, as far as is known; undefined: nobody. */
  get leader(): string | undefined {
    return this.#seen?.lease.spec?.holderIdentity || undefined;
  }

  /** The Lease as it was last seen. */
  get lease(): Lease | undefined {
    return this.#seen?.lease;
  }

  /**
   * Waits for its turn, then calls `lead`, whose signal is aborted when the lead is lost or the election is stopped. When
   * it was lost, it waits again, but not before `lead` has ended: until then, two may lead. The Lease is given back when
   * `lead` has ended, so that the next one need not wait.
   * @returns when it is stopped, or `lead` has returned by itself
   * @throws what `lead` throws by itself
   */
  async run(outer: AbortSignal, lead: (signal: AbortSignal) => Promise<void>): Promise<void> {
    using linked = new LinkedAbort(outer);
    const { signal } = linked;
    let isDone = false;
    while (!isDone && (await this.#acquire(signal))) isDone = await this.#lead(signal, lead);
  }

  /** @returns false when it was aborted */
  async #acquire(signal: AbortSignal): Promise<boolean> {
    const { clock, random, retryPeriodMs } = this.#options;
    while (!signal.aborted) {
      if (await this.#attempt(signal)) return true;
      await sleepOrAbort(clock, retryPeriodMs + random.below(retryPeriodMs * electionJitter), signal);
    }
    return false;
  }

  /** @returns false when the lead was lost */
  async #lead(signal: AbortSignal, lead: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    using leading = new LinkedAbort(signal);
    const over = new AbortController();
    const renewing = this.#renew(leading, over.signal);
    try {
      if (!signal.aborted) await lead(leading.signal);
    } catch (error) {
      if (!leading.signal.aborted) throw error;
    } finally {
      over.abort();
      if (await renewing) await this.#release();
    }
    return !(leading.signal.reason instanceof LeadershipLostError);
  }

  /** Renews until `over`. @returns false when the Lease was lost */
  async #renew(leading: LinkedAbort, over: AbortSignal): Promise<boolean> {
    const { clock, retryPeriodMs, renewDeadlineMs } = this.#options;
    for (let renewedMs = this.#seen?.sinceMs ?? 0; ; ) {
      using round = new LinkedAbort(over);
      const lost = new LeadershipLostError("the lease could not be renewed in time");
      const giveUp = (): void => round.abort(lost);
      using _ = clock.after(renewedMs + renewDeadlineMs - clock.monotonicMs(), giveUp);
      let isRenewed = false;
      while (!isRenewed && !round.signal.aborted) {
        await sleepOrAbort(clock, retryPeriodMs, round.signal);
        if (round.signal.aborted) break;
        const startMs = clock.monotonicMs();
        isRenewed = await this.#attempt(round.signal);
        if (isRenewed) renewedMs = startMs;
        else if (this.leader !== this.#options.identity) giveUp();
      }
      if (over.aborted) return true;
      if (!round.signal.aborted) continue;
      leading.abort(lost);
      return false;
    }
  }

  /** Takes or renews the Lease if it can. @returns whether it is ours now */
  async #attempt(signal: AbortSignal): Promise<boolean> {
    const { clock, renewDeadlineMs } = this.#options;
    using abort = new LinkedAbort(signal);
    using _ = clock.after(renewDeadlineMs, () => abort.abort(new Error("the lease has not been answered in time")));
    try {
      return await this.#takeOrRenew(abort.signal);
    } catch (error) {
      if (!signal.aborted) this.#onError(error);
      return false;
    }
  }

  async #takeOrRenew(signal: AbortSignal): Promise<boolean> {
    const startMs = this.#options.clock.monotonicMs();
    const seen = this.#seen;
    if (seen && this.#isOurs(seen.lease)) {
      try {
        return await this.#write(seen.lease, signal, startMs);
      } catch (error) {
        // Somebody has written it meanwhile: who, is to be seen.
        if (!hasCode(error, 409) && !hasCode(error, 404)) throw error;
      }
    }
    const lease = await this.#read(signal);
    if (!lease) return await this.#create(signal, startMs);
    this.#see(lease, this.#options.clock.monotonicMs());
    return this.#isFree(lease) ? await this.#write(lease, signal, startMs) : false;
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    const { leases, name } = this.#options;
    try {
      return await leases.get(name, { signal });
    } catch (error) {
      if (hasCode(error, 404)) return undefined;
      throw error;
    }
  }

  async #create(signal: AbortSignal, startMs: number): Promise<boolean> {
    const { leases, name } = this.#options;
    const spec = this.#specAfter(undefined);
    this.#see(await leases.create({ metadata: { name }, spec }, { signal }), startMs);
    return true;
  }

  async #write(lease: Lease, signal: AbortSignal, startMs: number): Promise<boolean> {
    const spec = this.#specAfter(lease);
    this.#see(await this.#options.leases.update({ ...lease, spec }, { signal }), startMs);
    return true;
  }

  #specAfter(lease: Lease | undefined): LeaseSpec {
    const { identity, clock, leaseDurationMs } = this.#options;
    const now = formatMicroTime(clock.nowMs());
    const { acquireTime = now, leaseTransitions = 0, ...rest } = lease?.spec ?? {};
    const ours = { holderIdentity: identity, leaseDurationSeconds: Math.ceil(leaseDurationMs / 1000), renewTime: now };
    if (lease && this.#isOurs(lease)) return { ...rest, ...ours, acquireTime, leaseTransitions };
    return { ...rest, ...ours, acquireTime: now, leaseTransitions: lease ? (leaseTransitions ?? 0) + 1 : 0 };
  }

  /** Gives the Lease back, with a request of its own: what was stopped is not asked any more. */
  async #release(): Promise<void> {
    const { clock, leases, renewDeadlineMs } = this.#options;
    const lease = this.#seen?.lease;
    if (!lease || !this.#isOurs(lease)) return;
    const { holderIdentity: _, ...rest } = lease.spec ?? {};
    const now = formatMicroTime(clock.nowMs());
    const spec = { ...rest, leaseDurationSeconds: 1, renewTime: now, acquireTime: now };
    const abort = new AbortController();
    using __ = clock.after(renewDeadlineMs, () => abort.abort(new Error("the lease could not be given back in time")));
    try {
      this.#see(await leases.update({ ...lease, spec }, { signal: abort.signal }), clock.monotonicMs());
    } catch (error) {
      this.#onError(error);
    }
  }

  #see(lease: Lease, atMs: number): void {
    const isSame = this.#seen !== undefined && JSON.stringify(this.#seen.lease.spec) === JSON.stringify(lease.spec);
    this.#seen = { lease, sinceMs: isSame ? (this.#seen?.sinceMs ?? atMs) : atMs };
  }

  #isOurs({ spec }: Lease): boolean {
    return spec?.holderIdentity === this.#options.identity;
  }

  #isFree(lease: Lease): boolean {
    if (!lease.spec?.holderIdentity || this.#isOurs(lease)) return true;
    const durationMs = (lease.spec.leaseDurationSeconds ?? 0) * 1000;
    return (this.#seen?.sinceMs ?? 0) + durationMs <= this.#options.clock.monotonicMs();
  }
}
